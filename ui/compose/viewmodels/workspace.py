"""The workspace as it stands: text, verdict, what would leave, what has left. Nothing here starts anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Signal

from core.domain.errors import Cancelled
from core.domain.events import Stage, StageEvent
from core.domain.protocol import STRICT, Protocol
from core.domain.release import Destination
from core.engine.conversation import Conversation
from core.engine.interface import Engine
from core.engine.outcome import Outcome
from core.release.parcel import Parcel
from ui.compose.viewmodels.advice import Advice
from ui.compose.viewmodels.draft import DraftViewModel
from ui.compose.viewmodels.hand_editing import HandEditing
from ui.compose.viewmodels.judging import JudgingViewModel, Ladders
from ui.compose.viewmodels.set_aside import SetAside
from ui.release.viewmodels.flow import ReleaseFlow
from ui.release.viewmodels.local_answer import LocalAnswering
from ui.release.viewmodels.phases import (
    APPROVABLE,
    AT_WORK,
    HELD,
    AdviceState,
    EngineState,
    Phase,
    Primary,
    Situation,
    primary,
)
from ui.release.viewmodels.second_look import LookState, Revision, SecondLook
from ui.release.viewmodels.submission import Submission
from ui.release.viewmodels.turns import Leaving, Parked, Turn
from ui.shared.viewmodels.corrections import Corrections
from ui.shared.viewmodels.ports import Brought, SenderPort, WorkPort
from ui.shared.viewmodels.problems import Problem, problem_of
from ui.shared.viewmodels.timeline import Timeline


class Workspace(QObject):
    """Most signals carry nothing: views read what they show. `ComposeViewModel` is what acts on it. `left(Leaving)`:
    something has gone from the screen, and whether `undo` brings it back."""

    phase_changed = Signal()
    outcome_changed = Signal()
    stage_changed = Signal(object)
    turns_changed = Signal()
    turn_grew = Signal(object)
    problem_changed = Signal()
    primary_changed = Signal()
    handed_over = Signal(object)
    engine_changed = Signal()
    parked_changed = Signal()
    left = Signal(object)

    def __init__(
        self,
        work: WorkPort,
        sender: SenderPort,
        parent: QObject | None = None,
        answer_work: WorkPort | None = None,
    ) -> None:
        """`answer_work`: where a local model writes, which takes long; `work` itself by default."""
        super().__init__(parent)
        self.draft = DraftViewModel(work, self)
        self._engine: Engine | None = None
        self._engine_state = EngineState.LOADING
        self._phase = Phase.DRAFT
        self._conversation = Conversation()
        self._problem: Problem | None = None
        self._protocol = STRICT
        self._judging = JudgingViewModel(work, self)
        self.hand = HandEditing(self.draft, self._judging, self)
        self.flow = ReleaseFlow(work, sender, self)
        self.flow.hindrance = self._hindrance
        self.advice = Advice(work, self._judging.tell, self)
        self.aside = SetAside()
        self.local = LocalAnswering(answer_work or work, self)
        self.queue_with: Callable[[Submission], bool] | None = None
        self.keep_answered: Callable[[Submission, str], None] = lambda _submission, _answer: None
        self.busy_elsewhere: Callable[[], bool] = lambda: False
        self._adopting: list[Turn] = []
        self._late: list[tuple[str, Brought]] = []
        self.returned_why = ""
        self._pasted = ""
        self._leaving: Leaving | None = None
        self.draft.configure(self._conversation, self._protocol)

    # What a view reads

    @property
    def phase(self) -> Phase:
        return self._phase

    @property
    def engine(self) -> Engine | None:
        return self._engine

    @property
    def engine_state(self) -> EngineState:
        return self._engine_state

    @property
    def outcome(self) -> Outcome | None:
        """The last full run; when `stale`, it no longer fits the draft."""
        return self._judging.outcome

    @property
    def ladders(self) -> Ladders:
        """Ladder of every attribute that is shown now, by attribute id."""
        proposal, judged = self.draft.proposal, self._judging.ladders
        if judged is not None:
            return judged
        return proposal.ladders if proposal is not None else {}

    @property
    def stale(self) -> bool:
        """A verdict was reached and then something under it changed."""
        return self._judging.stale

    @property
    def provisional(self) -> bool:
        """The outcome is the built-in attackers' word; the local model is still at work."""
        return self._judging.provisional

    @property
    def revision(self) -> Revision:
        """What a slower look has changed of the verdict that was shown first."""
        return self._judging.revision

    @property
    def moved(self) -> tuple[str, ...]:
        """Attributes that a slower look has put at another level, by id."""
        return self._judging.moved

    @property
    def look(self) -> SecondLook:
        """The embedded evaluator behind the verdict."""
        return self._judging.look

    @property
    def problem(self) -> Problem | None:
        return self._problem

    @property
    def protocol(self) -> Protocol:
        return self._protocol

    @property
    def destination(self) -> Destination:
        return self.flow.approval.destination

    @property
    def parcel(self) -> Parcel | None:
        """Everything that would leave if the person approved now; None unless the verdict is a pass."""
        return self.flow.approval.parcel if self._phase is Phase.PASSED else None

    @property
    def stages(self) -> Mapping[Stage, StageEvent]:
        """Latest event of every stage of this turn."""
        return self._judging.stages

    @property
    def turns(self) -> tuple[Turn, ...]:
        return self.flow.dispatch.turns

    @property
    def conversation(self) -> Conversation:
        """What has been sent so far; a run works on a fork of it."""
        return self._conversation

    @property
    def parked(self) -> tuple[Parked, ...]:
        return tuple(self.aside.parked)

    @property
    def editing(self) -> bool:
        return self._judging.editing

    @property
    def can_cancel(self) -> bool:
        looking = self.look.state is LookState.RUNNING
        checking = self.advice.state is AdviceState.CHECKING
        return self._phase in AT_WORK or self.editing or looking or checking

    @property
    def can_undo(self) -> bool:
        """Whether a step in this draft, or one that led away from another, can be taken back."""
        return self.draft.can_undo or (bool(self.aside.behind) and self._phase not in HELD)

    @property
    def can_redo(self) -> bool:
        return self.draft.can_redo

    @property
    def can_edit(self) -> bool:
        return self._phase in {Phase.PASSED, Phase.INFEASIBLE} and not self.editing

    @property
    def can_answer_here(self) -> bool:
        """Whether a model on this computer may answer what cannot leave."""
        return self._phase is Phase.INFEASIBLE and not self.editing and self.local.offer is not None

    @property
    def can_park(self) -> bool:
        return not self.draft.empty and self._phase not in HELD

    @property
    def primary(self) -> Primary:
        """The one action that the corner offers now."""
        return primary(
            Situation(
                phase=self._phase,
                engine=self._engine_state,
                empty=self.draft.empty,
                too_large=self.draft.too_large,
                editing=self.editing,
                destination=self.destination,
                pasted=bool(self._pasted.strip()),
                blocked=self.flow.blocked,
                advice=self.advice.state,
            )
        )

    def _hindrance(self) -> str:
        """What here keeps a text that passed from leaving, as a key."""
        if self.editing:
            return "edit_first"
        if self.look.waits:
            return f"evaluator_{self.look.state.value}"
        return "conversation_busy" if self.busy_elsewhere() else ""

    # What is on screen and what is not

    def turns_of(self, conversation_id: str) -> tuple[Conversation, tuple[Turn, ...]] | None:
        """A conversation with its turns, as it is by now, if it is on screen or can come back to it; else None."""
        if self._conversation.id == conversation_id:
            return self._conversation, self.turns
        return self.aside.turns_of(conversation_id)

    def _put_behind(self, draft: Timeline) -> None:
        """What is on screen with this `draft` can be brought back by undo."""
        self.aside.leave(self._conversation, self.turns, draft)

    def _leave(self, why: Leaving) -> None:
        """What is on the screen goes; `undo` brings it back. Nothing is said where there was nothing."""
        if not (self.draft.empty and not self.turns):
            self._put_behind(self.draft.timeline)
            self._leaving = why

    def _tell_left(self) -> None:
        why, self._leaving = self._leaving, None
        if why is not None:
            self.left.emit(why)

    def undo(self) -> None:
        """Take back what the person did last: typing, a decision, an edit, or leaving this draft for another."""
        if self.draft.can_undo:
            self.draft.undo()
        elif self.can_undo:
            behind = self.aside.behind.pop()
            self.flow.dispatch.resume(behind.turns)
            self._conversation = behind.conversation
            self.aside.parked[:] = behind.parked
            self._replace_draft(behind.draft.state.text, behind.draft.state.corrections)
            self.draft.restore(behind.draft)
            self.parked_changed.emit()
            self.turns_changed.emit()
        self.primary_changed.emit()

    def redo(self) -> None:
        """Do again what was taken back last."""
        self.draft.redo()
        self.primary_changed.emit()

    def _begin_anew(self) -> None:
        self.local.forget()
        self.flow.dispatch.forget()
        self._conversation = Conversation()
        self._replace_draft("", self.draft.corrections.next_conversation())
        self.turns_changed.emit()

    # What changes with a phase

    def _replace_draft(self, text: str, corrections: Corrections) -> None:
        self._judging.clear()
        self._pasted = ""
        self._set_problem(None)
        self._set_phase(Phase.DRAFT)
        self.draft.configure(self._conversation, self._protocol)
        self.draft.replace(text, corrections)
        self.outcome_changed.emit()

    def _set_phase(self, phase: Phase) -> None:
        changed, self._phase = phase is not self._phase, phase
        self.draft.lock(phase in HELD)
        if phase not in APPROVABLE:
            self.flow.withdraw()
        if changed:
            self.phase_changed.emit()
        self.primary_changed.emit()

    def _set_error(self, error: Exception) -> None:
        if not isinstance(error, Cancelled):
            self._set_problem(problem_of(error))

    def _set_problem(self, problem: Problem | None) -> None:
        if problem != self._problem:
            self._problem = problem
            self.problem_changed.emit()
