"""The workspace as it stands: text, verdict, what would leave, what has left. Nothing here starts anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

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
from ui.compose.viewmodels.judging import JudgingViewModel, Ladders
from ui.release.viewmodels.approval import ApprovalViewModel
from ui.release.viewmodels.dispatch import Dispatcher
from ui.release.viewmodels.local_answer import LocalAnswering
from ui.release.viewmodels.phases import AT_WORK, HELD, AdviceState, EngineState, Phase, Primary, Situation, primary
from ui.release.viewmodels.retest import RetestState, RetestViewModel
from ui.release.viewmodels.second_look import LookState, Revision, SecondLook
from ui.release.viewmodels.submission import Submission
from ui.release.viewmodels.turns import LeftBehind, Parked, Turn
from ui.shared.viewmodels.corrections import Corrections
from ui.shared.viewmodels.ports import Brought, SenderPort, WorkPort
from ui.shared.viewmodels.problems import Problem, problem_of
from ui.shared.viewmodels.timeline import Timeline

MOST_BEHIND = 5
"""Drafts and conversations that undo can still bring back; they live in memory only."""


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
        self.approval = ApprovalViewModel(work, sender, self)
        self._judging = JudgingViewModel(work, self)
        self._dispatch = Dispatcher(sender, self)
        self.advice = Advice(work, self._judging.tell, self)
        self.retest = RetestViewModel(sender, self)
        self.local = LocalAnswering(answer_work or work, self)
        self.queue_with: Callable[[Submission], bool] | None = None
        self.keep_answered: Callable[[Submission, str], None] = lambda _submission, _answer: None
        self.busy_elsewhere: Callable[[], bool] = lambda: False
        self._adopting: list[Turn] = []
        self._late: list[tuple[str, Brought]] = []
        self.returned_why = ""
        self._pasted = ""
        self._parked: list[Parked] = []
        self._behind: list[LeftBehind] = []
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
        return self.approval.destination

    @property
    def parcel(self) -> Parcel | None:
        """Everything that would leave if the person approved now; None unless the verdict is a pass."""
        return self.approval.parcel

    @property
    def stages(self) -> Mapping[Stage, StageEvent]:
        """Latest event of every stage of this turn."""
        return self._judging.stages

    @property
    def turns(self) -> tuple[Turn, ...]:
        return self._dispatch.turns

    @property
    def conversation(self) -> Conversation:
        """What has been sent so far; a run works on a fork of it."""
        return self._conversation

    @property
    def parked(self) -> tuple[Parked, ...]:
        return tuple(self._parked)

    @property
    def editing(self) -> bool:
        return self._judging.editing

    @property
    def needs_confirmation(self) -> bool:
        """Whether the approval bar has to ask for a tick: before the first send to this destination."""
        return self.approval.asks

    @property
    def confirmed(self) -> bool:
        return self.approval.confirmed

    @property
    def retest_state(self) -> RetestState:
        """What the destination's own model has to do with the text on show."""
        judged = self._phase in {Phase.PASSED, Phase.TESTING, Phase.SENDING}
        return self.retest.state(self.outcome if judged else None, self.destination)

    @property
    def can_cancel(self) -> bool:
        looking = self.look.state is LookState.RUNNING
        checking = self.advice.state is AdviceState.CHECKING
        return self._phase in AT_WORK or self.editing or looking or checking

    @property
    def can_undo(self) -> bool:
        """Whether a step in this draft, or one that led away from another, can be taken back."""
        return self.draft.can_undo or (bool(self._behind) and self._phase not in HELD)

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
                packed=self.parcel is not None,
                refused=self.approval.refused,
                confirmed=self.confirmed,
                pasted=bool(self._pasted.strip()),
                waits=self._waits_for(),
                lacks_key=self.approval.lacks_key,
                advice=self.advice.state,
            )
        )

    def _waits_for(self) -> str:
        if self.look.waits:
            return f"evaluator_{self.look.state.value}"
        return "conversation_busy" if self.busy_elsewhere() else ""

    # What is on screen and what is not

    def turns_of(self, conversation_id: str) -> tuple[Conversation, tuple[Turn, ...]] | None:
        """A conversation with its turns, as it is by now, if it is on screen or can come back to it; else None."""
        if self._conversation.id == conversation_id:
            return self._conversation, self.turns
        for held in self._away():
            if held.conversation is not None and held.conversation.id == conversation_id:
                return held.conversation, held.turns
        return None

    def _away(self) -> tuple[Parked | LeftBehind, ...]:
        """What can come back to the screen."""
        return (*self._parked, *self._behind)

    def _put_behind(self, draft: Timeline) -> None:
        """What is on screen with this `draft` can be brought back by undo."""
        self._behind.append(LeftBehind(self._conversation, self.turns, draft, tuple(self._parked)))
        del self._behind[:-MOST_BEHIND]

    def _begin_anew(self) -> None:
        self.local.forget()
        self._dispatch.forget()
        self._conversation = Conversation()
        self._replace_draft("", self.draft.corrections.next_conversation())
        self.turns_changed.emit()

    def _went_on(self, conversation: Conversation, turns: tuple[Turn, ...]) -> None:
        """A conversation has another turn: whoever comes back to it must know what is disclosed by now."""

        def newest(item: Parked) -> Parked:
            same = item.conversation is not None and item.conversation.id == conversation.id
            return replace(item, conversation=conversation, turns=turns) if same else item

        self._parked[:] = map(newest, self._parked)
        for place, behind in enumerate(self._behind):
            parked = tuple(map(newest, behind.parked))
            if behind.conversation.id == conversation.id:
                behind = replace(behind, conversation=conversation, turns=turns)
            self._behind[place] = replace(behind, parked=parked)

    # What changes with a phase

    def _replace_draft(self, text: str, corrections: Corrections) -> None:
        self._judging.clear()
        self.retest.forget()
        self._pasted = ""
        self._set_problem(None)
        self._set_phase(Phase.DRAFT)
        self.draft.configure(self._conversation, self._protocol)
        self.draft.replace(text, corrections)
        self.outcome_changed.emit()

    def _pack(self) -> None:
        outcome, working = self.outcome, self._judging.working
        if self._phase is Phase.PASSED and outcome is not None and working is not None:
            self.approval.pack(outcome, working)
        else:
            self.approval.unpack()

    def _set_phase(self, phase: Phase) -> None:
        changed, self._phase = phase is not self._phase, phase
        self.draft.lock(phase in HELD)
        if changed:
            self._pack()
            self.phase_changed.emit()
        self.primary_changed.emit()

    def _set_error(self, error: Exception) -> None:
        if not isinstance(error, Cancelled):
            self._set_problem(problem_of(error))

    def _set_problem(self, problem: Problem | None) -> None:
        if problem != self._problem:
            self._problem = problem
            self.problem_changed.emit()
