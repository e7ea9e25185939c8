"""Prompts that a person must decide, judged by the real engine, for tests of the reviewer's queue."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache

from shared_engine import builtin_engine

from core.domain.request import Request
from core.engine.conversation import Conversation
from core.engine.engine import BuiltinEngine
from core.engine.outcome import Outcome
from ui.release.viewmodels.submission import case_of
from ui.shared.viewmodels.ports import ReviewCase

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
ENGLISH = "My name is Iris Kettle, I am 67 and live in London. I take aspirin 100 mg every day. What should I eat?"
CHINESE = "我叫白石溪，今年67岁，住在北京，每天服用阿司匹林100毫克。请问饮食上要注意什么？"


@cache
def engine() -> BuiltinEngine:
    return builtin_engine()


@cache
def outcome(text: str) -> tuple[Outcome, Conversation]:
    conversation = Conversation(id=f"c{len(text)}", key=b"k" * 32)
    return engine().sanitize(Request(text), conversation), conversation


def case(text: str = ENGLISH, author: str = "author", now: datetime = START) -> ReviewCase:
    judged, conversation = outcome(text)
    return case_of(judged, conversation.fork(), author, now)
