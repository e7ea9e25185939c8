"""A prompt on its way into the queue: judged first where it was not, then one item with its run."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime

from core.domain.protocol import Protocol
from core.domain.request import Request
from core.domain.verdict import VerdictKind
from core.engine.conversation import Conversation
from core.engine.outcome import Outcome
from core.store.records import ReviewItem, ReviewState
from ui.shared.viewmodels.ports import ReviewCase

PARKED = "review.parked"
TITLE_LENGTH = 80


def utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Submission:
    """`outcome` None: it was not judged yet, the review does that. `conversation`: the one it belongs to."""

    request: Request
    conversation: Conversation
    protocol: Protocol
    outcome: Outcome | None = None


def case_of(outcome: Outcome, conversation: Conversation, author: str, now: datetime, run_id: str = "") -> ReviewCase:
    """A new item about one run; `run_id` where it is kept already."""
    verdict = outcome.verdict
    failed = verdict.kind is VerdictKind.INFEASIBLE
    item = ReviewItem(
        id=secrets.token_hex(8),
        conversation_id=conversation.id,
        run_id=run_id or outcome.certificate.id,
        domain=outcome.domain,
        language=outcome.language,
        reason=(verdict.residual.reason or PARKED) if failed else PARKED,
        residual=verdict.residual.items,
        k=verdict.evidence.k,
        waiting_since=now,
        updated_at=now,
        state=ReviewState.OPEN if failed else ReviewState.PARKED,
        title=_title(verdict.artifact.text),
        author=author,
    )
    return ReviewCase(item, outcome, conversation)


def _title(text: str) -> str:
    """The first words of what would leave: a list over a shoulder shows no real values."""
    line = " ".join(text[: 2 * TITLE_LENGTH].split())
    return line if len(line) <= TITLE_LENGTH else line[: TITLE_LENGTH - 1].rstrip() + "…"
