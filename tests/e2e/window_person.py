"""A person at the real window: acts with keyboard and mouse events only, looks at what the window shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QListView, QWidget
from pytestqt.qtbot import QtBot
from shared_engine import own_engine
from unhurried import LIMIT_SECONDS

from app.window.desktop import Desktop
from core.domain.release import Destination
from core.keys.custody import KeyStore, SessionKeyStore
from ui.compose.views.sensitive_model import ROW_ROLE, SensitiveRow
from ui.release.viewmodels.phases import Phase
from ui.shared.viewmodels.preferences import LanguageChoice, Preferences

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ENDED = {Phase.PASSED, Phase.INFEASIBLE, Phase.INVALID}
PATIENCE_MS = int(LIMIT_SECONDS * 1000)
DECISIONS = 8


class KeptInMemory:
    """Preferences of a test: nothing is written."""

    def __init__(self, preferences: Preferences) -> None:
        self._preferences = preferences

    def load(self) -> Preferences:
        return self._preferences

    def save(self, preferences: Preferences) -> None:
        self._preferences = preferences


@contextmanager
def running_desktop(
    app: QApplication,
    *,
    destinations: tuple[Destination, ...] = (),
    language: LanguageChoice = LanguageChoice.EN,
    make_engine: Callable[[Path], object] = lambda root: own_engine(),
    evaluator: bool = False,
    find_keys: Callable[[], KeyStore] = SessionKeyStore,
    vault_folder: Path | None = None,
) -> Iterator[Desktop]:
    """The whole program with the real engine; every thread has ended afterwards. `evaluator`: with its second look,
    which takes seconds a verdict."""
    chosen = destinations[0].id if destinations else "dry-run"
    preferences = Preferences(language=language, destinations=destinations, destination=chosen, evaluator=evaluator)
    desktop = Desktop(
        app,
        make_engine,
        preferences=KeptInMemory(preferences),
        find_keys=find_keys,
        vault_folder=vault_folder,
    )
    try:
        desktop.start()
        yield desktop
    finally:
        desktop.window.close()
        desktop.stop()  # `no_thread_left` looks at the threads; an engine that is still loading may end a little later
        desktop.window.deleteLater()
        desktop.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


class Person:
    """Knows the keys that the window shows."""

    def __init__(self, desktop: Desktop, qtbot: QtBot) -> None:
        self.desktop = desktop
        self.qtbot = qtbot
        self.window = desktop.window
        self.model = desktop.compose
        self.window.activateWindow()
        self.until(self.window.isActiveWindow)
        self.until(lambda: self.model.engine is not None)

    def until(self, reached: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(reached, timeout=PATIENCE_MS)

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        target = QApplication.focusWidget() or self.window
        QTest.keyClick(target, key, modifiers)

    def click(self, widget: QWidget) -> None:
        assert widget.isVisible()
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=QPoint(12, widget.height() // 2))

    def paste_prompt(self, text: str) -> None:
        """From the clipboard into the editor, as a person brings a prompt."""
        QGuiApplication.clipboard().setText(text)
        self.click(self.window.compose.prompt.editor.viewport())
        self.press(Qt.Key.Key_A, CTRL)
        self.press(Qt.Key.Key_V, CTRL)
        self.until(lambda: self.model.phase is Phase.PROPOSED)

    def sanitize(self) -> Phase:
        self.press(Qt.Key.Key_Return, CTRL)
        self.until(lambda: self.model.phase in ENDED)
        return self.model.phase

    def sanitize_until_passed(self) -> None:
        """Decides what is left to a person: first "not needed for the question", then "keep", with a reason."""
        for _ in range(DECISIONS):
            if self.sanitize() is Phase.PASSED:
                return
            outcome = self.model.outcome
            assert outcome is not None
            left = [item.attribute_id for item in outcome.verdict.residual.items if item.reason != "kept_by_person"]
            spare = [item for item in left if outcome.verdict.sensitive.by_id(item).task_relevant]
            for attribute_id in spare or left[:1]:
                self.go_to_item(attribute_id)
                if spare:
                    self.press(Qt.Key.Key_Space)
                else:
                    self.keep_current()
            self.until(lambda: self.model.phase is Phase.PROPOSED and self.model.draft.fresh)
        raise AssertionError("no decision made it pass")

    def go_to_item(self, attribute_id: str) -> None:
        """With the arrow keys, from the top of the list."""
        self.until(lambda: not self.model.draft.locked and self.shown_item(attribute_id))
        self.press(Qt.Key.Key_I, CTRL | SHIFT)
        view = QApplication.focusWidget()
        assert isinstance(view, QListView)
        self.press(Qt.Key.Key_Home)
        for _ in range(view.model().rowCount() + 1):
            row = view.currentIndex().data(ROW_ROLE)
            if isinstance(row, SensitiveRow) and row.attribute.id == attribute_id:
                return
            self.press(Qt.Key.Key_Down)
        raise AssertionError("item not reachable with the arrow keys")

    def shown_item(self, attribute_id: str) -> bool:
        proposal = self.model.draft.proposal
        return proposal is not None and any(item.id == attribute_id for item in proposal.preview.sensitive.attributes)

    def keep_current(self) -> None:
        """Level 0 of the item under the keyboard, with the reason that the certificate asks for."""
        view = QApplication.focusWidget()
        assert isinstance(view, QListView)
        row = view.currentIndex().data(ROW_ROLE)
        for _ in range(row.level):
            self.press(Qt.Key.Key_Left)
        self.until(lambda: any(isinstance(item, QDialog) for item in self.window.findChildren(QDialog)))
        line = self.window.findChild(QDialog).findChild(QLineEdit)
        QTest.keyClicks(line, "it is the question itself")
        QTest.keyClick(line, Qt.Key.Key_Return)
        self.until(lambda: QApplication.activeModalWidget() is None)
        self.window.activateWindow()
        self.until(self.window.isActiveWindow)

    def approve(self) -> None:
        """Read what the bar says, tick what it asks, send."""
        bar = self.window.compose.bar
        self.until(lambda: self.model.primary.reason != "packing")
        if bar.confirm.isVisible():
            self.click(bar.confirm)
        self.until(bar.primary.isEnabled)
        self.press(Qt.Key.Key_Return, CTRL | SHIFT)

    def wait_for_answer(self) -> str:
        """What the window shows once the answer is complete."""
        self.until(lambda: self.model.phase is Phase.ANSWERED)
        answer = self.window.compose.turns.answer
        self.until(lambda: not answer.pending)
        return answer.shown_text()
