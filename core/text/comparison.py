"""The comparison view: a text as letters and digits only, under which spellings of one value are equal."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from core.text.characters import lookalikes, simplified
from core.text.normalize import NormalizedText, normalize

RUN = re.compile(r"[^\W_]+")
"""Letters and digits in a row."""


@dataclass(frozen=True, slots=True)
class ComparisonView:
    """`text`: letters and digits only, case-folded, without accents, look-alikes as what they look like, ideographs in
    their Simplified form; `positions[i]`: where character i came from in `normal`; `ends[i]`: where what it stands
    for ends there, () where that is one character further."""

    normal: NormalizedText
    text: str
    positions: tuple[int, ...]
    ends: tuple[int, ...] = ()

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Span of the normalised text behind `[start, end)` of the view."""
        return self.positions[start], self.ends[end - 1] if self.ends else self.positions[end - 1] + 1


def squeeze(text: str) -> ComparisonView:
    """The comparison view. Linear in the length of the text."""
    return squeeze_normal(normalize(text))


def squeeze_normal(normal: NormalizedText) -> ComparisonView:
    """As `squeeze`, for a text that was normalised already."""
    parts: list[str] = []
    positions: list[int] = []
    for run in RUN.finditer(normal.text):
        append(run.group(), run.start(), parts, positions)
    return ComparisonView(normal, "".join(parts), tuple(positions))


@lru_cache(maxsize=1)
def _one_form() -> dict[int, str]:
    """Case-folded characters that differ from the one they are compared as; for `str.translate`."""
    table = {ord(letter): like.casefold() for letter, like in lookalikes().items()}
    table |= {
        ord(letter.casefold()): like.casefold() for letter, like in lookalikes().items() if len(letter.casefold()) == 1
    }
    table |= {ord(char): plain for char, plain in simplified().items()}
    for code in range(0xC0, 0x250):
        base = unicodedata.normalize("NFD", chr(code).casefold())[0]
        if base != chr(code).casefold():
            table[code] = base
    for code in range(0x1E00, 0x1F00):
        base = unicodedata.normalize("NFD", chr(code))[0].casefold()
        if base.isascii():
            table[code] = base
    return table


def append(run: str, at: int, parts: list[str], positions: list[int]) -> None:
    """Add a run that starts at `at` of the normalised text to the view in the making."""
    folded = run.casefold()
    parts.append(folded if folded.isascii() else folded.translate(_one_form()))
    if len(folded) == len(run):
        positions.extend(range(at, at + len(run)))
        return
    for offset, char in enumerate(run):
        positions.extend([at + offset] * len(char.casefold()))
