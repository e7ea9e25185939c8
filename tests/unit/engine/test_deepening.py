"""The evaluator's second opinion on an outcome, with a scripted scorer in its place."""

import io
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from shared_engine import builtin_engine

from app.cli.dispatch import dispatch
from app.cli.terminal import Terminal
from core.domain.attempts import AttemptLedger
from core.domain.errors import Cancelled, EvaluationInvalid, KnownError
from core.domain.events import CancelToken, StageEvent
from core.domain.language import Language
from core.domain.protocol import STRICT
from core.domain.request import Request
from core.domain.verdict import StepKind, VerdictKind
from core.engine import embedded_evaluator
from core.engine.conversation import Conversation
from core.engine.embedded_evaluator import EvaluatorState, InstalledEvaluator
from core.engine.engine import BuiltinEngine
from core.engine.outcome import Outcome
from core.llm.embedded import Evaluator
from core.llm.model import Continuation, ModelInfo
from core.release.certificate import to_json
from core.resources import resource_root
from core.verify.attackers.lift_calibration import Calibrated, Calibration

ROOT = resource_root()
TEXTS = {
    Language.EN: "My name is Margaret Olsen. I am a 67-year-old dentist in Leeds with diabetes. What should I ask?",
    Language.ZH: "我叫赵建国，今年67岁，是成都的牙医，患有糖尿病。我该问医生什么？",
}
ROOMY = replace(STRICT, tau_u=0.2)
"""Leaves room to tell less of every value, whatever the hierarchies say today."""
DIGEST = "d" * 64
MEASURED = Calibrated(3.0, 1.0, 0.0, 20, 40, 1.0)
COUNTED = {(language, kind): MEASURED for language in Language for kind in ("AGE", "PHONE", "EMAIL")}
SEEN, UNSEEN = math.log(0.1), math.log(1e-4)
Sees = Callable[[str, str], bool]


def literally(document: str, answer: str) -> bool:
    return answer in document


class Scorer:
    """Sees what `sees` says; `digest` names its weights."""

    def __init__(self, sees: Sees = literally, digest: str = DIGEST) -> None:
        self.sees = sees
        self.info = ModelInfo("scripted", "embedded", digest)

    def load(self) -> None:
        """Always ready."""

    def log_probabilities(
        self, continuations: Sequence[Continuation], cancel: CancelToken | None = None
    ) -> tuple[float | None, ...]:
        if cancel is not None:
            cancel.check()
        return tuple(SEEN if self.sees(item.document, item.answer.strip()) else UNSEEN for item in continuations)


@pytest.fixture(scope="module")
def shared() -> BuiltinEngine:
    return builtin_engine()


@pytest.fixture
def engine(shared: BuiltinEngine) -> Iterator[BuiltinEngine]:
    before = shared.evaluator
    yield shared
    shared.evaluator = before


def placed(engine: BuiltinEngine, scorer: Scorer) -> InstalledEvaluator:
    room = InstalledEvaluator(scorer, engine.taxonomy, ROOT)
    room.calibration = Calibration(DIGEST, room.reader.digest, COUNTED)
    engine.evaluator = EvaluatorState(room)
    return room


@cache
def first_look(language: Language) -> tuple[Outcome, Conversation]:
    """What every second look here begins with: a text that passed without the evaluator."""
    conversation = Conversation()
    outcome = builtin_engine().sanitize(Request(TEXTS[language]), conversation, ROOMY)
    assert outcome.verdict.kind is VerdictKind.PASS
    return outcome, conversation


def passed(language: Language, *, fixed: bool = False) -> tuple[Outcome, Conversation]:
    """The same first look for every test, in a conversation of its own."""
    outcome, conversation = first_look(language)
    attempts = AttemptLedger(conversation.attempts.numbers)
    return replace(outcome, fixed=fixed), replace(conversation.fork(), attempts=attempts)


def age_of(outcome: Outcome) -> str:
    return next(item.id for item in outcome.verdict.sensitive.attributes if item.type_id == "AGE")


def wordings(outcome: Outcome) -> list[str]:
    age = age_of(outcome)
    return [item.rendered for item in outcome.verdict.artifact.replacements if item.attribute_id == age]


def gives_age_away(words: Sequence[str]) -> Sees:
    """The age is seen through any of these words of D; planted values are seen too."""

    def sees(document: str, answer: str) -> bool:
        return literally(document, answer) or ("67" in answer and any(word in document for word in words))

    return sees


@pytest.mark.parametrize("language", list(Language))
def test_nothing_seen_is_the_same_text_with_a_certificate_that_says_who_looked(
    engine: BuiltinEngine, language: Language
) -> None:
    outcome, conversation = passed(language)
    assert "evaluator" in outcome.certificate.engine.layers_off
    assert outcome.certificate.engine.off_reasons["evaluator"]
    placed(engine, Scorer())
    deeper = engine.deepen(outcome, conversation)
    assert deeper.verdict.kind is VerdictKind.PASS
    assert deeper.verdict.artifact == outcome.verdict.artifact
    assert deeper.certificate.id != outcome.certificate.id
    assert deeper.certificate.sha256 == outcome.certificate.sha256
    info = deeper.certificate.engine
    assert "lift" in info.members
    assert "evaluator" not in info.layers_off
    assert DIGEST in info.versions["evaluator"]
    assert "AGE" in info.versions["evaluator.types"]
    lifts = {item.attribute_id: item for item in deeper.verdict.evidence.lifts}
    assert lifts[age_of(outcome)].lift == pytest.approx(0.0)
    assert any(item.threshold is None for item in lifts.values()), "types it is blind for stand there too"
    record = to_json(deeper.certificate)
    assert {item["attribute"] for item in record["lifts"]} == set(lifts)  # type: ignore[index, union-attr]
    assert deeper.stage_seconds["evaluator"] > 0


