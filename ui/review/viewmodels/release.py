"""A reviewer's choices, certified exactly as they are; what passes is offered to the release flow."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from PySide6.QtCore import QObject, Signal

from core.domain.events import CancelToken, Progress
from core.domain.release import Destination
from core.domain.verdict import VerdictKind
from core.engine.conversation import Conversation
from core.engine.interface import Engine
from core.engine.outcome import Outcome
from core.release.parcel import Parcel
from ui.release.viewmodels.choices import Choices
from ui.release.viewmodels.flow import FlowState, ReleaseFlow, Retried
from ui.release.viewmodels.second_look import LookState, SecondLook
from ui.release.viewmodels.staging import Bench
from ui.release.viewmodels.turns import Turn
from ui.shared.viewmodels.jobs import LatestJob
from ui.shared.viewmodels.ports import ReviewCase, SenderPort, WorkPort
from ui.shared.viewmodels.preferences import DRY_RUN, MANUAL


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


_PHASES = {
    FlowState.PACKING: ReleasePhase.PACKING,
    FlowState.READY: ReleasePhase.READY,
    FlowState.TESTING: ReleasePhase.TESTING,
    FlowState.SENDING: ReleasePhase.SENDING,
    FlowState.AWAITING: ReleasePhase.SENDING,
    FlowState.ENDED: ReleasePhase.ENDED,
}
"""What has been offered is where the flow has brought it."""


class ReviewRelease(QObject):
    """`copied` carries the text to copy, `failed` the exception of a check, `problem` what a test or a send ran
    into."""

    changed = Signal()
    failed = Signal(object)
    problem = Signal(object)
    copied = Signal(str)

    def __init__(self, work: WorkPort, sender: SenderPort, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job = LatestJob(work)
        self.flow = flow = ReleaseFlow(work, sender, self)
        flow.changed.connect(self.changed)
        flow.tested.connect(self._tested)
        flow.untested.connect(self.problem)
        flow.handed_over.connect(self._handed_over)
        flow.failed.connect(self.failed)
        flow.problem.connect(self.problem)
        flow.dispatch.turn_added.connect(self._turn_added)
        self.look = SecondLook(work, lambda _event: None, self)
        self.look.changed.connect(self.changed)
        self.look.looked.connect(self._looked)
        self.revised = False
        self.destination = DRY_RUN
        self.outcome: Outcome | None = None
        self.turn: Turn | None = None
        self._working: Conversation | None = None
        self._checking = False
        self._copying = False

    @property
    def phase(self) -> ReleasePhase:
        if self._checking:
            return ReleasePhase.CHECKING
        judged = ReleasePhase.IDLE if self.outcome is None else ReleasePhase.CHECKED
        return _PHASES.get(self.flow.state, judged)

    @property
    def passed(self) -> bool:
        return self.outcome is not None and self.outcome.verdict.kind is VerdictKind.PASS

    @property
    def parcel(self) -> Parcel | None:
        return self.flow.approval.parcel

    @property
    def held(self) -> bool:
        """Something runs that must not be disturbed."""
        return self.flow.held

    @property
    def copying(self) -> bool:
        """Whether the text goes out by hand."""
        return self._copying

    def set_destination(self, destination: Destination) -> None:
        """Where approved texts go; a parcel for another destination is put together anew."""
        if destination == self.destination or self.held:
            return
        self.destination = destination
        if not self._copying:
            self.flow.set_destination(destination)
        self.changed.emit()

    def clear(self) -> None:
        """Another item, or other choices: no certificate fits any more."""
        if self.held:
            return
        self._job.stop()
        self.look.clear()
        self.outcome = self._working = self.turn = None
        self.revised = self._checking = False
        self.flow.withdraw()
        self.changed.emit()

    def check(self, engine: Engine, case: ReviewCase, choices: Choices, *, copy: bool) -> None:
        """Certify exactly the chosen levels, or the edited text; what passes is packed for approval."""
        if self.held:
            return
        self.clear()
        self._copying = copy
        staged = replace(Bench(engine.what_if(), case).staged(choices), fixed=True)
        working = case.conversation.fork()

        def run(cancel: CancelToken, progress: Progress) -> Outcome:
            if choices.edited:
                return engine.recheck(staged, choices.edited, working, progress, cancel)
            return engine.decide(staged, staged.request.decisions, working, progress, cancel)

        def done(outcome: Outcome) -> None:
            self._working, self._checking = working, False
            self._judged(outcome)
            if self.passed:
                self.look.begin(engine, outcome, working)

        def broke(error: Exception) -> None:
            self._checking = False
            self.changed.emit()
            self.failed.emit(error)

        self._checking = True
        self.changed.emit()
        self._job.start(run, done, broke)

    def _looked(self, outcome: Outcome) -> None:
        """The evaluator has spoken, or a person does without it: the certificate says so, and is what is approved."""
        self._judged(outcome)
        self.revised = not self.passed
        self.changed.emit()

    def _judged(self, outcome: Outcome) -> None:
        self.outcome = outcome
        if self.passed and self._working is not None:
            self.flow.set_destination(MANUAL if self._copying else self.destination)
            self.flow.offer(outcome, self._working)
        else:
            self.flow.withdraw()
            self.changed.emit()

    def stop(self) -> None:
        """Stop what runs; what became of bytes on their way follows as an event."""
        if self._checking:
            self.clear()
        elif self.held:
            self.flow.stop()
        elif self.look.state is LookState.RUNNING:
            self.look.stop()

    def _tested(self, result: Retried) -> None:
        """What the model named goes back to the reviewer."""
        self.outcome = result.outcome
        self.changed.emit()
        if result.problem is not None:
            self.problem.emit(result.problem)

    def _turn_added(self) -> None:
        self.turn = self.flow.dispatch.turns[-1]
        self.changed.emit()

    def _handed_over(self, text: str) -> None:
        self.copied.emit(text)
        self.flow.skip_answer()

    def forget(self) -> None:
        """The queue is put away: nothing of any text stays here; what is on its way is cancelled."""
        self.flow.forget()
        self.clear()

    def shut_down(self) -> None:
        """Nothing of ours runs or reports any more."""
        self._job.stop()
        self.look.clear()
        self.flow.shut_down()
