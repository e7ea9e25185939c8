"""Finding: spelled digits left a tail of their last word; other forms of a hidden amount or date were not known."""

from __future__ import annotations

import pytest

from core.dehydrate.hard_line import HardLine
from core.domain.sensitive import SensitiveSet
from tests.dehydration import TAXONOMY, attribute, mention

LINE = HardLine(TAXONOMY)


def declared(type_id: str, surface: str, value: str = "") -> SensitiveSet:
    return SensitiveSet((attribute([mention(surface, type_id, "", value or surface)]),))


@pytest.mark.parametrize(
    ("surface", "spelled"),
    [
        ("912345673", "nine one two three four five six seven three"),
        ("912345673", "Nine-one-two, three-four-five, six-seven-THREE"),
        ("13900001234", "一三九零零零零一二三四"),
        ("2025550143", "two oh two five five five oh one four three"),
        ("13900001234", "139OOOO1234"),
    ],
)
def test_spelled_digits_are_replaced_to_the_end_of_the_last_word(surface: str, spelled: str) -> None:
    text = f"It is {spelled}; thanks"
    scrubbed, count = LINE.scrub(
        text, declared("BANK_ACCOUNT" if len(surface) == 9 else "PHONE", surface), {}, lambda *_: "[X]"
    )
    assert (scrubbed, count) == ("It is [X]; thanks", 1)


@pytest.mark.parametrize(
    ("type_id", "surface", "value", "text"),
    [
        ("AMOUNT", "€83,450.17", "EUR 83450.17", "zusammen 83.450,17 €"),
        ("AMOUNT", "€83,450.17", "EUR 83450.17", "CHF 83'450.17"),
        ("AMOUNT", "€83,450.17", "EUR 83450.17", "83 450,17 €"),
        ("AMOUNT", "€83,450", "EUR 83450.00", "83.450 €"),
        ("AMOUNT", "€450.17", "EUR 450.17", "450,17 €"),
        ("BIRTH_DATE", "1990年3月14日", "1990-03-14", "他三月十四过生日"),
        ("BIRTH_DATE", "1990年3月14日", "1990-03-14", "生日3月14，"),
        ("BIRTH_DATE", "14 March 1990", "1990-03-14", "生于三月十四"),
    ],
)
def test_other_forms_are_known(type_id: str, surface: str, value: str, text: str) -> None:
    assert LINE.find(text, declared(type_id, surface, value), {})


@pytest.mark.parametrize(
    ("type_id", "surface", "value", "text"),
    [
        ("AMOUNT", "€83,450.17", "EUR 83450.17", "83.450 € and 17 €, version 83.450.17"),
        ("AMOUNT", "€12.30", "EUR 12.30", "rows 12,30 and 12,305"),
        ("BIRTH_DATE", "1990年3月14日", "1990-03-14", "三月十四个人，三月十五，3月140元"),
    ],
)
def test_other_values_stay(type_id: str, surface: str, value: str, text: str) -> None:
    assert not LINE.find(text, declared(type_id, surface, value), {})
