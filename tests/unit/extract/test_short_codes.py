"""A short number is somebody's where a word before it says that it reaches or counts them."""

from __future__ import annotations

import pytest
from shared_engine import builtin_engine

from core.domain.request import Request
from core.engine.conversation import Conversation

CASES = [
    ("Hi, I'm Odile Farrant, ring me on ext 4471 about my shift swap, please make it polite.", "4471"),
    ("Dr Nwachukwu, pager 2281, does not answer. Write to her, I am Petra Holm.", "2281"),
    ("Sort by name: Kemi Balogun, emp no 5518; Ana Roos, staff 5390.", "5518"),
    ("My card ends 3391 and it was charged twice. I'm Tove Lindahl. What do I say to the bank?", "3391"),
    ("我是药剂科窦晓岚，分机 6813，请帮我把这段写正式一点：账号锁了。", "6813"),
    ("我卡末四码6051被盗刷，我叫桑吉卓玛，怎么办？", "6051"),
]


@pytest.mark.parametrize(("text", "code"), CASES)
def test_a_labelled_short_code_is_hidden(text: str, code: str) -> None:
    assert code not in builtin_engine().preview(Request(text), Conversation()).artifact.text


@pytest.mark.parametrize(
    "text",
    [
        "We have 120 staff 2000 of us strike tomorrow, is that legal?",
        "The novel ends 1945 in Berlin.",
        "公司有员工3000人。",
    ],
)
def test_a_number_that_counts_is_told(text: str) -> None:
    assert builtin_engine().preview(Request(text), Conversation()).artifact.text == text
