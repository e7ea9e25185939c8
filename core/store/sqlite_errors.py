"""What SQLite reports, in the words of our own error tree; no message of its own goes further."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from sqlcipher3 import dbapi2 as sql

from core.domain.errors import BugError, StoreError

_PRIMARY = 0xFF
"""Extended result codes carry the primary one in their lowest byte."""
_CODES: Mapping[int, tuple[str, bool]] = {
    5: ("store.busy", True),
    6: ("store.busy", True),
    8: ("store.read_only", False),
    10: ("store.io", True),
    11: ("store.damaged", False),
    13: ("store.full", True),
    14: ("store.io", True),
    26: ("store.damaged", False),
}
"""SQLite's primary result code -> our code, and whether trying again can help."""
_CONSTRAINT = 19
_UNWELL = 10
_SAYING_NOTHING = 1
_WORDS = {"database or disk is full": 13, "disk I/O error": _UNWELL}
"""SQLite's own words -> its code: an export passes the words on under a code that says nothing."""
_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT})
LEAST_ROOM = 64 * 1024
"""Bytes that an opening needs: the index of the write-ahead log, which SQLite makes in one piece, and a page."""


def translated(error: sql.Error) -> StoreError | BugError:
    """The error of ours for one of SQLite's; a statement or value that does not fit is a bug."""
    primary = _primary(error)
    if primary in _CODES:
        code, retryable = _CODES[primary]
        return StoreError(code, retryable=retryable)
    return BugError("store.constraint" if primary == _CONSTRAINT else "store.statement")


def refused(error: sql.Error | OSError, path: Path) -> StoreError:
    """Why a file did not open: no room for what stands beside it, a lock that another program holds, or else a wrong
    key, damage, no permission, which SQLCipher does not tell apart."""
    known = disk_failure(error) if isinstance(error, OSError) else translated(error)
    if isinstance(known, StoreError):
        if known.code in ("store.full", "store.busy"):
            return known
        if known.code == "store.io" and cramped(path):
            return StoreError("store.full", retryable=True)
        if not isinstance(error, OSError) and _primary(error) == _UNWELL:
            return known
    return StoreError("store.cannot_open")


def _primary(error: sql.Error) -> int:
    code = int(getattr(error, "sqlite_errorcode", 0) or 0) & _PRIMARY
    return _WORDS.get(str(error), code) if code <= _SAYING_NOTHING else code


def disk_failure(error: OSError) -> StoreError:
    """The error of ours for one of the file system's."""
    return StoreError("store.full" if error.errno in _NO_ROOM else "store.io", retryable=True)


def cramped(path: Path, needed: int = LEAST_ROOM) -> bool:
    """Whether the disk of a file has less room than that; False where nobody can tell."""
    try:
        return shutil.disk_usage(path.parent).free < needed
    except OSError:
        return False


@contextmanager
def known_failures() -> Iterator[None]:
    """Inside, an error of SQLite becomes one of ours, without its text."""
    try:
        yield
    except sql.Error as error:
        raise translated(error) from None
