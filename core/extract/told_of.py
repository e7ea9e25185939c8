"""Names that a sentence tells personal facts of: somebody's, however little the span reader makes of the name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.extract.candidate import Candidate
from core.text.scripts import is_ideograph

PERSON = "PERSON"
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|[。！？\n]")
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class ToldOf:
    """Facts beside a whole name in its sentence that are told of private people: `least` types, one of them of
    `personal`, the others of `personal` or `beside`, in a text that speaks of somebody with at least the chance
    `private`.

    Who is known to everybody is no matter of this: the rules leave the names of public figures out before.
    """

    personal: frozenset[str]
    beside: frozenset[str]
    least: int
    private: float

    @classmethod
    def parsed(cls, data: Mapping[str, Any]) -> ToldOf:
        """From the table of the settings. Raises KeyError."""
        return cls(frozenset(data["personal"]), frozenset(data["beside"]), int(data["least"]), float(data["private"]))

    def names(self, candidates: Sequence[Candidate], text: str) -> frozenset[tuple[int, int]]:
        """`[start, end)` of the names of which so much is told."""
        ends = [0, *(match.end() for match in _SENTENCE_END.finditer(text)), len(text)]
        facts = [item for item in candidates if item.type_id in self.personal or item.type_id in self.beside]
        return frozenset(
            (item.start, item.end)
            for item in candidates
            if item.type_id == PERSON
            and is_whole_name(text[item.start : item.end])
            and self._is_told(item, facts, ends)
        )

    def _is_told(self, name: Candidate, facts: Sequence[Candidate], ends: Sequence[int]) -> bool:
        start = max(end for end in ends if end <= name.start)
        end = min(end for end in ends if end >= name.end)
        types = set(_types_beside(name, facts, start, end))
        return len(types) >= self.least and not types.isdisjoint(self.personal)


def _types_beside(name: Candidate, facts: Sequence[Candidate], start: int, end: int) -> Iterator[str]:
    for item in facts:
        if start <= item.start and item.end <= end and (item.end <= name.start or name.end <= item.start):
            yield item.type_id


def is_whole_name(surface: str) -> bool:
    """Whether a name has a surname and a given name: several words, or several ideographs."""
    words = _WORD.findall(surface)
    return len(words) > 1 or (len(surface) > 1 and all(map(is_ideograph, surface)))
