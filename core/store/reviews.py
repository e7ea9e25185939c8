"""The reviewer queue: items, the steps of a review with undo and redo without limit, and decisions."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from core.domain.errors import StoreError
from core.domain.language import Language
from core.domain.taxonomy import Domain
from core.store import codec
from core.store.audit import stamp
from core.store.audit_records import AuditKind
from core.store.database import Database, Transaction
from core.store.encrypted_connection import Connection
from core.store.records import (
    ReviewDecision,
    ReviewFilter,
    ReviewHistory,
    ReviewItem,
    ReviewLine,
    ReviewOrder,
    ReviewState,
    ReviewStep,
)

WAITING = ReviewFilter()
_LINE = """id, conversation_id, run_id, domain, language, reason, title, attributes, hits, k, waiting_since, updated_at,
    state, json_extract(body, '$.value.author'), json_extract(body, '$.value.claimed_by'),
    json_extract(body, '$.value.claimed_at')"""
_ORDERS = {
    ReviewOrder.OLDEST: "waiting_since, id",
    ReviewOrder.NEWEST: "waiting_since DESC, id",
    ReviewOrder.MOST_HITS: "hits DESC, waiting_since, id",
    ReviewOrder.SMALLEST_K: "k IS NULL, k, waiting_since, id",
}
_SEPARATOR = "\n"


@dataclass(frozen=True, slots=True)
class Reviews:
    """`ReviewRepository`. Every method may be called from any thread, blocks for the disk, raises StoreError."""

    database: Database

    def add(self, item: ReviewItem) -> None:
        """Queue an item. Its conversation must be stored, and its run with that: `store.no_conversation`,
        `store.no_run`; `store.review_exists` for an id that is there."""

        def work(transaction: Transaction) -> None:
            _require_place(transaction, item)
            if _found(transaction, item.id) is not None:
                raise StoreError("store.review_exists")
            transaction.execute(
                """INSERT INTO review_item (id, conversation_id, run_id, domain, language, reason, state, title,
                       attributes, hits, k, waiting_since, updated_at, body)
                   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                (item.id, *_columns(item), stamp(item.waiting_since), stamp(item.updated_at), _dump(item)),
            )
            transaction.audit(AuditKind.REVIEW_QUEUED, item.id, run=item.run_id, residual=len(item.residual))

        self.database.write(work)

    def load(self, identifier: str) -> ReviewItem:
        """Raises StoreError `store.no_review`."""
        return self.database.read(lambda connection: _load(connection, identifier))

    def list(
        self,
        chosen: ReviewFilter = WAITING,
        order: ReviewOrder = ReviewOrder.OLDEST,
        limit: int = 500,
        offset: int = 0,
    ) -> tuple[ReviewLine, ...]:
        """Lines of the queue; without `states` in the filter those that wait."""
        where, values = _conditions(chosen)
        # The order is found over ids alone: sorting whole rows would read every body for every page.
        chosen_ids = f"SELECT id FROM review_item WHERE {where} ORDER BY {_ORDERS[order]} LIMIT ? OFFSET ?"  # noqa: S608 - ours
        statement = f"SELECT {_LINE} FROM review_item WHERE id IN ({chosen_ids}) ORDER BY {_ORDERS[order]}"  # noqa: S608 - ours
        rows = self.database.read(lambda it: it.execute(statement, (*values, limit, offset)).fetchall())
        return tuple(_line(row) for row in rows)

    def counts(self) -> dict[ReviewState, int]:
        """Items per state; states without items are left out."""
        rows = self.database.read(
            lambda it: it.execute("SELECT state, count(*) FROM review_item GROUP BY state").fetchall()
        )
        return {ReviewState(state): int(number) for state, number in rows}

    def update(self, item: ReviewItem) -> None:
        """What a new verification changed: run, residual, k, title, `updated_at`. The state is `decide`'s, the time of
        waiting and the conversation stay. Raises StoreError `store.no_review`, `store.no_run`."""

        def work(transaction: Transaction) -> None:
            known = _load(transaction, item.id)
            changed = replace(
                item,
                conversation_id=known.conversation_id,
                state=known.state,
                waiting_since=known.waiting_since,
            )
            _require_place(transaction, changed)
            _put(transaction, changed)

        self.database.write(work)

    def claim(self, identifier: str, owner: str, at: datetime | None) -> ReviewItem:
        """Note who is at an item, `owner` empty for nobody; returns it as it is then. Raises StoreError
        `store.no_review`."""

        def work(transaction: Transaction) -> ReviewItem:
            claimed = replace(_load(transaction, identifier), claimed_by=owner, claimed_at=at if owner else None)
            _put(transaction, claimed)
            return claimed

        return self.database.write(work)

    def act(self, identifier: str, step: ReviewStep) -> ReviewHistory:
        """One more step in force. Steps that were undone before it stay on record, but can no longer be redone."""

        def work(transaction: Transaction) -> ReviewHistory:
            applied = _applied(transaction, identifier)
            transaction.execute(
                "UPDATE review_step SET number = NULL WHERE item_id = ? AND number >= ?", (identifier, applied)
            )
            transaction.execute(
                "INSERT INTO review_step (item_id, number, at, body) VALUES (?, ?, ?, ?)",
                (identifier, applied, stamp(step.at), codec.dump(ReviewStep, step)),
            )
            transaction.audit(AuditKind.REVIEW_STEP, identifier, action=step.action.value, number=applied + 1)
            return _moved(transaction, identifier, applied + 1)

        return self.database.write(work)

    def undo(self, identifier: str) -> ReviewHistory:
        """One step back. Raises StoreError `store.nothing_to_undo`, `store.no_review`."""

        def work(transaction: Transaction) -> ReviewHistory:
            applied = _applied(transaction, identifier)
            if not applied:
                raise StoreError("store.nothing_to_undo")
            transaction.audit(AuditKind.REVIEW_UNDONE, identifier, number=applied)
            return _moved(transaction, identifier, applied - 1)

        return self.database.write(work)

    def redo(self, identifier: str) -> ReviewHistory:
        """One undone step again. Raises StoreError `store.nothing_to_redo`, `store.no_review`."""

        def work(transaction: Transaction) -> ReviewHistory:
            applied = _applied(transaction, identifier)
            if not _history(transaction, identifier).can_redo:
                raise StoreError("store.nothing_to_redo")
            transaction.audit(AuditKind.REVIEW_REDONE, identifier, number=applied + 1)
            return _moved(transaction, identifier, applied + 1)

        return self.database.write(work)

    def history(self, identifier: str) -> ReviewHistory:
        """Raises StoreError `store.no_review`."""
        return self.database.read(lambda connection: _history(connection, identifier))

    def decide(self, identifier: str, decision: ReviewDecision) -> None:
        """Record a decision, or with OPEN or PARKED that the item waits again. Raises StoreError `store.no_review`,
        `store.reason_required` (every decision and every parking needs a reason), `store.nobody`."""
        if decision.state is not ReviewState.OPEN and not decision.reason.strip():
            raise StoreError("store.reason_required")
        if not decision.reviewer.strip():
            raise StoreError("store.nobody")

        def work(transaction: Transaction) -> None:
            item = _load(transaction, identifier)
            transaction.execute(
                "INSERT INTO review_decision (item_id, at, body) VALUES (?, ?, ?)",
                (identifier, stamp(decision.at), codec.dump(ReviewDecision, decision)),
            )
            _put(transaction, replace(item, state=decision.state, updated_at=decision.at))
            transaction.audit(
                AuditKind.REVIEW_DECIDED, identifier, state=decision.state.value, release=decision.release_id
            )

        self.database.write(work)

    def decisions(self, identifier: str) -> tuple[ReviewDecision, ...]:
        """Oldest first; the last one is in force."""
        rows = self.database.read(
            lambda it: it.execute(
                "SELECT body FROM review_decision WHERE item_id = ? ORDER BY seq", (identifier,)
            ).fetchall()
        )
        return tuple(codec.load(ReviewDecision, row[0]) for row in rows)


