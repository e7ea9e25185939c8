"""The compose workspace without a window: from a draft to a verdict, a person's approval and an answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import QObject, Qt

from core.domain.errors import Cancelled
from core.domain.events import Stage, StageEvent, StageState
from core.domain.protocol import Protocol
from core.domain.release import Destination, DestinationKind
from core.domain.verdict import VerdictKind
from core.engine.conversation import Conversation
from core.engine.interface import Engine
from core.engine.outcome import Outcome
from ui.compose.viewmodels.advice import Taken
from ui.compose.viewmodels.judging import RunWork
from ui.compose.viewmodels.workspace import Workspace
from ui.release.viewmodels.flow import FlowState, Retried
from ui.release.viewmodels.phases import HELD, AdviceState, EngineState, Phase, Primary, PrimaryKind
from ui.release.viewmodels.second_look import DRY_RUN, LOST_CAUSE, LookState
from ui.release.viewmodels.submission import Submission
from ui.release.viewmodels.turns import Leaving, Parked, Turn, TurnState
from ui.shared.viewmodels.corrections import Corrections
from ui.shared.viewmodels.ports import Asked, Brought, Delivery, LocalAnswer, SenderPort, WorkPort
from ui.shared.viewmodels.problems import Problem, problem_of
from ui.shared.viewmodels.timeline import DraftState, Timeline

PHASES = {
    FlowState.PACKING: Phase.PASSED,
    FlowState.REFUSED: Phase.PASSED,
    FlowState.READY: Phase.PASSED,
    FlowState.TESTING: Phase.TESTING,
    FlowState.SENDING: Phase.SENDING,
    FlowState.AWAITING: Phase.AWAITING,
}
"""The phase of the turn while what passed is on its way; before and behind that the page itself knows."""


class ComposeViewModel(Workspace):
    """State machine of one conversation.

    `draft` takes text and corrections, `hand` edits of what will be sent, `flow` the approval of what passed; every
    method belongs to the main thread.
    """

    def __init__(
        self,
        work: WorkPort,
        sender: SenderPort,
        parent: QObject | None = None,
        answer_work: WorkPort | None = None,
    ) -> None:
        super().__init__(work, sender, parent, answer_work)
        self._told: Delivery | None = None
        self.look.spare = self._spared
        self._connect_flow()
        self.local.changed.connect(self.primary_changed)
        self.local.grew.connect(self._wrote)
        self.local.answered.connect(self._answered_here)
        self.local.broke.connect(self._not_answered_here)
        self.hand.changed.connect(self.primary_changed)
        self.hand.voided.connect(self._draft_changed)
        self.hand.discarded.connect(lambda: self.left.emit(Leaving.DISCARDED))
        self._judging.changed.connect(self._judging_changed)
        self._judging.stage_changed.connect(self.stage_changed)
        self._judging.judged.connect(self._judged)
        self._judging.failed.connect(self._run_failed)
        self.phase_changed.connect(self._adopt_late, Qt.ConnectionType.QueuedConnection)
        self.phase_changed.connect(self._advise)
        self.advice.changed.connect(self._judging_told)
        self.advice.taken.connect(self._take_advice)
        self.draft.changed.connect(self._draft_changed)
        self.draft.proposal_changed.connect(self._proposal_changed)
        self.draft.failed.connect(self._set_error)

    def _connect_flow(self) -> None:
        flow, dispatch = self.flow, self.flow.dispatch
        flow.changed.connect(self.primary_changed)
        flow.state_changed.connect(self._flow_moved)
        flow.told.connect(self._test_told)
        flow.tested.connect(self._tested)
        flow.untested.connect(self._untested)
        flow.handed_over.connect(self._handed_over)
        flow.finished.connect(self._turn_finished)
        flow.not_sent.connect(self._not_sent)
        flow.failed.connect(self._set_error)
        flow.problem.connect(self._set_problem)
        dispatch.turn_added.connect(self.turns_changed)
        dispatch.turn_grew.connect(self.turn_grew)
        # What has been told to a destination cannot be made undone by going back behind it.
        dispatch.turn_added.connect(self.aside.behind.clear)

    # Engine and settings

    def attach_engine(self, engine: Engine) -> None:
        """The engine is ready; what was typed meanwhile is looked at now."""
        self._engine = engine
        self._engine_state = EngineState.READY
        self.engine_changed.emit()
        self.primary_changed.emit()
        self.draft.attach(engine)

    def use_engine(self, engine: Engine) -> None:
        """Another engine works from now on. The draft and every decision stay; a run of the former engine stops, and
        a verdict of it stays readable, marked as stale."""
        if engine is self._engine:
            return
        if self._phase is Phase.SANITIZING:
            self.cancel()
        judged = self.outcome is not None or self._phase is Phase.INVALID
        self.attach_engine(engine)
        if judged and self._phase not in HELD:
            self._draft_changed()

    def want_evaluator(self, wanted: bool) -> None:
        """Whether the embedded evaluator looks at verdicts to come."""
        self.look.wanted = wanted
        self.engine_changed.emit()

    def engine_failed(self, error: Exception) -> None:
        """The engine cannot be built: nothing can be sanitized, and the reason is shown."""
        self._engine_state = EngineState.FAILED
        self.engine_changed.emit()
        self.primary_changed.emit()
        self._set_problem(problem_of(error))

    def set_protocol(self, protocol: Protocol) -> None:
        """Takes effect from the next run; a verdict under the old one is stale."""
        if protocol != self._protocol:
            self._protocol = protocol
            self.draft.configure(self._conversation, protocol)
            if self._phase not in HELD:
                self._draft_changed()
                self.draft.propose()

    def report(self, problem: Problem) -> None:
        """Show a problem that happened beside the path: saving settings, exporting, a key."""
        self._set_problem(problem)

    # From the draft to a verdict

    def act(self) -> None:
        """Do what `primary` says, if it is enabled."""
        action = self.primary
        if not action.enabled:
            return
        if action.kind is PrimaryKind.SANITIZE:
            self.sanitize()
        elif action.kind is PrimaryKind.HIDE_MORE:
            self.advice.apply()
        elif action.kind is PrimaryKind.RESTORE:
            self.flow.paste(self._pasted)
        else:
            self.flow.approve()

    def sanitize(self) -> None:
        """Run the whole path up to the verdict on the draft as it is."""
        engine = self._engine
        if engine is None or self.primary != Primary(PrimaryKind.SANITIZE):
            return
        request, working, protocol = self.draft.request, self._conversation.fork(), self._protocol
        quick: Engine = engine.builtin
        first: RunWork | None = None
        if quick is not engine:
            aside = self._conversation.fork()
            first = lambda cancel, told: quick.sanitize(request, aside, protocol, told, cancel)  # noqa: E731
        run = self.hand.respecting(engine, request, working, protocol)
        self._run(engine, run, working, first if self.hand.work is None else None)

    def begin_edit(self) -> None:
        """Open what will be sent for editing by hand."""
        if self.can_edit:
            self.hand.begin()

    def apply_edit(self, text: str) -> None:
        """The edited text goes back to verification; the old certificate is void from this moment."""
        engine, outcome, working = self._engine, self.outcome, self._judging.working
        if engine is None or not self.editing:
            return
        self.hand.edit(text)
        if outcome is None or working is None or self.stale:
            self.sanitize()
        elif text == outcome.verdict.artifact.text:
            self.hand.discard()
        else:
            self.hand.unbased()
            self._run(engine, lambda cancel, told: engine.recheck(outcome, text, working, told, cancel), working)

    def _run(self, engine: Engine, work: RunWork, working: Conversation, first: RunWork | None = None) -> None:
        self._set_problem(None)
        self._judging.start(engine, work, working, first)
        self._set_phase(Phase.SANITIZING)

    def _judged(self) -> None:
        """A verdict, or another one in its place: what would leave is put together anew."""
        outcome, working = self.outcome, self._judging.working
        if outcome is not None:
            self.hand.note_judged(outcome)
        if self._judging.passed and outcome is not None and working is not None:
            self._set_phase(Phase.PASSED)
            self.flow.offer(outcome, working)
        else:
            self._set_phase(Phase.INFEASIBLE)

    def _judging_changed(self) -> None:
        self._advise()
        self._judging_told()

    def _judging_told(self) -> None:
        self.outcome_changed.emit()
        self.primary_changed.emit()

    def _run_failed(self, error: Exception) -> None:
        self.hand.go_on()
        self._set_phase(Phase.INVALID)
        self._set_error(error)

    def cancel(self) -> None:
        """Stop whatever runs; draft and decisions stay. Acknowledged at once, whatever the work does."""
        if self._phase is Phase.SANITIZING:
            self._judging.stop()
            self.hand.go_on()
            self._set_phase(Phase.DRAFT)
            self._set_problem(Problem("cancelled"))
            self.draft.propose()
        elif self._phase in {Phase.TESTING, Phase.SENDING}:
            self.flow.stop()
        elif self._phase is Phase.WRITING:
            self.local.forget()
            self._not_answered_here(Cancelled())
        elif self.look.state is LookState.RUNNING:
            self.look.stop()
        elif self.advice.state is AdviceState.CHECKING:
            self.advice.stop()
        elif self.editing:
            self.hand.discard()

    def _draft_changed(self) -> None:
        """No certificate fits any more; the old verdict stays readable, marked as stale."""
        self.remember_told()
        self.draft.configure(self._conversation, self._protocol)
        self._judging.outdate(keep=not self.draft.empty)
        self.hand.go_on()
        self._set_problem(None)
        self._set_phase(Phase.DRAFT)
        self.outcome_changed.emit()

    def _proposal_changed(self) -> None:
        proposal = self.draft.proposal
        hand = self.draft.hand
        if proposal is not None and hand is not None and self._phase not in HELD and self.draft.fresh:
            self.draft.carry(hand.on(proposal.preview.artifact.text))
        if proposal is not None and self._phase in {Phase.DRAFT, Phase.EXTRACTED, Phase.PROPOSED}:
            self._set_phase(Phase.EXTRACTED if proposal.preview.evidence is None else Phase.PROPOSED)

    # What would help

    def _advise(self) -> None:
        """A verdict that does not pass is looked at for what would help; words of a person's are theirs to change."""
        outcome = self.outcome if self._phase is Phase.INFEASIBLE and not self.editing and not self.stale else None
        if outcome is not None and outcome.verdict.artifact.edited:
            outcome = None
        self.advice.about(self._engine, outcome, self._conversation)

    def _take_advice(self, taken: Taken) -> None:
        """The whole suggestion becomes the person's choices, in one step of undo, together with the verdict on it."""
        engine, told = self._engine, tuple(self.stages.values())
        if engine is None:
            return
        self.hand.unbased()
        self.draft.choose_levels(taken.choices.levels, taken.choices.unneeded)
        self._judging.adopt(engine, taken.outcome, taken.working, taken.ladders, told)
        self.left.emit(Leaving.HIDDEN_MORE)

    # From a verdict to an answer

    def set_destination(self, destination: Destination) -> None:
        """A change of anything in it asks for confirmation anew; ignored while something is on its way."""
        if self._phase is not Phase.WRITING and self.flow.set_destination(destination):
            self._set_problem(None)
            self.look.reconsider()

    def _spared(self, outcome: Outcome) -> str:
        """Why the evaluator need not look: what does not pass waits for a person, and a dry run sends nothing."""
        if outcome.verdict.kind is not VerdictKind.PASS:
            return LOST_CAUSE
        return DRY_RUN if self.destination.kind is DestinationKind.DRY_RUN else ""

    def _flow_moved(self) -> None:
        state = self.flow.state
        if state is FlowState.TESTING:
            self._set_problem(None)
            self._judging.tell(StageEvent(Stage.REVIEW, StageState.RUNNING, message="retest.running"))
        elif state is FlowState.SENDING:
            self._set_problem(None)
            self._judging.tell(StageEvent(Stage.REVIEW, StageState.DONE))
            self._judging.tell(StageEvent(Stage.SEND, StageState.RUNNING))
        elif state is FlowState.AWAITING:
            self._pasted = ""
            self._judging.tell(StageEvent(Stage.SEND, StageState.DONE))
        if state in PHASES:
            self._set_phase(PHASES[state])

    def _test_told(self, delivery: Delivery) -> None:
        self._told = delivery

    def _tested(self, result: Retried) -> None:
        self._judging.retested(result.outcome)
        self._judging.tell(StageEvent(Stage.REVIEW, StageState.DONE if result.answered else StageState.FAILED))
        problem = result.problem
        if not result.passed:
            self.remember_told()
            if problem is not None and self._queued(result.outcome):
                problem = replace(problem, code="retest.queued")
            else:
                self._set_phase(Phase.INFEASIBLE)
        if problem is not None:
            self._set_problem(problem)

    def _untested(self, problem: Problem) -> None:
        stopped = problem.code == "cancelled"
        self._judging.tell(StageEvent(Stage.REVIEW, StageState.CANCELLED if stopped else StageState.FAILED))
        self._set_problem(problem)

    def remember_told(self) -> None:
        """What a destination was given for a test is disclosed, even where the text is not sent afterwards."""
        told, self._told = self._told, None
        if told is not None and told.conversation.id == self._conversation.id:
            told.conversation.record(told.turn())
            self._conversation = told.conversation
            self.aside.went_on(self._conversation, self.turns)

    def set_pasted(self, text: str) -> None:
        """An answer that a person brings back by hand."""
        self._pasted = text
        self.primary_changed.emit()

    def _handed_over(self, text: str) -> None:
        self.handed_over.emit(text)
        self.turns_changed.emit()

    def _turn_finished(self, turn: Turn) -> None:
        if turn.state is not TurnState.DRY_RUN and not turn.stayed:
            self._conversation, self._told = turn.delivery.conversation, None
            self.aside.went_on(self._conversation, self.turns)
        self.remember_told()
        passed = list(self._judging.stages.values())
        self._replace_draft("", self.draft.corrections.next_draft())
        for event in passed if turn.stayed else (*passed, StageEvent(Stage.SEND, StageState.DONE)):
            self._judging.tell(event)
        if turn.state is TurnState.ANSWERED:
            self._judging.tell(StageEvent(Stage.RESTORE, StageState.DONE))
        self._set_phase(Phase.ANSWERED)
        self.turns_changed.emit()

    def _not_sent(self) -> None:
        self._judging.tell(StageEvent(Stage.SEND, StageState.FAILED))
        self.turns_changed.emit()

    # A model on this computer answers

    def answer_here(self) -> None:
        """What cannot leave is answered here, from the text as it was written."""
        outcome, offer = self.outcome, self.local.offer
        if outcome is None or offer is None or not self.can_answer_here:
            return
        self._set_problem(None)
        self.look.clear()
        earlier = [Asked(turn.prompt, turn.answer) for turn in self.turns if turn.answer]
        self._set_phase(Phase.WRITING)
        self.flow.dispatch.write_here(Delivery(outcome, self.destination, self._conversation), offer.name)
        self.local.start(self.draft.text, earlier)

    def _wrote(self, piece: str) -> None:
        if self._phase is Phase.WRITING:
            self.flow.dispatch.wrote(piece)

    def _answered_here(self, answer: LocalAnswer) -> None:
        """Kept in the queue as decided: a turn of the conversation would count as told to the destination."""
        outcome = self.outcome
        if self._phase is not Phase.WRITING or outcome is None:
            return
        self.remember_told()
        submission = Submission(self.draft.request, self._conversation, self._protocol, outcome)
        self.keep_answered(submission, answer.text)
        self.flow.dispatch.written(answer)

    def _not_answered_here(self, error: Exception) -> None:
        if self._phase is Phase.WRITING:
            self.flow.dispatch.take_back()
            self._set_phase(Phase.INFEASIBLE)
            self._set_error(error)
            self.turns_changed.emit()

    # Conversation

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

    def park(self) -> None:
        """Queue the draft for review with its conversation and start a new one; where there is no queue it is set
        aside in memory."""
        if self.can_park:
            self.remember_told()
            judged = self.outcome if not self.stale else None
            if self._queued(judged):
                self.left.emit(Leaving.QUEUED)
                return
            residual = len(self.outcome.verdict.residual.items) if self.outcome else 0
            self._leave(Leaving.SET_ASIDE)
            self.aside.parked.append(self._as_parked(residual))
            self._begin_anew()
            self.parked_changed.emit()
            self._tell_left()

    def unpark(self, index: int) -> None:
        """Take a draft back; what was written meanwhile takes its place in the list."""
        if self._phase in HELD or not 0 <= index < len(self.aside.parked):
            return
        self.remember_told()
        self._leave(Leaving.TAKEN_BACK)
        item = self.aside.parked.pop(index)
        if not self.draft.empty:
            self.aside.parked.append(self._as_parked(0))
        self._go_to(item.conversation, item.turns, item.text, item.corrections)
        self.parked_changed.emit()
        self._tell_left()

    def _as_parked(self, residual: int) -> Parked:
        """What is on the screen, with its own conversation: what is written next is no turn of it."""
        return Parked(self.draft.text, self.draft.corrections, residual, self._conversation, tuple(self.turns))

    def take_back(
        self,
        text: str,
        corrections: Corrections,
        reason: str = "",
        conversation: Conversation | None = None,
        turns: tuple[Turn, ...] = (),
    ) -> None:
        """A reviewer returned a prompt for a `reason`: it becomes the draft of its own conversation (None: of a new
        one), or waits beside what is on screen."""
        self.returned_why = reason
        if conversation is not None:
            conversation, turns = self.turns_of(conversation.id) or (conversation, turns)
        free = self.draft.empty and self._phase not in HELD
        if free and conversation is not None and conversation.id == self._conversation.id:
            self._replace_draft(text, corrections)
        elif free and not self.turns:
            self._go_to(conversation, turns, text, corrections)
        else:
            self.aside.wait(Parked(text, corrections, 0, conversation, turns))
            self.parked_changed.emit()
        self.left.emit(Leaving.RETURNED)

    def adopt(self, turn: Turn) -> None:
        """A reviewer sent a turn of this conversation, or of one that can come back to the screen: the next one must
        know what is disclosed by now. A run that is under way ends first; what it judged is stale then."""
        conversation = turn.delivery.conversation
        if conversation.id != self._conversation.id:
            held = self.turns_of(conversation.id)
            if held is not None:
                self.aside.went_on(conversation, (*held[1], turn))
        elif self._phase in HELD:
            self._adopting.append(turn)
        else:
            self._conversation = conversation
            self.flow.dispatch.resume((*self.turns, turn))
            self.aside.went_on(conversation, self.turns)
            self.draft.configure(self._conversation, self._protocol)
            self._draft_changed()
            self.draft.propose()
            self.turns_changed.emit()

    def take_answer(self, release_id: str, answer: Brought) -> None:
        """A reviewer brought back the answer to a turn that was adopted: the next turn is told it too."""
        turn = next((item for item in self.turns if item.release_id == release_id != ""), None)
        if turn is None:
            away = self.aside.turn_of(release_id)
            if away is not None:
                _answer(*away, answer)
            return
        if self._phase in HELD:
            self._late.append((release_id, answer))
            return
        _answer(turn, self._conversation, answer)
        if self.outcome is not None and not self.stale:
            self._draft_changed()
            self.draft.propose()
        self.turn_grew.emit((turn, answer.pieces, answer.cloud))
        self.turns_changed.emit()

    def _adopt_late(self) -> None:
        """Behind whatever ended, so that a verdict is stale before anything is done with it."""
        if self._adopting and self._phase not in HELD:
            waiting, self._adopting = self._adopting, []
            for turn in waiting:
                self.adopt(turn)
        if self._late and self._phase not in HELD:
            late, self._late = self._late, []
            for release_id, answer in late:
                self.take_answer(release_id, answer)

    def load_example(self, text: str) -> None:
        """Put a shipped example into the editor."""
        if self._phase not in HELD:
            self.remember_told()
            self._leave(Leaving.EXAMPLE)
            self._replace_draft(text, self.draft.corrections.next_draft())
            self._tell_left()

    def new_conversation(self) -> None:
        """Begin with no tokens, no turns and no dictionary of a conversation; a send that runs is cancelled first.
        `undo` brings back what was there."""
        if self._phase is Phase.SANITIZING:
            self.cancel()
        if self._phase is Phase.AWAITING:
            self.flow.skip_answer()
        if self._phase not in HELD:
            self._leave(Leaving.NEW)
        self._begin_anew()
        self._tell_left()

    def drop(self, conversation_id: str) -> None:
        """This conversation was deleted for good: neither the screen, nor undo, nor what waits may bring it back."""
        self.aside.drop(conversation_id)
        self.parked_changed.emit()
        if self._conversation.id == conversation_id:
            self._begin_anew()

    def _go_to(
        self, conversation: Conversation | None, turns: Iterable[Turn], text: str, corrections: Corrections
    ) -> None:
        self.flow.dispatch.resume(turns)
        self._conversation = conversation or Conversation()
        self._replace_draft(text, corrections)
        self.turns_changed.emit()

    def resume(self, conversation: Conversation, turns: Iterable[Turn], text: str, corrections: Corrections) -> None:
        """Go on with an earlier conversation and what was being written in it; ignored while something is on its
        way."""
        if self._phase not in HELD:
            self._leave(Leaving.OPENED)
            self._go_to(conversation, turns, text, corrections)
            self._tell_left()

    def forget(self) -> None:
        """The program is locked: nothing of any prompt or answer stays here; what runs is cancelled."""
        self.local.forget()
        self.flow.forget()
        self._conversation = Conversation()
        self._adopting.clear()
        self._late.clear()
        self.aside.clear()
        self._replace_draft("", Corrections())
        self.draft.forget()
        self.parked_changed.emit()
        self.turns_changed.emit()

    def shut_down(self) -> None:
        """Before the window goes: nothing of ours runs or reports any more."""
        self._judging.clear()
        self.advice.clear()
        self.local.forget()
        self.flow.shut_down()
        self.draft.rest()


def _answer(turn: Turn, conversation: Conversation, answer: Brought) -> None:
    turn.pieces[:] = answer.pieces
    turn.cloud_parts[:] = [answer.cloud]
    turn.state = TurnState.ANSWERED
    conversation.answered(turn.delivery.outcome.verdict.artifact, answer.cloud)
