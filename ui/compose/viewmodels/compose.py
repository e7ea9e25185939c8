"""The compose workspace without a window: from a draft to a verdict, a person's approval and an answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import QObject, Qt

from core.domain.errors import Cancelled
from core.domain.protocol import Protocol
from core.engine.conversation import Conversation
from core.engine.interface import Engine
from ui.compose.viewmodels.advice import Taken
from ui.compose.viewmodels.hand_side import HandSide
from ui.compose.viewmodels.judging import RunWork
from ui.release.viewmodels.phases import HELD, AdviceState, EngineState, Phase, Primary, PrimaryKind
from ui.release.viewmodels.second_look import LookState
from ui.release.viewmodels.turns import Leaving, Parked, Turn, TurnState
from ui.shared.viewmodels.corrections import Corrections
from ui.shared.viewmodels.ports import Brought, SenderPort, WorkPort
from ui.shared.viewmodels.problems import Problem, problem_of


class ComposeViewModel(HandSide):
    """State machine of one conversation.

    `draft` takes text and corrections; every method belongs to the main thread.
    """

    def __init__(
        self,
        work: WorkPort,
        sender: SenderPort,
        parent: QObject | None = None,
        answer_work: WorkPort | None = None,
    ) -> None:
        super().__init__(work, sender, parent, answer_work)
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
            self._dispatch.paste(self._pasted)
        else:
            self.approve_and_send()

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
        hand = self._hand_work
        run = self._respecting(engine, request, working, protocol, hand)
        self._run(engine, run, working, first if hand is None else None)

    def apply_edit(self, text: str) -> None:
        """The edited text goes back to verification; the old certificate is void from this moment."""
        engine, outcome, working = self._engine, self.outcome, self._judging.working
        if engine is None or not self.editing:
            return
        self.edit(text)
        if outcome is None or working is None or self.stale:
            self.sanitize()
        elif text == outcome.verdict.artifact.text:
            self.discard_edit()
        else:
            self._bases.clear()
            self._run(engine, lambda cancel, told: engine.recheck(outcome, text, working, told, cancel), working)

    def _run(self, engine: Engine, work: RunWork, working: Conversation, first: RunWork | None = None) -> None:
        self._set_problem(None)
        self._judging.start(engine, work, working, first)
        self._set_phase(Phase.SANITIZING)

    def _judged(self) -> None:
        """A verdict, or another one in its place: what would leave is put together anew."""
        before = self._phase
        if self.outcome is not None:
            self._note_judged(self.outcome)
        self._set_phase(Phase.PASSED if self._judging.passed else Phase.INFEASIBLE)
        if self._phase is before:
            self._pack()
            self.primary_changed.emit()

    def _judging_changed(self) -> None:
        self._advise()
        self._judging_told()

    def _judging_told(self) -> None:
        self.outcome_changed.emit()
        self.primary_changed.emit()

    def _run_failed(self, error: Exception) -> None:
        self._go_on_editing()
        self._set_phase(Phase.INVALID)
        self._set_error(error)

    def cancel(self) -> None:
        """Stop whatever runs; draft and decisions stay. Acknowledged at once, whatever the work does."""
        if self._phase is Phase.SANITIZING:
            self._judging.stop()
            self._go_on_editing()
            self._set_phase(Phase.DRAFT)
            self._set_problem(Problem("cancelled"))
            self.draft.propose()
        elif self._phase is Phase.TESTING:
            self.retest.cancel()
        elif self._phase is Phase.SENDING:
            self._dispatch.cancel()
        elif self._phase is Phase.WRITING:
            self.local.forget()
            self._not_answered_here(Cancelled())
        elif self.look.state is LookState.RUNNING:
            self.look.stop()
        elif self.advice.state is AdviceState.CHECKING:
            self.advice.stop()
        elif self.editing:
            self.discard_edit()

    def _draft_changed(self) -> None:
        """No certificate fits any more; the old verdict stays readable, marked as stale."""
        self.remember_told()
        self.draft.configure(self._conversation, self._protocol)
        self._judging.outdate(keep=not self.draft.empty)
        self._go_on_editing()
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
        self._bases.clear()
        self.draft.choose_levels(taken.choices.levels, taken.choices.unneeded)
        self._judging.adopt(engine, taken.outcome, taken.working, taken.ladders, told)
        self.left.emit(Leaving.HIDDEN_MORE)

    # Conversation

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
            self._parked.append(self._as_parked(residual))
            self._begin_anew()
            self.parked_changed.emit()
            self._tell_left()

    def unpark(self, index: int) -> None:
        """Take a draft back; what was written meanwhile takes its place in the list."""
        if self._phase in HELD or not 0 <= index < len(self._parked):
            return
        self.remember_told()
        self._leave(Leaving.TAKEN_BACK)
        item = self._parked.pop(index)
        if not self.draft.empty:
            self._parked.append(self._as_parked(0))
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
            item = Parked(text, corrections, 0, conversation, turns)
            self._parked.append(item)
            # Undo brings back what waited then, and must not lose what came meanwhile.
            self._behind[:] = [replace(behind, parked=(*behind.parked, item)) for behind in self._behind]
            self.parked_changed.emit()
        self.left.emit(Leaving.RETURNED)

    def adopt(self, turn: Turn) -> None:
        """A reviewer sent a turn of this conversation, or of one that can come back to the screen: the next one must
        know what is disclosed by now. A run that is under way ends first; what it judged is stale then."""
        conversation = turn.delivery.conversation
        if conversation.id != self._conversation.id:
            held = self.turns_of(conversation.id)
            if held is not None:
                self._went_on(conversation, (*held[1], turn))
        elif self._phase in HELD:
            self._adopting.append(turn)
        else:
            self._conversation = conversation
            self._dispatch.resume((*self.turns, turn))
            self._went_on(conversation, self.turns)
            self.draft.configure(self._conversation, self._protocol)
            self._draft_changed()
            self.draft.propose()
            self.turns_changed.emit()

    def take_answer(self, release_id: str, answer: Brought) -> None:
        """A reviewer brought back the answer to a turn that was adopted: the next turn is told it too."""
        turn = next((item for item in self.turns if item.release_id == release_id != ""), None)
        if turn is None:
            for held in self._away():
                away = next((item for item in held.turns if item.release_id == release_id != ""), None)
                if away is not None and held.conversation is not None:
                    _answer(away, held.conversation, answer)
                    return
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
            self._dispatch.close_without_answer()
        if self._phase not in HELD:
            self._leave(Leaving.NEW)
        self._begin_anew()
        self._tell_left()

    def drop(self, conversation_id: str) -> None:
        """This conversation was deleted for good: neither the screen, nor undo, nor what waits may bring it back."""

        def others(parked: Iterable[Parked]) -> tuple[Parked, ...]:
            return tuple(
                item for item in parked if item.conversation is None or item.conversation.id != conversation_id
            )

        kept = [item for item in self._behind if item.conversation.id != conversation_id]
        self._behind[:] = [replace(item, parked=others(item.parked)) for item in kept]
        self._parked[:] = others(self._parked)
        self.parked_changed.emit()
        if self._conversation.id == conversation_id:
            self._begin_anew()

    def _go_to(
        self, conversation: Conversation | None, turns: Iterable[Turn], text: str, corrections: Corrections
    ) -> None:
        self._dispatch.resume(turns)
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
        self._dispatch.forget()
        self._conversation = Conversation()
        self._adopting.clear()
        self._late.clear()
        self._parked.clear()
        self._behind.clear()
        self.approval.unpack()
        self._replace_draft("", Corrections())
        self.draft.forget()
        self.parked_changed.emit()
        self.turns_changed.emit()

    def shut_down(self) -> None:
        """Before the window goes: nothing of ours runs or reports any more."""
        self._judging.clear()
        self.advice.clear()
        self.local.forget()
        self.retest.forget()
        self.approval.unpack()
        self.draft.rest()
        self._dispatch.forget()


def _answer(turn: Turn, conversation: Conversation, answer: Brought) -> None:
    turn.pieces[:] = answer.pieces
    turn.cloud_parts[:] = [answer.cloud]
    turn.state = TurnState.ANSWERED
    conversation.answered(turn.delivery.outcome.verdict.artifact, answer.cloud)
