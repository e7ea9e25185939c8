"""Finding: conversations mixed. A vault that is made between two prompts kept a run of one under the other."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from pytestqt.qtbot import QtBot
from vault_start import Start, idle, make_vault, type_and_judge

from app.window.desktop import Desktop
from core.store.repositories import VaultPort
from ui.release.viewmodels.phases import Phase
from ui.shared.viewmodels.preferences import MANUAL

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


def opened(desktop: Desktop) -> VaultPort:
    assert desktop.vault.vault is not None
    return desktop.vault.vault


def answered(desktop: Desktop, qtbot: QtBot) -> None:
    """One turn, by hand."""
    type_and_judge(desktop, qtbot)
    desktop.compose.act()
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.AWAITING)
    desktop.compose.set_pasted("Walk slowly.")
    desktop.compose.act()
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.ANSWERED)


def test_a_verdict_from_before_the_vault_is_kept_with_its_own_conversation(start: Start, qtbot: QtBot) -> None:
    desktop = start()
    desktop.settings.update(destination=MANUAL.id)
    type_and_judge(desktop, qtbot)
    made_in = desktop.compose.conversation.id
    make_vault(desktop, qtbot)
    # Opened for editing and left: the verdict counts again, while the person goes on to something else.
    desktop.compose.begin_edit()
    desktop.compose.hand.discard()
    desktop.compose.new_conversation()
    now = desktop.compose.conversation.id
    assert now != made_in
    idle(desktop, qtbot)
    vault = opened(desktop)
    assert vault.runs.of_conversation(now) == ()
    (line,) = vault.runs.of_conversation(made_in)
    assert vault.runs.load(line.id).conversation_id == made_in
    answered(desktop, qtbot)
    idle(desktop, qtbot)
    assert [turn.run_id for turn in vault.conversations.load(now).turns] == [
        item.id for item in vault.runs.of_conversation(now)
    ]
    assert vault.conversations.load(now).tokens != ()
    assert len(vault.runs.of_conversation(made_in)) == 1


def test_what_is_kept_late_leaves_the_turns_of_its_conversation_as_they_are(start: Start, qtbot: QtBot) -> None:
    desktop = start()
    desktop.settings.update(destination=MANUAL.id)
    make_vault(desktop, qtbot)
    answered(desktop, qtbot)
    (turn,) = desktop.compose.turns
    conversation, outcome = turn.delivery.conversation, turn.delivery.outcome
    idle(desktop, qtbot)
    desktop.compose.new_conversation()
    other = replace(outcome)
    identifier = desktop.autosave.run_of(other, conversation)
    idle(desktop, qtbot)
    vault = opened(desktop)
    assert len(vault.conversations.load(conversation.id).turns) == 1
    assert vault.runs.load(identifier).conversation_id == conversation.id
    desktop.window.show_page("history")
    qtbot.waitUntil(lambda: len(desktop.history.rows) == 1)
    desktop.history.delete((conversation.id,))
    qtbot.waitUntil(lambda: desktop.history.rows == [])
    again = replace(outcome)
    assert desktop.autosave.run_of(again, conversation) == "", "what a person deleted does not come back"


def test_turns_from_before_the_vault_do_not_get_the_steps_of_the_newest_run(start: Start, qtbot: QtBot) -> None:
    desktop = start()
    desktop.settings.update(destination=MANUAL.id)
    answered(desktop, qtbot)
    answered(desktop, qtbot)
    make_vault(desktop, qtbot)
    idle(desktop, qtbot)
    vault = opened(desktop)
    stored = vault.conversations.load(desktop.compose.conversation.id)
    first, second = (vault.runs.load(turn.run_id) for turn in stored.turns)
    assert first.started_at < second.started_at
    assert (bool(first.events), bool(second.events)) == (False, True)
