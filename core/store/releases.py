"""Approvals, tickets and what became of every send; the durable journal of the gateway (SEC-22)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from core.domain.errors import StoreError
from core.domain.release import Approval, ReleaseTicket, SendState
from core.domain.sending import SendRecord, check_transition
from core.store import codec
from core.store.audit import stamp
from core.store.audit_records import AuditKind
from core.store.database import Database, Transaction
from core.store.encrypted_connection import Connection
from core.store.records import ReleaseHistory

AFTER_CRASH = "crash"
"""Code of a release that was on its way when the program ended without finishing it."""


@dataclass(frozen=True, slots=True)
class Releases:
    """`core.release.journal.SendJournal`, made durable, and everything beside it.

    `record` returns when the row is on the disk: the gateway records `sending` before it touches a socket, so a
    crash at any moment leaves either no row and no byte, or a row. Any thread; raises StoreError.
    """

    database: Database

    def record(self, record: SendRecord) -> None:
        """Raises BugError `journal.transition` for a step that the state machine does not know: a release that was
        sent, failed or is unknown can never be sent again."""

        def work(transaction: Transaction) -> None:
            check_transition(_state(transaction, record.release_id), record.state)
            _insert(transaction, record)

        self.database.write(work)

    def state(self, release_id: str) -> SendState | None:
        return self.database.read(lambda connection: _state(connection, release_id))

    def approved(self, release_id: str, approval: Approval, ticket: ReleaseTicket | None = None) -> None:
        """Keep who said yes to what, and the ticket that was issued for it. Approving again replaces it."""

        def work(transaction: Transaction) -> None:
            transaction.execute(
                "INSERT OR REPLACE INTO approval VALUES (?, ?, ?, ?)",
                (release_id, approval.certificate_id, stamp(approval.approved_at), codec.dump(Approval, approval)),
            )
            transaction.audit(
                AuditKind.APPROVAL, release_id, certificate=approval.certificate_id, sha256=approval.sha256
            )
            if ticket is not None:
                transaction.execute(
                    "INSERT OR REPLACE INTO ticket VALUES (?, ?, ?, ?)",
                    (ticket.id, release_id, stamp(ticket.expires_at), codec.dump(ReleaseTicket, ticket)),
                )
                transaction.audit(AuditKind.TICKET_ISSUED, release_id, ticket=ticket.id, bytes=ticket.byte_count)

        self.database.write(work)

    def history(self, release_id: str) -> ReleaseHistory:
        """Raises StoreError `store.no_release`."""
        return self.database.read(lambda connection: _history(connection, release_id))

    def of_certificate(self, certificate_id: str) -> tuple[ReleaseHistory, ...]:
        """Every release of one certificate, oldest first: whether these bytes have left before."""

        def work(connection: Connection) -> tuple[ReleaseHistory, ...]:
            rows = connection.execute(
                "SELECT release_id FROM send_state WHERE certificate_id = ? GROUP BY release_id ORDER BY min(seq)",
                (certificate_id,),
            ).fetchall()
            return tuple(_history(connection, row[0]) for row in rows)

        return self.database.read(work)

    def after_crash(self, now: datetime) -> tuple[SendRecord, ...]:
        """Call once after opening: every release that was on its way becomes `unknown`. Returns those records.

        Nothing is ever repeated from here: whether the bytes arrived is for a person to find out.
        """

        def work(transaction: Transaction) -> tuple[SendRecord, ...]:
            left = [record for record in _latest(transaction) if record.state is SendState.SENDING]
            ended = tuple(replace(item, state=SendState.UNKNOWN, at=now, code=AFTER_CRASH) for item in left)
            for record in ended:
                _insert(transaction, record)
            return ended

        return self.database.write(work)

    def unknown(self) -> tuple[ReleaseHistory, ...]:
        """Sends of which nobody knows whether they arrived and that no person has acknowledged yet, oldest first."""

        def work(connection: Connection) -> tuple[ReleaseHistory, ...]:
            rows = connection.execute(
                """SELECT release_id FROM send_state WHERE state = ? AND release_id NOT IN
                   (SELECT release_id FROM acknowledged) ORDER BY seq""",
                (SendState.UNKNOWN.value,),
            ).fetchall()
            return tuple(_history(connection, row[0]) for row in rows)

        return self.database.read(work)

    def acknowledge(self, release_id: str, by: str, now: datetime) -> None:
        """A person has seen that this send is unknown; its state stays what it is."""

        def work(transaction: Transaction) -> None:
            if _state(transaction, release_id) is None:
                raise StoreError("store.no_release")
            transaction.execute("INSERT OR REPLACE INTO acknowledged VALUES (?, ?, ?)", (release_id, by, stamp(now)))
            transaction.audit(AuditKind.SEND_ACKNOWLEDGED, release_id)

        self.database.write(work)


def _insert(transaction: Transaction, record: SendRecord) -> None:
    transaction.execute(
        "INSERT INTO send_state (release_id, state, certificate_id, body) VALUES (?, ?, ?, ?)",
        (record.release_id, record.state.value, record.certificate_id, codec.dump(SendRecord, record)),
    )
    transaction.audit(
        AuditKind.SEND_STATE,
        record.release_id,
        state=record.state.value,
        certificate=record.certificate_id,
        sha256=record.sha256,
        bytes=record.byte_count,
        body_bytes=record.body_bytes,
        code=record.code,
    )


def _state(connection: Connection, release_id: str) -> SendState | None:
    row = connection.execute(
        "SELECT state FROM send_state WHERE release_id = ? ORDER BY seq DESC LIMIT 1", (release_id,)
    ).fetchone()
    return None if row is None else SendState(row[0])


def _latest(connection: Connection) -> Sequence[SendRecord]:
    rows = connection.execute(
        "SELECT body FROM send_state WHERE seq IN (SELECT max(seq) FROM send_state GROUP BY release_id) ORDER BY seq"
    ).fetchall()
    return [codec.load(SendRecord, row[0]) for row in rows]


def _history(connection: Connection, release_id: str) -> ReleaseHistory:
    states = connection.execute(
        "SELECT body FROM send_state WHERE release_id = ? ORDER BY seq", (release_id,)
    ).fetchall()
    if not states:
        raise StoreError("store.no_release")
    approval = connection.execute("SELECT body FROM approval WHERE release_id = ?", (release_id,)).fetchone()
    ticket = connection.execute(
        "SELECT body FROM ticket WHERE release_id = ? ORDER BY expires_at DESC LIMIT 1", (release_id,)
    ).fetchone()
    seen = connection.execute("SELECT by FROM acknowledged WHERE release_id = ?", (release_id,)).fetchone()
    return ReleaseHistory(
        release_id,
        tuple(codec.load(SendRecord, row[0]) for row in states),
        None if approval is None else codec.load(Approval, approval[0]),
        None if ticket is None else codec.load(ReleaseTicket, ticket[0]),
        "" if seen is None else seen[0],
    )
