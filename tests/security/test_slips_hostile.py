"""Finding: what a hostile reader got past the program with parts, tables, links, words for numbers and later turns."""

from __future__ import annotations

import pytest
from shared_engine import builtin_engine

from core.domain.request import Request
from core.engine.conversation import Conversation, SentTurn

GONE = [
    (["| Resident | Flat | Door code |\n|---|---|---|\n| K. Lindqvist | 4B | 7719# |\n| the Okonkwos | 5A | 2083# |"],
     ["Lindqvist", "Okonkwo", "4B", "5A", "7719", "2083"]),
    (["| 住户 | 房号 | 门锁密码 |\n|---|---|---|\n| 林秀兰 | 4-302 | 7719# |\n| 老欧阳家 | 5-101 | 2083# |"],
     ["林", "欧阳", "4-302", "5-101", "7719", "2083"]),
    (["I live at 14 Tanner Row, Barrow. Draft a letter.", "Tanner Row is noisy. What now?"], ["Tanner"]),
    (["收货：绍兴越城胜利东路二十二号康乐苑三幢二单元五零一 林女士收。", "胜利东路那边能送吗？康乐苑门口有保安。"],
     ["胜利东路", "康乐苑", "五零一"]),
    (["Write an apology to Robert Haines from me."], ["Robert", "Haines"]),
]  # fmt: skip


@pytest.mark.parametrize(("turns", "values"), GONE)
def test_nothing_of_it_is_left(turns: list[str], values: list[str]) -> None:
    engine, conversation = builtin_engine(), Conversation()
    for text in turns:
        preview = engine.preview(Request(text), conversation)
        conversation.record(SentTurn(preview.sensitive, preview.artifact, ""))
        assert not [value for value in values if value in preview.artifact.text]


@pytest.mark.parametrize(
    ("text", "surface", "value"),
    [
        ("My nephew (Chidi, b. the seventeenth of April two thousand nine) is ill.",
         "seventeenth of April two thousand nine", "2009-04-17"),
        ("Chidi Okonkwo was born on the twenty-first of May, nineteen ninety-four.",
         "twenty-first of May, nineteen ninety-four", "1994-05-21"),
        ("Chidi Okonkwo was born on April the third, nineteen seventy.",
         "April the third, nineteen seventy", "1970-04-03"),
        ("我侄子陈志鹏是二〇〇九年四月十七日出生的。", "二〇〇九年四月十七日", "2009-04-17"),
    ],
)  # fmt: skip
def test_a_birth_date_in_words_is_read(text: str, surface: str, value: str) -> None:
    found = builtin_engine().extract(Request(text), Conversation()).attributes
    dates = [item for item in found if item.type_id == "BIRTH_DATE"]
    assert [(item.mentions[0].text, item.value) for item in dates] == [(surface, value)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("我同事陈志鹏年薪八万三千四百五，够吗？", "CNY 83450.00"),
        ("陳志鵬先生您好，志鵬兄的獎金是捌萬叁仟元整。", "CNY 83000.00"),
        ("My wife Adaeze Okonkwo earns 83,450 a year. Tax?", "83450.00"),
        ("My wife Adaeze Okonkwo is paid by Kestrel, so 6,954 a month. Tax?", "6954.00"),
    ],
)
def test_an_amount_is_read_whole(text: str, value: str) -> None:
    found = builtin_engine().extract(Request(text), Conversation()).attributes
    assert [item.value for item in found if item.type_id in ("INCOME", "AMOUNT") and item.value.endswith(value)]
