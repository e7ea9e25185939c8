"""Tokens of a text: a word, a run of digits, an ideograph, a sign, a line end."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass

IDEOGRAPHS = "\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0002fa1f"
_TOKEN = re.compile(rf"[{IDEOGRAPHS}]|[^\W\d_{IDEOGRAPHS}]+|\d+|\n|[^\s]")
_CHUNK = re.compile(rf"[^\s{IDEOGRAPHS}\u3000-\u303f\uff00-\uffef]+")
_HAS_IDEOGRAPH = re.compile(f"[{IDEOGRAPHS}]")
LINE_END = "\n"


@dataclass(frozen=True, slots=True)
class Tokens:
    """Parallel tuples: `[start, end)` in code points of the text and the surface; sorted, without overlap."""

    starts: tuple[int, ...]
    ends: tuple[int, ...]
    words: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.words)

    def covered(self, start: int, end: int) -> range:
        """Indices of the tokens that share a code point with `[start, end)`."""
        return range(bisect_right(self.ends, start), bisect_left(self.starts, end))


def tokenize(text: str) -> Tokens:
    """The tokens of `text` in order; white space other than line ends is none."""
    found = [(match.start(), match.end(), match.group()) for match in _TOKEN.finditer(text)]
    return Tokens(tuple(x[0] for x in found), tuple(x[1] for x in found), tuple(x[2] for x in found))


def chunks(text: str) -> list[tuple[int, int]]:
    """Runs without white space, ideographs and full-width signs: what a code, a link or a file name cannot pass."""
    return [match.span() for match in _CHUNK.finditer(text)]


def has_ideographs(text: str) -> bool:
    """Whether any Chinese character stands in the text."""
    return _HAS_IDEOGRAPH.search(text) is not None
