"""The canonical value of a surface that is known to be a date, however short: 11/23, the third of June, 九月二十九號.

What is read here would be too doubtful to be found in a text. A surface is read whole or not at all, so that a date
with something beside it never shares the value of the date alone. Which number of a pair is the month the text says: by
its other pairs, else by its script; where nothing says it, a pair that may be read both ways is not read.
"""

from __future__ import annotations

import re
from enum import StrEnum

from core.domain.language import Language
from core.extract.candidate import TextView
from core.extract.dictionary import folded, same_length_lower
from core.extract.pattern_needs import Gate
from core.extract.quasi import dates, relative_dates, written_dates
from core.extract.quasi.calendar_words import MONTH, ORDINALS, SHORT_WEEKDAY, full_year, iso, zh_int
from core.extract.quasi.scan import Scan
from core.text.months import MONTHS
from core.text.normalize import normalize
from core.text.numerals import ZH_NUMERAL
from core.text.patterns import any_of

LONGEST = 48
"""Code points of the longest surface that is read."""
DATED = frozenset({"DATE", "BIRTH_DATE"})
"""Types of dates."""
_PAIRS = re.compile(r"(?<![\d./:-])(\d{1,2})/(\d{1,2})(?:/(?:\d{4}|\d\d))?(?![\d/:]|\.\d)")
_HAN = re.compile(r"[\u3400-\u9fff]")
_N = rf"(?:\d{{1,2}}|{ZH_NUMERAL}{{1,3}}|廿[一二三四五六七八九]?)"
_ORDINAL = re.compile(rf"(?<![a-z])(?:(twenty|thirty)[ -])?({any_of(ORDINALS)})(?![a-z])")
_WEEKDAY = re.compile(
    rf"^(?:on )?{SHORT_WEEKDAY}(?![a-z])\.?,? ?(?=\S)|(?<=\S),? ?\(?(?<![a-z]){SHORT_WEEKDAY}\)?$"
    r"|^(?:星期|礼拜|周)[一二三四五六日天],? ?(?=\S)|(?<=\S) ?(?:星期|礼拜|周)[一二三四五六日天]$"
    r"|(?<=\S) ?\((?:星期|礼拜|周)?[一二三四五六日天]\)?$"
)
_CLOCK = re.compile(r"[ ,t]{1,2}([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?$")
_EDGES = re.compile(r"^(?:(?:on|the) |[\s,;(\[\"'“]+)+|(?:[\s,;:)\]\"'”。，、；]+|那天|当天|当日|的)+$")
_PAIR = re.compile(r"(\d{1,2}) ?([/.-]) ?(\d{1,2})\.?")
_TRIPLE = re.compile(r"(\d{1,2}) ?([/.-]) ?(\d{1,2}) ?\2 ?(\d{4}|\d\d)")
_FOUR = re.compile(r"(\d\d)(\d\d)")
_YEAR_MONTH = re.compile(r"((?:19|20)\d\d) ?[/.-] ?(\d{1,2})")
_NAMED_MONTH = re.compile(rf"({MONTH})\.?")
_DAY_MONTH = re.compile(rf"(\d{{1,2}})(?:st|nd|rd|th)?(?: of)?[ -]?({MONTH})\.?(?:(?:,? |-|)(\d{{4}}))?")
_MONTH_DAY = re.compile(rf"({MONTH})\.? ?(?:the )?(\d{{1,2}})(?:st|nd|rd|th)?(?:,? (\d{{4}}))?")
_NAMED_MONTH_HAN = re.compile(rf"({_N}) ?月份?")
_DAY_OF_MONTH = re.compile(r"(\d{1,2})(?:st|nd|rd|th)(?: of (?:the|this) month)?")
_DAY_OF_MONTH_HAN = re.compile(rf"({_N}) ?[日号]")
_MONTH_DAY_HAN = re.compile(rf"({_N}) ?月 ?({_N}) ?[日号]?")
_REPUBLIC = re.compile(
    rf"(?:民国 ?({_N}|\d{{3}})|(1[0-3]\d)) ?"
    rf"(?:年 ?({_N}) ?月(?: ?({_N}) ?[日号]?)?|([./-])(\d{{1,2}})(?:\5(\d{{1,2}}))?)"
)
_REPUBLIC_BEGAN = 1911
_RANGE = re.compile(r" ?(?:[–—~至到]| to | until | - |(?<=[日号\d])-(?=\d)) ?")
_BARE = re.compile(r"\d{1,2}(?:st|nd|rd|th)?")
_DAY = re.compile(r"(?:\d{4}|-)-\d\d-\d\d")
_GATE = Gate()


