"""Positive controls: a pass counts only if planted values are found by the same attackers (DESIGN 5.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from core.domain.errors import EvaluationInvalid, ResourceError
from core.domain.evidence import ControlReport
from core.domain.language import Language
from core.domain.protocol import Protocol
from core.domain.sensitive import SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Taxonomy
from core.resources import read_toml
from core.verify.attackers.base import Attacker
from core.verify.case import Case
from core.verify.grading import GradingTable


@dataclass(frozen=True, slots=True)
class Control:
    """A fictitious value and the sentence that plants it."""

    type_id: str
    value: str
    sentence: str


class PositiveControls:
    """The shipped controls of both languages."""

    def __init__(self, taxonomy: Taxonomy, root: Path) -> None:
        """Raises ResourceError when a control has an unknown type or does not contain its value."""
        self._taxonomy = taxonomy
        data = read_toml(root / "questions" / "controls.toml")
        try:
            self._controls = {
                Language(code): tuple(
                    Control(str(item["type"]), str(item["value"]), str(item["sentence"])) for item in entries
                )
                for code, entries in data.items()
            }
        except (KeyError, ValueError, TypeError) as error:
            raise ResourceError("resource.malformed", details={"file": "controls.toml"}) from error
        for controls in self._controls.values():
            if any(item.type_id not in taxonomy or item.value not in item.sentence for item in controls):
                raise ResourceError("resource.malformed", details={"file": "controls.toml"})

    def of(self, language: Language) -> tuple[Control, ...]:
        """All shipped controls of one language, in the order of their file."""
        return self._controls[language]

    def choose(self, case: Case, count: int, seed: int) -> tuple[Control, ...]:
        """`count` controls, of types that S does not have where possible, so that nothing else answers for them."""
        rng = np.random.default_rng((seed, count))
        shuffled = [self._controls[case.language][int(i)] for i in rng.permutation(len(self._controls[case.language]))]
        taken = {attribute.type_id for attribute in case.sensitive.attributes}
        shuffled.sort(key=lambda control: control.type_id in taken)
        return tuple(shuffled[:count])

    def run(
        self, attacker: Attacker, grading: GradingTable, case: Case, protocol: Protocol, seed: int
    ) -> ControlReport:
        """Plant fictitious values in the case and see whether the attackers find them. A value counts as found where
        the attacker would have refused a text for it. Raises EvaluationInvalid when one was not found."""
        controls = self.choose(case, protocol.controls, seed)
        planted = planted_in(controls, self._taxonomy)
        text = f"{case.text}\n{' '.join(control.sentence for control in controls)}"
        trial = replace(case, text=text, sensitive=SensitiveSet(planted), levels={}, generalizations={}, gaps=())
        scores = attacker.scores(trial, {item.id: grading.target(item) for item in planted})
        report = ControlReport(len(planted), sum(scores[item.id] > protocol.tau_l for item in planted))
        if not report.valid:
            details = {"planted": report.planted, "found": report.found}
            raise EvaluationInvalid("verify.control_missed", details=details, retryable=True)
        return report


def planted_in(controls: Sequence[Control], taxonomy: Taxonomy) -> tuple[SensitiveAttribute, ...]:
    """The planted values as attributes, in order."""
    return tuple(
        SensitiveAttribute(
            id=f"control-{number}",
            type_id=control.type_id,
            kind=taxonomy[control.type_id].kind,
            value=control.value,
            mentions=(),
            aliases=(control.value,),
        )
        for number, control in enumerate(controls)
    )
