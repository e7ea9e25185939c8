"""General knowledge beside a person's story does not join it; the person's own facts always do."""

from __future__ import annotations

import pytest
from shared_engine import rule_cascade
from tests_extract_values import KEY

from core.domain.request import Decisions, Request
from core.domain.sensitive import SensitiveSet
from core.resources import load_taxonomy, resource_root
from core.text.characters import in_simplified

TAXONOMY = load_taxonomy(resource_root())
EXTRACTOR = rule_cascade()
STORY_EN = "I am a 41-year-old dentist from Boise and my doctor found diabetes."
STORY_ZH = "我叫王丽华，今年41岁，在兰州当牙医，患有糖尿病。"
STORY_TRADITIONAL = "我叫王麗華，今年41歲，在蘭州當牙醫，患有糖尿病。"


def read(text: str) -> SensitiveSet:
    return EXTRACTOR.extract(Request(text), KEY)


def values(text: str) -> set[str]:
    return {mention.text for mention in read(text).mentions}


@pytest.mark.parametrize(
    "sentence",
    [
        "What is the capital of France?",
        "What's the population of Japan and the currency of Peru?",
        "Which religion is most common in Thailand?",
        "Einstein was born in Ulm and worked at the patent office in Bern.",
        "Where did Marie Curie study before she moved to Paris?",
        "In 1791 Mozart died in Vienna.",
        "The Eiffel Tower is in Paris.",
        "When was the Taj Mahal built in India?",
        "Who won the World Cup in 1998, and where was it held?",
        "Summarise the causes of the First World War.",
    ],
)
def test_general_knowledge_stands_aside_in_english(sentence: str) -> None:
    own = values(STORY_EN)
    assert own
    assert values(f"{STORY_EN} {sentence}") == own
    assert values(f"{sentence} {STORY_EN}") == own


@pytest.mark.parametrize(
    "sentence",
    [
        "法国的首都是哪里？",
        "泰国最普遍的宗教是什么？",
        "爱因斯坦出生在乌尔姆。",
        "莫扎特1791年死于维也纳。",
        "埃菲尔铁塔位于巴黎。",
    ],
)
def test_general_knowledge_stands_aside_in_chinese(sentence: str) -> None:
    own = values(STORY_ZH)
    assert own
    assert values(f"{STORY_ZH}{sentence}") == own
    assert values(f"{sentence}{STORY_ZH}") == own


@pytest.mark.parametrize("sentence", ["法國的首都是哪裡？", "愛因斯坦出生在烏爾姆。", "埃菲爾鐵塔在巴黎。"])
def test_general_knowledge_stands_aside_in_traditional_script(sentence: str) -> None:
    own = values(STORY_TRADITIONAL)
    assert own
    assert values(f"{STORY_TRADITIONAL}{sentence}") == own


def test_what_is_tied_to_somebody_in_traditional_script_is_theirs() -> None:
    assert "巴黎" in values("埃菲爾鐵塔在巴黎，鄰居患有糖尿病。")


@pytest.mark.parametrize(
    ("sentence", "value"),
    [
        ("Einstein was born in my town, Ulm.", "Ulm"),
        ("I moved to Ulm, where Einstein was born.", "Ulm"),
        ("Which hospitals in Leeds treat lupus?", "Leeds"),
        ("What is the population of Aberystwyth?", "Aberystwyth"),
        ("What is the capital of France, where I live?", "France"),
        ("Lives in Portugal.", "Portugal"),
        ("Mr Newton was born in Grantham.", "Grantham"),
        ("Like Einstein, born in Ulm.", "Ulm"),
        ("The World Cup was when I moved to Grantham.", "Grantham"),
        ("During the World Cup in 1998 the clinic in Leeds closed.", "Leeds"),
    ],
)
def test_what_ties_a_place_to_somebody_keeps_it(sentence: str, value: str) -> None:
    assert value in values(f"{STORY_EN} {sentence}")


@pytest.mark.parametrize(
    ("sentence", "value"),
    [("爱因斯坦出生在我的家乡乌尔姆。", "乌尔姆"), ("家住法国。", "法国"), ("兰州哪家医院治糖尿病？", "兰州")],
)
def test_what_ties_a_chinese_place_to_somebody_keeps_it(sentence: str, value: str) -> None:
    found = values(f"{STORY_ZH}{sentence}")
    assert any(value in item for item in found) or value not in values(f"我住在{value}。")


def test_a_value_of_the_person_takes_its_general_sentence_along() -> None:
    text = "I live in Ulm and I am 41. Einstein was born in Ulm and worked in Bern."
    assert {"Ulm", "Bern"} <= values(text)


def test_facts_of_a_person_over_many_sentences_stay_together() -> None:
    text = "I am 67. Home is in Leeds. Retired baker. Jewish. What is the capital of France? What can I do about gout?"
    found = read(text)
    (joined,) = [item for item in found.combinations if item.reason == "localiser_and_demographic"]
    types = {found.by_id(attribute_id).type_id for attribute_id in joined.attribute_ids}
    assert {"LOCATION", "AGE", "OCCUPATION", "RELIGION"} <= types
    assert "France" not in {mention.text for mention in found.mentions}


def test_a_value_marked_by_hand_is_never_set_aside() -> None:
    text = "My name is Ann Lowell. What is the capital of France?"
    marked = EXTRACTOR.extract(Request(text, decisions=Decisions(always_hide={"France": "LOCATION"})), KEY)
    assert "France" in {mention.text for mention in marked.mentions}


@pytest.mark.parametrize(
    "text", ["魯迅寫過哪些小說？", "錢學森的貢獻是什麼？", "馬雲和馬化騰誰更有錢？", "孫悟空是誰寫的？"]
)
def test_whom_everybody_knows_is_nobodys_secret_in_either_script(text: str) -> None:
    assert values(in_simplified(text)) == set()
    assert values(text) == set()
