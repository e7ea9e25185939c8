"""Lock hides everything at once, from every page, from a dialog, from a menu (UI-39); shown by order, not by time."""

from __future__ import annotations

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot
from vault_start import CANARY, Start, make_vault, texts_of, type_and_judge

from app.window.desktop import Desktop
from ui.vault.viewmodels.vault import VaultPhase
from ui.window.views.first_run import FirstRun

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


def covered(desktop: Desktop) -> bool:
    """Nothing but the lock page is on the screen."""
    window = desktop.window
    others = [item for item in QApplication.topLevelWidgets() if item is not window and item.isVisible()]
    return window.shade.currentWidget() is window.lock_screen and not others


def watch(desktop: Desktop) -> list[bool]:
    """Whether everything was hidden when the slow part of locking began."""
    seen: list[bool] = []
    vault, closing = desktop.vault, desktop.vault.closing
    closing.disconnect()
    closing.connect(lambda: seen.append(covered(desktop)))
    closing.connect(desktop.autosave.close)
    vault.closed.connect(lambda: seen.append(covered(desktop)))
    return seen


def test_ui_39_everything_is_hidden_before_anything_else_is_done(start: Start, qtbot: QtBot) -> None:
    desktop = start()
    make_vault(desktop, qtbot)
    type_and_judge(desktop, qtbot)
    desktop.window.compose.show_certificate()
    assert not covered(desktop)
    seen = watch(desktop)
    desktop.vault.lock()
    assert seen == [True, True]
    assert covered(desktop)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not any(CANARY in text for text in texts_of(desktop.window))


@pytest.mark.parametrize("page", ["compose", "review", "library", "history", "settings", "engine"])
def test_every_page_has_the_button(start: Start, qtbot: QtBot, page: str) -> None:
    desktop = start()
    make_vault(desktop, qtbot)
    desktop.window.show_page(page)
    button = desktop.window.rail.lock
    assert button.isVisible()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert covered(desktop)
    assert desktop.vault.phase is VaultPhase.LOCKED


def test_the_header_has_the_button_too(start: Start, qtbot: QtBot) -> None:
    desktop = start()
    make_vault(desktop, qtbot)
    assert "Ctrl+L" in desktop.window.header.lock.toolTip()
    QTest.mouseClick(desktop.window.header.lock, Qt.MouseButton.LeftButton)
    assert covered(desktop)


def test_the_key_works_in_a_dialog(start: Start, qtbot: QtBot) -> None:
    desktop = start()
    make_vault(desktop, qtbot)
    type_and_judge(desktop, qtbot)
    desktop.window.compose.show_certificate()
    dialog = desktop.window.findChild(QDialog)
    dialog.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWindow() is dialog.windowHandle())
    QTest.keyClick(dialog.windowHandle(), Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: desktop.vault.phase is VaultPhase.LOCKED)
    assert covered(desktop)


def test_a_menu_is_hidden_as_well(start: Start, qtbot: QtBot) -> None:
    desktop = start()
    make_vault(desktop, qtbot)
    desktop.window.header.picker.menu().popup(desktop.window.pos())
    assert not covered(desktop)
    desktop.vault.lock()
    assert covered(desktop)


def test_without_a_vault_the_button_leads_to_one(start: Start, qtbot: QtBot) -> None:
    desktop = start()
    assert "vault" in desktop.window.rail.lock.toolTip()
    QTest.mouseClick(desktop.window.rail.lock, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: desktop.window.findChild(FirstRun) is not None)
    desktop.window.findChild(FirstRun).reject()
