"""Twenty queued prompts decided with the keyboard alone, in both languages of the window (UI-09, UI-10)."""

from __future__ import annotations

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit
from pytestqt.qtbot import QtBot
from window_person import CTRL, SHIFT, Person, running_desktop

from core.domain.release import Destination, DestinationKind
from core.store.records import ReviewAction, ReviewState
from ui.review.viewmodels.release import ReleasePhase
from ui.shared.viewmodels.preferences import LanguageChoice

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")
ITEMS = 20
ROUNDS = 4
MANUAL = Destination("by-hand", DestinationKind.MANUAL, "By hand")
HARD_EACH = 5
WRITTEN = {
    LanguageChoice.EN: "My name is Iris Kettle and I am {0}. How long should I rest?",
    LanguageChoice.ZH: "我叫白石溪，今年{0}岁。术后要休息多久？",
}
HARD = {
    LanguageChoice.EN: "My name is Iris Kettle, I am {0} and live in London. I take aspirin 100 mg. What may I eat?",
    LanguageChoice.ZH: "我叫白石溪，今年{0}岁，住在北京，每天服用阿司匹林100毫克，在心内科复查。请问饮食上要注意什么？",
}
"""What the suggestions alone do not make safe: every fifth item."""
CHECKED = {ReleasePhase.READY, ReleasePhase.CHECKED}


class Reviewer(Person):
    """Knows the keys of the review."""

    @property
    def review(self):  # type: ignore[no-untyped-def]
        return self.desktop.review

    def rest(self) -> None:
        """Until everything that was asked for is on screen."""
        self.until(lambda: not self.review.busy)

    def queue_prompts(self, language: LanguageChoice) -> None:
        for number in range(ITEMS):
            template = WRITTEN[language] if number % HARD_EACH else HARD[language]
            self.press(Qt.Key.Key_1, CTRL)
            self.press(Qt.Key.Key_J, CTRL)
            QGuiApplication.clipboard().setText(template.format(41 + number))
            self.press(Qt.Key.Key_V, CTRL)
            self.until(lambda: not self.model.draft.empty)
            self.press(Qt.Key.Key_Q, CTRL | SHIFT)
            self.until(lambda: self.model.draft.empty)
        self.until(lambda: self.review.queue.waiting == ITEMS)

    def give_reason(self, words: str) -> None:
        self.until(lambda: any(item.isVisible() for item in self.window.findChildren(QDialog)))
        dialog = next(item for item in self.window.findChildren(QDialog) if item.isVisible())
        line = dialog.findChild(QLineEdit)
        QTest.keyClicks(line, words)
        QTest.keyClick(line, Qt.Key.Key_Return)
        self.until(lambda: QApplication.activeModalWidget() is None)
        self.window.activateWindow()
        self.until(self.window.isActiveWindow)
        self.window.review.take_focus()

    def check(self) -> bool:
        self.press(Qt.Key.Key_Return, CTRL)
        self.until(lambda: self.review.release.phase in CHECKED)
        return bool(self.review.release.passed)

    def decide_current(self) -> ReviewState:
        """Suggestions first; what still tells too much is kept for a reason; what then does not pass is rejected."""
        identifier = self.review.case.item.id
        self.press(Qt.Key.Key_A, SHIFT)
        self.rest()
        for _ in range(ROUNDS):
            if self.check():
                self.until(self.window.review.bar.primary.isEnabled)
                self.press(Qt.Key.Key_Return, CTRL)
                break
            self.keep_what_leaks()
        else:
            self.press(Qt.Key.Key_W)
            QTest.keyClicks(QApplication.focusWidget(), "it cannot be made safe")
            self.press(Qt.Key.Key_X, CTRL | SHIFT)
        self.until(lambda: not self.desktop.review.release.held and self.state(identifier) is not None)
        self.rest()
        found = self.state(identifier)
        assert found is not None
        return found

    def state(self, identifier: str) -> ReviewState | None:
        """The decision on an item, None while it waits."""
        store = self.review._store
        state = store.open(identifier).item.state
        return None if state.waits else state

    def keep_what_leaks(self) -> None:
        left = {item.attribute_id for item in self.review.release.outcome.verdict.residual.items}
        for row, card in enumerate(self.review.cards):
            kept = card.chosen is not None and card.chosen.action is ReviewAction.KEEP
            if card.attribute.id not in left or kept:
                continue
            while self.review.card != row:
                self.press(Qt.Key.Key_J if self.review.card < row else Qt.Key.Key_K)
            self.rest()
            options = self.review.current.options
            keys = [place for place, item in enumerate(options) if item.choice.needs_reason]
            self.press(Qt.Key(int(Qt.Key.Key_1) + keys[0]))
            self.give_reason("the question is about it")
            self.rest()
            return


@pytest.mark.slow
@pytest.mark.parametrize("language", [LanguageChoice.EN, LanguageChoice.ZH])
def test_ui_09_twenty_items_are_reviewed_with_the_keyboard_alone(
    language: LanguageChoice, qapp: QApplication, qtbot: QtBot
) -> None:
    with running_desktop(qapp, destinations=(MANUAL,), language=language) as desktop:
        reviewer = Reviewer(desktop, qtbot)
        reviewer.queue_prompts(language)
        reviewer.press(Qt.Key.Key_2, CTRL)
        reviewer.window.review.queue.view.setFocus()
        reviewer.until(lambda: reviewer.review.case is not None)
        reviewer.window.review.take_focus()
        found: list[ReviewState] = []
        for _ in range(ITEMS):
            reviewer.rest()
            if not reviewer.review.case.item.state.waits:
                reviewer.press(Qt.Key.Key_N)
                reviewer.until(lambda: reviewer.review.case.item.state.waits)
                reviewer.rest()
            reviewer.window.review.take_focus()
            found.append(reviewer.decide_current())
        reviewer.until(lambda: reviewer.review.queue.waiting == 0)
        assert len(found) == ITEMS
        assert ReviewState.APPROVED_SENT in found
        for identifier, state in zip((line.id for line in _all(reviewer)), found, strict=True):
            last = reviewer.review._store.decisions(identifier)[-1]
            assert last.reason
            assert last.reviewer
            assert last.state is state


def _all(reviewer: Reviewer):  # type: ignore[no-untyped-def]
    from core.store.records import ReviewFilter
    from ui.review.viewmodels.queue import DECIDED

    return reviewer.review._store.list(ReviewFilter(states=DECIDED))
