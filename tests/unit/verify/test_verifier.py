from __future__ import annotations

from dataclasses import replace

import pytest

from core.domain.artifact import Artifact, Replacement
from core.domain.errors import Cancelled, EvaluationInvalid
from core.domain.events import CancelToken
from core.domain.evidence import AttackerLevel, Depth, ProbeResult
from core.domain.language import Language
from core.domain.protocol import STRICT
from core.domain.request import Decision, Decisions, Request
from core.domain.sensitive import SensitiveSet
from core.domain.tokens import TokenVault
from core.population.population import SyntheticPopulation
from core.verify.examination import Examination
from core.verify.verifier import BuiltinVerifier
from tests.verify_fakes import (
    ROOT,
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
TEXTS = {
    Language.EN: "I am Vera Quill, 47 years old, from Ohio. Please advise me on exercise.",
    Language.ZH: "我是顾清和，47岁，家在江苏。请问术后怎样运动？",
}


def verifier(extractor: FakeExtractor | None = None) -> BuiltinVerifier:
    return BuiltinVerifier(taxonomy(), LIBRARY, extractor or FakeExtractor(), POPULATION, ROOT, FakeFinder())


def sensitive_of(language: Language) -> SensitiveSet:
    text = TEXTS[language]
    surfaces = ("Vera Quill", "47 years old", "Ohio") if language is Language.EN else ("顾清和", "47岁", "江苏")
    person, age, place = surfaces
    found = combined(in_text(text, "PERSON", person), in_text(text, "AGE", age, "47"), in_text(text, "LOCATION", place))
    return with_relevance(found, "AGE")


def artifact_of(language: Language, **levels: int) -> Artifact:
    sensitive = sensitive_of(language)
    chosen = {item.id: levels.get(item.type_id, 1) for item in sensitive.attributes}
    return DEHYDRATOR.dehydrate(TEXTS[language], sensitive, chosen, TokenVault(), language)


everywhere = pytest.mark.parametrize("language", list(Language))


@everywhere
def test_the_original_leaks_and_a_good_artifact_is_certified(language: Language) -> None:
    subject, request, sensitive = verifier(), Request(TEXTS[language]), sensitive_of(language)
    before = subject.baseline(request, sensitive, STRICT)
    assert before[AttackerLevel.A0].advantage > 0.9
    assert before[AttackerLevel.A1].advantage > 0.9
    artifact = artifact_of(language, AGE=2, LOCATION=2)
    search = subject.search(Examination(request, sensitive, artifact, STRICT, before))
    assert subject.assess(request, search, STRICT).passed
    assert not search.certified
    assert search.depth is Depth.COMPUTED
    proof = subject.certify(Examination(request, sensitive, artifact, STRICT, before), seed=11)
    assert subject.assess(request, proof, STRICT).passed
    assert proof.certified
    assert proof.before is before
    assert proof.controls is not None
    assert (proof.controls.planted, proof.controls.found) == (3, 3)
    assert proof.depth is Depth.COMPUTED
    assert proof.runs == ()
    assert all(word.n == 0 for estimate in proof.leakage.values() for word in estimate.words)
    assert all(word.cap is not None for estimate in proof.leakage.values() for word in estimate.words)
    assert {"recall_ceiling", "witness_epsilon"} <= set(proof.bounds)
    assert set(proof.leakage) == set(AttackerLevel)


@everywhere
def test_a_residual_value_fails_search_and_certification(language: Language) -> None:
    subject, sensitive = verifier(), sensitive_of(language)
    tail = " Vera asks." if language is Language.EN else "（清和）"
    extractor_sees = " Quill" if language is Language.EN else "顾清和"
    request = Request(TEXTS[language])
    whole = artifact_of(language, AGE=2, LOCATION=2)
    leaking = replace(whole, text=whole.text + tail + extractor_sees)
    search = subject.search(Examination(request, sensitive, leaking, STRICT))
    assert not subject.assess(request, search, STRICT).leakage_ok
    assert any(outcome.result is ProbeResult.HIT for outcome in search.outcomes)
    proof = subject.certify(Examination(request, sensitive, leaking, STRICT), seed=5)
    assert {v.reason for v in subject.assess(request, proof, STRICT).violations} & {"advantage_above_tau"}


def test_a_kept_attribute_is_reported_but_not_gated() -> None:
    sensitive = sensitive_of(Language.EN)
    age = next(item for item in sensitive.attributes if item.type_id == "AGE")
    request = Request(TEXTS[Language.EN], decisions=Decisions({age.id: Decision(0, "needed")}))
    artifact = artifact_of(Language.EN, AGE=0, LOCATION=2)
    subject = verifier()
    proof = subject.certify(Examination(request, sensitive, artifact, STRICT), seed=3)
    assert subject.assess(request, proof, STRICT).leakage_ok
    assert "kept_by_person" in proof.review_flags
    assert age.id not in {outcome.probe.attribute_id for outcome in proof.outcomes}
    assert age.id in proof.told
    assert age.id not in {item.attribute_id for item in proof.leakage[AttackerLevel.A1].attributes}


def test_an_empty_set_is_a_pass_that_says_so() -> None:
    request = Request("What is the capital of France?")
    subject = verifier()
    artifact = Artifact(request.text, (), {})
    proof = subject.certify(Examination(request, SensitiveSet(()), artifact, STRICT), seed=1)
    assert subject.assess(request, proof, STRICT).passed
    assert proof.review_flags == ("nothing_found",)
    assert proof.bounds == {}


class BlindExtractor(FakeExtractor):
    def extract(self, *args: object, **kwargs: object) -> SensitiveSet:
        return SensitiveSet(())


def test_a_missed_control_makes_the_run_invalid() -> None:
    subject = BuiltinVerifier(taxonomy(), LIBRARY, BlindExtractor(), POPULATION, ROOT, FakeFinder())
    text = "Please advise Vera Quill."
    sensitive = SensitiveSet((in_text(text, "PERSON", "Vera Quill"),))
    artifact = DEHYDRATOR.dehydrate(
        text, sensitive, {item.id: 1 for item in sensitive.attributes}, TokenVault(), Language.EN
    )
    with pytest.raises(EvaluationInvalid) as caught:
        subject.certify(Examination(Request(text), sensitive, artifact, STRICT), seed=0)
    assert caught.value.code == "verify.control_missed"
    assert "Vera" not in str(caught.value)


def test_certification_can_be_cancelled() -> None:
    request, sensitive = Request(TEXTS[Language.EN]), sensitive_of(Language.EN)
    artifact = artifact_of(Language.EN, AGE=2, LOCATION=2)
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        verifier().certify(Examination(request, sensitive, artifact, STRICT), seed=1, cancel=token)


def test_the_same_text_is_read_once() -> None:
    extractor = FakeExtractor()
    subject = verifier(extractor)
    request, sensitive = Request(TEXTS[Language.EN], language=Language.EN), sensitive_of(Language.EN)
    artifact = artifact_of(Language.EN, AGE=2, LOCATION=2)
    for _ in range(3):
        subject.search(Examination(request, sensitive, artifact, STRICT))
    assert extractor.calls == 1


@everywhere
def test_warming_up_leaves_nothing_to_load(language: Language) -> None:
    subject = verifier()
    subject.warm(language)
    request, sensitive = Request(TEXTS[language]), sensitive_of(language)
    artifact = artifact_of(language, AGE=2, LOCATION=2)
    warm = subject.search(Examination(request, sensitive, artifact, STRICT))
    assert warm == verifier().search(Examination(request, sensitive, artifact, STRICT))


def test_support_names_the_replacement_that_gives_another_value_away() -> None:
    text = (
        "I take aspirin. I come from an antiplatelet clinic in cardiology, had a stent procedure, and am 47 years old."
    )
    drug, age = in_text(text, "DRUG", "aspirin"), in_text(text, "AGE", "47 years old", "47")
    place = in_text(text, "ORGANIZATION", "an antiplatelet clinic in cardiology")
    sensitive = SensitiveSet((drug, place, age))
    rendered = text.replace("aspirin", "<DRUG 2>")
    start, end = rendered.index("an antiplatelet"), rendered.index(", had")
    leaky = Artifact(
        rendered,
        (
            Replacement(drug.id, 7, 14, 7, 15, 2, "<DRUG 2>"),
            Replacement(place.id, start - 1, end - 1, start, end, 1, rendered[start:end]),
        ),
        {drug.id: 2, place.id: 1, age.id: 4},
    )
    found = verifier().support(Request(text, language=Language.EN), sensitive, leaky, drug.id)
    assert found.get(place.id, 0.0) > 0
    assert set(found) == {place.id}
