"""Levels, tokens, provenance, edits."""

from __future__ import annotations

from itertools import pairwise

import pytest

from core.domain.request import Decision, Decisions
from core.domain.tokens import TokenVault
from tests.dehydration import DEHYDRATOR, LIBRARY, initial, read_marked

CASE = read_marked(
    "I am {67|AGE*|predicate|67}. "
    "{Margaret Olsen|PERSON} lives in {Leeds|LOCATION|name} and takes {aspirin|DRUG*|noun}."
)
AGE, PERSON, PLACE, DRUG = (item.id for item in CASE.sensitive.attributes)


def dehydrated(levels: dict[str, int], vault: TokenVault | None = None, case=CASE):
    return DEHYDRATOR.dehydrate(case.text, case.sensitive, levels, vault or TokenVault(), case.language)


def test_task_relevant_values_start_at_the_first_generalisation() -> None:
    levels = initial(CASE)
    assert levels[AGE] == levels[DRUG] == 1
    assert levels[PERSON] == DEHYDRATOR.top(CASE.sensitive.by_id(PERSON))
    assert levels[PLACE] > 1


def test_a_person_decides_over_policy() -> None:
    decisions = Decisions(
        levels={AGE: Decision(3), PLACE: Decision(0, "needed"), DRUG: Decision(99)},
        not_sensitive=frozenset({PERSON}),
        task_relevant={AGE: False},
    )
    levels = DEHYDRATOR.initial_levels(CASE.sensitive, decisions)
    assert levels == {AGE: 3, PERSON: 0, PLACE: 0, DRUG: DEHYDRATOR.top(CASE.sensitive.by_id(DRUG))}
    artifact = dehydrated(levels)
    assert "Margaret Olsen" in artifact.text
    assert "Leeds" in artifact.text


def test_relevance_that_a_person_set_moves_the_start() -> None:
    levels = DEHYDRATOR.initial_levels(CASE.sensitive, Decisions(task_relevant={AGE: False, PLACE: True}))
    assert levels[AGE] == 2
    assert levels[PLACE] == 1


def test_provenance_covers_exactly_what_changed() -> None:
    artifact = dehydrated(initial(CASE))
    position = source = 0
    for item in artifact.replacements:
        assert artifact.text[position : item.start] == CASE.text[source : item.source_start]
        assert artifact.text[item.start : item.end] == item.rendered
        position, source = item.end, item.source_end
    assert artifact.text[position:] == CASE.text[source:]
    nodes = {item.attribute_id: item.node for item in artifact.replacements}
    assert nodes[AGE] == "65-69"
    assert artifact.levels == initial(CASE)


def test_levels_that_are_missing_mean_removal() -> None:
    artifact = dehydrated({})
    assert artifact.levels == {item.id: DEHYDRATOR.top(item) for item in CASE.sensitive.attributes}


def test_same_value_same_token_in_every_turn_and_in_the_language_around_it() -> None:
    vault = TokenVault()
    first = dehydrated(initial(CASE), vault).text
    again = read_marked("请转告{Margaret Olsen|PERSON}，还有{林秀兰|PERSON}。")
    text = dehydrated(initial(again), vault, again).text
    assert "[PERSON_1]" in first
    assert text == "请转告[PERSON_1]，还有[姓名_2]。"


def test_a_latin_name_in_a_chinese_sentence_takes_a_chinese_token() -> None:
    case = read_marked("我和{Peter Novak|PERSON}去。")
    assert dehydrated(initial(case), case=case).text == "我和[姓名_1]去。"


def test_short_forms_take_the_same_token() -> None:
    case = read_marked("{Daniel Whitmore|PERSON} wrote. {Mr Whitmore|PERSON||Daniel Whitmore} waits.")
    assert dehydrated(initial(case), case=case).text == "[PERSON_1] wrote. [PERSON_1] waits."


def test_occurrences_that_were_not_marked_are_scrubbed_and_counted() -> None:
    case = read_marked("{Margaret Olsen|PERSON} is here. OLSEN MARGARET, m a r g a r e t o l s e n.")
    artifact = dehydrated(initial(case), case=case)
    assert artifact.scrubbed == 2
    assert artifact.text == "[PERSON_1] is here. [PERSON_1], [PERSON_1]."
    assert {item.token for item in artifact.replacements} == {"[PERSON_1]"}


def test_a_rendering_may_not_bring_back_another_value() -> None:
    case = read_marked("On {14 March 2026|DATE|en-dmy|2026-03-14} and again in {March 2026|DATE*|partial|2026-03}.")
    full, month = (item.id for item in case.sensitive.attributes)
    artifact = dehydrated({full: 1, month: 2}, case=case)
    assert "March" not in artifact.text
    assert artifact.levels[full] > 1
    assert artifact.scrubbed == 0


def test_an_edit_keeps_the_provenance_that_survived() -> None:
    artifact = dehydrated(initial(CASE))
    assert artifact.text.startswith("I am in my late sixties.")
    text = "Please note: " + artifact.text.replace("a blood thinner", "something")
    edited = DEHYDRATOR.edited(text, artifact, CASE.sensitive)
    assert edited.edited
    assert edited.text == text
    assert [text[item.start : item.end] for item in edited.replacements] == [
        item.rendered for item in edited.replacements
    ]
    assert {item.attribute_id for item in edited.replacements} == {AGE, PERSON, PLACE}
    assert DEHYDRATOR.violations(edited, CASE.sensitive) == ()


