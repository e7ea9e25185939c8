"""Starts of the program on one profile with a vault, for tests of what it keeps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from compose_fakes import FakeEngine
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPlainTextEdit, QTextEdit, QWidget
from pytestqt.qtbot import QtBot
from vault_cases import RememberingStore
from window_fixtures import look_plain

from app.window.desktop import Desktop
from core.domain.secret import Secret
from ui.release.viewmodels.phases import EngineState, Phase
from ui.shared.viewmodels.preferences import LanguageChoice, Preferences
from ui.vault.viewmodels.vault import VaultPhase

CANARY = "Margaret"
PROMPT = f"I am {CANARY}, quokka zephyr."
PASSPHRASE = "a long passphrase"


class Memory:
    def __init__(self) -> None:
        self.preferences = Preferences(language=LanguageChoice.EN)

    def load(self) -> Preferences:
        return self.preferences

    def save(self, preferences: Preferences) -> None:
        self.preferences = preferences


Start = Callable[..., Desktop]
"""`start(make_engine)`: an engine like `FakeEngine` by default."""


@pytest.fixture
def store() -> RememberingStore:
    return RememberingStore()


@pytest.fixture
def start(qapp: QApplication, qtbot: QtBot, tmp_path: Path, store: RememberingStore) -> Iterator[Start]:
    """A start of the program on one profile; what was started last is closed before the next."""
    running: list[Desktop] = []

    def close() -> None:
        while running:
            end(running.pop())

    def begin(make_engine: Callable[[], FakeEngine] = FakeEngine) -> Desktop:
        close()
        made = Desktop(
            qapp, lambda _root: make_engine(), preferences=Memory(), find_keys=lambda: store, vault_folder=tmp_path
        )
        running.append(made)
        made.start()
        qtbot.waitUntil(lambda: made.compose.engine_state is EngineState.READY)
        return made

    yield begin
    close()


def end(desktop: Desktop) -> None:
    desktop.window.close()
    assert desktop.stop()
    look_plain(QApplication.instance())
    desktop.window.deleteLater()
    desktop.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def make_vault(desktop: Desktop, qtbot: QtBot, passphrase: str = "") -> str:
    vault = desktop.vault
    vault.begin(Secret(passphrase) if passphrase else None)
    qtbot.waitUntil(lambda: bool(vault.recovery))
    key = vault.recovery
    vault.confirm(key)
    qtbot.waitUntil(lambda: vault.phase is VaultPhase.OPEN and not vault.busy and is_read(desktop))
    vault.look()
    qtbot.waitUntil(lambda: not vault.busy)
    return key


def is_read(desktop: Desktop) -> bool:
    return desktop.window.shade.currentIndex() == 0


def type_and_judge(desktop: Desktop, qtbot: QtBot) -> None:
    desktop.window.compose.prompt.editor.insertPlainText(PROMPT)
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.PROPOSED)
    desktop.compose.act()
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.PASSED and desktop.compose.parcel is not None)


def idle(desktop: Desktop, qtbot: QtBot) -> None:
    """Everything that was handed to the vault is on the disk."""
    done: list[object] = []
    desktop.vault_pool.submit(lambda _c, _p: None, done.append, done.append)
    qtbot.waitUntil(lambda: bool(done))


def texts_of(widget: QWidget) -> Iterator[str]:
    for item in (widget, *widget.findChildren(QWidget)):
        yield from (item.windowTitle(), item.toolTip(), item.accessibleName(), item.accessibleDescription())
        if isinstance(item, QPlainTextEdit | QTextEdit):
            yield item.toPlainText()
        elif isinstance(item, QLabel | QLineEdit):
            yield item.text()
