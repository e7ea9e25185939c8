"""The append-only hash chain: writing, reading and verifying it (SEC-20).

What it shows: a row that was edited, removed, moved or inserted by somebody who does not recompute the chain; and,
with the anchor, a chain that was cut or recomputed by somebody who cannot write the anchor. What it does not show:
changes by somebody who holds the database key and can write the anchor too, such as malware in this account.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from core.domain.errors import StoreError
from core.store.audit_records import (
    GENESIS,
    Anchor,
    AuditFilter,
    AuditFinding,
    AuditFlaw,
    AuditKind,
    AuditReport,
    AuditRow,
    AuditValue,
    canonical,
    checked_body,
    row_hash,
)
from core.store.encrypted_connection import Connection

_COLUMNS = "seq, at, kind, subject, body, previous, hash"


def stamp(at: datetime) -> str:
    """A moment as it stands in the tables: UTC, microseconds, sortable as text."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def head(connection: Connection) -> Anchor:
    """Number of rows and hash of the last one."""
    row = connection.execute("SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1").fetchone()
    return Anchor(0, GENESIS) if row is None else Anchor(int(row[0]), str(row[1]))


def append(
    connection: Connection, at: datetime, kind: AuditKind, subject: str, body: Mapping[str, AuditValue]
) -> Anchor:
    """Write one row inside the caller's transaction. Raises BugError `store.audit_text` for what could carry text."""
    last = head(connection)
    seq, moment, content = last.count + 1, stamp(at), checked_body(subject, body)
    digest = row_hash(last.head, canonical(seq, moment, kind.value, subject, content))
    connection.execute(
        f"INSERT INTO audit ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - fixed columns
        (seq, moment, kind.value, subject, content, last.head, digest),
    )
    return Anchor(seq, digest)


def rows(connection: Connection, chosen: AuditFilter, after: int = 0, limit: int = -1) -> Iterator[AuditRow]:
    """Rows in order, those after row `after`, at most `limit` (-1 = all)."""
    where, values = ["seq > ?"], [after]
    parameters: list[object] = [*values]
    if chosen.kinds:
        where.append(f"kind IN ({','.join('?' * len(chosen.kinds))})")
        parameters += sorted(kind.value for kind in chosen.kinds)
    if chosen.subject:
        where.append("subject = ?")
        parameters.append(chosen.subject)
    if chosen.since is not None:
        where.append("at >= ?")
        parameters.append(stamp(chosen.since))
    if chosen.until is not None:
        where.append("at < ?")
        parameters.append(stamp(chosen.until))
    statement = f"SELECT {_COLUMNS} FROM audit WHERE {' AND '.join(where)} ORDER BY seq LIMIT ?"  # noqa: S608 - ours
    for row in connection.execute(statement, (*parameters, limit)):
        yield _row(row)


def _row(row: tuple[int, str, str, str, str, str, str]) -> AuditRow:
    seq, at, kind, subject, body, previous, digest = row
    try:
        return AuditRow(seq, datetime.fromisoformat(at), AuditKind(kind), subject, json.loads(body), previous, digest)
    except ValueError:
        raise StoreError("store.value", details={"type": "AuditRow"}) from None


def verify(connection: Connection, anchor: Anchor | None) -> AuditReport:
    """Recompute the whole chain and compare it with the anchor. Reads every row; changes nothing."""
    findings: list[AuditFinding] = []
    expected_seq, previous, moment = 1, GENESIS, ""
    anchored = ""
    for seq, at, kind, subject, body, linked, digest in connection.execute(
        f"SELECT {_COLUMNS} FROM audit ORDER BY seq"  # noqa: S608 - fixed columns
    ):
        if seq != expected_seq:
            findings.append(AuditFinding(AuditFlaw.GAP, seq))
        if linked != previous:
            findings.append(AuditFinding(AuditFlaw.BROKEN_LINK, seq))
        if digest != row_hash(linked, canonical(seq, at, kind, subject, body)):
            findings.append(AuditFinding(AuditFlaw.EDITED, seq))
        if at < moment:
            findings.append(AuditFinding(AuditFlaw.CLOCK_BACK, seq))
        if anchor is not None and seq == anchor.count:
            anchored = digest
        expected_seq, previous, moment = seq + 1, digest, at
    count = expected_seq - 1
    findings += _against_anchor(anchor, count, anchored)
    vouched = anchor.count if anchor is not None and anchored == anchor.head else 0
    return AuditReport(count, previous, vouched, tuple(findings))


def _against_anchor(anchor: Anchor | None, count: int, anchored: str) -> Iterator[AuditFinding]:
    if anchor is None:
        if count:
            yield AuditFinding(AuditFlaw.ANCHOR_MISSING, count)
    elif anchor.count > count:
        yield AuditFinding(AuditFlaw.TRUNCATED, count)
    elif anchor.count and anchored != anchor.head:
        yield AuditFinding(AuditFlaw.ANCHOR_MISMATCH, anchor.count)


def agrees(connection: Connection, anchor: Anchor | None) -> bool:
    """Whether the chain still goes through the anchor: one look-up, for the start. None agrees with anything."""
    if anchor is None or anchor.count == 0:
        return True
    row = connection.execute("SELECT hash FROM audit WHERE seq = ?", (anchor.count,)).fetchone()
    return row is not None and str(row[0]) == anchor.head
