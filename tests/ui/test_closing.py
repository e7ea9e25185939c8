"""Closing the window in the middle of anything: all threads end, the exit code is 0, nothing is remembered (SEC-25)."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from compose_fakes import NAME, FakeEngine
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from unhurried import PROGRAM_SECONDS

from app.window.desktop import Desktop
from core.domain.events import CancelToken
from core.keys.custody import SessionKeyStore
from ui.release.viewmodels.phases import EngineState, Phase
from ui.shared.viewmodels.preferences import LanguageChoice, Preferences

ROOT = Path(__file__).resolve().parents[2]
CHILD = """
import sys, threading
from PySide6.QtCore import QTimer
import app.window.desktop as window
from compose_fakes import FakeEngine

app = window.application()
building = threading.Event()

def never_ready(_root):
    building.set()
    threading.Event().wait()

def close_when_building():
    if building.is_set():
        app.closeAllWindows()
    else:
        QTimer.singleShot(5, close_when_building)

QTimer.singleShot(0, close_when_building)
window.END_SECONDS = 0.1
sys.exit(window.open_window(never_ready if sys.argv[1] == "stuck" else lambda root: building.set() or FakeEngine()))
"""


class Kept:
    def load(self) -> Preferences:
        return Preferences(language=LanguageChoice.EN)

    def save(self, preferences: Preferences) -> None:
        """Nothing is changed here."""


class HeedingEngine(FakeEngine):
    """Sanitizes until it is told to stop."""

    def __init__(self) -> None:
        super().__init__()
        self.entered = threading.Event()

    def sanitize(self, *_args: Any, cancel: CancelToken | None = None, **_kwargs: Any) -> Any:
        token = cancel or _args[-1]
        self.entered.set()
        while True:
            token.check()


def desktop_with(qapp: QApplication, make_engine: Callable[[Path], Any]) -> Desktop:
    desktop = Desktop(qapp, make_engine, preferences=Kept(), find_keys=SessionKeyStore)
    desktop.start()
    return desktop


def close(desktop: Desktop) -> bool:
    desktop.window.close()
    ended = desktop.stop()
    desktop.window.deleteLater()
    desktop.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return ended


def test_closing_while_the_engine_loads_waits_for_it(qapp: QApplication, qtbot: QtBot) -> None:
    began, released = threading.Event(), threading.Event()

    def slow(_root: Path) -> FakeEngine:
        began.set()
        released.wait()
        return FakeEngine()

    desktop = desktop_with(qapp, slow)
    qtbot.waitUntil(began.is_set)
    timer = threading.Timer(1.5, released.set)  # longer than the wait for sockets alone
    timer.start()
    assert close(desktop)
    assert desktop.compose.engine_state is EngineState.LOADING
    timer.join()


def test_closing_during_a_run_ends_it(qapp: QApplication, qtbot: QtBot) -> None:
    engine = HeedingEngine()
    desktop = desktop_with(qapp, lambda _root: engine)
    qtbot.waitUntil(lambda: desktop.compose.engine_state is EngineState.READY)
    desktop.window.compose.prompt.editor.insert_exact(f"I am {NAME}.")
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.PROPOSED)
    desktop.compose.act()
    qtbot.waitUntil(engine.entered.is_set)
    assert close(desktop)


@pytest.mark.parametrize("engine", ["stuck", "ready"])
def test_the_process_ends_by_itself(engine: str, tmp_path: Path) -> None:
    path = os.pathsep.join((str(ROOT), str(ROOT / "tests" / "ui")))
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "DRSL_HOME": str(tmp_path), "PYTHONPATH": path}
    command = [sys.executable, "-c", CHILD, engine]
    done = subprocess.run(command, env=environment, capture_output=True, timeout=PROGRAM_SECONDS)
    assert (done.returncode, done.stderr) == (0, b"")


def test_nothing_of_a_prompt_is_remembered_or_in_a_title(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DRSL_HOME", str(tmp_path))
    desktop = Desktop(qapp, lambda _root: FakeEngine(), find_keys=SessionKeyStore)
    desktop.start()
    qtbot.waitUntil(lambda: desktop.compose.engine_state is EngineState.READY)
    qtbot.keyClicks(desktop.window.compose.prompt.editor, f"I am {NAME}.")
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.PROPOSED)
    desktop.window.compose.sent.show_changes(True)
    desktop.settings.update(language=LanguageChoice.EN)
    titles = [widget.windowTitle() for widget in QApplication.topLevelWidgets()]
    assert not any(NAME in title for title in titles)
    assert close(desktop)
    stored = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert not any(NAME.encode() in data or NAME.encode("utf-16-le") in data for data in stored)
