"""The plan: least change by role, task and need, and the order in which told values are given up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.disclose.planner import (
    BY_PERSON,
    COVERED,
    FLOOR,
    NEEDED_WHOLE,
    ORDER_NEEDED,
    PERHAPS,
    QUESTION,
    WIDE,
    Planner,
)
from core.domain.disclosure import DisclosureRole, Task, Treatment
from core.domain.protocol import MINIMISE
from core.domain.request import Decision, Decisions, Request
from core.domain.sensitive import SensitiveSet
from tests.dehydration import LIBRARY, ROOT, TAXONOMY, Marked, read_marked

EN = (
    "I am {Vera Quill|PERSON}, {47|AGE||47}, {a roofer|OCCUPATION||roofer}, from {Leeds|LOCATION}, admitted to "
    "{St Odos Hospital|HOSPITAL} on {4 May 2026|DATE||2026-05-04}. I take {aspirin|DRUG*}. Is it safe?"
)
ZH = (
    "我是{奎维拉|PERSON}，{47岁|AGE||47}，{瓦工|OCCUPATION}，家在{宁波|LOCATION}，{2026年5月4日|DATE||2026-05-04}在"
    "{圣奥医院|HOSPITAL}住院。我吃{阿司匹林|DRUG*}，安全吗？"
)


@pytest.fixture(scope="module")
def planner() -> Planner:
    return Planner(TAXONOMY, LIBRARY, ROOT)


GROUP_EN = "My neighbour {Vera Quill|PERSON} is {Maori|ETHNICITY||Maori} and plays music at night. What can I do?"
GROUP_ZH = "邻居{奎维拉|PERSON}是{俄罗斯族|ETHNICITY||俄罗斯族}，半夜放音乐，怎么办？"


@pytest.mark.parametrize("text", [GROUP_EN, GROUP_ZH], ids=["en", "zh"])
def test_a_group_of_people_that_the_answer_does_without_says_its_class_or_comes_back(
    planner: Planner, text: str
) -> None:
    marked = read_marked(text)
    assert treated(planner, marked)["ETHNICITY"] is Treatment.COARSEN
    assert treated(planner, marked, Decisions(task=Task.REWORK))["ETHNICITY"] is Treatment.HIDE


@pytest.mark.parametrize(
    "text",
    ["I am {Maori|ETHNICITY*||Maori}, can I stand?", "我是{汉族|ETHNICITY||汉族}，可以报名吗？"],
    ids=["needed", "no class"],
)
def test_a_group_that_the_answer_needs_or_most_belong_to_is_told(planner: Planner, text: str) -> None:
    assert treated(planner, read_marked(text))["ETHNICITY"] is Treatment.TELL


def treated(planner: Planner, marked: Marked, decisions: Decisions | None = None) -> dict[str, Treatment]:
    plan = planner.plan(Request(marked.text, decisions=decisions or Decisions()), marked.sensitive)
    types = {item.id: item.type_id for item in marked.sensitive.attributes}
    return {types[item.attribute_id]: item.treatment for item in plan.items}


@pytest.mark.parametrize("text", [EN, ZH], ids=["en", "zh"])
def test_a_question_tells_its_topic_and_hides_who_and_where(planner: Planner, text: str) -> None:
    assert treated(planner, read_marked(text)) == {
        "PERSON": Treatment.HIDE,
        "AGE": Treatment.TELL,
        "OCCUPATION": Treatment.TELL,
        "LOCATION": Treatment.COARSEN,
        "HOSPITAL": Treatment.HIDE,
        "DATE": Treatment.COARSEN,
        "DRUG": Treatment.TELL,
    }


@pytest.mark.parametrize(
    ("text", "treatment"),
    [
        ("I was turned away by {Kerrow County court|COURT}. May they?", Treatment.COARSEN),
        ("{合肥市公安局|COURT}不立案，怎么办？", Treatment.COARSEN),
        ("My shifts at {Tidewrack|ORGANIZATION} were cut. May they?", Treatment.HIDE),
        ("{德瑞康|ORGANIZATION}不发工资，怎么办？", Treatment.HIDE),
        ("I was turned away by {Saint Odo Hospital|HOSPITAL}. May they?", Treatment.HIDE),
        ("{圣奥医院|HOSPITAL}不收我，怎么办？", Treatment.HIDE),
    ],
)
def test_an_organisation_says_its_class_where_its_name_does(planner: Planner, text: str, treatment: Treatment) -> None:
    assert list(treated(planner, read_marked(text)).values()) == [treatment]


def test_nothing_is_coarser_where_a_text_is_reworked(planner: Planner) -> None:
    marked = read_marked(EN)
    found = treated(planner, marked, Decisions(task=Task.REWORK))
    assert Treatment.COARSEN not in found.values()
    assert found["HOSPITAL"] is Treatment.HIDE


COUNTED_EN = (
    "The notice came on {4 May 2026|DATE||2026-05-04}, the invoice is due by {9 June 2026|DATE||2026-06-09}. "
    "How many days have I got?"
)
COUNTED_ZH = "{2026年5月4日|DATE||2026-05-04}收到通知，{2026年6月9日|DATE||2026-06-09}到期，还有多少天？"
MENTIONED_EN = "I was born on {4 May 2024|DATE||2024-05-04} and take aspirin. Is it safe?"
MENTIONED_ZH = "我{5月4日|DATE||--05-04}出院，吃阿司匹林，安全吗？"


@pytest.mark.parametrize("text", [COUNTED_EN, COUNTED_ZH], ids=["en", "zh"])
def test_days_that_the_answer_counts_are_told(planner: Planner, text: str) -> None:
    marked = read_marked(text)
    plan = planner.plan(Request(marked.text), marked.sensitive)
    assert {(item.treatment, item.reason) for item in plan.items} == {(Treatment.TELL, NEEDED_WHOLE)}


@pytest.mark.parametrize("text", [MENTIONED_EN, MENTIONED_ZH], ids=["en", "zh"])
def test_a_day_that_nothing_is_counted_from_says_its_month(planner: Planner, text: str) -> None:
    marked = read_marked(text)
    (item,) = planner.plan(Request(marked.text), marked.sensitive).items
    assert (item.treatment, item.reason) == (Treatment.COARSEN, "locates_needed")


FLOWN_EN = "On {4 May 2026|DATE||2026-05-04} I was in seat 14C."
FLOWN_ZH = "{2026年5月4日|DATE||2026-05-04}我坐在14C座位。"


@pytest.mark.parametrize(
    "text", [MENTIONED_EN, MENTIONED_ZH, FLOWN_EN, FLOWN_ZH], ids=["born", "discharged", "flown-en", "flown-zh"]
)
def test_days_that_records_are_kept_of_come_back_where_a_text_is_reworked(planner: Planner, text: str) -> None:
    marked = read_marked(text)
    plan = planner.plan(Request(marked.text, decisions=Decisions(task=Task.REWORK)), marked.sensitive)
    assert {(item.treatment, item.reason) for item in plan.items} == {(Treatment.HIDE, "comes_back")}


def test_a_day_of_birth_that_a_text_is_put_in_order_by_says_its_month(planner: Planner) -> None:
    marked = read_marked(
        "Sort by date of birth: Ann {4 May 1981|DATE||1981-05-04}, Bo {7 June 1975|DATE||1975-06-07}" + "." * 99
    )
    plan = planner.plan(Request(marked.text), marked.sensitive)
    assert {(item.treatment, item.reason) for item in plan.items} == {(Treatment.COARSEN, ORDER_NEEDED)}


@pytest.mark.parametrize("text", [COUNTED_EN, COUNTED_ZH], ids=["en", "zh"])
def test_other_days_are_words_of_a_text_that_is_reworked(planner: Planner, text: str) -> None:
    marked = read_marked(text)
    plan = planner.plan(Request(marked.text, decisions=Decisions(task=Task.REWORK)), marked.sensitive)
    assert {item.treatment for item in plan.items} == {Treatment.TELL}


@pytest.mark.parametrize("text", [COUNTED_EN, COUNTED_ZH], ids=["en", "zh"])
def test_the_dearer_it_is_to_expose_somebody_the_less_is_told(planner: Planner, text: str) -> None:
    marked = read_marked(text)
    told = [
        len(
            planner.plan(Request(marked.text), marked.sensitive, None, replace(MINIMISE, exposure=price)).treated(
                Treatment.TELL
            )
        )
        for price in (0.0, 1.0, 100.0)
    ]
    assert told == [2, 2, 0]


@pytest.mark.parametrize("day", ["1988-05-04", "11/23", "the nineteenth of october", "正月初九"])
def test_a_day_long_ago_or_unread_is_never_told_as_if_it_were_wide(planner: Planner, day: str) -> None:
    marked = read_marked(f"{{that day|DATE||{day}}}, what now?")
    (item,) = planner.plan(Request(marked.text), marked.sensitive).items
    assert item.treatment is not Treatment.TELL or item.reason != WIDE


@pytest.mark.parametrize("task", list(Task))
def test_a_town_says_its_region_where_a_question_is_to_be_answered(planner: Planner, task: Task) -> None:
    marked = read_marked("The landlord in {Leeds|LOCATION} kept it.")
    (item,) = planner.plan(Request(marked.text, decisions=Decisions(task=task)), marked.sensitive).items
    assert item.treatment is (Treatment.COARSEN if task is Task.REASON else Treatment.HIDE)


@pytest.mark.parametrize("text", ["In {May 2026|DATE||2026-05} I moved to {Portugal|LOCATION}."])
def test_what_is_wide_already_locates_nobody(planner: Planner, text: str) -> None:
    marked = read_marked(text)
    plan = planner.plan(Request(marked.text), marked.sensitive)
    assert {(item.treatment, item.reason) for item in plan.items} == {(Treatment.TELL, WIDE)}


def test_the_role_read_in_the_text_goes_before_the_type_but_never_below_an_identifier(planner: Planner) -> None:
    marked = read_marked("At {the hospital|HOSPITAL} with {Vera Quill|PERSON}.")
    hospital, person = marked.sensitive.attributes
    assert planner.role(replace(hospital, role=DisclosureRole.TOPIC)) is DisclosureRole.TOPIC
    assert planner.role(replace(person, role=DisclosureRole.TOPIC)) is DisclosureRole.IDENTIFIES
    assert planner.role(replace(hospital, role=DisclosureRole.PUBLIC)) is DisclosureRole.LOCATES


def test_a_person_decides_and_an_earlier_turn_binds(planner: Planner) -> None:
    marked = read_marked(EN)
    age, place = (next(i for i in marked.sensitive.attributes if i.type_id == kind) for kind in ("AGE", "LOCATION"))
    decisions = Decisions(levels={place.id: Decision(0, "it is my question")})
    plan = planner.plan(Request(marked.text, decisions=decisions), marked.sensitive, {age.id: 2, place.id: 3})
    assert (plan.item(place.id).treatment, plan.item(place.id).reason) == (Treatment.TELL, BY_PERSON)  # type: ignore[union-attr]
    assert (plan.item(age.id).level, plan.item(age.id).reason) == (2, FLOOR)  # type: ignore[union-attr]


@pytest.mark.parametrize("text", [EN, ZH], ids=["en", "zh"])
def test_descriptions_are_given_up_before_needs_and_never_the_topic(planner: Planner, text: str) -> None:
    marked = read_marked(text)
    plan = planner.plan(Request(marked.text), marked.sensitive)
    types = {item.id: item.type_id for item in marked.sensitive.attributes}
    given = [types[key] for key, _ in planner.covers(plan, marked.sensitive)]
    assert set(given) == {"LOCATION", "DATE", "AGE", "OCCUPATION"}
    assert given.index("LOCATION") < given.index("AGE")
    levels = {**plan.levels, **dict(planner.covers(plan, marked.sensitive))}
    settled = planner.settled(plan, marked.sensitive, levels)
    changed = {types[item.attribute_id]: item for item in settled.items if item.reason == COVERED}
    assert {kind: item.treatment for kind, item in changed.items()} == dict.fromkeys(given, Treatment.HIDE)


def test_an_empty_set_has_an_empty_plan(planner: Planner) -> None:
    plan = planner.plan(Request("What is lime?"), SensitiveSet(()))
    assert (plan.items, planner.covers(plan, SensitiveSet(()))) == ((), ())


@pytest.mark.parametrize("text", [EN, ZH], ids=["en", "zh"])
@pytest.mark.parametrize(
    ("chance", "treatment", "reason"), [(0.7, Treatment.HIDE, PERHAPS), (0.3, Treatment.TELL, QUESTION)]
)
def test_what_perhaps_locates_is_hidden_where_that_is_likely_and_asked(
    planner: Planner, text: str, chance: float, treatment: Treatment, reason: str
) -> None:
    marked = read_marked(text)
    doubted = tuple(replace(item, sure=False, probability=chance) for item in marked.sensitive.attributes)
    plan = planner.plan(Request(marked.text), SensitiveSet(doubted))
    types = {item.id: item.type_id for item in doubted}
    of_type = {types[item.attribute_id]: item for item in plan.items}
    assert (of_type["HOSPITAL"].treatment, of_type["HOSPITAL"].reason) == (treatment, reason)
    assert of_type["PERSON"].treatment is Treatment.HIDE


def test_a_person_answers_the_question(planner: Planner) -> None:
    marked = read_marked("I was treated at {Saint Odo Clinic|HOSPITAL}.")
    doubted = replace(marked.sensitive.attributes[0], sure=False)
    decisions = Decisions(levels={doubted.id: Decision(9)})
    plan = planner.plan(Request(marked.text, decisions=decisions), SensitiveSet((doubted,)))
    assert [(item.treatment, item.reason) for item in plan.items] == [(Treatment.HIDE, BY_PERSON)]


BEGUN_EN = (
    "I joined on {19 June 2012|DATE||2012-06-19} and was dismissed on {4 May 2026|DATE||2026-05-04}. "
    "How much severance is that?"
)
BEGUN_ZH = "我{2012年6月19日|DATE||2012-06-19}入职，{2026年5月4日|DATE||2026-05-04}被辞退，赔偿怎么算？"


@pytest.mark.parametrize("text", [BEGUN_EN, BEGUN_ZH], ids=["en", "zh"])
def test_the_first_day_of_what_still_runs_is_counted_from_however_long_ago(planner: Planner, text: str) -> None:
    marked = read_marked(text)
    plan = planner.plan(Request(marked.text), marked.sensitive)
    assert {item.treatment for item in plan.items} == {Treatment.TELL}
    early = read_marked(text.replace("joined", "was ill").replace("入职", "生病"))
    assert planner.plan(Request(early.text), early.sensitive).items[0].treatment is not Treatment.TELL
