"""Borders of findings: whole words and whole codes, one name in one piece, no title or label inside."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from core.extract.spans.tokens import IDEOGRAPHS, chunks

_OPENING = "([{<\"'“‘《「『【（"
_CLOSING = ")]}>\"'”’》」』】）"
_PAIRS = dict(zip(_CLOSING, _OPENING, strict=True))
_EDGE = " \t,.;:!?、，。；：！？…|*~"
_CODE_PART = re.compile(r"[A-Za-z0-9\u00c0-\u024f]")
_POSSESSIVE = re.compile(r"['’]s?\Z")
_PARTED = re.compile(r"[=|,;:\"'“”‘’()\[\]{}<>]")
_MASK = re.compile(r"[*＊]{2,}|[×✕○●]+|(?<=\w)\([A-Z0-9]\)")
_NUMBERS = re.compile(r"\d+(?:[-/.:]\d+)+")
_LATIN_OR_DIGIT = re.compile(rf"[^\W{IDEOGRAPHS}]")
_HALF_BEFORE = re.compile(r"(?<![^\W_])[A-Z\u00c0-\u00de][^\W\d_]*[-\u2010\u2011]\Z")
_HALF_AFTER = re.compile(r"[-\u2010\u2011][A-Z\u00c0-\u00de][^\W\d_]*(?![^\W_])")
NAME = "name"
LONGEST_HALF = 24
"""Code points of half of a double name."""
CODE_GROUPS = frozenset({"number", "contact", "handle"})
"""Groups whose values are codes: a finding of them covers the whole code."""


class Borders:
    """Snaps spans of one text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._chunks: Sequence[tuple[int, int]] = [
            piece for start, end in chunks(text) for piece in _codes(text, start, end)
        ]
        self._starts = [start for start, _ in self._chunks]

    def snap(self, start: int, end: int, group: str) -> tuple[int, int]:
        """The span in whole words, and in whole codes where it is one; may be empty when only signs are left."""
        start, end = self._trimmed(start, end)
        if start >= end:
            return start, start
        start, end = self._whole_words(start, end)
        if group == NAME:
            start, end = self._whole_name(start, end)
        first, last = self._code_at(start), self._code_at(end - 1)
        if first is not None and (group in CODE_GROUPS or _is_code(self._text[first[0] : first[1]])):
            start = min(start, first[0])
        if last is not None and (group in CODE_GROUPS or _is_code(self._text[last[0] : last[1]])):
            end = max(end, last[1])
        start, end = self._trimmed(start, end)
        return start, self._masked(start, end)

    def _masked(self, start: int, end: int) -> int:
        """The end with what masks the rest of the value (R1****, 佟××), unless the same signs open it as well."""
        mask = _MASK.match(self._text, end)
        if mask is None or self._text.startswith(mask.group()[:1], max(0, start - 1)):
            return end
        return mask.end()

    def _code_at(self, position: int) -> tuple[int, int] | None:
        index = bisect_right(self._starts, position) - 1
        if index < 0 or self._chunks[index][1] <= position:
            return None
        return self._chunks[index]

    def _whole_words(self, start: int, end: int) -> tuple[int, int]:
        """Never inside a word or a number; ideographs part everywhere."""
        text = self._text
        while start > 0 and _LATIN_OR_DIGIT.match(text[start - 1]) and _LATIN_OR_DIGIT.match(text[start]):
            if text[start - 1].isdigit() != text[start].isdigit() and not _is_code_char(text, start):
                break
            start -= 1
        while end < len(text) and _LATIN_OR_DIGIT.match(text[end]) and _LATIN_OR_DIGIT.match(text[end - 1]):
            if text[end].isdigit() != text[end - 1].isdigit() and not _is_code_char(text, end):
                break
            end += 1
        return start, end

    def _whole_name(self, start: int, end: int) -> tuple[int, int]:
        """With the other half of a double name: [Ji]-woo, Oyelaran-[Reyes]."""
        before, after = (
            _HALF_BEFORE.search(self._text[max(0, start - LONGEST_HALF) : start]),
            _HALF_AFTER.match(self._text, end),
        )
        return start - len(before.group()) if before else start, after.end() if after else end

    def _trimmed(self, start: int, end: int) -> tuple[int, int]:
        """Without white space, signs of the sentence, a possessive, and brackets that have no partner inside."""
        text = self._text
        while start < end:
            if text[start] in _EDGE:
                start += 1
            elif text[end - 1] in _EDGE and not _is_initial(text, start, end):
                end -= 1
            elif text[start] in _OPENING and text[start:end].count(_closing(text[start])) == 0:
                start += 1
            elif text[end - 1] in _PAIRS and text.count(_PAIRS[text[end - 1]], start, end - 1) == 0:
                end -= 1
            elif text[start] in "\"'“‘" and text[end - 1] in "\"'”’" and end - start > 1:
                start, end = start + 1, end - 1
            elif end - start > 2 and (match := _POSSESSIVE.search(text, max(start + 1, end - 2), end)) is not None:
                end = match.start()
            else:
                break
        return start, end


def _is_code_char(text: str, at: int) -> bool:
    """Letters and digits written together belong together (A17, 5B); `41M` and `3km` part at the change."""
    return text[at - 1].isalpha()


def _closing(sign: str) -> str:
    return _CLOSING[_OPENING.index(sign)]


def _is_initial(text: str, start: int, end: int) -> bool:
    """The full stop of `J. R.`: it belongs to the initial before it."""
    return (
        text[end - 1] == "."
        and end - start >= 2
        and text[end - 2].isupper()
        and (end - start == 2 or not text[end - 3].isalnum())
    )


def _is_code(chunk: str) -> bool:
    """Letters and digits mixed, or joined by the signs of links, mail and files."""
    if "@" in chunk or "://" in chunk or "_" in chunk or _NUMBERS.fullmatch(chunk):
        return True
    return any(map(str.isdigit, chunk)) and any(map(str.isalpha, chunk)) and any(sign in chunk for sign in "-/.#")


def _codes(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """A chunk without what encloses it, parted at signs that part fields."""
    if "://" in text[start:end]:
        return [(start, end)]
    pieces = []
    at = start
    for match in _PARTED.finditer(text, start, end):
        if match.start() > at:
            pieces.append((at, match.start()))
        at = match.end()
    if end > at:
        pieces.append((at, end))
    result = []
    for one, two in pieces:
        while two > one and text[two - 1] in ".,;:!?…*~":
            two -= 1
        while one < two and text[one] in "*~.":
            one += 1
        if two > one and _CODE_PART.search(text, one, two):
            result.append((one, two))
    return result
