"""One contract for every attacker of the built-in ensemble."""

from __future__ import annotations

import numpy as np
import pytest

from core.domain.artifact import Artifact
from core.domain.evidence import AttackerLevel
from core.domain.language import Language
from core.domain.sensitive import SensitiveSet
from core.domain.tokens import TokenVault
from core.population.population import SyntheticPopulation
from core.verify.attackers.base import Attacker
from core.verify.attackers.linkage import LinkageAttacker
from core.verify.attackers.literal import LiteralAttacker
from core.verify.attackers.prior import PriorAttacker
from core.verify.attackers.reader import ReaderAttacker
from core.verify.attackers.retrieval import RetrievalAttacker
from core.verify.case import Case, case_of_artifact, case_of_original, ladders
from core.verify.grading import GradingTable
from tests.verify_fakes import (
    ROOT,
    FakeDehydrator,
    FakeExtractor,
    FakeFinder,
    FakeLibrary,
    combined,
    in_text,
    taxonomy,
)

GRADING = GradingTable.load(ROOT)
LIBRARY = FakeLibrary()
POPULATION = SyntheticPopulation.load(ROOT)
ATTACKERS: tuple[Attacker, ...] = (
    LiteralAttacker(taxonomy(), FakeFinder()),
    ReaderAttacker(FakeExtractor(), GRADING, ROOT),
    PriorAttacker(),
    RetrievalAttacker(LIBRARY, GRADING, ROOT),
    LinkageAttacker(taxonomy(), LIBRARY, POPULATION),
)
TEXTS = {
    Language.EN: "I am Vera Quill, 47 years old, from Ohio, and take aspirin. Please advise me on exercise.",
    Language.ZH: "我是顾清和，47岁，家在江苏，每天服用阿司匹林。请问术后怎样运动？",
}
SURFACES = {
    Language.EN: {"PERSON": "Vera Quill", "AGE": "47 years old", "LOCATION": "Ohio", "DRUG": "aspirin"},
    Language.ZH: {"PERSON": "顾清和", "AGE": "47岁", "LOCATION": "江苏", "DRUG": "阿司匹林"},
}


def sensitive_of(language: Language) -> SensitiveSet:
    text = TEXTS[language]
    values = {"AGE": "47"}
    return combined(
        *(in_text(text, kind, surface, values.get(kind, "")) for kind, surface in SURFACES[language].items())
    )


def artifact_at(language: Language, level: int) -> Artifact:
    sensitive = sensitive_of(language)
    dehydrator = FakeDehydrator(LIBRARY)
    levels = {item.id: min(level, dehydrator.top(item)) for item in sensitive.attributes}
    return dehydrator.dehydrate(TEXTS[language], sensitive, levels, TokenVault(), language)


def case_at(language: Language, level: int) -> Case:
    sensitive = sensitive_of(language)
    generalizations = ladders(sensitive, LIBRARY, language)
    if level == 0:
        return case_of_original(sensitive, TEXTS[language], generalizations, language)
    return case_of_artifact(sensitive, artifact_at(language, level), generalizations, language)


def scores(attacker: Attacker, case: Case) -> dict[str, float]:
    return dict(attacker.scores(case, GRADING.targets(case.sensitive)))


everywhere = pytest.mark.parametrize("language", list(Language))
everyone = pytest.mark.parametrize("attacker", ATTACKERS, ids=lambda attacker: attacker.id)


@everyone
@everywhere
@pytest.mark.parametrize("level", [0, 1, 2, 9])
def test_answers_for_every_attribute_with_a_probability(attacker: Attacker, language: Language, level: int) -> None:
    case = case_at(language, level)
    found = scores(attacker, case)
    assert set(found) == {item.id for item in case.sensitive.attributes}
    assert all(0.0 <= score <= 1.0 for score in found.values())


@everyone
@everywhere
def test_is_deterministic(attacker: Attacker, language: Language) -> None:
    case = case_at(language, 1)
    assert scores(attacker, case) == scores(attacker, case)


@everyone
@everywhere
def test_learns_nothing_where_nothing_is_told(attacker: Attacker, language: Language) -> None:
    """With every attribute suppressed and no text left, D is the null document."""
    case = case_at(language, 9)
    empty = Case("", language, case.sensitive, case.levels, case.generalizations)
    assert scores(attacker, empty) == scores(attacker, case.blanked())


@everyone
@everywhere
def test_learns_less_from_a_suppressed_text_than_from_the_original(attacker: Attacker, language: Language) -> None:
    before, after = scores(attacker, case_at(language, 0)), scores(attacker, case_at(language, 9))
    assert sum(after.values()) <= sum(before.values()) + 1e-9


@everyone
def test_survives_an_empty_set_and_an_empty_text(attacker: Attacker) -> None:
    case = Case("", Language.EN, SensitiveSet(()), {}, {})
    assert scores(attacker, case) == {}


def test_ids_are_distinct_and_levels_are_covered() -> None:
    assert len({attacker.id for attacker in ATTACKERS}) == len(ATTACKERS)
    assert {attacker.level for attacker in ATTACKERS} == set(AttackerLevel)


@everywhere
def test_what_a_reader_claims_is_what_answers_drawn_from_its_readings_would_reach(language: Language) -> None:
    """Of X: the score is no less than the share of hits over many answers to any template, and nothing is drawn twice
    differently."""
    reader = ATTACKERS[1]
    assert isinstance(reader, ReaderAttacker)
    case = case_at(language, 0)
    targets = GRADING.targets(case.sensitive)
    item = case.sensitive.attributes[0]
    claimed = scores(reader, case)[item.id]
    assert claimed == scores(reader, case)[item.id]
    expected = []
    for template in reader.templates:
        told = reader.distribution(case, item, template)
        hits = np.array([GRADING.grade(targets[item.id], answer.text) == "hit" for answer in told.answers])
        expected.append(float(np.array(told.weights)[hits].sum()) if told.answers else 0.0)
        if told.answers:
            assert sum(told.weights) == pytest.approx(1.0)
            drawn = np.random.default_rng(5).choice(len(told.answers), 600, p=told.weights)
            assert hits[drawn].mean() == pytest.approx(expected[-1], abs=0.07)
            assert hits[drawn].mean() <= claimed + 0.07
    assert claimed >= max(expected) - 1e-9
    assert max(expected) > 0
