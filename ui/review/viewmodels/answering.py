"""The decision that lets nothing out: a model on this computer answers, and the answer is kept with the item."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QObject

from core.store.records import ReviewDecision, ReviewState
from ui.release.viewmodels.local_answer import restored_turns
from ui.release.viewmodels.submission import Submission, case_of, utc_now
from ui.review.viewmodels.intake import IntakeViewModel
from ui.review.viewmodels.moves import Move, MoveKind
from ui.review.viewmodels.reasons import ReviewOperation
from ui.shared.viewmodels.ports import LocalAnswer, SenderPort, WorkPort

ANSWERED_HERE = "review.answered_here"
"""The reason of a decision that needs none typed: nothing left."""


class AnsweringViewModel(IntakeViewModel):
    """Main thread only."""

    def __init__(
        self,
        work: WorkPort,
        sender: SenderPort,
        reviewer: str,
        parent: QObject | None = None,
        now: Callable[[], datetime] = utc_now,
        store_work: WorkPort | None = None,
        answer_work: WorkPort | None = None,
    ) -> None:
        super().__init__(work, sender, reviewer, parent, now, store_work, answer_work)
        self.local.answered.connect(self._answered)

    def answer_locally(self) -> None:
        """A model on this computer answers the prompt as it was written; no cloud gets it."""
        case = self.case
        if case is not None and not self.why_not(ReviewOperation.LOCAL):
            self._set_problem(None)
            self.release.clear()
            self.local.start(case.outcome.request.text, restored_turns(case.conversation, self._sender))

    def _answered(self, answer: LocalAnswer) -> None:
        """The answer is part of the decision: both are kept, or neither."""
        case, store = self.case, self._store
        if case is None or store is None:
            return
        reason, state = self.reason.strip() or ANSWERED_HERE, ReviewState.ANSWERED_LOCALLY
        decision = ReviewDecision(state, self.reviewer, self._now(), reason, answer=answer.text)
        before = case.item.state.value
        self._moves.add(Move(MoveKind.DECIDED, {case.item.id: 1}, state.value, reason, before))
        self._serial.add(lambda: store.decide(case.item.id, decision), lambda _nothing: self._decided())

    def keep_answered(self, submission: Submission, answer: str) -> None:
        """A prompt that its author had answered on this computer: an item that is decided from the start."""
        store, outcome = self._store, submission.outcome
        if store is None or outcome is None:
            return
        now = self._now()
        conversation = submission.conversation.fork()
        case = case_of(outcome, conversation, self.reviewer, now, self.run_of(outcome, conversation))
        decision = ReviewDecision(ReviewState.ANSWERED_LOCALLY, self.reviewer, now, ANSWERED_HERE, answer=answer)

        def run() -> None:
            store.queue(case)
            store.decide(case.item.id, decision)

        self._serial.add(run, lambda _nothing: self.queue.refresh())

    def _decided(self) -> None:
        self.place.add_reason(self.reason)
        self.reason = ""
        self.remember()
        if self.case is not None:
            self.select(self.case.item.id)
        self.queue.refresh()
        self.changed.emit()
