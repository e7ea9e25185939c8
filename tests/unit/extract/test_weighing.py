"""Rules and span reader together: what stands, what goes, what becomes a question."""

from __future__ import annotations

import pytest
from weighing_cases import (
    PUBLIC,
    TAXONOMY,
    TEXT,
    TOPIC,
    WEIGHING,
    WHERE,
    WHO,
    Certain,
    Said,
    finding,
    in_text,
    rule,
    ruled,
    settled,
    shown,
    typed,
)

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate


def test_what_the_reader_calls_nothing_goes() -> None:
    assert settled(rule("Elm Clinic", "HOSPITAL"), said=Said()) == {}
    public = Said(weights={"Elm Clinic": {PUBLIC: 0.95, WHERE: 0.05}})
    assert settled(rule("Elm Clinic", "HOSPITAL"), said=public) == {}


@pytest.mark.parametrize(
    "candidate", [rule("HX-22/0931", "CASE_NUMBER", validation=True), rule("Vera Quill", "PERSON", layer=Layer.USER)]
)
def test_what_is_proved_stands_whatever_the_reader_says(candidate: Candidate) -> None:
    assert list(settled(candidate, said=Said())) == [TEXT[candidate.start : candidate.end]]


def test_a_doubted_identifier_is_a_question_and_a_doubted_topic_is_none() -> None:
    said = Said(weights={"Vera Quill": {WHO: 0.45, None: 0.55}, "beekeeper": {TOPIC: 0.45, None: 0.55}})
    found = settled(rule("Vera Quill", "PERSON"), rule("beekeeper", "OCCUPATION"), said=said)
    assert {key: item.sure for key, item in found.items()} == {"Vera Quill": False, "beekeeper": True}


def test_what_only_the_reader_saw_is_added_with_its_role() -> None:
    said = Said((finding("Oddfield", WHERE, "place"), finding("HX-22/0931", WHO, "number", sure=False)))
    found = settled(said=said)
    assert (found["Oddfield"].type_id, found["Oddfield"].role, found["Oddfield"].layer) == (
        "LOCATION",
        WHERE,
        Layer.SPANS,
    )
    assert (found["HX-22/0931"].type_id, found["HX-22/0931"].sure) == ("REFERENCE", False)


def test_in_a_text_of_nobody_only_the_proved_stands() -> None:
    said = Said((finding("Vera Quill", WHO, "name"),), {"Oddfield": {WHERE: 0.9, None: 0.1}}, of_somebody=False)
    number = rule("HX-22/0931", "CASE_NUMBER", validation=True)
    assert list(settled(rule("Oddfield", "LOCATION"), number, said=said)) == ["HX-22/0931"]


def test_what_the_reader_drops_is_set_aside_unless_it_is_a_kin_word_or_touches_what_stands() -> None:
    said = Said((finding("Elm Clinic", WHERE, "organisation"),))
    rules = (rule("Vera Quill", "PERSON"), rule("Clinic", "HOSPITAL"), rule("Oddfield", "LOCATION"))
    aside = WEIGHING.settle(rules, said, TEXT, TAXONOMY).aside  # type: ignore[arg-type]
    assert [(TEXT[item.start : item.end], item.role, item.sure) for item in aside] == [
        ("Vera Quill", PUBLIC, False),
        ("Oddfield", PUBLIC, False),
    ]


def test_a_circumstance_is_a_question() -> None:
    whole = "one beekeeper of two in Oddfield"
    assert not settled(said=Said((finding(whole, WHERE, "circumstance"),)))[whole].sure


@pytest.mark.parametrize(("text", "surface"), [("found it on her TikTok", "TikTok"), ("跟抖音都要发", "抖音")])
def test_a_brand_is_nobody_unless_the_reader_is_certain(text: str, surface: str) -> None:
    assert shown(text, in_text(text, surface, WHO, "name")) == []
    assert shown(text, in_text(text, surface, WHO, "name", chance=0.95)) == [surface]


@pytest.mark.parametrize(("text", "surface"), [("return Form DB7 soon", "Form DB7"), ("去云谷索道玩", "云谷索道")])
def test_a_place_that_only_a_rule_sees_is_told(text: str, surface: str) -> None:
    candidate = ruled(text, surface, "ORGANIZATION", "quasi.name.capitalised", 0.5)
    assert typed(text, candidate) == []
    assert typed(text, candidate, in_text(text, surface, WHERE, "organisation")) == [(surface, "ORGANIZATION")]


@pytest.mark.parametrize(
    ("text", "whole", "seen", "left"),
    [
        ("张伟打电话来了", "张伟打", "张", "张伟"),
        ("歐陽明慧說不來", "歐陽明慧", "歐陽", "歐陽明"),
        ("张伟打电话来了", "张伟打", "张伟", "张伟"),
        ("刘洋提分手", "刘洋提", "刘洋", "刘洋"),
    ],
)
def test_a_chinese_name_keeps_a_character_of_its_given_name(text: str, whole: str, seen: str, left: str) -> None:
    said = Certain(edges={whole: seen})
    found = WEIGHING.settle([ruled(text, whole, "PERSON")], said, text, TAXONOMY).standing  # type: ignore[arg-type]
    assert [text[item.start : item.end] for item in found] == [left]
