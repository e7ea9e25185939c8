"""What share of planted clues the built-in attackers find, by kind of clue, and what they see in harmless texts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.bench.result import Record
from core.dehydrate.library import HierarchyLibrary
from core.disclose.implications import Implications
from core.domain.language import Language
from core.domain.sensitive import SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Taxonomy
from core.verify.attackers.implication import ImplicationAttacker
from core.verify.case import Case, ladder_of
from core.verify.grading import GradingTable


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """`found` of `planted` values of one kind of clue; `raised` of `harmless` texts in which the same attacker saw the
    same values."""

    language: Language
    kind: str
    planted: int
    found: int
    harmless: int
    raised: int

    def record(self) -> Record:
        """For machines."""
        return {
            "language": self.language.value,
            "kind": self.kind,
            "planted": self.planted,
            "found": self.found,
            "share": self.found / self.planted if self.planted else None,
            "harmless": self.harmless,
            "raised": self.raised,
        }


def measure(
    taxonomy: Taxonomy, library: HierarchyLibrary, grading: GradingTable, clues: Implications, threshold: float
) -> Iterator[Sensitivity]:
    """By language and kind. `threshold`: least posterior above the prior that counts as found."""
    attacker = ImplicationAttacker(library, grading, clues)

    def sees(text: str, type_id: str, value: str, language: Language) -> bool:
        attribute = SensitiveAttribute("value", type_id, taxonomy[type_id].kind, value, ())
        ladder = ladder_of(attribute, library, language)
        case = Case(text, language, SensitiveSet((attribute,)), {"value": len(ladder) - 1}, {"value": ladder})
        score = attacker.scores(case, {"value": grading.target(attribute)})["value"]
        return score > ladder[-1].prior + threshold

    for language in Language:
        planted = [item for item in clues.controls if item.language is language]
        harmless = clues.harmless[language]
        for kind in dict.fromkeys(item.kind for item in planted):
            own = [item for item in planted if item.kind == kind]
            found = sum(sees(item.text, item.type_id, item.value, language) for item in own)
            raised = sum(sees(text, item.type_id, item.value, language) for text in harmless for item in own)
            yield Sensitivity(language, kind, len(own), found, len(harmless) * len(own), raised)
