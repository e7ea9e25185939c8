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
    return [step.node for step in LIBRARY.for_type(type_id).ladder(value, Language.EN)[1:-1]]


@pytest.mark.parametrize(
    ("type_id", "value", "expected"),
    [
        ("PHYSIQUE", "178 cm", ["170-180 cm", "150-180 cm"]),
        ("PHYSIQUE", "1.78 m", ["170-180 cm", "150-180 cm"]),
        ("PHYSIQUE", "1米78", ["170-180 cm", "150-180 cm"]),
        ("PHYSIQUE", "5'10\"", ["170-180 cm", "150-180 cm"]),
        ("PHYSIQUE", "85公斤", ["80-90 kg", "60-90 kg"]),
        ("PHYSIQUE", "170斤", ["80-90 kg", "60-90 kg"]),
        ("PHYSIQUE", "bmi 27.1", ["25-30 bmi", "15-30 bmi"]),
        ("PHYSIQUE", "tall and thin", []),
        ("LAB_RESULT", "160/95", ["raised", "above-usual"]),
        ("LAB_RESULT", "118/95", ["raised", "above-usual"]),
        ("LAB_RESULT", "110/70", ["usual", "not-raised"]),
        ("LAB_RESULT", "8.1%", ["4-10 %", "1-10 %"]),
        ("LAB_RESULT", "hba1c 7.2%", ["4-10 %", "1-10 %"]),
        ("LAB_RESULT", "3.2 x10^9/l", []),
        ("LAB_RESULT", "168 umol/l", ["100-200 umol/l", "100-1000 umol/l"]),
        ("LAB_RESULT", "positive", []),
        ("BLOOD_TYPE", "O+", ["common"]),
        ("BLOOD_TYPE", "AB-", ["rare"]),
        ("LIFE_EVENT", "uses a wheelchair", ["mobility"]),
        ("LAB_RESULT", "39.2度", ["high-fever", "feverish"]),
        ("LAB_RESULT", "38.5 ℃", ["fever", "feverish"]),
        ("LAB_RESULT", "99.5 °F", ["low-grade-fever", "feverish"]),
        ("LAB_RESULT", "36.6度", ["usual-temperature", "no-fever"]),
        ("LAB_RESULT", "300度", ["200-400 度", "100-1000 度"]),
        ("LIFE_EVENT", "刚被辞退", ["job_loss"]),
        ("LIFE_EVENT", "辞职", ["work"]),
        ("LIFE_EVENT", "怀孕5个月", ["expecting"]),
        ("AGE", "8m", ["0-4", "0-9", "0-19", "0-19"]),
        ("AGE", "3w", ["0-4", "0-9", "0-19", "0-19"]),
        ("AGE", "18m", ["0-4", "0-9", "0-19", "0-19"]),
        ("AGE", "0", ["0-4", "0-9", "0-19", "0-19"]),
        ("LIFE_EVENT", "won the lottery", []),
    ],
)
def test_nodes(type_id: str, value: str, expected: list[str]) -> None:
    assert nodes(type_id, value) == expected


@given(
    amount=st.integers(30, 250), unit=st.sampled_from(["cm", "kg", "lbs", "公斤"]), language=st.sampled_from(Language)
)
def test_a_measure_lies_in_the_interval_that_names_its_band(amount: int, unit: str, language: Language) -> None:
    for step in LIBRARY.for_type("PHYSIQUE").ladder(f"{amount} {unit}", language)[1:3]:
        low, high = (float(part) for part in re.findall(r"\d+(?:\.\d+)?", step.label))
        assert low <= amount < high


@given(value=st.decimals(min_value="0.01", max_value="99999", places=2), language=st.sampled_from(Language))
def test_a_result_lies_in_the_interval_that_names_its_band(value: object, language: Language) -> None:
    for step in LIBRARY.for_type("LAB_RESULT").ladder(f"{value} mmol/l", language)[1:3]:
        low, high = (float(part) for part in re.findall(r"\d+(?:\.\d+)?", step.label)[:2])
        assert low <= float(str(value)) < high


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("I weigh {96 kg|PHYSIQUE|measure|96 kg}.", "I weigh [PHYSIQUE_1: 90 to 100 kg]."),
        ("身高{172厘米|PHYSIQUE|measure|172 cm}左右。", "身高[体貌_1：170至180厘米]左右。"),
        ("My BP is {150/95|LAB_RESULT|value|150/95}.", "My BP is [RESULT_1: clearly raised]."),
        ("血压{150/95|LAB_RESULT|value|150/95}。", "血压[检验值_1：明显偏高]。"),
        (
            "Her blood type is {AB negative|BLOOD_TYPE|record|AB-}.",
            "Her blood type is [BLOOD_TYPE_1: rarer blood group].",
        ),
        ("He {uses a wheelchair|LIFE_EVENT|clause}.", "He [CIRCUMSTANCE_1: limited mobility]."),
        ("I take 20 mg {twice a day|DOSE|unit|twice a day}.", "I take 20 mg [DOSE_1: at regular intervals]."),
        ("Fever of {39.2 °C|LAB_RESULT|value|39.2 °C}.", "Fever of [RESULT_1: high fever]."),
    ],
)
def test_classes(marked: str, expected: str) -> None:
    case = read_marked(marked)
    levels = {item.id: 1 for item in case.sensitive.attributes}
    artifact = DEHYDRATOR.dehydrate(case.text, case.sensitive, levels, TokenVault(), case.language)
    assert artifact.text == expected
