"""Reading and writing numbers, dates and clock times in both languages."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.dehydrate.date_reading import read_clock, read_dates
from core.dehydrate.number_reading import english_words, han_words, read_han, read_numbers


@given(st.integers(0, 99_999_999))
def test_chinese_numerals_round_trip(number: int) -> None:
    assert read_han(han_words(number)) == number


@given(st.integers(0, 999_999))
def test_english_number_words_round_trip(number: int) -> None:
    assert [item.value for item in read_numbers(f"about {english_words(number)} of them")] == [number]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("3,478.00 and 3478", ["3478.00", "3478"]),
        ("12万元，三千块，三百五", ["120000", "3000", "350"]),
        ("二〇二六年", ["2026"]),
        ("£2.5 million, 6k", ["2500000.0", "6000"]),
        ("六十多岁，3千多，十几", []),
        ("a hundred", ["100"]),
        ("1.2.3", ["1.2"]),
        ("年薪五十二万", ["520000"]),
    ],
)
def test_numbers_in_text(text: str, values: list[str]) -> None:
    assert [item.value for item in read_numbers(text)] == [Decimal(value) for value in values]


@pytest.mark.parametrize(
    "text",
    [
        "14 March 2026",
        "March 14, 2026",
        "2026-03-14",
        "2026/3/14",
        "14.03.2026",
        "20260314",
        "2026年3月14日",
        "二〇二六年三月十四日",
        "the 14th of March 2026",
    ],
)
def test_dates(text: str) -> None:
    assert "2026-03-14" in {reading for found in read_dates(f"x {text} y") for reading in found.readings}


@pytest.mark.parametrize(
    ("text", "clock"), [("9:30 pm", "21:30"), ("下午3点", "15:00"), ("14:05", "14:05"), ("9 o'clock", "09:00")]
)
def test_clock(text: str, clock: str) -> None:
    assert any(clock in found.readings for found in read_clock(text))


@pytest.mark.parametrize("text", ["2026-13-40", "99 March", "25:70", "5 oranges", "1/2 cup"])
def test_what_is_no_date_or_time(text: str) -> None:
    assert not [*read_dates(text), *read_clock(text)]
