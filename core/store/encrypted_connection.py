"""Opens the encrypted database, the only way there is (SEC-01). Where no key takes effect,
SQLCipher goes on without encryption; this refuses."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol

from sqlcipher3 import dbapi2 as sql

from core.domain.errors import StoreError
from core.store.sqlite_errors import refused

PLAINTEXT_HEADER = b"SQLite format 3\x00"
KEY_BYTES = 32
CANARY_BYTES = 24
PRIVATE_FILE = 0o600
_KEY = re.compile(r"[0-9a-f]{64}")


Rows = list[tuple[Any, ...]]


class Connection(Protocol):
    """What the repositories use of a database connection (DB-API 2)."""

    def execute(self, statement: str, parameters: Sequence[object] = ...) -> Any: ...

    def executemany(self, statement: str, rows: Sequence[Sequence[object]]) -> Any: ...

    def close(self) -> None: ...


_BEFORE_KEY = ("cipher_log_level=NONE", "cipher_memory_security=ON")
PAGE_BYTES = 8192
"""Chosen at creation for good: twice as fast as 4,096 for rows of a few kilobytes."""
APPLICATION_ID = 0x44525356
_KEYED = (f"cipher_page_size={PAGE_BYTES}",)
_NEW = ("auto_vacuum=INCREMENTAL", f"application_id={APPLICATION_ID}")
"""The second one forces the first page to disk."""
_AFTER_KEY = (
    "foreign_keys=ON", "journal_mode=WAL", "synchronous=FULL", "trusted_schema=OFF", "busy_timeout=5000",
    "secure_delete=ON", "temp_store=MEMORY", "cell_size_check=ON",
)  # fmt: skip


def new_key() -> str:
    """A random database key: 64 lower-case hexadecimal digits."""
    return secrets.token_hex(KEY_BYTES)


def is_key(key_hex: str) -> bool:
    """Whether this is a raw key: SQLCipher would take anything else for a passphrase."""
    return _KEY.fullmatch(key_hex) is not None


def open_store(path: Path, key_hex: str, *, create: bool = False) -> Connection:
    """Open (or with `create` make) the encrypted database at `path`; autocommit mode.

    Raises StoreError: `store.key_format`, `store.missing`, `store.exists`, `store.cannot_open` (wrong key, damaged, no
    permission), `store.full`, `store.busy`, `store.io`, `store.not_encrypted`. The key is in no message. A failed
    creation leaves no file.
    """
    if not is_key(key_hex):
        raise StoreError("store.key_format")
    _prepare(path, create)
    try:
        connection: Connection = sql.connect(str(path), isolation_level=None)
    except sql.Error as error:
        raise refused(error, path) from None
    try:
        _unlock(connection, path, key_hex, create)
    except BaseException as error:
        connection.close()
        if create:
            path.unlink(missing_ok=True)
        if isinstance(error, (sql.Error, OSError)):
            raise refused(error, path) from None
        raise
    return connection


def _prepare(path: Path, create: bool) -> None:
    """The file stands ready: a new one private from its first byte, an old one not empty, since SQLite would
    take an empty file for a new database."""
    try:
        if create:
            path.touch(mode=PRIVATE_FILE, exist_ok=False)
        elif path.stat().st_size == 0:
            raise StoreError("store.cannot_open")
    except FileExistsError:
        raise StoreError("store.exists") from None
    except FileNotFoundError:
        raise StoreError("store.cannot_open" if create else "store.missing") from None
    except OSError as error:
        raise refused(error, path) from None


def _unlock(connection: Connection, path: Path, key_hex: str, create: bool) -> None:
    for pragma in _BEFORE_KEY:
        connection.execute(f"PRAGMA {pragma}")
    # PRAGMA key takes no bound parameter; the format was checked to be 64 hexadecimal digits.
    connection.execute(f"PRAGMA key=\"x'{key_hex}'\"")
    for pragma in (*_KEYED, *(_NEW if create else ())):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute("SELECT count(*) FROM sqlite_master").fetchone()  # a wrong key fails here
    status = connection.execute("PRAGMA cipher_status").fetchone()
    if status is None or status[0] != "1":
        raise StoreError("store.not_encrypted")
    with path.open("rb") as stream:
        if stream.read(len(PLAINTEXT_HEADER)) == PLAINTEXT_HEADER:
            raise StoreError("store.not_encrypted")
    for pragma in _AFTER_KEY:
        connection.execute(f"PRAGMA {pragma}")


def round_trip(folder: Path) -> str:
    """Prove the cipher on this machine: write a canary, find it again, find it nowhere on disk.

    `folder`: an empty folder of the caller, who removes it. Returns the SQLCipher version. Raises StoreError
    as `open_store`, or `store.round_trip` when the canary did not come back or stands in a file in plain.
    """
    path = folder / "round-trip.db"
    key = new_key()
    canary = secrets.token_hex(CANARY_BYTES)
    with closing(open_store(path, key, create=True)) as connection:
        connection.execute("CREATE TABLE canary (value TEXT NOT NULL) STRICT")
        connection.execute("INSERT INTO canary VALUES (?)", (canary,))
        _require_unseen(folder, canary)
    with closing(open_store(path, key)) as connection:
        row = connection.execute("SELECT value FROM canary").fetchone()
        version = connection.execute("PRAGMA cipher_version").fetchone()
        if row is None or row[0] != canary:
            raise StoreError("store.round_trip")
    _require_unseen(folder, canary)
    return str(version[0])


def _require_unseen(folder: Path, canary: str) -> None:
    needles = (canary.encode("utf-8"), canary.encode("utf-16-le"))
    for path in sorted(folder.iterdir()):
        content = path.read_bytes()
        if any(needle in content for needle in needles):
            raise StoreError("store.round_trip", details={"file": path.suffix or "db"})
