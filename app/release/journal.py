"""The journal in force: the vault's while one is open, else one in memory."""

from __future__ import annotations

import threading
from typing import Protocol

from core.domain.release import Approval, ReleaseTicket, SendState
from core.domain.sending import SendRecord
from core.release.journal import MemorySendJournal, SendJournal


class KeepsApprovals(SendJournal, Protocol):
    """A journal that also keeps who said yes (`core.store.releases.Releases`)."""

    def approved(self, release_id: str, approval: Approval, ticket: ReleaseTicket | None = ...) -> None: ...


class CurrentJournal:
    """`SendJournal` over whichever journal is in force. Thread-safe.

    A release stays where it was first recorded: one that began without a vault is never half in it.
    """

    def __init__(self) -> None:
        self._memory = MemorySendJournal()
        self._durable: KeepsApprovals | None = None
        self._placed: dict[str, SendJournal] = {}
        self._lock = threading.Lock()

    def use(self, durable: KeepsApprovals | None) -> None:
        """New releases are recorded in `durable` from now on; None: in memory."""
        with self._lock:
            self._durable = durable
            if durable is None:
                self._placed = {key: place for key, place in self._placed.items() if place is self._memory}

    def _place(self, release_id: str) -> SendJournal:
        with self._lock:
            return self._placed.setdefault(release_id, self._durable or self._memory)

    def record(self, record: SendRecord) -> None:
        """As durable as the journal in force makes it. Raises as that one, StoreError after a lock."""
        self._place(record.release_id).record(record)

    def state(self, release_id: str) -> SendState | None:
        return self._place(release_id).state(release_id)

    def approved(self, release_id: str, approval: Approval, ticket: ReleaseTicket) -> None:
        """Keep who said yes to what, where approvals are kept."""
        place = self._place(release_id)
        with self._lock:
            durable = self._durable
        if durable is not None and place is durable:
            durable.approved(release_id, approval, ticket)
