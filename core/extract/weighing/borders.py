"""Where a value begins and ends: brackets, labels, keys and columns beside it are none of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from core.extract.candidate import Candidate
from core.extract.spans.reader import SpanFinding
from core.extract.told_of import PERSON

_BRACKETS = (("(", ")"), ("（", "）"), ("[", "]"), ("【", "】"), ("「", "」"), ("《", "》"))
_GAP = re.compile(r"\t|[ \u3000]{3,}")
"""What parts the columns of a form."""
_NEXT_LABEL = re.compile(r"(?:[ \u3000]{2,}|\t|\n)[^\s:：]{1,16}\Z")
_COLON = re.compile(r"[)\]）】]?[ \u3000]?[:：]")
_LOOSE_END = re.compile(r"[ \t]+[-–—]?[ \t]*\Z")
_KEY = re.compile(r"[A-Za-z_][\w.-]*=")
_COUNTED_CODE = re.compile(r"(?<!第)[!-~]{5,}(?P<word>[号號])")
"""A code with the word for number behind it, which is no part of it."""

_QUOTES = frozenset('"“”')


def value_of(type_id: str, surface: str) -> str:
    """The value that the letters of a surface say: names keep their capitals."""
    plain = " ".join(surface.split())
    return plain if type_id == PERSON else plain.casefold()


def cut(item: Candidate, start: int, end: int, text: str) -> Candidate:
    """The finding without words at its edges; a value that has lost some is read anew from its letters."""
    if (start, end) == (item.start, item.end):
        return item
    return replace(item, start=start, end=end, value=value_of(item.type_id, text[start:end]))


def grown(head: Candidate, start: int, end: int, item: Candidate, text: str) -> Candidate:
    """`head` from `start` to `end`, with the word of `item` where it has none; a value that has grown is read anew from
    its letters."""
    return replace(cut(head, start, end, text), role=head.role or item.role, sure=head.sure or item.sure)


def trimmed(item: Candidate, text: str) -> Candidate:
    """The finding without the label of the next field and the bracket that closes one which opened before it."""
    start, end = item.start, _before_label(text, item.start, item.end)
    line = text.rfind("\n", 0, start) + 1
    for one, two in _BRACKETS:
        alone = text.count(two, start, end) > text.count(one, start, end)
        if text[end - 1] == two and alone and text.count(one, line, start) > text.count(two, line, start):
            end -= 1
    if (loose := _LOOSE_END.search(text, start + 1, end)) is not None:
        end = loose.start()
    return cut(item, start, end, text)


def closed(item: Candidate, text: str) -> Candidate:
    """With the bracket that closes one which opened inside it."""
    surface = text[item.start : item.end]
    after = text[item.end : item.end + 1]
    if any(surface.count(one) > surface.count(two) and after == two for one, two in _BRACKETS):
        return grown(item, item.start, item.end + 1, item, text)
    return item


def unquoted(finding: SpanFinding, text: str) -> Iterator[SpanFinding]:
    """The finding, parted at a quotation mark of which the other one stands outside: Pete" Khoury."""
    marks = [at for at in range(finding.start, finding.end) if text[at] in _QUOTES]
    if len(marks) != 1:
        yield finding
        return
    for start, end in ((finding.start, marks[0]), (marks[0] + 1, finding.end)):
        while start < end and text[start].isspace():
            start += 1
        while start < end and text[end - 1].isspace():
            end -= 1
        if start < end:
            yield replace(finding, start=start, end=end)


def fields(finding: SpanFinding, text: str) -> Iterator[SpanFinding]:
    """The finding, parted where the columns of a form are parted."""
    start, end = finding.start, _before_label(text, finding.start, finding.end)
    for gap in _GAP.finditer(text, start, end):
        if gap.start() > start:
            yield replace(finding, start=start, end=gap.start())
        start = gap.end()
    if start < end:
        yield replace(finding, start=start, end=end)


def _before_label(text: str, start: int, end: int) -> int:
    """Where the value ends: before the label of the next field (`HTWE  Given` before a colon)."""
    label = _NEXT_LABEL.search(text, start, end)
    return label.start() if label is not None and label.start() > start and _COLON.match(text, end) else end


def behind_key(text: str, start: int, end: int) -> tuple[int, int]:
    """The value without the key of an assignment: `X` of `DB_PASS=X`; nothing is left of a key alone."""
    key = _KEY.match(text, start, end)
    return (key.end(), end) if key is not None else (start, end)


def before_counter(text: str, start: int, end: int) -> int:
    """Where a code ends: before the word for number behind it."""
    counted = _COUNTED_CODE.fullmatch(text, start, end)
    return counted.start("word") if counted is not None else end