class Order(StrEnum):
    """Which number of a day comes first in a text: of a pair the month too where it is the year; UNSAID where nothing
    tells."""

    DAY = "day"
    MONTH = "month"
    YEAR = "year"
    UNSAID = "unsaid"


def order_of(text: str) -> Order:
    """How a text writes days in numbers: by those pairs that can be read in one way only, else by its script."""
    first = second = False
    for match in _PAIRS.finditer(text):
        one, two = int(match.group(1)), int(match.group(2))
        first |= bool(iso(None, two, one)) and one > 12
        second |= bool(iso(None, one, two)) and two > 12
    if first != second and not (second and _HAN.search(text)):
        return Order.DAY if first else Order.MONTH
    return Order.YEAR if not first and _HAN.search(text) else Order.UNSAID


def day_value(surface: str, order: Order = Order.UNSAID) -> str:
    """Canonical value (forms.py) of all of `surface`, known to be a date; "" where it cannot be read. Never raises."""
    if len(surface) > LONGEST:
        return ""
    plain = folded(normalize(surface).text)
    plain = _ORDINAL.sub(_numbered, _bare(plain))
    clock = _CLOCK.search(plain)
    if clock is not None:
        day = _without_weekday(plain[: clock.start()], order)
        return f"{day}T{int(clock.group(1)):02d}:{clock.group(2)}" if _DAY.fullmatch(day) else ""
    return _without_weekday(plain, order)


def names_day(value: str) -> bool:
    """Whether a canonical value names one day or a few."""
    return _DAY.match(value) is not None


def is_pair(surface: str) -> bool:
    """Whether a surface is two numbers, of which the text has to say which is the month."""
    return _PAIR.fullmatch(_bare(surface)) is not None


def _bare(text: str) -> str:
    return _EDGES.sub("", " ".join(text.split()))


def _numbered(match: re.Match[str]) -> str:
    tens = {"twenty": 20, "thirty": 30}.get(match.group(1) or "", 0)
    return f"{tens + ORDINALS[match.group(2)]}th"


def _without_weekday(text: str, order: Order) -> str:
    rest = _bare(_WEEKDAY.sub("", text))
    if rest == text or not rest:
        return _read(text, order)
    if rest.isdecimal() and len(rest) <= 2:
        return iso(None, None, int(rest))
    return _read(rest, order)


def _read(text: str, order: Order) -> str:
    return _by_form(text, order) or _found(text) or _stretch(text, order)


def _by_form(text: str, order: Order) -> str:
    """Forms that are a date only where it is known that there is one."""
    if match := _PAIR.fullmatch(text):
        return _pair(int(match.group(1)), int(match.group(3)), match.group(2), order)
    if match := _TRIPLE.fullmatch(text):
        if order is Order.YEAR and len(match.group(4)) == 2:
            return iso(full_year(match.group(1)), int(match.group(3)), int(match.group(4)))
        return _pair(int(match.group(1)), int(match.group(3)), match.group(2), order, full_year(match.group(4)))
    if order is Order.YEAR and (match := _FOUR.fullmatch(text)):
        return iso(None, int(match.group(1)), int(match.group(2)))
    if match := _YEAR_MONTH.fullmatch(text):
        return iso(int(match.group(1)), int(match.group(2)))
    if match := _DAY_MONTH.fullmatch(text):
        return _named(match.group(3), match.group(2), match.group(1))
    if match := _MONTH_DAY.fullmatch(text):
        return _named(match.group(3), match.group(1), match.group(2))
    if match := _NAMED_MONTH.fullmatch(text):
        return iso(None, MONTHS[match.group(1)])
    if match := _NAMED_MONTH_HAN.fullmatch(text):
        return _iso_han("", match.group(1), "")
    if match := _DAY_OF_MONTH.fullmatch(text) or _DAY_OF_MONTH_HAN.fullmatch(text):
        return _iso_han("", "", match.group(1))
    if match := _MONTH_DAY_HAN.fullmatch(text):
        return _iso_han("", match.group(1), match.group(2))
    if match := _REPUBLIC.fullmatch(text):
        month, day = match.group(3) or match.group(6), match.group(4) or match.group(7)
        return _iso_han(match.group(1) or match.group(2), month, day or "")
    return ""


