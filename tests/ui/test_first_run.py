"""The first run: a model that is there is named, one that is not is not needed; every step can be left and resumed."""

from __future__ import annotations

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from compose_fakes import ManualWork
from model_fakes import FakeModels, server
from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot
from vault_start import Memory, Start

from core.keys.custody import SessionKeyStore
from ui.settings.viewmodels.model_ports import ServerCondition, ServerView
from ui.settings.viewmodels.servers import ServersViewModel
from ui.shared.theme.theme import Theme
from ui.shared.viewmodels.keyring import KeysViewModel
from ui.shared.viewmodels.preferences import SettingsViewModel
from ui.window.views.first_run import STEPS, FirstRun
from ui.window.views.models_found import ModelsFound

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


def found_with(theme: Theme, qtbot: QtBot, *there: ServerView) -> tuple[ModelsFound, ManualWork, FakeModels]:
    work, port = ManualWork(), FakeModels(there)
    settings = SettingsViewModel(Memory(), KeysViewModel(work, SessionKeyStore()))
    shown = ModelsFound(theme, ServersViewModel(work, port, settings))
    qtbot.addWidget(shown)
    assert port.searched == [], "nothing is looked for before the step is open"
    shown.show()
    assert "Looking" in shown.result.text()
    assert not shown.again.isEnabled()
    work.run_all()
    return shown, work, port


def test_a_server_with_models_is_named_with_their_number(theme: Theme, qtbot: QtBot) -> None:
    shown, _work, _port = found_with(theme, qtbot, server())
    assert shown.result.text().startswith("Found LM Studio with 2 model"), "the one that runs elsewhere does not count"
    assert shown.result.accessibleDescription() == shown.result.text()


def test_none_found_is_no_obstacle_and_can_be_looked_for_again(theme: Theme, qtbot: QtBot) -> None:
    shown, work, port = found_with(theme, qtbot, server(ServerCondition.ABSENT))
    assert shown.result.text().startswith("None found. The program works without one")
    port.there = (server(),)
    shown.again.click()
    assert "Looking" in shown.result.text()
    work.run_all()
    assert shown.result.text().startswith("Found LM Studio with 2 model")


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        (ServerCondition.UNAUTHORIZED, "Found LM Studio: wants a key."),
        (ServerCondition.STARTING, "Found LM Studio: loading."),
        (ServerCondition.REMOTE, "Found LM Studio: runs elsewhere."),
        (ServerCondition.WRONG_SERVICE, "None found."),
    ],
)
def test_a_server_that_is_not_ready_says_why(
    theme: Theme, qtbot: QtBot, condition: ServerCondition, words: str
) -> None:
    shown, _work, _port = found_with(theme, qtbot, server(condition))
    assert shown.result.text().startswith(words)


def test_every_step_can_be_left_and_is_taken_up_again(start: Start, qtbot: QtBot) -> None:
    desktop = start()
    desktop.servers.search = lambda: None  # type: ignore[method-assign]

    def opened() -> FirstRun:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        desktop.window.open_setup()
        found = desktop.window.findChild(FirstRun)
        assert found is not None
        return found

    for step in range(STEPS - 1):
        wizard = opened()
        assert wizard.pages.currentIndex() == step
        wizard.later.click()
        again = opened()
        assert again.pages.currentIndex() == step, "left here, taken up here"
        again.next.click()
        again.done(0)
    last = opened()
    assert last.pages.currentIndex() == STEPS - 1
    last.later.click()
    assert desktop.settings.preferences.welcomed == STEPS, "left at the last step, it is not asked again"
