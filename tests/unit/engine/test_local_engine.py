from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from shared_engine import builtin_engine, same_seed

from core.domain.errors import EvaluationInvalid, KnownError
from core.domain.events import Stage, StageEvent
from core.domain.evidence import Metric
from core.domain.language import Language
from core.domain.request import Decision, Request
from core.domain.sensitive import Layer, LayerState
from core.domain.verdict import VerdictKind
from core.engine.conversation import Conversation
from core.engine.engine import BuiltinEngine
from core.engine.local import LAYERS_DISAGREE, LocalEngine, LocalOptions
from core.engine.outcome import Outcome
from core.llm.model import CallFailed
from core.release.certificate import to_json
from core.verify.sensitivity import MemorySensitivity
from tests.attacker_brain import AttackerBrain, BrainModel
from tests.local_brain import LocalBrain

TEXTS = {
    Language.EN: "My name is Margaret Olsen, phone +1 202-555-0143. I keep a red kite called Bramblewick at home. "
    "Please tell me which papers I need for a new passport.",
    Language.ZH: "我叫林秀兰，电话13900001234。家里养了一只叫云团子的鹦鹉。请问办理新护照需要哪些材料？",
}
NAMES = {Language.EN: "Margaret Olsen", Language.ZH: "林秀兰"}
PET = {Language.EN: ("HANDLE", "Bramblewick"), Language.ZH: ("HANDLE", "云团子")}
SEEN = (
    ("PERSON", "Margaret Olsen"),
    ("PHONE", "+1 202-555-0143"),
    ("PERSON", "林秀兰"),
    ("PHONE", "13900001234"),
    *PET.values(),
)
STORE = MemorySensitivity()
everywhere = pytest.mark.parametrize("language", list(Language))


@cache
def builtin() -> BuiltinEngine:
    return builtin_engine()


def talk() -> Conversation:
    """A conversation whose ids are the same on every run."""
    return Conversation(id="talk", key=b"k" * 32)


def model_of(brain: LocalBrain) -> BrainModel:
    return BrainModel(brain)  # type: ignore[arg-type]


def engine_of(brain: LocalBrain | None = None, **options: object) -> LocalEngine:
    model = model_of(brain or LocalBrain(SEEN))
    return LocalEngine(builtin(), model, options=LocalOptions(**options), store=STORE, seeds=same_seed)  # type: ignore[arg-type]


def sanitized(language: Language, engine: LocalEngine) -> Outcome:
    return engine.sanitize(Request(TEXTS[language]), talk())


@cache
def usual(language: Language) -> Outcome:
    """The run of a good model, frozen and the same for every test that reads it. Its offline controls are in the store
    from then on."""
    sanitized(language, engine_of())
    return sanitized(language, engine_of())


@everywhere
def test_the_whole_path_passes_and_says_what_ran(language: Language) -> None:
    outcome = usual(language)
    assert outcome.verdict.kind is VerdictKind.PASS
    text = outcome.verdict.artifact.text
    assert NAMES[language] not in text
    assert PET[language][1] not in text
    assert [run.ensemble for run in outcome.verdict.evidence.runs] == ["model"]
    certificate = outcome.certificate
    assert certificate.engine.name == "local"
    assert certificate.engine.models["model"].id == "brain"
    assert outcome.verdict.evidence.utility.metric is Metric.QA
    assert [item.metric for item in outcome.verdict.evidence.further_utility] == [Metric.SEMANTIC]
    assert outcome.llm_calls > 80
    assert outcome.tokens > 0
    assert outcome.usage["extract"].calls == 1
    layers = {health.layer: health.state for health in outcome.verdict.sensitive.layers}
    assert layers[Layer.LLM] is LayerState.OK


@everywhere
def test_the_certificate_names_model_templates_and_counts_without_text(language: Language) -> None:
    outcome = usual(language)
    document = to_json(outcome.certificate)
    model = document["engine"]["models"]["model"]  # type: ignore[index]
    assert model["server"] == "scripted"
    run = document["runs"][0]  # type: ignore[index]
    assert run["n"] == run["clusters"] >= 92
    assert run["attempt"] == 1
    assert run["seed_honoured"] is True
    assert {use["template"] for use in run["templates"]} >= {"open", "choice", "adversarial"}
    assert NAMES[language] not in str(document)


