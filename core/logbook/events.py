"""Structured log events with an allow-list of fields and of types (SEC-18).

    log = EventLog("release")
    log.info("release.sent", bytes=612, state=SendState.SENT)

A field is a number, a truth value, or a member of one of our own enumerations: text of any kind is refused,
so no prompt, answer, path or key can be logged even by mistake. `OnlyEvents` guards the handlers: a record
that did not come through an EventLog loses its message and keeps its logger's name.
"""

from __future__ import annotations

import enum
import logging
import re
from collections.abc import Mapping

from core.domain.errors import BugError, DrslError

ROOT = "drsl"
MARK = "drsl_fields"
FIELDS = frozenset(
    {
        "attempt", "attributes", "body_bytes", "bytes", "count", "domain", "language", "layer", "line", "received",
        "retryable", "rounds", "seconds", "sent", "stage", "state", "status", "turns", "verdict",
    }
)  # fmt: skip
"""Names that may be logged; each new one is a decision to be seen in a review."""

_NAME = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*")

Loggable = int | float | bool | enum.Enum


class EventLog:
    """Logger of one package. `package` is a dotted lower-case name below `drsl`."""

    def __init__(self, package: str) -> None:
        self._logger = logging.getLogger(f"{ROOT}.{_checked_name(package)}")

    def info(self, event: str, **fields: Loggable) -> None:
        """Raises BugError for a field or type that is not allowed."""
        self._emit(logging.INFO, event, fields)

    def warning(self, event: str, **fields: Loggable) -> None:
        self._emit(logging.WARNING, event, fields)

    def failure(self, error: DrslError) -> None:
        """One of our own errors: its code, and those of its details that are numbers with an allowed name."""
        numbers = {
            name: value
            for name, value in error.details.items()
            if name in FIELDS and isinstance(value, (int, float)) and not isinstance(value, bool)
        }
        self._emit(logging.WARNING, error.code, numbers)

    def _emit(self, level: int, event: str, fields: Mapping[str, Loggable]) -> None:
        shown = {name: _shown(name, value) for name, value in fields.items()}
        line = " ".join([_checked_name(event), *(f"{name}={value}" for name, value in sorted(shown.items()))])
        self._logger.log(level, line, extra={MARK: shown})


def _checked_name(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise BugError("log.name")
    return name


def _shown(name: str, value: Loggable) -> str:
    if name not in FIELDS:
        raise BugError("log.field")
    if isinstance(value, enum.Enum):
        if not type(value).__module__.startswith(("core.", "app.", "ui.")):
            raise BugError("log.type")
        return value.name.lower()
    if isinstance(value, (bool, int, float)):
        return f"{value:.3f}" if isinstance(value, float) else str(value)
    raise BugError("log.type")


class OnlyEvents(logging.Filter):
    """For every handler: blanks what is not an event of ours, arguments, traceback texts and all."""

    def filter(self, record: logging.LogRecord) -> bool:
        if hasattr(record, MARK) and record.name.startswith(f"{ROOT}."):
            return True
        record.msg = "message withheld"
        record.args = ()
        record.exc_text = None
        record.stack_info = None
        if record.exc_info and record.exc_info[0] is not None:
            record.msg = f"message withheld ({record.exc_info[0].__name__})"
        record.exc_info = None
        return True
