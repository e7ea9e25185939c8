"""What the engine hands to a command line or a view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.domain.artifact import Artifact
from core.domain.evidence import Evidence
from core.domain.language import Language
from core.domain.release import Certificate
from core.domain.request import Request
from core.domain.sensitive import SensitiveSet
from core.domain.taxonomy import Domain
from core.domain.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Preview:
    """The proposal shown while a person types or moves a level: never certified."""

    request: Request
    sensitive: SensitiveSet
    artifact: Artifact
    evidence: Evidence | None
    language: Language
    domain: Domain


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of one full run. `stage_seconds`: wall-clock seconds per stage name."""

    request: Request
    verdict: Verdict
    certificate: Certificate
    language: Language
    domain: Domain
    seconds: float
    stage_seconds: Mapping[str, float]
