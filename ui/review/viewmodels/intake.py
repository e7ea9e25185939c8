"""How prompts come into the reviewer's queue: judged already, or judged on the way in."""

from __future__ import annotations

from core.engine.conversation import Conversation
from core.engine.outcome import Outcome
from ui.release.viewmodels.submission import Submission, case_of
from ui.review.viewmodels.open_item import OpenItemViewModel
from ui.shared.viewmodels.ports import ReviewCase
from ui.shared.viewmodels.problems import Problem


class IntakeViewModel(OpenItemViewModel):
    """Main thread only."""

    def submit(self, submission: Submission) -> bool:
        """Queue a prompt; one without a verdict is judged first. False when there is no queue to take it."""
        store, engine, outcome = self._store, self._engine, submission.outcome
        if store is None or (outcome is None and engine is None):
            return False
        working = submission.conversation.fork()
        if outcome is not None:
            self._queue(outcome, working)
        elif engine is not None:
            self._judging.add(
                lambda: engine.sanitize(submission.request, working, submission.protocol),
                lambda judged: self._queue(judged, working),
            )
        return True

    def _queue(self, outcome: Outcome, working: Conversation) -> None:
        self.bring(case_of(outcome, working, self.reviewer, self._now(), self.run_of(outcome, working)))

    def bring(self, case: ReviewCase) -> None:
        """Put a ready case into the queue."""
        store = self._store
        if store is None:
            self._set_problem(Problem("store.locked"))
            return

        def done(_nothing: None) -> None:
            self.queue.refresh()
            self.queued.emit()

        self._serial.add(lambda: store.queue(case), done)
