"""Dialogs of the vault, driven to the real file: delete everything, back up, restore, new keys, compare (UI-23)."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget
from pytestqt.qtbot import QtBot
from vault_cases import RememberingStore, decrypted
from vault_start import CANARY, PASSPHRASE, PROMPT, Start, idle, is_read, make_vault, type_and_judge

from app.vault.service import VaultService, VaultState
from app.window.desktop import Desktop
from core.domain.errors import KeyStoreError
from core.domain.language import Language
from core.domain.release import SendState
from core.domain.secret import Secret
from core.domain.sending import SendRecord
from ui.history.views.compare_dialog import CompareDialog
from ui.release.viewmodels.phases import Phase
from ui.vault.viewmodels.vault import VaultPhase
from ui.vault.views.dialogs import PassphraseDialog, RestoreDialog
from ui.vault.views.setup import VaultSetup
from ui.vault.views.wipe_dialog import WipeDialog

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

BACKUP = "the backup's passphrase"
Shown = TypeVar("Shown", bound=QWidget)


def shown(desktop: Desktop, qtbot: QtBot, kind: type[Shown]) -> Shown:
    """The one dialog of this kind, once it is there."""
    qtbot.waitUntil(lambda: desktop.window.findChild(kind) is not None)
    found = desktop.window.findChild(kind)
    assert found is not None
    return found


def swept() -> None:
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def key_of(store: RememberingStore) -> Secret:
    """The database key that the key store holds."""
    entry = next(value for name, value in store.entries.items() if name.startswith("vault."))
    return Secret(entry.rsplit(":", 1)[1])


def at_rest(desktop: Desktop, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: desktop.vault.phase is VaultPhase.OPEN and not desktop.vault.busy and is_read(desktop))
    idle(desktop, qtbot)


def test_delete_everything_shows_numbers_first_and_leaves_no_word_in_the_file(
    start: Start, qtbot: QtBot, store: RememberingStore, tmp_path: Path
) -> None:
    desktop = start()
    make_vault(desktop, qtbot)
    type_and_judge(desktop, qtbot)
    desktop.compose.act()
    qtbot.waitUntil(lambda: len(desktop.compose.turns) == 1 and desktop.compose.phase is Phase.ANSWERED)
    desktop.compose.draft.hide(0, 4, "PERSON")
    vault = desktop.vault.vault
    assert vault is not None
    vault.settings.put("dictionary.lasting", {"hide": {"quokka": "PERSON"}, "keep": []}, desktop.compose.turns[0].at)
    vault.prompts.append("extract", Language.EN, f"look for {CANARY}", "taught", desktop.compose.turns[0].at)
    desktop.autosave.keep_draft()
    idle(desktop, qtbot)
    card = desktop.window.vault_card
    card.wipe.click()
    dialog = shown(desktop, qtbot, WipeDialog)
    assert "1 conversation" in dialog.goes.text()
    assert "1 learned prompt version" in dialog.goes.text()
    assert "1 draft" in dialog.goes.text()
    assert "without any text" in dialog.stays.text()
    assert dialog.keep.isDefault()
    assert "1 conversation" in dialog.wipe.text()
    dialog.keep.click()
    swept()
    assert vault.conversations.count() == 1
    card.wipe.click()
    dialog = shown(desktop, qtbot, WipeDialog)
    dialog.wipe.click()
    at_rest(desktop, qtbot)
    assert desktop.compose.draft.text == ""
    assert desktop.compose.turns == ()
    assert desktop.history.rows == []
    assert desktop.window.pages.currentWidget() is desktop.window.settings
    assert "deleted" in desktop.window.vault_card.progress.text()
    left = vault.stock()
    assert (left.conversations, left.drafts, left.settings, left.prompts, left.experiences) == (0, 0, 0, 0, 0)
    assert vault.audit.verify().intact
    desktop.vault.lock()
    qtbot.waitUntil(lambda: not desktop.vault.busy)
    plain = decrypted(tmp_path / "vault.db", key_of(store))
    assert b"CREATE TABLE" in plain, "the file was read with the right key"
    assert CANARY.encode() not in plain
    assert b"quokka" not in plain


def test_delete_everything_waits_for_a_send_and_brings_the_window_back(start: Start, qtbot: QtBot) -> None:
    desktop = start()
    make_vault(desktop, qtbot)
    desktop.window.compose.prompt.editor.insertPlainText(PROMPT)
    vault = desktop.vault.vault
    assert vault is not None
    moment = datetime.now(UTC)
    for state in (SendState.DRAFT, SendState.APPROVED, SendState.SENDING):
        vault.releases.record(SendRecord("r1", state, moment, "c1", "0" * 64, "d1", 612, 700))
    desktop.vault.wipe()
    at_rest(desktop, qtbot)
    assert desktop.vault.problem is not None
    assert desktop.vault.problem.code == "store.sending"
    assert "send" in desktop.window.vault_card.progress.text()
    qtbot.waitUntil(lambda: desktop.compose.draft.text == PROMPT)


def back_up(desktop: Desktop, qtbot: QtBot, target: Path) -> None:
    desktop.window.vault_card.backup.click()
    shown(desktop, qtbot, QFileDialog).fileSelected.emit(str(target))
    dialog = shown(desktop, qtbot, PassphraseDialog)
    dialog.new.setText(BACKUP)
    assert not dialog.ok.isEnabled()
    dialog.again.setText(BACKUP)
    dialog.ok.click()
    qtbot.waitUntil(lambda: desktop.vault.backup is not None and not desktop.vault.busy)
    for files in desktop.window.findChildren(QFileDialog):
        files.close()
    swept()


def test_a_backup_is_written_and_restored_through_the_dialogs(start: Start, qtbot: QtBot, tmp_path: Path) -> None:
    desktop = start()
    first_key = make_vault(desktop, qtbot)
    type_and_judge(desktop, qtbot)
    idle(desktop, qtbot)
    target = tmp_path / "kept.drslvault"
    back_up(desktop, qtbot, target)
    assert CANARY.encode() not in target.read_bytes()
    assert "written" in desktop.window.vault_card.progress.text()
    identifier = desktop.history.rows[0].line.id
    desktop.history.delete((identifier,))
    qtbot.waitUntil(lambda: desktop.history.rows == [])
    desktop.window.vault_card.restore.click()
    dialog = shown(desktop, qtbot, RestoreDialog)
    assert not dialog.next.isEnabled()
    dialog.take(str(target))
    dialog.secret.setText("not the passphrase")
    dialog.next.click()
    qtbot.waitUntil(lambda: bool(desktop.vault.recovery) and not desktop.vault.busy)
    dialog.secret.setText(BACKUP)
    second_key = desktop.vault.recovery
    assert dialog.sheet.key.text().replace("\n", "-") == second_key != first_key
    dialog.sheet.typed.setText("0" * 56)
    dialog.next.click()
    assert not dialog.problem.isHidden()
    assert list(tmp_path.glob("replaced-*")) == []
    dialog.sheet.typed.setText(second_key)
    dialog.next.click()
    at_rest(desktop, qtbot)
    qtbot.waitUntil(lambda: [row.line.id for row in desktop.history.rows] == [identifier])
    assert len(list(tmp_path.glob("replaced-*.vault.db"))) == 1
    assert desktop.vault.recovery == ""
    desktop.vault.lock()
    qtbot.waitUntil(lambda: not desktop.vault.busy)
    desktop.vault.unlock_with_recovery(second_key)
    at_rest(desktop, qtbot)


def test_a_wrong_key_of_the_backup_leaves_the_vault_as_it_was(start: Start, qtbot: QtBot, tmp_path: Path) -> None:
    desktop = start()
    make_vault(desktop, qtbot)
    desktop.window.compose.prompt.editor.insertPlainText(PROMPT)
    target = tmp_path / "kept.drslvault"
    back_up(desktop, qtbot, target)
    desktop.window.vault_card.restore.click()
    dialog = shown(desktop, qtbot, RestoreDialog)
    dialog.take(str(target))
    dialog.secret.setText("not the passphrase")
    dialog.next.click()
    qtbot.waitUntil(lambda: bool(desktop.vault.recovery) and not desktop.vault.busy)
    dialog.sheet.typed.setText(desktop.vault.recovery)
    dialog.next.click()
    qtbot.waitUntil(lambda: desktop.vault.problem is not None)
    assert desktop.vault.problem.code == "keys.wrong_passphrase"
    assert desktop.vault.phase is VaultPhase.LOCKED
    assert not desktop.window.lock_screen.problem.isHidden()
    assert list(tmp_path.glob("replaced-*")) == []
    desktop.vault.unlock()
    at_rest(desktop, qtbot)
    qtbot.waitUntil(lambda: desktop.compose.draft.text == PROMPT)


def test_new_keys_through_the_dialog_void_the_old_recovery_key(
    start: Start, qtbot: QtBot, store: RememberingStore, tmp_path: Path
) -> None:
    desktop = start()
    old = make_vault(desktop, qtbot)
    before = key_of(store).reveal()
    desktop.window.vault_card.rotate.click()
    setup = shown(desktop, qtbot, VaultSetup)
    setup.next.click()
    qtbot.waitUntil(lambda: bool(desktop.vault.recovery) and setup.sheet.isVisibleTo(setup))
    fresh = desktop.vault.recovery
    setup.sheet.typed.setText(fresh)
    setup.next.click()
    qtbot.waitUntil(lambda: setup.done)
    setup.next.click()
    swept()
    assert desktop.window.findChild(VaultSetup) is None
    assert key_of(store).reveal() != before
    assert desktop.vault.recovery == ""
    desktop.vault.lock()
    qtbot.waitUntil(lambda: not desktop.vault.busy)
    service = VaultService(tmp_path, store)
    with pytest.raises(KeyStoreError):
        service.unlock_with_recovery(old)
    assert service.state is VaultState.LOCKED
    service.unlock_with_recovery(fresh)
    service.lock()


def test_new_keys_can_be_left_before_they_are_confirmed(start: Start, qtbot: QtBot, store: RememberingStore) -> None:
    desktop = start()
    make_vault(desktop, qtbot)
    before = key_of(store).reveal()
    desktop.window.vault_card.rotate.click()
    setup = shown(desktop, qtbot, VaultSetup)
    setup.next.click()
    qtbot.waitUntil(lambda: bool(desktop.vault.recovery))
    dialog = setup.window()
    assert isinstance(dialog, QDialog)
    dialog.reject()
    assert desktop.vault.recovery == ""
    assert key_of(store).reveal() == before


def test_new_keys_ask_for_the_passphrase_from_then_on_twice_and_can_be_left(start: Start, qtbot: QtBot) -> None:
    """What is typed there is the passphrase afterwards: one slip of a finger must not become it."""
    desktop = start()
    make_vault(desktop, qtbot, PASSPHRASE)
    desktop.window.vault_card.rotate.click()
    setup = shown(desktop, qtbot, VaultSetup)
    assert "from then on" in setup.passphrase.placeholderText()
    setup.passphrase.setText(PASSPHRASE)
    assert not setup.next.isEnabled()
    setup.again.setText(PASSPHRASE)
    assert setup.again.isVisibleTo(setup)
    assert setup.next.isEnabled()
    assert setup.next.text() == "Next: a new recovery key"
    setup.cancel.click()
    swept()
    assert desktop.window.findChild(VaultSetup) is None
    assert desktop.vault.recovery == ""


def test_a_restore_says_which_passphrase_is_meant_and_can_be_left(start: Start, qtbot: QtBot) -> None:
    desktop = start()
    make_vault(desktop, qtbot, PASSPHRASE)
    desktop.window.vault_card.restore.click()
    dialog = shown(desktop, qtbot, RestoreDialog)
    assert "of the backup" in dialog.secret.placeholderText()
    assert dialog.passphrase.placeholderText().startswith("New passphrase")
    assert "recovery key" in dialog.next.text()
    dialog.cancel.click()
    swept()
    assert desktop.window.findChild(RestoreDialog) is None
    change = PassphraseDialog(desktop.theme, "t", desktop.window, asks_old=True)
    assert change.old.placeholderText().startswith("Old passphrase")
    assert change.new.placeholderText().startswith("New passphrase")
    assert change.ok.text() == "Change the passphrase"
    change.close()


def judged_again(desktop: Desktop, qtbot: QtBot) -> None:
    desktop.window.compose.prompt.editor.insertPlainText(" And my boots?")
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.PROPOSED)
    desktop.compose.act()
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.PASSED)
    idle(desktop, qtbot)


def test_two_runs_are_compared_word_for_word(start: Start, qtbot: QtBot) -> None:
    desktop = start()
    make_vault(desktop, qtbot)
    type_and_judge(desktop, qtbot)
    judged_again(desktop, qtbot)
    desktop.window.show_page("history")
    qtbot.waitUntil(lambda: bool(desktop.history.rows))
    desktop.history.open(desktop.history.rows[0].line.id)
    qtbot.waitUntil(lambda: len(desktop.history.runs) == 2)
    pane = desktop.window.history.pane
    assert not pane.compare.isEnabled()
    pane.runs.selectAll()
    pane.compare.click()
    dialog = shown(desktop, qtbot, CompareDialog)
    vault = desktop.vault.vault
    assert vault is not None
    texts = [vault.runs.load(line.id).verdict.artifact.text for line in desktop.history.runs]
    assert (dialog.diff.result.before, dialog.diff.result.after) == (texts[0], texts[1])
    assert "boots" not in texts[0]
    dialog.reject()
    swept()
    assert desktop.window.findChild(CompareDialog) is None
