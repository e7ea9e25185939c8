"""Where a person's own model may speak about lifts: measured on canary documents, per language and type (gate.md 4).

The embedded evaluator's thresholds are those of its weights. A model behind a server that gives raw log-probabilities
is measured here, once: what share of planted values it lifts above LEAST_LIFT, and what share of foreign ones.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from core.domain.events import CancelToken
from core.domain.language import Language
from core.domain.sensitive import SensitiveAttribute
from core.domain.taxonomy import Taxonomy
from core.verify.attackers.lift import LiftReader
from core.verify.attackers.lift_calibration import Calibrated, Calibration
from core.verify.sensitivity import Canary, Measured, SensitivityStore, Told

LEAST_LIFT = math.log(20)
"""Nats: a value that a document makes 20 times as probable (gate.md 4: no false alarm at 98.8 % found)."""
POSITIVES, FOREIGN = 8, 2
"""Documents per type, and values of other documents asked about in each: enough for a calibration to count."""
_FOUND, _ALARM = "lift.found", "lift.alarm"


class LiftControls:
    """Measures and remembers. Safe from any thread."""

    def __init__(
        self, taxonomy: Taxonomy, canaries: Mapping[Language, Sequence[Canary]], store: SensitivityStore
    ) -> None:
        self._taxonomy = taxonomy
        self._canaries = canaries
        self._store = store

    def calibration(self, reader: LiftReader) -> Calibration:
        """What is known of the reader's model by now; types that were never measured are not counted."""
        types: dict[tuple[Language, str], Calibrated] = {}
        for language in Language:
            for type_id in self._by_type(language):
                found = self._store.get(_key(reader, language, type_id, _FOUND))
                alarm = self._store.get(_key(reader, language, type_id, _ALARM))
                if found is not None and alarm is not None:
                    shares = found.found / found.planted, alarm.found / alarm.planted
                    types[language, type_id] = Calibrated(
                        LEAST_LIFT, *shares, found.planted, alarm.planted, auc=math.nan
                    )
        return Calibration(reader.model.info.digest, reader.digest, types)

    def measure(
        self,
        reader: LiftReader,
        language: Language,
        told: Told = lambda done, total: None,
        cancel: CancelToken | None = None,
    ) -> None:
        """Every type of `language` that is not known yet; a type without scores stays unknown. Raises Cancelled."""
        by_type = self._by_type(language)
        for number, (type_id, canaries) in enumerate(by_type.items()):
            told(number, len(by_type))
            if self._store.get(_key(reader, language, type_id, _ALARM)) is None:
                self._measure(reader, language, type_id, canaries, cancel)
        told(len(by_type), len(by_type))

    def _measure(
        self,
        reader: LiftReader,
        language: Language,
        type_id: str,
        canaries: Sequence[Canary],
        cancel: CancelToken | None,
    ) -> None:
        values = list(dict.fromkeys(canary.value for canary in canaries))
        attributes = {value: self._attribute(type_id, value) for value in values}
        nulls = reader.read("", language, list(attributes.values()), cancel)
        own: list[float] = []
        foreign: list[float] = []
        for place, canary in enumerate(canaries):
            others = [value for value in (*values[place + 1 :], *values[:place]) if value not in canary.text][:FOREIGN]
            asked = [attributes[value] for value in (canary.value, *others)]
            readings = reader.read(canary.text, language, asked, cancel)
            for attribute in asked:
                lift = readings[attribute.id].lift(nulls[attribute.id])
                if lift is not None:
                    (own if attribute.value == canary.value else foreign).append(lift)
        if own and foreign:
            for name, lifts in ((_FOUND, own), (_ALARM, foreign)):
                measured = Measured(sum(lift > LEAST_LIFT for lift in lifts), len(lifts))
                self._store.put(_key(reader, language, type_id, name), measured)

    def _by_type(self, language: Language) -> dict[str, list[Canary]]:
        found: dict[str, list[Canary]] = {}
        for canary in self._canaries[language]:
            if len(found.setdefault(canary.type_id, [])) < POSITIVES:
                found[canary.type_id].append(canary)
        return found

    def _attribute(self, type_id: str, value: str) -> SensitiveAttribute:
        return SensitiveAttribute(f"canary:{value}", type_id, self._taxonomy[type_id].kind, value, (), (value,))


def _key(reader: LiftReader, language: Language, type_id: str, name: str) -> str:
    info = reader.model.info
    return "\0".join((info.server, info.id, info.digest, language, reader.digest, type_id, name))
