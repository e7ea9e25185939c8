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


@pytest.mark.parametrize(
    ("text", "whole", "parts"),
    [
        ("我在意大利普拉托开厂", "意大利普拉托", ["意大利", "普拉托"]),
        ("她家是江西抚州的", "江西抚州", ["江西", "抚州"]),
        ("住在東京都附近", "東京都", ["東京都"]),
        ("他去了加拿大。", "加拿大", ["加拿大"]),
        ("我在緬甸仰光開廠", "緬甸仰光", ["緬甸", "仰光"]),
        ("老家是廣東汕頭的", "廣東汕頭", ["廣東", "汕頭"]),
        ("我住在四川 成都", "四川 成都", ["四川", "成都"]),
        ("他人在加拿大，温哥华。", "加拿大，温哥华", ["加拿大", "温哥华"]),
        ("她在吉林市上班", "吉林市", ["吉林市"]),
        ("船开到印度洋了", "印度洋", ["印度洋"]),
    ],
)
def test_a_town_stands_apart_from_the_country_or_province_before_it(text: str, whole: str, parts: list[str]) -> None:
    assert shown(text, in_text(text, whole, WHERE, "place")) == parts


def test_a_circumstance_with_a_dash_is_one() -> None:
    text = "the only vet in town - a woman - since 2019"
    assert shown(text, in_text(text, "the only vet in town - a woman", WHERE, "circumstance")) == [
        "the only vet in town - a woman"
    ]


@pytest.mark.parametrize(("text", "country"), [("客户缅甸来电", "缅甸"), ("客戶緬甸來電", "緬甸")])
def test_a_country_is_nobodys_name_in_either_script(text: str, country: str) -> None:
    assert shown(text, in_text(text, country, WHO, "name")) == []
