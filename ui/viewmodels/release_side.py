"""From a verdict to an answer: the destination, a person's approval, what the gateway makes of it."""

from __future__ import annotations

from PySide6.QtCore import QObject

from core.domain.events import Stage, StageEvent, StageState
from core.domain.release import Destination
from ui.viewmodels.phases import Phase
from ui.viewmodels.ports import SenderPort, WorkPort
from ui.viewmodels.turns import Turn, TurnState
from ui.viewmodels.workspace import Workspace


class ReleaseSide(Workspace):
    """The part of the workspace behind a verdict. Main thread only."""

    def __init__(self, work: WorkPort, sender: SenderPort, parent: QObject | None = None) -> None:
        super().__init__(work, sender, parent)
        self.approval.changed.connect(self.primary_changed)
        self.approval.failed.connect(self._set_error)
        self._dispatch.turn_added.connect(self.turns_changed)
        self._dispatch.turn_grew.connect(self.turn_grew)
        self._dispatch.handed_over.connect(self._handed_over)
        self._dispatch.finished.connect(self._turn_finished)
        self._dispatch.refused.connect(self._turn_refused)
        self._dispatch.problem.connect(self._set_problem)

    def set_destination(self, destination: Destination) -> None:
        """A change of anything in it asks for confirmation anew; ignored while something is on its way."""
        if self._phase not in {Phase.SENDING, Phase.AWAITING} and self.approval.set_destination(destination):
            self._set_problem(None)
            self._pack()
            self.primary_changed.emit()

    def set_confirmed(self, confirmed: bool) -> None:
        """The person has checked host, model and account of the current destination."""
        self.approval.set_confirmed(confirmed)

    def approve_and_send(self) -> None:
        """The person's yes to exactly these bytes for exactly this destination."""
        delivery, parcel = self.approval.delivery, self.approval.parcel
        if delivery is None or parcel is None or self._phase is not Phase.PASSED or not self.primary.enabled:
            return
        self._set_problem(None)
        self.approval.note_sent()
        self._judging.tell(StageEvent(Stage.REVIEW, StageState.DONE))
        self._judging.tell(StageEvent(Stage.SEND, StageState.RUNNING))
        self._set_phase(Phase.SENDING)
        self._dispatch.send(delivery, parcel, self.draft.text)

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
        if turn.state is not TurnState.DRY_RUN:
            self._conversation = turn.delivery.conversation
        passed = list(self._judging.stages.values())
        self._replace_draft("", self.draft.corrections.next_draft())
        for event in (*passed, StageEvent(Stage.SEND, StageState.DONE)):
            self._judging.tell(event)
        if turn.state is TurnState.ANSWERED:
            self._judging.tell(StageEvent(Stage.RESTORE, StageState.DONE))
        self._set_phase(Phase.ANSWERED)
        self.turns_changed.emit()

    def _turn_refused(self) -> None:
        self._judging.tell(StageEvent(Stage.SEND, StageState.FAILED))
        self._set_phase(Phase.PASSED)
        self.turns_changed.emit()