def _require_place(transaction: Transaction, item: ReviewItem) -> None:
    """A run of another conversation would go with that, and take the item along."""
    for statement, values, code in (
        ("SELECT 1 FROM conversation WHERE id = ?", (item.conversation_id,), "store.no_conversation"),
        ("SELECT 1 FROM run WHERE id = ? AND conversation_id = ?", (item.run_id, item.conversation_id), "store.no_run"),
    ):
        if transaction.execute(statement, values).fetchone() is None:
            raise StoreError(code)


def _dump(item: ReviewItem) -> str:
    return codec.dump(ReviewItem, item)


def _columns(item: ReviewItem) -> tuple[object, ...]:
    attributes = dict.fromkeys(residual.attribute_id for residual in item.residual)
    return (
        item.conversation_id,
        item.run_id,
        item.domain.value,
        item.language.value,
        item.reason,
        item.state.value,
        item.title,
        _SEPARATOR.join(attributes),
        sum(len(residual.hits) for residual in item.residual),
        None if item.k is None or math.isnan(item.k) else item.k,
    )


def _put(transaction: Transaction, item: ReviewItem) -> None:
    transaction.execute(
        """UPDATE review_item SET conversation_id = ?, run_id = ?, domain = ?, language = ?, reason = ?, state = ?,
               title = ?, attributes = ?, hits = ?, k = ?, updated_at = ?, body = ? WHERE id = ?""",
        (*_columns(item), stamp(item.updated_at), _dump(item), item.id),
    )


