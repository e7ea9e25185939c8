"""Closed classes of calendar words in both languages and the canonical dates built from them."""

from __future__ import annotations

from datetime import date

from core.text.months import MONTHS
from core.text.numerals import parse_chinese
from core.text.patterns import any_of

WEEKDAYS = {
    name: number
    for number, names in enumerate(
        (
            "monday mon",
            "tuesday tues tue",
            "wednesday weds wed",
            "thursday thurs thur thu",
            "friday fri",
            "saturday sat",
            "sunday sun",
        ),
        start=1,
    )
    for name in names.split()
}
ZH_WEEKDAYS = dict(zip("一二三四五六日天末", (1, 2, 3, 4, 5, 6, 7, 7, 6), strict=True)) | {
    str(n): n for n in range(1, 8)
}

ORDINALS = {
    name: number
    for number, name in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
        "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(),
        start=1,
    )
} | {"thirtieth": 30}
"""Days of a month in words; those between are made of twenty, thirty and one of the first nine."""

LONGEST_SHORT = 5
"""Letters of the longest short form of a weekday: thurs."""
WHOLE_WEEKDAYS = tuple(name for name in WEEKDAYS if len(name) > LONGEST_SHORT)

MONTH = any_of(MONTHS)
SHORT_WEEKDAY = any_of(WEEKDAYS)
WEEKDAY = any_of(WHOLE_WEEKDAYS)
YEAR = r"(?:1[5-9]\d\d|20\d\d)"

PIVOT = 40
"""Two-digit years up to this one belong to 20xx, the others to 19xx."""


def full_year(text: str) -> int:
    """1979, 79, ’79 -> 1979; 03 -> 2003."""
    digits = int("".join(char for char in text if char.isdigit()))
    if digits >= 100:
        return digits
    return 2000 + digits if digits <= PIVOT else 1900 + digits


def iso(year: int | None, month: int | None = None, day: int | None = None) -> str:
    """Canonical date of what is known; empty when it is no date of the calendar."""
    if month is not None and not 1 <= month <= 12:
        return ""
    if day is not None:
        try:
            date(year or 2000, month or 1, day)
        except ValueError:
            return ""
    if year is None:
        if month is None:
            return f"---{day:02d}" if day else ""
        return f"--{month:02d}" + (f"-{day:02d}" if day else "")
    return f"{year:04d}" + (f"-{month:02d}" if month else "") + (f"-{day:02d}" if day and month else "")


def zh_int(text: str) -> int | None:
    """Integer of Arabic or Chinese numerals; None when there is none."""
    value = parse_chinese(text)
    return int(value) if value is not None and value == int(value) else None
