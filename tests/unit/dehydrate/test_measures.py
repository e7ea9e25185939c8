"""Ladders of measures, laboratory values, blood types and life events."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.language import Language
from core.domain.tokens import TokenVault
from tests.dehydration import DEHYDRATOR, LIBRARY, read_marked


def nodes(type_id: str, value: str) -> list[str]:
    return [rung.node for rung in LIBRARY.for_type(type_id).ladder(value, Language.EN)[1:-1]]


@pytest.mark.parametrize(
    ("type_id", "value", "expected"),
    [
        ("PHYSIQUE", "178 cm", ["170-180 cm", "150-180 cm", "physique"]),
        ("PHYSIQUE", "1.78 m", ["170-180 cm", "150-180 cm", "physique"]),
        ("PHYSIQUE", "1米78", ["170-180 cm", "150-180 cm", "physique"]),
        ("PHYSIQUE", "5'10\"", ["170-180 cm", "150-180 cm", "physique"]),
        ("PHYSIQUE", "85公斤", ["80-90 kg", "60-90 kg", "physique"]),
        ("PHYSIQUE", "170斤", ["80-90 kg", "60-90 kg", "physique"]),
        ("PHYSIQUE", "bmi 27.1", ["25-30 bmi", "15-30 bmi", "physique"]),
        ("PHYSIQUE", "tall and thin", ["physique"]),
        ("LAB_RESULT", "160/95", ["raised", "above-usual", "lab_result"]),
        ("LAB_RESULT", "118/95", ["raised", "above-usual", "lab_result"]),
        ("LAB_RESULT", "110/70", ["usual", "not-raised", "lab_result"]),
        ("LAB_RESULT", "8.1%", ["4-10 %", "1-10 %", "lab_result"]),
        ("LAB_RESULT", "168 umol/l", ["100-200 umol/l", "100-1000 umol/l", "lab_result"]),
        ("LAB_RESULT", "positive", ["lab_result"]),
        ("BLOOD_TYPE", "O+", ["common", "any"]),
        ("BLOOD_TYPE", "AB-", ["rare", "any"]),
        ("LIFE_EVENT", "uses a wheelchair", ["mobility", "life_event"]),
        ("LAB_RESULT", "39.2度", ["high-fever", "feverish", "lab_result"]),
        ("LAB_RESULT", "38.5 ℃", ["fever", "feverish", "lab_result"]),
        ("LAB_RESULT", "99.5 °F", ["low-grade-fever", "feverish", "lab_result"]),
        ("LAB_RESULT", "36.6度", ["usual-temperature", "no-fever", "lab_result"]),
        ("LAB_RESULT", "300度", ["200-400 度", "100-1000 度", "lab_result"]),
        ("LIFE_EVENT", "刚被辞退", ["job_loss", "life_event"]),
        ("LIFE_EVENT", "辞职", ["work", "life_event"]),
        ("LIFE_EVENT", "怀孕5个月", ["expecting", "life_event"]),
        ("AGE", "8m", ["0-0", "0-4", "0-9", "0-19", "0-19"]),
        ("AGE", "3w", ["0-0", "0-4", "0-9", "0-19", "0-19"]),
        ("AGE", "18m", ["0-4", "0-9", "0-19", "0-19"]),
        ("AGE", "0", ["0-4", "0-9", "0-19", "0-19"]),
        ("LIFE_EVENT", "won the lottery", ["life_event"]),
    ],
)
def test_nodes(type_id: str, value: str, expected: list[str]) -> None:
    assert nodes(type_id, value) == expected


@given(
    amount=st.integers(30, 250), unit=st.sampled_from(["cm", "kg", "lbs", "公斤"]), language=st.sampled_from(Language)
)
def test_a_worded_bound_of_a_measure_lies_outside_its_band(amount: int, unit: str, language: Language) -> None:
    for rung in LIBRARY.for_type("PHYSIQUE").ladder(f"{amount} {unit}", language)[1:3]:
        low, high = (float(part) for part in rung.node.split(" ")[0].split("-"))
        *worded_low, worded_high = (float(part) for part in re.findall(r"\d+(?:\.\d+)?", rung.label))
        assert low <= amount < high <= worded_high
        assert worded_low[0] < low if worded_low else low == 0


@given(value=st.decimals(min_value="0.01", max_value="99999", places=2), language=st.sampled_from(Language))
def test_a_worded_bound_of_a_result_lies_outside_its_band(value: object, language: Language) -> None:
    for rung in LIBRARY.for_type("LAB_RESULT").ladder(f"{value} mmol/l", language)[1:3]:
        low, high = (float(part) for part in rung.node.split(" ")[0].split("-"))
        worded_low, worded_high = (float(part) for part in re.findall(r"\d+(?:\.\d+)?", rung.label)[:2])
        assert worded_low < low <= float(str(value)) < high <= worded_high


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("I weigh {96 kg|PHYSIQUE|measure|96 kg}.", "I weigh roughly 85 to 100 kg."),
        ("She is {1.55 m|PHYSIQUE|measure|1.55 m} tall.", "She is roughly 145 to 160 cm tall."),
        ("身高{172厘米|PHYSIQUE|measure|172 cm}左右。", "身高165到180厘米。"),
        ("My BP is {150/95|LAB_RESULT|value|150/95}.", "My BP is clearly raised."),
        ("血压{150/95|LAB_RESULT|value|150/95}。", "血压明显偏高。"),
        ("Her blood type is {AB negative|BLOOD_TYPE|record|AB-}.", "Her blood type is of one of the rarer kinds."),
        ("血型{B型|BLOOD_TYPE|zh|B}。", "血型较常见的类型。"),
        ("He {uses a wheelchair|LIFE_EVENT|clause}.", "He has limited mobility."),
        ("I {was convicted|LIFE_EVENT|clause} of theft.", "I had dealings with the law in connection with theft."),
        ("I take 20 mg {twice a day|DOSE|unit|twice a day}.", "I take 20 mg at regular intervals."),
    ],
)
def test_wording(marked: str, expected: str) -> None:
    case = read_marked(marked)
    levels = {item.id: 1 for item in case.sensitive.attributes}
    artifact = DEHYDRATOR.dehydrate(case.text, case.sensitive, levels, TokenVault(), case.language)
    assert artifact.text == expected