def _found(connection: Connection, identifier: str) -> str | None:
    row = connection.execute("SELECT body FROM review_item WHERE id = ?", (identifier,)).fetchone()
    return None if row is None else str(row[0])


def _load(connection: Connection, identifier: str) -> ReviewItem:
    body = _found(connection, identifier)
    if body is None:
        raise StoreError("store.no_review")
    return codec.load(ReviewItem, body)


def _applied(connection: Connection, identifier: str) -> int:
    row = connection.execute("SELECT applied FROM review_item WHERE id = ?", (identifier,)).fetchone()
    if row is None:
        raise StoreError("store.no_review")
    return int(row[0])


def _moved(transaction: Transaction, identifier: str, applied: int) -> ReviewHistory:
    transaction.execute(
        "UPDATE review_item SET applied = ?, updated_at = ? WHERE id = ?",
        (applied, stamp(transaction.now()), identifier),
    )
    return _history(transaction, identifier)


def _history(connection: Connection, identifier: str) -> ReviewHistory:
    applied = _applied(connection, identifier)
    rows = connection.execute(
        "SELECT body FROM review_step WHERE item_id = ? AND number IS NOT NULL ORDER BY number", (identifier,)
    ).fetchall()
    return ReviewHistory(tuple(codec.load(ReviewStep, row[0]) for row in rows), applied)


def _conditions(chosen: ReviewFilter) -> tuple[str, list[object]]:
    states = chosen.states or frozenset(state for state in ReviewState if state.waits)
    where = [f"state IN ({','.join('?' * len(states))})"]
    values: list[object] = [*sorted(state.value for state in states)]
    for column, value in (("domain", chosen.domain), ("language", chosen.language)):
        if value is not None:
            where.append(f"{column} = ?")
            values.append(value.value)
    if chosen.reason:
        where.append("reason = ?")
        values.append(chosen.reason)
    if chosen.before is not None:
        where.append("waiting_since < ?")
        values.append(stamp(chosen.before))
    return " AND ".join(where), values


def _line(row: tuple[Any, ...]) -> ReviewLine:
    identifier, conversation, run, domain, language, reason, title, attributes, hits, k, since, updated, state = row[
        :13
    ]
    author, claimed_by, claimed_at = row[13:]
    return ReviewLine(
        identifier,
        conversation,
        run,
        Domain(domain),
        Language(language),
        reason,
        title,
        tuple(attributes.split(_SEPARATOR)) if attributes else (),
        hits,
        k,
        datetime.fromisoformat(since),
        datetime.fromisoformat(updated),
        ReviewState(state),
        author or "",
        claimed_by or "",
        datetime.fromisoformat(claimed_at) if claimed_at else None,
    )
