"""What became of every release; written before the socket is touched."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from core.domain.errors import BugError
from core.domain.release import SendState

FOLLOWING: Mapping[SendState | None, frozenset[SendState]] = {
    None: frozenset({SendState.DRAFT}),
    SendState.DRAFT: frozenset({SendState.APPROVED, SendState.FAILED}),
    SendState.APPROVED: frozenset({SendState.SENDING, SendState.FAILED}),
    SendState.SENDING: frozenset({SendState.SENT, SendState.FAILED, SendState.UNKNOWN}),
    SendState.SENT: frozenset(),
    SendState.FAILED: frozenset(),
    SendState.UNKNOWN: frozenset(),
}
"""Allowed transitions; the last three states are final."""


@dataclass(frozen=True, slots=True)
class SendRecord:
    """One state of one release. Ids, hashes and counts only.

    `code`: the error's code where one ended the release; a release can be SENT and still carry one (the
    destination received the bytes and then failed).
    """

    release_id: str
    state: SendState
    at: datetime
    certificate_id: str
    sha256: str
    destination_id: str
    byte_count: int
    body_bytes: int
    code: str = ""


class SendJournal(Protocol):
    """`record` returns only when the record is as durable as the journal can make it."""

    def record(self, record: SendRecord) -> None: ...

    def state(self, release_id: str) -> SendState | None: ...


def check_transition(before: SendState | None, after: SendState) -> None:
    """Raises BugError for a step that the state machine does not know."""
    if after not in FOLLOWING[before]:
        raise BugError("journal.transition", details={"before": before or "none", "after": after})


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
