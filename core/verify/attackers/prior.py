"""A1: knows frequencies (published ones, else even ones) and every hierarchy, so it reads what a band tells."""

from __future__ import annotations

from collections.abc import Mapping

from core.domain.evidence import AttackerLevel
from core.verify.case import Case
from core.verify.grading import Target


class PriorAttacker:
    """Exact: P(most probable value of the node told by D | node) under the domain's frequencies, what a best guesser
    reaches if the true value is the one that he names; on the null document the same for a node that tells nothing."""

    id = "prior"
    level = AttackerLevel.A1

    def scores(self, case: Case, targets: Mapping[str, Target]) -> Mapping[str, float]:
        """The best guess inside the level that each attribute stands on, wherever in it the true value lies."""
        return {attribute_id: min(1.0, max(0.0, case.told(attribute_id).most)) for attribute_id in targets}
