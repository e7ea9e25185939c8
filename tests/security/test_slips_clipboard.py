"""Finding: selecting text ended the clearing of the clipboard, PRIMARY got restored values, and an answer that was
copied in History was never cleared."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.resources import resource_root
from ui.shared.document.answer_panes import ReadingPane
from ui.shared.theme.theme import Theme
from ui.shared.widgets.clipboard_guard import CLEAR_SECONDS, ClipboardGuard
from ui.shared.widgets.secret_mime import secret_mime

WINDOW = Path(__file__).parents[1] / "x11_clipboard.py"
REPOSITORY = Path(__file__).parents[2]
VALUES = ("Dear Iris Kettle, rest.", "亲爱的江采薇，请多休息。")


@pytest.fixture
def guard(qtbot: QtBot) -> Iterator[ClipboardGuard]:
    made = ClipboardGuard()
    yield made
    made.clear_now()
    QGuiApplication.clipboard().clear()
    made.deleteLater()


@pytest.mark.parametrize("value", VALUES)
def test_what_any_pane_of_answers_copies_is_cleared(guard: ClipboardGuard, qtbot: QtBot, value: str) -> None:
    assert QApplication.instance() is not None
    pane = ReadingPane(Theme(resource_root()), None)
    qtbot.addWidget(pane)
    pane.setPlainText(value)
    pane.show()
    pane.selectAll()
    qtbot.keyClick(pane, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == value
    assert guard.remaining == CLEAR_SECONDS
    for _ in range(CLEAR_SECONDS):
        guard._count()
    assert QGuiApplication.clipboard().text() == ""


def test_what_another_program_marked_is_left_alone(guard: ClipboardGuard) -> None:
    theirs = QMimeData()
    theirs.setText("of a password manager")
    theirs.setData("x-kde-passwordManagerHint", secret_mime("").data("x-kde-passwordManagerHint"))
    QGuiApplication.clipboard().setMimeData(theirs)
    assert guard.remaining == 0
    assert QGuiApplication.clipboard().text() == "of a password manager"


@pytest.fixture
def screen() -> Iterator[str]:
    """Address of a screen of X11 that nobody sees."""
    server = shutil.which("Xvfb")
    if sys.platform != "linux" or server is None:
        pytest.skip("no X11 server is installed here")
    told, tells = os.pipe()
    started = subprocess.Popen(
        [server, "-displayfd", str(tells), "-screen", "0", "1024x700x24", "-nolisten", "tcp"],
        pass_fds=(tells,),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(tells)
    try:
        with os.fdopen(told) as pipe:
            number = pipe.readline().strip()
        if not number:
            pytest.skip("the X11 server did not start")
        yield f":{number}"
    finally:
        started.terminate()
        started.wait()


def test_selecting_keeps_the_clearing_and_primary_gets_no_value_on_x11(screen: str) -> None:
    environment = {**os.environ, "DISPLAY": screen, "QT_QPA_PLATFORM": "xcb", "PYTHONPATH": str(REPOSITORY)}
    command = [sys.executable, str(WINDOW), "owner", str(resource_root())]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if "Could not load the Qt platform plugin" in run.stderr:
        pytest.skip("Qt has no X11 here")
    assert run.returncode == 0, run.stderr
    first, *steps = map(json.loads, run.stdout.splitlines())
    assert first == {"supported": True, "selected": "Iris"}
    seen = {step["step"]: (step["clipboard"], step["primary"], step["left"]) for step in steps}
    answer = seen["copied"][0]
    assert "Iris Kettle" in answer
    assert seen == {
        "selected": ("", "", 0),
        "copied": (answer, "", CLEAR_SECONDS),
        "selected after copying": (answer, "", CLEAR_SECONDS),
        "selected elsewhere": (answer, "note", CLEAR_SECONDS),
        "counted": ("", "note", 0),
    }
