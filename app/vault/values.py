"""Between what the engine works with and what the vault keeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from core.domain.attempts import AttemptLedger
from core.domain.events import StageEvent
from core.domain.language import Language
from core.domain.taxonomy import Domain
from core.domain.tokens import TokenVault
from core.engine.conversation import Conversation, SentTurn
from core.engine.outcome import Outcome
from core.store.records import StoredConversation, StoredRun, StoredTurn

TITLE_LENGTH = 80


def title_of(text: str) -> str:
    """A title from the first words of a text."""
    line = " ".join(text.split())
    return line if len(line) <= TITLE_LENGTH else line[: TITLE_LENGTH - 1].rstrip() + "…"


def stored_turn(
    turn: SentTurn, original: str, restored: str, at: datetime, run_id: str = "", release_id: str = ""
) -> StoredTurn:
    """A turn with what only the screen knew: X and the restored answer."""
    return StoredTurn(original, turn.sensitive, turn.artifact, turn.cloud_answer, restored, at, run_id, release_id)


def stored_conversation(
    conversation: Conversation,
    turns: Sequence[StoredTurn],
    *,
    title: str,
    language: Language,
    domain: Domain,
    created_at: datetime,
    updated_at: datetime,
    expires_at: datetime | None = None,
) -> StoredConversation:
    """A snapshot of a conversation, to be saved."""
    return StoredConversation(
        id=conversation.id,
        key=conversation.key,
        title=title,
        language=language,
        domain=domain,
        created_at=created_at,
        updated_at=updated_at,
        tokens=conversation.vault.entries(),
        reserved=tuple(sorted(conversation.vault.reserved_tokens())),
        levels=dict(conversation.levels),
        attempts=conversation.attempts.numbers,
        turns=tuple(turns),
        expires_at=expires_at,
    )


def conversation_of(stored: StoredConversation) -> Conversation:
    """The conversation again, to go on with."""
    return Conversation(
        id=stored.id,
        key=stored.key,
        vault=TokenVault.restored(stored.tokens, stored.reserved),
        turns=[SentTurn(turn.sensitive, turn.artifact, turn.cloud_answer) for turn in stored.turns],
        levels=dict(stored.levels),
        attempts=AttemptLedger(stored.attempts),
    )


def stored_run(
    outcome: Outcome,
    *,
    identifier: str,
    conversation_id: str,
    started_at: datetime,
    events: Sequence[StageEvent] = (),
    prompt_versions: Mapping[str, str] | None = None,
) -> StoredRun:
    """A run with everything its screen shows."""
    return StoredRun(
        id=identifier,
        conversation_id=conversation_id,
        started_at=started_at,
        request=outcome.request,
        verdict=outcome.verdict,
        certificate=outcome.certificate,
        language=outcome.language,
        domain=outcome.domain,
        seconds=outcome.seconds,
        stage_seconds=dict(outcome.stage_seconds),
        events=tuple(events),
        prompt_versions=dict(outcome.prompt_versions if prompt_versions is None else prompt_versions),
    )


def outcome_of(run: StoredRun) -> Outcome:
    """The outcome as the engine returned it."""
    return Outcome(
        run.request,
        run.verdict,
        run.certificate,
        run.language,
        run.domain,
        run.seconds,
        run.stage_seconds,
        prompt_versions=run.prompt_versions,
    )
