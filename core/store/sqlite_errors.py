"""What SQLite reports, in the words of our own error tree; no message of its own goes further."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

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


def translated(error: sql.Error) -> StoreError | BugError:
    """The error of ours for one of SQLite's; a statement or value that does not fit is a bug."""
    primary = int(getattr(error, "sqlite_errorcode", 0) or 0) & _PRIMARY
    if primary in _CODES:
        code, retryable = _CODES[primary]
        return StoreError(code, retryable=retryable)
    return BugError("store.constraint" if primary == _CONSTRAINT else "store.statement")


@contextmanager
def known_failures() -> Iterator[None]:
    """Inside, an error of SQLite becomes one of ours, without its text."""
    try:
        yield
    except sql.Error as error:
        raise translated(error) from None
