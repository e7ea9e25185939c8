"""Where a value begins and ends."""

from __future__ import annotations

import pytest
from weighing_cases import (
    TAXONOMY,
    WEIGHING,
    WHERE,
    WHO,
    Said,
    in_text,
    rule,
    ruled,
    settled,
    shown,
    typed,
)

from core.extract.spans.reader import SpanFinding


def test_a_word_at_the_edge_that_names_nobody_is_cut() -> None:
    edges = {"Call Vera Quill": "Vera Quill"}
    said = Said(weights={"Vera Quill": {WHO: 0.9, None: 0.1}}, edges=edges)
    assert list(settled(rule("Call Vera Quill", "PERSON"), said=said)) == ["Vera Quill"]


def test_the_key_of_an_assignment_is_no_value() -> None:
    text = "DB_PASS=Tr0ut!92"
    assert shown(text, SpanFinding(0, len(text), WHO, "number", 0.9, sure=True)) == ["Tr0ut!92"]
    assert shown(text, SpanFinding(0, 8, WHO, "number", 0.9, sure=True)) == []


def test_half_a_word_grows_to_the_whole_word_and_less_is_dropped() -> None:
    pytest.importorskip("rjieba")
    text = "他在协和医院门口等着"
    assert shown(text, in_text(text, "协和医", WHERE, "organisation")) == ["协和医院"]


@pytest.mark.parametrize(
    ("text", "surface", "type_id", "value"),
    [
        ("(Mrs Pim, +27 82 555 0146)", "+27 82 555 0146)", "PHONE", "+27 82 555 0146"),
        ("（密码是 abcd1）", "abcd1）", "REFERENCE", "abcd1"),
        ("Name: HTWE  Given: Ei", "HTWE  Given", "PERSON", "HTWE"),
        ("姓：单于  名：飞", "单于  名", "PERSON", "单于"),
        ("ELM CENTER - ONCOLOGY", "ELM CENTER - ", "HOSPITAL", "ELM CENTER"),
    ],
    ids=["bracket", "bracket-zh", "label", "label-zh", "dash"],
)
def test_what_follows_a_value_stays_outside(text: str, surface: str, type_id: str, value: str) -> None:
    seen = (in_text(text, value, WHERE, "organisation"),) if type_id == "HOSPITAL" else ()
    assert [found for found, _ in typed(text, ruled(text, surface, type_id), *seen)] == [value]


def test_a_reader_s_finding_is_parted_where_the_columns_are() -> None:
    text = "09:40\tSiti\tMaaf\n陈笑   高兴"
    names = in_text(text, "Siti\tMaaf", WHO, "name"), in_text(text, "陈笑   高兴", WHO, "name")
    assert shown(text, *names) == ["Siti", "Maaf", "陈笑", "高兴"]


def test_a_place_in_ideographs_begins_where_the_reader_sees_it_begin() -> None:
    text = "后来报了警韩森寨派出所来了人"
    candidate = ruled(text, "警韩森寨派出所", "COURT", "quasi.name.suffix")
    assert [found for found, _ in typed(text, candidate, in_text(text, "韩森寨派出所", WHERE, "organisation"))] == [
        "韩森寨派出所"
    ]
    english = "the Port of Tauranga office"
    whole = ruled(english, "Port of Tauranga", "ORGANIZATION", "quasi.name.headed")
    assert [found for found, _ in typed(english, whole, in_text(english, "Tauranga", WHERE, "place"))] == [
        "Port of Tauranga"
    ]


def test_the_word_for_number_behind_a_code_is_none_of_it() -> None:
    text = "PO-HY250117-06号订单，苏2021产权第0047715号"
    first, second = "PO-HY250117-06号", "苏2021产权第0047715号"
    assert shown(text, in_text(text, first, WHO, "number"), in_text(text, second, WHO, "number")) == [
        "PO-HY250117-06",
        second,
    ]


GUESSES = [
    ("在成都一家做设备的公司", "一家做设备的公司", "ORGANIZATION", "quasi.name.generic", "成都", "place", "LOCATION"),
    ("他在安河小学", "在安河小学", "SCHOOL", "quasi.name.suffix", "安河小学", "organisation", "SCHOOL"),
    ("客户永济寿险", "永济", "LOCATION", "quasi.name.division", "永济寿险", "organisation", "ORGANIZATION"),
]


@pytest.mark.parametrize(("text", "guess", "guessed", "recognizer", "seen", "group", "type_id"), GUESSES)
def test_in_ideographs_the_reader_says_from_where_to_where(
    text: str, guess: str, guessed: str, recognizer: str, seen: str, group: str, type_id: str
) -> None:
    found = typed(text, ruled(text, guess, guessed, recognizer), in_text(text, seen, WHERE, group))
    assert (seen, type_id) in found
    assert not any("公司" in surface for surface, _ in found)


def test_a_guess_in_ideographs_that_the_reader_does_not_see_goes() -> None:
    text = "前年洪水救了人"
    items = WEIGHING.settle([ruled(text, "洪水", "PERSON", "names_zh.full")], Said(), text, TAXONOMY).standing  # type: ignore[arg-type]
    assert items == ()
