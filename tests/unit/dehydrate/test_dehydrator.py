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
    assert levels[PLACE] == 1


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
    assert artifact.text == (
        "I am [AGE_1: 65-69]. [PERSON_1] lives in [PLACE_1: England] and takes [MEDICINE_1: blood thinner]."
    )
    assert {item.token for item in artifact.replacements} == {"[AGE_1]", "[PERSON_1]", "[PLACE_1]", "[MEDICINE_1]"}
    assert artifact.levels == initial(CASE)


def test_levels_that_are_missing_mean_removal() -> None:
    artifact = dehydrated({})
    assert artifact.levels == {item.id: DEHYDRATOR.top(item) for item in CASE.sensitive.attributes}
    assert artifact.text == "I am [AGE_1]. [PERSON_1] lives in [PLACE_1] and takes [MEDICINE_1]."
    assert all(item.token == item.rendered and not item.node for item in artifact.replacements)


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


def test_short_forms_take_the_number_of_the_person() -> None:
    case = read_marked("{Daniel Whitmore|PERSON} wrote. {Mr Whitmore|PERSON||Daniel Whitmore} waits.")
    assert dehydrated(initial(case), case=case).text == "[PERSON_1] wrote. Mr [SURNAME_1] waits."


def test_occurrences_that_were_not_marked_are_scrubbed_and_counted() -> None:
    case = read_marked("{Margaret Olsen|PERSON} is here. OLSEN MARGARET, m a r g a r e t o l s e n.")
    artifact = dehydrated(initial(case), case=case)
    assert artifact.scrubbed == 2
    assert artifact.text == "[PERSON_1] is here. [ALIAS_1], [PERSON_1]."
    assert {item.token for item in artifact.replacements} == {"[PERSON_1]", "[ALIAS_1]"}


def test_a_rendering_may_not_bring_back_another_value() -> None:
    case = read_marked("On {14 March 2026|DATE|en-dmy|2026-03-14} and again in {March 2026|DATE*|partial|2026-03}.")
    full, month = (item.id for item in case.sensitive.attributes)
    artifact = dehydrated({full: 1, month: 2}, case=case)
    assert "March" not in artifact.text
    assert artifact.levels[full] > 1
    assert artifact.scrubbed == 0


def test_an_edit_keeps_the_provenance_that_survived() -> None:
    artifact = dehydrated(initial(CASE))
    assert artifact.text.startswith("I am [AGE_1: 65-69].")
    text = "Please note: " + artifact.text.replace("[MEDICINE_1: blood thinner]", "something")
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
    ages = [step.node for step in LIBRARY.for_type("AGE").ladder(str(age), CASE.language)][1:-1]
    births = [step.node for step in LIBRARY.for_type("BIRTH_DATE").ladder(born, CASE.language)][1:-1]
    assert ages[1:] == births[1:]


@pytest.mark.parametrize("age", range(121))
def test_age_bands_nest_and_follow_the_population(age: int) -> None:
    inner_levels = LIBRARY.for_type("AGE").ladder(str(age), CASE.language)[1:-1]
    spans = [tuple(map(int, step.node.split("-"))) for step in inner_levels]
    assert all(low <= age <= high for low, high in spans)
    assert all(outer[0] <= inner[0] and inner[1] <= outer[1] for inner, outer in pairwise(spans))
    assert 0.03 < sum(step.prior / step.share for step in inner_levels[:1]) <= 1.0


@pytest.mark.parametrize("type_id", ["AMOUNT", "DOSE", "DURATION", "RATE"])
def test_neighbouring_numbers_in_one_band_share_every_wider_band(type_id: str) -> None:
    spell = {"AMOUNT": "GBP {}.00", "DOSE": "{} mg", "DURATION": "P{}D", "RATE": "{}%"}[type_id]
    wider: dict[str, str] = {}
    for number in range(1, 2000, 7):
        nodes = [step.node for step in LIBRARY.for_type(type_id).ladder(spell.format(number), CASE.language)][1:-1]
        assert wider.setdefault(nodes[0], nodes[1]) == nodes[1]


HIDDEN, CLASS = 99, 1


