"""Borders of Chinese words, so that no finding leaves half a word behind."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from core.text.scripts import is_ideograph

LONGEST = 3
"""Ideographs of a word that may be added on each side."""


class WordBorders:
    """Words of one text by the dictionary; read only where a finding begins or ends in ideographs."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts: Sequence[int] | None = None

    def whole(self, start: int, end: int, *, named: bool) -> tuple[int, int]:
        """`[start, end)` without halves of words; empty where it lies inside one word and is no name (`named`).

        A word that stands outside by at most `LONGEST` ideographs is taken in; a name is cut by its own borders, since
        no dictionary holds it.
        """
        text = self._text
        inner = start > 0 and is_ideograph(text[start - 1]) and is_ideograph(text[start])
        outer = end < len(text) and is_ideograph(text[end - 1]) and is_ideograph(text[end])
        if named or not (inner or outer):
            return start, end
        if self._starts is None:
            self._starts = word_starts(text)
        starts = self._starts
        if not starts:
            return start, end
        first = starts[bisect_right(starts, start) - 1]
        index = bisect_right(starts, end - 1)
        last = starts[index] if index < len(starts) else len(text)
        if first < start and last > end and bisect_right(starts, start) == index:
            return start, start
        if inner and start - first <= LONGEST:
            start = first
        if outer and last - end <= LONGEST:
            end = last
        return start, end


def word_starts(text: str) -> Sequence[int]:
    """Where words of the dictionary begin, guessed words left out; empty without the dictionary."""
    try:
        import rjieba
    except ImportError:
        return ()
    starts, position = [], 0
    for word in rjieba.cut(text, False):
        starts.append(position)
        position += len(word)
    return starts
