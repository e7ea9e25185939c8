"""`drsl sanitize --keep`: the run goes into the vault, and an INFEASIBLE one into the reviewer queue."""

from __future__ import annotations

import argparse
import secrets
from datetime import UTC, datetime

from app.cli.session import Session
from app.cli.vault_access import opened
from app.vault.values import stored_conversation, stored_run, title_of
from core.domain.verdict import VerdictKind
from core.engine.conversation import Conversation
from core.engine.outcome import Outcome
from core.store.records import ReviewItem

ID_BYTES = 8


def keep(outcome: Outcome, conversation: Conversation, options: argparse.Namespace, session: Session) -> str:
    """The id under which `restore --run` finds the run. Raises KnownError `vault.absent`, KeyStoreError,
    StoreError."""
    now = datetime.now(UTC)
    identifier = secrets.token_hex(ID_BYTES)
    title = title_of(outcome.request.text)
    with opened(options, session) as vault:
        vault.conversations.save(
            stored_conversation(
                conversation,
                (),
                title=title,
                language=outcome.language,
                domain=outcome.domain,
                created_at=now,
                updated_at=now,
            )
        )
        vault.runs.save(stored_run(outcome, identifier=identifier, conversation_id=conversation.id, started_at=now))
        if outcome.verdict.kind is VerdictKind.INFEASIBLE:
            vault.reviews.add(_case(outcome, conversation.id, identifier, title, now))
    return identifier


def _case(outcome: Outcome, conversation_id: str, run_id: str, title: str, now: datetime) -> ReviewItem:
    residual = outcome.verdict.residual
    return ReviewItem(
        id=run_id,
        conversation_id=conversation_id,
        run_id=run_id,
        domain=outcome.domain,
        language=outcome.language,
        reason=residual.reason,
        residual=residual.items,
        k=outcome.verdict.evidence.k,
        waiting_since=now,
        updated_at=now,
        title=title,
    )
