"""Days, months, weekdays and times of day from English to Chinese and back: nothing added, nothing lost."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.domain.language import Language
from core.extract.quasi.calendar_words import ORDINALS, SHORT_WEEKDAY, WEEKDAYS, ZH_WEEKDAYS
from core.extract.quasi.day_values import day_value
from core.text.months import MONTHS
from core.text.numerals import EN_NUMBER_WORD, parse_chinese
from core.text.patterns import any_of

_POINT = re.compile(r"(?:(?P<year>\d{4})|-)-(?P<month>\d\d)(?:-(?P<day>\d\d))?(?:T(?P<clock>\d\d:\d\d))?")
_DAY_ALONE = re.compile(r"---(\d\d)")
_YEAR_ALONE = re.compile(r"\d{4}")
_ORDINAL = any_of(ORDINALS)
_MONTHS = any_of(MONTHS)
_PLAIN_EN = re.compile(
    rf"(?:(?<![a-z])(?:{_MONTHS}|{_ORDINAL}|twenty|thirty|hundred|thousand|{EN_NUMBER_WORD}|{SHORT_WEEKDAY}"
    r"|the|of|and|to|until)(?![a-z])|\d{1,2}(?:st|nd|rd|th)|\d+|[ ,.:()–—-])+"
)
_NUMERAL = "[〇零一二三四五六七八九十廿\\d]"
_PLAIN_ZH = re.compile(
    rf"(?:(?:星期|礼拜|周)[一二三四五六日天]|{_NUMERAL}+(?:年|月份?|[日号])|[至到~–—，, ()（）-]|\d\d?:\d\d)+"
)
"""A date that is made of nothing but what its canonical value says."""
_YEAR_SAID = re.compile(
    r"(?<!\d)\d{4}(?!\d)|[〇零一二三四五六七八九]{4}年|two thousand|(?:nineteen|twenty)[ -](?:hundred|[a-z]+)[a-z -]*$"
)
_WEEKDAY_EN = re.compile(rf"(?<![a-z])({SHORT_WEEKDAY})(?![a-z])")
_WEEKDAY_ZH = re.compile(r"(?:星期|礼拜|周)([一二三四五六日天])")
_MONTH_FIRST = re.compile(rf"(?<![a-z]){_MONTHS}\.? ?(?:the )?\d{{1,2}}(?!\d)", re.IGNORECASE)
_DAY_FIRST = re.compile(rf"(?<!\d)\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTHS}(?![a-z])", re.IGNORECASE)
_CLOCK_EN = re.compile(r"(\d{1,2})(?:[:.]([0-5]\d))? ?([ap])\.?m\.?")
_CLOCK_ZH = re.compile(
    r"(凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上)?"
    rf"(\d{{1,2}}|[零一二三四五六七八九十两]{{1,3}})(?:[点时](?:整|(半|一刻|三刻)|(\d{{1,2}}|{_NUMERAL}{{1,3}})分?)?|:([0-5]\d))"
)
_QUARTERS = {"半": 30, "一刻": 15, "三刻": 45}
_LAST_HOUR = 24
_AFTERNOON = 3
"""From one to before three, 中午 is the hour after noon."""


def month_first(texts: tuple[str, ...]) -> bool:
    """Whether the English dates of `texts` name the month before the day; where none does, or both, the day goes
    first."""
    together = "\n".join(texts)
    return _MONTH_FIRST.search(together) is not None and _DAY_FIRST.search(together) is None


@dataclass(frozen=True, slots=True)
class _Day:
    """A day of no stated year, as it can be spelled."""

    name: str
    month: int
    day: int

    @property
    def zh(self) -> str:
        return f"{self.month}月{self.day}日"

    @property
    def day_first(self) -> str:
        return f"{self.day} {self.name}"

    @property
    def month_first(self) -> str:
        return f"{self.name} {self.day}"


@dataclass(frozen=True, slots=True)
class DateWords:
    """Shipped words: names of the months and weekdays as they are said, parts of the day by the hour they begin."""

    months: tuple[str, ...]
    weekdays_en: tuple[str, ...]
    weekdays_zh: tuple[str, ...]
    parts_zh: tuple[tuple[str, int], ...]
    """Part of the day and the hour at which it begins, earliest first."""
    late_zh: frozenset[str]
    """Parts of the day whose hours go on from twelve."""

    def date(self, surface: str, to: Language, month_leads: bool) -> str:
        """All of `surface`, a date, in the language `to`; "" where that is not certain."""
        plain = " ".join(surface.lower().split())
        if not (_PLAIN_EN if to is Language.ZH else _PLAIN_ZH).fullmatch(plain):
            return ""
        weekday, rest = self._weekday(plain, to)
        if weekday and not rest:
            return weekday
        value = day_value(surface)
        said = (
            self._stretch(value, plain, to, month_leads) if "/" in value else self._point(value, plain, to, month_leads)
        )
        if not said or not weekday:
            return said
        return f"{weekday}, {said}" if to is Language.EN else f"{said}{weekday}"

    def _weekday(self, plain: str, to: Language) -> tuple[str, str]:
        """Its name in the other language, and what is left of the date. Two weekdays are none."""
        pattern, numbers = (_WEEKDAY_EN, WEEKDAYS) if to is Language.ZH else (_WEEKDAY_ZH, ZH_WEEKDAYS)
        found = pattern.findall(plain)
        names = self.weekdays_zh if to is Language.ZH else self.weekdays_en
        if len(found) != 1:
            return "", plain
        return names[numbers[found[0]] - 1], pattern.sub("", plain).strip(" ,.()（），")

    def _point(self, value: str, plain: str, to: Language, month_leads: bool) -> str:
        if match := _DAY_ALONE.fullmatch(value):
            day = int(match.group(1))
            return f"{day}日" if to is Language.ZH else f"the {_ordinal(day)}"
        if _YEAR_ALONE.fullmatch(value):
            return value if to is Language.EN and _YEAR_SAID.search(plain) else ""
        match = _POINT.fullmatch(value)
        if match is None or (match["year"] is not None) != (_YEAR_SAID.search(plain) is not None):
            return ""
        if to is Language.EN and match["day"] and not re.search("[日号]", plain):
            return ""  # 八月十五 is a day of the other calendar
        said = self._said(match, to, month_leads)
        clock = match["clock"]
        return said if not clock else f"{said}{', ' if to is Language.EN else ' '}{clock}"

    def _said(self, match: re.Match[str], to: Language, month_leads: bool) -> str:
        year, month = match["year"], int(match["month"])
        if match["day"] is None:
            if to is Language.ZH:
                return f"{year}年{month}月" if year else f"{month}月"
            return f"{self.months[month - 1]} {year}" if year else self.months[month - 1]
        day = self._day(match)
        if to is Language.ZH:
            return f"{year}年{day.zh}" if year else day.zh
        if month_leads:
            return f"{day.month_first}, {year}" if year else day.month_first
        return f"{day.day_first} {year}" if year else day.day_first

    def _day(self, match: re.Match[str]) -> _Day:
        return _Day(self.months[int(match["month"]) - 1], int(match["month"]), int(match["day"]))

    def _stretch(self, value: str, plain: str, to: Language, month_leads: bool) -> str:
        """From one day to another of the same year."""
        first, last = (_POINT.fullmatch(part) for part in value.split("/", 1))
        if first is None or last is None or not (first["day"] and last["day"]) or first["year"] != last["year"]:
            return ""
        year = first["year"] or ""
        if bool(year) != (_YEAR_SAID.search(plain) is not None):
            return ""
        one, two, together = self._day(first), self._day(last), first["month"] == last["month"]
        if to is Language.ZH:
            end = f"{int(last['day'])}日" if together else two.zh
            return (f"{year}年" if year else "") + f"{one.zh}至{end}"
        if month_leads:
            end = f"{int(last['day'])}" if together else two.month_first
            return f"{one.month_first} to {end}" + (f", {year}" if year else "")
        return f"{int(first['day']) if together else one.day_first} to {two.day_first} {year}".strip()

    def clock(self, surface: str, to: Language) -> str:
        """All of `surface`, a time of day, in the language `to`; "" where that is not certain."""
        plain = " ".join(surface.lower().split())
        return self._clock_zh(plain) if to is Language.ZH else self._clock_en(plain.replace(" ", ""))

    def _clock_zh(self, plain: str) -> str:
        match = _CLOCK_EN.fullmatch(plain)
        if match is None or not 1 <= int(match.group(1)) <= 12:
            return ""
        hour = int(match.group(1)) % 12
        part = next(name for name, begins in reversed(self.parts_zh) if hour + 12 * (match.group(3) == "p") >= begins)
        hour = hour or (12 if match.group(3) == "p" else 0)
        return f"{part}{hour}:{match.group(2)}" if match.group(2) else f"{part}{hour}点"

    def _clock_en(self, plain: str) -> str:
        match = _CLOCK_ZH.fullmatch(plain)
        if match is None:
            return ""
        part, written, quarter, minutes, digits = match.groups()
        number = parse_chinese(written)
        minute = _QUARTERS.get(quarter or "", 0) or int(parse_chinese(minutes or digits or "0") or 0)
        if number is None or not 0 <= number < _LAST_HOUR or minute > 59:
            return ""
        hour = int(number)
        told = f":{minute:02d}" if minute else ""
        if not part:
            return f"{hour}:{minute:02d}" if minute or "时" in plain or hour > 12 else f"{hour} o'clock"
        late = part in self.late_zh or (part == "中午" and hour < _AFTERNOON)
        if hour > 12:
            return f"{hour - 12}{told} pm" if late else ""
        if hour == 12:
            return f"12{told} pm" if part == "中午" else ""
        if not hour and part != "凌晨":
            return ""
        return f"{hour or 12}{told} {'pm' if late else 'am'}"


def _ordinal(day: int) -> str:
    ending = "th" if 10 <= day % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return f"{day}{ending}"
