"""The open database: one connection, one thread, transactions that carry their audit rows."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from sqlcipher3 import dbapi2 as sql

from core.domain.errors import DrslError, StoreError
from core.store import audit
from core.store.anchor import AnchorCell, AnchorKeeper, SealedAnchor
from core.store.audit_records import Anchor, AuditKind, AuditValue
from core.store.database_thread import StoreThread
from core.store.encrypted_connection import Connection, is_key, open_store
from core.store.migration import expire_copies, migrate
from core.store.schema import MIGRATIONS, Migration
from core.store.sqlite_errors import cramped, known_failures

T = TypeVar("T")
Clock = Callable[[], datetime]

OPEN_MARK = "open"
"""Row of `meta` that stands while the database is open: found at the next start, the last end was not a clean one."""
ANCHOR_KEY = "anchor_key"
"""Row of `meta` with the key of the anchor's MAC: it outlives changes of the database key."""
ANCHORED = "anchored"
"""Meta entry: when an anchor was first seen or written."""
ANCHOR_KEY_BYTES = 32
VACUUM_PAGES = 2000
"""Free pages given back to the system at a clean end; more are left for the next one."""


def utc_now() -> datetime:
    """The wall clock in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Opening:
    """How an opening went. `unclean`: the last end was a crash, and the file was checked. `migrated_from`: schema
    before, equal to `schema` when nothing had to be done. `anchor_agrees` False: the database is older than its
    anchor, or was changed, or its anchor is gone; `anchor_known` False: there was no anchor to compare."""

    schema: int
    migrated_from: int
    unclean: bool
    anchor_agrees: bool
    anchor_known: bool


class Transaction:
    """What a write works with: statements, and audit rows that stand or fall with them."""

    def __init__(self, connection: Connection, clock: Clock) -> None:
        self._connection = connection
        self._clock = clock
        self.head: Anchor | None = None

    def execute(self, statement: str, parameters: Sequence[object] = ()) -> Any:
        """Raises what SQLite raises; `Database` translates it."""
        return self._connection.execute(statement, parameters)

    def executemany(self, statement: str, rows: Sequence[Sequence[object]]) -> Any:
        """One statement for every row. Raises as `execute`."""
        return self._connection.executemany(statement, rows)

    def close(self) -> None:
        """A transaction is ended by `Database`, never by its work."""

    def audit(self, kind: AuditKind, subject: str, **body: AuditValue) -> None:
        """One row of the chain. Raises BugError `store.audit_text` for anything that could carry text."""
        self.head = audit.append(self._connection, self._clock(), kind, subject, body)

    def now(self) -> datetime:
        return self._clock()


class Database:
    """Opens at construction; `read` and `write` may be called from any thread but the store's own.

    Raises StoreError as `open_store`; `store.newer` for a schema of a later program, which is left untouched;
    `store.damaged` when the check after an unclean end finds something.
    """

    def __init__(
        self,
        path: Path,
        key_hex: str,
        *,
        create: bool = False,
        cell: AnchorCell | None = None,
        clock: Clock = utc_now,
        migrations: Sequence[Migration] = MIGRATIONS,
    ) -> None:
        self.path = path
        self._clock = clock
        self._cell = cell
        self._keeper = AnchorKeeper(None)
        self.anchor: SealedAnchor | None = None
        self._thread = StoreThread()
        try:
            self._connection, self.opening = self._thread.run(
                lambda: self._open(key_hex, create=create, migrations=migrations)
            )
        except BaseException:
            self._thread.stop()
            raise

    def _open(self, key_hex: str, *, create: bool, migrations: Sequence[Migration]) -> tuple[Connection, Opening]:
        connection = open_store(self.path, key_hex, create=create)
        try:
            with known_failures():
                opening = self._prepare(connection, key_hex, create=create, migrations=migrations)
        except BaseException:
            connection.close()
            if create:
                remove_database(self.path)
            raise
        return connection, opening

    def _prepare(
        self, connection: Connection, key_hex: str, *, create: bool, migrations: Sequence[Migration]
    ) -> Opening:
        unclean = not create and was_left_open(connection)
        if unclean:
            # A change of keys that was killed leaves pages under both keys in the file until its log is in.
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            check_integrity(connection)
        before, now = migrate(connection, self.path, key_hex, migrations, self._clock)
        anchor, agrees = self._find_anchor(connection)
        with self._transaction(connection) as transaction:
            _put_meta(transaction, OPEN_MARK, audit.stamp(self._clock()))
            if create:
                transaction.audit(AuditKind.VAULT_CREATED, "vault", schema=now)
            elif before != now:
                transaction.audit(AuditKind.VAULT_MIGRATED, "vault", before=before, after=now)
            if unclean:
                transaction.audit(AuditKind.VAULT_UNCLEAN, "vault")
        self._keeper = AnchorKeeper(self.anchor if agrees else None)
        self._keeper.started_at(anchor)
        self._keeper.moved(audit.head(connection))
        if agrees and anchor is None and self.anchor is not None:
            self._keeper.settle()
            if not self._keeper.failed:
                _put_meta(connection, ANCHORED, audit.stamp(self._clock()))
        return Opening(now, before, unclean, agrees, anchor is not None)

    def _find_anchor(self, connection: Connection) -> tuple[Anchor | None, bool]:
        """The anchor, and whether the chain goes through it. One that does not agree, or that cannot be read now,
        is evidence: nothing is written over it until a person has seen it (`accept_anchor`)."""
        if self._cell is None:
            return None, True
        row = connection.execute("SELECT value FROM meta WHERE key = ?", (ANCHOR_KEY,)).fetchone()
        if row is None:
            row = (secrets.token_hex(ANCHOR_KEY_BYTES),)
            _put_meta(connection, ANCHOR_KEY, row[0])
        self.anchor = SealedAnchor(self._cell, bytes.fromhex(row[0]))
        try:
            anchor = self.anchor.read()
        except DrslError:
            return None, False
        if anchor is None:
            return None, not self.was_anchored(connection)
        _put_meta(connection, ANCHORED, audit.stamp(self._clock()))
        return anchor, audit.agrees(connection, anchor)

    @staticmethod
    def was_anchored(connection: Connection) -> bool:
        """Whether an anchor was ever written: one that is missing then was taken away."""
        return connection.execute("SELECT 1 FROM meta WHERE key = ?", (ANCHORED,)).fetchone() is not None

    def unanchor(self) -> None:
        """This copy becomes a vault of its own, whose anchor is not written yet."""
        self.write(lambda transaction: transaction.execute("DELETE FROM meta WHERE key = ?", (ANCHORED,)))

    def read(self, work: Callable[[Connection], T]) -> T:
        """Run `work` on the store thread with the connection; it must not keep it. Raises StoreError."""
        return self._thread.run(lambda: self._guarded(work))

    def write(self, work: Callable[[Transaction], T]) -> T:
        """Run `work` in one transaction: durable on return, or nothing of it happened. Raises StoreError
        (`store.full`, `store.read_only`, `store.io`, `store.busy`, `store.damaged`, `store.locked`)."""
        return self._thread.run(lambda: self._write(work))

    def _guarded(self, work: Callable[[Connection], T]) -> T:
        with known_failures():
            return work(self._connection)

    def _write(self, work: Callable[[Transaction], T]) -> T:
        with known_failures(), self._transaction(self._connection) as transaction:
            result = work(transaction)
        if transaction.head is not None:
            self._keeper.moved(transaction.head)
        return result

    @contextmanager
    def _transaction(self, connection: Connection) -> Iterator[Transaction]:
        connection.execute("BEGIN IMMEDIATE")
        transaction = Transaction(connection, self._clock)
        try:
            yield transaction
            connection.execute("COMMIT")
        except BaseException:
            # After some failures SQLite has rolled back already.
            with suppress(Exception):
                connection.execute("ROLLBACK")
            raise

    def settle_anchor(self) -> None:
        """Anchor the head of the chain now."""
        self._thread.run(self._keeper.settle)

    @property
    def anchoring_failed(self) -> bool:
        """Whether the last attempt to anchor failed; it is tried again with the next rows."""
        return self._keeper.failed

    def accept_anchor(self) -> None:
        """A person has seen that the anchor does not agree: from now on the present head is the truth."""

        def accept() -> None:
            self._keeper = AnchorKeeper(self.anchor)
            self._keeper.moved(audit.head(self._connection))
            self._keeper.settle()

        self._thread.run(accept)

    def tidy(self) -> None:
        """Give freed pages back and empty the write-ahead log: what was deleted stands in no file any more."""

        def work(connection: Connection) -> None:
            connection.execute(f"PRAGMA incremental_vacuum({VACUUM_PAGES})").fetchall()
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

        self.read(work)

    def compact(self) -> None:
        """Write the file anew without its free pages. As long as what is left is large; raises StoreError."""

        def work(connection: Connection) -> None:
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

        self.read(work)

    def rekey(self, key_hex: str) -> None:
        """Encrypt the whole file under another key and open it with that one. Copies from before migrations, which
        are under the old key, are removed. A crash leaves the file under one key or the other, never between.

        Raises StoreError: `store.key_format`; `store.full` or `store.rekey` when the file did not take it: the old
        key still holds, and the database is closed.
        """
        if not is_key(key_hex):
            raise StoreError("store.key_format")
        self._thread.run(lambda: self._rekey(key_hex))

    def _rekey(self, key_hex: str) -> None:
        connection = self._connection
        room = self.path.stat().st_size
        with known_failures():
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        try:
            # PRAGMA rekey takes no bound parameter; the format was checked to be 64 hexadecimal digits.
            connection.execute(f"PRAGMA rekey=\"x'{key_hex}'\"")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        except sql.Error:
            # The pragma keeps its failures to itself; what it left half done is seen by the next statement.
            connection.close()
            raise StoreError("store.full" if cramped(self.path, 2 * room) else "store.rekey", retryable=True) from None
        connection.close()
        try:
            self._connection = open_store(self.path, key_hex)
            with known_failures():
                check_integrity(self._connection)
        except StoreError:
            raise StoreError("store.rekey") from None
        expire_copies(self.path, self._clock(), everything=True)

    def close(self) -> None:
        """Finish what is queued, mark a clean end, close the connection, end the thread. Safe to call twice."""
        self._thread.stop(self._close)

    def _close(self) -> None:
        connection = self._connection
        self._keeper.settle()
        try:
            # A full or vanished disk must not keep the vault open; the mark then stays, and the next start checks.
            with suppress(DrslError), known_failures():
                connection.execute("DELETE FROM meta WHERE key = ?", (OPEN_MARK,))
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        finally:
            connection.close()


def _put_meta(connection: Connection, key: str, value: str) -> None:
    connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))


def was_left_open(connection: Connection) -> bool:
    """Whether the last user of the file did not come to its end."""
    if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'meta'").fetchone() is None:
        return False
    return connection.execute("SELECT 1 FROM meta WHERE key = ?", (OPEN_MARK,)).fetchone() is not None


def check_integrity(connection: Connection) -> None:
    """Every page's authenticity and the structure of every table. Raises StoreError `store.damaged`."""
    pages = connection.execute("PRAGMA cipher_integrity_check").fetchall()
    structure = connection.execute("PRAGMA quick_check").fetchall()
    foreign = connection.execute("PRAGMA foreign_key_check").fetchall()
    if pages or structure != [("ok",)] or foreign:
        raise StoreError("store.damaged", details={"pages": len(pages), "structure": len(structure)})


def remove_database(path: Path) -> None:
    """Delete a database with the files SQLite keeps beside it."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
