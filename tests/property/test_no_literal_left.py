"""No declared value stays literally: random texts with hypothesis, and generated values in bulk.

The number of generated cases is DRSL_LITERAL_CASES (default a few thousand; `DRSL_LITERAL_CASES=100000` for the bar).
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from core.dehydrate.comparison import squeeze_digits
from core.dehydrate.number_reading import english_words, han_words
from core.domain.sensitive import SensitiveSet
from core.domain.tokens import TokenVault
from core.text.comparison import squeeze
from core.text.normalize import normalize
from tests.dehydration import DEHYDRATOR, attribute, initial, language_of, mention, read_marked

CASES = int(os.environ.get("DRSL_LITERAL_CASES", "3000"))
MONTHS = "January February March April May June July August September October November December".split()
TOKEN = re.compile(r"\[[^\W\d]+_\d+\]")
HAN_DIGITS = "零一二三四五六七八九"

FIRST = ["Margaret", "Olivia", "Thomas", "Peter", "Aisha", "Noel", "Zoë", "José", "Ian", "Wu", "Yannick", "Priya"]
LAST = ["Olsen", "Hartmann", "Whitmore", "Novak", "O'Brien", "Nguyen", "Smith-Jones", "Åkesson", "Li", "Straße", "Reed"]
HAN_NAMES = ["林秀兰", "周明远", "沈国栋", "欧阳明月", "王伟", "赵立新", "司马青", "李娜", "陈一二", "张三丰"]
PLACES = [
    "Northfield University Hospital",
    "Castlegate Dental Group",
    "仁康医院",
    "宁波市恒川机械有限公司",
    "Harbour & Lane Bank",
]
FILLERS_EN = [
    "We met and talked about {v} for a while.",
    "({v})",
    "Then: {v}; later on more.",
    "as{n}{v}\r\nok",
    "\u201c{v}\u201d",
]
FILLERS_ZH = ["我们谈到{v}的事情。", "（{v}）", "之前说过：{v}，后来再说。", "其中{v}也在内", "“{v}”"]


def digits(rng: random.Random, count: int) -> str:
    return "".join(rng.choice("123456789" if not index else "0123456789") for index in range(count))


def respell_text(rng: random.Random, value: str) -> str:
    """One of the spellings under which a text value counts as the same literal."""
    ways: list[Callable[[str], str]] = [
        lambda text: text,
        str.upper,
        str.lower,
        lambda text: "".join(chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else char for char in text),
        lambda text: "\u200b".join(text),
        lambda text: text.replace(" ", "\u00a0"),
        lambda text: text.replace(" ", "  ").replace("-", "\u2013"),
        lambda text: " ".join(text) if len(text) > 4 else text,
        lambda text: "\u2060" + text + "\u00ad",
    ]
    return rng.choice(ways)(value)


def respell_number(rng: random.Random, value: str) -> str:
    ways: list[Callable[[str], str]] = [
        lambda text: "-".join(text[index : index + 4] for index in range(0, len(text), 4)),
        lambda text: " ".join(text),
        lambda text: "".join(HAN_DIGITS[int(char)] for char in text),
        lambda text: " ".join(english_words(int(char)) for char in text),
        lambda text: "".join(chr(ord(char) + 0xFEE0) for char in text),
        lambda text: text.replace("1", "\u0661"),
    ]
    return rng.choice(ways)(value)


def spelled_value(rng: random.Random) -> tuple[str, str, str, str, str]:
    """Type, surface of the mention, form, canonical value, and another spelling of it."""
    kind = rng.randrange(9)
    if kind == 0:
        name = f"{rng.choice(FIRST)} {rng.choice(LAST)}"
        other = " ".join(reversed(name.split())) if rng.random() < 0.2 else respell_text(rng, name)
        return "PERSON", name, "", name, other
    if kind == 1:
        name = rng.choice(HAN_NAMES)
        return "PERSON", name, "", name, respell_text(rng, name)
    if kind == 2:
        number = digits(rng, rng.choice((7, 8, 11, 15, 18)))
        return rng.choice(("PHONE", "BANK_ACCOUNT", "MEDICAL_RECORD")), number, "", number, respell_number(rng, number)
    if kind == 3:
        age = rng.randrange(1, 110)
        other = rng.choice(
            [
                f"{age} years old",
                f"{english_words(age)}-year-old",
                f"{han_words(age)}岁",
                f"今年{age}，",
                f"Age: {age}",
                f"{age} 周岁",
            ]
        )
        return "AGE", f"{age}岁", "zh-sui", str(age), other
    if kind == 4:
        amount = rng.randrange(1, 999_999)
        other = rng.choice(
            [
                f"{amount:,} pounds",
                f"£{amount}.00",
                f"{han_words(amount)}英镑",
                f"{english_words(amount)} pounds",
                f"£ {amount:,}",
            ]
        )
        return "AMOUNT", f"£{amount:,}.00", "symbol", f"GBP {amount}.00", other
    if kind == 5:
        year, month, day = rng.randrange(1950, 2027), rng.randrange(1, 13), rng.randrange(1, 29)
        name = MONTHS[month - 1]
        han_year = "".join(HAN_DIGITS[int(char)] for char in str(year))
        other = rng.choice(
            [
                f"{year}/{month}/{day}",
                f"{name} {day}, {year}",
                f"{day}.{month:02}.{year}",
                f"{year}年{month}月{day}日",
                f"{han_year}年{han_words(month)}月{han_words(day)}日",
                f"the {day}th of {name}",
                f"{name[:3]} {day} {year}",
                f"{month}月{day}号",
            ]
        )
        return "DATE", f"{day} {name} {year}", "en-dmy", f"{year}-{month:02}-{day:02}", other
    if kind == 6:
        count = rng.randrange(1, 40)
        other = rng.choice(
            [f"{count} months", f"{english_words(count)} months", f"{han_words(count)}个月", f"{count}-month"]
        )
        return "DURATION", f"{count}个月", "zh", f"P{count}M", other
    if kind == 7:
        dose = rng.choice((5, 10, 25, 50, 75, 100, 150, 250, 500, 850))
        return (
            "DOSE",
            f"{dose} mg",
            "unit",
            f"{dose} mg",
            rng.choice([f"{dose}毫克", f"{english_words(dose)} milligrams", f"{dose}mg"]),
        )
    place = rng.choice(PLACES)
    kind_of = "HOSPITAL" if "ospital" in place or "医院" in place else "BANK" if "Bank" in place else "ORGANIZATION"
    return kind_of, place, "name", place, respell_text(rng, place)


def holds(text: str, spelling: str) -> bool:
    """An independent, blunt look: the letters and digits of the spelling, in this order, beside each other.

    The number of a token is part of no value: `[AGE_1] years old` does not say that somebody is one year old.
    """
    text = TOKEN.sub("\u0f33", text)
    key = squeeze(spelling).text
    if len(key) < 7 or not key.isascii():
        return (
            len(key) >= 3
            and not key.isascii()
            and not any(char.isdigit() for char in key)
            and key in squeeze(text).text
        )
    view = squeeze_digits(normalize(text))
    return key in squeeze(text).text or (key.isdigit() and view is not None and key in view.text)


def test_generated_values_leave_no_literal() -> None:
    rng = random.Random(20260908)
    failures = 0
    for _ in range(CASES):
        type_id, surface, form, value, other = spelled_value(rng)
        template = rng.choice(FILLERS_ZH if rng.random() < 0.5 else FILLERS_EN)
        head = rng.choice(("我叫", "It was ", "Note: ", "", "说明，"))
        text = f"{head}{surface}。 " + template.format(v=other, n=" ")
        found = mention(surface, type_id, form, value, len(head), language_of(text))
        sensitive = SensitiveSet((attribute([found]),))
        artifact = DEHYDRATOR.dehydrate(text, sensitive, {}, TokenVault(), found.language)
        if DEHYDRATOR.violations(artifact, sensitive) or holds(artifact.text, surface) or holds(artifact.text, other):
            failures += 1
        for item in artifact.replacements:
            assert artifact.text[item.start : item.end] == item.rendered
    assert failures == 0


values = st.sampled_from([spelled_value(random.Random(seed)) for seed in range(300)])
noise = st.text(st.characters(blacklist_categories=("Cs",), blacklist_characters="\x00{}|"), max_size=30)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(noise, values), min_size=1, max_size=5), noise, st.integers(1, 6))
def test_whatever_stands_around_nothing_declared_is_left(
    parts: list[tuple[str, tuple[str, str, str, str, str]]], tail: str, level: int
) -> None:
    marked = "".join(
        f"{before} {{{surface}|{type_id}|{form}|{value}}} {other}"
        for before, (type_id, surface, form, value, other) in parts
    )
    case = read_marked(marked + tail)
    levels = {
        item.id: min(level, DEHYDRATOR.top(item)) if item.kind == "quasi" else DEHYDRATOR.top(item)
        for item in case.sensitive.attributes
    }
    for chosen in (levels, initial(case), {}):
        artifact = DEHYDRATOR.dehydrate(case.text, case.sensitive, chosen, TokenVault(), case.language)
        assert DEHYDRATOR.violations(artifact, case.sensitive) == ()
        position = source = 0
        for item in artifact.replacements:
            assert artifact.text[item.start : item.end] == item.rendered
            assert artifact.text[position : item.start] == case.text[source : item.source_start]
            position, source = item.end, item.source_end
        assert artifact.text[position:] == case.text[source:]


@settings(max_examples=60, deadline=None)
@given(st.lists(values, min_size=1, max_size=4))
def test_the_same_input_gives_the_same_artifact(parts: list[tuple[str, str, str, str, str]]) -> None:
    marked = " ; ".join(f"{{{surface}|{type_id}|{form}|{value}}}" for type_id, surface, form, value, _ in parts)
    case = read_marked(marked)
    first = DEHYDRATOR.dehydrate(case.text, case.sensitive, initial(case), TokenVault(), case.language)
    second = DEHYDRATOR.dehydrate(case.text, case.sensitive, initial(case), TokenVault(), case.language)
    assert first == second
