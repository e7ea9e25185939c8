"""The reviewer queue inside the vault: items with their runs and conversations, as the review asks for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from app.vault.values import conversation_of, outcome_of, stored_conversation, stored_run, stored_turn, title_of
from core.domain.errors import StoreError
from core.engine.conversation import Conversation, SentTurn
from core.engine.outcome import Outcome
from core.store.records import (
    ReviewDecision,
    ReviewFilter,
    ReviewHistory,
    ReviewItem,
    ReviewLine,
    ReviewOrder,
    ReviewState,
    ReviewStep,
    StoredConversation,
    answer_of,
)
from core.store.repositories import VaultPort
from ui.shared.viewmodels.ports import Brought, ReviewCase, SentReview

PLACE = "review.desk"  # vaults hold it under this key
WAITING = ReviewFilter()


@dataclass(frozen=True, slots=True)
class VaultReviewStore:
    """`ReviewStorePort`. Any thread; raises StoreError."""

    vault: VaultPort

    @property
    def durable(self) -> bool:
        return True

    def queue(self, case: ReviewCase) -> None:
        """Keep the item with the conversation and the run behind it, where they are not kept yet."""
        vault, item = self.vault, case.item
        try:
            vault.conversations.load(item.conversation_id)
        except StoreError as error:
            if error.code != "store.no_conversation":
                raise
            vault.conversations.save(_new_conversation(case.conversation, case.outcome, item.waiting_since))
        if item.run_id not in {run.id for run in vault.runs.of_conversation(item.conversation_id)}:
            self._keep_run(case.outcome, item.run_id, item.conversation_id, item.waiting_since)
        vault.reviews.add(item)

    def open(self, identifier: str) -> ReviewCase:
        vault = self.vault
        item = vault.reviews.load(identifier)
        outcome = outcome_of(vault.runs.load(item.run_id))
        stored = vault.conversations.load(item.conversation_id)
        decisions = vault.reviews.decisions(identifier)
        last = decisions[-1] if decisions and not item.state.waits else None
        by_this = [turn for turn in stored.turns if last is not None and turn.release_id == last.release_id != ""]
        return ReviewCase(
            item,
            outcome,
            conversation_of(stored),
            vault.reviews.history(identifier),
            answer_of(item, decisions),
            last,
            by_this[-1].artifact.text if by_this else "",
            by_this[-1].restored_answer if by_this else "",
        )

    def list(
        self,
        chosen: ReviewFilter = WAITING,
        order: ReviewOrder = ReviewOrder.OLDEST,
        limit: int = 500,
        offset: int = 0,
    ) -> tuple[ReviewLine, ...]:
        return self.vault.reviews.list(chosen, order, limit, offset)

    def counts(self) -> dict[ReviewState, int]:
        return self.vault.reviews.counts()

    def claim(self, identifier: str, owner: str, at: datetime | None) -> ReviewItem:
        return self.vault.reviews.claim(identifier, owner, at)

    def act(self, identifier: str, step: ReviewStep) -> ReviewHistory:
        return self.vault.reviews.act(identifier, step)

    def undo(self, identifier: str) -> ReviewHistory:
        return self.vault.reviews.undo(identifier)

    def redo(self, identifier: str) -> ReviewHistory:
        return self.vault.reviews.redo(identifier)

    def decide(self, identifier: str, decision: ReviewDecision) -> None:
        self.vault.reviews.decide(identifier, decision)

    def decisions(self, identifier: str) -> tuple[ReviewDecision, ...]:
        return self.vault.reviews.decisions(identifier)

    def sent(self, identifier: str, sent: SentReview) -> None:
        """The run that passed and the turn that left, behind the item's conversation; once, also where the workspace
        that has this conversation on screen was quicker."""
        item = self.vault.reviews.load(identifier)
        run_id = sent.run_id
        before = self.vault.conversations.load(item.conversation_id)
        if any(turn.run_id == run_id for turn in before.turns):
            return
        self._keep_run(sent.outcome, run_id, item.conversation_id, sent.at)
        last = sent.conversation.turns[-1] if sent.conversation.turns else None
        if last is None:
            verdict = sent.outcome.verdict
            last = SentTurn(verdict.sensitive, verdict.artifact, "")
        turn = stored_turn(last, sent.original, sent.restored, sent.at, run_id, sent.release_id)
        self.vault.conversations.save(
            stored_conversation(
                sent.conversation,
                (*before.turns, turn),
                title=before.title,
                language=before.language,
                domain=before.domain,
                created_at=before.created_at,
                updated_at=sent.at,
                expires_at=before.expires_at,
            )
        )

    def brought(self, identifier: str, release_id: str, answer: Brought) -> None:
        stored = self.vault.conversations.load(self.vault.reviews.load(identifier).conversation_id)
        turns = tuple(
            replace(turn, cloud_answer=answer.cloud, restored_answer=answer.restored)
            if turn.release_id == release_id != ""
            else turn
            for turn in stored.turns
        )
        self.vault.conversations.save(replace(stored, turns=turns, updated_at=datetime.now(UTC)))

    def load_place(self) -> Mapping[str, object]:
        found = self.vault.settings.get(PLACE)
        return {str(key): value for key, value in found.items()} if isinstance(found, dict) else {}

    def save_place(self, place: Mapping[str, object]) -> None:
        self.vault.settings.put(PLACE, dict(place), datetime.now(UTC))

    def _keep_run(self, outcome: Outcome, run_id: str, conversation_id: str, at: datetime) -> None:
        self.vault.runs.save(stored_run(outcome, identifier=run_id, conversation_id=conversation_id, started_at=at))


def _new_conversation(conversation: Conversation, outcome: Outcome, at: datetime) -> StoredConversation:
    return stored_conversation(
        conversation,
        (),
        title=title_of(outcome.request.text),
        language=outcome.language,
        domain=outcome.domain,
        created_at=at,
        updated_at=at,
    )
