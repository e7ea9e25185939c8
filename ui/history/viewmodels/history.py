"""What was kept, as a reader of it: searched, filtered, read a page at a time, renamed, deleted (no widgets)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from core.domain.events import CancelToken, Progress
from core.store.records import (
    ConversationLine,
    Deletion,
    HistoryFilter,
    Part,
    RunLine,
    StoredConversation,
    StoredRun,
)
from core.store.repositories import VaultPort
from ui.shared.viewmodels.jobs import LatestJob
from ui.shared.viewmodels.ports import WorkPort

T = TypeVar("T")

PAGE = 100
MOST_HITS = 300


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One line of the list. `[start, end)` of `snippet` is what was found; -1 where nothing is to be marked."""

    line: ConversationLine
    snippet: str = ""
    part: Part | None = None
    start: int = -1
    end: int = -1


class HistoryViewModel(QObject):
    """`rows_reset`: another list. `rows_added(first, last)`: it has grown at its end. `opened`: `conversation` and
    `runs` are another one's, or none's. `run_loaded(StoredRun)`. `renamed(id, title)`, `deleted(id)`.

    Every method belongs to the main thread; the vault is asked elsewhere, the latest question winning.
    """

    rows_reset = Signal()
    rows_added = Signal(int, int)
    opened = Signal()
    run_loaded = Signal(object)
    renamed = Signal(str, str)
    deleted = Signal(str)
    failed = Signal(object)

    def __init__(self, work: WorkPort, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self._listing = LatestJob(work)
        self._reading = LatestJob(work)
        self._vault: VaultPort | None = None
        self.query = ""
        self.chosen = HistoryFilter()
        self.rows: list[HistoryRow] = []
        self.total = 0
        self.conversation: StoredConversation | None = None
        self.runs: tuple[RunLine, ...] = ()

    @property
    def available(self) -> bool:
        """Whether there is an open vault to read."""
        return self._vault is not None

    def set_vault(self, vault: VaultPort | None) -> None:
        """Read `vault` from now on; None: forget everything that was read."""
        self._vault = vault
        self._listing.stop()
        self._reading.stop()
        self.query, self.chosen, self.total = "", HistoryFilter(), 0
        self.rows = []
        self.conversation, self.runs = None, ()
        self.rows_reset.emit()
        self.opened.emit()

    # The list

    def search(self, query: str, chosen: HistoryFilter) -> None:
        """Show what fits; an empty query lists everything that passes the filter, the latest first."""
        self.query, self.chosen = query.strip(), chosen
        self.reload()

    def reload(self) -> None:
        """Ask again: something was saved, or the question changed."""
        vault, query, chosen = self._vault, self.query, self.chosen
        if vault is None:
            return

        def job(_cancel: CancelToken, _progress: Progress) -> tuple[list[HistoryRow], int]:
            if query:
                hits = vault.conversations.search(query, chosen, MOST_HITS)
                return [HistoryRow(hit.line, hit.snippet, hit.part, hit.start, hit.end) for hit in hits], len(hits)
            lines = vault.conversations.list(chosen, PAGE, 0)
            return [HistoryRow(line) for line in lines], vault.conversations.count(chosen)

        def done(found: tuple[list[HistoryRow], int]) -> None:
            self.rows, self.total = found
            self.rows_reset.emit()

        self._listing.start(job, done, self.failed.emit)

    @property
    def has_more(self) -> bool:
        """Whether the list on show is only the beginning."""
        return not self.query and len(self.rows) < self.total and not self._listing.running

    def more(self) -> None:
        """Read the next page."""
        vault, chosen, place = self._vault, self.chosen, len(self.rows)
        if vault is None or not self.has_more:
            return

        def done(lines: tuple[ConversationLine, ...]) -> None:
            known = {row.line.id for row in self.rows}
            fresh = [HistoryRow(line) for line in lines if line.id not in known]
            if not lines:
                self.total = len(self.rows)
            if fresh:
                first = len(self.rows)
                self.rows.extend(fresh)
                self.rows_added.emit(first, first + len(fresh) - 1)

        self._listing.start(lambda _c, _p: vault.conversations.list(chosen, PAGE, place), done, self.failed.emit)

    # One conversation

    def open(self, identifier: str) -> None:
        """Read one conversation with the list of its runs."""
        vault = self._vault
        if vault is None:
            return

        def job(_cancel: CancelToken, _progress: Progress) -> tuple[StoredConversation, tuple[RunLine, ...]]:
            return vault.conversations.load(identifier), vault.runs.of_conversation(identifier)

        def done(found: tuple[StoredConversation, tuple[RunLine, ...]]) -> None:
            self.conversation, self.runs = found
            self.opened.emit()

        self._reading.start(job, done, self.failed.emit)

    def load_run(self, identifier: str) -> None:
        """Read one run, to be replayed."""
        vault = self._vault
        if vault is not None:
            self._reading.start(lambda _c, _p: vault.runs.load(identifier), self.run_loaded.emit, self.failed.emit)

    def load_pair(self, first: str, second: str, done: Callable[[tuple[StoredRun, StoredRun]], None]) -> None:
        """Read two runs, to be compared."""
        vault = self._vault
        if vault is not None:
            self._ask(lambda: (vault.runs.load(first), vault.runs.load(second)), done)

    def rename(self, identifier: str, title: str) -> None:
        """Another title; a blank one is ignored."""
        vault, words = self._vault, " ".join(title.split())
        if vault is None or not words:
            return

        def done(_nothing: None) -> None:
            self.renamed.emit(identifier, words)
            self.reload()
            if self.conversation is not None and self.conversation.id == identifier:
                self.open(identifier)

        self._ask(lambda: vault.conversations.rename(identifier, words), done)

    def delete(self, identifiers: Iterable[str]) -> None:
        """For ever, with runs, sends and review items. There is no way back."""
        vault, chosen = self._vault, tuple(identifiers)
        if vault is None:
            return

        def done(_gone: Deletion) -> None:
            for identifier in chosen:
                self.deleted.emit(identifier)
            if self.conversation is not None and self.conversation.id in chosen:
                self.conversation, self.runs = None, ()
                self.opened.emit()
            self.reload()

        self._ask(lambda: vault.conversations.delete_for_ever(chosen), done)

    def _ask(self, job: Callable[[], T], done: Callable[[T], None]) -> None:
        self._work.submit(lambda _cancel, _progress: job(), done, self.failed.emit)
