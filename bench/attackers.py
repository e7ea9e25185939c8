"""What share of planted clues the built-in attackers find, by kind of clue, and what they see in harmless texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.result import Record
from core.dehydrate.library import HierarchyLibrary
from core.disclose.implications import Implications, Planted
from core.domain.errors import ResourceError
from core.domain.language import Language
from core.domain.sensitive import SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Taxonomy
from core.resources import read_toml
from core.verify.attackers.implication import ImplicationAttacker
from core.verify.case import Case, ladder_of
from core.verify.grading import GradingTable

FILE = "indirect.toml"


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


@dataclass(frozen=True, slots=True)
class Indirect:
    """A whole prompt that says something without naming it. `seen`: the tables see it; `passed`: it was released;
    `left`: they see it in what was released."""

    planted: Planted
    seen: bool
    passed: bool
    left: bool

    def record(self) -> Record:
        """For machines."""
        return {
            "language": self.planted.language.value,
            "kind": self.planted.kind,
            "value": self.planted.value,
            "text": self.planted.text,
            "seen": self.seen,
            "passed": self.passed,
            "left": self.left,
        }


class ClueBench:
    """Reads texts as the implication attacker does. `threshold`: least posterior above the prior that counts as
    found."""

    def __init__(
        self,
        taxonomy: Taxonomy,
        library: HierarchyLibrary,
        grading: GradingTable,
        clues: Implications,
        threshold: float,
    ) -> None:
        self._attacker = ImplicationAttacker(library, grading, clues)
        self._taxonomy = taxonomy
        self._library = library
        self._grading = grading
        self._clues = clues
        self._threshold = threshold

    def measure(self) -> Iterator[Sensitivity]:
        """The shipped controls, by language and kind."""
        yield from self._by_kind(self._clues.controls)

    def whole(self, root: Path, release: Callable[[Planted], str | None]) -> Iterator[Indirect]:
        """The same in whole prompts. `release`: what leaves of one, None where nothing may. Raises ResourceError."""
        for item in indirect_texts(root):
            left = release(item)
            yield Indirect(item, self._sees_planted(item), left is not None, self._sees_planted(item, left or ""))

    def _by_kind(self, texts: Sequence[Planted]) -> Iterator[Sensitivity]:
        for language in Language:
            planted = [item for item in texts if item.language is language]
            harmless = self._clues.harmless[language]
            for kind in dict.fromkeys(item.kind for item in planted):
                own = [item for item in planted if item.kind == kind]
                found = sum(self._sees_planted(item) for item in own)
                raised = sum(self._sees(text, item.type_id, item.value, language) for text in harmless for item in own)
                yield Sensitivity(language, kind, len(own), found, len(harmless) * len(own), raised)

    def _sees_planted(self, item: Planted, text: str | None = None) -> bool:
        return self._sees(item.text if text is None else text, item.type_id, item.value, item.language)

    def _sees(self, text: str, type_id: str, value: str, language: Language) -> bool:
        attribute = SensitiveAttribute("value", type_id, self._taxonomy[type_id].kind, value, ())
        ladder = ladder_of(attribute, self._library, language)
        case = Case(text, language, SensitiveSet((attribute,)), {"value": len(ladder) - 1}, {"value": ladder})
        score = self._attacker.scores(case, {"value": self._grading.target(attribute)})["value"]
        return score > ladder[-1].prior + self._threshold


def indirect_texts(root: Path) -> tuple[Planted, ...]:
    """Whole prompts with what a careful reader concludes from them. Raises ResourceError."""
    try:
        return tuple(
            Planted(Language(row["language"]), row["kind"], row["type"], row["value"], row["text"])
            for row in read_toml(root / "bench" / FILE)["text"]
        )
    except (KeyError, ValueError, TypeError) as error:
        raise ResourceError("resource.malformed", details={"file": FILE}) from error
