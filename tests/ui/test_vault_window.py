"""The vault in the window: first run, saving, locking, going on, reading (UI-01, UI-08, UI-39, UI-40, SEC-08)."""

from __future__ import annotations

import gc
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from vault_cases import RememberingStore
from vault_start import CANARY, PASSPHRASE, PROMPT, Start, idle, is_read, make_vault, texts_of, type_and_judge

from app.vault.autolock import AutoLock
from core.domain.release import SendState
from core.domain.sending import SendRecord
from core.engine.outcome import Outcome, Preview
from core.restore.pieces import RestoredValue
from core.store.audit_records import AuditReport
from ui.release.viewmodels.phases import Phase
from ui.release.viewmodels.turns import Turn
from ui.shared.viewmodels.corrections import Scope
from ui.shared.viewmodels.preferences import MANUAL
from ui.vault.viewmodels.vault import VaultPhase, wait_after
from ui.vault.views.audit_dialog import AuditDialog
from ui.window.views.first_run import STEPS, VAULT_STEP, FirstRun

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


def test_without_a_vault_nothing_is_written_and_the_window_says_so(start: Start, qtbot: QtBot, tmp_path: Path) -> None:
    desktop = start()
    type_and_judge(desktop, qtbot)
    assert "no vault" in desktop.window.banner.text.text()
    assert not desktop.window.banner.isHidden()
    assert not desktop.window.registry.action("program.lock").isEnabled()
    assert list(tmp_path.iterdir()) == []


def test_ui_01_first_run_has_four_steps_and_is_taken_up_where_it_was_left(start: Start, qtbot: QtBot) -> None:
    desktop = start()
    desktop.window.open_setup()
    wizard = desktop.window.findChild(FirstRun)
    assert wizard.pages.count() == STEPS <= 4
    wizard.next.click()
    wizard.next.click()
    wizard.later.click()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    desktop.window.open_setup()
    wizard = desktop.window.findChild(FirstRun)
    assert wizard.pages.currentIndex() == VAULT_STEP - 1
    wizard.languages[2].click()
    qtbot.waitUntil(lambda: wizard.title.text().startswith("本机"))
    wizard.next.click()
    qtbot.waitUntil(lambda: wizard.setup.next.isEnabled())
    wizard.setup.next.click()
    qtbot.waitUntil(lambda: bool(desktop.vault.recovery))
    key = desktop.vault.recovery
    assert wizard.setup.sheet.key.text().replace("\n", "-") == key
    wizard.setup.sheet.typed.setText("0" * 56)
    wizard.setup.next.click()
    assert desktop.vault.problem is not None
    assert desktop.vault.phase is VaultPhase.ABSENT
    wizard.setup.sheet.typed.setText(key.lower().replace("-", " "))
    wizard.setup.next.click()
    qtbot.waitUntil(lambda: wizard.setup.done)
    wizard.setup.next.click()
    assert desktop.settings.preferences.welcomed == STEPS
    assert desktop.vault.recovery == ""


def test_ui_08_text_cursor_and_decisions_come_back_after_a_restart(start: Start, qtbot: QtBot) -> None:
    desktop = start()
    make_vault(desktop, qtbot)
    editor = desktop.window.compose.prompt.editor
    editor.insertPlainText(PROMPT)
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.PROPOSED)
    desktop.compose.draft.choose_level("a1", 0, "she asked for it")
    desktop.compose.draft.hide(20, 26, "PERSON", Scope.ALWAYS)
    editor.set_place(7)
    again = start()
    qtbot.waitUntil(lambda: again.compose.draft.text == PROMPT)
    assert again.window.compose.prompt.editor.exact_text() == PROMPT
    qtbot.waitUntil(lambda: again.window.compose.prompt.editor.place == 7)
    decisions = again.compose.draft.corrections
    assert decisions.draft.levels["a1"].reason == "she asked for it"
    assert decisions.draft.added[0].start == 20
    assert decisions.lasting.hide == {PROMPT[20:26]: "PERSON"}
    again.compose.new_conversation()
    assert again.compose.draft.corrections.lasting.hide == {PROMPT[20:26]: "PERSON"}


