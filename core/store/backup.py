"""One file that carries a whole vault, encrypted under a key of its own.

The file: `MAGIC`, the length of the header in four bytes (big-endian), the header, the database. The header says how
its key is wrapped (`core.keys`); this package does not interpret it.
"""

from __future__ import annotations

import os
import secrets
import shutil
from contextlib import closing
from pathlib import Path

from core.domain.errors import StoreError
from core.store.audit_records import AuditKind
from core.store.database import Database, check_integrity, remove_database
from core.store.encrypted_connection import PRIVATE_FILE, Connection, open_store
from core.store.migration import export
from core.store.sqlite_errors import disk_failure, known_failures

MAGIC = b"DRSLBAK1"
LENGTH_BYTES = 4
MAX_HEADER_BYTES = 64_000
PIECE = 1 << 20


def write_backup(database: Database, target: Path, key_hex: str, header: bytes) -> int:
    """Write the open vault to `target`, which must not exist; returns its size in bytes.

    The copy is opened and checked before the file appears under its name. Raises StoreError: `store.exists`,
    `store.full`, `store.io`, `store.cannot_open`.
    """
    if target.exists():
        raise StoreError("store.exists")
    loose = target.with_name(f".{target.name}.{secrets.token_hex(8)}")
    draft = target.with_name(f".{target.name}.{secrets.token_hex(8)}")
    try:
        database.read(lambda connection: export(connection, loose, key_hex, database.opening.schema))
        with closing(open_store(loose, key_hex)) as copy, known_failures():
            check_integrity(copy)
            _forget_mark(copy)
        _compose(loose, draft, header)
        os.replace(draft, target)
    except OSError as error:
        raise disk_failure(error) from None
    finally:
        remove_database(loose)
        draft.unlink(missing_ok=True)
    size = target.stat().st_size
    database.write(lambda transaction: transaction.audit(AuditKind.BACKUP_MADE, "vault", bytes=size))
    return size


def _forget_mark(copy: Connection) -> None:
    """The copy of an open vault must not look as if it had crashed."""
    copy.execute("DELETE FROM meta WHERE key = 'open'")
    copy.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _compose(loose: Path, draft: Path, header: bytes) -> None:
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE)
    with os.fdopen(descriptor, "wb") as out, loose.open("rb") as database:
        out.write(MAGIC + len(header).to_bytes(LENGTH_BYTES, "big") + header)
        shutil.copyfileobj(database, out, PIECE)
        out.flush()
        os.fsync(out.fileno())


def read_header(source: Path) -> bytes:
    """The header of a backup. Raises StoreError `store.not_a_backup`, `store.missing`."""
    try:
        with source.open("rb") as stream:
            return _header(stream.read(len(MAGIC) + LENGTH_BYTES + MAX_HEADER_BYTES))
    except FileNotFoundError:
        raise StoreError("store.missing") from None
    except OSError:
        raise StoreError("store.io", retryable=True) from None


def _header(beginning: bytes) -> bytes:
    start = len(MAGIC) + LENGTH_BYTES
    length = int.from_bytes(beginning[len(MAGIC) : start], "big")
    if not beginning.startswith(MAGIC) or length > MAX_HEADER_BYTES or len(beginning) < start + length:
        raise StoreError("store.not_a_backup")
    return beginning[start : start + length]


def extract(source: Path, target: Path, key_hex: str) -> None:
    """The database of a backup as a file of its own, opened with `key_hex` and checked.

    Raises StoreError as `read_header` and `open_store`; `store.damaged`, `store.full`, `store.io`. A failure
    leaves no file.
    """
    skip = len(MAGIC) + LENGTH_BYTES + len(read_header(source))
    try:
        descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE)
        with os.fdopen(descriptor, "wb") as out, source.open("rb") as stream:
            stream.seek(skip)
            shutil.copyfileobj(stream, out, PIECE)
            out.flush()
            os.fsync(out.fileno())
        with closing(open_store(target, key_hex)) as copy, known_failures():
            check_integrity(copy)
    except FileExistsError:
        raise StoreError("store.exists") from None
    except OSError as error:
        remove_database(target)
        raise disk_failure(error) from None
    except StoreError:
        remove_database(target)
        raise
