from __future__ import annotations

from dataclasses import replace

import pytest

from core.domain.artifact import Artifact
from core.domain.errors import Cancelled, EvaluationInvalid, KnownError
from core.domain.events import CancelToken, StageEvent
from core.domain.evidence import AttackerLevel, Evidence
from core.domain.language import Language
from core.domain.protocol import STRICT
from core.domain.request import Decision, Decisions, Request
from core.domain.sensitive import SensitiveSet
from core.domain.tokens import TokenVault
from core.llm.model import CallFailed
from core.llm.prompts import PromptBook
from core.population.population import SyntheticPopulation
from core.verify.attackers.llm_questions import Member
from core.verify.examination import Examination
from core.verify.gate import HITS
from core.verify.local_verifier import LocalVerifier
from core.verify.model_ensemble import ModelEnsemble
from core.verify.verifier import BuiltinVerifier
from tests.attacker_brain import ROOT, AttackerBrain, BrainModel
from tests.verify_fakes import (
    FakeDehydrator,
    FakeExtractor,
    FakeFinder,
    FakeLibrary,
    combined,
    in_text,
    taxonomy,
    with_relevance,
)

LIBRARY = FakeLibrary()
DEHYDRATOR = FakeDehydrator(LIBRARY)
POPULATION = SyntheticPopulation.load(ROOT)
BOOK = PromptBook.load(ROOT)
TEXTS = {
    Language.EN: "I am Vera Quill, 47 years old, from Ohio. My card is 4000 1234 5678 9010. Please advise me.",
    Language.ZH: "我是顾清和，47岁，家在江苏，卡号6222020000000000123。请给我建议。",
}
SURFACES = {
    Language.EN: ("Vera Quill", "47 years old", "Ohio", "4000 1234 5678 9010"),
    Language.ZH: ("顾清和", "47岁", "江苏", "6222020000000000123"),
}
NAME = {Language.EN: "Vera Quill", Language.ZH: "顾清和"}
everywhere = pytest.mark.parametrize("language", list(Language))


def sensitive_of(language: Language) -> SensitiveSet:
    text, (person, age, place, card) = TEXTS[language], SURFACES[language]
    found = combined(
        in_text(text, "PERSON", person),
        in_text(text, "AGE", age, "47"),
        in_text(text, "LOCATION", place),
        in_text(text, "BANK_CARD", card),
    )
    return with_relevance(found, "AGE")


def artifact_of(language: Language, **levels: int) -> Artifact:
    sensitive = sensitive_of(language)
    chosen = {item.id: levels.get(item.type_id, 2 if item.type_id in ("AGE", "LOCATION") else 1) for item in
              sensitive.attributes}  # fmt: skip
    return DEHYDRATOR.dehydrate(TEXTS[language], sensitive, chosen, TokenVault(), language)


class Bench:
    """A verifier with a brain, ready to be asked."""

    def __init__(self, language: Language, brain: AttackerBrain | None = None, model: BrainModel | None = None) -> None:
        builtin = BuiltinVerifier(taxonomy(), LIBRARY, FakeExtractor(), POPULATION, ROOT, FakeFinder())
        self.model = model or BrainModel(brain or AttackerBrain())
        self.ensemble = ModelEnsemble(builtin, BOOK, taxonomy(), LIBRARY, ROOT)
        self.verifier = LocalVerifier(self.ensemble, self.model)
        self.language = language
        self.request = Request(TEXTS[language], language=language)
        self.sensitive = sensitive_of(language)
        self.before = builtin.baseline(self.request, self.sensitive, STRICT)

    def examination(self, artifact: Artifact) -> Examination:
        return Examination(self.request, self.sensitive, artifact, STRICT, self.before)

    def search(self, artifact: Artifact, cancel: CancelToken | None = None) -> Evidence:
        return self.verifier.search(self.examination(artifact), cancel)

    def certify(self, artifact: Artifact, seed: int = 5, **more: object) -> Evidence:
        return self.verifier.certify(self.examination(artifact), seed, **more)  # type: ignore[arg-type]

    def passes(self, evidence: Evidence) -> bool:
        return self.verifier.assess(self.request, evidence, STRICT).passed


