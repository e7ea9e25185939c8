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
    (["Why 404?\nhttps://desk.example/new?surname=Okonkwo-Rye&given=Ngozi&born=1971%2D05%2D30&tel=07700%20900%20418&n=2"],
     ["Okonkwo", "Rye", "Ngozi", "1971", "900%20418"]),
    (["这个链接为什么打不开？https://gh.example/add?xm=%E8%83%A5%E7%A7%8B%E9%9C%9C&csrq=1988-02-11&dh=13905718842&k=3"],
     ["%E8%83", "%E9%9C%9C", "13905718842"]),
    (["Why no sum?\n\nname;tel;born\nNgozi Okonkwo;'07700900418;26083\nAnneliese Rye;'07700900517;31544\nTotal;;"],
     ["Okonkwo", "07700900418", "26083", "Rye", "07700900517", "31544"]),
    (['怎么显示中文？{"name":"\\u80e5\\u79cb\\u971c","company":"\\u5b81\\u6ce2\\u6cad\\u6eaa\\u5ddd\\u6a21\\u5177\\u6709\\u9650\\u516c\\u53f8"}'],
     ["u80e5", "u6cad", "u6a21"]),
    (['Tidy up:\na = "Quen" + "nell"\nb = "Okon" "kwo"\nbox = "@" + "plumdesk" + ".example"\nlabel = "data" + "base"'],
     ["Quen", "kwo", "plumdesk"]),
    (["Ngozi Okonkwo, born 23.iv.51 on the certificate, asks about her pension."], ["23.iv.51"]),
    (["Is this a bounce? Return-Path: <news+ngozi.okonkwo=plum.example@lists.example>"], ["ngozi", "okonkwo", "plum"]),
    (["My box is ngozi dot okonkwo at plum dash desk dot example, my tag ngo underscore four one. Put them in a card."],
     ["ngozi", "okonkwo", "plum", "ngo underscore"]),
    (["我的邮箱是 qiushuang 点 xu 艾特 lantian 杠 yun 点 example，网名 xqs 下划线 四一九，写进名片。"],
     ["qiushuang", "lantian", "xqs", "四一九"]),
    (['Refactor: who = "Ngo" "zi Okon" "kwo"; card_name = who.upper()'], ["Okon"]),
    (["The number is 81400900770 (backwards), his name is iozgN. A formula, please."], ["81400900770"]),
    (["公式怎么写？A1 是 24881750931（倒着写的），要还原成手机号。"], ["24881750931"]),
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
        ("我同事陈志鹏是民国六十八年二月二十八生的。", "民国六十八年二月二十八", "1979-02-28"),
        ("陳志鵬先生，民國六十八年二月二十八日生於臺中。", "民國六十八年二月二十八日", "1979-02-28"),
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
