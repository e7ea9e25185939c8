"""The queue while there is no vault: the same contract, kept until the program closes."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from core.domain.artifact import Artifact
from core.domain.errors import StoreError
from core.store.records import (
    ReviewDecision,
    ReviewFilter,
    ReviewHistory,
    ReviewItem,
    ReviewLine,
    ReviewOrder,
    ReviewState,
    ReviewStep,
    answer_of,
)
from ui.shared.viewmodels.ports import Brought, ReviewCase, SentReview

WAITING = ReviewFilter()


@dataclass(slots=True)
class _Kept:
    case: ReviewCase
    steps: list[ReviewStep] = field(default_factory=list)
    applied: int = 0
    decisions: list[ReviewDecision] = field(default_factory=list)
    left: dict[str, Artifact] = field(default_factory=dict)
    brought: dict[str, Brought] = field(default_factory=dict)

    @property
    def history(self) -> ReviewHistory:
        return ReviewHistory(tuple(self.steps), self.applied)


class MemoryReviewStore:
    """`ReviewStorePort`. Any thread."""

    durable = False

    def __init__(self) -> None:
        self._kept: dict[str, _Kept] = {}
        self._place: dict[str, object] = {}
        self._lock = threading.RLock()

    def _of(self, identifier: str) -> _Kept:
        try:
            return self._kept[identifier]
        except KeyError:
            raise StoreError("store.no_review") from None

    def queue(self, case: ReviewCase) -> None:
        with self._lock:
            if case.item.id in self._kept:
                raise StoreError("store.review_exists")
            self._kept[case.item.id] = _Kept(case)

    def open(self, identifier: str) -> ReviewCase:
        with self._lock:
            kept = self._of(identifier)
            item = kept.case.item
            last = kept.decisions[-1] if kept.decisions and not item.state.waits else None
            left = kept.left.get(last.release_id) if last is not None else None
            answer = kept.brought.get(last.release_id) if last is not None else None
            return replace(
                kept.case,
                history=kept.history,
                answer=answer_of(item, kept.decisions),
                decision=last,
                left=left.text if left is not None else "",
                restored=answer.restored if answer is not None else "",
            )

    def list(
        self, chosen: ReviewFilter = WAITING, order: ReviewOrder = ReviewOrder.OLDEST, limit: int = 500,
        offset: int = 0,
    ) -> tuple[ReviewLine, ...]:  # fmt: skip
        with self._lock:
            found = [line_of(kept.case.item) for kept in self._kept.values() if _fits(kept.case.item, chosen)]
        found.sort(key=lambda line: line.id)
        found.sort(key=lambda line: line.waiting_since, reverse=order is ReviewOrder.NEWEST)
        if order is ReviewOrder.MOST_HITS:
            found.sort(key=lambda line: -line.hits)
        elif order is ReviewOrder.SMALLEST_K:
            found.sort(key=lambda line: (line.k is None, line.k or 0.0))
        return tuple(found[offset : offset + limit])

    def counts(self) -> dict[ReviewState, int]:
        with self._lock:
            found: dict[ReviewState, int] = {}
            for kept in self._kept.values():
                state = kept.case.item.state
                found[state] = found.get(state, 0) + 1
            return found

    def claim(self, identifier: str, owner: str, at: datetime | None) -> ReviewItem:
        with self._lock:
            item = self._of(identifier).case.item
            return self._put(replace(item, claimed_by=owner, claimed_at=at if owner else None))

    def act(self, identifier: str, step: ReviewStep) -> ReviewHistory:
        with self._lock:
            kept = self._of(identifier)
            kept.steps[kept.applied :] = [step]
            kept.applied += 1
            return kept.history

    def undo(self, identifier: str) -> ReviewHistory:
        with self._lock:
            kept = self._of(identifier)
            if not kept.applied:
                raise StoreError("store.nothing_to_undo")
            kept.applied -= 1
            return kept.history

    def redo(self, identifier: str) -> ReviewHistory:
        with self._lock:
            kept = self._of(identifier)
            if kept.applied == len(kept.steps):
                raise StoreError("store.nothing_to_redo")
            kept.applied += 1
            return kept.history

    def decide(self, identifier: str, decision: ReviewDecision) -> None:
        if decision.state is not ReviewState.OPEN and not decision.reason.strip():
            raise StoreError("store.reason_required")
        if not decision.reviewer.strip():
            raise StoreError("store.nobody")
        with self._lock:
            kept = self._of(identifier)
            kept.decisions.append(decision)
            self._put(replace(kept.case.item, state=decision.state, updated_at=decision.at))

    def decisions(self, identifier: str) -> tuple[ReviewDecision, ...]:
        with self._lock:
            return tuple(self._of(identifier).decisions)

    def sent(self, identifier: str, sent: SentReview) -> None:
        """The turn went into the conversation of the case, which lives as long as this store."""
        with self._lock:
            kept = self._of(identifier)
            kept.case = replace(kept.case, conversation=sent.conversation)
            if sent.release_id:
                kept.left[sent.release_id] = sent.outcome.verdict.artifact

    def brought(self, identifier: str, release_id: str, answer: Brought) -> None:
        with self._lock:
            kept = self._of(identifier)
            kept.brought[release_id] = answer
            artifact = kept.left.get(release_id)
            if artifact is not None:
                kept.case.conversation.answered(artifact, answer.cloud)

    def load_place(self) -> Mapping[str, object]:
        with self._lock:
            return dict(self._place)

    def save_place(self, place: Mapping[str, object]) -> None:
        with self._lock:
            self._place = dict(place)

    def _put(self, item: ReviewItem) -> ReviewItem:
        kept = self._of(item.id)
        kept.case = replace(kept.case, item=item)
        return item


def line_of(item: ReviewItem) -> ReviewLine:
    """An item as a line of the queue."""
    attributes = tuple(dict.fromkeys(residual.attribute_id for residual in item.residual))
    hits = sum(len(residual.hits) for residual in item.residual)
    return ReviewLine(
        item.id, item.conversation_id, item.run_id, item.domain, item.language, item.reason, item.title, attributes,
        hits, item.k, item.waiting_since, item.updated_at, item.state, item.author, item.claimed_by, item.claimed_at,
    )  # fmt: skip


def _fits(item: ReviewItem, chosen: ReviewFilter) -> bool:
    return (
        (item.state in chosen.states if chosen.states else item.state.waits)
        and chosen.domain in (None, item.domain)
        and chosen.language in (None, item.language)
        and chosen.reason in ("", item.reason)
        and (chosen.before is None or item.waiting_since < chosen.before)
    )
