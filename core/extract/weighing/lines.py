"""Numbers end with their line: what is made of digits, spelled ones included, runs over no line end and no bracket that
opens in it, unless check digits prove the whole."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import replace

from core.domain.taxonomy import Taxonomy
from core.extract.candidate import Candidate
from core.extract.disguise_words import disguise_words
from core.extract.explicit.validators import proves_whole
from core.extract.spans.borders import CODE_GROUPS
from core.extract.spans.reader import SpanFinding
from core.extract.weighing.borders import cut
from core.extract.weighing.joining import KEYED

_LEAST = 2
"""Digits of a line that is one of a number's."""
_BREAK = re.compile(r"[ \t\u3000]*(?:\n\s*)+")
_OPENS = {
    "(": ")",
    "（": "）",
    "[": "]",
    "【": "】",
    "「": "」",
    "『": "』",
    "《": "》",
    "〈": "〉",
    "〔": "〕",
    "{": "}",
}
_WORD = re.compile(r"[A-Za-z]+|[^\W_]")
_EDGE = " \t\u3000\n"


def pieces(text: str, start: int, end: int) -> tuple[tuple[int, int], ...]:
    """`[start, end)` line by line, cut before a bracket that opens in it and does not close; as it is where no line of
    it is a number, and where check digits prove the whole."""
    found = [part for line in _lines(text, start, end) for part in _unbracketed(text, *line)]
    if not found or found == [(start, end)]:
        return ((start, end),)
    digits = [_digits(text[one:two]) for one, two in found]
    if not any(len(said) >= _LEAST for said in digits):
        return ((start, end),)
    signs = "".join(filter(str.isalnum, text[start:end]))
    if proves_whole(signs) or (all(digits) and proves_whole("".join(digits))):
        return ((start, end),)
    return tuple(found)


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for gap in _BREAK.finditer(text, start, end):
        if start < gap.start():
            yield start, gap.start()
        start = gap.end()
    if start < end:
        yield start, end


def _unbracketed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The line without an unclosed bracket; what stands behind it is a piece of its own."""
    for at in range(start, end):
        close = _OPENS.get(text[at])
        if close is None or close in text[at + 1 : end + 1]:
            continue
        if text[start:at].strip(_EDGE):
            yield start, at - (len(text[start:at]) - len(text[start:at].rstrip(_EDGE)))
        if text[at + 1 : end].strip(_EDGE):
            yield at + 1, end
        return
    yield start, end


def _digits(surface: str) -> str:
    """The digits that a surface says, empty where it has anything but digits and words for them."""
    words = disguise_words()
    said = []
    for word in _WORD.findall(surface):
        low = word.lower()
        number = unicodedata.decimal(word, None) if len(word) == 1 else None
        if number is not None:
            said.append(str(number))
        elif low in words.digits:
            said.append(words.digits[low])
        elif low in words.tens:
            said.append(words.tens[low])
        elif low not in words.repeats:
            return ""
    return "".join(said)


def parted(finding: SpanFinding, text: str) -> Iterator[SpanFinding]:
    """A finding of the reader, a code of digits among them line by line."""
    spans = pieces(text, finding.start, finding.end) if finding.group in CODE_GROUPS else ()
    for start, end in spans or ((finding.start, finding.end),):
        yield replace(finding, start=start, end=end)


def within_lines(candidates: Iterable[Candidate], text: str, taxonomy: Taxonomy) -> list[Candidate]:
    """The candidates, numbers among them line by line."""
    kept: list[Candidate] = []
    for item in candidates:
        numbers = item.validation is not True and taxonomy[item.type_id].family in KEYED
        spans = pieces(text, item.start, item.end) if numbers else ((item.start, item.end),)
        kept += [cut(item, *span, text) for span in spans]
    return kept
