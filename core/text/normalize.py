"""The normalised view of a text, with an exact map back to the original (DESIGN 5.1, UI-26).

The view folds what never carries meaning for detection: compatibility forms and width (NFKC), digits of every script
and in every ring, line ends, exotic spaces, dash variants, letters of other scripts inside a Latin word that look
like Latin ones. One space between Chinese characters and a number, or in a Chinese word that is written apart
(陈 建 国), means nothing. What nobody sees vanishes: default-ignorable code points, controls, marks drawn over a
letter. Case stays.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from core.text.characters import ignorable, lookalikes

_DROPPED = ignorable() | frozenset(
    char for code in range(0xA0) if unicodedata.category(char := chr(code)) == "Cc" and not char.isspace()
)
_SPACES = frozenset(
    "\u2800\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
)
_DASHES = frozenset("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d")
_BREAKS = frozenset("\u0085\u2028\u2029\x0b\x0c\r")
_HAN = "\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0002fa1f"
_LIKE_ASCII = {letter: like for letter, like in lookalikes().items() if like.isascii()}
_LOOKALIKE = re.compile(f"[{''.join(_LIKE_ASCII)}]")
_UNSEEN = "".join(map(re.escape, sorted(_DROPPED)))
_WORD = re.compile(f"(?:(?![_{_HAN}])\\w|[{_UNSEEN}])+")
"""A run of letters and digits without ideographs; what nobody sees does not end it."""
_NUMBER_GAP = re.compile(f"(?<=[{_HAN}]) (?=[0-9])|(?<=[0-9]) (?=[{_HAN}])")
_WRITTEN_APART = re.compile(f"(?<![{_HAN}])[{_HAN}](?: [{_HAN}]){{2,}}(?![{_HAN}])")
LIKE_DIGIT = {"o": "0", "O": "0", "l": "1", "I": "1", "i": "1"}
"""Letters that stand for digits in a number."""
LEAST_DISGUISED = 2
"""Letters of a word that is wholly made of look-alikes; one alone is a symbol (α, μ)."""

# Runs that may change: CR (alone or before LF), or anything outside printable ASCII, tab, LF and the
# ideographs and kana that NFKC maps to themselves; combining marks join the character before them.
_CANDIDATE = re.compile(
    "\r\n?|[^\t\n\x20-\x7e\u3001\u3002\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0002f7ff]"
    "|(?<=[0-9\u3400-\u9fff]) (?=[0-9\u3400-\u9fff])"
    "|.[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099\u309a\ufe00-\ufe0f\ufe20-\ufe2f]+",
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
    plain = segment[0].isascii()
    for char in unicodedata.normalize("NFKC", "".join(char for char in segment if char not in _DROPPED)):
        if char in _DROPPED or _is_overlay(char) or (plain and folded and unicodedata.combining(char)):
            continue
        if char in _BREAKS:
            folded.append("\n")
        elif char in _SPACES:
            folded.append(" ")
        elif char in _DASHES:
            folded.append("-")
        elif char.isdigit():
            folded.append(str(unicodedata.digit(char)))
        else:
            folded.append(char)
    return "".join(folded)


def _is_overlay(char: str) -> bool:
    """A mark that is drawn over or around the letter before it and makes no other letter of it."""
    return char >= "\u0300" and (unicodedata.combining(char) == 1 or unicodedata.category(char) == "Me")


def _gaps(original: str) -> Iterator[int]:
    """Offsets of spaces that stand between Chinese characters and digits, or inside Chinese characters that are written
    one by one."""
    if " " not in original:
        return
    for gap in _NUMBER_GAP.finditer(original):
        yield gap.start()
    for apart in _WRITTEN_APART.finditer(original):
        yield from range(apart.start() + 1, apart.end(), 2)


def _disguised(original: str) -> dict[int, str]:
    """Offsets of letters that only look like Latin ones, with what they look like: inside a word with Latin letters or
    digits, or in a word that consists of nothing else."""
    if _LOOKALIKE.search(original) is None:
        return {}
    found: dict[int, str] = {}
    for word in _WORD.finditer(original):
        places = [place for place in range(word.start(), word.end()) if original[place] in _LIKE_ASCII]
        if not places:
            continue
        signs = [char for char in word.group() if char.isalnum()]
        latin = any(char.isascii() and char.isalpha() for char in signs)
        number = not latin and any(map(str.isdecimal, signs))
        if latin or number or len(places) == len(signs) >= LEAST_DISGUISED:
            likes = {place: _LIKE_ASCII[original[place]] for place in places}
            found.update({place: LIKE_DIGIT.get(like, like) for place, like in likes.items()} if number else likes)
    return found


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
    rewritten = {**_disguised(original), **dict.fromkeys(_gaps(original), "")}

    def open_segment(at: int, is_changed: bool) -> None:
        if source[-1] == at:
            view[-1], changed[-1] = length, is_changed
        else:
            view.append(length)
            source.append(at)
            changed.append(is_changed)

    for match in _CANDIDATE.finditer(original):
        segment = match.group()
        place = match.start()
        folded = rewritten[place] if place in rewritten else fold(segment)
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
