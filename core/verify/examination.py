"""The input of a verifier: a D with its request, and the protocol that it is judged by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.domain.artifact import Artifact
from core.domain.disclosure import Task
from core.domain.evidence import AttackerLevel, LeakageEstimate
from core.domain.protocol import Protocol
from core.domain.request import Request
from core.domain.sensitive import SensitiveSet


@dataclass(frozen=True, slots=True)
class Examination:
    """One D of one request, and the protocol that judges it. `before`: what the same attackers learn from X. `task`:
    what the prompt asks for."""

    request: Request
    sensitive: SensitiveSet
    artifact: Artifact
    protocol: Protocol
    before: Mapping[AttackerLevel, LeakageEstimate] = field(default_factory=dict)
    task: Task = Task.REASON