def test_an_edit_that_brings_a_value_back_is_reported_not_changed() -> None:
    artifact = dehydrated(initial(CASE))
    text = artifact.text + " Margaret Olsen, 67 years old"
    edited = DEHYDRATOR.edited(text, artifact, CASE.sensitive)
    assert edited.text == text
    assert {hit.attribute_id for hit in DEHYDRATOR.violations(edited, CASE.sensitive)} == {AGE, PERSON}


@pytest.mark.parametrize(
    ("age", "born"), [(67, "1959"), (67, "1958"), (34, "1992"), (80, "1946-02-01"), (20, "2006"), (9, "2017-05")]
)
def test_age_and_year_of_birth_tell_the_same_band(age: int, born: str) -> None:
    ages = [rung.node for rung in LIBRARY.for_type("AGE").ladder(str(age), CASE.language)][1:-1]
    births = [rung.node for rung in LIBRARY.for_type("BIRTH_DATE").ladder(born, CASE.language)][1:-1]
    assert ages[1:] == births[1:]


@pytest.mark.parametrize("age", range(121))
def test_age_bands_nest_and_follow_the_population(age: int) -> None:
    rungs = LIBRARY.for_type("AGE").ladder(str(age), CASE.language)[1:-1]
    spans = [tuple(map(int, rung.node.split("-"))) for rung in rungs]
    assert all(low <= age <= high for low, high in spans)
    assert all(outer[0] <= inner[0] and inner[1] <= outer[1] for inner, outer in pairwise(spans))
    assert 0.03 < sum(rung.prior / rung.share for rung in rungs[:1]) <= 1.0


@pytest.mark.parametrize("type_id", ["AMOUNT", "DOSE", "DURATION", "RATE"])
def test_neighbouring_numbers_in_one_band_share_every_wider_band(type_id: str) -> None:
    spell = {"AMOUNT": "GBP {}.00", "DOSE": "{} mg", "DURATION": "P{}D", "RATE": "{}%"}[type_id]
    wider: dict[str, str] = {}
    for number in range(1, 2000, 7):
        nodes = [rung.node for rung in LIBRARY.for_type(type_id).ladder(spell.format(number), CASE.language)][1:-1]
        assert wider.setdefault(nodes[0], nodes[1]) == nodes[1]


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("{Peter Novak|PERSON}, {aged 34|AGE|aged|34}, works here.", "[PERSON_1] works here."),
        ("{Peter Novak|PERSON}, {aged 34|AGE|aged|34}, who works here.", "[PERSON_1], who works here."),
        ("He is tall, {female|SEX|noun|female}, {aged 34|AGE|aged|34}, and kind.", "He is tall, and kind."),
        ("我叫{林秀兰|PERSON}，今年{67岁|AGE|zh-sui|67}，住院。", "我叫[姓名_1]，住院。"),
        ("{林秀兰|PERSON}，{女|SEX|record|female}，{67岁|AGE|zh-sui|67}。", "[姓名_1]。"),
        ("Age: {67|AGE|record|67}", "Age: not stated"),
        ("年龄：{67|AGE|record|67}", "年龄：未填写"),
        ("We met on {14 March 2026|DATE|en-dmy|2026-03-14}.", "We met at some point."),
        ("On {14 March 2026|DATE|en-dmy|2026-03-14} we met.", "At some point we met."),
        ("It lasted until {14 March 2026|DATE|en-dmy|2026-03-14}.", "It lasted until an unstated date."),
        ("每天服用{阿司匹林|DRUG|zh}{100毫克|DOSE|zh|100 mg}。", "每天服用某种药。"),
        ("I took a {654 USD|AMOUNT|code|USD 654.00} loan.", "I took a loan of a sum of money."),
    ],
)
def test_removal_leaves_a_sentence(marked: str, expected: str) -> None:
    case = read_marked(marked)
    assert dehydrated({}, case=case).text == expected


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("He is {67|AGE*|predicate|67}.", "He is in his late sixties."),
        ("My mother is {67|AGE*|predicate|67}.", "My mother is in her late sixties."),
        ("My father turned {67|AGE*|predicate|67}.", "My father was in his late sixties."),
        ("They are {67 years old|AGE*|years-old|67}.", "They are in their late sixties."),
        ("You are {18|AGE*|predicate|18}.", "You are in your late teens."),
        ("A {67-year-old|AGE*|year-old|67} woman came.", "A sixty-something woman came."),
        ("A {85-year-old|AGE*|year-old|85} woman came.", "An eighty-something woman came."),
        ("The {85-year-old|AGE*|year-old|85} came.", "The eighty-something came."),
        ("He died at the {age of 67|AGE*|aged|67}.", "He died in his late sixties."),
        ("He reached the {age of 67|AGE*|aged|67}.", "He reached his late sixties."),
        ("她今年{六十七周岁|AGE*|zh-sui|67}了", "她今年六十大几岁了"),
        ("{6岁|AGE*|zh-sui|6}的儿子", "刚上小学的儿子"),
        ("my {aspirin|DRUG*|noun} and the {asthma|DISEASE*|noun}", "my blood thinner and the chronic airway condition"),
        (
            "{Sertraline|DRUG*|noun}, {20 mg|DOSE*|unit|20 mg}",
            "An antidepressant, roughly 10 to 40 mg",
        ),
        ("a {three-month|DURATION*|adjective|P3M} stay", "a months-long stay"),
        ("for {5 years|DURATION*|plain|P5Y}", "for several years"),
        ("工龄{五年|DURATION*|zh|P5Y}", "工龄好些年"),
        ("I moved {last March|DATE*|relative|last:--03}.", "I moved a few months ago."),
    ],
)
def test_first_generalisation_reads_naturally(marked: str, expected: str) -> None:
    case = read_marked(marked)
    assert dehydrated(initial(case), case=case).text == expected
