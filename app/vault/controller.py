"""Connects the vault to the window: opening brings things back, locking blanks everything, closing loses nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.log import log_crash
from app.release.sending import person
from app.vault.autolock import AutoLock
from app.vault.autosave import Autosave
from app.vault.custody import LazyKeyStore
from app.vault.resume import IDLE_MINUTES, USUAL_IDLE_MINUTES, VaultContents
from core.domain.errors import StoreError
from core.domain.tokens import TokenEntry
from core.resources import load_taxonomy
from core.restore.labels import RestoreRules
from core.restore.pieces import Piece
from core.restore.restorer import restore
from core.store.repositories import VaultPort
from ui.history.viewmodels.history import HistoryViewModel
from ui.insights.viewmodels.insights import InsightsViewModel
from ui.release.viewmodels.phases import HELD
from ui.shared.actions.pages import COMPOSE
from ui.shared.viewmodels.problems import problem_of
from ui.vault.viewmodels.audit import AuditViewModel
from ui.vault.viewmodels.vault import Task, VaultPhase, VaultViewModel
from ui.window.views.main_window import MainWindow

if TYPE_CHECKING:
    from app.vault.service import VaultService

DATABASE_NAME = "vault.db"


def glance(folder: Path) -> VaultPhase:
    """What the disk says before anything is loaded: whether the window has to start blank."""
    return VaultPhase.LOCKED if (folder / DATABASE_NAME).exists() else VaultPhase.ABSENT


def open_service(folder: Path, store: LazyKeyStore) -> VaultService:
    """The vault service over the key store itself. Imports the cipher libraries: not in the main thread."""
    from app.vault.service import VaultService

    return VaultService(folder, store.found())


class PutBack:
    """Originals back into a kept answer, as when it came. Reads its tables at first use; any one thread."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._rules: RestoreRules | None = None

    def __call__(self, answer: str, entries: tuple[TokenEntry, ...], prompt: str = "") -> tuple[Piece, ...]:
        if self._rules is None:
            self._rules = RestoreRules.load(self._root)
        return restore(answer, entries, load_taxonomy(self._root), self._rules, prompt).pieces


class VaultController(QObject):
    """Who tells whom. Main thread only."""

    def __init__(
        self,
        vault: VaultViewModel,
        autosave: Autosave,
        autolock: AutoLock,
        window: MainWindow,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._vault = vault
        self._autosave = autosave
        self._autolock = autolock
        self._window = window
        self._contents = VaultContents()
        self._started = False
        self._tell_in_settings = False
        self._readers: tuple[HistoryViewModel | AuditViewModel | InsightsViewModel, ...] = ()
        autosave.place = lambda: window.compose.prompt.editor.place
        autosave.reopened.connect(self._contents_read)
        autosave.failed.connect(lambda error: window.parts.compose.report(problem_of(error)))
        autosave.setting_lost.connect(lambda error: window.vault_card.tell_lost(problem_of(error)))
        vault.opened.connect(self._opened)
        vault.hiding.connect(window.cover)
        vault.closing.connect(autosave.close)
        vault.closed.connect(self._closed)
        vault.changed.connect(self._open_at_start)
        vault.task_done.connect(self._task_done)
        autolock.due.connect(vault.lock)
        window.acknowledged.connect(self._acknowledge)
        window.rebuilt.connect(self._tell)

    def show_in(self, history: HistoryViewModel, audit: AuditViewModel, insights: InsightsViewModel) -> None:
        """These read the vault while it is open."""
        self._readers = (history, audit, insights)
        autosave, window, report = self._autosave, self._window, self._window.parts.compose.report
        autosave.saved.connect(history.reload)
        history.renamed.connect(autosave.renamed)
        history.deleted.connect(autosave.deleted)
        for reader in self._readers:
            reader.failed.connect(lambda error: report(problem_of(error)))
        window.continue_asked.connect(self._go_on)
        window.idle_chosen.connect(self.set_idle_minutes)
        window.keep_chosen.connect(self._set_retention)
        window.wipe_asked.connect(self._wipe)

    def _go_on(self, conversation_id: str) -> None:
        self._autosave.go_on_with(conversation_id, lambda: self._window.show_page(COMPOSE))

    def _set_retention(self, days: int) -> None:
        self._contents = replace(self._contents, retention_days=days)
        self._autosave.set_retention(days)

    def _wipe(self) -> None:
        """Not while a send is on its way: the vault has to learn its end."""
        compose, review = self._window.parts.compose, self._window.parts.review
        if compose.phase in HELD or review.release.held:
            compose.report(problem_of(StoreError("store.sending")))
        else:
            self._vault.wipe()

    @property
    def contents(self) -> VaultContents:
        """What the vault held when it opened."""
        return self._contents

    def start(self) -> None:
        """The window is on screen: see whether the key store opens the vault by itself."""
        if self._vault.phase is not VaultPhase.ABSENT:
            self._vault.look()

    def _open_at_start(self) -> None:
        if self._started or self._vault.busy or self._vault.status is None:
            return
        self._started = True
        if self._vault.phase is VaultPhase.LOCKED and not self._vault.uses_passphrase:
            self._vault.unlock()
        else:
            self._window.lock_screen.focus()

    def _opened(self, vault: VaultPort) -> None:
        self._started = True
        self._autolock.start(USUAL_IDLE_MINUTES)
        for reader in self._readers:
            reader.set_vault(vault)
        self._autosave.open(vault)

    def _task_done(self, task: str) -> None:
        """These began in the settings, blanked the window, and are told of there."""
        if task in {Task.WIPE, Task.RESTORE}:
            self._tell_in_settings = True

    def _contents_read(self, contents: VaultContents) -> None:
        self._contents = contents
        self._autolock.start(contents.idle_minutes)
        self._window.unblank()
        self._autosave.saved.emit()
        if contents.draft is not None:
            self._window.compose.prompt.editor.set_place(contents.draft.place)
        self._tell()
        if self._tell_in_settings:
            self._tell_in_settings = False
            self._window.show_vault()

    def _closed(self) -> None:
        self._autolock.stop()
        self._contents = VaultContents()
        self._autosave.forget()
        for reader in self._readers:
            reader.set_vault(None)
        self._window.blank()

    def _tell(self) -> None:
        self._window.banner.show_unknown(self._contents.unknown)
        self._window.vault_card.show_choices(self._contents.idle_minutes, self._contents.retention_days)

    def _acknowledge(self, release_id: str) -> None:
        left = tuple(item for item in self._contents.unknown if item.release_id != release_id)
        self._contents = replace(self._contents, unknown=left)
        self._autosave.acknowledge(release_id, person())

    def set_idle_minutes(self, minutes: int) -> None:
        """After how many minutes without use the vault locks; 0 = only on request."""
        self._contents = replace(self._contents, idle_minutes=minutes)
        self._autosave.put_setting(IDLE_MINUTES, minutes)
        self._autolock.start(minutes)

    def end(self) -> None:
        """The program closes: what is being written goes to the disk first."""
        self._autolock.stop()
        self._vault.rest()
        try:
            self._autosave.save_now()
        except StoreError as error:
            log_crash(error)
