"""A reviewer's predictions and decisions."""

from __future__ import annotations

import pytest
from shared_engine import builtin_engine

from core.domain.errors import InputError
from core.domain.protocol import STRICT
from core.domain.request import Decision, Decisions, Request
from core.domain.taxonomy import Kind
from core.domain.verdict import VerdictKind
from core.engine.conversation import Conversation
from core.engine.engine import BuiltinEngine
from core.engine.outcome import Outcome
from core.engine.what_if import all_levels

TEXTS = {
    "en": "My name is Margaret Olsen. I am a 67-year-old dentist in Leeds with atrial fibrillation. What should I ask?",
    "zh": "我叫赵建国，今年67岁，是成都的牙医，患有房颤。我该问医生什么？",
}


@pytest.fixture(scope="module")
def engine() -> BuiltinEngine:
    return builtin_engine()


@pytest.fixture(params=sorted(TEXTS))
def judged(request: pytest.FixtureRequest, engine: BuiltinEngine) -> tuple[Outcome, Conversation]:
    conversation = Conversation()
    return engine.sanitize(Request(TEXTS[request.param]), conversation), conversation


def age_of(outcome: Outcome) -> str:
    return next(item.id for item in outcome.verdict.sensitive.attributes if item.type_id == "AGE")


def test_a_ladder_predicts_every_level_and_higher_levels_tell_less(
    engine: BuiltinEngine, judged: tuple[Outcome, Conversation]
) -> None:
    outcome, conversation = judged
    age = age_of(outcome)
    found = engine.what_if().ladder(outcome, age, {}, conversation, STRICT)
    assert [item.level for item in found] == list(range(1, found[-1].level + 1))
    assert found[-1].posterior <= found[0].posterior
    assert all(0 <= item.utility <= 1 and 0 <= item.leakage <= 1 for item in found)


def test_a_prediction_at_the_verdicts_own_levels_is_what_the_verdict_measured(
    engine: BuiltinEngine, judged: tuple[Outcome, Conversation]
) -> None:
    outcome, conversation = judged
    predicted = engine.what_if().measure(outcome, {}, conversation, outcome.certificate.protocol)
    assert predicted.utility == pytest.approx(outcome.verdict.evidence.utility.mean)
    assert predicted.k == outcome.verdict.evidence.k


def test_questions_use_up_no_token(engine: BuiltinEngine, judged: tuple[Outcome, Conversation]) -> None:
    outcome, conversation = judged
    before = conversation.vault.entries
    engine.what_if().ladder(outcome, age_of(outcome), {}, conversation, STRICT)
    assert conversation.vault.entries == before


def test_a_decision_is_certified_at_exactly_its_levels(
    engine: BuiltinEngine, judged: tuple[Outcome, Conversation]
) -> None:
    outcome, conversation = judged
    age = age_of(outcome)
    top = engine.dehydrator.top(outcome.verdict.sensitive.by_id(age))
    decisions = Decisions(levels={age: Decision(top)})
    decided = engine.decide(outcome, decisions, conversation)
    assert decided.verdict.artifact.levels == all_levels(outcome, decisions)
    assert decided.verdict.artifact.levels[age] == top
    assert decided.certificate.sha256 == decided.verdict.artifact.sha256
    if decided.verdict.kind is VerdictKind.PASS:
        assert decided.verdict.evidence.certified


def test_an_explicit_identifier_cannot_be_approved_as_it_is(
    engine: BuiltinEngine, judged: tuple[Outcome, Conversation]
) -> None:
    outcome, conversation = judged
    explicit = next(item for item in outcome.verdict.sensitive.attributes if item.kind is Kind.EXPLICIT)
    with pytest.raises(InputError, match=r"review\.explicit_kept"):
        engine.decide(outcome, Decisions(levels={explicit.id: Decision(0, "known to all")}), conversation)
    told = {explicit.id: Decision(0, "known to all", confirmed=True)}
    cleared = engine.decide(outcome, Decisions(levels=told, not_sensitive=frozenset({explicit.id})), conversation)
    assert explicit.id not in {item.id for item in cleared.verdict.sensitive.attributes}
