"""Answers to QA probes as they are read: closed forms, "there is none", self-consistency."""

from __future__ import annotations

import pytest
from dehydration import ROOT

from core.verify.qa_answers import AnswerReading, Form

READING = AnswerReading.load(ROOT)


@pytest.mark.parametrize(
    ("form", "reference", "answer", "agreement"),
    [
        (Form.YES_NO, "yes", "Yes, it was.", 1.0),
        (Form.YES_NO, "yes", "No", 0.0),
        (Form.YES_NO, "是", "是的", 1.0),
        (Form.YES_NO, "是", "不是", 0.0),
        (Form.YES_NO, "有", "没有", 0.0),
        (Form.YES_NO, "是", "有过", 1.0),
        (Form.YES_NO, "no", "not tried", None),
        (Form.YES_NO, "yes", "perhaps", None),
        (Form.NUMBER, "2", "2", 1.0),
        (Form.NUMBER, "2", "２ times", 1.0),
        (Form.NUMBER, "10,000", "10000", 1.0),
        (Form.NUMBER, "1万", "10000", 1.0),
        (Form.NUMBER, "100", "100.4", 1.0),
        (Form.NUMBER, "100", "102", 0.0),
        (Form.NUMBER, "2", "3", 0.0),
        (Form.NUMBER, "2", "between 2 and 4", None),
        (Form.NUMBER, "2", "several", None),
        (Form.CHOICE, "surgery", "Surgery", 1.0),
        (Form.CHOICE, "surgery", "the surgery", 1.0),
        (Form.CHOICE, "surgery", "medicine", 0.0),
        (Form.CHOICE, "手术", "药物", 0.0),
        (Form.OPEN, "a", "a", None),
    ],
)
def test_closed_answers(form: Form, reference: str, answer: str, agreement: float | None) -> None:
    assert READING.grade(form, reference, answer) == agreement


@pytest.mark.parametrize(
    ("answer", "undetermined"),
    [
        ("Cannot determine.", True),
        ("The document does not say.", True),
        ("无法确定", True),
        ("文中没有说明。", True),
        ("", True),
        ("…", True),
        ("yes", False),
        ("It was determined by a doctor.", False),
        ("是", False),
    ],
)
def test_answers_that_say_there_is_none(answer: str, undetermined: bool) -> None:
    assert READING.undetermined(answer) is undetermined


@pytest.mark.parametrize(
    ("form", "draws", "reference"),
    [
        (Form.OPEN, ["before an operation", "before the operation", "because of the weather"], "before an operation"),
        (Form.OPEN, ["手术前停药", "手术之前停药", "天气"], "手术前停药"),
        (Form.OPEN, ["one", "two", "three"], None),
        (Form.YES_NO, ["yes", "no"], None),
        (Form.YES_NO, ["yes", "cannot determine", "unknown"], "cannot determine"),
        (Form.CHOICE, ["a knee", "a knee", "a hip"], "a knee"),
        (Form.NUMBER, [], None),
    ],
)
def test_self_consistency(form: Form, draws: list[str], reference: str | None) -> None:
    assert READING.majority(form, draws) == reference
