"""The review without a window: one item open, choices with their predictions, decisions, undo."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime

from PySide6.QtCore import QObject

from core.domain.errors import InputError
from core.domain.events import CancelToken, Progress
from core.domain.request import MAX_TEXT_BYTES
from core.domain.sensitive import proved
from core.domain.taxonomy import Kind
from core.store.records import MarkedValue, ReviewAction, ReviewDecision, ReviewItem, ReviewState, ReviewStep
from ui.release.viewmodels.choices import Choice, Choices
from ui.release.viewmodels.local_answer import restored_turns
from ui.release.viewmodels.second_look import LookState
from ui.release.viewmodels.staging import Bench
from ui.release.viewmodels.submission import utc_now
from ui.release.viewmodels.turns import Turn, TurnState
from ui.review.viewmodels.bulk import BulkPlan, Planner, Steps
from ui.review.viewmodels.intake import ANSWERED_HERE
from ui.review.viewmodels.moves import Move, MoveKind, Word
from ui.review.viewmodels.open_item import OpenItemViewModel
from ui.review.viewmodels.reasons import ReviewOperation
from ui.review.viewmodels.release import ReleasePhase
from ui.shared.viewmodels.ports import Delivery, LocalAnswer, ReviewCase, SenderPort, SentReview, WorkPort
from ui.shared.viewmodels.problems import Problem, problem_of


class ReviewViewModel(OpenItemViewModel):
    """Choices, bulk actions, claims and decisions on what is open. Main thread only."""

    def __init__(
        self,
        work: WorkPort,
        sender: SenderPort,
        reviewer: str,
        parent: QObject | None = None,
        now: Callable[[], datetime] = utc_now,
        store_work: WorkPort | None = None,
        answer_work: WorkPort | None = None,
    ) -> None:
        super().__init__(work, sender, reviewer, parent, now, store_work, answer_work)
        self._sender = sender
        self.release.flow.finished.connect(self._left)
        self.release.flow.told.connect(self._told)
        self.local.answered.connect(self._answered)

    # Choices

    def choose(self, choice: Choice, attribute_id: str = "") -> None:
        """Decide one attribute, the current card's by default."""
        name = attribute_id or (self.current.attribute.id if self.current else "")
        if name:
            self._choose({self.case.item.id: ((name, choice),)} if self.case else {})

    def accept(self) -> None:
        """Take what the program suggests for the current card, and go on."""
        current = self.current
        if current is not None and current.suggested is not None:
            if current.chosen != current.suggested:
                self.choose(current.suggested)
            self.skip()

    def accept_item(self) -> None:
        """Take everything that the program suggests for this item, as one move."""
        hint = self.forecast.suggestion
        if self.case is not None and hint is not None:
            before = self.choices.by_attribute
            steps = tuple((name, made) for name, made in hint.choices.by_attribute.items() if name not in before)
            if steps:
                self._choose({self.case.item.id: steps})

    def remove(self) -> None:
        """Take the current value out: the question can do without it."""
        current, engine = self.current, self._engine
        if current is not None and engine is not None:
            top = engine.what_if().dehydrator.top(current.attribute)
            action = ReviewAction.LEVEL if current.attribute.kind is Kind.EXPLICIT else ReviewAction.REMOVE
            self.choose(Choice(action, top))

    def mark(self, start: int, end: int, type_id: str) -> None:
        """Hide a value that nothing had found, `[start, end)` of the prompt, and wherever else it stands: one step of
        undo. Blank or out-of-range spans are ignored."""
        case, text = self.case, self.original
        value = text[start:end].strip() if 0 <= start < end <= len(text) else ""
        if case is None or not value:
            return
        start += text[start:end].index(value)
        marked = MarkedValue(start, start + len(value), value, type_id)
        self._choose({case.item.id: (("", Choice(ReviewAction.MARK, marked=marked)),)})

    def begin_edit(self) -> None:
        """Open the proposal for editing by hand."""
        if not self.why_not(ReviewOperation.CHOOSE):
            self.editing = True
            self.item_changed.emit()

    def end_edit(self, text: str | None) -> None:
        """Take the edited text, or None to drop it."""
        self.editing = False
        if text is None or text == self.proposal or self.case is None:
            self.item_changed.emit()
            return
        if not text.strip() or len(text.encode("utf-8", "replace")) > MAX_TEXT_BYTES:
            self._set_problem(problem_of(InputError("input.empty" if not text.strip() else "input.too_large")))
            self.item_changed.emit()
            return
        self._choose({self.case.item.id: (("", Choice(ReviewAction.EDIT)),)}, text)

    def _choose(self, items: Mapping[str, Steps], edited: str = "") -> None:
        """One move: every step of every item is recorded, in order."""
        store, engine = self._store, self._engine
        if store is None or engine is None or not items:
            return
        problem = self._refusal(items)
        self._say(Word.NONE)
        if problem:
            self._set_problem(problem)
            return
        self._set_problem(None)
        what_if, reviewer, now = engine.what_if(), self.reviewer, self._now()
        at = self.case.item.id if self.case is not None else ""
        group = secrets.token_hex(8) if sum(map(len, items.values())) > 1 else ""

        def run() -> Move:
            for identifier, steps in items.items():
                case = store.open(identifier)
                if not case.item.claimed_by:
                    store.claim(identifier, reviewer, now)
                bench = Bench(what_if, case)
                done = case.history.in_force
                before = bench.text(Choices.of(done))
                for attribute_id, choice in steps:
                    step = _step(case, attribute_id, choice, reviewer, now, group, before, edited)
                    earlier = Choices.of(done)
                    by_hand = choice.action is ReviewAction.EDIT
                    before = edited if by_hand else bench.carried(earlier, earlier.with_choice(attribute_id, choice))
                    done = (*done, _after(step, before))
                    store.act(identifier, done[-1])
            return Move(MoveKind.STEPS, {identifier: len(steps) for identifier, steps in items.items()}, at=at)

        for steps in items.values():
            for _name, choice in steps:
                self.place.add_reason(choice.reason)
        self._serial.add(run, self._moved)

    def _refusal(self, items: Mapping[str, Steps]) -> Problem | None:
        """An explicit identifier is never kept as it is, and nothing leaves as it is without a reason."""
        open_ = self.case
        for identifier, steps in items.items():
            for name, choice in steps:
                if choice.needs_reason and not choice.reason.strip():
                    return Problem("store.reason_required")
                if open_ is None or identifier != open_.item.id or not name:
                    continue
                attribute = self.sensitive.by_id(name)
                if choice.action is ReviewAction.NOT_SENSITIVE and proved(attribute):
                    return Problem("input.proved")
                if attribute.kind is Kind.EXPLICIT and (choice.action is ReviewAction.KEEP or choice.level == 0):
                    return Problem("review.explicit_kept")
        if open_ is not None and open_.item.id in items and self.why_not(ReviewOperation.CHOOSE):
            return Problem("review.not_now")
        return None

    def _moved(self, move: Move) -> None:
        self._moves.add(move)
        self._reload(move)

    def _reload(self, move: Move) -> None:
        """Show what a move did where the reviewer is; only where no item is open its first item is opened."""
        here = self.case is not None and self.case.item.id in move.items
        if here or self.case is None:
            self.release.clear()
            self.local.forget()
        self.remember()
        self.select(self.case.item.id if self.case is not None else next(iter(move.items)))
        self.queue.refresh()
        self.changed.emit()

    def _asks_first(self, move: Move) -> bool:
        """A decision, or what was done in another item, is named before it is taken back; a second undo does it."""
        here = self.case is None or self.case.item.id in (*move.items, move.at)
        word = Word.DECISION if move.kind is MoveKind.DECIDED else Word.NONE if here else Word.ELSEWHERE
        if word is Word.NONE or (self.word is word and self._asked is move):
            return False
        self._asked = move
        self._say(word)
        return True

    def undo(self) -> None:
        """Take the last move back: a choice, an edit, a bulk action, a decision. Everything but a send. What is not on
        screen is asked about first (`word`)."""
        last = self._moves.last
        if self._store is None or self.held or last is None or self._asks_first(last):
            return
        store, move = self._store, self._moves.back()
        if move is None:
            return
        there = self.case is not None and self.case.item.id not in move.items
        self._say(Word.TAKEN_BACK if there or move.kind is MoveKind.DECIDED else Word.NONE)
        reviewer, now = self.reviewer, self._now()

        def run() -> Move:
            for identifier, count in move.items.items():
                if move.kind is MoveKind.DECIDED:
                    store.decide(identifier, ReviewDecision(ReviewState(move.before), reviewer, now, move.reason))
                    continue
                for _ in range(count):
                    store.undo(identifier)
            return move

        self._serial.add(run, self._reload)

    def redo(self) -> None:
        """Make the last move again that was taken back."""
        store, move = self._store, None if self.held else self._moves.forth()
        if store is None or move is None:
            return
        reviewer, now = self.reviewer, self._now()

        def run() -> Move:
            for identifier, count in move.items.items():
                if move.kind is MoveKind.DECIDED:
                    store.decide(identifier, ReviewDecision(ReviewState(move.state), reviewer, now, move.reason))
                    continue
                for _ in range(count):
                    store.redo(identifier)
            return move

        self._serial.add(run, self._reload)

    # Bulk

    def plan_identical(self) -> None:
        """Look for the current value in other items; `planned` follows with how many would change."""
        current, case = self.current, self.case
        if current is not None and case is not None and current.chosen is not None:
            attribute, choice = current.attribute, current.chosen
            self._plan(lambda planner, cancel, told: planner.identical(case, attribute, choice, cancel, told))

    def plan_passing(self) -> None:
        """Look for items whose suggestion would pass; `planned` follows."""
        self._plan(lambda planner, cancel, told: planner.passing(cancel, told))

    def _plan(self, find: Callable[[Planner, CancelToken, Callable[[int], None]], BulkPlan]) -> None:
        store, engine = self._store, self._engine
        if store is None or engine is None:
            return
        planner = Planner(store, engine.what_if(), self.reviewer)

        def run(cancel: CancelToken, _progress: Progress) -> BulkPlan:
            return find(planner, cancel, lambda _count: None)

        self._bulk.start(run, self.planned.emit, self._broke)

    def stop_planning(self) -> None:
        self._bulk.stop()

    def apply(self, plan: BulkPlan) -> None:
        """All of a plan as one move."""
        self._choose(dict(plan.items))

    # Claims

    def claim(self) -> None:
        """Take the open item, also from somebody else."""
        self._claim(self.reviewer)

    def release_claim(self) -> None:
        """Let others have it."""
        self._claim("")

    def _claim(self, owner: str) -> None:
        store, case, now = self._store, self.case, self._now()
        if store is None or case is None:
            return

        def done(item: ReviewItem) -> None:
            if self.case is not None and self.case.item.id == item.id:
                self._show(replace(self.case, item=item))
            self.queue.refresh()

        self._serial.add(lambda: store.claim(case.item.id, owner, now), done)

    # Decisions

    def check(self, *, copy: bool = False) -> None:
        """Certify the choices once, as they are; what passes can then be approved."""
        case, engine = self.case, self._engine
        action = ReviewOperation.COPY if copy else ReviewOperation.SEND
        if case is not None and engine is not None and not self.why_not(action):
            self._set_problem(None)
            self.release.check(engine, case, self.choices, copy=copy)

    def approve(self, *, copy: bool = False) -> None:
        """First press: certify. Second press, once it has passed: send, or copy. A conversation that went on elsewhere
        meanwhile voids the certificate: what was sent by now counts too."""
        self._catch_up()
        if self.release.phase is ReleasePhase.READY and self.release.copying == copy:
            if not self.why_not(ReviewOperation.COPY if copy else ReviewOperation.SEND):
                self.release.flow.approve()
        else:
            self.check(copy=copy)

    def _catch_up(self) -> None:
        case = self.case
        live = self.live(case.item.conversation_id) if case is not None else None
        if case is not None and live is not None and live is not case.conversation and not self.held:
            self.release.clear()
            self._show(case)

    def _told(self, delivery: Delivery) -> None:
        """What a destination was given for a test is disclosed, whether or not it is sent afterwards."""
        case, store = self.case, self._store
        if case is None or store is None:
            return
        conversation = delivery.conversation.fork()
        conversation.record(delivery.turn())
        told = replace(delivery, conversation=conversation)
        prompt, text = delivery.outcome.request.text, delivery.outcome.verdict.artifact.text
        turn = Turn(1, told, prompt, text, TurnState.CUT, run_id=secrets.token_hex(8))
        sent = SentReview(delivery.outcome, conversation, prompt, "", self._now(), "", turn.run_id)
        self._serial.add(lambda: store.sent(case.item.id, sent))
        self.sent.emit(turn)
        if self.live(conversation.id) is conversation:
            # The same bytes once more: what was certified still holds.
            self.case = replace(case, conversation=conversation)

    def _left(self, turn: Turn) -> None:
        """Bytes have left, or may have. A dry run decides nothing."""
        case, store = self.case, self._store
        if case is None or store is None or turn.state is TurnState.DRY_RUN:
            self.changed.emit()
            return
        turn.run_id = secrets.token_hex(8)
        state = ReviewState.APPROVED_COPIED if self.release.copying else ReviewState.APPROVED_SENT
        parcel = self.release.parcel
        decision = ReviewDecision(
            state, self.reviewer, self._now(), self.reason.strip() or "review.passed", parcel.id if parcel else ""
        )
        sent = SentReview(
            turn.delivery.outcome,
            turn.delivery.conversation,
            turn.prompt,
            turn.answer,
            self._now(),
            decision.release_id,
            turn.run_id,
        )

        def run() -> None:
            store.sent(case.item.id, sent)
            store.decide(case.item.id, decision)

        self._moves.drop(case.item.id)
        self._serial.add(run, lambda _nothing: self._decided())
        self.sent.emit(turn)

    @property
    def awaits_answer(self) -> bool:
        """Whether the open item was copied out, and its answer can be brought back."""
        case = self.case
        copied = case is not None and case.item.state is ReviewState.APPROVED_COPIED
        return copied and case is not None and bool(case.left) and not case.restored

    def bring_answer(self, text: str) -> None:
        """The answer to a text that was copied out, pasted by a person: the values of this item are put back into
        it."""
        case, store = self.case, self._store
        if case is None or case.decision is None or store is None or not text.strip() or not self.awaits_answer:
            return
        release_id, answer = case.decision.release_id, self.release.flow.restored(text, case.conversation, case.left)
        self.case, self._answer = replace(case, restored=answer.restored), answer

        def done(_nothing: None) -> None:
            self.brought.emit((release_id, answer))
            self.item_changed.emit()

        self._serial.add(lambda: store.brought(case.item.id, release_id, answer), done)
        self.item_changed.emit()

    def answer_locally(self) -> None:
        """A model on this computer answers the prompt as it was written; no cloud gets it."""
        case = self.case
        if case is not None and not self.why_not(ReviewOperation.LOCAL):
            self._set_problem(None)
            self.release.clear()
            self.local.start(case.outcome.request.text, restored_turns(case.conversation, self._sender))

    def _answered(self, answer: LocalAnswer) -> None:
        """The answer is part of the decision: both are kept, or neither."""
        case, store = self.case, self._store
        if case is None or store is None:
            return
        reason, state = self.reason.strip() or ANSWERED_HERE, ReviewState.ANSWERED_LOCALLY
        decision = ReviewDecision(state, self.reviewer, self._now(), reason, answer=answer.text)
        before = case.item.state.value
        self._moves.add(Move(MoveKind.DECIDED, {case.item.id: 1}, state.value, reason, before))
        self._serial.add(lambda: store.decide(case.item.id, decision), lambda _nothing: self._decided())

    def return_to_author(self) -> None:
        """Back to the author as a draft."""
        case = self.case
        if case is not None and not self.why_not(ReviewOperation.RETURN):
            reason = self.reason.strip()
            self._decide(ReviewState.RETURNED)
            self.returned.emit((case, reason))

    def reject(self) -> None:
        """It does not leave."""
        if not self.why_not(ReviewOperation.REJECT):
            self._decide(ReviewState.REJECTED)

    def _decide(self, state: ReviewState) -> None:
        case, store = self.case, self._store
        if case is None or store is None:
            return
        identifier, reason = case.item.id, self.reason.strip()
        decision = ReviewDecision(state, self.reviewer, self._now(), reason)
        self._moves.add(Move(MoveKind.DECIDED, {identifier: 1}, state.value, reason, case.item.state.value))
        row = self.queue.place_of(identifier)
        after = next((line.id for line in self.queue.lines[row + 1 :] if line.state.waits), "")

        def done(_nothing: None) -> None:
            self._decided()
            if after:
                self.select(after)

        self._serial.add(lambda: store.decide(identifier, decision), done)

    def _decided(self) -> None:
        self.place.add_reason(self.reason)
        self.reason = ""
        self.remember()
        if self.case is not None:
            self.select(self.case.item.id)
        self.queue.refresh()
        self.changed.emit()

    @property
    def can_stop(self) -> bool:
        """Whether something runs for the open item."""
        looking = self.release.look.state is LookState.RUNNING
        return self.held or looking or self.release.phase is ReleasePhase.CHECKING

    def stop(self) -> None:
        """Stop what runs for the open item: a check, a test, a send, an answer."""
        if self.local.running:
            self.local.forget()
            self.changed.emit()
        else:
            self.release.stop()


def _step(
    case: ReviewCase,
    attribute_id: str,
    choice: Choice,
    reviewer: str,
    now: datetime,
    group: str,
    before: str,
    edited: str,
) -> ReviewStep:
    level = case.outcome.verdict.artifact.levels.get(attribute_id, -1)
    return ReviewStep(
        choice.action, attribute_id, level, choice.level, before, edited, reviewer, now, choice.reason, "", group,
        choice.marked,
    )  # fmt: skip


def _after(step: ReviewStep, text: str) -> ReviewStep:
    return replace(step, text_after=text)
