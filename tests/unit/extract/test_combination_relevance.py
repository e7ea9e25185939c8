"""Combinations (paper 3.2) and task relevance (paper T24)."""

from __future__ import annotations

import pytest
from tests_extract_values import attribute

from core.domain.request import Decisions
from core.domain.sensitive import SensitiveAttribute
from core.domain.taxonomy import Domain
from core.extract import relevance
from core.extract.combination import CombinationRules, detect
from core.resources import load_taxonomy, resource_root

TAXONOMY = load_taxonomy(resource_root())
RULES = CombinationRules.load(resource_root())


def build(*items: tuple[str, str]) -> tuple[SensitiveAttribute, ...]:
    return tuple(attribute(type_id, value, position * 10) for position, (type_id, value) in enumerate(items))


def test_place_with_demographic() -> None:
    items = build(("LOCATION", "leeds"), ("AGE", "67"), ("PHONE", "1"))
    (found,) = detect(items, TAXONOMY, RULES)
    assert found.reason == "localiser_and_demographic"
    assert found.attribute_ids == (items[0].id, items[1].id)


def test_place_with_matter() -> None:
    assert [item.reason for item in detect(build(("LOCATION", "leeds"), ("DISEASE", "lupus")), TAXONOMY, RULES)] == [
        "localiser_and_rare"
    ]


def test_rare_alone() -> None:
    items = build(("LIFE_EVENT", "the only dentist in the village"))
    assert [item.reason for item in detect(items, TAXONOMY, RULES)] == ["rare_demographic"]
    assert [item.reason for item in detect(build(("AGE", "103")), TAXONOMY, RULES)] == ["rare_demographic"]


def test_many_demographics_need_no_place() -> None:
    items = build(("AGE", "41"), ("SEX", "female"), ("OCCUPATION", "vet"), ("ETHNICITY", "sami"))
    assert "many_demographics" in [item.reason for item in detect(items, TAXONOMY, RULES)]


@pytest.mark.parametrize("items", [(), (("AGE", "41"),), (("LOCATION", "leeds"),), (("PHONE", "1"), ("PERSON", "x"))])
def test_no_combination(items: tuple[tuple[str, str], ...]) -> None:
    assert detect(build(*items), TAXONOMY, RULES) == ()


def assigned(items: tuple[SensitiveAttribute, ...], domain: Domain, text: str, task: str = "") -> dict[str, str]:
    found = relevance.assign(items, domain, text, task, Decisions(), TAXONOMY)
    return {item.type_id: item.relevance_reason if item.task_relevant else "" for item in found}


def test_domain_policy() -> None:
    items = build(("AGE", "67"), ("OCCUPATION", "baker"), ("PERSON", "x"))
    assert assigned(items, Domain.MEDICAL, "x" * 40) == {"AGE": relevance.BY_DOMAIN, "OCCUPATION": "", "PERSON": ""}


def test_question_overlap() -> None:
    text = "I live in Leeds. My job is baker. Which pension can a baker get?"
    items = (attribute("OCCUPATION", "baker", text.rindex("baker"), "baker"),)
    assert assigned(items, Domain.GENERAL, text) == {"OCCUPATION": relevance.BY_QUESTION}


@pytest.mark.parametrize(
    "text", ["我住利兹。我是面包师。面包师能领什么养老金", "我住利茲。我是麵包師。麵包師能領什麼養老金"]
)
def test_question_overlap_in_either_script(text: str) -> None:
    job = text[text.rindex("。") + 1 :][:3]
    items = (attribute("OCCUPATION", job, text.rindex(job), job),)
    assert assigned(items, Domain.GENERAL, text) == {"OCCUPATION": relevance.BY_QUESTION}


def test_task_overlap() -> None:
    items = (attribute("OCCUPATION", "baker", 0, "baker"),)
    assert assigned(items, Domain.GENERAL, "A text.", "pension of a baker") == {"OCCUPATION": relevance.BY_QUESTION}


def test_person_decides() -> None:
    items = build(("AGE", "67"))
    decisions = Decisions(task_relevant={items[0].id: False})
    (found,) = relevance.assign(items, Domain.MEDICAL, "x", "", decisions, TAXONOMY)
    assert (found.task_relevant, found.relevance_reason) == (False, relevance.BY_PERSON)


def test_identifier_is_never_task_critical_by_policy() -> None:
    text = "Who is Ann Lee?"
    items = (attribute("PERSON", "Ann Lee", text.index("Ann"), "Ann Lee"),)
    assert assigned(items, Domain.GENERAL, text) == {"PERSON": ""}
