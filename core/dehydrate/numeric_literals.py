"""When a number or a time in a text is the declared value: only as a whole, in the context of its unit.

The rule (DESIGN 5.2): a numeric quasi-identifier is a literal where the same number stands alone (not inside a longer
number, not vague as in 六十多) next to a word of its unit: an age beside years or 岁, money beside a currency, a dose
beside the same unit. An amount of four or more significant digits needs no currency. Dates and clock times are
literals in every spelling, a full date also as day and month alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import lru_cache

from core.dehydrate.comparison import occurrences, text_key
from core.dehydrate.date_reading import Moment, read_clock, read_dates
from core.dehydrate.number_reading import Number, read_continental, read_han, read_numbers
from core.domain.sensitive import Mention
from core.text.comparison import squeeze_normal
from core.text.normalize import normalize

MONEY_TYPES = frozenset({"AMOUNT", "INCOME"})
DATE_TYPES = frozenset({"DATE", "BIRTH_DATE"})
NUMERIC_TYPES = MONEY_TYPES | DATE_TYPES | {"AGE", "TIME", "DURATION", "RATE", "DOSE"}
SPECIFIC_DIGITS = 4
NEIGHBOURHOOD = 16

_AGE_BEFORE = re.compile(
    r"(?:\bage[ds]?(?: of)?|\bturn(?:ed|ing|s)?|年龄|今年|现年|虚岁|周岁|年满)\s*(?:[:=是为]|is\b|was\b)?\s*$"
    r"|\b(?:I am|I'm|he is|he's|she is|she's|was|you are)\s*$",
    re.IGNORECASE | re.ASCII,
)
_AGE_AFTER = re.compile(r"^[\s-]*(?:years?|yrs?|y/?o\b|year-old|周?岁)", re.IGNORECASE | re.ASCII)
_SUBJECT = re.compile(r"\b(?:am|m|is|s|was|are)\s*$", re.IGNORECASE | re.ASCII)
_CLAUSE_END = re.compile(r"^\s*(?:$|[.,;:!?)]|and\b|with\b|or\b)", re.IGNORECASE | re.ASCII)
_MONEY_BEFORE = re.compile(
    r"(?:[$£€¥₩₹]|\b(?:USD|GBP|EUR|CNY|RMB|JPY|HKD|CHF|CAD|AUD|INR|SGD))\s?$", re.IGNORECASE | re.ASCII
)
_MONEY_AFTER = re.compile(
    r"^\s?(?:[元块圆]|人民币|美[元金]|英镑|欧元|日元|港[元币]|yuan\b|dollars?\b|pounds?\b|euros?\b|yen\b|quid\b|francs?\b"
    r"|rupees?\b|USD\b|GBP\b|EUR\b|CNY\b|RMB\b|[€£$])",
    re.IGNORECASE | re.ASCII,
)
_RATE_AFTER = re.compile(r"^\s?(?:%|percent\b|per ?cent\b|个百分点|percentage points?\b)", re.IGNORECASE | re.ASCII)
_RATE_BEFORE = re.compile(r"百分之\s?$")
_DURATION_AFTER = {
    "Y": re.compile(r"^[\s-]*(?:years?\b|yrs?\b|个?年(?![级代初末底纪龄])|周年)", re.IGNORECASE | re.ASCII),
    "M": re.compile(r"^[\s-]*(?:months?\b|个?月(?![\d一二三十]))", re.IGNORECASE | re.ASCII),
    "W": re.compile(r"^[\s-]*(?:weeks?\b|周(?!岁|年)|个?星期|个?礼拜)", re.IGNORECASE | re.ASCII),
    "D": re.compile(r"^[\s-]*(?:days?\b|天|日(?![元圆]))", re.IGNORECASE | re.ASCII),
    "TH": re.compile(r"^[\s-]*(?:hours?\b|hrs?\b|个?小时|个?钟头)", re.IGNORECASE | re.ASCII),
    "TM": re.compile(r"^[\s-]*(?:minutes?\b|mins?\b|分钟)", re.IGNORECASE | re.ASCII),
}
_DOSE_AFTER = {
    "mg": re.compile(r"^\s?(?:mg\b|milligrams?\b|毫克)", re.IGNORECASE | re.ASCII),
    "g": re.compile(r"^\s?(?:g\b|grams?\b|克)", re.IGNORECASE | re.ASCII),
    "ml": re.compile(r"^\s?(?:ml\b|millilit|毫升)", re.IGNORECASE | re.ASCII),
    "µg": re.compile(r"^\s?(?:[µμ]g\b|mcg\b|ug\b|micrograms?\b|微克)", re.IGNORECASE | re.ASCII),
}
_DAY_HAN = "零〇一二三四五六七八九十廿"
_SHORT = rf"(\d{{1,2}}|[{_DAY_HAN}]{{1,3}})"
_BARE_DAY = re.compile(
    rf"(?<![\d{_DAY_HAN}]){_SHORT}月 ?{_SHORT}(?![\d{_DAY_HAN}日号个天年月岁%])",
    re.ASCII,
)
_DURATION = re.compile(r"^P(T?)([\d.]+)([YMWDH])")


@dataclass(frozen=True, slots=True)
class Readings:
    """Everything in a text that a numeric value is compared with; read once per text, only where needed."""

    text: str
    numbers: tuple[Number, ...]
    dates: tuple[Moment, ...]
    clocks: tuple[Moment, ...]


def read(text: str, types: frozenset[str]) -> Readings:
    """Read a normalised text for values of the given type ids."""
    counted = types & NUMERIC_TYPES - DATE_TYPES - {"TIME"}
    return Readings(
        text,
        (*read_numbers(text), *(read_continental(text) if types & MONEY_TYPES else ()))
        if counted or types & DATE_TYPES
        else (),
        (*read_dates(text), *_bare_days(text)) if types & DATE_TYPES else (),
        tuple(read_clock(text)) if "TIME" in types else (),
    )


def _bare_days(text: str) -> Iterator[Moment]:
    """Month and day without 日 or 号: 三月十四, 3月14."""
    for match in _BARE_DAY.finditer(text):
        month, day = (int(part) if part.isascii() else read_han(part) for part in match.groups())
        if month is not None and day is not None and 1 <= month <= 12 and 1 <= day <= 31:
            yield Moment(match.start(), match.end(), frozenset({f"--{int(month):02}-{int(day):02}"}))


def numeric_spans(type_id: str, value: str, readings: Readings) -> Iterator[tuple[int, int]]:
    """Spans of the normalised text that say exactly `value`."""
    if type_id in DATE_TYPES:
        yield from _dates(value, readings)
    elif type_id == "TIME":
        yield from ((found.start, found.end) for found in readings.clocks if value in found.readings)
    else:
        wanted, unit = _wanted(type_id, value)
        if wanted is None:
            return
        for number in readings.numbers:
            if number.value != wanted:
                continue
            before = readings.text[max(0, number.start - NEIGHBOURHOOD) : number.start]
            after = readings.text[number.end : number.end + NEIGHBOURHOOD]
            if _in_context(type_id, unit, wanted, before, after):
                yield number.start, number.end


def _dates(value: str, readings: Readings) -> Iterator[tuple[int, int]]:
    partial = f"--{value[5:]}" if re.fullmatch(r"\d{4}-\d\d-\d\d", value) else ""
    for found in readings.dates:
        if value in found.readings or partial in found.readings:
            yield found.start, found.end
    if re.fullmatch(r"\d{4}", value):
        for number in readings.numbers:
            if str(number.value) == value and number.end - number.start == len(value):
                yield number.start, number.end


@lru_cache(maxsize=4096)
def _wanted(type_id: str, value: str) -> tuple[Decimal | None, str]:
    unit = ""
    text = value
    if type_id == "DURATION":
        match = _DURATION.match(value)
        if match is None:
            return None, ""
        text, unit = match.group(2), match.group(1) + match.group(3)
    elif type_id in MONEY_TYPES or type_id == "DOSE":
        parts = re.findall(r"\d[\d.,]*|[^\d\s.,]+", value)
        text = next((part for part in parts if part[0].isdigit()), "").replace(",", "")
        unit = next((part for part in parts if not part[0].isdigit()), "").lower()
    elif type_id == "RATE":
        text = value.rstrip("%")
    try:
        return Decimal(text), unit
    except InvalidOperation:
        return None, unit


def _in_context(type_id: str, unit: str, value: Decimal, before: str, after: str) -> bool:
    if type_id == "AGE":
        if _AGE_AFTER.search(after):
            return True
        match = _AGE_BEFORE.search(before)
        return match is not None and (not _SUBJECT.search(before) or bool(_CLAUSE_END.search(after)))
    if type_id in MONEY_TYPES:
        digits = len(value.normalize().as_tuple().digits)
        specific = digits >= SPECIFIC_DIGITS and not 1900 <= value < 2100
        return specific or bool(_MONEY_BEFORE.search(before) or _MONEY_AFTER.search(after))
    if type_id == "RATE":
        return bool(_RATE_AFTER.search(after) or _RATE_BEFORE.search(before))
    if type_id == "DURATION":
        return bool(_DURATION_AFTER[unit].search(after)) if unit in _DURATION_AFTER else False
    pattern = _DOSE_AFTER.get(unit) or re.compile(r"^\s?" + re.escape(unit), re.IGNORECASE | re.ASCII)
    return bool(pattern.search(after))


@lru_cache(maxsize=4096)
def is_bare_number(surface: str) -> bool:
    """Whether a surface has no letters beside a number: it is a literal only beside its unit."""
    text = normalize(surface).text.strip()
    key = squeeze_normal(normalize(surface)).text
    return key.isdigit() or any(number.start == 0 and number.end == len(text) for number in read_numbers(text))


def tells(text: str, value: str, mention: Mention) -> bool:
    """Whether a rendering contains the value it stands for, in any spelling the hard line knows."""
    if not text:
        return False
    normal = normalize(text)
    numeric = mention.type_id in NUMERIC_TYPES
    if numeric:
        readings = read(normal.text, frozenset({mention.type_id}))
        if next(numeric_spans(mention.type_id, value, readings), None) is not None:
            return True
    view = squeeze_normal(normal)
    for surface in {value, mention.text}:
        key = text_key(surface)
        if key is None or (numeric and is_bare_number(surface)):
            continue
        if occurrences(view, key):
            return True
    return False
