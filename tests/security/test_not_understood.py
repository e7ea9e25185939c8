"""A text that no layer can read is never passed (found by a hostile reader: Russian and Arabic left under PASS)."""

from __future__ import annotations

import pytest
from shared_engine import builtin_engine

from core.domain.request import Request
from core.domain.verdict import VerdictKind
from core.engine.conversation import Conversation
from core.engine.pipeline import NOT_UNDERSTOOD

READ = "What is the capital of Portugal?"


@pytest.mark.parametrize(
    "text",
    [
        "Меня зовут Вера Квилл, я живу в Оддфилде, что мне делать?",
        "اسمي فيرا كويل وأعيش في مدينة صغيرة، ماذا أفعل؟",
        "제 이름은 베라이고 작은 마을에 살고 있습니다. 어떻게 할까요?",
        f"{READ} Меня зовут Вера Квилл, я живу в Оддфилде.",
    ],
    ids=["cyrillic", "arabic", "hangul", "mixed"],
)
def test_a_passage_in_another_script_is_for_a_person(text: str) -> None:
    verdict = builtin_engine().sanitize(Request(text), Conversation()).verdict
    assert (verdict.kind, verdict.residual.reason) == (VerdictKind.INFEASIBLE, NOT_UNDERSTOOD)
    assert NOT_UNDERSTOOD in verdict.evidence.review_flags


@pytest.mark.parametrize("text", [READ, "λ = 3 and μ = 4, what is λμ?", "葡萄牙的首都是哪里？"])
def test_symbols_and_read_scripts_are_no_such_passage(text: str) -> None:
    assert NOT_UNDERSTOOD not in builtin_engine().sanitize(Request(text), Conversation()).verdict.evidence.review_flags
