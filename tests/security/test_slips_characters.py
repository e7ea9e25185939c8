"""Finding: characters that nobody sees, or that look like others, carried a declared value past the hard line."""

from __future__ import annotations

import random
import unicodedata

import pytest
from shared_engine import rule_cascade

from core.dehydrate.hard_line import HardLine
from core.domain.request import Request
from core.domain.sensitive import SensitiveSet
from core.text.characters import ignorable, lookalikes, simplified
from core.text.normalize import normalize
from tests.dehydration import TAXONOMY, attribute, mention

LINE = HardLine(TAXONOMY)
NOT_IGNORABLE = {0xFFF9, 0xFFFA, 0xFFFB}
"""Annotation characters are drawn, by the standard's own word."""
VALUES = [
    ("PERSON", "Margaret Olsen"),
    ("PERSON", "林秀兰"),
    ("PHONE", "13900001234"),
    ("EMAIL", "m.olsen@harbour.example"),
]


def declared(type_id: str, surface: str) -> SensitiveSet:
    return SensitiveSet((attribute([mention(surface, type_id, "", surface)]),))


def test_the_table_has_every_format_character_that_is_not_drawn() -> None:
    drawn = {"ARABIC", "SYRIAC", "KAITHI", "EGYPTIAN"}
    missing = [
        code
        for code in range(0x110000)
        if unicodedata.category(chr(code)) == "Cf"
        and chr(code) not in ignorable()
        and code not in NOT_IGNORABLE
        and unicodedata.name(chr(code)).split()[0] not in drawn
    ]
    assert missing == []


@pytest.mark.parametrize(("type_id", "surface"), VALUES)
def test_no_unseen_character_hides_a_value(type_id: str, surface: str) -> None:
    sensitive = declared(type_id, surface)
    assigned = [char for char in sorted(ignorable()) if unicodedata.category(char) != "Cn"]
    for char in [*assigned, "\x08", "\x7f", "\x9f"]:
        text = f"so {char.join(surface)} it is"
        assert normalize(text).text == f"so {surface} it is", hex(ord(char))
        assert LINE.find(text, sensitive, {}), hex(ord(char))


@pytest.mark.parametrize("text", ["M\u0336a\u0336r\u0336g", "1\u20dd3\u20dd9\u20dd", "q\u0303x\u0301\u0302"])
def test_marks_over_letters_vanish(text: str) -> None:
    assert normalize(text).text.isascii()


def test_letters_among_digits_are_digits() -> None:
    sensitive = declared("PHONE", "13900001234")
    for text in ("139OOOO1234", "l39 0000 l234", "1390O0Ol234", "139\u041e\u041e\u041e\u041e1234"):
        assert LINE.find(f"call {text}.", sensitive, {}), ascii(text)


@pytest.mark.parametrize("surface", ["Margaret Olsen", "Hypatia Box", "m.olsen@harbour.example"])
def test_no_lookalike_hides_a_value(surface: str) -> None:
    sensitive = declared("PERSON", surface)
    rng = random.Random(7)
    like: dict[str, list[str]] = {}
    for letter, plain in lookalikes().items():
        like.setdefault(plain, []).append(letter)
    for _ in range(300):
        disguised = "".join(rng.choice([char, *like.get(char, ())]) for char in surface)
        assert LINE.find(f"so {disguised} it is", sensitive, {}), ascii(disguised)


@pytest.mark.parametrize(
    "text",
    [
        "Please write to mаrk.whitfield@exаmple.com about it.",
        "My name is Mаrgаret Whitfiеld and I live here.",
        "my phone number is 2\u041e2-555-0143",
        "我的身份证号是11010519491231002Ⅹ。",
        "我的手机号\u3164是139\u200e1234\u061c5678。",
    ],
)
def test_finding_is_not_blinded(text: str) -> None:
    assert rule_cascade().extract(Request(text), b"k" * 32).attributes


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("陈建国", "陳建國"),
        ("蓝鲸数据", "藍鯨數據"),
        ("Müller-Lüdenscheidt", "Muller-Ludenscheidt"),
        ("Nguyễn Thị Hoa", "Nguyen Thi Hoa"),
    ],
)
def test_two_writings_of_one_name_are_one(one: str, other: str) -> None:
    assert LINE.find(f"so {one}, ok", declared("PERSON", other), {})
    assert LINE.find(f"so {other}, ok", declared("PERSON", one), {})


def test_simplified_is_stable() -> None:
    assert not set(simplified().values()) & set("乾後於瞭")


@pytest.mark.parametrize(
    "text", ["5 μg of α-tocopherol", "Это письмо по-русски", "Σ x², ∂f/∂x", "日本語のテキスト", "Γειά σου Κώστα"]
)
def test_other_scripts_stay_what_they_are(text: str) -> None:
    letters = [char for char in normalize(text).text if unicodedata.category(char)[0] == "L" and not char.isascii()]
    assert len(letters) >= sum(char not in lookalikes() and char.isalpha() and not char.isascii() for char in text)
