"""Circumstances in words: one span, its clause, around what keeps its own place."""

from __future__ import annotations

from dataclasses import replace

import pytest
from shared_engine import rule_cascade

from core.domain.disclosure import DisclosureRole
from core.domain.request import Request
from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.circumstances import CIRCUMSTANCE, Circumstances
from tests.dehydration import ROOT, TAXONOMY

CIRCUMSTANCES = Circumstances.load(ROOT)


def piece(text: str, surface: str, type_id: str = CIRCUMSTANCE, *, sure: bool = False) -> Candidate:
    start = text.index(surface)
    return Candidate(
        start=start,
        end=start + len(surface),
        type_id=type_id,
        value=surface,
        score=0.5,
        layer=Layer.SPANS,
        recognizer="test",
        base_score=0.5,
        role=DisclosureRole.LOCATES if type_id == CIRCUMSTANCE else None,
        sure=sure,
    )


def found(text: str, standing: list[Candidate], pieces: list[Candidate]) -> list[str]:
    settled = CIRCUMSTANCES.settled(standing, pieces, text, TAXONOMY)
    return [text[item.start : item.end] for item in settled if item.type_id == CIRCUMSTANCE]


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("She is the only smith in town who shoes mules, and limps.", "the only smith in town who shoes mules"),
        ("He was in the local papers last week. What now?", "in the local papers last week"),
        ("I'm the only one left but I cope.", "the only one left"),
        ("我是全镇唯一会修钟的，胃疼吃什么？", "全镇唯一会修钟"),
        ("她前年上过市里的电视，现在失眠。", "她前年上过市里的电视"),
    ],
)
def test_words_that_single_out_make_their_clause_one_circumstance(text: str, whole: str) -> None:
    assert found(text, [], []) == [whole]


@pytest.mark.parametrize(
    "text",
    [
        "I only want to sleep. Is this the first sign?",
        "我只想睡觉，这是第一个症状吗？",
        "The car on the corner is mine.",
    ],
)
def test_common_words_are_no_circumstance(text: str) -> None:
    assert found(text, [], []) == []


@pytest.mark.parametrize(
    ("text", "pieces", "whole"),
    [
        (
            "We met the one with a blue barge near the lock, he coughs.",
            ["blue barge", "near the lock"],
            "the one with a blue barge near the lock",
        ),
        ("就是左手少两根指头弹手风琴那个，睡不着。", ["左手少两根", "弹手风琴"], "就是左手少两根指头弹手风琴那个"),
    ],
)
def test_pieces_of_one_clause_are_one_circumstance(text: str, pieces: list[str], whole: str) -> None:
    assert found(text, [], [piece(text, surface) for surface in pieces]) == [whole.removeprefix("就是")]


@pytest.mark.parametrize(
    ("text", "name", "rest"),
    [
        ("Vera Quill is the only smith in town.", "Vera Quill", "the only smith in town"),
        ("奎维拉就剩她一个会修钟。", "奎维拉", "就剩她一个会修钟"),
    ],
)
def test_a_name_keeps_its_own_place_in_a_circumstance(text: str, name: str, rest: str) -> None:
    person = piece(text, name, "PERSON", sure=True)
    assert found(text, [person], []) == [rest]
    assert person in CIRCUMSTANCES.settled([person], [], text, TAXONOMY)


@pytest.mark.parametrize(
    ("text", "job"), [("She is the only smith in town.", "smith"), ("她是全镇唯一的铁匠师傅。", "铁匠")]
)
def test_what_narrows_down_the_same_person_goes_with_it(text: str, job: str) -> None:
    (whole,) = CIRCUMSTANCES.settled([piece(text, job, "OCCUPATION", sure=True)], [], text, TAXONOMY)
    assert (whole.type_id, whole.sure, whole.role) == (CIRCUMSTANCE, False, DisclosureRole.LOCATES)


@pytest.mark.parametrize(
    ("text", "place", "rest"),
    [
        ("She is the only smith in Elmby now.", "Elmby", "the only smith"),
        ("她是唯一从柏坡镇考来的女生，别说出去。", "柏坡镇", "唯一"),
    ],
)
def test_a_place_keeps_its_own_place_in_a_circumstance(text: str, place: str, rest: str) -> None:
    found_place = replace(piece(text, place, "LOCATION", sure=True), role=DisclosureRole.LOCATES)
    settled = CIRCUMSTANCES.settled([found_place], [], text, TAXONOMY)
    assert found_place in settled
    assert (
        any(rest in text[item.start : item.end] for item in settled if item.type_id == CIRCUMSTANCE) or rest == "唯一"
    )


def test_a_date_that_surely_locates_goes_with_its_circumstance() -> None:
    text = "She is the only smith here since 4 May now."
    day = replace(piece(text, "4 May", "BIRTH_DATE", sure=True), role=DisclosureRole.LOCATES)
    (whole,) = CIRCUMSTANCES.settled([day], [], text, TAXONOMY)
    assert whole.sure


@pytest.mark.parametrize(
    ("text", "illness"), [("He is the only boy here with asthma.", "asthma"), ("他是全班唯一有哮喘的。", "哮喘")]
)
def test_what_is_asked_about_stays_outside(text: str, illness: str) -> None:
    settled = CIRCUMSTANCES.settled([piece(text, illness, "DISEASE", sure=True)], [], text, TAXONOMY)
    assert illness in [text[item.start : item.end] for item in settled]


@pytest.mark.parametrize(("text", "word"), [("She went to the mosque today.", "mosque"), ("她今天去早市。", "早市")])
def test_one_word_that_the_reader_doubts_is_no_circumstance(text: str, word: str) -> None:
    assert found(text, [], [piece(text, word)]) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("She's the only dentist in the village.", "the only dentist in the village"),
        ("他是村里唯一的牙医", "村里唯一的牙医"),
        ("我是镇上唯一的女司机", "镇上唯一的女司机"),
    ],
)
def test_words_alone_give_it_away_without_the_reader(text: str, told: str) -> None:
    mentions = rule_cascade().extract(Request(text), b"k" * 32).mentions
    assert any(item.type_id == CIRCUMSTANCE and told in item.text for item in mentions)
