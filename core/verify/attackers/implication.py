"""A1 by indirect clues: a medicine, a test, a rite, a form of address says what the text does not (DESIGN 5.3)."""

from __future__ import annotations

from collections.abc import Mapping

from core.dehydrate.library import HierarchyLibrary
from core.disclose.implications import Implications, Implied
from core.domain.evidence import AttackerLevel, ProbeResult
from core.domain.language import Language
from core.domain.sensitive import SensitiveAttribute
from core.domain.tokens import without_tokens
from core.verify.case import Case
from core.verify.grading import GradingTable, Target


class ImplicationAttacker:
    """Exact: the probability of the surest clue that names the value. A clue that names only the class that the value
    lies in says as much of it as a guesser inside the class reaches."""

    id = "implication"
    level = AttackerLevel.A1

    def __init__(self, library: HierarchyLibrary, grading: GradingTable, clues: Implications) -> None:
        self._library = library
        self._grading = grading
        self._clues = clues

    def scores(self, case: Case, targets: Mapping[str, Target]) -> Mapping[str, float]:
        """On the null document: what is known of the value without a text."""
        found: dict[str, float] = {}
        implied: tuple[Implied, ...] | None = None
        for attribute in case.sensitive.attributes:
            if attribute.id not in targets:
                continue
            if attribute.type_id not in self._clues.types:
                found[attribute.id] = 0.0
                continue
            if implied is None:
                implied = self._clues.read(without_tokens(case.text)) if case.text else ()
            ladder = case.generalizations.get(attribute.id, ())
            best = ladder[-1].prior if ladder else 0.0
            for item in implied:
                if item.type_id == attribute.type_id:
                    best = max(best, self._sure(item, attribute, targets[attribute.id]))
            found[attribute.id] = min(1.0, best)
        return found

    def _sure(self, item: Implied, attribute: SensitiveAttribute, target: Target) -> float:
        if any(self._grading.grade(target, value) is ProbeResult.HIT for value in item.values):
            return item.probability
        own = self._library.for_type(attribute.type_id).ladder(attribute.value, Language.EN)
        for value in item.values:
            named = self._library.for_type(attribute.type_id).ladder(value, Language.EN)
            if len(own) > 2 and len(named) > 2 and own[1].node == named[1].node:
                return item.probability * own[1].posterior
        return 0.0
