"""The normalised view of a text, with an exact map back to the original (DESIGN 5.1, UI-26).

The view folds what never carries meaning for detection: compatibility forms and width (NFKC), decimal
digits of every script, line ends, exotic spaces, dash variants; zero-width characters vanish. Case stays.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass, field

_DROPPED = frozenset(
    "\u00ad\u200b\u200c\u200d\u2060\u2061\u2062\u2063\ufeff\u180e\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
_SPACES = frozenset("\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000")
_DASHES = frozenset("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d")
_BREAKS = frozenset("\u0085\u2028\u2029\x0b\x0c\r")

# Runs that may change: CR (alone or before LF), or anything outside printable ASCII, tab, LF and the
# ideographs and kana that NFKC maps to themselves; combining marks join the character before them.
_CANDIDATE = re.compile(
    "\r\n?|[^\t\n\x20-\x7e\u3001\u3002\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0002f7ff]"
    "|.[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099\u309a\ufe20-\ufe2f]+",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class NormalizedText:
    """`text` is the view of `original`; offsets of both are code points.

    `_view`/`_source` are parallel, sorted starts of segments; inside a segment that did not change,
    offsets advance together; a changed segment maps as a whole.
    """

    original: str
    text: str
    _view: tuple[int, ...] = field(repr=False)
    _source: tuple[int, ...] = field(repr=False)
    _changed: tuple[bool, ...] = field(repr=False)

    def _locate(self, starts: tuple[int, ...], offset: int) -> int:
        return max(0, bisect_right(starts, offset) - 1)

    def to_original(self, start: int, end: int) -> tuple[int, int]:
        """Original span `[start, end)` that produced the view's span; covers whole changed segments."""
        if start >= end:
            point = self._point_to_original(start)
            return point, point
        return self._point_to_original(start), self._end_to_original(end)

    def _point_to_original(self, offset: int) -> int:
        index = self._locate(self._view, offset)
        if self._changed[index]:
            return self._source[index]
        return self._source[index] + (offset - self._view[index])

    def _end_to_original(self, end: int) -> int:
        index = self._locate(self._view, end - 1)
        if self._changed[index]:
            return self._source[index + 1] if index + 1 < len(self._source) else len(self.original)
        return self._source[index] + (end - self._view[index])

    def to_view(self, start: int, end: int) -> tuple[int, int]:
        """Span of the view that the original span `[start, end)` produced."""
        return self._point_to_view(start, closing=False), self._point_to_view(end, closing=True)

    def _point_to_view(self, offset: int, *, closing: bool) -> int:
        index = self._locate(self._source, offset - 1 if closing and offset else offset)
        if self._changed[index]:
            if closing and offset > self._source[index]:
                return self._view[index + 1] if index + 1 < len(self._view) else len(self.text)
            return self._view[index]
        return min(self._view[index] + (offset - self._source[index]), len(self.text))


def fold(segment: str) -> str:
    """The view of one segment: a character with its combining marks, or a line end."""
    if segment[0] == "\r":
        return "\n"
    folded: list[str] = []
    for char in unicodedata.normalize("NFKC", segment):
        if char in _DROPPED:
            continue
        if char in _BREAKS:
            folded.append("\n")
        elif char in _SPACES:
            folded.append(" ")
        elif char in _DASHES:
            folded.append("-")
        elif char.isdecimal():
            folded.append(str(unicodedata.decimal(char)))
        else:
            folded.append(char)
    return "".join(folded)


def normalize(original: str) -> NormalizedText:
    """Build the view. Linear in the length of the text; text that needs no change is not copied."""
    if _CANDIDATE.search(original) is None:
        return NormalizedText(original, original, (0,), (0,), (False,))
    parts: list[str] = []
    view: list[int] = [0]
    source: list[int] = [0]
    changed: list[bool] = [False]
    position = 0
    length = 0

    def open_segment(at: int, is_changed: bool) -> None:
        if source[-1] == at:
            view[-1], changed[-1] = length, is_changed
        else:
            view.append(length)
            source.append(at)
            changed.append(is_changed)

    for match in _CANDIDATE.finditer(original):
        segment = match.group()
        folded = fold(segment)
        if folded == segment:
            continue
        start, end = match.span()
        if start > position:
            parts.append(original[position:start])
            length += start - position
        open_segment(start, True)
        parts.append(folded)
        length += len(folded)
        open_segment(end, False)
        position = end
    if position == 0:
        return NormalizedText(original, original, (0,), (0,), (False,))
    parts.append(original[position:])
    return NormalizedText(original, "".join(parts), tuple(view), tuple(source), tuple(changed))


def comparison_key(text: str) -> str:
    """Form under which two spellings of one value are equal: folded, case-folded, letters and digits only."""
    return "".join(char for char in normalize(text).text.casefold() if char.isalnum())
