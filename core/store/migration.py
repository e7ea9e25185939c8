"""From the schema that a file has to the one this program knows: an encrypted copy first, each step a transaction
(SEC-23)."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from sqlcipher3 import dbapi2 as sql

from core.domain.errors import StoreError
from core.store.audit import stamp
from core.store.encrypted_connection import APPLICATION_ID, PAGE_BYTES, PRIVATE_FILE, Connection
from core.store.schema import Migration
from core.store.sqlite_errors import translated

COPY_LIFETIME = timedelta(days=7)
"""How long a copy from before a migration is kept; deleting a conversation for ever removes the copies at once."""


def migrate(
    connection: Connection,
    path: Path,
    key_hex: str,
    migrations: Sequence[Migration],
    clock: Callable[[], datetime],
) -> tuple[int, int]:
    """Apply what is missing; returns the schema before and after.

    Raises StoreError: `store.newer` for a schema that this program does not know; `store.full`; `store.migration` when
    a step fails: the file then still has its old schema, since the steps and the new number are one transaction.
    """
    before = int(connection.execute("PRAGMA user_version").fetchone()[0])
    known = migrations[-1].number
    if before > known:
        raise StoreError("store.newer", details={"found": before, "known": known})
    missing = [step for step in migrations if step.number > before]
    if not missing:
        return before, before
    if before:
        copy_encrypted(connection, path, key_hex, before)
    _apply(connection, missing, clock)
    return before, known


def _apply(connection: Connection, steps: Sequence[Migration], clock: Callable[[], datetime]) -> None:
    """All steps or none. Foreign keys rest meanwhile, so that a step may rebuild a table; they are checked after."""
    connection.execute("PRAGMA foreign_keys=OFF")
    connection.execute("BEGIN IMMEDIATE")
    number = 0
    try:
        for step in steps:
            number = step.number
            step.apply(connection)
            connection.execute("INSERT INTO migration VALUES (?, ?, ?)", (step.number, step.name, stamp(clock())))
            # PRAGMA takes no bound parameter; the number is an integer of our own.
            connection.execute(f"PRAGMA user_version={int(step.number)}")
        _require_links(connection)
        connection.execute("COMMIT")
    except Exception as error:  # noqa: BLE001 - whatever a step raises, the old schema must stand; its text may hold values
        with suppress(sql.Error):
            # After some failures SQLite has rolled back already.
            connection.execute("ROLLBACK")
        if isinstance(error, sql.Error) and (known := translated(error)).code == "store.full":
            raise known from None
        raise StoreError("store.migration", details={"number": number}) from None
    finally:
        connection.execute("PRAGMA foreign_keys=ON")


def _require_links(connection: Connection) -> None:
    if connection.execute("PRAGMA foreign_key_check").fetchall():
        raise StoreError("store.migration")


def copy_name(path: Path, schema: int) -> Path:
    """Where the copy from before a migration stands."""
    return path.with_name(f"{path.name}.before-{schema}.{secrets.token_hex(4)}.copy")


def copies(path: Path) -> tuple[Path, ...]:
    """Copies from before migrations of this database."""
    return tuple(sorted(path.parent.glob(f"{path.name}.before-*.copy")))


def copy_encrypted(connection: Connection, path: Path, key_hex: str, schema: int) -> Path:
    """A copy of the open database, encrypted with the same key, checked to be one."""
    target = copy_name(path, schema)
    export(connection, target, key_hex, schema)
    return target


def export(connection: Connection, target: Path, key_hex: str, schema: int) -> None:
    """Write the open database to `target` under `key_hex` (64 hexadecimal digits). Private from its first byte.

    Raises what SQLite raises; a failed export leaves no file.
    """
    target.touch(mode=PRIVATE_FILE, exist_ok=False)
    try:
        connection.execute(f"ATTACH DATABASE ? AS copy KEY \"x'{key_hex}'\"", (str(target),))
        try:
            for pragma in (f"cipher_page_size={PAGE_BYTES}", "auto_vacuum=INCREMENTAL"):
                connection.execute(f"PRAGMA copy.{pragma}")
            connection.execute(f"PRAGMA copy.application_id={APPLICATION_ID}")
            connection.execute("SELECT sqlcipher_export('copy')").fetchall()
            connection.execute(f"PRAGMA copy.user_version={int(schema)}")
        finally:
            connection.execute("DETACH DATABASE copy")
    except BaseException:
        target.unlink(missing_ok=True)
        raise


def expire_copies(path: Path, now: datetime, *, everything: bool = False) -> int:
    """Delete copies that have outlived `COPY_LIFETIME`, or all of them; returns how many."""
    gone = 0
    for copy in copies(path):
        age = now.timestamp() - copy.stat().st_mtime
        if everything or age >= COPY_LIFETIME.total_seconds():
            copy.unlink(missing_ok=True)
            gone += 1
    return gone
