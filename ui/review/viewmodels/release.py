"""From a reviewer's choices to what leaves: certified once, packed, approved, sent through the one gateway path."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from PySide6.QtCore import QObject, Signal

from core.domain.events import CancelToken, Progress
from core.domain.release import Destination, RetestPolicy
from core.domain.verdict import VerdictKind
from core.engine.conversation import Conversation
from core.engine.interface import Engine
from core.engine.outcome import Outcome
from core.release.parcel import Parcel
from ui.release.viewmodels.approval import ApprovalViewModel
from ui.release.viewmodels.choices import Choices
from ui.release.viewmodels.dispatch import Dispatcher
from ui.release.viewmodels.retest import RetestState, RetestViewModel, report_on
from ui.release.viewmodels.second_look import LookState, SecondLook
from ui.release.viewmodels.staging import Bench
from ui.release.viewmodels.turns import Turn, TurnState
from ui.shared.viewmodels.jobs import LatestJob
from ui.shared.viewmodels.ports import Delivery, ReviewCase, SenderPort, WorkPort
from ui.shared.viewmodels.preferences import DRY_RUN, MANUAL
from ui.shared.viewmodels.problems import Problem


class ReleasePhase(StrEnum):
    """CHECKED: certified, and the verdict is there to read; READY: it passed and its parcel can be approved.
    TESTING: the destination's own model attacks the text first. Behind READY the embedded evaluator may still be
    reading: nothing is released before it has spoken."""

    IDLE = "idle"
    CHECKING = "checking"
    CHECKED = "checked"
    PACKING = "packing"
    READY = "ready"
    TESTING = "testing"
    SENDING = "sending"
    ENDED = "ended"


class ReviewRelease(QObject):
    """`copied` carries the text to copy, `finished` the turn that left. `told(Delivery)`: a destination has had the
    text for a test, whatever came of it."""

    changed = Signal()
    failed = Signal(object)
    problem = Signal(object)
    copied = Signal(str)
    grew = Signal()
    finished = Signal(object)
    told = Signal(object)

    def __init__(self, work: WorkPort, sender: SenderPort, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job = LatestJob(work)
        self.approval = ApprovalViewModel(work, sender, self)
        self.approval.changed.connect(self._packed)
        self.approval.failed.connect(self.failed)
        self._dispatch = Dispatcher(sender, self)
        self._dispatch.turn_grew.connect(lambda _grown: self.grew.emit())
        self._dispatch.handed_over.connect(self._handed_over)
        self._dispatch.finished.connect(self._finished)
        self._dispatch.refused.connect(self._refused)
        self._dispatch.problem.connect(self.problem)
        self.retest = RetestViewModel(sender, self)
        self.retest.tested.connect(self._retested)
        self.retest.broke.connect(self._not_retested)
        self.look = SecondLook(work, lambda _event: None, self)
        self.look.changed.connect(self.changed)
        self.look.looked.connect(self._looked)
        self.revised = False
        self._send_next: Outcome | None = None
        self._sends_after_test = False
        self.phase = ReleasePhase.IDLE
        self.destination = DRY_RUN
        self.outcome: Outcome | None = None
        self.turn: Turn | None = None
        self._working: Conversation | None = None
        self._copying = False
        self._prompt = ""

    @property
    def passed(self) -> bool:
        return self.outcome is not None and self.outcome.verdict.kind is VerdictKind.PASS

    @property
    def parcel(self) -> Parcel | None:
        return self.approval.parcel

    @property
    def held(self) -> bool:
        """Something runs that must not be disturbed."""
        return self.phase in (ReleasePhase.TESTING, ReleasePhase.SENDING)

    @property
    def copying(self) -> bool:
        """Whether the text goes out by hand."""
        return self._copying

    def set_destination(self, destination: Destination) -> None:
        """Where approved texts go; a parcel for another destination is put together anew."""
        if destination == self.destination or self.held:
            return
        self.destination = destination
        if self.phase in (ReleasePhase.READY, ReleasePhase.PACKING):
            self._pack()
        self.changed.emit()

    def clear(self) -> None:
        """Another item, or other choices: no certificate fits any more."""
        if self.held:
            return
        self._job.stop()
        self.look.clear()
        self.retest.ask(False)
        self.approval.unpack()
        self.outcome = self._working = self.turn = None
        self.revised = False
        self._set(ReleasePhase.IDLE)

    def check(self, engine: Engine, case: ReviewCase, choices: Choices, *, copy: bool) -> None:
        """Certify exactly the chosen levels, or the edited text; what passes is packed for approval."""
        if self.held:
            return
        self.clear()
        self._copying = copy
        self._prompt = case.outcome.request.text
        staged = replace(Bench(engine.what_if(), case).staged(choices), fixed=True)
        working = case.conversation.fork()

        def run(cancel: CancelToken, progress: Progress) -> Outcome:
            if choices.edited:
                return engine.recheck(staged, choices.edited, working, progress, cancel)
            return engine.decide(staged, staged.request.decisions, working, progress, cancel)

        def done(outcome: Outcome) -> None:
            self.outcome, self._working = outcome, working
            if self.passed:
                self._pack()
                self.look.begin(engine, outcome, working)
            else:
                self._set(ReleasePhase.CHECKED)

        def broke(error: Exception) -> None:
            self._set(ReleasePhase.IDLE)
            self.failed.emit(error)

        self._set(ReleasePhase.CHECKING)
        self._job.start(run, done, broke)

    def _looked(self, outcome: Outcome) -> None:
        """The evaluator has spoken, or a person does without it: the certificate says so, and is what is approved."""
        self.outcome = outcome
        if self.passed:
            self._pack()
        else:
            self.revised = True
            self.approval.unpack()
            self._set(ReleasePhase.CHECKED)

    def _pack(self) -> None:
        outcome, working = self.outcome, self._working
        if outcome is None or working is None:
            return
        self._set(ReleasePhase.PACKING)
        self.approval.set_destination(MANUAL if self._copying else self.destination)
        self.approval.pack(outcome, working)

    def _packed(self) -> None:
        wanted, self._send_next = self._send_next, None
        if self.phase is ReleasePhase.PACKING:
            self._set(ReleasePhase.READY if self.parcel is not None else ReleasePhase.CHECKED)
            delivery = self.approval.delivery
            if wanted is not None and delivery is not None and delivery.outcome is wanted:
                self.send()
        else:
            self.changed.emit()

    def send(self) -> None:
        """The reviewer's yes to exactly these bytes for exactly this destination."""
        delivery, parcel = self.approval.delivery, self.parcel
        if self.phase is not ReleasePhase.READY or delivery is None or parcel is None:
            return
        if self.look.waits or self.approval.lacks_key or (self.approval.asks and not self.approval.confirmed):
            return
        if self.retest_state is RetestState.REQUIRED:
            self._test(delivery, sends=True)
            return
        self.approval.note_sent()
        self._set(ReleasePhase.SENDING)
        self._dispatch.send(delivery, parcel, self._prompt)
        self.turn = self._dispatch.turns[-1] if self._dispatch.turns else None
        self.changed.emit()

    def stop(self) -> None:
        """Stop what runs; what became of bytes on their way follows as an event."""
        if self.phase is ReleasePhase.CHECKING:
            self.clear()
        elif self.phase is ReleasePhase.TESTING:
            self.retest.cancel()
        elif self.held:
            self._dispatch.cancel()
        elif self.look.state is LookState.RUNNING:
            self.look.stop()

    # The destination's model tries first

    @property
    def retest_state(self) -> RetestState:
        """What the destination's own model has to do with the text that passed."""
        judged = self.phase in (ReleasePhase.READY, ReleasePhase.TESTING, ReleasePhase.SENDING)
        return self.retest.state(self.outcome if judged else None, self.approval.destination)

    def require_retest(self, policy: RetestPolicy) -> None:
        """Whether the destination's model has to attack a text before it is used there."""
        if policy is not self.retest.policy:
            self.retest.policy = policy
            self.changed.emit()

    def test_first(self) -> None:
        """The reviewer has read what it means, and lets the destination's model have the text for a test."""
        delivery, unsure = self.approval.delivery, self.approval.asks and not self.approval.confirmed
        ready = self.phase is ReleasePhase.READY and not (self.look.waits or unsure)
        if ready and delivery is not None and self.retest_state is RetestState.OFFERED:
            self._test(delivery, sends=False)

    def _test(self, delivery: Delivery, *, sends: bool) -> None:
        self._sends_after_test = sends
        self._set(ReleasePhase.TESTING)
        self.retest.start(delivery)

    def _retested(self, outcome: Outcome) -> None:
        """What the model named goes back to the reviewer; else what was approved before the test goes on."""
        destination = self.approval.destination
        report = report_on(outcome, destination)
        self._tell()
        self.outcome = outcome
        details: dict[str, str | int | float] = {
            "destination": destination.name,
            "found": len(report.found) if report is not None else 0,
        }
        if not self.passed:
            self.approval.unpack()
            self._set(ReleasePhase.CHECKED)
            self.problem.emit(Problem("retest.hit", "yes", details))
        elif report is None or not report.passed:
            self._set(ReleasePhase.READY)
            self.problem.emit(Problem("retest.no_list", "yes", details))
        else:
            self._send_next = outcome if self._sends_after_test else None
            self._pack()

    def _tell(self) -> None:
        delivery = self.approval.delivery
        if delivery is not None:
            self.told.emit(delivery)

    def _not_retested(self, problem: Problem) -> None:
        if problem.sent != "no":
            self._tell()
        self._set(ReleasePhase.READY)
        self.problem.emit(problem)

    def _handed_over(self, text: str) -> None:
        self.copied.emit(text)
        self._dispatch.close_without_answer()

    def _finished(self, turn: Turn) -> None:
        self.turn = turn
        self._set(ReleasePhase.ENDED if turn.state is not TurnState.DRY_RUN else ReleasePhase.READY)
        self.finished.emit(turn)

    def _refused(self) -> None:
        self._set(ReleasePhase.READY)

    def forget(self) -> None:
        """The queue is put away: nothing of any text stays here; what is on its way is cancelled."""
        self._dispatch.forget()
        self.retest.forget()
        self.phase = ReleasePhase.IDLE
        self._prompt = ""
        self.clear()

    def shut_down(self) -> None:
        """Nothing of ours runs or reports any more."""
        self._job.stop()
        self.look.clear()
        self.retest.forget()
        self.approval.unpack()
        self._dispatch.forget()

    def _set(self, phase: ReleasePhase) -> None:
        self.phase = phase
        self.changed.emit()
