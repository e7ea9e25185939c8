"""The word diff: what it cuts, what it finds, and that nothing is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.shared.viewmodels.diff import DiffKind, diff, inline, tokens

WORDS = st.sampled_from(
    ["I", " ", "am", "67", "岁", "林", "𠮷", "\U00031350", "。", "\n", "\r\n", "  ", "e\u0301", "[", "_", "😀"]
)
TEXTS = st.lists(WORDS, max_size=40).map("".join)


def test_ideographs_stand_alone_in_every_block() -> None:
    assert tokens("我67岁，𠮷田\U00031350 is 12.5") == [
        "我", "67", "岁", "，", "𠮷", "田", "\U00031350", " ", "is", " ", "12", ".", "5",
    ]  # fmt: skip


@given(TEXTS)
def test_tokens_lose_nothing(text: str) -> None:
    assert "".join(tokens(text)) == text


@given(TEXTS, TEXTS, st.booleans())
def test_parts_cover_both_texts(before: str, after: str, ignore_spaces: bool) -> None:
    compared = diff(before, after, ignore_spaces=ignore_spaces)
    at = [0, 0]
    for part in compared.parts:
        assert [part.before_start, part.after_start] == at
        at = [part.before_end, part.after_end]
        if part.kind is DiffKind.EQUAL and not ignore_spaces:
            assert before[part.before_start : part.before_end] == after[part.after_start : part.after_end]
    assert at == [len(before), len(after)]
    runs = inline(compared)
    assert "".join(run.text for run in runs if run.kind is not DiffKind.DELETED) == after
    kept = "".join(run.text for run in runs if run.kind is not DiffKind.INSERTED)
    assert kept == before or ignore_spaces
    assert {run.change for run in runs if run.change >= 0} == set(range(len(compared.changes)))


@given(TEXTS)
def test_a_text_equals_itself(text: str) -> None:
    assert diff(text, text).changes == ()


def test_a_replaced_phrase_is_one_change() -> None:
    compared = diff("I am Iris Kettle, 67 years old", "I am [PERSON_1], in my sixties")
    seen = [
        (compared.before[part.before_start : part.before_end], compared.after[part.after_start : part.after_end])
        for part in compared.changes
    ]
    assert seen[0] == ("Iris Kettle", "[PERSON_1]")
    assert len(seen) == 2


def test_chinese_change_touches_only_its_ideographs() -> None:
    compared = diff("患者今年67岁，住院", "患者今年六十多岁，住院")
    (change,) = compared.changes
    assert compared.before[change.before_start : change.before_end] == "67"
    assert compared.after[change.after_start : change.after_end] == "六十多"


def test_kinds() -> None:
    assert [part.kind for part in diff("a b", "a b c").changes] == [DiffKind.INSERTED]
    assert [part.kind for part in diff("a b c", "a c").changes] == [DiffKind.DELETED]
    assert [part.kind for part in diff("a b c", "a x c").changes] == [DiffKind.REPLACED]


def test_white_space_can_be_ignored() -> None:
    assert diff("a  b\nc", "a b c", ignore_spaces=True).changes == ()
    assert len(diff("a  b\nc", "a b c").changes) == 2


def test_long_texts_are_cut_at_anchors() -> None:
    """Beyond the exact limit: three edits in thousands of ideographs stay three small changes."""
    before = "".join(chr(0x4E00 + (index * 7919) % 9000) for index in range(9000))
    after = before[:1000] + "甲" + before[1001:5000] + before[5003:8000] + "[姓名_1]" + before[8000:]
    compared = diff(before, after)
    assert [(part.before_end - part.before_start, part.after_end - part.after_start) for part in compared.changes] == [
        (1, 1),
        (3, 0),
        (0, 6),
    ]


def test_unrelated_long_texts_end_as_one_replacement() -> None:
    before, after = "一" * 9000, "二" * 9000
    assert [part.kind for part in diff(before, after).changes] == [DiffKind.REPLACED]


def test_a_shared_space_is_no_part_of_a_change() -> None:
    compared = diff("call +1 202-555-0143 or x@y.example today", "call [PHONE_1] or [EMAIL_1] today")
    for part in compared.changes:
        assert not compared.after[part.after_start : part.after_end].endswith(" ")


@pytest.mark.parametrize(
    ("before", "after", "old", "new"),
    [
        ("我是苏州一家店", "我是[地点_1：江苏省]一家店", "苏州", "[地点_1：江苏省]"),
        ("她32岁了", "她[年龄_1：30多岁]了", "32岁", "[年龄_1：30多岁]"),
        ("the person is here", "the [PERSON_1: a person] is here", "person", "[PERSON_1: a person]"),
    ],
)
def test_no_letter_of_a_token_is_compared_with_one_of_its_value(before: str, after: str, old: str, new: str) -> None:
    compared = diff(before, after)
    assert [
        (before[part.before_start : part.before_end], after[part.after_start : part.after_end])
        for part in compared.changes
    ] == [(old, new)]
