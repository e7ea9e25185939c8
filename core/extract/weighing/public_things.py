"""Names of shops, services, medicines and authorities that anybody may write without saying who they are."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.domain.language import Language
from core.extract.explicit.lexicons import fold_latin, read_lines
from core.text.characters import in_simplified
from core.text.patterns import any_of
from core.text.scripts import is_ideograph

_LISTS = ("brands.txt", "languages.txt", *(f"public_things.{code}.txt" for code in Language))
_PARTS = re.compile(r"[’']s(?!\w)|&|[^\W_]+")
_POSSESSIVE = "'s"
_AND = "and"
_APART = re.compile(r"[^\w &’'-]")
"""What ends a name: a comma, a line. What may stand inside one is the rest."""
LONGEST = 60
"""Characters of the longest surface that is looked at: what is longer is no name."""
REACH = 30
"""Characters on either side of a surface in which the rest of a listed name stands, or what says more of it."""
BRANCH = 8
"""Ideographs that name a branch, before the word for it: 招商银行|合肥政务区|支行."""


@dataclass(frozen=True, slots=True)
class PublicThings:
    """`names`: the listed names in parts, words or single ideographs; `keys`: the same in one piece, as others may part
    them (Coca Cola); `around`: words that name nobody beside one (klarna n zilch, 农行客服); `most`: parts of the
    longest name; `types`: what such a name may be taken for; `before`, `behind`: what stands beside the firm where
    somebody works, or goes on with the name of a branch."""

    names: AbstractSet[tuple[str, ...]]
    keys: AbstractSet[str]
    around: AbstractSet[str]
    most: int
    types: AbstractSet[str]
    before: re.Pattern[str]
    behind: re.Pattern[str]

    @classmethod
    def load(cls, root: Path, table: Mapping[str, Any]) -> PublicThings:
        """From the lists and the table of the settings. Raises KeyError, ResourceError."""
        names = frozenset(tuple(_parts(name)) for file in _LISTS for name in read_lines(root, file))
        return cls(
            names,
            frozenset(map(_key, names)),
            frozenset(_key(_parts(word)) for word in table["around"]),
            max(map(len, names)),
            frozenset(table["types"]),
            re.compile(rf"(?<![\w'’-]){any_of(table['at_work'])} (?:the )?\Z", re.IGNORECASE),
            re.compile(
                rf" {any_of([*table['works'], *table['branches']])}(?!\w)|{any_of(table['works_zh'])}"
                rf"|[^\W_]{{0,{BRANCH}}}?{any_of(table['branches_zh'])}",
                re.IGNORECASE,
            ),
        )

    def hold(self, text: str, start: int, end: int) -> bool:
        """Whether `[start, end)` is such a name, several of them, or words of one that the text goes on with (the Foley
        of a Foley catheter), and nobody is said to work there. A branch or depot is none, nor the name at its head."""
        if end - start > LONGEST:
            return False
        surface, head, tail = text[start:end], text[max(0, start - REACH) : start], text[end : end + REACH]
        parts = _parts(surface)
        named = self._made_of(parts) or (not any(map(is_ideograph, surface)) and self._inside(parts, head, tail))
        return named and self.before.search(head) is None and self.behind.match(in_simplified(tail)) is None

    def _made_of(self, parts: Sequence[str]) -> bool:
        """Whether parts are listed names and words around them, at least one of them a name."""
        named = {0: False}  # where names and words may end, and whether one of them is a name
        for end in range(1, len(parts) + 1):
            for start in range(max(0, end - self.most), end):
                key = _key(parts[start:end])
                if start in named and key in self.keys:
                    named[end] = True
                elif start in named and (key in self.around or parts[start:end] == [_POSSESSIVE]):
                    named[end] = named.get(end, False) or named[start]
        return named.get(len(parts), False)

    def _inside(self, parts: Sequence[str], head: str, tail: str) -> bool:
        """Whether parts with some of those before and behind them are one listed name."""
        before, behind = _parts(_APART.split(head)[-1]), _parts(_APART.split(tail)[0])
        return bool(parts) and any(
            (*before[len(before) - left :], *parts, *behind[:right]) in self.names
            for left in range(min(len(before), self.most) + 1)
            for right in range(min(len(behind), self.most - left) + 1)
        )


def _parts(surface: str) -> list[str]:
    """Words in letters without case and accents, and ideographs in Simplified script, each for itself."""
    found: list[str] = []
    for match in _PARTS.finditer(in_simplified(surface)):
        if match[0] == "&":
            found.append(_AND)
        elif not match[0][0].isalnum():
            found.append(_POSSESSIVE)
        else:
            apart = "".join(f" {char} " if is_ideograph(char) else char for char in match[0])
            found += fold_latin(apart).split()
    return found


def _key(parts: Sequence[str]) -> str:
    """What names are compared by."""
    return "".join(parts).replace("'", "")
