"""Finding: a text in a script that no layer reads passed as a text without findings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.extract.unread import unread

WHOLE = [
    ("Cyrillic", "Меня зовут Иван Петров, мой телефон 8 900 123 45 67."),
    ("Arabic", "اسمي محمد وأعيش في القاهرة"),
    ("Hangul", "제 이름은 김민수이고 서울에 살아요"),
    ("Hiragana", "わたしの名前は田中太郎です"),
    ("Greek", "Με λένε Γιώργο Παπαδόπουλο"),
    ("Thai", "ฉันชื่อสมชายอยู่กรุงเทพ"),
    ("Hebrew", "שמי דוד כהן"),
    ("Devanagari", "मेरा नाम राहुल शर्मा है"),
    ("Bengali", "আমার নাম রহিম"),
    ("Tamil", "என் பெயர் குமார்"),
    ("Georgian", "ჩემი სახელია გიორგი"),
    ("Ethiopic", "ስሜ አበበ ነው"),
]


@pytest.mark.parametrize(("script", "text"), WHOLE)
def test_a_foreign_text_is_one_passage(script: str, text: str) -> None:
    (passage,) = unread(text)
    assert passage.script == script
    assert (
        text[passage.start : passage.end].strip("., ")
        == text.strip("., ").rstrip("0123456789 ").removesuffix(", мой телефон 8 900 123 45 67")
        or passage.end - passage.start > len(text) // 2
    )


@pytest.mark.parametrize(("script", "text"), WHOLE)
def test_a_mixed_text_marks_the_unread_part(script: str, text: str) -> None:
    mixed = f"Please translate this: {text}\nThanks, and keep the tone. 请翻译这一段。"
    (passage,) = unread(mixed)
    assert passage.script == script
    start = mixed.index(text)
    assert start <= passage.start < passage.end <= start + len(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Plain English, naïve café, Łódź, Nguyễn Thị Hoa, Straße.",
        "普通的中文文本，繁體中文也一樣，𠮷。",
        "5 μg of α-tocopherol, Σ x² over Ω, β-blocker, ΔT",
        "α, β, γ, δ, ε and ζ are letters",
        "Яндекс and プリウス are brands",
        "ok 👍🏽 ❤️ ½ № ™ → ∑ ₽ €",
        "д. 5",
        "カ",
        "zero\u200bwidth\u200djoiner",
    ],
)
def test_what_is_read_is_not_marked(text: str) -> None:
    assert unread(text) == ()


def test_one_foreign_name_in_a_sentence_is_marked() -> None:
    text = "Ask Мария Иванова about it"
    (passage,) = unread(text)
    assert text[passage.start : passage.end] == "Мария Иванова"


@given(st.text(max_size=60))
def test_passages_are_in_order_and_inside(text: str) -> None:
    reach = 0
    for passage in unread(text):
        assert reach <= passage.start < passage.end <= len(text)
        assert passage.letters > 0
        reach = passage.end