@everywhere
def test_where_rules_and_model_disagree_a_person_decides(language: Language) -> None:
    outcome = sanitized(language, engine_of(LocalBrain(SEEN, obeying=True)))
    assert outcome.verdict.kind is VerdictKind.INFEASIBLE
    assert outcome.verdict.residual.reason == LAYERS_DISAGREE
    assert LAYERS_DISAGREE in outcome.verdict.evidence.review_flags
    states = {health.layer: health.state for health in outcome.verdict.sensitive.layers}
    assert states[Layer.LLM] is LayerState.OFF


@everywhere
def test_a_useless_text_is_not_passed(language: Language) -> None:
    unknown = {Language.EN: "cannot determine", Language.ZH: "无法确定"}[language]
    outcome = sanitized(language, engine_of(LocalBrain(SEEN, useful=unknown)))
    assert outcome.verdict.kind is VerdictKind.INFEASIBLE
    assert outcome.verdict.residual.reason == "utility_below_tau"


@pytest.mark.parametrize("part", [0.0, 0.01, 0.02, 0.03, 0.05, 0.08, 0.1, 0.12, 0.2, 0.5, 0.9])
def test_a_server_that_fails_at_any_point_ends_in_its_own_error(part: float) -> None:
    after = int(part * usual(Language.EN).llm_calls)
    model = BrainModel(
        LocalBrain(SEEN),  # type: ignore[arg-type]
        failing=lambda number: CallFailed("llm.unreachable") if number >= after else None,
    )
    engine, conversation = LocalEngine(builtin(), model, store=STORE, seeds=same_seed), talk()
    with pytest.raises(KnownError) as raised:
        engine.sanitize(Request(TEXTS[Language.EN]), conversation)
    assert raised.value.code == "llm.unreachable"
    assert raised.value.retryable
    assert conversation.turns == []


def test_events_carry_stage_speed_and_a_falling_bound() -> None:
    events: list[StageEvent] = []
    engine_of().sanitize(Request(TEXTS[Language.EN]), talk(), progress=events.append)
    spoken = [event for event in events if event.tokens]
    assert {event.stage for event in spoken} >= {Stage.EXTRACT, Stage.VERIFY, Stage.CERTIFY}
    assert all(event.tokens_per_second >= 0 for event in spoken)
    bounds = [event.bound for event in events if event.bound is not None]
    assert bounds == sorted(bounds, reverse=True)
    assert bounds[-1] < 0.06


def test_an_edited_text_is_judged_by_the_same_attackers() -> None:
    engine, conversation = engine_of(), talk()
    outcome = engine.sanitize(Request(TEXTS[Language.EN]), conversation)
    edited = outcome.verdict.artifact.text.replace("Please tell", "Kindly tell")
    again = engine.recheck(outcome, edited, conversation)
    assert again.verdict.kind is VerdictKind.PASS
    assert again.certificate.sha256 != outcome.certificate.sha256
    leaking = engine.recheck(outcome, edited + " Margaret Olsen", conversation)
    assert leaking.verdict.kind is VerdictKind.INFEASIBLE


def test_a_reviewers_decision_is_certified_as_it_is() -> None:
    engine, conversation = engine_of(), talk()
    outcome = engine.sanitize(Request(TEXTS[Language.EN]), conversation)
    person = next(item for item in outcome.verdict.sensitive.attributes if item.type_id == "PERSON")
    decisions = replace(outcome.request.decisions, levels={person.id: Decision(1, "agreed")})
    again = engine.decide(outcome, decisions, conversation)
    assert again.verdict.artifact.levels[person.id] == 1
    assert again.verdict.kind is VerdictKind.PASS


def test_a_model_that_knows_the_value_is_heard() -> None:
    """The model names the person whatever is hidden: no level helps, a person must decide."""
    attacker = AttackerBrain()
    attacker.knows["PERSON"] = ("Margaret Olsen", 1.0)
    outcome = sanitized(Language.EN, engine_of(LocalBrain(SEEN, attacker)))
    assert outcome.verdict.kind is VerdictKind.INFEASIBLE
    assert "PERSON" in {
        outcome.verdict.sensitive.by_id(item.attribute_id).type_id for item in outcome.verdict.residual.items
    }


def test_a_weak_model_certifies_nothing() -> None:
    brain = LocalBrain(SEEN, AttackerBrain(sensitivity=0.5))
    engine = LocalEngine(builtin(), model_of(brain), seeds=same_seed)
    with pytest.raises(EvaluationInvalid):
        engine.sanitize(Request(TEXTS[Language.EN]), talk())
