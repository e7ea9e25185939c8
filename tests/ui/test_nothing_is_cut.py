"""No text is cut: not on a small window, not with text at twice its size, in neither language (UI-19, UI-25)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QSplitter,
    QStyle,
    QStyleOptionComboBox,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot
from vault_start import PASSPHRASE, Start, make_vault, type_and_judge

from app.window.desktop import Desktop
from ui.shared.theme.theme import Look, Theme
from ui.shared.theme.tokens import SchemeChoice
from ui.shared.viewmodels.preferences import LanguageChoice
from ui.shared.widgets.choice_box import ChoiceBox
from ui.shared.widgets.popover import Explained, Popover, paragraphs
from ui.shared.widgets.whole_text import WholeText
from ui.vault.viewmodels.vault import VaultPhase

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

SIZES = [(1024, 700, 1.0), (1280, 720, 2.0), (1280, 720, 1.0)]
"""Each with another size of text than the one before, so that all pages are built anew."""
LANGUAGES = [LanguageChoice.EN, LanguageChoice.ZH]


def cut(root: QWidget) -> list[str]:
    """Texts that have less room than they need."""
    found = []
    for part in root.findChildren(QWidget):
        if not part.isVisibleTo(root) or (part.visibleRegion().isEmpty() and not inside_scroll(part)):
            continue
        if isinstance(part, QLabel) and part.text():
            room, need = part.contentsRect(), part.fontMetrics()
            if part.wordWrap():
                flags = int(Qt.TextFlag.TextWordWrap)
                box = need.boundingRect(QRect(0, 0, max(room.width(), 1), 100_000), flags, part.text())
                short = box.height() > room.height() + 2 or box.width() > room.width() + 2
            else:
                short = need.horizontalAdvance(part.text()) > room.width() + 2 and not part.toolTip()
            if short:
                found.append(f"label {part.text()[:50]!r} {part.size().toTuple()}")
        elif isinstance(part, QAbstractButton) and part.text():
            need_size = part.minimumSizeHint()
            if (part.width(), part.height()) < (need_size.width() - 2, 0) or part.height() < need_size.height() - 2:
                found.append(f"button {part.text()[:50]!r} {part.size().toTuple()} {need_size.toTuple()}")
        else:
            found += short_of_room(part)
    return found


def short_of_room(part: QWidget) -> list[str]:
    """The same of boxes, fields, tabs and headings, which paint their text themselves."""
    need = part.fontMetrics()
    if isinstance(part, QComboBox):
        option = QStyleOptionComboBox()
        part.initStyleOption(option)
        place = QStyle.SubControl.SC_ComboBoxEditField
        room = part.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, place, part).width()
        short = need.horizontalAdvance(part.currentText()) > room + 2 and not part.isEditable()
        return [f"box {part.currentText()!r} {room}"] if short else []
    if isinstance(part, QTabBar):
        texts = [part.tabText(tab) for tab in range(part.count()) if part.isTabVisible(tab)]
        rooms = [part.tabRect(tab).width() for tab in range(part.count()) if part.isTabVisible(tab)]
        found = [text for text, room in zip(texts, rooms, strict=True) if need.horizontalAdvance(text) > room]
        return found + ([f"tabs {texts} {part.width()}"] if sum(rooms) > part.width() + 2 else [])
    if isinstance(part, QHeaderView) and part.orientation() is Qt.Orientation.Horizontal:
        model = part.model()
        names = [str(model.headerData(row, part.orientation()) or "") for row in range(part.count())]
        rooms = [part.sectionSize(row) for row in range(part.count())]
        pairs = [(name, room) for name, room in zip(names, rooms, strict=True) if need.horizontalAdvance(name) > room]
        return [f"heading {name!r} {room}" for name, room in pairs if room]
    return []


def inside_scroll(part: QWidget) -> bool:
    parent = part.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea):
            return True
        parent = parent.parentWidget()
    return False


@pytest.fixture
def usual_look(theme: Theme, qapp: QApplication) -> Iterator[None]:
    yield
    theme.apply(qapp, Look(SchemeChoice.LIGHT))


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_popover_shows_all_of_its_text(
    qtbot: QtBot, theme: Theme, qapp: QApplication, usual_look: None, scale: float
) -> None:
    theme.apply(qapp, Look(SchemeChoice.LIGHT, text_scale=scale))
    owner = QWidget()
    qtbot.addWidget(owner)
    owner.show()
    words = "What was measured, by whom, how often, and what it does not say. " * 6
    for count in (1, 3, 12):
        rows = [("A heading of some length", words)] * count + [("", words)]
        popover = Popover(
            theme, Explained("A title that is long enough to need more than one line here", paragraphs(rows)), owner
        )
        popover.open_beside(QRect(QPoint(10, 10), owner.size()))
        QApplication.processEvents()
        assert cut(popover) == []
        room = popover.screen().availableGeometry()
        assert room.contains(popover.geometry())
        popover.close()


def settle() -> None:
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    for _ in range(6):
        QApplication.processEvents()


def stand(desktop: Desktop, width: int, height: int, scale: float) -> None:
    desktop.window.resize(width, height)
    desktop.window.scale_text(scale - desktop.settings.preferences.text_scale, (0.8, 2.0))
    settle()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lock_page_shows_all_of_its_text(start: Start, qtbot: QtBot, language: LanguageChoice) -> None:
    desktop = start()
    desktop.settings.update(language=language)
    make_vault(desktop, qtbot, PASSPHRASE)
    desktop.vault.lock()
    qtbot.waitUntil(lambda: desktop.vault.phase is VaultPhase.LOCKED and not desktop.vault.busy)
    found = {}
    for size in SIZES:
        stand(desktop, *size)
        screen = desktop.window.lock_screen
        found[size] = cut(screen)
        screen.other.click()
        settle()
        found[size] += cut(screen)
    assert {size: texts for size, texts in found.items() if texts} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_ui_19_the_pages_show_all_of_their_text(start: Start, qtbot: QtBot, language: LanguageChoice) -> None:
    desktop = start()
    desktop.settings.update(language=language)
    type_and_judge(desktop, qtbot)
    found = {}
    for size in SIZES:
        stand(desktop, *size)
        for room in desktop.window.made:
            desktop.window.show_page(room)
            settle()
            found[size, room] = cut(desktop.window.made[room])
    assert {where: texts for where, texts in found.items() if texts} == {}


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_line_of_text_is_the_least_height_of_what_is_pressed_or_filled_in(
    qtbot: QtBot, theme: Theme, qapp: QApplication, usual_look: None, scale: float
) -> None:
    """A least height of the style sheet takes the place of what the text asks for: in too little room it is all."""
    theme.apply(qapp, Look(SchemeChoice.LIGHT, text_scale=scale))
    page = QWidget()
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    pressed = ("", "primary", "danger", "quiet", "choice", "link", "figure", "option")
    roles: dict[type[QAbstractButton], tuple[str, ...]] = {
        QPushButton: pressed,
        QToolButton: ("", "segment", "picker", "nav"),
        QCheckBox: ("",),
        QRadioButton: ("",),
    }
    for kind, names in roles.items():
        for name in names:
            button = kind(page)
            button.setText("Answer 回答")
            button.setProperty("role", name)
            column.addWidget(button)
    column.addWidget(QLineEdit("Answer 回答", page))
    page.show()
    page.resize(page.width(), 10)
    settle()
    low = [
        f"{type(each).__name__} {each.property('role')} {each.height()} {each.minimumSizeHint().height()}"
        for each in page.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        if each.height() < each.minimumSizeHint().height() - 2
    ]
    assert low == []


def test_a_frame_is_as_high_as_its_text_that_wraps(qtbot: QtBot) -> None:
    """Also in a splitter, which asks nobody for the height at a width."""
    splitter = QSplitter(Qt.Orientation.Vertical)
    qtbot.addWidget(splitter)
    frame = WholeText()
    words = QLabel("What was measured, by whom, how often. " * 8, frame)
    words.setWordWrap(True)
    QVBoxLayout(frame).addWidget(words)
    splitter.addWidget(frame)
    splitter.addWidget(QWidget())
    splitter.show()
    for width in (900, 250, 500):
        splitter.resize(width, 400)
        splitter.setSizes([0, 400])
        settle()
        assert cut(frame) == []
        assert frame.minimumSizeHint().height() == words.heightForWidth(words.width()) + 2 * words.y()


def test_an_opened_list_shows_whole_lines(qtbot: QtBot, theme: Theme) -> None:
    box = ChoiceBox(theme)
    qtbot.addWidget(box)
    box.setFixedWidth(90)
    box.offer(("A line that is much longer than the box that opens it", 1), ("short", 2))
    box.show()
    box.showPopup()
    assert box.view().width() >= box.view().sizeHintForColumn(0)
    box.hidePopup()
