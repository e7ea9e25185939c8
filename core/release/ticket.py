"""Single-use permissions to send, bound to everything that was approved."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from core.domain.errors import ReleaseRefused
from core.domain.release import Approval, ReleaseTicket

Clock = Callable[[], datetime]

LIFETIME = timedelta(minutes=10)
"""How long a ticket waits to be used: long enough to think twice, short enough not to be forgotten."""

TICKET_BYTES = 16


def utc_now() -> datetime:
    """The wall clock in UTC."""
    return datetime.now(UTC)


@dataclass(slots=True)
class _Issued:
    ticket: ReleaseTicket
    seal: str
    used: bool = False


class TicketRegistry:
    """Issues tickets and takes each back once. In memory: a restart voids every ticket. Thread-safe.

    A seal is a digest over everything that was approved; the office compares, it does not interpret.
    """

    def __init__(self, clock: Clock = utc_now, lifetime: timedelta = LIFETIME) -> None:
        self._clock = clock
        self._lifetime = lifetime
        self._issued: dict[str, _Issued] = {}
        self._lock = threading.Lock()

    def issue(self, approval: Approval, seal: str, byte_count: int) -> ReleaseTicket:
        """A ticket that expires `lifetime` from now."""
        now = self._clock()
        ticket = ReleaseTicket(secrets.token_hex(TICKET_BYTES), approval, byte_count, now + self._lifetime)
        with self._lock:
            # Old entries are kept one more lifetime, so that a late try is told "expired", not "unknown".
            self._issued = {
                key: entry for key, entry in self._issued.items() if entry.ticket.expires_at + self._lifetime > now
            }
            self._issued[ticket.id] = _Issued(ticket, seal)
        return ticket

    def redeem(self, ticket: ReleaseTicket, seal: str) -> None:
        """Use the ticket up.

        Raises ReleaseRefused: `ticket.unknown` (never issued, or altered), `ticket.used`, `ticket.expired`,
        `ticket.changed` (what would leave is not what was approved; the ticket is void from then on).
        """
        with self._lock:
            entry = self._issued.get(ticket.id)
            if entry is None or entry.ticket != ticket:
                raise ReleaseRefused("ticket.unknown")
            if entry.used:
                raise ReleaseRefused("ticket.used")
            entry.used = True
            if self._clock() >= ticket.expires_at:
                raise ReleaseRefused("ticket.expired")
            if not secrets.compare_digest(entry.seal, seal):
                raise ReleaseRefused("ticket.changed")

    def void(self, ticket: ReleaseTicket) -> None:
        """Make sure that the ticket cannot be used; for one that was never issued nothing happens."""
        with self._lock:
            entry = self._issued.get(ticket.id)
            if entry is not None:
                entry.used = True
