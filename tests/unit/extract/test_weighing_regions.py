"""Countries and provinces in ideographs: apart from the town behind them, and nobody's names."""

from __future__ import annotations

import pytest
from weighing_cases import WHERE, WHO, in_text, shown


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


@pytest.mark.parametrize(("text", "country"), [("客户缅甸来电", "缅甸"), ("客戶緬甸來電", "緬甸")])
def test_a_country_is_nobodys_name_in_either_script(text: str, country: str) -> None:
    assert shown(text, in_text(text, country, WHO, "name")) == []
