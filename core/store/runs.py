"""Runs of the engine with everything a screen shows of them, and their certificates."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from core.domain.errors import StoreError
from core.domain.evidence import Evidence, Metric, RestorationScore, UtilityEstimate
from core.domain.release import Certificate, SendState
from core.domain.verdict import VerdictKind
from core.store import codec, search
from core.store.audit import stamp
from core.store.audit_records import AuditKind
from core.store.database import Database, Transaction
from core.store.encrypted_connection import Connection
from core.store.records import Part, RunLine, StoredRun, StoredTurn

_UNMEASURED = UtilityEstimate(Metric.STRUCTURED_PROXY, 1.0, 1.0, 1.0)
_SHARED = Evidence({}, {}, _UNMEASURED, RestorationScore(0.0), (), None, False)
"""Stands in a stored certificate for evidence that is its run's own: probes are most of a run's bytes."""
_LINE = "id, conversation_id, started_at, verdict, certificate_id, sha256, rounds, k, seconds"


@dataclass(frozen=True, slots=True)
class Runs:
    """`RunRepository`. Every method may be called from any thread, blocks for the disk, raises StoreError."""

    database: Database

    def save(self, run: StoredRun, follows: str = "") -> None:
        """Keep a run for good. Raises StoreError `store.no_conversation` when its conversation is not stored,
        `store.run_exists` for an id that is: runs never change.

        `follows`: id of the same run before a slower look had spoken; it goes, unless a turn, a review item or a send
        already refers to it. The new one holds what it held, and what came after.
        """

        def work(transaction: Transaction) -> None:
            _require_place(transaction, run)
            replaced = bool(follows) and _withdraw(transaction, run.conversation_id, follows)
            _insert(transaction, run)
            search.put_text(transaction, run.conversation_id, Part.ORIGINAL, run.id, run.request.text)
            search.put_text(transaction, run.conversation_id, Part.SENT, run.id, run.verdict.artifact.text)
            transaction.execute(
                "UPDATE conversation SET runs = runs + 1, verdict = ?, updated_at = max(updated_at, ?) WHERE id = ?",
                (run.verdict.kind.value, stamp(run.started_at), run.conversation_id),
            )
            transaction.audit(
                AuditKind.RUN_SAVED,
                run.id,
                certificate=run.certificate.id,
                sha256=run.certificate.sha256,
                verdict=run.verdict.kind.value.lower(),
                rounds=run.verdict.rounds,
                attributes=len(run.verdict.sensitive.attributes),
                follows=follows if replaced else "",
            )

        self.database.write(work)

    def load(self, identifier: str) -> StoredRun:
        """The run exactly as it was saved. Raises StoreError `store.no_run`."""
        return self.database.read(lambda connection: _load(connection, identifier))

    def certificate(self, identifier: str) -> Certificate:
        """Raises StoreError `store.no_certificate`."""

        def work(connection: Connection) -> Certificate:
            row = connection.execute(
                "SELECT run_id FROM certificate WHERE id = ? ORDER BY issued_at DESC LIMIT 1", (identifier,)
            ).fetchone()
            if row is None:
                raise StoreError("store.no_certificate")
            return _load(connection, row[0]).certificate

        return self.database.read(work)

    def of_conversation(self, conversation_id: str) -> tuple[RunLine, ...]:
        """Oldest first."""
        statement = f"SELECT {_LINE} FROM run WHERE conversation_id = ? ORDER BY started_at, id"  # noqa: S608 - ours
        rows = self.database.read(lambda it: it.execute(statement, (conversation_id,)).fetchall())
        return tuple(_line(row) for row in rows)


def _require_place(transaction: Transaction, run: StoredRun) -> None:
    found = transaction.execute("SELECT 1 FROM conversation WHERE id = ?", (run.conversation_id,)).fetchone()
    if found is None:
        raise StoreError("store.no_conversation")
    if transaction.execute("SELECT 1 FROM run WHERE id = ?", (run.id,)).fetchone() is not None:
        raise StoreError("store.run_exists")


def _withdraw(transaction: Transaction, conversation_id: str, identifier: str) -> bool:
    """Whether the run went: nothing but its own conversation knew of it."""
    known = transaction.execute(
        "SELECT 1 FROM run WHERE id = ? AND conversation_id = ?", (identifier, conversation_id)
    ).fetchone()
    if known is None or _in_use(transaction, conversation_id, identifier):
        return False
    transaction.execute("DELETE FROM run WHERE id = ?", (identifier,))
    transaction.execute(
        "DELETE FROM search_text WHERE conversation_id = ? AND source = ?", (conversation_id, identifier)
    )
    transaction.execute("UPDATE conversation SET runs = runs - 1 WHERE id = ?", (conversation_id,))
    return True


def _in_use(transaction: Transaction, conversation_id: str, identifier: str) -> bool:
    same = "WHERE certificate_id = (SELECT certificate_id FROM run WHERE id = ?)"
    questions = (
        ("SELECT 1 FROM review_item WHERE run_id = ?", (identifier,)),
        # A parcel is on record as a draft as soon as it is packed; only an approved one binds the run.
        (f"SELECT 1 FROM send_state {same} AND state <> ?", (identifier, SendState.DRAFT.value)),  # noqa: S608 - ours
        (f"SELECT 1 FROM approval {same}", (identifier,)),  # noqa: S608 - words of our own
    )
    if any(transaction.execute(question, values).fetchone() is not None for question, values in questions):
        return True
    bodies = transaction.execute("SELECT body FROM turn WHERE conversation_id = ?", (conversation_id,)).fetchall()
    return any(codec.load(StoredTurn, body).run_id == identifier for (body,) in bodies)


def _insert(transaction: Transaction, run: StoredRun) -> None:
    certificate, verdict = run.certificate, run.verdict
    shares = certificate.evidence == verdict.evidence
    slim = replace(certificate, evidence=_SHARED)
    k = verdict.evidence.k
    transaction.execute(
        "INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            run.id,
            run.conversation_id,
            stamp(run.started_at),
            verdict.kind.value,
            certificate.id,
            certificate.sha256,
            verdict.rounds,
            None if k is None or math.isnan(k) else k,
            run.seconds,
            codec.dump(StoredRun, replace(run, certificate=slim)),
        ),
    )
    transaction.execute(
        "INSERT INTO certificate VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            run.id,
            certificate.id,
            certificate.sha256,
            certificate.verdict.value,
            stamp(certificate.issued_at),
            int(shares),
            codec.dump(Certificate, slim if shares else certificate),
        ),
    )


def _load(connection: Connection, identifier: str) -> StoredRun:
    row = connection.execute(
        """SELECT r.body, c.body, c.shares_evidence FROM run r JOIN certificate c ON c.run_id = r.id
           WHERE r.id = ?""",
        (identifier,),
    ).fetchone()
    if row is None:
        raise StoreError("store.no_run")
    run = codec.load(StoredRun, row[0])
    certificate = codec.load(Certificate, row[1])
    if row[2]:
        certificate = replace(certificate, evidence=run.verdict.evidence)
    return replace(run, certificate=certificate)


def _line(row: tuple[Any, ...]) -> RunLine:
    identifier, conversation, started, verdict, certificate, sha256, rounds, k, seconds = row
    return RunLine(
        identifier,
        conversation,
        datetime.fromisoformat(started),
        VerdictKind(verdict),
        certificate,
        sha256,
        rounds,
        k,
        seconds,
    )
