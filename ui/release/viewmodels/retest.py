"""The destination's own model attacks the exact text before it is used there (paper T18): what is due, what runs."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QObject, Signal

from core.domain.release import Destination, RetestPolicy, RetestReport
from core.engine.outcome import Outcome
from ui.shared.viewmodels.ports import Delivery, Retested, RetestEvent, SenderPort, SendHandle
from ui.shared.viewmodels.problems import Problem


class RetestState(StrEnum):
    """`off`: not wanted, or nobody there to ask. `offered`: a person may ask for it. `required`: sending begins with
    it. `passed`: this destination's model gave its list for these very bytes and named nothing."""

    OFF = "off"
    OFFERED = "offered"
    REQUIRED = "required"
    RUNNING = "running"
    PASSED = "passed"


def report_on(outcome: Outcome, destination: Destination) -> RetestReport | None:
    """What the model of this very destination said about the bytes of `outcome`."""
    report = outcome.certificate.retest
    here = report is not None and report.destination_id == destination.id and report.model == destination.model
    return report if here and report is not None and report.sha256 == outcome.certificate.sha256 else None


class RetestViewModel(QObject):
    """`tested(Outcome)`: there is a result. `broke(Problem)`: there is none. Main thread only."""

    changed = Signal()
    tested = Signal(object)
    broke = Signal(object)

    def __init__(self, sender: SenderPort, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sender = sender
        self._handle: SendHandle | None = None
        self.policy = RetestPolicy.OFF
        self.delivery: Delivery | None = None
        self.asked = False

    def state(self, outcome: Outcome | None, destination: Destination) -> RetestState:
        """What is due before `outcome` goes to `destination`."""
        if self.delivery is not None:
            return RetestState.RUNNING
        if outcome is None or not destination.kind.remote:
            return RetestState.OFF
        report = report_on(outcome, destination)
        if report is not None and report.passed:
            return RetestState.PASSED
        due = {RetestPolicy.ASK: RetestState.OFFERED, RetestPolicy.ALWAYS: RetestState.REQUIRED}
        return due.get(self.policy, RetestState.OFF)

    def ask(self, asked: bool) -> None:
        """Open, or close, what a person has to read before the text goes out for a test."""
        if asked != self.asked:
            self.asked = asked
            self.changed.emit()

    def start(self, delivery: Delivery) -> None:
        """The person's yes to exactly this; the text is disclosed to the destination."""
        self.delivery, self.asked = delivery, False
        self._handle = self._sender.retest(delivery, lambda events: self._take(delivery, events))
        self.changed.emit()

    def cancel(self) -> None:
        """Stop; what became of the bytes follows as an event."""
        if self._handle is not None:
            self._handle.cancel()

    def forget(self) -> None:
        """Another text: nothing of ours runs or reports any more."""
        self.delivery, self.asked = None, False
        self.cancel()
        self._handle = None

    def _take(self, delivery: Delivery, events: tuple[RetestEvent, ...]) -> None:
        for event in events:
            if delivery is not self.delivery:
                return
            self.delivery = self._handle = None
            if isinstance(event, Retested):
                self.tested.emit(event.outcome)
            else:
                self.broke.emit(Problem(event.code, event.sent, dict(event.details)))
        self.changed.emit()