def test_ui_40_lock_leaves_nothing_of_a_text_in_any_widget_or_model(
    start: Start, qtbot: QtBot, store: RememberingStore
) -> None:
    desktop = start()
    make_vault(desktop, qtbot)
    type_and_judge(desktop, qtbot)
    desktop.compose.act()
    qtbot.waitUntil(lambda: len(desktop.compose.turns) == 1)
    desktop.window.show_page("history")
    qtbot.waitUntil(lambda: bool(desktop.history.rows))
    desktop.history.open(desktop.history.rows[0].line.id)
    qtbot.waitUntil(lambda: desktop.history.conversation is not None)
    vault = desktop.vault.vault
    assert any(CANARY in text for text in texts_of(desktop.window))
    desktop.vault.lock()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert desktop.window.shade.currentWidget() is desktop.window.lock_screen
    for window in QApplication.topLevelWidgets():
        assert not any(CANARY in text or "quokka" in text for text in texts_of(window))
    assert CANARY not in QGuiApplication.clipboard().text()
    assert desktop.window.windowTitle() == "DR-SL Desktop"
    assert (desktop.compose.turns, desktop.compose.outcome, desktop.history.rows) == ((), None, [])
    idle(desktop, qtbot)
    assert desktop.vault.vault is None
    del vault
    gc.collect()
    left = [type(item).__name__ for item in gc.get_objects() if isinstance(item, Turn | Outcome | Preview)]
    assert left == []
    assert not desktop.window.registry.action("prompt.sanitize").isEnabled()
    desktop.vault.unlock()
    qtbot.waitUntil(lambda: is_read(desktop) and desktop.vault.phase is VaultPhase.OPEN)
    assert desktop.window.registry.action("prompt.new").isEnabled()


def test_a_wrong_passphrase_is_counted_and_a_right_one_opens(start: Start, qtbot: QtBot) -> None:
    desktop = start()
    make_vault(desktop, qtbot, PASSPHRASE)
    desktop.window.compose.prompt.editor.insertPlainText(PROMPT)
    desktop.vault.lock()
    qtbot.waitUntil(lambda: not desktop.vault.busy)
    screen = desktop.window.lock_screen
    assert desktop.vault.uses_passphrase
    screen.passphrase.setText("not this one")
    screen.unlock.click()
    qtbot.waitUntil(lambda: desktop.vault.wrong == 1)
    assert screen.passphrase.text() == ""
    assert not screen.problem.isHidden()
    qtbot.waitUntil(lambda: screen.unlock.isEnabled())
    screen.passphrase.setText(PASSPHRASE)
    screen.unlock.click()
    qtbot.waitUntil(lambda: is_read(desktop) and desktop.compose.draft.text == PROMPT)
    assert screen.passphrase.text() == ""


def test_the_recovery_key_mends_a_lost_key_store_entry(start: Start, qtbot: QtBot, store: RememberingStore) -> None:
    desktop = start()
    key = make_vault(desktop, qtbot)
    desktop.vault.lock()
    qtbot.waitUntil(lambda: not desktop.vault.busy)
    store.entries.clear()
    desktop.vault.unlock()
    qtbot.waitUntil(lambda: desktop.vault.problem is not None)
    assert desktop.vault.problem.code == "keys.entry_lost"
    screen = desktop.window.lock_screen
    assert "recovery key" in screen.problem.text()
    screen.other.click()
    screen.recovery.setText(key)
    screen.unlock.click()
    qtbot.waitUntil(lambda: desktop.vault.phase is VaultPhase.OPEN)
    assert store.entries


def test_waiting_grows_with_wrong_attempts() -> None:
    assert [wait_after(wrong) for wrong in range(5)] == [0, 0, 0, 2, 4]
    assert wait_after(50) == 60


def test_history_finds_replays_renames_and_deletes(start: Start, qtbot: QtBot) -> None:
    desktop = start()
    make_vault(desktop, qtbot)
    type_and_judge(desktop, qtbot)
    idle(desktop, qtbot)
    desktop.window.show_page("history")
    page = desktop.window.history
    page.field.setText("quokka")
    qtbot.waitUntil(lambda: len(desktop.history.rows) == 1 and desktop.history.rows[0].part is not None)
    page.list.setCurrentIndex(page.list.model().index(0, 0))
    qtbot.waitUntil(lambda: bool(page.pane.replay.steps))
    assert page.pane.replay.prompt.exact_text() == PROMPT
    page.pane.replay.forth.click()
    assert page.pane.replay.list.currentRow() == 1
    identifier = desktop.history.rows[0].line.id
    desktop.history.rename(identifier, "  Walking   shoes ")
    qtbot.waitUntil(lambda: desktop.history.rows[0].line.title == "Walking shoes")
    page.field.setText("没有这个词")
    qtbot.waitUntil(lambda: desktop.history.rows == [])
    page.field.clear()
    qtbot.waitUntil(lambda: len(desktop.history.rows) == 1)
    desktop.history.delete((identifier,))
    qtbot.waitUntil(lambda: desktop.history.rows == [] and desktop.history.conversation is None)
    assert desktop.compose.conversation.id != identifier


