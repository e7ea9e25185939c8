"""One distillation as a job: what is due, what is accepted, what is rejected and why, and how it is stopped."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from learning_cases import BADGE, BEGIN, Past, distillery, harmless
from llm_scripted import CAPABILITIES, ScriptedModel

from app.messages import Messages
from core.domain.errors import Cancelled
from core.domain.events import CancelToken
from core.domain.language import Language
from core.domain.learning import Action, FailureMode, RuleKind
from core.domain.protocol import STRICT
from core.domain.taxonomy import Domain
from core.learn.distillation_job import DueReason, LastRun, due, tally
from core.learn.genscore import ScoringMaterial
from core.learn.memorization import RejectionReason
from core.learn.model_distiller import ModelDistiller
from core.learn.model_scorer import ModelScorer, family_of, independent
from core.learn.progress import LearningEvent, LearningStep
from core.llm.model import ChatPrompt, ModelInfo
from core.llm.prompts import PromptBook
from core.resources import load_taxonomy, resource_root

TAXONOMY = load_taxonomy(resource_root())
BOOK = PromptBook.load(resource_root())
SENTENCE = "Codes of letters and digits beside the word badge identify a person."


@pytest.mark.parametrize(
    ("new", "last", "hours", "expected"),
    [
        (STRICT.distil_every, LastRun(), 0, DueReason.ENOUGH),
        (STRICT.distil_every - 1, LastRun(), 0, None),
        (1, LastRun(3, BEGIN), 24, DueReason.DAILY),
        (1, LastRun(3, BEGIN), 23, None),
        (0, LastRun(3, BEGIN), 48, None),
    ],
)
def test_when_a_distillation_is_due(new: int, last: LastRun, hours: int, expected: DueReason | None) -> None:
    assert due(new, last, BEGIN + timedelta(hours=hours), STRICT) is expected


def test_a_job_reads_distils_checks_and_scores_and_tells_so() -> None:
    seen: list[LearningEvent] = []
    past = Past().badges()
    found = distillery().distil(past.items, past.kept, seen.append)
    assert [(item.rule.type_id, item.by) for item in found.accepted] == [(BADGE, "builtin")]
    assert found.rejected == ()
    assert (found.experiences, found.gone, found.upto) == (5, 0, 5)
    steps = list(dict.fromkeys(event.step for event in seen))
    assert steps == [LearningStep.READ, LearningStep.DISTIL, LearningStep.CHECK, LearningStep.SCORE]


def test_deleted_materials_are_counted() -> None:
    past = Past().badges()
    del past.kept.materials["r1"]
    assert distillery().distil(past.items, past.kept).gone == 1


def test_a_stop_leaves_nothing() -> None:
    token = CancelToken()

    def watch(event: LearningEvent) -> None:
        if event.step is LearningStep.DISTIL:
            token.cancel()

    past = Past().badges()
    with pytest.raises(Cancelled):
        distillery().distil(past.items, past.kept, watch, token)


def test_a_noisy_rule_is_rejected_with_its_reason() -> None:
    past = Past().badges()
    noisy = ScoringMaterial((), harmless("The badge QX-1234-R is a part number of a lamp."))
    found = distillery(noisy).distil(past.items, past.kept)
    assert found.accepted == ()
    assert tally(found.rejected) == {RejectionReason.FALSE_ALARMS.value: 1}


def mended(count: int) -> Past:
    past = Past()
    for number in range(count):
        past.add(
            f"Text {number}.", "", "AGE", mode=FailureMode.STRENGTHENING_FAILED, action=Action.STRENGTHENED,
            domain=Domain.MEDICAL, level=3,
        )  # fmt: skip
    return past


def test_starting_levels_are_judged_on_materials_that_were_kept_aside() -> None:
    past = mended(8)
    accepted = distillery().distil(past.items, past.kept).accepted
    assert [(item.rule.kind, item.rule.level, item.score.places) for item in accepted] == [(RuleKind.START_LEVEL, 3, 2)]
    assert len(accepted[0].rule.experiences) == 6


def test_a_starting_level_without_anything_aside_waits() -> None:
    past = mended(3)
    found = distillery().distil(past.items, past.kept)
    assert [item.reason for item in found.rejected] == [RejectionReason.NO_SCORER]


def model(answer: dict[str, object], name: str, family: str = "", digest: str = "") -> ScriptedModel:
    def brain(prompt: ChatPrompt) -> str:
        return json.dumps(answer)

    made = ScriptedModel(brain, name=name, capabilities=CAPABILITIES)
    made._info = ModelInfo(name, "test", digest, family)
    return made


def writer(*rules: dict[str, object], name: str = "vendor/qwen3-8b", **facts: str) -> ModelDistiller:
    return ModelDistiller(model({"rules": list(rules)}, name, **facts), BOOK, TAXONOMY, STRICT, reach=12)


def judge(score: int, name: str = "vendor/llama-3-8b", **facts: str) -> ModelScorer:
    return ModelScorer(model({"score": score, "reason": "so"}, name, **facts), BOOK, TAXONOMY)


TOLD = {"kind": "instruction", "line": 1, "shape": "", "cues": "", "sentence": SENTENCE}
FOUND = {"kind": "cue", "line": 1, "shape": "A{2}-9{4}-A", "cues": "badge, staff pass", "sentence": ""}


def kinds(found: object) -> list[RuleKind]:
    return [item.rule.kind for item in found.accepted if item.by != "builtin"]  # type: ignore[attr-defined]


def test_a_model_of_another_family_lets_a_sentence_in() -> None:
    past = Past().badges()
    found = distillery(model=writer(TOLD), model_scorer=judge(4)).distil(past.items, past.kept)
    assert kinds(found) == [RuleKind.INSTRUCTION]
    told = next(item.rule for item in found.accepted if item.by != "builtin")
    assert (told.text, told.prompt, told.experiences) == (SENTENCE, "extract", (1, 2, 3, 4, 5))


@pytest.mark.parametrize(
    ("scorer", "reason"),
    [
        (None, RejectionReason.NO_SCORER),
        (judge(3), RejectionReason.GENSCORE),
        (judge(5, "other/qwen2.5-14b"), RejectionReason.SAME_MODEL),
        (judge(5, "vendor/qwen3-8b"), RejectionReason.SAME_MODEL),
        (judge(5, "renamed", digest="d1"), RejectionReason.SAME_MODEL),
        (judge(5, "7b-without-a-name"), RejectionReason.SAME_MODEL),
        (judge(9), RejectionReason.NO_SCORER),
    ],
)
def test_a_sentence_without_an_independent_score_stays_out(scorer: ModelScorer | None, reason: RejectionReason) -> None:
    past = Past().badges()
    found = distillery(model=writer(TOLD, digest="d1"), model_scorer=scorer).distil(past.items, past.kept)
    assert kinds(found) == []
    assert [item.reason for item in found.rejected] == [reason]


def test_a_models_cue_rule_is_measured_like_any_other() -> None:
    past = Past().badges()
    found = distillery(model=writer(FOUND)).distil(past.items, past.kept)
    own = [item.rule for item in found.accepted if item.by != "builtin"]
    assert [(rule.cues, rule.shape, rule.type_id) for rule in own] == [(("badge", "staff pass"), "A{2}-9{4}-A", BADGE)]


@pytest.mark.parametrize(
    "change",
    [
        {"line": 7},
        {"shape": "9{11}"},
        {"shape": "not a shape!"},
        {"cues": ""},
        {"kind": "instruction", "sentence": "  "},
    ],
)
def test_what_a_model_invents_is_no_rule(change: dict[str, object]) -> None:
    past = Past().badges()
    found = distillery(model=writer({**FOUND, **change})).distil(past.items, past.kept)
    assert kinds(found) == []


def test_a_model_that_gives_no_usable_answer_is_said_so_and_takes_nothing_away() -> None:
    past = Past().badges()
    broken = ModelDistiller(ScriptedModel(lambda prompt: "I would rather not."), BOOK, TAXONOMY, STRICT, reach=12)
    found = distillery(model=broken).distil(past.items, past.kept)
    assert [item.by for item in found.accepted] == ["builtin"]
    assert found.notes == ("llm.unusable",)


def test_the_model_sees_words_and_shapes_and_no_value() -> None:
    past = Past().badges()
    scripted = model({"rules": []}, "vendor/qwen3-8b")
    distillery(model=ModelDistiller(scripted, BOOK, TAXONOMY, STRICT, reach=12)).distil(past.items, past.kept)
    shown = "".join(prompt.system + prompt.stage + prompt.document for prompt in scripted.prompts)
    assert "badge" in shown
    assert "A{2}-9{4}-A" in shown
    assert not any(value in shown for value in ("QX-1187", "LM-4420", "noon", "stairs"))


def test_families_are_told_by_the_server_or_the_name() -> None:
    assert family_of(ModelInfo("x", "test", family="Qwen")) == "qwen"
    assert family_of(ModelInfo("vendor/Llama-3.1-8B", "test")) == "llama"
    assert family_of(ModelInfo("123", "test")) == ""
    assert independent(None, ModelInfo("anything", "test"))
    assert not independent(ModelInfo("1", "test"), ModelInfo("2", "test"))


def test_every_reason_has_a_sentence_in_both_languages() -> None:
    for language in Language:
        messages = Messages.load(resource_root(), language)
        assert all(messages(reason.value) != reason.value for reason in RejectionReason)
