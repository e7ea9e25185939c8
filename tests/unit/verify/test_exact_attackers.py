from __future__ import annotations

import json

import pytest

from core.domain.language import Language
from core.domain.sensitive import Combination, SensitiveSet
from core.population.population import SyntheticPopulation
from core.verify.attackers.corpus import Corpus, terms
from core.verify.attackers.linkage import LinkageAttacker
from core.verify.attackers.retrieval import RetrievalAttacker
from core.verify.case import Case, ladders
from core.verify.grading import GradingTable
from tests.verify_fakes import ROOT, FakeLibrary, attribute, mention, taxonomy

GRADING = GradingTable.load(ROOT)
LIBRARY = FakeLibrary()
POPULATION = SyntheticPopulation.load(ROOT)
LINKAGE = LinkageAttacker(taxonomy(), LIBRARY, POPULATION)


def build(text: str, levels: dict[str, int], *items: tuple[str, str], language: Language = Language.EN) -> Case:
    attributes = tuple(attribute(kind, value, mention(kind, value, 0, language=language)) for kind, value in items)
    ids = {item.type_id: item.id for item in attributes}
    combination = Combination(tuple(ids.values()), "localiser_and_demographic")
    sensitive = SensitiveSet(attributes, (combination,))
    generalizations = ladders(sensitive, LIBRARY, language)
    return Case(text, language, sensitive, {ids[kind]: level for kind, level in levels.items()}, generalizations)


def retrieval_score(case: Case) -> float:
    attacker = RetrievalAttacker(LIBRARY, GRADING, ROOT)
    return max(attacker.scores(case, GRADING.targets(case.sensitive)).values())


@pytest.mark.parametrize(
    ("language", "drug", "near", "far"),
    [
        (
            Language.EN,
            "aspirin",
            "An antiplatelet medicine daily after a stent procedure, seen in cardiology for coronary artery disease.",
            "I would like to know how to dispute a card payment.",
        ),
        (
            Language.ZH,
            "阿司匹林",
            "支架手术后每天服用一种抗血小板药物，在心内科看冠心病。",
            "请问这笔扣款应该怎样申诉？",
        ),
    ],
)
def test_retrieval_infers_from_context(language: Language, drug: str, near: str, far: str) -> None:
    told = retrieval_score(build(near, {"DRUG": 2}, ("DRUG", drug), language=language))
    remote = retrieval_score(build(far, {"DRUG": 2}, ("DRUG", drug), language=language))
    null = retrieval_score(build("", {"DRUG": 2}, ("DRUG", drug), language=language))
    assert told > 3 * null
    assert told > remote
    assert null < 0.05


def test_retrieval_knows_no_more_than_the_prior_of_fictional_values() -> None:
    case = build("a teaching hospital in Leeds", {"HOSPITAL": 1}, ("HOSPITAL", "Elmbrook Hospital"))
    assert 0.0 < retrieval_score(case) <= 1 / taxonomy()["HOSPITAL"].domain_size


def test_retrieval_contradicts_no_node_that_d_tells() -> None:
    text = "An antiplatelet medicine daily after a stent procedure in cardiology."
    suppressed = retrieval_score(build(text, {"DRUG": 2}, ("DRUG", "aspirin")))
    exact = retrieval_score(build(text, {"DRUG": 0}, ("DRUG", "aspirin")))
    assert exact == 1.0 > suppressed


@pytest.mark.parametrize("language", list(Language))
def test_corpus_fits_the_taxonomy_and_holds_no_example_entity(language: Language) -> None:
    kinds = taxonomy()
    corpus = Corpus.load(ROOT, language)
    assert len(corpus.entries) >= 2000
    assert all(kind in kinds for entry in corpus.entries for kind in entry.entities)
    assert len({entry.id for entry in corpus.entries}) == len(corpus.entries)
    everything = json.dumps([entry.text for entry in corpus.entries], ensure_ascii=False)
    for fictional in ("Northfield", "Castlegate", "Harbour & Lane", "Miradouro", "仁康", "恒川", "云栖"):
        assert fictional not in everything


def test_search_terms_of_both_scripts() -> None:
    assert terms("Stent 手术后 2026") == ["stent", "2026", "手术", "术后"]


def test_k_counts_what_d_tells() -> None:
    exact = build("x", {"AGE": 0, "LOCATION": 0}, ("AGE", "47"), ("LOCATION", "Ohio"))
    band = build("x", {"AGE": 2, "LOCATION": 0}, ("AGE", "47"), ("LOCATION", "Ohio"))
    nothing = build("x", {"AGE": 4, "LOCATION": 2}, ("AGE", "47"), ("LOCATION", "Ohio"))
    table = POPULATION.table(Language.EN)
    one = LINKAGE.combinations(exact)[0]
    assert one.k == table.k({"age": frozenset({"47"}), "region": frozenset({"Ohio"})})
    assert set(one.dimensions) == {"age", "region"}
    assert LINKAGE.combinations(band)[0].k > one.k
    assert LINKAGE.combinations(nothing) == ()


def test_an_attribute_without_a_column_multiplies_by_its_share() -> None:
    alone = build("x", {"AGE": 2}, ("AGE", "47"))
    more = build("x", {"AGE": 2, "ORGANIZATION": 0}, ("AGE", "47"), ("ORGANIZATION", "Brightwater Ltd"))
    first, second = LINKAGE.combinations(alone)[0], LINKAGE.combinations(more)[0]
    assert second.k == pytest.approx(0.2 * first.k)
    assert "organization*" in second.dimensions


def test_two_people_are_not_joined() -> None:
    family = build("x", {"AGE": 0}, ("AGE", "47"))
    other = attribute("AGE", "9", mention("AGE", "9", 0))
    sensitive = SensitiveSet((*family.sensitive.attributes, other))
    generalizations = ladders(sensitive, LIBRARY, Language.EN)
    case = Case("x", Language.EN, sensitive, {item.id: 0 for item in sensitive.attributes}, generalizations)
    assert [len(item.attribute_ids) for item in LINKAGE.combinations(case)] == [1, 1]


def test_homogeneity_is_the_share_of_the_most_frequent_value_among_the_matches() -> None:
    band = build("x", {"AGE": 2}, ("AGE", "47"))
    found = max(LINKAGE.scores(band, GRADING.targets(band.sensitive)).values())
    table = POPULATION.table(Language.EN)
    forties = table.k({"age": frozenset(str(age) for age in range(40, 50))})
    most = max(table.k({"age": frozenset({str(age)})}) for age in range(40, 50))
    assert found == pytest.approx(most / forties)
    null = max(LINKAGE.scores(band.blanked(), GRADING.targets(band.sensitive)).values())
    assert null == pytest.approx(max(table.shares("age").values()))