@everywhere
def test_a_good_artifact_is_certified_by_both_ensembles(language: Language) -> None:
    bench, artifact = Bench(language), artifact_of(language)
    assert bench.passes(bench.search(artifact))
    events: list[StageEvent] = []
    evidence = bench.certify(artifact, progress=events.append)
    assert bench.passes(evidence)
    assert [run.ensemble for run in evidence.runs] == ["model"]
    model = evidence.runs[0]
    assert (model.hits, model.attempt) == (0, 1)
    assert model.n == model.clusters
    assert all(item.passed and item.n >= 92 for item in (*model.attributes, *model.families))
    assert model.controls is not None
    assert (model.controls.planted, model.controls.found) == (3, 3)
    assert model.upper <= STRICT.tau_l
    assert model.corrected_upper == pytest.approx(model.upper / 0.9404, abs=1e-3)
    assert {count.member for count in model.counts} == {Member.OPEN, Member.ADVERSARIAL, Member.OTHER}
    assert [item.attribute_ids for item in model.choices] == [("age-47",)], "what anyone may guess at"
    assert all(item.passed and item.upper <= STRICT.tau_choice for item in model.choices)
    assert {count.level for count in model.counts} == {AttackerLevel.A0, AttackerLevel.A1, AttackerLevel.A2}
    assert sum(count.n for count in model.counts) == model.n
    assert {use.template for use in model.templates if use.counted} >= {"open", "adversarial", "choice"}
    bounds = [event.bound for event in events if event.bound is not None]
    assert bounds[-1] < bounds[0]
    assert all(event.tokens > 0 for event in events)
    assert {item.regime for item in evidence.calibration} == {"dehydrated"}


@everywhere
def test_what_the_built_in_members_refuse_costs_no_question(language: Language) -> None:
    bench = Bench(language)
    leaking = replace(artifact_of(language), text=artifact_of(language).text + " " + NAME[language])
    assert not bench.passes(bench.search(leaking))
    assert bench.model.prompts == []


@everywhere
def test_a_value_that_a_list_names_is_an_attributes_hit(language: Language) -> None:
    """The model knows another spelling that no rule knows, and reads it out of D."""
    brain = AttackerBrain()
    brain.knows["PERSON"] = (NAME[language], 1.0)
    bench = Bench(language, brain)
    evidence = bench.search(artifact_of(language))
    gate = bench.verifier.assess(bench.request, evidence, STRICT)
    assert not gate.leakage_ok
    person = bench.sensitive.attributes[0].id
    assert max(gate.contributions, key=lambda key: gate.contributions[key]) == person
    assert {outcome.probe.attacker for outcome in evidence.outcomes} <= {Member.GAPS, Member.OPEN}
    assert brain.asked[0].prompt == "attack_enumerate"


@everywhere
def test_a_lucky_guess_is_no_leak(language: Language) -> None:
    """A value that the model names without any document does not fail the text."""
    brain = AttackerBrain()
    brain.knows["PERSON"] = (NAME[language], 1.0)
    brain.empty["PERSON"] = (NAME[language], 1.0)
    bench = Bench(language, brain)
    evidence = bench.certify(artifact_of(language))
    run = evidence.runs[0]
    assert run.hits == 0
    assert run.passed


@everywhere
def test_a_band_is_no_leak_and_its_inside_is(language: Language) -> None:
    """Anyone guesses inside the band that D tells; picking the truth more often than without the text is a leak."""
    guessing = AttackerBrain(seed=3, picking=True)
    assert Bench(language, guessing).certify(artifact_of(language)).runs[0].passed
    knowing = AttackerBrain()
    knowing.knows["AGE"] = ("47", 1.0)
    bench = Bench(language, knowing)
    found = bench.search(artifact_of(language))
    assert {outcome.probe.attacker for outcome in found.outcomes} == {Member.CHOICE}
    run = bench.certify(artifact_of(language)).runs[0]
    assert not run.passed
    assert "age-47" in {key for item in run.choices if not item.passed for key in item.attribute_ids}
    age = {"Age", "年龄"}
    about_d = [item for item in knowing.asked if item.document == artifact_of(language).text]
    assert not any(item.fields["label"] in age for item in about_d if item.prompt in ("attack_open", "attack_other"))


@everywhere
def test_a_missed_control_makes_the_run_invalid(language: Language) -> None:
    bench = Bench(language)
    bench.certify(artifact_of(language))
    bench.model.brain.sensitivity = 0.0
    with pytest.raises(EvaluationInvalid) as raised:
        bench.certify(artifact_of(language), seed=6)
    assert raised.value.code == "verify.control_missed"


@everywhere
def test_a_model_that_finds_too_little_certifies_nothing(language: Language) -> None:
    bench = Bench(language, AttackerBrain(sensitivity=0.8))
    with pytest.raises(EvaluationInvalid) as raised:
        bench.certify(artifact_of(language))
    assert raised.value.code == "verify.attacker_too_weak"
    assert raised.value.details["planted"] <= 60


