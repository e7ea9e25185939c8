"""A1: knows the domain's published frequencies and every hierarchy, so it reads what a band tells."""

from __future__ import annotations

from collections.abc import Mapping

from core.domain.evidence import AttackerLevel
from core.verify.case import Case
from core.verify.grading import Target


class PriorAttacker:
    """Exact: P(true value | node told by D) under the domain's frequencies, the reach of a best guesser
    who draws in proportion to them; on the null document it is the prior of the value."""

    id = "prior"
    level = AttackerLevel.A1

    def scores(self, case: Case, targets: Mapping[str, Target]) -> Mapping[str, float]:
        """The posterior of the rung that each attribute stands on."""
        return {attribute_id: min(1.0, max(0.0, case.told(attribute_id).posterior)) for attribute_id in targets}
