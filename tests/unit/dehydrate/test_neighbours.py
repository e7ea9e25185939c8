"""Renderings that stand beside each other, or say the same of two values."""

from __future__ import annotations

import pytest

from core.domain.tokens import TokenVault
from tests.dehydration import DEHYDRATOR, read_marked


def rendered(marked: str, **levels: int) -> str:
    """D with every attribute at the level given for its type, or for `TYPE_value`; 2 where none is given."""
    case = read_marked(marked)
    chosen = {
        item.id: levels.get(f"{item.type_id}_{item.value}", levels.get(item.type_id, 2))
        for item in case.sensitive.attributes
    }
    artifact = DEHYDRATOR.dehydrate(case.text, case.sensitive, chosen, TokenVault(), case.language)
    assert DEHYDRATOR.violations(artifact, case.sensitive) == ()
    return artifact.text


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        (
            "We moved from {Chicago|LOCATION||chicago} to {Austin|LOCATION||austin}.",
            "We moved from the United States to another part of the United States.",
        ),
        (
            "从{成都|LOCATION||成都}出发去{西安|LOCATION||西安}玩，再回{成都|LOCATION||成都}。",
            "从我国西部出发去我国西部另一地玩，再回我国西部。",
        ),
        ("We live in {Portland|LOCATION||portland}, {Oregon|LOCATION||oregon}.", "We live in the United States."),
        ("住在{武汉市|LOCATION||武汉市}{洪山区|LOCATION||洪山区}。", "住在湖北省。"),
        ("孩子{3岁|AGE|zh-sui|3}{8个月|DURATION|zh|P8M}。", "孩子不到十岁。"),
        ("欠了{4万|AMOUNT|zh|CNY 40000}{8千元|AMOUNT|zh|CNY 8000}。", "欠了数万元。"),
    ],
)
def test_places_and_parts_of_one_value(marked: str, expected: str) -> None:
    assert rendered(marked) == expected


def test_a_place_told_more_widely_than_an_earlier_one_is_another_place() -> None:
    text = rendered("先去{大理|LOCATION||大理}，再去{丽江|LOCATION||丽江}。", LOCATION_丽江=3)
    assert text == "先去云南省，再去中国另一地。"


def test_two_days_of_one_month_stay_two_days() -> None:
    english = rendered(
        "We fly on {12 July 2026|DATE|en-dmy|2026-07-12} and stay until {19 July|DATE|en-dm|--07-19}.", DATE=1
    )
    assert english == "We fly in July 2026 and stay until another day in July."
    chinese = rendered("{3月5日|DATE|zh|--03-05}出发，{3月9日|DATE|zh|--03-09}回来。", DATE=1)
    assert chinese == "3月出发，3月的另一天回来。"


def test_one_day_in_two_spellings_is_not_told_apart() -> None:
    text = rendered("On {14 March 2026|DATE|en-dmy|2026-03-14} and again on {14 March|DATE|en-dm|--03-14}.", DATE=1)
    assert "another" not in text


def test_a_place_and_the_country_around_it_are_no_two_places() -> None:
    text = rendered("I live in {Dublin|LOCATION||dublin}. I like {Ireland|LOCATION||ireland}.", LOCATION_ireland=1)
    assert "another" not in text


def test_two_hospitals_are_two_and_two_names_of_one_are_one() -> None:
    two = rendered("I left {Elmwood Hospital|HOSPITAL} for {Ridgeway Hospital|HOSPITAL}.", HOSPITAL=1)
    assert two == "I left a hospital for another hospital."
    one = rendered("I left {Elmwood Hospital|HOSPITAL}. The {Elmwood|HOSPITAL} was fine.", HOSPITAL=1)
    assert "another" not in one


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("It is at {8 a.m.|TIME|clock|08:00} What then?", "It is in the morning. What then?"),
        ("It is at {8 a.m.|TIME|clock|08:00} on Mondays.", "It is in the morning on Mondays."),
        ("A gift under {€150|AMOUNT|symbol|EUR 150}, please.", "A gift between one and two hundred euros, please."),
        ("I have three {credit cards|FINANCIAL_PRODUCT|noun|credit card}.", "I have three payment cards."),
        ("I'm a {single|MARITAL_STATUS|adjective|single} mother of two.", "I'm a mother of two."),
        ("现在要{离婚|MARITAL_STATUS|zh|离婚}。", "现在要改变婚姻状况。"),
        ("他在做{会计|OCCUPATION|zh|会计}。", "他在做某种工作。"),
        ("细心的{律师|OCCUPATION|zh|律师}会审查。", "细心的从业者会审查。"),
        (
            "My parents are strict {Catholics|RELIGION|noun|catholic}.",
            "My parents are strict followers of a religious faith.",
        ),
    ],
)
def test_seams(marked: str, expected: str) -> None:
    levels = {"AMOUNT": 1, "FINANCIAL_PRODUCT": 1, "MARITAL_STATUS": 2, "OCCUPATION": 9, "RELIGION": 2}
    assert rendered(marked, **levels) == expected


@pytest.mark.parametrize(
    ("level", "expected"),
    [(1, "My son is of primary-school age."), (2, "My son is under ten."), (3, "My son is still growing up.")],
)
def test_children_are_told_as_children(level: int, expected: str) -> None:
    assert rendered("My son is {6|AGE|predicate|6}.", AGE=level) == expected


def test_a_child_between_words() -> None:
    assert rendered("有一个{5岁|AGE|zh-sui|5}的女儿。", AGE=3) == "有一个还在长大的女儿。"


def test_a_company_takes_the_stop_of_its_abbreviation_along() -> None:
    assert rendered("The run at {Northgate Inc|ORGANIZATION}. fails.", ORGANIZATION=1) == "The run at a company fails."
    assert rendered("I left {Northgate Inc|ORGANIZATION}. Then I slept.", ORGANIZATION=1) == (
        "I left a company. Then I slept."
    )


def test_what_was_told_before_decides_who_is_spoken_of() -> None:
    assert rendered("I ({Rachel Kim|PERSON}, {45|AGE|predicate|45}) travel.", AGE=3) == (
        "I ([PERSON_1], in my forties or fifties) travel."
    )


def test_a_token_says_nothing_about_who_is_spoken_of() -> None:
    text = rendered("I'm {Rachel Kim|PERSON}, {29|AGE|predicate|29}, a runner.", AGE=1)
    assert "their" not in text
