"""The one way from a verdict that passed to an answer: packed, confirmed, approved, sent, restored.

A page composes it: it offers what passed, says what on the page is in the way, and takes what comes back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QObject, Signal

from core.domain.release import Destination, RetestPolicy, RetestReport
from core.domain.verdict import VerdictKind
from core.engine.conversation import Conversation
from core.engine.outcome import Outcome
from ui.release.viewmodels.approval import ApprovalViewModel
from ui.release.viewmodels.dispatch import Dispatcher
from ui.release.viewmodels.retest import RetestState, RetestViewModel, report_on
from ui.release.viewmodels.turns import Turn, TurnState
from ui.shared.viewmodels.harmless import HarmlessAnswer
from ui.shared.viewmodels.ports import Brought, Delivery, SenderPort, WorkPort
from ui.shared.viewmodels.problems import Problem


class FlowState(StrEnum):
    """`idle`: nothing is offered. `packing`: what would leave is put together. `refused`: it cannot be. `ready`: a
    person may approve it. `testing`: the destination's own model attacks it first. `awaiting`: it was copied out, and
    its answer is brought back by hand. `ended`: the bytes have left, or may have."""

    IDLE = "idle"
    PACKING = "packing"
    REFUSED = "refused"
    READY = "ready"
    TESTING = "testing"
    SENDING = "sending"
    AWAITING = "awaiting"
    ENDED = "ended"


_SENT = frozenset({FlowState.SENDING, FlowState.AWAITING})


@dataclass(frozen=True, slots=True)
class Retried:
    """What came of a test by the destination's own model: `outcome` says so, for the bytes of `delivery`."""

    outcome: Outcome
    delivery: Delivery

    @property
    def report(self) -> RetestReport | None:
        return report_on(self.outcome, self.delivery.destination)

    @property
    def passed(self) -> bool:
        """Whether the verdict still lets the text out."""
        return self.outcome.verdict.kind is VerdictKind.PASS

    @property
    def answered(self) -> bool:
        """Whether the model gave its list and named nothing: only then what was approved before the test goes on."""
        return self.passed and self.report is not None and self.report.passed

    @property
    def problem(self) -> Problem | None:
        """What a person has to be told, None where the way is free."""
        if self.answered:
            return None
        found = len(self.report.found) if self.report is not None else 0
        details: dict[str, str | int | float] = {"destination": self.delivery.destination.name, "found": found}
        return Problem("retest.no_list" if self.passed else "retest.hit", "yes", details)


