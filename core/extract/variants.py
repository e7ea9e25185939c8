"""Other spellings of a value: what else in a text says the same, and what may not leave either."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation

from core.text.calendar import DAY, MONTH, YEAR
from core.text.numerals import chinese_digits, spell_chinese, spell_english

MONEY = frozenset({"AMOUNT", "INCOME"})
LARGEST_SPELLED = 1_000_000_000
MIN_DIGITS = 4
"""Bare digit strings shorter than this say too little to be looked for on their own."""

_MONTH_NAMES = ("January February March April May June July August September October November December").split()
# Canonical dates alone: a finding's raw surface may look like anything.
_FULL_DATE = re.compile(f"({YEAR})-({MONTH})-({DAY})")
_MONTH_DAY = re.compile(f"--({MONTH})-({DAY})")
_MONTH = re.compile(f"({YEAR})-({MONTH})")


def variants(type_id: str, value: str) -> tuple[str, ...]:
    """Surface forms of a canonical value in both languages, for types whose value can be spelled in several ways.

    Short bare numbers are not among them: a lone "67" says an age only in context, where detectors find it.
    """
    if type_id == "AGE":
        return tuple(_ages(value))
    if type_id in MONEY:
        return tuple(_amounts(value))
    if type_id in ("DATE", "BIRTH_DATE"):
        return tuple(_dates(value))
    if type_id == "SEX":
        return ()
    if value.isdecimal() and len(value) >= MIN_DIGITS:
        return (value, chinese_digits(value))
    return ()


def _ages(value: str) -> Iterator[str]:
    if not value.isdecimal():
        return
    number = int(value)
    for word in (value, spell_english(number), spell_english(number).replace("-", " ")):
        yield f"{word} years old"
        yield f"{word}-year-old"
        yield f"aged {word}"
    yield f"{value}岁"
    yield f"{spell_chinese(number)}岁"
    if number > 20:
        yield spell_english(number)
        yield spell_chinese(number)


def _amounts(value: str) -> Iterator[str]:
    parts = value.split()
    try:
        number = Decimal(parts[-1])
    except (InvalidOperation, IndexError):
        return
    if not number.is_finite():
        return
    whole = int(number)
    if number != whole:
        yield f"{number:,.2f}"
        yield f"{number:.2f}"
        yield f"{number.normalize():f}"
        return
    if whole >= 10 ** (MIN_DIGITS - 1) and not 1900 <= whole < 2100:
        yield str(whole)
        yield f"{whole:,}"
        yield f"{whole}.00"
        yield f"{whole:,}.00"
    if whole % 10_000 == 0 and whole:
        yield f"{whole // 10_000}万"
    elif whole % 1000 == 0 and whole > 10_000:
        yield f"{Decimal(whole) / 10_000:f}万"
    if 100 <= whole < LARGEST_SPELLED:
        yield spell_chinese(whole)
        yield spell_english(whole)
        yield spell_english(whole).replace(" and ", " ")
        if whole % 1000 == 0 and whole < 1_000_000:
            yield f"{whole // 1000}k"


def _dates(value: str) -> Iterator[str]:
    if match := _FULL_DATE.fullmatch(value):
        year, month, day = (int(part) for part in match.groups())
        name = _MONTH_NAMES[month - 1]
        yield from (f"{day} {name} {year}", f"{name} {day}, {year}", f"{day} {name[:3]} {year}")
        yield from (f"{year}年{month}月{day}日", f"{year}-{month:02d}-{day:02d}", f"{year}/{month:02d}/{day:02d}")
        yield from (f"{year}/{month}/{day}", f"{year}.{month:02d}.{day:02d}", f"{year}{month:02d}{day:02d}")
        yield from (f"{day:02d}/{month:02d}/{year}", f"{day}/{month}/{year}", f"{day:02d}.{month:02d}.{year}")
        yield f"{chinese_digits(str(year))}年{spell_chinese(month)}月{spell_chinese(day)}日"
        yield from _dates(f"--{month:02d}-{day:02d}")
    elif match := _MONTH_DAY.fullmatch(value):
        month, day = (int(part) for part in match.groups())
        name = _MONTH_NAMES[month - 1]
        yield from (f"{day} {name}", f"{name} {day}", f"{month}月{day}日", f"{month}月{day}号")
        yield f"{spell_chinese(month)}月{spell_chinese(day)}日"
    elif match := _MONTH.fullmatch(value):
        year, month = (int(part) for part in match.groups())
        yield from (f"{_MONTH_NAMES[month - 1]} {year}", f"{year}年{month}月")
