"""The review in plain words first, and why fewer people can fit although more is hidden: one sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from review_cases import CHINESE, ENGLISH
from test_review_page import Harness

from core.domain.evidence import CombinationCount
from core.domain.language import Language
from core.engine.what_if import Prediction
from core.store.records import ReviewAction
from ui.release.viewmodels.choices import Choice, Choices
from ui.release.viewmodels.staging import Option
from ui.review.viewmodels.crowds import Smaller, smaller, smaller_option
from ui.review.views.texts import (
    choice_text,
    effect_text,
    figures,
    figures_text,
    people_cell,
    smaller_text,
    sum_text,
    uncounted,
)
from ui.shared.theme.theme import Theme

COUNTED = CombinationCount(("a1",), 12.0, ("age", "region"), "cn-2020", 900.0)
FOUND = Prediction("a1", 1, "60-69", 0.01, 0.1, 0.8, 12.0, True, people=900.0, counted=COUNTED)
TEXTS = pytest.mark.parametrize("text", [ENGLISH, CHINESE], ids=["en", "zh"])
SYMBOLS = re.compile(r"[(（][LUk][)）]|\bA[0-3]\b|\b[LUk]\b")


@pytest.fixture
def shown(theme: Theme, qtbot: QtBot, tongue: Language) -> Iterator[Harness]:
    made = Harness(theme, qtbot)
    yield made
    made.review.shut_down()


def option(level: int, people: float | None, counted: CombinationCount = COUNTED) -> Option:
    found = replace(FOUND, people=people, counted=counted)
    return Option(Choice(ReviewAction.LEVEL, level), "x", found)


def test_why_fewer_people_fit(tongue: Language) -> None:
    less = FOUND
    assert smaller(less, replace(less, people=900.4)) is Smaller.NOT
    assert smaller(less, replace(less, people=None)) is Smaller.NOT
    assert smaller(less, replace(less, people=800.0)) is Smaller.VALUE
    other = replace(COUNTED, dimensions=("age",))
    assert smaller(less, replace(less, people=800.0, counted=other)) is Smaller.GROUP
    abroad = replace(COUNTED, population="us-2020")
    assert smaller(less, replace(less, people=800.0, counted=abroad)) is Smaller.POPULATION
    said = [smaller_text(why) for why in Smaller if why is not Smaller.NOT]
    assert len(set(said)) == len(said)
    assert smaller_text(Smaller.NOT) == ""
    ends = {Language.EN: ".", Language.ZH: "。"}[tongue]
    assert all(text.count(ends) == 1 and text.endswith(ends) for text in said)


def test_the_choices_of_one_value_are_compared_from_telling_to_hiding() -> None:
    assert smaller_option([option(1, 100.0), option(2, 200.0), option(3, 400.0)]) is Smaller.NOT
    assert smaller_option([option(3, 400.0), option(1, 100.0), option(2, 90.0)]) is Smaller.VALUE
    assert smaller_option([option(1, 100.0), option(2, None), option(3, 300.0)]) is Smaller.NOT
    free = replace(option(1, 5.0), choice=Choice(ReviewAction.NOT_SENSITIVE))
    assert smaller_option([option(1, 100.0), free]) is Smaller.NOT


def test_only_hiding_is_asked_why() -> None:
    before = {"a": 1, "b": 2}
    assert Choices({"a": Choice(ReviewAction.LEVEL, 2)}).only_hide(before)
    assert not Choices({"b": Choice(ReviewAction.LEVEL, 1)}).only_hide(before)
    assert not Choices({"a": Choice(ReviewAction.KEEP, 0)}).only_hide(before)
    assert not Choices({"a": Choice(ReviewAction.NOT_SENSITIVE)}).only_hide(before)
    assert not Choices(edited="x").only_hide(before)


def test_what_is_not_known_in_people_is_a_dash() -> None:
    assert figures(replace(FOUND, people=None))[2] == "–"


def test_the_sum_says_it_without_symbols(tongue: Language) -> None:
    said = {sum_text(replace(FOUND, passes=good), untouched=new) for good in (True, False) for new in (True, False)}
    assert len(said) == 4
    assert not any(SYMBOLS.search(text) for text in said)
    assert SYMBOLS.search(figures_text(FOUND))


@TEXTS
def test_a_card_shows_what_each_choice_does_to_a_name(shown: Harness, text: str) -> None:
    """To hide a name and to let it leave had the same crowd and the same tick."""
    shown.put(text)
    shown.go_to("PERSON")
    card, cards = shown.review.current, shown.page.cards
    assert card is not None
    name = card.attribute.mentions[0].text
    hide = next(row for row, item in enumerate(card.options) if item.hides)
    free = next(row for row, item in enumerate(card.options) if item.choice.action is ReviewAction.NOT_SENSITIVE)
    told = [people_cell(card.attribute, card.options[row]) for row in (hide, free)]
    assert len(set(told)) == 2
    labels = [label for label in cards.area.findChildren(QLabel) if label.isVisibleTo(cards)]
    assert told[1] in {label.text() for label in labels}
    marks = {label.accessibleName(): label.pixmap().toImage() for label in labels if not label.pixmap().isNull()}
    hidden, left = (effect_text(card.attribute, card.options[row]) for row in (hide, free))
    assert marks[hidden] != marks[left]
    assert cards.options[hide].accessibleDescription() != cards.options[free].accessibleDescription()
    assert cards.options[free].accessibleName().endswith(name)
    assert name not in cards.options[hide].accessibleName()


@TEXTS
def test_the_signs_beside_the_choices_are_explained(shown: Harness, text: str) -> None:
    cards = shown.page.cards
    assert not cards.legend.isVisibleTo(cards)
    shown.put(text)
    shown.go_to("AGE")
    assert cards.legend.isVisibleTo(cards)
    explained = [label for label in cards.legend.findChildren(QLabel) if not label.isHidden()]
    assert len([label for label in explained if not label.pixmap().isNull()]) == 3
    words = {label.text() for label in explained} - {""}
    assert len(words) == 3


def test_what_the_crowd_does_not_count_has_a_mark(shown: Harness, tongue: Language) -> None:
    shown.put(ENGLISH)
    age = next(card.attribute for card in shown.review.cards if card.attribute.type_id == "AGE")
    counted = replace(FOUND, counts=frozenset({age.id}))
    for action in (ReviewAction.LEVEL, ReviewAction.KEEP, ReviewAction.NOT_SENSITIVE):
        with_it = Option(Choice(action, 1), "67", counted)
        without = replace(with_it, prediction=FOUND)
        assert not uncounted(age, with_it)
        assert uncounted(age, without)
        assert people_cell(age, without) == people_cell(age, with_it) + " *"
    assert not uncounted(age, Option(Choice(ReviewAction.REMOVE, 3), "[AGE_1]", FOUND, hides=True))
    name = next(card.attribute for card in shown.review.cards if card.attribute.type_id == "PERSON")
    assert not uncounted(name, Option(Choice(ReviewAction.NOT_SENSITIVE), "Iris Kettle", FOUND)), "it says more"
    keep = Option(Choice(ReviewAction.KEEP, 0), "67", counted)
    assert choice_text(keep).endswith("→ 67")
    assert effect_text(age, keep) != effect_text(age, Option(Choice(ReviewAction.LEVEL, 1), "60-69", counted))


@TEXTS
def test_cards_show_people_first_and_the_rest_on_demand(shown: Harness, text: str) -> None:
    shown.put(text)
    shown.go_to("AGE")
    cards = shown.page.cards
    assert cards.options

    def texts() -> list[str]:
        labels = [label.text() for label in cards.area.findChildren(QLabel)]
        return labels + [button.accessibleDescription() for button in cards.options]

    assert not any(SYMBOLS.search(line) for line in texts())
    cards.details.click()
    assert any(SYMBOLS.search(line) for line in texts())
    cards.details.click()
    assert not any(SYMBOLS.search(line) for line in texts())
    assert not SYMBOLS.search(shown.page.bar.headline.text())
    assert not SYMBOLS.search(shown.page.bar.detail.text())