@everywhere
def test_a_blind_template_is_not_counted(language: Language) -> None:
    brain = AttackerBrain(blind=frozenset({"attack_adversarial"}))
    run = Bench(language, brain).certify(artifact_of(language)).runs[0]
    use = next(use for use in run.templates if use.template == "adversarial")
    assert not use.counted
    assert use.found == 0
    assert not any(count.template == "adversarial" for count in run.counts)
    assert run.corrected_upper is not None
    assert run.corrected_upper < 0.06


@everywhere
def test_refusals_are_asked_again_and_counted(language: Language) -> None:
    bench = Bench(language)
    bench.certify(artifact_of(language))
    bench.model.brain.refusing = 0.05
    run = bench.certify(artifact_of(language), seed=8).runs[0]
    assert run.refused > 0
    assert run.missing == 0
    assert all(item.n >= 92 for item in run.attributes)


@everywhere
def test_too_many_unusable_answers_make_the_run_invalid(language: Language) -> None:
    bench = Bench(language)
    bench.certify(artifact_of(language))
    bench.model.brain.babbling = 0.6
    with pytest.raises(EvaluationInvalid) as raised:
        bench.certify(artifact_of(language), seed=8)
    assert raised.value.code in {"verify.missing_probes", "verify.control_missed"}


@pytest.mark.parametrize("after", [0, 1, 4, 90, 900])
def test_a_failing_server_is_a_clear_error_at_every_stage(after: int) -> None:
    brain = AttackerBrain()

    def failing(number: int) -> CallFailed | None:
        return CallFailed("llm.unreachable") if number >= after else None

    bench = Bench(Language.EN, model=BrainModel(brain, failing=failing))
    artifact = artifact_of(Language.EN)

    def whole_run() -> None:
        bench.search(artifact)
        for seed in range(20):
            bench.certify(artifact, seed)

    with pytest.raises(KnownError) as raised:
        whole_run()
    assert raised.value.code == "llm.unreachable"
    assert raised.value.retryable


def test_cancel_is_heard() -> None:
    bench, token = Bench(Language.EN), CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        bench.search(artifact_of(Language.EN), token)


def test_only_what_a_step_touched_is_asked_again() -> None:
    """The lists look at every text anew; single questions are put where a step changed something."""
    bench = Bench(Language.EN)

    def asked_since(start: int) -> set[str]:
        single = ("attack_open.best", "attack_choice")
        return {item.fields["label"] for item in bench.model.brain.asked[start:] if item.template in single}

    bench.search(artifact_of(Language.EN, AGE=3))
    assert len(asked_since(0)) == 4
    before = len(bench.model.brain.asked)
    bench.search(artifact_of(Language.EN, AGE=4))
    assert asked_since(before) == {"Age"}
    before = len(bench.model.prompts)
    bench.search(artifact_of(Language.EN, AGE=3))
    assert len(bench.model.prompts) == before


def test_all_questions_about_a_text_share_their_prefix() -> None:
    bench = Bench(Language.EN)
    artifact = artifact_of(Language.EN)
    bench.search(artifact)
    bench.certify(artifact)
    about = [prompt for prompt in bench.model.prompts if artifact.text in prompt.document]
    assert len({prompt.system for prompt in about}) == 1
    body = artifact.text
    heads = {prompt.document[: prompt.document.index(body) + len(body)] for prompt in about}
    assert len(heads) == 1


def test_what_a_person_keeps_is_asked_about_by_nobody() -> None:
    bench = Bench(Language.EN)
    kept = {item.id: Decision(0, "mine") for item in bench.sensitive.attributes}
    bench.request = replace(bench.request, decisions=Decisions(kept))
    artifact = Artifact(TEXTS[Language.EN], (), dict.fromkeys(kept, 0))
    evidence = bench.certify(artifact)
    assert evidence.runs == ()
    assert bench.model.prompts == []


def test_a_hit_fails_the_run_early_and_names_the_attribute() -> None:
    brain = AttackerBrain()
    bench = Bench(Language.EN, brain)
    artifact = artifact_of(Language.EN)
    bench.certify(artifact)
    brain.knows["BANK_CARD"] = ("4000 1234 5678 9010", 0.5)
    evidence = bench.certify(artifact, seed=9)
    gate = bench.verifier.assess(bench.request, evidence, STRICT)
    assert not gate.passed
    assert HITS in {item.reason for item in gate.violations}
    assert {item.attribute_id for item in gate.violations} == {bench.sensitive.attributes[3].id}
    assert evidence.runs[0].n < 400
