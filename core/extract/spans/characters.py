"""What the network for ideographs sees of a text: six numbers for every character.

All is one to one with the code points of the text: the first step folds each character by itself (Traditional to
Simplified, full width to half width). The same code reads in training and at run time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.extract.spans.pieces import Ids

WINDOW, OVERLAP = 256, 64
"""Characters of one run of the network, and those that two neighbouring runs share."""
BUCKETS = 8192
"""Into which pairs of characters are sorted by a hash."""
CLASSES = (
    "none",
    "digit",
    "lower",
    "upper",
    "ideograph",
    "numeral",
    "punctuation",
    "symbol",
    "space",
    "line",
    "kana",
    "letter",
    "wide digit",
    "wide letter",
)
NAMING = (
    "none",
    "rare surname",
    "surname",
    "given",
    "rare surname, given",
    "surname, given",
    "opens double surname",
    "closes double surname",
)
BORDERS = ("none", "begin", "middle", "end", "single")
COLUMNS = ("characters", "classes", "naming", "borders", "left", "right")
FULL_WIDTH = 0xFEE0
"""By what a full-width sign lies above its plain one."""

_NUMERALS = frozenset("〇零一二三四五六七八九十百千万亿两幺壹贰叁肆伍陆柒捌玖拾佰仟")
_COMMON = 0.25
"""Prior from which on a surname counts as one that is seldom an ordinary word."""

Segmenter = Callable[[str], Sequence[str]]
"""Cuts a text into words that together are the text again, as `rjieba.cut` does."""


@dataclass(frozen=True, slots=True)
class CharacterTables:
    """The lists beside the model. `characters` gives the row of the vectors; `unknown` is for all others."""

    characters: Mapping[str, int]
    unknown: int
    folding: Mapping[str, str]
    surnames: Mapping[str, float]
    given: frozenset[str]

    @classmethod
    def parsed(cls, characters: str, folding: str, surnames: str, given: str) -> CharacterTables:
        """From the texts of the four files. Raises ValueError."""
        rows = characters.split("\n")[:-1]
        return cls(
            {sign: row for row, sign in enumerate(rows)},
            len(rows),
            dict(_pairs(folding)),
            {name: float(prior) for name, prior in _pairs(surnames)},
            frozenset("".join(_lines(given))),
        )

    def folded(self, text: str) -> str:
        """The text with every character replaced by its plain form; as long as the text."""
        return "".join(
            self.folding.get(sign) or (chr(ord(sign) - FULL_WIDTH) if "\uff01" <= sign <= "\uff5e" else sign)
            for sign in text
        )

    def features(self, text: str, segmenter: Segmenter) -> Ids:
        """`[characters, COLUMNS]`."""
        plain = self.folded(text)
        out = np.zeros((len(text), len(COLUMNS)), dtype=np.int64)
        if not text:
            return out
        row = self.characters
        out[:, 0] = [row.get(s, row.get(t, self.unknown)) for s, t in zip(plain, text, strict=True)]
        out[:, 1] = [class_of(sign) for sign in text]
        out[:, 2] = self.naming(plain)
        out[:, 3] = borders_of(plain, segmenter)
        codes = np.fromiter(map(ord, plain), dtype=np.int64, count=len(plain))
        pairs = np.zeros(len(text) + 1, dtype=np.int64)
        pairs[1:-1] = 1 + (codes[:-1] * 40503 + codes[1:] * 30011 + (codes[:-1] ^ codes[1:]) * 7) % (BUCKETS - 1)
        out[:, 4], out[:, 5] = pairs[:-1], pairs[1:]
        return out

    def naming(self, plain: str) -> list[int]:
        """The index in NAMING of every character of a folded text."""
        out: list[int] = []
        double = False
        for at, sign in enumerate(plain):
            if double:
                double = False
                name = "closes double surname"
            elif plain[at : at + 2] in self.surnames and at + 1 < len(plain):
                double = True
                name = "opens double surname"
            else:
                prior = self.surnames.get(sign)
                parts = [] if prior is None else ["surname" if prior >= _COMMON else "rare surname"]
                name = ", ".join([*parts, *(["given"] if sign in self.given else [])]) or "none"
            out.append(NAMING.index(name))
        return out


def _lines(content: str) -> Iterable[str]:
    return (line for line in content.splitlines() if line and not line.startswith("# "))


def _pairs(content: str) -> Iterator[tuple[str, str]]:
    for line in _lines(content):
        left, right = line.split("\t")
        yield left, right


def class_of(sign: str) -> int:
    """The index in CLASSES of a character as it stands in the text."""
    if sign in "\r\n":
        name = "line"
    elif sign.isspace():
        name = "space"
    elif sign.isascii():
        name = _class_of_ascii(sign)
    elif "\uff10" <= sign <= "\uff19":
        name = "wide digit"
    elif "\uff21" <= sign <= "\uff5a" and sign.isalpha():
        name = "wide letter"
    elif sign in _NUMERALS:
        name = "numeral"
    elif "\u3040" <= sign <= "\u30ff":
        name = "kana"
    elif sign.isalpha():
        name = "ideograph" if "\u3400" <= sign <= "\u9fff" or sign >= "\U00020000" else "letter"
    else:
        name = "punctuation" if "\u2010" <= sign <= "\u2027" or "\u3001" <= sign <= "\uff65" else "symbol"
    return CLASSES.index(name)


def _class_of_ascii(sign: str) -> str:
    if sign.isdigit():
        return "digit"
    if sign.isalpha():
        return "lower" if sign.islower() else "upper"
    return "punctuation" if sign in ",.!?;:'\"()-" else "symbol"


def borders_of(text: str, segmenter: Segmenter) -> list[int]:
    """The index in BORDERS of every character: where words begin and end. Raises ValueError."""
    out: list[int] = []
    for word in segmenter(text):
        out += [4] if len(word) == 1 else [1, *[2] * (len(word) - 2), 3]
    if len(out) != len(text):
        raise ValueError("words")
    return out