@pytest.mark.parametrize(
    ("marked", "level", "expected"),
    [
        ("Age: {67|AGE|record|67}", HIDDEN, "Age: [AGE_1]"),
        ("我叫{林秀兰|PERSON}，今年{67岁|AGE|zh-sui|67}，住院。", HIDDEN, "我叫[姓名_1]，今年[年龄_1]，住院。"),
        ("We met on {14 March 2026|DATE|en-dmy|2026-03-14}.", HIDDEN, "We met on [DATE_1]."),
        ("He is {67|AGE|predicate|67}.", CLASS, "He is [AGE_1: 65-69]."),
        ("He is {67|AGE|predicate|67}.", 2, "He is [AGE_1: 60-69]."),
        ("她今年{六十七周岁|AGE|zh-sui|67}了", 2, "她今年[年龄_1：60多岁]了"),
        ("{6岁|AGE|zh-sui|6}的儿子", CLASS, "[年龄_1：5-9]的儿子"),
        (
            "my {aspirin|DRUG|noun}, {20 mg|DOSE|unit|20 mg}",
            CLASS,
            "my [MEDICINE_1: blood thinner], [DOSE_1: 15 to 35 mg]",
        ),
        ("for {5 years|DURATION|plain|P5Y}", CLASS, "for [DURATION_1: 5 to 10 years]"),
        ("工龄{五年|DURATION|zh|P5Y}", CLASS, "工龄[时长_1：5至10年]"),
        ("a {654 USD|AMOUNT|code|USD 654.00} loan", CLASS, "a [AMOUNT_1: 500 to 1000 USD] loan"),
        ("欠款{12万元|AMOUNT|zh|CNY 120000.00}", CLASS, "欠款[金额_1：10至20万元]"),
        ("I moved {last March|DATE|relative|last:--03}.", CLASS, "I moved [DATE_1: 1 to 12 months ago]."),
        ("on {14 March 2026|DATE|en-dmy|2026-03-14}", CLASS, "on [DATE_1: March 2026]"),
        ("于{2026年3月14日|DATE|zh|2026-03-14}", CLASS, "于[日期_1：2026年3月]"),
        ("born {1959-05-03|BIRTH_DATE|iso|1959-05-03}", CLASS, "born [BIRTH_DATE_1: 1955-1962]"),
        ("in {Cleveland|LOCATION|name|cleveland}", CLASS, "in [PLACE_1: Ohio]"),
        ("在{江宁区|LOCATION|name|江宁区}", CLASS, "在[地点_1：江苏省]"),
        ("in {Nowhereville|LOCATION|name|nowhereville}", CLASS, "in [PLACE_1]"),
    ],
)
def test_a_replacement_is_a_token_or_of_the_same_form(marked: str, level: int, expected: str) -> None:
    case = read_marked(marked)
    levels = {item.id: level if item.kind == "quasi" else HIDDEN for item in case.sensitive.attributes}
    assert dehydrated(levels, case=case).text == expected


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("{Whitmore's|PERSON} notes", "[PERSON_1]'s notes"),
        ("the {Whitmores’|PERSON} house", "the [PERSON_1]’ house"),
        ("{Dr. Whitmore|PERSON} and {Prof Reed|PERSON}", "Dr. [PERSON_1] and Prof [PERSON_2]"),
        ("{Uncle Ben|PERSON} came", "Uncle [PERSON_1] came"),
        ("{王阿姨|PERSON}和{张医生|PERSON}", "[姓名_1]阿姨和[姓名_2]医生"),
        ("{王姐|PERSON}说", "[姓名_1]姐说"),
        ("{李大姐|PERSON}说", "[姓名_1]大姐说"),
        ("{林小姐|PERSON}、{陈梦姨|PERSON}", "[姓名_1]小姐、[姓名_2]"),
        ("{林某|PERSON}签字", "[姓名_1]签字"),
        ("{阿姨|PERSON}来了", "[姓名_1]来了"),
        ("{护照号：EJ4418207|PASSPORT}到期", "护照号：[护照_1]到期"),
        ("{護照號：EJ4418207|PASSPORT}到期", "護照號：[护照_1]到期"),
        ("{林醫生|PERSON}、{陳總經理|PERSON}說好", "[姓名_1]醫生、[姓名_2]總經理說好"),
        ("车是{苏D·7KN82|LICENSE_PLATE}", "车是[车牌_1]"),
        ("I left {Acme Inc.|ORGANIZATION|name} What now?", "I left [ORGANIZATION_1]. What now?"),
        ("{Acme Inc.|ORGANIZATION|name} was sold", "[ORGANIZATION_1] was sold"),
    ],
)
def test_titles_kin_words_and_endings_stay_outside(marked: str, expected: str) -> None:
    case = read_marked(marked)
    assert dehydrated({}, case=case).text == expected


