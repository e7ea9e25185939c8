"""Values that say one thing twice: an age and the date of birth that belongs to it.

"I was born in 1956 and am 69" gives two attributes. Told in two bands, each true, they would contradict each other, or
tell together what neither tells alone: at the edge of a band the year of birth may fall into the next one, since a
birthday lies before or behind the day of writing. So the pair is told in one band, the wider of the two, and the date
of birth is worded as the age says.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from core.dehydrate.generalization import Generalization
from core.dehydrate.library import HierarchyLibrary
from core.domain.artifact import EXACT_LEVEL
from core.domain.language import Language
from core.domain.sensitive import SensitiveAttribute, SensitiveSet

AGE, BIRTH_DATE = "AGE", "BIRTH_DATE"
_WHOLE_YEARS = re.compile(r"\d{1,3}")
_BORN = re.compile(r"(\d{4})(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Tie:
    """An age and a date of birth of one person. `told`: the date of birth as a value of the age's own band."""

    age: SensitiveAttribute
    birth: SensitiveAttribute
    told: str


class Ties:
    """Finds and settles ties. Pure; safe from any thread."""

    def __init__(self, library: HierarchyLibrary) -> None:
        self._library = library

    def of(self, sensitive: SensitiveSet) -> tuple[Tie, ...]:
        """Every pair whose arithmetic agrees in the reference year; each attribute at most once."""
        ages = [item for item in sensitive.attributes if item.type_id == AGE and _WHOLE_YEARS.fullmatch(item.value)]
        births = [item for item in sensitive.attributes if item.type_id == BIRTH_DATE]
        found: list[Tie] = []
        for birth in births:
            match = _BORN.fullmatch(birth.value)
            if match is None or not match.group(1).isdecimal():
                continue
            years = self._library.reference_year - int(match.group(1))
            for age in ages:
                free = all(tie.age.id != age.id for tie in found)
                if free and int(age.value) in (years, years - 1):
                    born = self._library.reference_year - int(age.value)
                    found.append(Tie(age, birth, f"{born}{match.group(2)}"))
                    break
        return tuple(found)

    def proposed(self, ties: tuple[Tie, ...], levels: dict[str, int], decided: Mapping[str, object]) -> None:
        """Let a tied pair start at the level of whichever the task needs more; in place. A person's word stands."""
        for tie in ties:
            if tie.age.id not in decided and tie.birth.id not in decided:
                levels[tie.age.id] = levels[tie.birth.id] = min(levels[tie.age.id], levels[tie.birth.id])

    def settled(self, ties: tuple[Tie, ...], levels: dict[str, int]) -> None:
        """Raise the narrower of each pair to the band of the wider one; in place.

        A value that a person kept, and one that is removed, is left alone.
        """
        for tie in ties:
            ladders = self._ladder(AGE, tie.age.value), self._ladder(BIRTH_DATE, tie.told)
            ids = tie.age.id, tie.birth.id
            told = [ladder[levels[key]] for ladder, key in zip(ladders, ids, strict=True)]
            if any(step.level == EXACT_LEVEL or not step.node for step in told):
                continue
            widest = max(told, key=lambda step: step.share)
            for ladder, key in zip(ladders, ids, strict=True):
                levels[key] = max(levels[key], _level_of(ladder, widest))

    def worded(self, ties: tuple[Tie, ...], sensitive: SensitiveSet) -> SensitiveSet:
        """S as it is to be worded: tied dates of birth by the age's band. Never for the hard line."""
        told = {tie.birth.id: tie.told for tie in ties}
        if not told:
            return sensitive
        attributes = tuple(replace(item, value=told.get(item.id, item.value)) for item in sensitive.attributes)
        return replace(sensitive, attributes=attributes)

    def _ladder(self, type_id: str, value: str) -> tuple[Generalization, ...]:
        return self._library.for_type(type_id).ladder(value, Language.EN)


def _level_of(ladder: tuple[Generalization, ...], wanted: Generalization) -> int:
    """The level that tells `wanted`'s node, else the first that tells no less than it does."""
    for step in ladder[1:]:
        if step.node == wanted.node:
            return step.level
    return next((step.level for step in ladder[1:] if step.share >= wanted.share), len(ladder) - 1)
