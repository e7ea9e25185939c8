"""Two ways to work with the real window: one person has a keyboard alone, the other a mouse alone."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QModelIndex, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QContextMenuEvent, QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QLineEdit,
    QListWidget,
    QMenu,
    QScrollArea,
    QWidget,
)
from pytestqt.qtbot import QtBot
from window_person import CTRL, SHIFT, Person

from app.window.desktop import Desktop
from core.store.records import ReviewState
from ui.compose.views.compose_view import ComposeView
from ui.release.viewmodels.phases import Phase
from ui.release.views.deciding_bar import DecidingBar
from ui.review.views.decision_bar import DecisionBar
from ui.shared.actions.pages import PAGES
from ui.shared.viewmodels.preferences import LanguageChoice
from ui.shared.widgets.type_picker import TypePicker
from ui.vault.viewmodels.vault import VaultPhase
from ui.window.views.first_run import FirstRun

LONGEST_WAY = 150
"""Steps of the Tab key in which anything on a page is reached."""
LANGUAGES = (LanguageChoice.SYSTEM, LanguageChoice.EN, LanguageChoice.ZH)
"""In the order in which the first run offers them."""


class Hand(Person, ABC):
    """What both can do, each in its way. To mark what was missed is tried by the mouse alone (`Mouse.mark`)."""

    @abstractmethod
    def push(self, button: QAbstractButton) -> None:
        """Press a button that is on the screen."""

    @abstractmethod
    def choose(self, wizard: FirstRun, language: LanguageChoice) -> None:
        """Answer the first question."""

    @abstractmethod
    def copy_back(self, key: str, copy: QAbstractButton, field: QLineEdit) -> None:
        """Bring the recovery key into the field that asks for it."""

    @abstractmethod
    def open_page(self, name: str) -> None:
        """Come to the page with this name."""

    @abstractmethod
    def bring(self, text: str) -> None:
        """Put a prompt into the composer."""

    @abstractmethod
    def queue(self) -> None:
        """Leave the prompt to a reviewer."""

    @abstractmethod
    def open_item(self, view: QAbstractItemView, row: int) -> None:
        """Open a line of a list."""

    # -- ways through the program -------------------------------------------------------------------------

    @property
    def compose(self) -> ComposeView:
        return self.window.compose

    def front(self) -> None:
        """As a window manager would once a dialog has closed."""
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        self.window.activateWindow()
        self.until(self.window.isActiveWindow)

    def first_run(self, language: LanguageChoice) -> None:
        """From the question for the language to a vault that keeps the work."""
        self.desktop.servers.search = lambda: None  # type: ignore[method-assign]
        self.desktop.greet()
        self.until(lambda: self.window.findChild(FirstRun) is not None)
        wizard = self.window.findChild(FirstRun)
        self.until(wizard.isActiveWindow)
        self.choose(wizard, language)
        self.until(lambda: self.desktop.settings.preferences.language is language)
        for page in range(1, wizard.pages.count()):
            self.push(wizard.next)
            assert wizard.pages.currentIndex() == page
        setup = wizard.setup
        self.until(setup.next.isEnabled)
        self.push(setup.next)
        self.until(lambda: bool(self.desktop.vault.recovery) and setup.sheet.typed.isVisible())
        self.copy_back(setup.sheet.key.text().replace("\n", "-"), setup.sheet.copy, setup.sheet.typed)
        self.until(setup.next.isEnabled)
        self.push(setup.next)
        self.until(lambda: setup.done and setup.next.isEnabled())
        self.push(setup.next)
        vault = self.desktop.vault
        self.until(lambda: vault.phase is VaultPhase.OPEN and not vault.busy)
        self.until(lambda: self.desktop.library.library.loaded)
        self.front()

    def judge(self) -> None:
        """To the verdict, which is a pass."""
        self.until(lambda: self.model.phase is Phase.PROPOSED and self.model.draft.fresh)
        self.push(self.compose.bar.primary)
        self.until(lambda: self.model.phase is Phase.PASSED)

    def confirm(self, bar: DecidingBar) -> None:
        """The tick before the first send to a destination."""
        if bar.confirm.isVisible() and not bar.confirm.isChecked():
            self.push(bar.confirm)

    def send(self) -> None:
        """What was judged leaves, and its answer is complete."""
        turns = len(self.model.turns)
        self.until(lambda: self.model.primary.reason != "packing")
        self.confirm(self.compose.bar)
        self.until(self.compose.bar.primary.isEnabled)
        self.push(self.compose.bar.primary)
        self.until(lambda: self.model.phase is Phase.ANSWERED and len(self.model.turns) == turns + 1)

    def release_item(self) -> ReviewState:
        """The first item of the queue, checked and sent."""
        review, page = self.desktop.review, self.window.review
        self.until(lambda: bool(review.queue.lines))
        self.open_item(page.queue.view, 0)
        self.until(lambda: review.case is not None and not review.busy)
        identifier = review.case.item.id
        bar: DecisionBar = page.bar
        self.until(bar.primary.isEnabled)
        self.push(bar.primary)
        self.until(lambda: review.release.phase.value in {"ready", "checked"})
        assert review.release.passed
        self.confirm(bar)
        self.until(bar.primary.isEnabled)
        self.push(bar.primary)
        self.until(lambda: not review.release.held and not review.queue.waiting and not review.busy)
        return review._store.open(identifier).item.state


class Keys(Hand):
    """Never points at anything."""

    def push(self, button: QAbstractButton) -> None:
        self.until(lambda: button.isVisible() and button.isEnabled())
        self._reach(button)
        self.press(Qt.Key.Key_Space)

    def _reach(self, widget: QWidget) -> None:
        for _ in range(LONGEST_WAY):
            if QApplication.focusWidget() is widget:
                return
            self.press(Qt.Key.Key_Tab)
        raise AssertionError(f"Tab does not lead to {widget.accessibleName()!r}")

    def choose(self, wizard: FirstRun, language: LanguageChoice) -> None:
        # Every step puts a language in force, and the questions are asked anew in it.
        now = LANGUAGES.index(self.desktop.settings.preferences.language)
        way = LANGUAGES.index(language) - now
        for _ in range(abs(way)):
            self.press(Qt.Key.Key_Down if way > 0 else Qt.Key.Key_Up)
            QApplication.processEvents()

    def copy_back(self, key: str, copy: QAbstractButton, field: QLineEdit) -> None:
        self._reach(field)
        QTest.keyClicks(field, key)

    def open_page(self, name: str) -> None:
        place = [page.id for page in PAGES if not page.behind and not page.at_foot].index(name)
        self.press(Qt.Key(int(Qt.Key.Key_1) + place), CTRL)
        self.until(lambda: self.window.page == name)

    def bring(self, text: str) -> None:
        self.open_page("compose")
        self.press(Qt.Key.Key_J, CTRL)
        QGuiApplication.clipboard().setText(text)
        self.press(Qt.Key.Key_V, CTRL)
        self.until(lambda: self.model.draft.text == text and self.model.draft.fresh)

    def queue(self) -> None:
        self.press(Qt.Key.Key_Q, CTRL | SHIFT)
        self.until(lambda: self.model.draft.empty)

    def open_item(self, view: QAbstractItemView, row: int) -> None:
        self._reach(view)
        self.press(Qt.Key.Key_Home)
        for _ in range(row):
            self.press(Qt.Key.Key_Down)


class Mouse(Hand):
    """Never touches a key: texts come as files that are dropped, or by the menu of the right button."""

    def __init__(self, desktop: Desktop, qtbot: QtBot, folder: Path) -> None:
        super().__init__(desktop, qtbot)
        self._folder = folder
        self._files = 0

    def push(self, button: QAbstractButton) -> None:
        self.until(lambda: button.isVisible() and button.isEnabled())
        self._scroll_to(button)
        # Of a box to tick, what is pressed is its mark: the words may end before the middle.
        place = QPoint(8, button.height() // 2) if isinstance(button, QCheckBox) else button.rect().center()
        QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=place)

    @staticmethod
    def _scroll_to(widget: QWidget) -> None:
        """As the wheel does."""
        parent = widget.parentWidget()
        while parent is not None:
            if isinstance(parent, QScrollArea):
                parent.ensureWidgetVisible(widget)
            parent = parent.parentWidget()
        QApplication.processEvents()
        assert not widget.visibleRegion().isEmpty()

    def choose(self, wizard: FirstRun, language: LanguageChoice) -> None:
        button = wizard.languages[LANGUAGES.index(language)]
        self._scroll_to(button)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=QPoint(8, button.height() // 2))

    def copy_back(self, key: str, copy: QAbstractButton, field: QLineEdit) -> None:
        self.push(copy)
        place = field.rect().center()
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, field.mapToGlobal(place))
        QApplication.sendEvent(field, event)
        self.until(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
        menu = QApplication.activePopupWidget()
        paste = next(item for item in menu.actions() if item.objectName() == "edit-paste")
        QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(paste).center())
        self.until(lambda: field.text().replace(" ", "") == key)

    def open_page(self, name: str) -> None:
        self.push(self.window.rail.buttons[name])
        self.until(lambda: self.window.page == name)

    def bring(self, text: str) -> None:
        self.open_page("compose")
        self._files += 1
        path = self._folder / f"prompt-{self._files}.txt"
        path.write_text(text, "utf-8")
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path))])
        target = self.compose.prompt.editor.viewport()
        place = target.rect().center()
        arguments = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(target, QDragEnterEvent(place, *arguments))
        QApplication.sendEvent(target, QDropEvent(QPointF(place), *arguments))
        self.until(lambda: self.model.draft.text == text and self.model.draft.fresh)

    def mark(self, value: str, type_id: str) -> None:
        """Hide a value that was missed."""
        editor = self.compose.prompt.editor
        start = self.model.draft.text.index(value)
        first, last = (self._caret(place) for place in (start, start + len(value)))
        view = editor.viewport()
        QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=first)
        QTest.mouseMove(view, last)
        QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=last)
        self.until(lambda: editor.exact_text()[slice(*editor.selection())] == value)
        self.push(next(item for item in view.findChildren(QAbstractButton) if item.isVisible()))
        self.until(lambda: isinstance(QApplication.activePopupWidget(), TypePicker))
        self._take(QApplication.activePopupWidget().list, type_id)
        self.until(lambda: QApplication.activePopupWidget() is None)
        self.front()

    def _caret(self, place: int) -> QPoint:
        editor = self.compose.prompt.editor
        cursor = editor.textCursor()
        cursor.setPosition(place)
        return editor.cursorRect(cursor).center()

    @staticmethod
    def _take(lines: QListWidget, type_id: str) -> None:
        rows = [lines.item(row).data(Qt.ItemDataRole.UserRole) for row in range(lines.count())]
        line = lines.item(rows.index(type_id))
        lines.scrollToItem(line)
        QTest.mouseClick(lines.viewport(), Qt.MouseButton.LeftButton, pos=lines.visualItemRect(line).center())

    def queue(self) -> None:
        self.judge()
        self.push(self.compose.bar.park)
        self.until(lambda: self.model.draft.empty)

    def open_item(self, view: QAbstractItemView, row: int) -> None:
        index: QModelIndex = view.model().index(row, 0)
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center())
