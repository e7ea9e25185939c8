"""The audit trail as its viewer sees it: a page of rows, a verification, an export (no widgets)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from core.domain.events import CancelToken, Progress
from core.store.audit_records import Anchor, AuditFilter, AuditReport, AuditRow
from core.store.repositories import VaultPort
from ui.shared.viewmodels.jobs import LatestJob
from ui.shared.viewmodels.ports import WorkPort

PAGE = 500
PRIVATE = 0o600


class AuditViewModel(QObject):
    """`changed`: other rows. `verified(AuditReport)`, `exported(path)`, `failed(exception)`. Main thread only."""

    changed = Signal()
    verified = Signal(object)
    exported = Signal(str)
    failed = Signal(object)

    def __init__(self, work: WorkPort, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self._reading = LatestJob(work)
        self._vault: VaultPort | None = None
        self.chosen = AuditFilter()
        self.rows: list[AuditRow] = []
        self.whole = True

    def set_vault(self, vault: VaultPort | None) -> None:
        """Read this vault's trail; None forgets what was read."""
        self._vault = vault
        self._reading.stop()
        self.rows = []
        self.whole = True
        self.changed.emit()

    def show(self, chosen: AuditFilter) -> None:
        """The rows that fit, oldest first."""
        self.chosen = chosen
        self._read(0, [])

    def more(self) -> None:
        """The next page."""
        if not self.whole and self.rows and not self._reading.running:
            self._read(self.rows[-1].seq, self.rows)

    def _read(self, after: int, known: list[AuditRow]) -> None:
        vault, chosen = self._vault, self.chosen
        if vault is None:
            return

        def done(rows: tuple[AuditRow, ...]) -> None:
            self.rows = [*known, *rows]
            self.whole = len(rows) < PAGE
            self.changed.emit()

        self._reading.start(lambda _c, _p: vault.audit.rows(chosen, after, PAGE), done, self.failed.emit)

    def verify(self) -> None:
        """Compute the whole chain again and compare it with its anchor."""
        self._ask(lambda vault: vault.audit.verify(), self.verified.emit)

    def export_lines(self, path: Path) -> None:
        """The head of the chain, then every row that fits, as JSON lines; nothing of any text is in them."""
        chosen = self.chosen

        def job(vault: VaultPort) -> Anchor:
            path.touch(PRIVATE)
            with path.open("w", encoding="utf-8", newline="\n") as stream:
                return vault.audit.export(stream.write, chosen)

        self._ask(job, lambda _anchor: self.exported.emit(str(path)))

    def everything(self, done: Callable[[tuple[tuple[AuditRow, ...], AuditReport]], None]) -> None:
        """All rows that fit and a verification, for a printed report."""
        chosen = self.chosen
        self._ask(lambda vault: (vault.audit.rows(chosen, 0, -1), vault.audit.verify()), done)

    def _ask(self, job: Callable[[VaultPort], object], done: Callable[..., None]) -> None:
        vault = self._vault
        if vault is not None:

            def run(_cancel: CancelToken, _progress: Progress) -> object:
                return job(vault)

            self._work.submit(run, done, self.failed.emit)