def test_a_token_stands_for_the_value_without_its_title() -> None:
    vault = TokenVault()
    dehydrated({}, vault, read_marked("{王阿姨|PERSON||王}和{Dr. Whitmore|PERSON}"))
    assert [entry.original for entry in vault.entries()] == ["王", "Whitmore"]


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ('{"age": {34|AGE|record|34}, "n": 1}', '{"age": "[AGE_1: 30-34]", "n": 1}'),
        ('{"年龄": {34|AGE|record|34}}', '{"年龄": "[年龄_1：30-34]"}'),
        ('{"age": "{34|AGE|record|34}"}', '{"age": "[AGE_1: 30-34]"}'),
        ('{"born": {20240315|DATE|compact|2024-03-15}}', '{"born": "[DATE_1: March 2024]"}'),
        ("name,age\n{Ann Lee|PERSON},{34|AGE|record|34}\n", "name,age\n[PERSON_1],[AGE_1: 30-34]\n"),
        ("| {Ann Lee|PERSON} | {34|AGE|record|34} |", "| [PERSON_1] | [AGE_1: 30-34] |"),
        ("x = '{Ann Lee|PERSON}'  # {34|AGE|record|34}", "x = '[PERSON_1]'  # [AGE_1: 30-34]"),
    ],
)
def test_columns_and_quoting_stay(marked: str, expected: str) -> None:
    case = read_marked(marked)
    levels = {item.id: CLASS if item.kind == "quasi" else HIDDEN for item in case.sensitive.attributes}
    assert dehydrated(levels, case=case).text == expected


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("in {Porto|LOCATION|name|porto}, Portugal", "in [PLACE_1], Portugal"),
        (
            "in {Cleveland|LOCATION|name|cleveland}, {Ohio|LOCATION|name|ohio}",
            "in [PLACE_1], [PLACE_2: the United States]",
        ),
        ("在江苏省{苏州|LOCATION|name|苏州}", "在江苏省[地点_1]"),
        ("在江苏{苏州|LOCATION|name|苏州}", "在江苏[地点_1]"),
        ("在广西{桂林|LOCATION|name|桂林}", "在广西[地点_1]"),
        ("in {Cleveland|LOCATION|name|cleveland}, {Akron|LOCATION|name|akron}", "in [PLACE_1], [PLACE_2: Ohio]"),
        ("on {14 March 2026|DATE|en-dmy|2026-03-14}, March 2026", "on [DATE_1], March 2026"),
    ],
)
def test_a_region_is_not_told_twice_in_a_row(marked: str, expected: str) -> None:
    case = read_marked(marked)
    assert dehydrated({item.id: CLASS for item in case.sensitive.attributes}, case=case).text == expected


def test_a_users_own_token_is_never_issued() -> None:
    vault = TokenVault()
    text = "Keep [AGE_1: 60-69] and [PERSON_1] as they are. {Ann Lee|PERSON} is {34|AGE|predicate|34}."
    case = read_marked(text)
    vault.reserve(case.text)
    expected = "Keep [AGE_1: 60-69] and [PERSON_1] as they are. [PERSON_2] is [AGE_2]."
    assert dehydrated({}, vault, case).text == expected


@pytest.mark.parametrize("age", [1, 2, 5, 12])
def test_the_number_of_a_token_is_no_literal(age: int) -> None:
    others = " ".join(f"{{Ann {name}|PERSON}}" for name in ("Reed", "Lane", "Moor", "Hill"))
    case = read_marked(f"{others} 孩子{{{age}岁|AGE|zh-sui|{age}}}，今年{{{age}|AGE|predicate|{age}}}岁了。")
    artifact = dehydrated({}, case=case)
    assert artifact.scrubbed == 0
    assert artifact.text.endswith("孩子[年龄_1]，今年[年龄_1]岁了。")
