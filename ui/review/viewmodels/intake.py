"""How prompts come into the reviewer's queue: judged already, judged on the way in, or answered here beforehand."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QObject, Signal

from core.engine.conversation import Conversation
from core.engine.interface import Engine
from core.engine.outcome import Outcome
from core.store.records import ReviewDecision, ReviewState
from ui.release.viewmodels.submission import Submission, case_of
from ui.review.viewmodels.place import Place
from ui.review.viewmodels.queue import ReviewQueue
from ui.review.viewmodels.serial import SerialWork
from ui.shared.viewmodels.ports import ReviewCase, ReviewStorePort
from ui.shared.viewmodels.problems import Problem

ANSWERED_HERE = "review.answered_here"
"""The reason of a decision that needs none typed: nothing left."""


class Intake(QObject):
    """Main thread only. `queued`: another item waits. `problem(Problem)`: there is no queue to take one.

    `storing` keeps items in their order, `judging` reaches the verdicts that are missing; `place` knows who submits.
    """

    queued = Signal()
    problem = Signal(object)

    def __init__(
        self,
        storing: SerialWork,
        judging: SerialWork,
        queue: ReviewQueue,
        place: Callable[[], Place],
        now: Callable[[], datetime],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._storing = storing
        self._judging = judging
        self._queue = queue
        self._place = place
        self._now = now
        self.store: ReviewStorePort | None = None
        self.engine: Engine | None = None
        self.run_of: Callable[[Outcome, Conversation], str] = lambda _outcome, _conversation: ""
        """Under which a run is kept already, "" where it is not."""

    def submit(self, submission: Submission) -> bool:
        """Queue a prompt; one without a verdict is judged first. False when there is no queue to take it."""
        engine, outcome = self.engine, submission.outcome
        if self.store is None or (outcome is None and engine is None):
            return False
        working = submission.conversation.fork()
        if outcome is not None:
            self.bring(self._case(outcome, working))
        elif engine is not None:
            self._judging.add(
                lambda: engine.sanitize(submission.request, working, submission.protocol),
                lambda judged: self.bring(self._case(judged, working)),
            )
        return True

    def bring(self, case: ReviewCase) -> None:
        """Put a ready case into the queue."""
        store = self.store
        if store is None:
            self.problem.emit(Problem("store.locked"))
            return

        def done(_nothing: None) -> None:
            self._queue.refresh()
            self.queued.emit()

        self._storing.add(lambda: store.queue(case), done)

    def keep_answered(self, submission: Submission, answer: str) -> None:
        """A prompt that its author had answered on this computer: an item that is decided from the start."""
        store, outcome = self.store, submission.outcome
        if store is None or outcome is None:
            return
        case = self._case(outcome, submission.conversation.fork())
        author, at = case.item.author, case.item.waiting_since
        decision = ReviewDecision(ReviewState.ANSWERED_LOCALLY, author, at, ANSWERED_HERE, answer=answer)

        def run() -> None:
            store.queue(case)
            store.decide(case.item.id, decision)

        self._storing.add(run, lambda _nothing: self._queue.refresh())

    def _case(self, outcome: Outcome, working: Conversation) -> ReviewCase:
        return case_of(outcome, working, self._place().reviewer, self._now(), self.run_of(outcome, working))
