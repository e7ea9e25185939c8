"""From a verdict to an answer: the destination, a person's approval, what the gateway makes of it."""

from __future__ import annotations

from PySide6.QtCore import QObject

from core.domain.events import Stage, StageEvent, StageState
from core.domain.release import Destination, DestinationKind, RetestPolicy
from core.domain.verdict import VerdictKind
from core.engine.conversation import SentTurn
from core.engine.outcome import Outcome
from ui.compose.viewmodels.workspace import Workspace
from ui.release.viewmodels.phases import HELD, Phase
from ui.release.viewmodels.retest import RetestState, report_on
from ui.release.viewmodels.second_look import DRY_RUN, LOST_CAUSE
from ui.release.viewmodels.submission import Submission
from ui.release.viewmodels.turns import Turn, TurnState
from ui.shared.viewmodels.ports import Asked, Delivery, LocalAnswer, SenderPort, WorkPort
from ui.shared.viewmodels.problems import Problem
from ui.shared.viewmodels.timeline import DraftState, Timeline


class ReleaseSide(Workspace):
    """The part of the workspace behind a verdict. Main thread only."""

    def __init__(
        self,
        work: WorkPort,
        sender: SenderPort,
        parent: QObject | None = None,
        answer_work: WorkPort | None = None,
    ) -> None:
        super().__init__(work, sender, parent, answer_work)
        self.look.spare = self._spared
        self.local.changed.connect(self.primary_changed)
        self.local.grew.connect(self._wrote)
        self.local.answered.connect(self._answered_here)
        self.local.broke.connect(self._not_answered_here)
        self.approval.changed.connect(self._approval_changed)
        self.approval.failed.connect(self._set_error)
        self._dispatch.turn_added.connect(self.turns_changed)
        self._dispatch.turn_grew.connect(self.turn_grew)
        self._dispatch.handed_over.connect(self._handed_over)
        self._dispatch.finished.connect(self._turn_finished)
        self._dispatch.refused.connect(self._turn_refused)
        self._dispatch.problem.connect(self._set_problem)
        self.retest.changed.connect(self.primary_changed)
        self.retest.tested.connect(self._retested)
        self.retest.broke.connect(self._not_retested)
        self._testing: Delivery | None = None
        self._sends_after_test = False
        self._send_next: Outcome | None = None
        self._told: Delivery | None = None

    def set_destination(self, destination: Destination) -> None:
        """A change of anything in it asks for confirmation anew; ignored while something is on its way."""
        if self._phase not in HELD - {Phase.SANITIZING} and self.approval.set_destination(destination):
            self._set_problem(None)
            self.look.reconsider()
            self._pack()
            self.primary_changed.emit()

    def _spared(self, outcome: Outcome) -> str:
        """Why the evaluator need not look: what does not pass waits for a person, and a dry run sends nothing."""
        if outcome.verdict.kind is not VerdictKind.PASS:
            return LOST_CAUSE
        return DRY_RUN if self.destination.kind is DestinationKind.DRY_RUN else ""

    def set_confirmed(self, confirmed: bool) -> None:
        """The person has checked host, model and account of the current destination."""
        self.approval.set_confirmed(confirmed)

    def approve_and_send(self) -> None:
        """The person's yes to exactly these bytes for exactly this destination."""
        delivery, parcel = self.approval.delivery, self.approval.parcel
        if delivery is None or parcel is None or self._phase is not Phase.PASSED or not self.primary.enabled:
            return
        if self.retest_state is RetestState.REQUIRED:
            self._test(delivery, sends=True)
            return
        self._set_problem(None)
        self.approval.note_sent()
        self._judging.tell(StageEvent(Stage.REVIEW, StageState.DONE))
        self._judging.tell(StageEvent(Stage.SEND, StageState.RUNNING))
        self._set_phase(Phase.SENDING)
        self._dispatch.send(delivery, parcel, self.draft.text)

    # The destination's model tries first

    def require_retest(self, policy: RetestPolicy) -> None:
        """Whether the destination's model has to attack a text before it is used there."""
        if policy is not self.retest.policy:
            self.retest.policy = policy
            self.primary_changed.emit()

    def test_first(self) -> None:
        """The person has read what it means, and lets the destination's model have the text for a test."""
        delivery = self.approval.delivery
        if delivery is not None and self.primary.enabled and self.retest_state is RetestState.OFFERED:
            self._test(delivery, sends=False)

    def _test(self, delivery: Delivery, *, sends: bool) -> None:
        self._set_problem(None)
        self._testing, self._sends_after_test = delivery, sends
        self._judging.tell(StageEvent(Stage.REVIEW, StageState.RUNNING, message="retest.running"))
        self._set_phase(Phase.TESTING)
        self.retest.start(delivery)

    def _retested(self, outcome: Outcome) -> None:
        delivery, self._testing = self._testing, None
        if delivery is None:
            return
        report = report_on(outcome, delivery.destination)
        self._told = delivery
        self._judging.retested(outcome)
        details: dict[str, str | int | float] = {
            "destination": delivery.destination.name,
            "found": len(report.found) if report is not None else 0,
        }
        if outcome.verdict.kind is VerdictKind.PASS:
            answered = report is not None and report.passed
            self._send_next = outcome if answered and self._sends_after_test else None
            self._judging.tell(StageEvent(Stage.REVIEW, StageState.DONE if answered else StageState.FAILED))
            self._set_phase(Phase.PASSED)
            if not answered:
                self._set_problem(Problem("retest.no_list", "yes", details))
            return
        self._judging.tell(StageEvent(Stage.REVIEW, StageState.FAILED))
        self.remember_told()
        if self._queued(outcome):
            self._set_problem(Problem("retest.queued", "yes", details))
        else:
            self._set_phase(Phase.INFEASIBLE)
            self._set_problem(Problem("retest.hit", "yes", details))

    def _queued(self, outcome: Outcome | None) -> bool:
        """Queue the draft for review with its conversation, and begin another; False where there is no queue. Undo
        brings the turns before it back, not what waits."""
        submission = Submission(self.draft.request, self._conversation, self._protocol, outcome)
        if self.queue_with is None or not self.queue_with(submission):
            return False
        if self.turns:
            self._put_behind(Timeline(DraftState(corrections=self.draft.corrections.next_draft())))
        self._begin_anew()
        return True

    def _not_retested(self, problem: Problem) -> None:
        delivery, self._testing = self._testing, None
        self._told = delivery if problem.sent != "no" else self._told
        stopped = problem.code == "cancelled"
        self._judging.tell(StageEvent(Stage.REVIEW, StageState.CANCELLED if stopped else StageState.FAILED))
        self._set_phase(Phase.PASSED)
        self._set_problem(problem)

    def _approval_changed(self) -> None:
        """The certificate with the test in it is packed: what the person approved before the test goes on."""
        wanted, self._send_next = self._send_next, None
        delivery = self.approval.delivery
        self.primary_changed.emit()
        if wanted is not None and delivery is not None and delivery.outcome is wanted:
            self.approve_and_send()

    def remember_told(self) -> None:
        """What a destination was given for a test is disclosed, even where the text is not sent afterwards."""
        told, self._told = self._told, None
        if told is not None and told.conversation.id == self._conversation.id:
            verdict = told.outcome.verdict
            told.conversation.record(SentTurn(verdict.sensitive, verdict.artifact, ""))
            self._conversation = told.conversation
            self._went_on(self._conversation, self.turns)

    # A model on this computer answers

    def answer_here(self) -> None:
        """What cannot leave is answered here, from the text as it was written."""
        outcome, offer = self.outcome, self.local.offer
        if outcome is None or offer is None or not self.can_answer_here:
            return
        self._set_problem(None)
        self.look.clear()
        earlier = [Asked(turn.prompt, turn.answer) for turn in self.turns if turn.answer]
        delivery = Delivery(outcome, self.destination, self._conversation)
        self._set_phase(Phase.WRITING)
        self._dispatch.write_here(delivery, self.draft.text, offer.name)
        self.local.start(self.draft.text, earlier)

    def _wrote(self, piece: str) -> None:
        if self._phase is Phase.WRITING:
            self._dispatch.wrote(piece)

    def _answered_here(self, answer: LocalAnswer) -> None:
        """Kept in the queue as decided: a turn of the conversation would count as told to the destination."""
        outcome = self.outcome
        if self._phase is not Phase.WRITING or outcome is None:
            return
        self.remember_told()
        submission = Submission(self.draft.request, self._conversation, self._protocol, outcome)
        self.keep_answered(submission, answer.text)
        self._dispatch.written(answer)

    def _not_answered_here(self, error: Exception) -> None:
        if self._phase is Phase.WRITING:
            self._dispatch.take_back()
            self._set_phase(Phase.INFEASIBLE)
            self._set_error(error)
            self.turns_changed.emit()

    def set_pasted(self, text: str) -> None:
        """An answer that a person brings back by hand."""
        self._pasted = text
        self.primary_changed.emit()

    def skip_answer(self) -> None:
        """The text was copied out and no answer will come: go on."""
        self._dispatch.close_without_answer()

    def _handed_over(self, text: object) -> None:
        self._pasted = ""
        self._judging.tell(StageEvent(Stage.SEND, StageState.DONE))
        self._set_phase(Phase.AWAITING)
        self.handed_over.emit(text)
        self.turns_changed.emit()

    def _turn_finished(self, turn: Turn) -> None:
        if turn.state is not TurnState.DRY_RUN and not turn.stayed:
            self._conversation, self._told = turn.delivery.conversation, None
            self._went_on(self._conversation, self.turns)
        self.remember_told()
        passed = list(self._judging.stages.values())
        self._replace_draft("", self.draft.corrections.next_draft())
        for event in passed if turn.stayed else (*passed, StageEvent(Stage.SEND, StageState.DONE)):
            self._judging.tell(event)
        if turn.state is TurnState.ANSWERED:
            self._judging.tell(StageEvent(Stage.RESTORE, StageState.DONE))
        self._set_phase(Phase.ANSWERED)
        self.turns_changed.emit()

    def _turn_refused(self) -> None:
        self._judging.tell(StageEvent(Stage.SEND, StageState.FAILED))
        self._set_phase(Phase.PASSED)
        self.turns_changed.emit()
