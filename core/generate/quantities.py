"""Ages, dates, durations, amounts and the like, in every form a prompt may write them."""

from __future__ import annotations

import datetime
import random

import cn2an

from core.domain.language import Language
from core.generate.drawn import PLAIN, SPELLED, Drawn, Surface

TODAY = datetime.date(2026, 6, 15)
SPELLED_SHARE = 0.2
"""Share of small numbers written in words."""
EN_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
EN_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()


def english_number(number: int) -> str:
    """0 to 99 in words."""
    if number < len(EN_ONES):
        return EN_ONES[number]
    tens, ones = divmod(number, 10)
    return EN_TENS[tens - 2] + (f"-{EN_ONES[ones]}" if ones else "")


def age(years: int, language: Language, rng: random.Random) -> Drawn:
    """Digits or words; `again` writes the other of the two."""
    spelled = rng.random() < SPELLED_SHARE
    traps = frozenset({SPELLED}) if spelled else frozenset[str]()
    if language is Language.ZH:
        digits, words = f"{years}岁", f"{cn2an.an2cn(str(years))}岁"
        sui, other = (words, digits) if spelled else (digits, words)
        forms = {PLAIN: Surface(sui), "sui": Surface(sui), "words": Surface(words), "again": Surface(other)}
        return Drawn("AGE", str(years), forms, traps)
    digits, words = str(years), english_number(years)
    bare, other = (words, digits) if spelled else (digits, words)
    forms = {
        PLAIN: Surface(bare),
        "bare": Surface(bare),
        "again": Surface(other),
        "years-old": Surface(f"{years} years old"),
        "year-old": Surface(f"{years}-year-old"),
        "aged": Surface(digits, before="aged "),
    }
    return Drawn("AGE", str(years), forms, traps)


def birth_date(years: int, language: Language, rng: random.Random) -> datetime.date:
    """A birthday on which a person is `years` old at `TODAY`."""
    return TODAY - datetime.timedelta(days=int(years * 365.25) + rng.randrange(1, 364))


def date(day: datetime.date, language: Language, rng: random.Random, type_id: str = "DATE") -> Drawn:
    """Absolute in full; as month and year; as a year."""
    if language is Language.ZH:
        without_year = f"{day.month}月{day.day}日"
        with_year = f"{day.year}年{without_year}"
        short = with_year if type_id == "BIRTH_DATE" else without_year
        full = rng.choice((with_year, short, day.strftime("%Y-%m-%d"), day.strftime("%Y.%m.%d")))
        month = f"{day.year}年{day.month}月"
    else:
        full = rng.choice(
            (
                f"{day.day} {day:%B} {day.year}",
                f"{day:%B} {day.day}, {day.year}",
                day.strftime("%m/%d/%Y"),
                day.isoformat(),
            )
        )
        month = f"{day:%B} {day.year}"
    year = f"{day.year}年" if language is Language.ZH else str(day.year)
    return Drawn(type_id, day.isoformat(), {PLAIN: Surface(full), "month": Surface(month), "year": Surface(year)})


def recent_day(rng: random.Random) -> datetime.date:
    return TODAY - datetime.timedelta(days=rng.randrange(20, 900))


def amount(type_id: str, bounds: tuple[int, int], currency: str, language: Language, rng: random.Random) -> Drawn:
    """Money within `bounds`, with a repeat in another spelling (`again`) and the number alone (`plain`)."""
    cents = rng.choice((0, 0, 50, 99))
    value = rng.randrange(*bounds, 10) + cents / 100
    number = f"{value:,.2f}" if cents else f"{value:,.0f}"
    bare = number.replace(",", "")
    if language is Language.ZH:
        full = rng.choice((f"{bare}{currency}", f"人民币{number}元", f"{number}{currency}"))
        again = f"{bare}元"
    else:
        full, again = f"{currency}{number}", f"{currency}{bare}"
    return Drawn(type_id, f"{value:.2f}", {PLAIN: Surface(full), "again": Surface(again), "plain": Surface(bare)})


def duration(language: Language, rng: random.Random) -> Drawn:
    number = rng.randrange(2, 25)
    if language is Language.ZH:
        unit = rng.choice(("年", "个月", "周"))
        surface = f"{number}{unit}" if rng.random() < 0.6 else f"{cn2an.an2cn(str(number))}{unit}"
    else:
        unit = rng.choice(("years", "months", "weeks"))
        surface = f"{number} {unit}" if rng.random() < 0.6 else f"{english_number(number)} {unit}"
    return Drawn("DURATION", surface, {PLAIN: Surface(surface)})


def dose(language: Language, rng: random.Random) -> Drawn:
    number = rng.choice((5, 10, 20, 25, 50, 75, 100, 250, 500))
    surface = f"{number}毫克" if language is Language.ZH and rng.random() < 0.6 else f"{number} mg"
    return Drawn("DOSE", f"{number} mg", {PLAIN: Surface(surface)})


def rate(rng: random.Random) -> Drawn:
    surface = f"{rng.randrange(10, 90) / 10:.1f}%"
    return Drawn("RATE", surface, {PLAIN: Surface(surface)})


def clock(language: Language, rng: random.Random) -> Drawn:
    hour, minute = rng.randrange(1, 24), rng.choice((5, 10, 20, 35, 40, 50))
    surface = f"{hour}点{minute}分" if language is Language.ZH else f"{hour:02d}:{minute:02d}"
    return Drawn("TIME", f"{hour:02d}:{minute:02d}", {PLAIN: Surface(surface)})
