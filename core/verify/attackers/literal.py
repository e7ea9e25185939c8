"""A0: looks for every declared value, in every spelling, with the hard line's own search (falsifier E0)."""

from __future__ import annotations

from collections.abc import Mapping

from core.dehydrate.hard_line import HardLine
from core.domain.evidence import AttackerLevel
from core.domain.taxonomy import Taxonomy
from core.verify.case import Case
from core.verify.grading import Target


class LiteralAttacker:
    """Exact: 1 for an attribute whose value stands in the text, else 0. Attributes told exactly by decision are
    not searched for: what a person keeps is meant to stand there."""

    id = "literal"
    level = AttackerLevel.A0

    def __init__(self, taxonomy: Taxonomy, finder: HardLine | None = None) -> None:
        self._finder: HardLine = HardLine(taxonomy) if finder is None else finder

    def scores(self, case: Case, targets: Mapping[str, Target]) -> Mapping[str, float]:
        """Which values stand in the text."""
        if not case.text:
            return dict.fromkeys(targets, 0.0)
        found = {hit.attribute_id for hit in self._finder.find(case.text, case.sensitive, case.levels)}
        return {attribute_id: float(attribute_id in found) for attribute_id in targets}
