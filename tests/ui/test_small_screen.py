"""The window on a screen with less room than it needs: nothing is out of reach (UI-19)."""

from __future__ import annotations

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from vault_start import Start, make_vault, type_and_judge

from ui.shared.viewmodels.preferences import LanguageChoice
from ui.shared.widgets.page_stack import PageStack
from ui.shared.widgets.whole_text import WholeText
from ui.window.views.main_window import MINIMUM
from ui.window.views.overflow_area import OverflowArea, fitting

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


def test_a_window_is_never_larger_than_its_screen() -> None:
    assert fitting((1280, 720), QSize(640, 360)) == QSize(640, 360)
    assert fitting((1280, 720), QSize(1920, 1080)) == QSize(1280, 720)


def test_what_does_not_fit_is_reached_by_scrolling_and_by_the_keyboard(qtbot: QtBot) -> None:
    content = QWidget()
    content.setMinimumSize(960, 620)
    column = QVBoxLayout(content)
    first, last = QPushButton("first"), QPushButton("last")
    column.addWidget(first)
    column.addStretch(1)
    column.addWidget(last, 0, Qt.AlignmentFlag.AlignRight)
    area = OverflowArea(content)
    qtbot.addWidget(area)
    area.resize(640, 360)
    area.show()
    first.setFocus()
    assert last.visibleRegion().isEmpty()
    qtbot.keyClick(first, Qt.Key.Key_Tab)
    qtbot.waitUntil(lambda: not last.visibleRegion().isEmpty())
    assert content.width() >= MINIMUM[0]


def test_the_program_has_no_scroll_bars_where_there_is_room(start: Start, qtbot: QtBot) -> None:
    desktop = start()
    window = desktop.window
    window.resize(*MINIMUM)
    area = window.centralWidget()
    assert isinstance(area, OverflowArea)
    qtbot.waitUntil(lambda: window.shade.width() >= MINIMUM[0])
    window.setMinimumSize(0, 0)
    window.resize(640, 360)
    qtbot.waitUntil(lambda: area.horizontalScrollBar().maximum() > 0 and area.verticalScrollBar().maximum() > 0)
    assert window.shade.width() >= MINIMUM[0]


def test_a_high_page_does_not_make_a_low_one_scroll(qtbot: QtBot) -> None:
    """Words that wrap ask for their height in another way: of the page on show, and of no other."""
    content = QWidget()
    row = QHBoxLayout(content)
    stack = PageStack(content)
    row.addWidget(stack)
    high, low = (QLabel("What was measured, by whom, how often. " * times) for times in (200, 1))
    for words in (high, low):
        words.setWordWrap(True)
        page = WholeText()
        QVBoxLayout(page).addWidget(words)
        stack.addWidget(page)
    holder = PageStack()
    holder.addWidget(content)
    area = OverflowArea(holder)
    qtbot.addWidget(area)
    area.resize(400, 300)
    area.show()
    bar = area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0 and stack.height() >= high.heightForWidth(high.width()))
    stack.setCurrentIndex(1)
    qtbot.waitUntil(lambda: bar.maximum() == 0)
    assert holder.height() == area.viewport().height()


@pytest.mark.parametrize("language", [LanguageChoice.EN, LanguageChoice.ZH])
@pytest.mark.parametrize(("width", "scale"), [(1024, 1.0), (1280, 2.0)])
def test_every_page_of_an_open_vault_is_as_wide_as_a_small_screen(
    start: Start, qtbot: QtBot, language: LanguageChoice, width: int, scale: float
) -> None:
    """With a verdict and its details on show: nothing has to be looked for beyond the right edge."""
    desktop = start()
    window = desktop.window
    desktop.settings.update(language=language)
    make_vault(desktop, qtbot)
    window.scale_text(scale - 1.0, (0.8, 2.0))
    window.resize(width, 720)
    type_and_judge(desktop, qtbot)
    window.compose.bar.details.setChecked(True)
    for name in window.made:
        window.show_page(name)
        # What was shown or hidden a moment ago has its place only after the next layout.
        qtbot.waitUntil(lambda: window.shade.minimumSizeHint().width() <= width)
    window.scale_text(0.0, (0.8, 2.0))


def test_a_long_reason_does_not_widen_a_small_screen(start: Start, qtbot: QtBot) -> None:
    window = start().window
    window.resize(1024, 700)
    bar = window.compose.bar
    bar.setVisible(True)
    bar.reason.setVisible(True)
    bar.reason.setText("somebody could be recognised by these words " * 8)
    qtbot.waitUntil(lambda: bar.reason.minimumSizeHint().width() <= 1024)
