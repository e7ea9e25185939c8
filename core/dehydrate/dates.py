"""Dates: day -> month -> quarter -> year -> removed; relative dates by how far away they are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from core.dehydrate.base_hierarchy import BaseHierarchy, InnerLevel, Labels, bounds, labelled
from core.domain.language import Language
from core.domain.taxonomy import AttributeType
from core.text.calendar import DAY, MONTH, YEAR
from core.text.months import MONTHS

DAYS_PER_YEAR = 365.25
DAYS_PER_MONTH = 30.44
DAYS_PER_QUARTER = DAYS_PER_YEAR / 4
_FULL = re.compile(f"^({YEAR})(?:-({MONTH}))?(?:-({DAY}))?$")
_AT_A_TIME = re.compile(f"^((?:{YEAR}|-)-{MONTH}-{DAY})T")
_PART_OF_MONTH = re.compile(f"^({YEAR}-{MONTH}):")
_DAY = re.compile(f"(?:{YEAR}|-)-{MONTH}-{DAY}")
"""A canonical value that names one day."""
_READ = re.compile(r"(?:\d{4}|--\d\d)(?:$|[-:/~])|[PW][+-]?\d|(?:last|this|next):|[a-z]+$|[^\d\s月日号號]{1,4}$")
"""A canonical value, or one word without a number; what could not be read may name a day as well as anything."""
_YEAR = re.compile(r"\d{4}")
_YEARLESS = re.compile(f"^--({MONTH})(?:-({DAY}))?$")
_YEARLESS_SPAN = re.compile(f"^--({MONTH})(?:-{DAY})?/--({MONTH})(?:-{DAY})?$")
_PART_OF_YEAR = re.compile(f"^({YEAR})-(summer|spring|autumn|winter|Q[1-4])")
_OFFSET = re.compile(r"^P([+-])([\d.]+)([YMWD])")
_HOURS = {"Y": 8766.0, "M": 730.5, "W": 168.0, "D": 24.0}
_NEAR = {"W": 168.0, "M": 730.5, "Y": 8766.0, "S": 2000.0, "-": 5000.0}
_NAMED_NODE = re.compile(r"^(?P<year>\d{4}|-)(?:-(?:Q(?P<quarter>[1-4])|(?P<month>0[1-9]|1[0-2])))?$")
"""A node that a date of the calendar can spell."""
_SPAN_NODE = re.compile(r"[/~]")
_YEAR_FIRST = re.compile(r"\d{4}(?P<sign>[-/.])\d{1,2}(?:(?P=sign)\d{1,2})?(?!\d)")
_DAY_FIRST = re.compile(r"(?<!\d)\d{1,2}(?P<sign>[-/.])\d{1,2}(?P=sign)\d{2,4}(?!\d)")
_COMPACT = re.compile(r"\d{8}")
_WORD = re.compile(r"[A-Za-z]+")
_HAN = re.compile(r"[\u4e00-\u9fff]")


class DateHierarchy(BaseHierarchy):
    """Canonical values as documented with the extractor's forms; unknown ones go straight to removal."""

    def __init__(self, identifier: str, kind: AttributeType, calendar: Mapping[str, Any]) -> None:
        super().__init__(identifier, kind)
        self._calendar = calendar

    def prior(self, value: str) -> float:
        return self._own_days(value) / self._horizon

    def wide(self, value: str) -> bool:
        return _DAY.search(value) is None and _READ.match(value) is not None

    def alike(self, node: str, label: str, surface: str, language: Language) -> str:
        """The month, quarter or year as the date itself was spelled: ISO, with slashes, in words, in Chinese."""
        match = _NAMED_NODE.match(node)
        if match is None:
            return label if _SPAN_NODE.search(node) else ""
        year, month, quarter = match["year"].strip("-"), match["month"], match["quarter"]
        numeric = _numeric(surface, year, month, quarter)
        if numeric:
            return numeric
        letters = _WORD.search(surface), _HAN.search(surface)
        if any(letters):
            language = Language.ZH if letters[1] else Language.EN
        if month and language is Language.EN:
            own = (word for word in _WORD.findall(surface) if MONTHS.get(word.lower()) == int(month))
            name = next(own, self._calendar["months_en"][int(month) - 1])
            return f"{name} {year}".strip()
        return self._spelled(year, month, quarter)[language]

    @property
    def _horizon(self) -> float:
        return float(self._calendar["horizon_days"])

    def _own_days(self, value: str) -> float:
        match = _FULL.match(value)
        if match is None:
            return 1.0
        return 1.0 if match.group(3) else DAYS_PER_MONTH if match.group(2) else DAYS_PER_YEAR

    def inner_levels(self, value: str) -> tuple[InnerLevel, ...]:
        value = self._plain(value)
        match = _FULL.match(value)
        if match:
            return self._absolute(match.group(1), match.group(2), match.group(3), value)
        match = _YEARLESS.match(value)
        if match:
            return self._yearless(match.group(1), match.group(2), value)
        return self._other(value)

    def _plain(self, value: str) -> str:
        """A day named by its distance (昨天) as that distance, a part of a month (2026-03:底) as the month, a day and
        a time (2026-03-14T09:30) as the day."""
        month = _PART_OF_MONTH.match(value) or _AT_A_TIME.match(value)
        if month is not None:
            return month.group(1)
        named = self._calendar["named"]
        return next(
            (str(named[name]) for name in sorted(named, key=len, reverse=True) if value.startswith(name)), value
        )

    def _inner_level(self, value: str, node: str, days: float, labels: Labels) -> InnerLevel:
        posterior = min(1.0, self._own_days(value) / days)
        return InnerLevel(node, posterior, min(1.0, days / self._horizon), labels)

    def _spelled(self, year: str, month: str | None, quarter: str | None) -> Labels:
        if month:
            name = self._calendar["months_en"][int(month) - 1]
            return {
                Language.EN: f"{name} {year}".strip(),
                Language.ZH: f"{year}年{int(month)}月" if year else f"{int(month)}月",
            }
        if quarter:
            named = self._calendar["quarters_zh"][int(quarter) - 1]
            return {Language.EN: f"Q{quarter} {year}".strip(), Language.ZH: f"{year}年{named}" if year else named}
        return {Language.EN: year, Language.ZH: f"{year}年"}

    def _absolute(self, year: str, month: str | None, day: str | None, value: str) -> tuple[InnerLevel, ...]:
        if not month:
            return tuple(self._years(value, int(year), width) for width in (5, 10))
        found = []
        if day:
            found.append(self._inner_level(value, f"{year}-{month}", DAYS_PER_MONTH, self._spelled(year, month, None)))
        quarter = _quarter(month)
        found.append(
            self._inner_level(value, f"{year}-Q{quarter}", DAYS_PER_QUARTER, self._spelled(year, None, quarter))
        )
        found.append(self._inner_level(value, year, DAYS_PER_YEAR, self._spelled(year, None, None)))
        return tuple(found)

    def _years(self, value: str, year: int, width: int) -> InnerLevel:
        # Named by the years around it: a bound inside would be the value itself for one of them.
        first = year - year % width
        spelled = bounds(str(first - 1), str(first + width))
        labels = {Language.EN: spelled, Language.ZH: f"{spelled}年"}
        return self._inner_level(value, f"{first}~{first + width - 1}", width * DAYS_PER_YEAR, labels)

    def _yearless(self, month: str, day: str | None, value: str) -> tuple[InnerLevel, ...]:
        found = []
        if day is not None:
            found.append(self._inner_level(value, f"--{month}", DAYS_PER_MONTH, self._spelled("", month, None)))
        quarter = _quarter(month)
        found.append(self._inner_level(value, f"--Q{quarter}", DAYS_PER_QUARTER, self._spelled("", None, quarter)))
        return tuple(found)

    def _listed(self, value: str, days: float, entry: Mapping[str, str]) -> InnerLevel:
        return self._inner_level(value, entry["node"], days, labelled(entry))

    def _stretch(self, value: str) -> tuple[InnerLevel, ...]:
        """From one date to another: the years of both ends, then the decades around them."""
        if value.startswith("--"):
            return self._season(value)
        ends = value.split("/")
        first, last = ends[0][:4], ends[-1][:4]
        if not (_YEAR.fullmatch(first) and _YEAR.fullmatch(last) and first <= last):
            return ()
        found = []
        if len(ends[0]) > len(first) or len(ends[-1]) > len(last):
            days = DAYS_PER_YEAR * (abs(int(last) - int(first)) + 1)
            spelled = bounds(first, last)
            labels: Labels = {Language.EN: spelled, Language.ZH: f"{spelled}年"}
            if first == last:
                labels = self._spelled(first, None, None)
            found.append(self._inner_level(value, f"{first}/{last}", days, labels))
        early, late = sorted((int(first), int(last)))  # a stretch may be written backwards: 2010/1990
        low, high = early - early % 10, late - late % 10 + 9
        spelled = bounds(str(low - 1), str(high + 1))
        wide = {Language.EN: spelled, Language.ZH: f"{spelled}年"}
        found.append(self._inner_level(value, f"{low}~{high}", DAYS_PER_YEAR * (high - low + 11), wide))
        return tuple(found)

    def _season(self, value: str) -> tuple[InnerLevel, ...]:
        """From one date to another of no stated year: the months of both ends."""
        match = _YEARLESS_SPAN.match(value)
        if match is None:
            return ()
        first, last = match.groups()
        if first == last:
            return self._yearless(first, "", value)
        names = [self._calendar["months_en"][int(month) - 1] for month in (first, last)]
        labels = {Language.EN: f"{names[0]} to {names[1]}", Language.ZH: f"{int(first)}月至{int(last)}月"}
        return (self._inner_level(value, f"--{first}/--{last}", 2 * DAYS_PER_MONTH, labels),)

    def _other(self, value: str) -> tuple[InnerLevel, ...]:
        calendar = self._calendar
        if "/" in value:
            return self._stretch(value)
        if value.startswith("---"):
            third = min(2, (int(re.sub(r"\D", "", value) or 1) - 1) // 10)
            return (self._listed(value, 10.0, calendar["day_of_month"][third]),)
        if re.fullmatch(r"W[1-7]", value):
            name, size = ("weekday", 5.0) if int(value[1]) <= 5 else ("weekend", 2.0)
            return (self._listed(value, size, calendar[name]),)
        if value.startswith("@"):
            return (self._listed(value, 12.0, calendar["festival"]),)
        match = _PART_OF_YEAR.match(value)
        if match:
            year = match.group(1)
            return (self._inner_level(value, year, 4.0, self._spelled(year, None, None)),)
        return self._relative(value)

    def _relative(self, value: str) -> tuple[InnerLevel, ...]:
        relative = self._calendar["relative"]
        match = _OFFSET.match(value)
        if match:
            hours, past = float(match.group(2)) * _HOURS[match.group(3)], match.group(1) == "-"
        else:
            head, _, tail = value.partition(":")
            if head not in ("last", "this", "next"):
                return ()
            hours, past = _NEAR.get(tail[:1], 2000.0), head == "last"
            if head == "this":
                return (self._listed(value, 30.0, relative["wide_present"]),)
        bands = relative["past" if past else "future"]
        band = next(entry for entry in bands if hours < entry["to"])
        wide = relative["wide_past" if past else "wide_future"]
        return (self._listed(value, 12.0, band), self._listed(value, 60.0, wide))


def _quarter(month: str) -> str:
    return str((int(month) + 2) // 3)


def _numeric(surface: str, year: str, month: str | None, quarter: str | None) -> str:
    """The coarser date in the digits and signs of `surface`; empty where it is spelled otherwise or names no year."""
    if not year or _HAN.search(surface) or _WORD.search(surface.replace("T", "").replace("Z", "")):
        return ""
    first = _YEAR_FIRST.search(surface)
    if first is not None:
        part = month or (f"Q{quarter}" if quarter else "")
        return f"{year}{first['sign']}{part}" if part else year
    day_first = _DAY_FIRST.search(surface)
    if month and day_first is not None:
        return f"{month}{day_first['sign']}{year}"
    return f"{year}{month}" if month and _COMPACT.search(surface) else ""
