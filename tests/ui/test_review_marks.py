"""A reviewer hides what nothing had found: by key, button and menu, wherever it stands, in one step of undo (UI-14)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from review_bench import Bench
from review_cases import START
from test_review_page import Harness

from core.domain.language import Language
from core.store import codec
from core.store.records import MarkedValue, ReviewAction, ReviewStep
from ui.release.viewmodels.choices import Choices
from ui.review.viewmodels.release import ReleasePhase
from ui.shared.document.diff_view import DiffMode
from ui.shared.theme.theme import Theme
from ui.shared.viewmodels.diff import before_of, diff
from ui.shared.widgets.type_picker import TypePicker
from ui.shared.wording.wording import type_label

ENGLISH = "I am 67 and keep my aspirin in the blue tin. Blue tin or not, what should I eat?"
CHINESE = "我今年67岁，参加了灯火计划，每天服用阿司匹林100毫克。灯火计划的人都这么说。请问饮食上要注意什么？"
CASES = pytest.mark.parametrize(
    ("text", "value", "times"), [(ENGLISH, "blue tin", 2), (CHINESE, "灯火计划", 2)], ids=["en", "zh"]
)


@pytest.fixture
def bench(qapp: object) -> Iterator[Bench]:
    made = Bench()
    yield made
    made.review.shut_down()


@pytest.fixture
def shown(theme: Theme, qtbot: QtBot, tongue: Language) -> Iterator[Harness]:
    made = Harness(theme, qtbot)
    yield made
    made.review.shut_down()


@CASES
def test_a_missed_value_goes_everywhere_in_one_step(bench: Bench, text: str, value: str, times: int) -> None:
    bench.put(text)
    review = bench.review
    before = review.proposal
    assert before.casefold().count(value.casefold()) == times
    start = text.index(value)
    review.mark(start - 1 if text[start - 1] == " " else start, start + len(value), "ORGANIZATION")
    bench.run()
    assert value.casefold() not in review.proposal.casefold()
    card = next(card for card in review.cards if card.attribute.mentions[0].start == start)
    assert (card.attribute.type_id, len(card.attribute.mentions)) == ("ORGANIZATION", times)
    assert review.choices.marked == (MarkedValue(start, start + len(value), value, "ORGANIZATION"),)
    review.undo()
    bench.run()
    assert (review.proposal, review.choices.marked) == (before, ())
    review.redo()
    bench.run()
    assert value.casefold() not in review.proposal.casefold()
    review.go_card(review.cards.index(next(item for item in review.cards if item.attribute.id == card.attribute.id)))
    bench.run()
    assert review.current is not None
    assert review.current.options, "what was marked has choices as any other value"
    review.approve(copy=True)
    bench.run()
    assert review.release.phase in (ReleasePhase.READY, ReleasePhase.CHECKED)
    assert review.release.outcome is not None
    assert value.casefold() not in review.release.outcome.verdict.artifact.text.casefold()
    assert card.attribute.id in {item.id for item in review.release.outcome.verdict.sensitive.attributes}


@CASES
def test_an_edit_by_hand_stays_when_a_value_is_marked(bench: Bench, text: str, value: str, times: int) -> None:
    bench.put(text)
    review, start = bench.review, text.index(value)
    review.begin_edit()
    review.end_edit(review.proposal + " !!")
    bench.run()
    review.mark(start, start + len(value), "ORGANIZATION")
    bench.run()
    assert review.proposal.endswith(" !!")
    assert value.casefold() not in review.proposal.casefold()


def test_a_mark_takes_the_place_of_what_it_overlaps(bench: Bench) -> None:
    text = "My name is Iris Kettle and I live at Kettle Hall in London. I am 67. What should I eat?"
    bench.put(text)
    review, start = bench.review, text.index("Kettle Hall")
    review.mark(start, start + len("Kettle Hall"), "ORGANIZATION")
    bench.run()
    assert "Hall" not in review.proposal
    places = [(item.start, item.end) for card in review.cards for item in card.attribute.mentions]
    assert len(places) == len(set(places))
    review.mark(5, 5, "ORGANIZATION")
    review.mark(2, 3, "ORGANIZATION")
    review.mark(0, 10_000, "ORGANIZATION")
    bench.run()
    assert len(review.choices.marked) == 1


def test_a_mark_survives_the_store() -> None:
    marked = MarkedValue(1, 3, "乙丙", "PERSON")
    step = ReviewStep(ReviewAction.MARK, "", -1, -1, "a", "b", "reviewer", START, marked=marked)
    kept = codec.load(ReviewStep, codec.dump(ReviewStep, step))
    assert kept == step
    assert Choices.of([kept]).marked == (marked,)


@CASES
def test_the_key_asks_for_the_type_and_hides(shown: Harness, text: str, value: str, times: int) -> None:
    shown.put(text)
    pane, start = shown.page.text, text.index(value)
    assert not pane.hide_value.isEnabled()
    pane.diff.select(start, start + len(value))
    assert pane.diff.selected == (start, start + len(value))
    assert pane.hide_value.isEnabled()
    assert pane.hide_command in pane.diff._left.context_menu().actions()
    pane.diff._left.setFocus()
    shown.press(Qt.Key.Key_H)
    picker = QApplication.activePopupWidget()
    assert isinstance(picker, TypePicker)
    assert value in picker.accessibleName()
    entry = shown.page.text._taxonomy["ORGANIZATION"]
    picker.field.setText(type_label(entry))  # QTest types nothing but ASCII
    assert picker.list.currentItem().text().strip() == type_label(entry)
    QTest.keyPress(picker.field, Qt.Key.Key_Return)
    shown.bench.run()
    assert value.casefold() not in shown.review.proposal.casefold()
    assert shown.review.choices.marked[0].type_id == "ORGANIZATION"


def test_words_are_found_in_every_view() -> None:
    compared = diff("I am Rosa of Ulm now", "I am [P_1] of [X_1] now")
    after = compared.after.index(" of ") + 1
    assert before_of(compared, after, after + 2, merged=False) == (10, 12)
    inserted = compared.after.index("[P_1]")
    assert before_of(compared, inserted, inserted + 5, merged=False) is None
    assert before_of(compared, 5, 9, merged=True) == (5, 9)
    assert before_of(compared, 9, 12, merged=True) is None


def test_a_text_in_which_nothing_was_found_can_be_read_and_marked(shown: Harness) -> None:
    text = "Tell me about the tides near the old pier."
    shown.put(text)
    pane = shown.page.text
    assert shown.review.proposal == text
    for mode in DiffMode:
        pane.diff.set_mode(mode)
        assert any(view.isVisible() and view.toPlainText() == text for view in pane.diff._on_screen())
    pane.diff.select(text.index("old pier"), text.index("old pier") + 8)
    shown.review.mark(*pane.diff.selected, "ADDRESS")
    shown.bench.run()
    assert "old pier" not in shown.review.proposal