def _pair(one: int, two: int, sign: str, order: Order, year: int | None = None) -> str:
    day_first, month_first = iso(year, two, one), iso(year, one, two)
    if day_first == month_first or not (day_first and month_first):
        return day_first or month_first
    if order is Order.UNSAID or (order is Order.YEAR and year is not None):
        return day_first if sign == "." else ""  # points stand between days and months where the day goes first
    return day_first if order is Order.DAY else month_first


def _named(year: str | None, month: str, day: str) -> str:
    return iso(int(year) if year else None, MONTHS[month], int(day))


def _number(text: str) -> int | None:
    if text.startswith("廿"):
        return 20 + (zh_int(text[1:]) or 0 if text[1:] else 0)
    return zh_int(text)


def _iso_han(republic: str, month: str, day: str) -> str:
    """Canonical date of numerals; `republic`: year of the Republic of China."""
    numbers = [_number(text) if text else None for text in (republic, month, day)]
    if any(text and number is None for text, number in zip((republic, month, day), numbers, strict=True)):
        return ""
    year = numbers[0] + _REPUBLIC_BEGAN if numbers[0] is not None else None
    return iso(year, numbers[1], numbers[2]) if year is None or year <= 9999 else ""


def _found(text: str) -> str:
    """What the project's detectors read, where that is all of the text."""
    normalized = normalize(text)
    view = TextView(normalized, normalized.text, same_length_lower(normalized.text), Language.EN)
    scan = Scan.of(view, {}, _GATE)
    found = [
        *dates.detect(scan),
        *written_dates.detect(scan),
        *relative_dates.detect_english(scan),
        *relative_dates.detect_chinese(scan),
    ]
    _GATE.forget()
    whole = [item for item in found if item.type_id in DATED and item.end - item.start == len(view.text)]
    return max(whole, key=lambda item: item.score).value if whole else ""


def _stretch(text: str, order: Order) -> str:
    """From one day to another, each with what the other one says of both; "" for anything else."""
    parts = _RANGE.split(text)
    if len(parts) != 2 or not all(parts):
        return ""
    head, tail = (_without_weekday(_bare(part), order) if not _BARE.fullmatch(part) else "" for part in parts)
    if not head and tail.startswith(("--", "1", "2")) and _BARE.fullmatch(parts[0]):
        head = _day_in(tail, parts[0])
    elif head and not head.startswith("---") and (_BARE.fullmatch(parts[1]) or tail.startswith("---")):
        head, tail = head, _day_in(head, parts[1])
    if not (_DAY.fullmatch(head) and _DAY.fullmatch(tail)):
        return ""
    if head.startswith("--") and not tail.startswith("--"):
        head = f"{tail[:4]}-{head[2:]}"
    elif tail.startswith("--") and not head.startswith("--"):
        tail = f"{head[:4]}-{tail[2:]}"
    return f"{head}/{tail}"


def _day_in(day: str, surface: str) -> str:
    """Another day of the month of `day`; "" where the month has no such day."""
    number = _number(re.sub(r"(?:st|nd|rd|th|[日号 ])+$", "", surface))
    year = None if day.startswith("--") else int(day[:4])
    return iso(year, int(day[-5:-3]), number) if _DAY.fullmatch(day) and number else ""
