"""Everything of one release in one frozen object: what a person is shown is what is sealed is what is sent."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from core.domain.artifact import Artifact
from core.domain.language import Language
from core.domain.release import Certificate, Destination, Purpose
from core.domain.sensitive import LayerHealth, LayerState, SensitiveSet
from core.net.envelope import Envelope
from core.release.declared import Declared


class PastTurn(Protocol):
    """An exchange that already took place; `core.engine.conversation.SentTurn` fits."""

    @property
    def sensitive(self) -> SensitiveSet: ...

    @property
    def artifact(self) -> Artifact: ...

    @property
    def cloud_answer(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Parcel:
    """`declared`: all turns, this one last. `body_sha256`/`body_bytes`: the whole request as it will leave,
    system line and earlier turns included. `omitted`: literals blanked in the cloud's own earlier answers.
    `envelope.prompt_bytes`, `.system`, `.earlier` say what a person should be shown.
    """

    id: str
    artifact: Artifact
    certificate: Certificate
    destination: Destination
    envelope: Envelope
    declared: tuple[Declared, ...]
    language: Language
    body_sha256: str
    body_bytes: int
    omitted: int = 0
    purpose: Purpose = Purpose.SEND

    @property
    def sensitive(self) -> SensitiveSet:
        """S of this turn."""
        return self.declared[-1].sensitive

    @property
    def unhealthy(self) -> tuple[LayerHealth, ...]:
        """Layers that should have run and did not; any one blocks."""
        return tuple(layer for layer in self.sensitive.layers if layer.state is LayerState.FAILED)

    @property
    def seal(self) -> str:
        """Digest over everything an approval is bound to; computed anew from the content at each call."""
        destination = self.destination
        bound = {
            "release": [self.id, self.language.value, self.purpose.value],
            "artifact": self.artifact.sha256,
            "levels": _sorted(self.artifact.levels),
            "certificate": [self.certificate.id, self.certificate.sha256, self.certificate.verdict.value],
            "destination": [
                destination.id,
                destination.kind.value,
                destination.name,
                destination.base_url,
                destination.model,
                destination.account,
            ],
            "envelope": self.envelope.sha256,
            "body": [self.body_sha256, self.body_bytes],
            "declared": [
                [sorted((item.id, list(item.surfaces)) for item in turn.sensitive.attributes), _sorted(turn.levels)]
                for turn in self.declared
            ],
            "layers": [[layer.layer.value, layer.state.value] for layer in self.sensitive.layers],
        }
        return hashlib.sha256(json.dumps(bound, sort_keys=True).encode("ascii")).hexdigest()


def _sorted(levels: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(levels.items())
