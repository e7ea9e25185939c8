"""The review page: keys, cards, empty states, and what never acts while somebody types."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QMainWindow
from pytestqt.qtbot import QtBot
from review_bench import Bench
from review_cases import CHINESE, ENGLISH, engine

from core.domain.language import Language
from core.resources import resource_root
from core.store.records import ReviewAction
from ui.release.views.retest_row import RetestCaveat
from ui.review.views.commands import ReviewCommands
from ui.review.views.keys_dialog import ReviewKeysDialog
from ui.review.views.page import ReviewPage
from ui.shared.actions.registry import ActionRegistry
from ui.shared.theme.theme import Theme
from ui.shared.wording.sentences import Sentences
from ui.shared.wording.wording import residual_reason

SHIFT = Qt.KeyboardModifier.ShiftModifier


class Harness:
    """The page in a window of its own, with its commands."""

    def __init__(self, theme: Theme, qtbot: QtBot) -> None:
        self.bench = Bench()
        self.review = self.bench.review
        self.window = QMainWindow()
        qtbot.addWidget(self.window)
        sentences = Sentences(resource_root(), lambda: Language.EN)
        self.page = ReviewPage(
            theme, engine().taxonomy, self.review, sentences, RetestCaveat(resource_root(), Language.EN)
        )
        self.window.setCentralWidget(self.page)
        self.window.resize(1280, 720)
        self.registry = ActionRegistry(theme, resource_root(), self.window)
        self.commands = ReviewCommands(lambda: self.page, self.registry, self.review)
        self.registry.open_page("review")
        self.window.addActions(self.registry.actions())
        self.page.add_pane_actions(self.registry.pane_actions("review"))
        self.window.show()
        self.window.activateWindow()
        qtbot.waitUntil(self.window.isActiveWindow)

    def put(self, *texts: str) -> None:
        self.bench.put(*texts)
        self.page.take_focus()

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        target = QApplication.focusWidget()
        assert target is not None
        QTest.keyClick(target, key, modifiers)
        self.bench.run()

    def go_to(self, type_id: str) -> None:
        name = self.bench.attribute(type_id)
        self.review.go_card(next(row for row, card in enumerate(self.review.cards) if card.attribute.id == name))
        self.bench.run()


@pytest.fixture
def shown(theme: Theme, qtbot: QtBot) -> Iterator[Harness]:
    made = Harness(theme, qtbot)
    yield made
    made.review.shut_down()


def test_ui_10_the_keys_of_the_review(shown: Harness) -> None:
    shown.put(ENGLISH, CHINESE)
    review = shown.review
    shown.press(Qt.Key.Key_J)
    assert review.card == 1
    shown.press(Qt.Key.Key_K)
    shown.press(Qt.Key.Key_Down)
    assert review.card == 1
    shown.go_to("AGE")
    shown.press(Qt.Key.Key_1)
    chosen = review.choices.by_attribute[shown.bench.attribute("AGE")]
    assert (chosen.action, chosen.level) == (ReviewAction.LEVEL, 1)
    shown.press(Qt.Key.Key_X)
    assert review.choices.by_attribute[shown.bench.attribute("AGE")].action is ReviewAction.REMOVE
    shown.press(Qt.Key.Key_Z)
    shown.press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert review.choices.empty
    shown.press(Qt.Key.Key_Z, SHIFT)
    assert not review.choices.empty
    first = review.case
    shown.press(Qt.Key.Key_N)
    assert review.case is not first
    shown.press(Qt.Key.Key_P)
    shown.press(Qt.Key.Key_E)
    assert review.editing


def test_ui_11_letters_are_letters_while_somebody_types(shown: Harness) -> None:
    shown.put(ENGLISH)
    review = shown.review
    shown.press(Qt.Key.Key_W)
    line = QApplication.focusWidget()
    for key in (Qt.Key.Key_A, Qt.Key.Key_X, Qt.Key.Key_Z, Qt.Key.Key_1, Qt.Key.Key_E):
        shown.press(key)
    assert review.reason == "axz1e"
    assert review.choices.empty
    assert not review.editing
    assert line is QApplication.focusWidget()
    shown.page.take_focus()
    shown.press(Qt.Key.Key_E)
    editor = shown.page.text.editor
    before = editor.exact_text()
    shown.press(Qt.Key.Key_X)
    assert editor.exact_text() != before
    assert review.choices.empty


def test_ui_11_nothing_acts_while_an_input_method_composes(shown: Harness) -> None:
    shown.put(ENGLISH)
    shown.press(Qt.Key.Key_E)
    editor = shown.page.text.editor
    QApplication.sendEvent(editor, QInputMethodEvent("nihao", []))
    shown.press(Qt.Key.Key_A)
    assert shown.review.choices.empty
    assert shown.review.editing
    QApplication.sendEvent(editor, QInputMethodEvent())


def test_keeping_asks_for_a_reason_first(shown: Harness, qtbot: QtBot) -> None:
    shown.put(ENGLISH)
    shown.go_to("AGE")
    current = shown.review.current
    assert current is not None
    place = next(row for row, item in enumerate(current.options) if item.choice.action is ReviewAction.KEEP)
    shown.press(Qt.Key(int(Qt.Key.Key_1) + place))
    dialog = shown.window.findChild(QDialog)
    assert dialog is not None
    assert shown.review.choices.empty
    assert not dialog.accept_button.isEnabled()
    dialog.field.setEditText("the question is about it")
    dialog.accept()
    shown.bench.run()
    made = shown.review.choices.by_attribute[shown.bench.attribute("AGE")]
    assert (made.action, made.reason) == (ReviewAction.KEEP, "the question is about it")


def test_ui_31_every_card_says_why_and_offers_the_place(shown: Harness) -> None:
    shown.put(CHINESE)
    case = shown.review.case
    assert case is not None
    texts = [label.text() for label in shown.page.cards.findChildren(QLabel)]
    for item in case.item.residual:
        assert residual_reason(item.reason) in texts
    if not case.item.residual:
        assert "No single value tells too much" in texts


def test_ui_32_empty_states_say_what_to_do(shown: Harness) -> None:
    assert shown.page.queue.empty.texts()[0] == "Nothing waits for you"
    assert "Compose" in shown.page.queue.empty.texts()[1]
    assert shown.page.cards.empty.texts()[0] == "No item is open"
    shown.put(ENGLISH)
    shown.review.queue.narrow(language=Language.ZH)
    shown.bench.run()
    assert shown.page.queue.empty.texts()[0] == "Nothing fits the filter"
    QTest.mouseClick(shown.page.queue.everything, Qt.MouseButton.LeftButton)
    shown.bench.run()
    assert shown.page.queue.model.rowCount() == 1
    shown.review.use(None)
    assert shown.page.queue.empty.texts()[0] == "Locked"


def test_an_error_says_that_nothing_was_sent(shown: Harness) -> None:
    shown.put(ENGLISH)
    from ui.shared.viewmodels.problems import Problem

    shown.review.report(Problem("store.locked"))
    assert shown.page.bar.headline.text() == "The vault is locked."
    assert "Nothing was sent" in shown.page.bar.detail.text()


def test_ui_15_the_count_is_asked_about_first(shown: Harness, qtbot: QtBot) -> None:
    shown.put(ENGLISH, ENGLISH)
    shown.go_to("AGE")
    shown.press(Qt.Key.Key_1)
    shown.press(Qt.Key.Key_S)
    from PySide6.QtWidgets import QMessageBox

    box = shown.window.findChild(QMessageBox)
    assert box is not None
    assert box.text().startswith("1 item")
    box.close()
    shown.bench.run()
    other = next(
        line.id for line in shown.review.queue.lines if shown.review.case and line.id != shown.review.case.item.id
    )
    assert shown.bench.store.open(other).history.in_force == ()


def test_the_cheat_sheet_names_every_key(theme: Theme, qtbot: QtBot) -> None:
    sheet = ReviewKeysDialog(theme)
    qtbot.addWidget(sheet)
    texts = {label.text() for label in sheet.findChildren(QLabel)}
    assert {"A", "X", "E", "Space", "J", "K", "L", "1 – 9", "Ctrl+Return", "?"} <= texts


def test_filters_appear_when_there_is_something_to_filter(shown: Harness) -> None:
    filters = shown.page.queue.filters
    assert filters.isHidden()
    shown.put(ENGLISH)
    assert filters.isHidden()
    shown.review.queue.narrow(language=Language.ZH)
    shown.bench.run()
    assert not filters.isHidden(), "what narrows the list can be seen and taken back"
    shown.review.queue.clear_filter()
    shown.bench.run()
    assert filters.isHidden()
    shown.put(ENGLISH)
    assert not filters.isHidden()


def test_cards_and_text_light_each_other(shown: Harness) -> None:
    shown.put(ENGLISH)
    review, diff = shown.review, shown.page.text.diff
    for type_id, words in (("AGE", "67"), ("PERSON", "Iris Kettle"), ("LOCATION", "London")):
        shown.go_to(type_id)
        assert diff.lit == words, "also what was left as it is"
    pane = diff._inline
    for type_id, words in (("AGE", "67"), ("PERSON", "Iris Kettle")):
        cursor = pane.textCursor()
        cursor.setPosition(pane.toPlainText().index(words) + 1)
        QTest.mouseClick(pane.viewport(), Qt.MouseButton.LeftButton, pos=pane.cursorRect(cursor).center())
        shown.bench.run()
        assert review.current is not None
        assert review.current.attribute.id == shown.bench.attribute(type_id)
        assert diff.lit == words


@pytest.mark.parametrize("text", [ENGLISH, CHINESE], ids=["en", "zh"])
def test_cards_stand_beside_the_text_or_under_it_and_are_never_cut(shown: Harness, qtbot: QtBot, text: str) -> None:
    shown.put(text)
    shown.window.setMinimumSize(0, 0)
    beside = []
    for width in (860, 940, 1100, 1700):
        shown.window.resize(width, 620)
        qtbot.waitUntil(lambda width=width: shown.page.width() == width)
        qtbot.waitUntil(lambda: shown_whole(shown.page))
        beside.append(shown.page.work.orientation() is Qt.Orientation.Horizontal)
    assert beside == sorted(beside)
    assert beside[-1]


def shown_whole(page: ReviewPage) -> bool:
    area = page.cards.area
    return area.viewport().width() >= area.widget().minimumSizeHint().width()
