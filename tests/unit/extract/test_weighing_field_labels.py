"""A token's kind is never one that the label before the value contradicts."""

from __future__ import annotations

import pytest
from weighing_cases import WHO, in_text, ruled, typed


@pytest.mark.parametrize(
    ("text", "surface", "type_id", "expected"),
    [
        ("visa grant no. 0259914483071 came", "0259914483071", "BANK_CARD", "REFERENCE"),
        ("hospital number 7718 204 911 ok", "7718 204 911", "PHONE", "REFERENCE"),
        ("office number 7718 204 911 ok", "7718 204 911", "PHONE", "PHONE"),
        ("my number is 7718 204 911 ok", "7718 204 911", "PHONE", "PHONE"),
        ("住院号是 7718204911 查一下", "7718204911", "PHONE", "REFERENCE"),
        ("复诊 卡号G20318846 男", "G20318846", "PASSPORT", "REFERENCE"),
        ("護照號碼 G20318846 到期", "G20318846", "PASSPORT", "PASSPORT"),
        ("医生电话 4417720928655 在", "4417720928655", "BANK_CARD", "PHONE"),
        ("另一个银行卡号是 4417720928655 吗", "4417720928655", "BANK_CARD", "BANK_CARD"),
        ("the other card number is 4417720928655 ok", "4417720928655", "BANK_CARD", "BANK_CARD"),
        ("这张 4417720928655 在我这里", "4417720928655", "BANK_CARD", "BANK_CARD"),
        ("GTBank 0119 4420 73, for the trip", "0119 4420 73", "PHONE", "REFERENCE"),
        ("ring the bank: 0119 4420 73 ok", "0119 4420 73", "PHONE", "PHONE"),
    ],
)
def test_a_label_goes_before_what_a_form_suggests(text: str, surface: str, type_id: str, expected: str) -> None:
    candidate = ruled(text, surface, type_id, "some.form", 0.85)
    assert typed(text, candidate, in_text(text, surface, WHO, "contact")) == [(surface, expected)]


def test_the_label_of_another_line_says_nothing() -> None:
    text = "Case number:\n7718 204 911 is my mobile"
    candidate = ruled(text, "7718 204 911", "PHONE", "phone.loose", 0.85)
    assert typed(text, candidate, in_text(text, "7718 204 911", WHO, "contact")) == [("7718 204 911", "PHONE")]
