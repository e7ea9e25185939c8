"""Dates among the findings: their canonical value, whose day of birth they are, and which are a machine's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.domain.disclosure import DisclosureRole
from core.extract.candidate import Candidate
from core.extract.dictionary import folded
from core.extract.quasi import forms
from core.extract.quasi.calendar_words import MONTH
from core.extract.quasi.dates import is_birth
from core.extract.quasi.day_values import DATED, Order, day_value, is_pair, names_day, order_of
from core.extract.spans.borders import CODE_GROUPS
from core.extract.spans.reader import SpanFinding
from core.extract.weighing.borders import cut, value_of
from core.extract.weighing.words import REACH

DATE, BIRTH_DATE = "DATE", "BIRTH_DATE"
_NUMBERS = re.compile(r"(?<![\d./-])(?:\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d\d)|\d{4}([./-])\d{1,2}\2\d{1,2})(?![\d./-])")
"""A date in numbers."""
_NAMED = re.compile(
    rf"(?<![\d./-])\d{{1,2}}[ -]?{MONTH}\.?[ -]?(?:\d{{4}}|\d\d)(?![\d:/%-]|[.,]\d|\s?[ap]m\b)", re.IGNORECASE
)
"""A date with the name of its month and the last digits of its year."""
_WITH_MONTH = re.compile(rf"\d{{1,2}}[ -]?{MONTH}\.?[ -]?(?:19|20)\d\d", re.IGNORECASE)
_POINTED = re.compile(r"\d{1,2}\.\d{1,2}\.\d\d")
_WORD_BEFORE = re.compile(r"(?<![^\W_])([A-Za-z][A-Za-z.+#]*) ?v?\Z")
_COLUMN = re.compile(r"[ \t]{2,}")
_CLOCK = re.compile(r"(?:[T ]?\d{2})?:\d{2}")


def in_timestamp(type_id: str, end: int, text: str) -> bool:
    """Whether a date is the beginning of a machine's timestamp, which locates nobody."""
    return type_id == DATE and _CLOCK.match(text, end) is not None


def product_before(text: str, start: int, end: int) -> tuple[int, int] | None:
    """`[start, end)` of the word in letters right before three numbers with points between, which is perhaps a product
    and they its version (MySQL 5.7.44); None for any other date."""
    word = _WORD_BEFORE.search(text, max(0, start - REACH), start)
    return word.span(1) if word is not None and _POINTED.fullmatch(text, start, end) else None


def is_written_day(surface: str) -> bool:
    """Whether a code is a full date in no form but that of a date: with the word for its month and a year."""
    return _WITH_MONTH.fullmatch(surface) is not None


def days_apart(finding: SpanFinding, text: str) -> Iterator[SpanFinding]:
    """A code, parted from a day that stands before it in the next column (22SEP2016  PP P9038856C)."""
    day = _WITH_MONTH.match(text, finding.start, finding.end) if finding.group in CODE_GROUPS else None
    gap = _COLUMN.match(text, day.end(), finding.end) if day is not None else None
    if day is None or gap is None:
        yield finding
        return
    yield replace(finding, end=day.end())
    yield replace(finding, start=gap.end())


def dated(candidates: Sequence[Candidate], text: str) -> tuple[Candidate, ...]:
    """The candidates, dates among them with their canonical value where only their letters were known, or which number
    of a pair is the month; a date beside words of birth is one of birth."""
    order, lower = order_of(text), folded(text)
    result: list[Candidate] = []
    for at, item in enumerate(candidates):
        if item.type_id in DATED:
            start = max(item.start - REACH, result[-1].end if result else 0)
            end = candidates[at + 1].start if at + 1 < len(candidates) else len(text)
            item = _with_day(_whole_numbers(item, text, (start, end)), text, lower, order)
        result.append(item)
    return tuple(result)


def _with_day(item: Candidate, text: str, lower: str, order: Order) -> Candidate:
    surface = text[item.start : item.end]
    letters = value_of(item.type_id, surface)
    value = item.value
    if item.form == forms.NUMERIC or value == letters:
        # Of a pair without a year that may be read both ways nobody knows the month: it says none.
        value = day_value(surface, order) or (letters if is_pair(surface) else value)
    if not is_birth(lower, item.start, item.end):
        return replace(item, value=value)
    role = DisclosureRole.LOCATES if item.role is DisclosureRole.DESCRIBES and names_day(value) else item.role
    return replace(item, value=value, type_id=BIRTH_DATE, role=role)


def _whole_numbers(item: Candidate, text: str, free: tuple[int, int]) -> Candidate:
    """The date with the rest of itself where it begins or ends inside it. `free`: what no other value holds."""
    near = max(free[0], item.start - REACH), min(len(text), item.end + REACH)
    for match in (*_NUMBERS.finditer(text, *near), *_NAMED.finditer(text, *near)):
        start, end = min(match.start(), item.start), max(match.end(), item.end)
        inside = match.start() < item.end and item.start < match.end()
        if inside and (start, end) != (item.start, item.end) and free[0] <= start and end <= free[1]:
            return cut(item, start, end, text)
    return item
