"""What became of a release, step by step; ids, hashes and counts only (DESIGN 5.5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

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
    """One state of one release.

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


def check_transition(before: SendState | None, after: SendState) -> None:
    """Raises BugError for a step that the state machine does not know."""
    if after not in FOLLOWING[before]:
        raise BugError("journal.transition", details={"before": before or "none", "after": after})
