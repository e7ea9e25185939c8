"""Findings of the rules and of the reader that overlap or touch become one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from weighing_cases import (
    TAXONOMY,
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
from core.extract.quasi import forms
from core.extract.spans.reader import SpanFinding


def test_a_half_found_name_grows_to_the_whole() -> None:
    said = Said((finding("Vera Quill", WHO, "name"),), {"Quill": {WHO: 0.9, None: 0.1}})
    found = settled(rule("Quill", "PERSON"), said=said)
    assert (list(found), found["Vera Quill"].value) == (["Vera Quill"], "Vera Quill")


def test_what_the_reader_thinks_it_sees_gives_way_to_what_surely_stands_inside_it() -> None:
    whole = "one beekeeper of two in Oddfield"
    said = Said((finding(whole, WHERE, "circumstance"),), {"Oddfield": {WHERE: 0.9, None: 0.1}})
    assert list(settled(rule("Oddfield", "LOCATION"), said=said)) == ["one beekeeper of two", "Oddfield"]
    assert settled(said=said)[whole].type_id == "SINGLING_OUT"


def test_what_is_only_told_gives_way_to_what_is_hidden_around_it() -> None:
    said = Said((finding("Elm Clinic", WHERE, "organisation"),), {"Clinic": {TOPIC: 0.9, None: 0.1}})
    assert list(settled(rule("Clinic", "DEPARTMENT"), said=said)) == ["Elm Clinic"]


def test_values_of_two_kinds_that_touch_stay_two() -> None:
    text = "2021060314蒙雨桐"
    number, name = in_text(text, "2021060314", WHO, "number"), in_text(text, "蒙雨桐", WHO, "name")
    assert shown(text, number, name) == ["2021060314", "蒙雨桐"]


def test_pieces_that_touch_are_one_value() -> None:
    text = "他住在睢阳区青木街，很远"
    pieces = (in_text(text, "睢阳区", WHERE, "place"), in_text(text, "青木街", WHERE, "place"))
    assert shown(text, *pieces) == ["睢阳区青木街"]


def test_an_address_or_a_code_in_several_words_is_one_value_and_two_names_are_two() -> None:
    text = "at Kestrel Row 14 flat 9b then 20-44-11 6620137 and Vera Quill Tom Reed"
    pieces = (in_text(text, "Kestrel Row 14", WHO, "address"), in_text(text, "flat 9b", WHO, "address"))
    codes = (in_text(text, "20-44-11", WHO, "number"), in_text(text, "6620137", WHO, "number"))
    names = (in_text(text, "Vera Quill", WHO, "name"), in_text(text, "Tom Reed", WHO, "name"))
    found = ["Kestrel Row 14 flat 9b", "20-44-11 6620137", "Vera Quill", "Tom Reed"]
    assert shown(text, *pieces, *codes, *names) == found


def test_two_names_that_the_reader_parts_stay_two() -> None:
    text = "大鹏阿娣来了，老孟也在"
    names = in_text(text, "大鹏", WHO, "name"), in_text(text, "阿娣", WHO, "name")
    pieces = in_text(text, "老", WHO, "name"), in_text(text, "孟", WHO, "name")
    assert shown(text, *names, *pieces) == ["大鹏", "阿娣", "老孟"]


@pytest.mark.parametrize(
    ("text", "candidate", "found", "expected"),
    [
        ("UPI ref 503381194027 sent", ("503381194027", "PHONE", "phone.loose", 0.35), "number", "REFERENCE"),
        ("单号 5027-1190-4463 没到", ("5027-1190-4463", "PHONE", "phone.loose", 0.35), "number", "REFERENCE"),
        ("卡号是 19933407718 吗", ("19933407718", "PHONE", "phone.mobile_cn", 0.85), "number", "PHONE"),
        ("knit with Assumpta today", ("Assumpta", "PERSON", "names_latin.single_given", 0.58), "place", "LOCATION"),
        ("去康宁挂号", ("康宁", "PERSON", "names_zh.full", 0.6), "place", "LOCATION"),
        ("pax FUDGE/KAY here", ("FUDGE/KAY", "ORGANIZATION", "quasi.name.capitalised", 0.5), "name", "PERSON"),
    ],
    ids=["loose", "loose-zh", "mobile", "sure-place", "sure-place-zh", "guess"],
)
def test_the_type_follows_the_better_evidence(
    text: str, candidate: tuple[str, str, str, float], found: str, expected: str
) -> None:
    surface, type_id, recognizer, base = candidate
    role = WHERE if found == "place" else WHO
    assert typed(text, ruled(text, surface, type_id, recognizer, base), in_text(text, surface, role, found)) == [
        (surface, expected)
    ]


def test_a_listed_name_is_no_place_where_the_reader_is_not_settled() -> None:
    text = "knit with Assumpta today"
    candidate = ruled(text, "Assumpta", "PERSON", "names_latin.single_given", 0.58)
    start = text.index("Assumpta")
    unsettled = SpanFinding(start, start + 8, WHERE, "place", 0.5, sure=True)
    assert typed(text, candidate, unsettled) == [("Assumpta", "PERSON")]


def test_the_word_before_a_code_says_its_type() -> None:
    text = "PESEL: 83071904427"
    candidate = ruled(text, "83071904427", "NATIONAL_ID", "pl_pesel", 0.6, context=("pesel",))
    assert typed(text, candidate, in_text(text, "83071904427", WHO, "contact")) == [("83071904427", "NATIONAL_ID")]


@pytest.mark.parametrize(
    ("text", "address", "part"),
    [
        ("Me: Rua das Acacias 310, Campinas, 13025-118. ok", "Rua das Acacias 310, Campinas, 13025-118", "13025-118"),
        ("地址：青木市栎树区松针街五号 5512-0187", "青木市栎树区松针街五号 5512-0187", "5512-0187"),
    ],
)
def test_a_small_part_does_not_rename_the_whole(text: str, address: str, part: str) -> None:
    candidate = ruled(text, address, "ADDRESS", "address")
    assert typed(text, candidate, in_text(text, part, WHO, "contact")) == [(address, "ADDRESS")]


def test_a_name_that_the_reader_cuts_where_no_space_is_stays_one() -> None:
    text = "Our son Thad (Tad) Okafor, 8"
    parts = (in_text(text, "Thad (Tad) ", WHO, "name"), in_text(text, "Okafor", WHO, "name"))
    assert shown(text, *parts) == ["Thad (Tad) Okafor"]


@pytest.mark.parametrize("rest", ["81", "1981"])
def test_a_date_with_the_name_of_its_month_has_its_year(rest: str) -> None:
    text = f"MR KHOURY, 3 November {rest}, window seat"
    assert shown(text, in_text(text, "3 November", WHERE, "date")) == [f"3 November {rest}"]


@pytest.mark.parametrize(
    ("surface", "guessed", "group", "type_id"),
    [
        ("Marimallappa", "LOCATION", "organisation", "ORGANIZATION"),
        ("Culverden Row", "ADDRESS", "place", "LOCATION"),
        ("Elm School", "SCHOOL", "organisation", "SCHOOL"),
    ],
)
def test_of_a_place_the_reader_says_which_and_a_rule_only_what_is_more_exact(
    surface: str, guessed: str, group: str, type_id: str
) -> None:
    text = f"she teaches at {surface} now"
    assert typed(text, ruled(text, surface, guessed), in_text(text, surface, WHERE, group)) == [(surface, type_id)]


@pytest.mark.parametrize(
    "text", ["see https://a.example/b?to=ann@plum.example&p=2", "打不开 https://a.example/b?to=ann@plum.example"]
)
def test_a_link_is_what_is_found_in_it_unless_all_of_it_surely_identifies(text: str) -> None:
    link, address = text[text.index("https") :], "ann@plum.example"
    assert shown(text, in_text(text, link, WHO, "contact")) == [link]
    rule = ruled(text, address, "EMAIL")
    assert typed(text, rule, in_text(text, link, WHO, "contact", chance=0.55)) == [(address, "EMAIL")]
    assert typed(text, rule, in_text(text, link, WHO, "contact", chance=0.9)) == [(link, "URL")]


@pytest.mark.parametrize(
    ("text", "word", "type_id"),
    [("at the Brazilian shop", "Brazilian", "NATIONALITY"), ("她是鄂伦春族人", "鄂伦春族", "ETHNICITY")],
)
def test_a_guess_gives_way_to_what_a_list_knows_the_word_to_be(text: str, word: str, type_id: str) -> None:
    guess = replace(in_text(text, word, WHERE, "place", chance=0.4), sure=False)
    ruled_so = ruled(text, word, type_id)
    listed = replace(ruled_so, layer=Layer.LEXICON)
    assert typed(text, listed, guess) == [(word, type_id)]
    assert typed(text, ruled_so, guess) == [(word, "LOCATION")]


def test_a_place_beside_a_name_is_none_of_it() -> None:
    text = "我老婆Ayşe Karadağ土耳其护照"
    whole = in_text(text, "Ayşe Karadağ土耳其", WHO, "name")
    assert shown(text, whole) == ["Ayşe Karadağ土耳其"]
    rules = (ruled(text, "Ayşe", "PERSON"), ruled(text, "土耳其", "LOCATION"))
    settled_in = WEIGHING.settle(list(rules), Certain((whole,)), text, TAXONOMY).standing  # type: ignore[arg-type]
    assert [(text[item.start : item.end], item.type_id) for item in settled_in] == [
        ("Ayşe Karadağ", "PERSON"),
        ("土耳其", "LOCATION"),
    ]


def test_a_name_that_a_rule_knows_by_its_capitals_ends_where_the_reader_sees_it_end() -> None:
    text = "they kept her at Oddfield Saturday night"
    guess = ruled(text, "Oddfield Saturday", "ORGANIZATION", "quasi.name.employer", 0.5)
    assert typed(text, guess, in_text(text, "Oddfield", WHERE, "organisation")) == [("Oddfield", "ORGANIZATION")]


def test_a_headed_name_in_which_the_reader_sees_two_is_two() -> None:
    text = "rude to Mr Quill of Oddfield Haulage twice"
    guess = ruled(text, "Quill of Oddfield Haulage", "ORGANIZATION", "quasi.name.headed", 0.6)
    seen = in_text(text, "Quill", WHO, "name"), in_text(text, "Oddfield Haulage", WHERE, "organisation")
    assert typed(text, guess, *seen) == [("Quill", "PERSON"), ("Oddfield Haulage", "ORGANIZATION")]


def test_a_month_that_is_a_given_name_too_is_a_month_where_the_reader_sees_one() -> None:
    text = "the rate was 52 in June again"
    name = ruled(text, "June", "PERSON", "names_latin.single_given", 0.58)
    assert typed(text, name, in_text(text, "June", WHERE, "date")) == [("June", "DATE")]


def test_a_headed_name_in_ideographs_without_its_head_is_none() -> None:
    text = "意外险学校统一买了"
    guess = ruled(text, "意外险学校", "SCHOOL", "quasi.name.suffix", 0.6)
    assert ("意外险", "SCHOOL") not in typed(text, guess, in_text(text, "意外险", WHERE, "organisation"))


@pytest.mark.parametrize(
    ("text", "told", "code"),
    [
        ("New balance is Ksh212.35.", "Ksh212.35", "Ksh212.35."),
        ("paid ₦18,500 to them", "₦18,500", "₦18,500"),
        ("余额 ￥212.35 了", "￥212.35", "212.35"),
    ],
)
def test_a_sum_with_its_sign_is_no_code(text: str, told: str, code: str) -> None:
    rule_found = replace(ruled(text, told, "AMOUNT", "quasi.money.symbol", 0.6), form=forms.SYMBOL)
    assert typed(text, rule_found, in_text(text, code, WHO, "number")) == [(told, "AMOUNT")]


def test_a_number_that_only_its_words_make_a_sum_may_be_a_code() -> None:
    text = "the price list 21235 of the clinic"
    rule_found = replace(ruled(text, "21235", "AMOUNT", "quasi.money.priced", 0.6), form=forms.BARE)
    assert typed(text, rule_found, in_text(text, "21235", WHO, "number", chance=0.9)) == [("21235", "REFERENCE")]


def test_a_day_that_a_rule_reads_is_no_code() -> None:
    text = "birthday august the second nineteen forty nine"
    day = "august the second nineteen forty nine"
    rule_found = ruled(text, day, "BIRTH_DATE", "quasi.date.birth", 0.8)
    assert typed(text, rule_found, in_text(text, day, WHO, "number", chance=0.9)) == [(day, "BIRTH_DATE")]
