from __future__ import annotations

from dataclasses import replace

import pytest

from core.dehydrate.generalization import Generalization
from core.domain.artifact import Artifact
from core.domain.evidence import Metric, UtilityEstimate
from core.domain.language import Language
from core.domain.protocol import STRICT
from core.domain.sensitive import SensitiveSet
from core.domain.tokens import TokenVault
from core.verify.case import ladders
from core.verify.restoration import rebuild, restoration
from core.verify.utility import UtilityProbe
from tests.verify_fakes import ROOT, FakeDehydrator, FakeLibrary, in_text, taxonomy, with_relevance

LIBRARY = FakeLibrary()
DEHYDRATOR = FakeDehydrator(LIBRARY)
PROBE = UtilityProbe(taxonomy(), ROOT)
TEXTS = {
    Language.EN: "I am Vera Quill, 47 years old. Please advise which sports I should not start with after surgery.",
    Language.ZH: "我是顾清和，47岁。请问术后哪些运动不能做？",
}


def sensitive_of(language: Language) -> SensitiveSet:
    text = TEXTS[language]
    name, age = ("Vera Quill", "47 years old") if language is Language.EN else ("顾清和", "47岁")
    return with_relevance(SensitiveSet((in_text(text, "PERSON", name), in_text(text, "AGE", age, "47"))), "AGE")


def at(language: Language, level: int) -> Artifact:
    sensitive = sensitive_of(language)
    person, age = sensitive.attributes
    return DEHYDRATOR.dehydrate(TEXTS[language], sensitive, {person.id: 1, age.id: level}, TokenVault(), language)


def measure(language: Language, artifact: Artifact) -> UtilityEstimate:
    sensitive = sensitive_of(language)
    generalizations = ladders(sensitive, LIBRARY, language)
    return PROBE.measure(TEXTS[language], sensitive, artifact, generalizations, language, STRICT)


everywhere = pytest.mark.parametrize("language", list(Language))


@everywhere
def test_utility_falls_with_every_step_that_tells_less(language: Language) -> None:
    means = [measure(language, at(language, level)).mean for level in range(1, 5)]
    assert means == sorted(means, reverse=True)
    assert means[0] == 1.0
    assert len(set(means)) == 4


@everywhere
def test_it_is_a_proxy_and_never_asks_for_the_exact_value(language: Language) -> None:
    found = measure(language, at(language, 2))
    assert found.metric is Metric.STRUCTURED_PROXY
    asked = [item for item in found.items if item.attribute_id]
    assert [item.agreement for item in asked] == [STRICT.cannot_determine, 1.0, 1.0]
    assert not any("47" in item.question or "Vera" in item.question for item in asked)
    assert found.lower <= found.mean <= found.upper


@pytest.mark.parametrize(
    ("steps", "node", "level", "agreements"),
    [
        (2, "family", 2, [0.25, 1.0]),
        (3, "widest", 3, [0.25, 0.25, 0.625]),
        (3, "class", 2, [0.25, 1.0, 1.0]),
        (1, "other", 1, [0.625]),
        (1, "class", 1, [1.0]),
        (3, "", 4, [0.25, 0.25, 0.25]),
    ],
)
def test_a_class_that_is_gone_is_no_answer(steps: int, node: str, level: int, agreements: list[float]) -> None:
    nodes = [*(f"step-{number}" for number in range(1, steps + 1)), ""]
    nodes[level - 1] = node
    generalizations = [Generalization(0, "47", "47", 1.0, 0.01, 0.01)]
    generalizations += [Generalization(number, name, name, 0.1, 0.01, 0.5) for number, name in enumerate(nodes, 1)]
    sensitive = sensitive_of(Language.EN)
    age = sensitive.attributes[1]
    artifact = Artifact("", (), {age.id: level})
    ladder = {item.id: tuple(generalizations) for item in sensitive.attributes}
    found = PROBE.measure(TEXTS[Language.EN], sensitive, artifact, ladder, Language.EN, STRICT)
    assert [item.agreement for item in found.items if item.attribute_id == age.id] == agreements


@everywhere
def test_the_question_itself_is_asked_for(language: Language) -> None:
    whole = at(language, 1)
    gone = replace(whole, text="…", edited=True)
    content = [item.agreement for item in measure(language, gone).items if not item.attribute_id]
    assert content == [0.0]


def test_a_lost_negation_contradicts() -> None:
    whole = at(Language.EN, 1)
    turned = replace(whole, text=whole.text.replace("should not", "should"), edited=True)
    content = [item.agreement for item in measure(Language.EN, turned).items if not item.attribute_id]
    assert content == [0.0]
    assert measure(Language.EN, replace(whole, edited=True)).mean == measure(Language.EN, whole).mean


def test_what_a_person_deleted_cannot_be_determined() -> None:
    whole = at(Language.EN, 1)
    cut = replace(whole, replacements=whole.replacements[:1], edited=True)
    asked = {item.agreement for item in measure(Language.EN, cut).items if item.attribute_id}
    assert asked == {STRICT.cannot_determine}


def test_a_text_without_questions_or_relevant_attributes_has_full_utility() -> None:
    found = PROBE.measure("", SensitiveSet(()), Artifact("", (), {}), {}, Language.EN, STRICT)
    assert (found.mean, found.items) == (1.0, ())


@everywhere
def test_restoration_rebuilds_from_values(language: Language) -> None:
    artifact, sensitive = at(language, 2), sensitive_of(language)
    assert rebuild(artifact, sensitive) == TEXTS[language]
    assert restoration(TEXTS[language], artifact, sensitive).score == 1.0
    shortened = replace(artifact, text=artifact.text[:-10])
    assert 0.5 < restoration(TEXTS[language], shortened, sensitive).score < 1.0


def test_restoration_of_a_very_long_text_stays_a_similarity() -> None:
    original = "line of text\n" * 3000
    edited = original.replace("text", "word", 1500)
    score = restoration(original, Artifact(edited, (), {}, edited=True), SensitiveSet(())).score
    assert 0.7 < score < 1.0