def test_audit_chain_is_verified_in_words(start: Start, qtbot: QtBot, tmp_path: Path) -> None:
    desktop = start()
    make_vault(desktop, qtbot)
    type_and_judge(desktop, qtbot)
    reports: list[AuditReport] = []
    desktop.audit.verified.connect(reports.append)
    desktop.audit.verify()
    qtbot.waitUntil(lambda: bool(reports))
    assert reports[0].intact
    desktop.audit.export_lines(tmp_path / "audit.jsonl")
    idle(desktop, qtbot)
    exported = (tmp_path / "audit.jsonl").read_text("utf-8")
    assert "run_saved" in exported
    assert CANARY not in exported
    desktop.window.open_audit()
    dialog = desktop.window.findChild(AuditDialog)
    dialog.resize(dialog.width(), 0)  # too low for all rows
    qtbot.waitUntil(lambda: dialog.table.rowCount() > 0)
    cut = [
        row for row in range(dialog.table.rowCount()) if dialog.table.sizeHintForRow(row) > dialog.table.rowHeight(row)
    ]
    assert cut == []
    assert max(map(dialog.table.rowHeight, range(dialog.table.rowCount()))) > dialog.table.rowHeight(0)
    dialog.verify.click()
    qtbot.waitUntil(lambda: "holds" in dialog.finding.text())
    dialog.write_pdf(tmp_path / "audit.pdf")
    qtbot.waitUntil(lambda: (tmp_path / "audit.pdf").exists() and dialog.finding.text() == "Exported.")
    assert (tmp_path / "audit.pdf").read_bytes().startswith(b"%PDF")
    dialog.close()


def test_a_send_is_recorded_in_the_vault_with_its_approval(start: Start, qtbot: QtBot) -> None:
    desktop = start()
    make_vault(desktop, qtbot)
    type_and_judge(desktop, qtbot)
    desktop.compose.act()
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.ANSWERED)
    turn = desktop.compose.turns[0]
    vault = desktop.vault.vault
    assert vault is not None
    history = vault.releases.history(turn.release_id)
    assert history.approval is not None
    assert history.ticket is not None
    assert [record.state for record in history.states][:3] == [SendState.DRAFT, SendState.APPROVED, SendState.SENDING]


def test_a_send_that_a_crash_left_open_is_shown_until_it_is_acknowledged(start: Start, qtbot: QtBot) -> None:
    desktop = start()
    make_vault(desktop, qtbot)
    vault = desktop.vault.vault
    assert vault is not None
    for state in (SendState.DRAFT, SendState.APPROVED, SendState.SENDING):
        vault.releases.record(SendRecord("r1", state, datetime.now(UTC), "c1", "0" * 64, "d1", 612, 700))
    again = start()
    qtbot.waitUntil(lambda: again.window.banner.unknown == 1)
    assert "612" in again.window.banner.text.text()
    assert not again.window.banner.isHidden()
    again.window.banner.button.click()
    assert again.window.banner.isHidden()
    idle(again, qtbot)
    third = start()
    qtbot.waitUntil(lambda: third.vault.phase is VaultPhase.OPEN and is_read(third))
    assert third.window.banner.unknown == 0


def test_a_conversation_goes_on_with_its_tokens_after_a_lock(start: Start, qtbot: QtBot) -> None:
    desktop = start()
    desktop.settings.update(destination=MANUAL.id)
    make_vault(desktop, qtbot)
    type_and_judge(desktop, qtbot)
    desktop.compose.act()
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.AWAITING)
    token = desktop.compose.turns[0].delivery.conversation.vault.entries()[0].token
    desktop.compose.set_pasted(f"Dear {token}, walk slowly.")
    desktop.compose.act()
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.ANSWERED)
    identifier = desktop.compose.conversation.id
    idle(desktop, qtbot)
    desktop.vault.lock()
    desktop.vault.unlock()
    qtbot.waitUntil(lambda: len(desktop.compose.turns) == 1)
    turn = desktop.compose.turns[0]
    assert turn.answer == f"Dear {CANARY}, walk slowly."
    assert any(isinstance(piece, RestoredValue) for piece in turn.pieces)
    assert desktop.compose.conversation.id == identifier
    assert desktop.compose.conversation.vault.entries()[0].token == token
    desktop.compose.new_conversation()
    desktop.autosave.go_on_with(identifier, lambda: None)
    qtbot.waitUntil(lambda: desktop.compose.conversation.id == identifier)


def test_nobody_there_locks_and_a_busy_program_does_not(qapp: QApplication) -> None:
    now = [datetime(2026, 1, 1, tzinfo=UTC)]
    busy = [True]
    watch = AutoLock(lambda: busy[0], now=lambda: now[0])
    due: list[int] = []
    watch.due.connect(lambda: due.append(1))
    watch.start(5)
    for _ in range(200):
        now[0] += timedelta(seconds=2)
        watch.look()
    assert due == []
    busy[0] = False
    for _ in range(149):
        now[0] += timedelta(seconds=2)
        watch.look()
    assert due == []
    now[0] += timedelta(seconds=2)
    watch.look()
    assert due == [1]
    watch.start(60)
    now[0] += timedelta(minutes=2)
    watch.look()
    assert due == [1, 1]
    watch.stop()