@pytest.mark.parametrize("language", list(Language))
def test_a_value_seen_is_told_less_of_and_certified_once_more(engine: BuiltinEngine, language: Language) -> None:
    outcome, conversation = passed(language)
    placed(engine, Scorer(gives_age_away(wordings(outcome))))
    deeper = engine.deepen(outcome, conversation)
    assert deeper.verdict.kind is VerdictKind.PASS
    age = age_of(outcome)
    assert deeper.verdict.artifact.levels[age] > outcome.verdict.artifact.levels[age]
    assert all(deeper.verdict.artifact.levels[key] >= level for key, level in outcome.verdict.artifact.levels.items())
    certified = [step for step in deeper.verdict.steps if step.kind is StepKind.CERTIFY]
    assert len(certified) == 2
    assert not any(item.flagged for item in deeper.verdict.evidence.lifts)
    rounds = [step.round for step in deeper.verdict.steps]
    assert rounds == sorted(rounds)


def test_where_a_person_set_every_level_a_value_seen_goes_back_to_a_person(engine: BuiltinEngine) -> None:
    outcome, conversation = passed(Language.EN, fixed=True)
    placed(engine, Scorer(gives_age_away(wordings(outcome))))
    deeper = engine.deepen(outcome, conversation)
    assert deeper.verdict.kind is VerdictKind.INFEASIBLE
    assert deeper.certificate.verdict is VerdictKind.INFEASIBLE
    assert deeper.verdict.artifact == outcome.verdict.artifact
    assert [item.attribute_id for item in deeper.verdict.residual.items] == [age_of(outcome)]
    assert deeper.verdict.residual.items[0].reason == "lift_above_threshold"


def test_a_text_that_a_person_edited_is_never_moved(engine: BuiltinEngine) -> None:
    outcome, conversation = passed(Language.EN)
    edited = engine.recheck(outcome, outcome.verdict.artifact.text + " Thank you.", conversation)
    assert edited.verdict.kind is VerdictKind.PASS
    placed(engine, Scorer(gives_age_away(wordings(outcome))))
    deeper = engine.deepen(edited, conversation)
    assert deeper.verdict.kind is VerdictKind.INFEASIBLE
    assert deeper.verdict.artifact.text == edited.verdict.artifact.text


def test_an_infeasible_outcome_stays_one_with_more_evidence(engine: BuiltinEngine) -> None:
    outcome, conversation = passed(Language.EN)
    refused = replace(outcome, verdict=replace(outcome.verdict, kind=VerdictKind.INFEASIBLE))
    placed(engine, Scorer())
    deeper = engine.deepen(refused, conversation)
    assert deeper.verdict.kind is VerdictKind.INFEASIBLE
    assert deeper.verdict.evidence.lifts


def test_a_planted_value_that_is_not_seen_makes_the_run_invalid(engine: BuiltinEngine) -> None:
    outcome, conversation = passed(Language.EN)
    placed(engine, Scorer(lambda document, answer: False))
    with pytest.raises(EvaluationInvalid):
        engine.deepen(outcome, conversation)


def test_without_any_control_its_silence_would_mean_nothing(engine: BuiltinEngine) -> None:
    outcome, conversation = passed(Language.EN)
    room = placed(engine, Scorer())
    room.calibration = replace(room.calibration, types={(Language.EN, "AGE"): MEASURED})
    with pytest.raises(KnownError, match=r"evaluator\.not_calibrated"):
        engine.deepen(outcome, conversation)


@pytest.mark.parametrize("digest", ["", "e" * 64])
def test_other_weights_than_the_calibrated_ones_are_not_used(engine: BuiltinEngine, digest: str) -> None:
    outcome, conversation = passed(Language.EN)
    placed(engine, Scorer(digest=digest))
    with pytest.raises(KnownError, match=r"evaluator\.not_calibrated"):
        engine.deepen(outcome, conversation)


def test_no_evaluator_gives_the_outcome_back(engine: BuiltinEngine) -> None:
    outcome, conversation = passed(Language.EN)
    engine.evaluator = EvaluatorState(None, "evaluator.engine_missing")
    assert engine.deepen(outcome, conversation) is outcome


def test_a_person_may_stop_it_and_hears_from_it(engine: BuiltinEngine) -> None:
    outcome, conversation = passed(Language.EN)
    placed(engine, Scorer())
    heard: list[StageEvent] = []
    engine.deepen(outcome, conversation, heard.append)
    assert any(event.message == "evaluator.running" for event in heard)
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        engine.deepen(outcome, conversation, cancel=token)


def test_asked_for_and_not_there_is_an_error_and_never_a_silent_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(embedded_evaluator, "load_evaluator", lambda: Evaluator(None, "evaluator.engine_missing"))
    out, err = io.StringIO(), io.StringIO()
    text = TEXTS[Language.EN].encode()
    code = dispatch(["sanitize", "--evaluator", "on", "--json"], Terminal(io.BytesIO(text), out, err))
    assert code == 1
    assert not out.getvalue()
    assert "not installed" in err.getvalue()
    assert "Margaret" not in err.getvalue()
