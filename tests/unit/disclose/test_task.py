"""Which task a prompt sets."""

from __future__ import annotations

import pytest

from core.disclose.task import BY_DEFAULT, BY_WORD, TaskDetector
from core.domain.disclosure import Task
from core.resources import resource_root

LETTER = "Dear Mr Quill, the boiler in flat nine has been cold since Monday and nobody has called back. Regards, Vera"
BRIEF = "奎尔先生您好，九号房的暖气从周一起就是凉的，一直没有人回电话，请尽快安排师傅上门检查。维拉敬上，周三晚。"


@pytest.fixture(scope="module")
def detector() -> TaskDetector:
    return TaskDetector(resource_root())


@pytest.mark.parametrize(
    "text",
    [
        f"Please make this more polite:\n\n{LETTER}",
        f"{LETTER}\n\nTranslate into Polish please",
        f"can you summarise this for my boss? {LETTER} {LETTER}",
        f"帮我润色一下：\n{BRIEF}",
        f"{BRIEF}\n翻译成英文",
    ],
)
def test_a_text_with_a_request_to_rework_it(detector: TaskDetector, text: str) -> None:
    found = detector.read(text)
    assert (found.task, found.reason) == (Task.REWORK, BY_WORD)


@pytest.mark.parametrize(
    "text",
    [
        "How long may a landlord leave a flat without heating?",
        "I sorted it out with the bank, but may they still charge me?",
        "暖气坏了三天，房东应该减租吗？",
        "translate hello",
        "",
        "\n \n",
    ],
)
def test_a_question_or_a_bare_request(detector: TaskDetector, text: str) -> None:
    found = detector.read(text)
    assert (found.task, found.reason) == (Task.REASON, BY_DEFAULT)


@pytest.mark.parametrize("request_line", ["Sort these by date:", "把下面的按日期排序："])
def test_what_is_put_in_order_says_so(detector: TaskDetector, request_line: str) -> None:
    rows = "\n".join(f"2026-03-{day:02}, visit {day}" for day in range(1, 12))
    assert detector.read(f"{request_line}\n{rows}").ordering


@pytest.mark.parametrize(
    ("request_line", "type_id", "meant"),
    [
        ("Sort these by due date:", "DATE", True),
        ("Sort these by due date:", "LOCATION", False),
        ("A table (name, DOB, place), sorted by surname:", "BIRTH_DATE", False),
        ("按姓氏笔画排序，整理成表：", "DATE", False),
        ("把下面的按日期排序：", "DATE", True),
        ("Sort these:", "LOCATION", True),
        ("Translate these:", "DATE", False),
    ],
)
def test_an_order_goes_by_what_it_names(detector: TaskDetector, request_line: str, type_id: str, meant: bool) -> None:
    rows = "\n".join(f"2026-03-{day:02}, visit {day}" for day in range(1, 12))
    assert detector.read(f"{request_line}\n{rows}").orders(type_id) is meant


def test_a_request_that_is_given_apart(detector: TaskDetector) -> None:
    assert detector.read(LETTER, "shorten it").task is Task.REWORK
    assert detector.read(LETTER, "is this rude?").task is Task.REASON
