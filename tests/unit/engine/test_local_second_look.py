"""The local engine: a second look under the rule of two, what it forgets, a rewrite that is not faithful."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

import pytest
from shared_engine import builtin_engine, same_seed

from core.domain.events import CancelToken
from core.domain.language import Language
from core.domain.protocol import STRICT
from core.domain.request import Request
from core.domain.verdict import StepKind, VerdictKind
from core.engine.conversation import Conversation
from core.engine.embedded_evaluator import EvaluatorState, InstalledEvaluator
from core.engine.local import LocalEngine
from core.engine.outcome import Outcome
from core.llm.model import Continuation, ModelInfo
from core.resources import resource_root
from core.verify.attackers.lift_calibration import Calibrated, Calibration
from core.verify.sensitivity import MemorySensitivity
from tests.attacker_brain import BrainModel
from tests.local_brain import LocalBrain

TEXT = "My name is Margaret Olsen. I am a 67-year-old dentist in Leeds. Which papers do I need for a new passport?"
SEES = (("PERSON", "Margaret Olsen"), ("AGE", "67"), ("LOCATION", "Leeds"), ("OCCUPATION", "dentist"))
ROOMY = replace(STRICT, tau_u=0.2)
DIGEST = "d" * 64
COUNTED = {(Language.EN, kind): Calibrated(3.0, 1.0, 0.0, 20, 40, 1.0) for kind in ("AGE", "PHONE", "EMAIL")}
SEEN, UNSEEN = math.log(0.1), math.log(1e-4)
STORE = MemorySensitivity()


class Scorer:
    """Sees what stands in a text, and the age through any of `words`."""

    info = ModelInfo("scripted", "embedded", DIGEST)

    def __init__(self, words: Sequence[str] = ()) -> None:
        self.words = words

    def load(self) -> None:
        """Always ready."""

    def log_probabilities(
        self, continuations: Sequence[Continuation], cancel: CancelToken | None = None
    ) -> tuple[float | None, ...]:
        return tuple(SEEN if self._sees(item.document, item.answer.strip()) else UNSEEN for item in continuations)

    def _sees(self, document: str, answer: str) -> bool:
        return answer in document or ("67" in answer and any(word in document for word in self.words))


@cache
def brain_engine() -> tuple[LocalEngine, LocalBrain, BrainModel]:
    brain = LocalBrain(SEES)
    model = BrainModel(brain)  # type: ignore[arg-type]
    return LocalEngine(builtin_engine(), model, store=STORE, seeds=same_seed), brain, model


@pytest.fixture
def engine() -> Iterator[LocalEngine]:
    shared = brain_engine()[0]
    before = shared.evaluator
    yield shared
    shared.evaluator = before


def placed(engine: LocalEngine, scorer: Scorer) -> None:
    room = InstalledEvaluator(scorer, engine.taxonomy, resource_root())
    room.calibration = Calibration(DIGEST, room.reader.digest, COUNTED)
    engine.evaluator = EvaluatorState(room)


def passed(engine: LocalEngine, *, fixed: bool = False) -> tuple[Outcome, Conversation]:
    conversation = Conversation(id="talk", key=b"k" * 32)
    outcome = engine.sanitize(Request(TEXT), conversation, ROOMY)
    assert outcome.verdict.kind is VerdictKind.PASS
    return replace(outcome, fixed=fixed), conversation


def age_words(outcome: Outcome) -> list[str]:
    age = next(item.id for item in outcome.verdict.sensitive.attributes if item.type_id == "AGE")
    return [item.rendered for item in outcome.verdict.artifact.replacements if item.attribute_id == age]


def test_a_value_seen_is_told_less_of_and_certified_once_more_by_the_model_too(engine: LocalEngine) -> None:
    outcome, conversation = passed(engine)
    assert [run.attempt for run in outcome.verdict.evidence.runs] == [1]
    placed(engine, Scorer(age_words(outcome)))
    deeper = engine.deepen(outcome, conversation)
    certified = [step for step in deeper.verdict.steps if step.kind is StepKind.CERTIFY]
    assert len(certified) == 2
    assert [run.ensemble for run in deeper.verdict.evidence.runs] == ["model"]
    assert [run.attempt for run in deeper.verdict.evidence.runs] == [2]
    assert not any(item.flagged for item in deeper.verdict.evidence.lifts)
    assert "lift" in deeper.certificate.engine.members
    assert deeper.certificate.engine.name == "local"
    assert deeper.llm_calls > outcome.llm_calls


def test_without_a_second_certification_a_value_seen_goes_to_a_person(engine: LocalEngine) -> None:
    outcome, conversation = passed(engine, fixed=True)
    placed(engine, Scorer(age_words(outcome)))
    deeper = engine.deepen(outcome, conversation)
    assert deeper.verdict.kind is VerdictKind.INFEASIBLE
    assert deeper.verdict.artifact == outcome.verdict.artifact


def test_nothing_seen_keeps_the_models_evidence(engine: LocalEngine) -> None:
    outcome, conversation = passed(engine)
    placed(engine, Scorer())
    deeper = engine.deepen(outcome, conversation)
    assert deeper.verdict.kind is VerdictKind.PASS
    assert deeper.verdict.evidence.runs == outcome.verdict.evidence.runs
    assert deeper.llm_calls == outcome.llm_calls


def test_answers_about_a_text_are_remembered_until_the_engine_forgets(engine: LocalEngine) -> None:
    asked = [prompt.purpose for prompt in brain_engine()[2].prompts]
    engine.forget()

    def extractions() -> int:
        purposes = [prompt.purpose for prompt in brain_engine()[2].prompts][len(asked) :]
        return purposes.count("extract")

    for expected in (1, 1):
        engine.extract(Request(TEXT), Conversation())
        assert extractions() == expected
    engine.forget()
    engine.extract(Request(TEXT), Conversation())
    assert extractions() == 2