class ReleaseFlow(QObject):
    """Main thread only. `state_changed`: read `state`; `changed`: that, or anything else that decides about approval.

    `told(Delivery)`: a destination has had the text for a test, whatever came of it. `tested(Retried)`: the test has a
    result; `untested(Problem)`: it has none. `handed_over(str)`: the text to copy. `finished(Turn)`: the bytes left,
    or may have, or were simulated. `not_sent`: provably nothing left, and the same text can be approved again.
    `failed(exception)`: what would leave cannot be put together. `problem(Problem)`: of a send.
    """

    changed = Signal()
    state_changed = Signal()
    told = Signal(object)
    tested = Signal(object)
    untested = Signal(object)
    handed_over = Signal(str)
    finished = Signal(object)
    not_sent = Signal()
    failed = Signal(object)
    problem = Signal(object)

    def __init__(self, work: WorkPort, sender: SenderPort, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sender = sender
        self._state = FlowState.IDLE
        self._offer: tuple[Outcome, Conversation] | None = None
        self._testing: Delivery | None = None
        self._sends_after_test = False
        self._send_next: Outcome | None = None
        self.hindrance: Callable[[], str] = lambda: ""
        """Key of what on the page keeps a text that passed from leaving, "" for nothing."""
        self.approval = ApprovalViewModel(work, sender, self)
        self.approval.changed.connect(self._approval_changed)
        self.approval.failed.connect(self.failed)
        self.dispatch = Dispatcher(sender, self)
        self.dispatch.handed_over.connect(self._handed_over)
        self.dispatch.finished.connect(self._finished)
        self.dispatch.refused.connect(self._not_sent)
        self.dispatch.problem.connect(self.problem)
        self.retest = RetestViewModel(sender, self)
        self.retest.changed.connect(self.changed)
        self.retest.tested.connect(self._tested)
        self.retest.broke.connect(self._untested)

    # What a page reads

    @property
    def state(self) -> FlowState:
        return self._state

    @property
    def held(self) -> bool:
        """A destination has the text, or is about to: nothing may disturb it."""
        return self._state is FlowState.TESTING or self._state in _SENT

    @property
    def blocked(self) -> str:
        """Key of the first thing between the text and its leaving, "" where a person may approve it now."""
        hindrance = self.hindrance()
        if hindrance:
            return hindrance
        if self._state is not FlowState.READY:
            return "refused" if self._state is FlowState.REFUSED else "packing"
        if self.approval.lacks_key:
            return "key_missing"
        return "confirm_first" if self.approval.asks and not self.approval.confirmed else ""

    @property
    def retest_state(self) -> RetestState:
        """What the destination's own model has to do with the text that passed."""
        return self.retest.state(self._offer[0] if self._offer is not None else None, self.approval.destination)

    # To whom, and what

    def set_destination(self, destination: Destination) -> bool:
        """What is offered is put together anew for it; ignored while something is on its way. Returns whether it
        changed."""
        if self.held or not self.approval.set_destination(destination):
            return False
        if self._offer is not None:
            self._pack()
        self.changed.emit()
        return True

    def offer(self, outcome: Outcome, working: Conversation) -> None:
        """A verdict that passed, on `working`: what would leave is put together and can then be approved."""
        self._offer = (outcome, working)
        self._pack()

    def withdraw(self) -> None:
        """No certificate fits any more: nothing can be approved, and a test that runs is stopped."""
        if self._state is not FlowState.IDLE:
            self._offer = self._testing = self._send_next = None
            self.retest.forget()
            self.approval.unpack()
            self._move(FlowState.IDLE)

    def forget(self) -> None:
        """Nothing of any text stays here, and nothing of ours runs or reports any more."""
        self.dispatch.forget()
        self.retest.forget()
        self.withdraw()

    def shut_down(self) -> None:
        """Before the window goes: as `forget`, and nobody is told."""
        self.blockSignals(True)
        self.forget()

    def _pack(self) -> None:
        if self._offer is not None:
            outcome, working = self._offer
            self._move(FlowState.PACKING)
            self.approval.pack(outcome, working)

    def _approval_changed(self) -> None:
        if self._state is not FlowState.PACKING or not (self.approval.refused or self.approval.parcel is not None):
            self.changed.emit()
            return
        self._move(FlowState.REFUSED if self.approval.refused else FlowState.READY)
        wanted, self._send_next = self._send_next, None
        delivery = self.approval.delivery
        if wanted is not None and delivery is not None and delivery.outcome is wanted:
            # The certificate with the test in it: what the person approved before the test goes on.
            self.approve()

    # A person's yes

    def approve(self) -> None:
        """The person's yes to exactly these bytes for exactly this destination; a test comes first where one is
        required."""
        delivery, parcel = self.approval.delivery, self.approval.parcel
        if delivery is None or parcel is None or self.blocked:
            return
        if self.retest_state is RetestState.REQUIRED:
            self._test(delivery, sends=True)
            return
        self.approval.note_sent()
        self._move(FlowState.SENDING)
        self.dispatch.send(delivery, parcel)

    def stop(self) -> None:
        """Stop a test or a send; what became of the bytes follows as an event."""
        if self._state is FlowState.TESTING:
            self.retest.cancel()
        elif self._state in _SENT:
            self.dispatch.cancel()

    # The destination's model tries first

    def require_retest(self, policy: RetestPolicy) -> None:
        """Whether the destination's model has to attack a text before it is used there."""
        if policy is not self.retest.policy:
            self.retest.policy = policy
            self.changed.emit()

    def test_first(self) -> None:
        """The person has read what it means, and lets the destination's model have the text for a test."""
        delivery = self.approval.delivery
        if delivery is not None and not self.blocked and self.retest_state is RetestState.OFFERED:
            self._test(delivery, sends=False)

    def _test(self, delivery: Delivery, *, sends: bool) -> None:
        self._testing, self._sends_after_test = delivery, sends
        self._move(FlowState.TESTING)
        self.retest.start(delivery)

    def _tested(self, outcome: Outcome) -> None:
        """What the model named goes back to the person; a pass is packed with the test in its certificate."""
        delivery, self._testing = self._testing, None
        if delivery is None:
            return
        result = Retried(outcome, delivery)
        self.told.emit(delivery)
        if not result.passed:
            self.withdraw()
            self.tested.emit(result)
            return
        self._offer = offer = (outcome, delivery.conversation)
        self._send_next = outcome if result.answered and self._sends_after_test else None
        self.tested.emit(result)
        if self._offer is offer:
            self._pack()

    def _untested(self, problem: Problem) -> None:
        delivery, self._testing = self._testing, None
        if delivery is None:
            return
        if problem.sent != "no":
            self.told.emit(delivery)
        self.untested.emit(problem)
        if self._state is FlowState.TESTING:
            self._move(FlowState.READY)

    # What became of it

    def paste(self, answer: str) -> None:
        """The answer to the text that was copied out last, brought back by hand: its values are put back."""
        self.dispatch.paste(answer)

    def skip_answer(self) -> None:
        """The text was copied out and no answer will come."""
        self.dispatch.close_without_answer()

    def restored(self, answer: str, conversation: Conversation, sent: str) -> Brought:
        """`answer` to `sent`, a text that was copied out earlier, with the values of its conversation put back."""
        harmless = HarmlessAnswer()
        pieces = self._sender.restore(answer, conversation.vault.entries(), sent)
        return Brought(harmless.pieces(pieces), harmless.cloud(answer))

    def _handed_over(self, text: str) -> None:
        self._move(FlowState.AWAITING)
        self.handed_over.emit(text)

    def _finished(self, turn: Turn) -> None:
        """What was simulated can be sent for real; what left is not offered again."""
        if self._state in _SENT:
            simulated = turn.state is TurnState.DRY_RUN
            self._state = FlowState.READY if simulated else FlowState.ENDED
            self._offer = self._offer if simulated else None
        self.finished.emit(turn)
        self.changed.emit()

    def _not_sent(self) -> None:
        """A parcel is approved once: the same text is put together anew."""
        self.not_sent.emit()
        if self._state in _SENT:
            self._pack()

    def _move(self, state: FlowState) -> None:
        moved, self._state = state is not self._state, state
        if moved:
            self.state_changed.emit()
        self.changed.emit()
