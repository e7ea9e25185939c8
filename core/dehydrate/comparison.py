"""Views of a text under which spellings of one value are equal, each with a map back to the text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.text.comparison import RUN, ComparisonView, append, squeeze
from core.text.normalize import LIKE_DIGIT, NormalizedText
from core.text.scripts import is_ideograph

_DIGIT_WORDS = {
    "zero": "0",
    "oh": "0",
    "one": "1",
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "seven": "7",
    "eight": "8",
    "nine": "9",
}
_DIGIT_HAN = {
    "零": "0",
    "〇": "0",
    "一": "1",
    "二": "2",
    "三": "3",
    "四": "4",
    "五": "5",
    "六": "6",
    "七": "7",
    "八": "8",
    "九": "9",
    "幺": "1",
    "两": "2",
}
_PLACES_HAN = frozenset("十百千万亿")
_SPELLED = re.compile(
    r"\b(?:" + "|".join(_DIGIT_WORDS) + r")\b|[" + "".join(_DIGIT_HAN) + "]", re.IGNORECASE | re.ASCII
)
_DISGUISED_DIGITS = re.compile(r"(?<![a-zA-Z])(?=[oOliI]*\d)\d*[oOliI][oOliI\d]*(?![a-zA-Z])")
"""Digits among which letters stand for digits: 2O2, l39."""

_AS_DIGIT = str.maketrans(LIKE_DIGIT)

ANYWHERE_LETTERS = 8
ANYWHERE_DIGITS = 7
ANYWHERE_IDEOGRAPHS = 2
CASE_STRICT_LETTERS = 3
"""A key with this many letters, digits or ideographs is found anywhere; a shorter one only between boundaries, and
letters up to CASE_STRICT_LETTERS only as they were written: `Li` is a name, `he` a pronoun."""


def squeeze_digits(normal: NormalizedText) -> ComparisonView | None:
    """The view in which spelled digits (one, 一, 幺, the O of 2O2) are digits; None when the text spells none."""
    text = _DISGUISED_DIGITS.sub(lambda found: found.group().translate(_AS_DIGIT), normal.text)
    if text == normal.text and _SPELLED.search(text) is None:
        return None
    parts: list[str] = []
    positions: list[int] = []
    ends: list[int] = []
    last = 0

    def plain(until: int) -> None:
        for run in RUN.finditer(text, last, until):
            append(run.group(), run.start(), parts, positions)
        ends.extend(position + 1 for position in positions[len(ends) :])

    for match in _SPELLED.finditer(text):
        plain(match.start())
        word = match.group().lower()
        parts.append(_DIGIT_WORDS.get(word) or _DIGIT_HAN[word])
        positions.append(match.start())
        ends.append(match.end())
        last = match.end()
    plain(len(text))
    return ComparisonView(normal, "".join(parts), tuple(positions), tuple(ends))


@dataclass(frozen=True, slots=True)
class TextKey:
    """One spelling in the comparison view. `bounded`: only between boundaries; `written`: case-strict surface;
    `long_number`: enough digits to be found inside a longer number too; `counted`: a number with its unit, which
    may not be the tail of a longer numeral (一百六十七岁)."""

    key: str
    bounded: bool
    written: str = ""
    long_number: bool = False
    counted: bool = False


def text_key(surface: str) -> TextKey | None:
    """The key of a surface, None where it is too short to be told from ordinary text (one letter or digit)."""
    view = squeeze(surface)
    key = view.text
    ideographs = sum(map(is_ideograph, key))
    digits = sum(map(str.isdigit, key))
    letters = len(key) - ideographs - digits
    if not key or (len(key) == 1 and not ideographs):
        return None
    if ideographs:
        return TextKey(key, bounded=ideographs < ANYWHERE_IDEOGRAPHS, long_number=digits >= ANYWHERE_DIGITS)
    if letters and not digits and letters <= CASE_STRICT_LETTERS:
        return TextKey(key, bounded=True, written=view.normal.text.strip())
    enough = len(key) >= (ANYWHERE_DIGITS if digits == len(key) else ANYWHERE_LETTERS)
    return TextKey(key, bounded=not enough, long_number=digits >= ANYWHERE_DIGITS)


def bounded(view: ComparisonView, start: int, end: int) -> bool:
    """Whether `[start, end)` of the normalised text stands alone: not inside a word, a longer number or, for one
    ideograph, a Chinese word."""
    text = view.normal.text
    return _edge(
        text[start : start + 1], text[start - 1 : start], text[max(0, start - 2) : max(0, start - 1)]
    ) and _edge(text[end - 1 : end], text[end : end + 1], text[end + 1 : end + 2])


def _edge(inner: str, outer: str, beyond: str) -> bool:
    if not outer:
        return True
    if inner.isdigit():
        return not (outer.isdigit() or (outer in ".," and beyond.isdigit()))
    if is_ideograph(inner):
        return not (outer.isalpha() and is_ideograph(outer))
    return not (outer.isalpha() and not is_ideograph(outer))


def occurrences(view: ComparisonView, key: TextKey) -> tuple[tuple[int, int], ...]:
    """Spans of the normalised text where the key occurs; for short texts (renderings)."""
    found = []
    at = view.text.find(key.key)
    while at >= 0:
        span = view.span(at, at + len(key.key))
        if accepted(view, key, *span):
            found.append(span)
        at = view.text.find(key.key, at + 1)
    return tuple(found)


def accepted(view: ComparisonView, key: TextKey, start: int, end: int) -> bool:
    """Whether a match of the key's letters at `[start, end)` of the normalised text counts."""
    if key.written and view.normal.text[start:end] not in (key.written, key.written.upper()):
        return False
    if key.counted and start and _is_numeral(view.normal.text[start]) and _is_numeral(view.normal.text[start - 1]):
        return False
    if key.bounded:
        return bounded(view, start, end)
    return key.long_number or _digit_edges(view.normal.text, start, end)


def _is_numeral(char: str) -> bool:
    return char.isdigit() or char in _DIGIT_HAN or char in _PLACES_HAN


def _digit_edges(text: str, start: int, end: int) -> bool:
    """Whether a match that begins or ends with a digit is not cut out of a longer number."""
    opens = not text[start].isdigit() or _edge(
        text[start], text[start - 1 : start], text[max(0, start - 2) : max(0, start - 1)]
    )
    closes = not text[end - 1].isdigit() or _edge(text[end - 1], text[end : end + 1], text[end + 1 : end + 2])
    return opens and closes
