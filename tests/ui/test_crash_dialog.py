"""What a crash left is shown whole at the next start, then the first questions come (SEC-19)."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from vault_start import Start

from app.crash_report import CrashBox
from ui.window.views.crash_dialog import CrashDialog
from ui.window.views.first_run import FirstRun

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


def box(folder: Path) -> CrashBox:
    return CrashBox(folder / "logs", lambda: "0.1.0", lambda: datetime(2026, 11, 21, tzinfo=UTC))


def test_the_report_is_shown_whole_and_goes_when_it_is_closed(start: Start, qtbot: QtBot, tmp_path: Path) -> None:
    kept = box(tmp_path)
    kept.keep(ValueError("Margaret"))
    report = kept.last()
    assert report is not None
    desktop = start()
    desktop.greet(None, kept)
    qtbot.waitUntil(lambda: desktop.window.findChild(CrashDialog) is not None)
    dialog = desktop.window.findChild(CrashDialog)
    assert dialog.report.toPlainText() == report.text
    assert "Margaret" not in dialog.report.toPlainText()
    assert desktop.window.findChild(FirstRun) is None
    dialog.copy.click()
    assert QGuiApplication.clipboard().text() == report.text
    QGuiApplication.clipboard().clear()
    dialog.close_button.click()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert kept.last() is None
    qtbot.waitUntil(lambda: desktop.window.findChild(FirstRun) is not None)
    desktop.window.findChild(FirstRun).reject()


def test_without_a_crash_nothing_is_said(start: Start, qtbot: QtBot, tmp_path: Path) -> None:
    desktop = start()
    desktop.greet(None, box(tmp_path))
    qtbot.waitUntil(lambda: desktop.window.findChild(FirstRun) is not None)
    assert desktop.window.findChild(CrashDialog) is None
    desktop.window.findChild(FirstRun).reject()
