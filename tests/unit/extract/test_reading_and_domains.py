"""Which values stand in a text about nobody, and which domain a text belongs to."""

from __future__ import annotations

from pathlib import Path

import pytest
from shared_engine import rule_cascade

from core.domain.errors import ResourceError
from core.domain.language import Language
from core.domain.request import Request
from core.domain.taxonomy import Domain, Kind
from core.extract.cascade import CascadeExtractor
from core.extract.language import DomainDetector, detect
from core.extract.quasi.lexicon import read_terms
from core.resources import load_taxonomy, resource_root

ROOT = resource_root()
TAXONOMY = load_taxonomy(ROOT)
DOMAINS = DomainDetector(ROOT)


@pytest.fixture(scope="module")
def extractor() -> CascadeExtractor:
    return rule_cascade()


def quasi(extractor: CascadeExtractor, text: str) -> set[str]:
    found = extractor.extract(Request(text), b"k" * 32)
    return {item.type_id for item in found.attributes if item.kind is Kind.QUASI}


@pytest.mark.parametrize(
    "text",
    [
        "How many people live in Beijing?",
        "What is the capital of France?",
        "Explain how aspirin works.",
        "What are the symptoms of diabetes?",
        "北京有多少人口？",
        "糖尿病有哪些症状？",
        "请推荐西安的景点。",
        "Translate 'good morning' into Spanish.",
    ],
)
def test_general_question_holds_nothing(extractor: CascadeExtractor, text: str) -> None:
    assert quasi(extractor, text) == set()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My mother has diabetes and lives in Beijing. What should she eat?", {"DISEASE", "LOCATION"}),
        ("我母亲有糖尿病，住在北京，应该吃什么？", {"DISEASE", "LOCATION"}),
        ("The applicant was born in 1944 and lives in Berlin.", {"BIRTH_DATE", "LOCATION"}),
        ("患者，男，45岁，因高血压入院。", {"SEX", "AGE", "DISEASE"}),
    ],
)
def test_personal_text_holds_all(extractor: CascadeExtractor, text: str, expected: set[str]) -> None:
    assert expected <= quasi(extractor, text)


@pytest.mark.parametrize("name", ["medical", "banking", "travel", "legal"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_domain_of_examples(name: str, language: str) -> None:
    text = (ROOT / "examples" / f"{name}.{language}.txt").read_text(encoding="utf-8")
    assert DOMAINS.detect(text, "") is Domain(name)
    assert detect(text) is Language(language)


def test_no_domain_words_is_general() -> None:
    assert DOMAINS.detect("Write a haiku about the moon.", "") is Domain.GENERAL


def test_task_decides_domain() -> None:
    assert DOMAINS.detect("See below.", "Which hotel should I book for the trip?") is Domain.TRAVEL


def test_malformed_term_list_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "broken.txt"
    path.write_text("a term without a group\n", encoding="utf-8")
    with pytest.raises(ResourceError):
        list(read_terms(path))


def test_missing_term_list_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ResourceError):
        list(read_terms(tmp_path / "none.txt"))


def test_every_group_is_known() -> None:
    prefixes = ("term.", "head.", "suffix.", "OCCUPATION.", "LOCATION.", "quantity.", "body.", "prose.")
    known = {"ordinary", "alone", "generic"} | set(TAXONOMY.types)
    for path in sorted((ROOT / "lexicons" / "quasi").glob("*.txt")):
        for term in read_terms(path):
            assert term.group in known or term.group.startswith(prefixes)


@pytest.mark.parametrize(
    ("text", "type_id", "value"),
    [
        ("I crossed the border from Mexico two years ago. Can I get a driver's license?", "LOCATION", "Mexico"),
        ("As a teacher at the Montessori school in Alder, I failed a drug test. Options?", "OCCUPATION", "teacher"),
        ("I never drove in Portugal before. How do I rent a car?", "LOCATION", "Portugal"),
        ("Our shop in Portugal is too small. What now?", "LOCATION", "Portugal"),
        ("我天天在合肥加班，怎么办？", "LOCATION", "合肥"),
    ],
)
def test_who_tells_what_they_did_tells_of_themselves(
    extractor: CascadeExtractor, text: str, type_id: str, value: str
) -> None:
    found = {(item.type_id, item.text) for item in extractor.extract(Request(text), b"k" * 32).mentions}
    assert (type_id, value) in found


@pytest.mark.parametrize(
    "text",
    [
        "I wanted to know how taxes work in Portugal?",
        "I tried to find the capital of Portugal. What is it?",
        "How do I get from Lisbon to Porto by train?",
        "My essay about Portugal needs a title. Suggest five.",
        "我想去北京玩三天，推荐一下酒店。",
        "我饿了，帮我找一家人均消费100元的餐馆好吗？",
    ],
)
def test_who_says_why_they_ask_does_not(extractor: CascadeExtractor, text: str) -> None:
    assert not extractor.extract(Request(text), b"k" * 32).mentions


def test_a_title_begins_where_a_word_begins(extractor: CascadeExtractor) -> None:
    found = extractor.extract(Request("I got an offer for an audit manager position in Alder."), b"k" * 32).mentions
    assert "it manager" not in {item.text for item in found}
