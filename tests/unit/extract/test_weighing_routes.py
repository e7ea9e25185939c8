"""A way from place to place is several places; names with a hyphen are one."""

from __future__ import annotations

import pytest
from weighing_cases import WHERE, WHO, in_text, shown


@pytest.mark.parametrize(
    ("text", "way", "places"),
    [
        ("we fly Cork–Montréal in May", "Cork–Montréal", ["Cork", "Montréal"]),
        ("Flight 1: Gothenburg - Frankfurt, 9:40", "Gothenburg - Frankfurt", ["Gothenburg", "Frankfurt"]),
        ("via Colombo → Vienna → Porto", "Colombo → Vienna → Porto", ["Colombo", "Vienna", "Porto"]),
        ("下周名古屋飞上海的票", "名古屋飞上海", ["名古屋", "上海"]),
        ("行程新竹—花蓮很久", "新竹—花蓮", ["新竹", "花蓮"]),
        ("live in Stratford-upon-Avon now", "Stratford-upon-Avon", ["Stratford-upon-Avon"]),
        ("住在飞来峰附近", "飞来峰", ["飞来峰"]),
    ],
)
def test_places_of_a_way_are_apart(text: str, way: str, places: list[str]) -> None:
    assert shown(text, in_text(text, way, WHERE, "place")) == places


@pytest.mark.parametrize(
    ("text", "whole", "parts"),
    [
        ("Re: Quill-Reed v Reed, hearing on Monday", "Quill-Reed v Reed", ["Quill-Reed", "Reed"]),
        ("in Quill vs. Oddy we lost", "Quill vs. Oddy", ["Quill", "Oddy"]),
        ("Dr V Quill called", "V Quill", ["V Quill"]),
    ],
)
def test_the_parties_of_a_case_are_two_people(text: str, whole: str, parts: list[str]) -> None:
    assert shown(text, in_text(text, whole, WHO, "name")) == parts


def test_a_circumstance_with_a_dash_is_one() -> None:
    text = "the only vet in town - a woman - since 2019"
    assert shown(text, in_text(text, "the only vet in town - a woman", WHERE, "circumstance")) == [
        "the only vet in town - a woman"
    ]
