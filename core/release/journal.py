"""What became of every release; written before the socket is touched."""

from __future__ import annotations

import threading
from typing import Protocol

from core.domain.release import SendState
from core.domain.sending import FOLLOWING, SendRecord, check_transition

__all__ = ["FOLLOWING", "MemorySendJournal", "SendJournal", "SendRecord", "check_transition"]


class SendJournal(Protocol):
    """`record` returns only when the record is as durable as the journal can make it."""

    def record(self, record: SendRecord) -> None: ...

    def state(self, release_id: str) -> SendState | None: ...


class MemorySendJournal:
    """Keeps records for the life of the process. Thread-safe."""

    def __init__(self) -> None:
        self._records: list[SendRecord] = []
        self._states: dict[str, SendState] = {}
        self._lock = threading.Lock()

    def record(self, record: SendRecord) -> None:
        with self._lock:
            check_transition(self._states.get(record.release_id), record.state)
            self._states[record.release_id] = record.state
            self._records.append(record)

    def state(self, release_id: str) -> SendState | None:
        with self._lock:
            return self._states.get(release_id)

    def records(self) -> tuple[SendRecord, ...]:
        """Oldest first; a snapshot."""
        with self._lock:
            return tuple(self._records)
