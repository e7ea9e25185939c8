"""The audit trail as a repository: reading, verification, export."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace

from core.domain.errors import DrslError
from core.store import audit
from core.store.audit_records import Anchor, AuditFilter, AuditFinding, AuditFlaw, AuditReport, AuditRow
from core.store.database import Database

EVERYTHING = AuditFilter()
FORMAT = "drsl-audit/1"
PAGE_ROWS = 1000


@dataclass(frozen=True, slots=True)
class AuditTrail:
    """`AuditRepository`. Every method may be called from any thread, blocks for the disk, raises StoreError."""

    database: Database

    def rows(self, chosen: AuditFilter = EVERYTHING, after: int = 0, limit: int = 500) -> tuple[AuditRow, ...]:
        """Oldest first, those after row `after`."""
        return self.database.read(lambda connection: tuple(audit.rows(connection, chosen, after, limit)))

    def head(self) -> Anchor:
        """Number of rows and hash of the last: what an export is checked against."""
        return self.database.read(audit.head)

    def verify(self) -> AuditReport:
        """Recompute the chain and compare it with the anchor; one that is foreign, unreadable or gone is a finding."""
        sealed = self.database.anchor
        try:
            anchor = sealed.read() if sealed is not None else None
        except DrslError:
            return self._foreign()
        if anchor is None and sealed is not None and self.database.read(self.database.was_anchored):
            return self._foreign()
        return self.database.read(lambda connection: audit.verify(connection, anchor))

    def _foreign(self) -> AuditReport:
        """The anchor is not the one that was written, or it is gone."""
        report = self.database.read(lambda connection: audit.verify(connection, None))
        flaw = AuditFinding(AuditFlaw.ANCHOR_MISMATCH, report.rows)
        others = tuple(item for item in report.findings if item.flaw is not AuditFlaw.ANCHOR_MISSING)
        return replace(report, findings=(*others, flaw))

    def accept(self) -> AuditReport:
        """A person has seen what does not agree: the present end is anchored; returns what is found from now on.
        Flaws of the chain itself stay findings."""
        self.database.accept_anchor()
        return self.verify()

    def export(self, write: Callable[[str], object], chosen: AuditFilter = EVERYTHING) -> Anchor:
        """Rows as JSON lines, preceded by one line with the head of the whole chain; returns that head.

        Rows hold ids, hashes and counts; the export needs no more protection than a log.
        """
        head = self.head()
        write(json.dumps({"format": FORMAT, "rows": head.count, "head": head.head}) + "\n")
        after = 0
        while page := self.rows(chosen, after, PAGE_ROWS):
            for row in page:
                write(json.dumps(as_record(row), sort_keys=True) + "\n")
            after = page[-1].seq
        return head


def as_record(row: AuditRow) -> dict[str, object]:
    """One row as plain JSON types."""
    return {
        "seq": row.seq,
        "at": row.at.isoformat(timespec="microseconds"),
        "kind": row.kind.value,
        "subject": row.subject,
        "body": dict(row.body),
        "previous": row.previous,
        "hash": row.hash,
    }
