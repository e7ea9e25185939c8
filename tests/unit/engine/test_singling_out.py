"""Words that single somebody out keep a text from passing until a person has decided about them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from shared_engine import builtin_engine

from core.domain.protocol import DEFAULT
from core.domain.request import Decision, Decisions, Request
from core.domain.verdict import VerdictKind
from core.engine.conversation import Conversation
from core.engine.outcome import Outcome
from core.engine.singling_out import SINGLED_OUT
from core.extract.circumstances import CIRCUMSTANCE

TOLD = {
    "en": "My neighbour is the only woman who pilots ships in our port. She has had a cough for weeks; what helps?",
    "zh": "我邻居是我们县唯一的女兽医，她咳嗽三个星期了，吃什么药好？",
}
CALM = {
    "en": "My neighbour has had a cough for 3 weeks; what helps her?",
    "zh": "我邻居咳嗽三个星期了，吃什么药好？",
}


def outcome(text: str, decisions: Decisions | None = None, bound: float = DEFAULT.singled_out) -> Outcome:
    request = Request(text, decisions=decisions or Decisions())
    talk = Conversation(id="talk", key=b"k" * 32)
    return builtin_engine().sanitize(request, talk, replace(DEFAULT, singled_out=bound))


def circumstance(text: str) -> str:
    found = outcome(text).verdict.sensitive.attributes
    return next(item.id for item in found if item.type_id == CIRCUMSTANCE)


@pytest.mark.parametrize("text", TOLD.values(), ids=TOLD)
def test_told_words_that_single_out_are_a_question_and_no_pass(text: str) -> None:
    verdict = outcome(text).verdict
    assert (verdict.kind, verdict.residual.reason) == (VerdictKind.INFEASIBLE, SINGLED_OUT)
    assert SINGLED_OUT in verdict.evidence.review_flags
    (item,) = [item for item in verdict.residual.items if item.reason == SINGLED_OUT]
    assert verdict.artifact.text[item.start : item.end] in text


@pytest.mark.parametrize("text", TOLD.values(), ids=TOLD)
@pytest.mark.parametrize("level", [0, 1])
def test_a_persons_word_answers_it(text: str, level: int) -> None:
    decided = Decisions(levels={circumstance(text): Decision(level, "")})
    verdict = outcome(text, decided).verdict
    assert verdict.kind is VerdictKind.PASS
    assert SINGLED_OUT not in verdict.evidence.review_flags


@pytest.mark.parametrize("text", CALM.values(), ids=CALM)
def test_a_text_without_them_passes(text: str) -> None:
    assert outcome(text).verdict.kind is VerdictKind.PASS


@pytest.mark.parametrize("text", TOLD.values(), ids=TOLD)
def test_the_protocol_says_from_which_chance_on(text: str) -> None:
    assert outcome(text, bound=1.0).verdict.kind is VerdictKind.PASS
