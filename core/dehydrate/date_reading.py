"""Calendar dates written in a text, as `YYYY-MM-DD`, `YYYY-MM` or `--MM-DD`; clock times as `HH:MM`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.dehydrate.number_reading import read_han
from core.text.months import MONTHS
from core.text.patterns import any_of

_MONTH = r"(?P<month>" + any_of(MONTHS) + r")\.?"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_HAN = "[〇零一二三四五六七八九十\\d]"
_MONTH_HEADS = tuple(sorted({name[:3] for name in MONTHS}))
_NAMED, _YEARED, _HANED = "named", "yeared", "han"
"""What a text must hold before a pattern is worth a pass: the name of a month, 19 or 20, the sign 月."""
KEPT_SPELLINGS = 4096
"""Spellings remembered while one text is read: hostile texts repeat a few, or never repeat any."""
_FLAGS = re.IGNORECASE | re.ASCII
_ORDINAL = r"(?P<d>\d{1,2})(?:st|nd|rd|th)?"
_YEAR_HAN = r"(?P<hy>[〇零一二三四五六七八九]{4}|\d{4}) ?年 ?"
_MONTH_HAN = r"(?P<hm>" + _HAN + r"{1,3}) ?月"
_PATTERNS = (
    (_YEARED, re.compile(r"(?<!\d)" + _YEAR + r" ?[-/.] ?(?P<m>\d{1,2}) ?[-/.] ?(?P<d>\d{1,2})(?!\d)", _FLAGS)),
    (_YEARED, re.compile(r"(?<!\d)" + _YEAR + r"(?P<m>\d\d)(?P<d>\d\d)(?!\d)", _FLAGS)),
    (
        _NAMED,
        re.compile(
            r"(?<!\d)" + _ORDINAL + r"(?: day)?(?: of)? ?" + _MONTH + r"(?![a-z])(?:,? ?" + _YEAR + r"(?!\d))?", _FLAGS
        ),
    ),
    (
        _NAMED,
        re.compile(r"(?<![a-z])" + _MONTH + r" ?(?:the )?" + _ORDINAL + r"(?!\d)(?:,? ?" + _YEAR + r"(?!\d))?", _FLAGS),
    ),
    (
        _HANED,
        re.compile(r"(?:" + _YEAR_HAN + r")?" + _MONTH_HAN + r" ?(?:份? ?)(?P<hd>" + _HAN + r"{1,3}) ?[日号]", _FLAGS),
    ),
)
_AMBIGUOUS = re.compile(r"(?<!\d)(?P<a>\d{1,2}) ?[-/.] ?(?P<b>\d{1,2}) ?[-/.] ?(?P<year>(?:19|20)?\d\d)(?!\d)")
_MONTH_ONLY = (
    (_NAMED, re.compile(r"(?<![a-z])" + _MONTH + r"(?![a-z])(?: of)?,? ?" + _YEAR + r"(?!\d)", _FLAGS)),
    (_HANED, re.compile(_YEAR_HAN + _MONTH_HAN + r"(?! ?" + _HAN + r"{1,3} ?[日号])", _FLAGS)),
    (_YEARED, re.compile(r"(?<!\d)" + _YEAR + r"[-/](?P<m>\d\d)(?![-/]?\d)", _FLAGS)),
)
_CLOCK_SIGN = re.compile(r"[:.点时午晚早凌晨]|[ap]\.?m|o'clock", re.IGNORECASE)
_CLOCK = re.compile(
    r"(?<!\d)(?P<pre>上午|下午|晚上|早上|中午|凌晨|傍晚)? ?(?P<h>\d{1,2}) ?(?:[:.点时] ?(?P<m>\d{2})?)? ?分? ?"
    r"(?P<post>a\.?m\.?|p\.?m\.?|o'clock)?(?!\d)",
    re.IGNORECASE | re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Moment:
    """`[start, end)` in the given text; `readings` are all canonical values the spelling may have."""

    start: int
    end: int
    readings: frozenset[str]


def read_dates(text: str) -> Iterator[Moment]:
    """Dates with a day, then months of a year. Linear; `text` is a normalised view."""
    lower = text.lower()
    named = any(head in lower for head in _MONTH_HEADS)
    signs = {_NAMED: named, _YEARED: "19" in text or "20" in text, _HANED: "月" in text}
    for sign, pattern in (*_PATTERNS, *_MONTH_ONLY):
        if not signs[sign]:
            continue
        known: dict[str, frozenset[str]] = {}
        for match in pattern.finditer(text):
            written = match.group()
            readings = known.get(written)
            if readings is None:
                value = _canonical(match.groupdict())
                readings = frozenset({value} if value else ())
                if len(known) < KEPT_SPELLINGS:
                    known[written] = readings
            if readings:
                yield Moment(match.start(), match.end(), readings)
    if any(sign in text for sign in "-/."):
        yield from _ambiguous(text)


def _ambiguous(text: str) -> Iterator[Moment]:
    """Dates in digits of which day and month may be either."""
    known: dict[str, frozenset[str]] = {}
    for match in _AMBIGUOUS.finditer(text):
        written = match.group()
        readings = known.get(written)
        if readings is None:
            year = match.group("year")
            years = (year,) if len(year) == 4 else ("19" + year, "20" + year)
            a, b = int(match.group("a")), int(match.group("b"))
            readings = frozenset(
                f"{y}-{m:02}-{d:02}" for y in years for d, m in ((a, b), (b, a)) if 1 <= m <= 12 and 1 <= d <= 31
            )
            if len(known) < KEPT_SPELLINGS:
                known[written] = readings
        if readings:
            yield Moment(match.start(), match.end(), readings)


def _canonical(parts: dict[str, str | None]) -> str | None:
    year = parts.get("year") or _han(parts.get("hy"))
    month = (
        str(MONTHS[(parts["month"] or "").lower()]) if parts.get("month") else parts.get("m") or _han(parts.get("hm"))
    )
    day = parts.get("d") or _han(parts.get("hd"))
    if not month or not 1 <= int(month) <= 12 or (day and not 1 <= int(day) <= 31):
        return None
    head = f"{year}-" if year else "--"
    return f"{head}{int(month):02}" + (f"-{int(day):02}" if day else "")


def _han(text: str | None) -> str | None:
    if not text or text.isascii():
        return text
    value = read_han(text)
    return None if value is None else str(int(value))


def read_clock(text: str) -> Iterator[Moment]:
    """Clock times that name their minutes, a part of the day, or "o'clock"."""
    if _CLOCK_SIGN.search(text) is None:
        return
    known: dict[str, frozenset[str]] = {}
    for match in _CLOCK.finditer(text):
        written = match.group()
        readings = known.get(written)
        if readings is None:
            readings = _hours(match)
            if len(known) < KEPT_SPELLINGS:
                known[written] = readings
        if readings:
            yield Moment(match.start(), match.end(), readings)


def _hours(match: re.Match[str]) -> frozenset[str]:
    """What a match may mean on a clock of 24 hours; empty where it is no time of day."""
    hour, minute = int(match.group("h")), int(match.group("m") or 0)
    before, behind = match.group("pre") or "", (match.group("post") or "").lower().replace(".", "")
    marked = match.group("m") or before or behind or "点" in match.group()
    if not marked or hour > 24 or minute > 59:
        return frozenset()
    hours = {hour % 24}
    if behind == "pm" or before in ("下午", "晚上", "傍晚", "中午"):
        hours = {hour % 12 + 12}
    elif behind == "am" or before in ("上午", "早上", "凌晨"):
        hours = {hour % 12}
    elif hour <= 12:
        hours |= {hour % 12 + 12, hour % 12}
    return frozenset(f"{h:02}:{minute:02}" for h in hours)
