"""The reviewer's desk without a window: one item open, choices with their predictions, decisions, undo."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from PySide6.QtCore import QObject, Signal

from core.domain.errors import Cancelled, InputError, StoreError
from core.domain.events import CancelToken, Progress
from core.domain.request import MAX_TEXT_BYTES
from core.domain.taxonomy import Kind
from core.engine.conversation import Conversation
from core.engine.outcome import Outcome
from core.store.records import ReviewAction, ReviewDecision, ReviewItem, ReviewState, ReviewStep
from ui.viewmodels.jobs import LatestJob
from ui.viewmodels.ports import (
    LocalAnswerPort,
    ReviewCase,
    ReviewEnginePort,
    ReviewStorePort,
    SenderPort,
    SentReview,
    WorkPort,
)
from ui.viewmodels.problems import Problem, problem_of
from ui.viewmodels.review.bulk import BulkPlan, Planner, Steps
from ui.viewmodels.review.cards import Card, cards_of
from ui.viewmodels.review.choices import Choice, Choices
from ui.viewmodels.review.forecast import Forecast
from ui.viewmodels.review.moves import Move, MoveKind, MoveLog
from ui.viewmodels.review.place import Place
from ui.viewmodels.review.queue import ReviewQueue
from ui.viewmodels.review.reasons import Circumstances, DeskAction, why_not
from ui.viewmodels.review.release import ReleasePhase, ReviewRelease
from ui.viewmodels.review.serial import SerialWork
from ui.viewmodels.review.staging import Bench
from ui.viewmodels.review.submission import Submission, case_of
from ui.viewmodels.turns import Turn, TurnState


def utc_now() -> datetime:
    return datetime.now(UTC)


class ReviewDesk(QObject):
    """Most signals carry nothing: views read what they show. Every method belongs to the main thread.

    `returned` carries the ReviewCase that goes back to its author; `sent` the turn that left; `planned` a BulkPlan.
    """

    changed = Signal()
    item_changed = Signal()
    problem_changed = Signal()
    returned = Signal(object)
    sent = Signal(object)
    planned = Signal(object)
    planning = Signal(int)
    queued = Signal()

    def __init__(
        self,
        work: WorkPort,
        sender: SenderPort,
        reviewer: str,
        parent: QObject | None = None,
        now: Callable[[], datetime] = utc_now,
        store_work: WorkPort | None = None,
    ) -> None:
        """`store_work`: where the queue is read and written, `work` itself by default."""
        super().__init__(parent)
        self._now = now
        self._serial = SerialWork(store_work or work, self._broke)
        self._judging = SerialWork(work, self._broke)
        self._opening = LatestJob(store_work or work)
        self._bulk = LatestJob(work)
        self._local_job = LatestJob(work)
        self.queue = ReviewQueue(store_work or work, now, self)
        self.forecast = Forecast(work, self)
        self.release = ReviewRelease(work, sender, self)
        self._store: ReviewStorePort | None = None
        self._engine: ReviewEnginePort | None = None
        self._local: LocalAnswerPort | None = None
        self.run_of: Callable[[Outcome], str] = lambda _outcome: ""
        self.live: Callable[[str], Conversation | None] = lambda _identifier: None
        self._moves = MoveLog()
        self.place = Place(reviewer)
        self.case: ReviewCase | None = None
        self.choices = Choices()
        self.card = 0
        self.reason = ""
        self.local_answer = ""
        self.editing = False
        self.problem: Problem | None = None
        self.queue.failed.connect(self._broke)
        self.queue.changed.connect(self._queue_changed)
        self.forecast.failed.connect(self._broke)
        self.forecast.changed.connect(self.item_changed)
        self.release.changed.connect(self.item_changed)
        self.release.grew.connect(self.item_changed)
        self.release.failed.connect(self._broke)
        self.release.problem.connect(self._set_problem)
        self.release.finished.connect(self._left)

    # What a view reads

    @property
    def durable(self) -> bool:
        """Whether the queue outlives the program."""
        return self._store is not None and self._store.durable

    @property
    def available(self) -> bool:
        """Whether there is a queue at all; not while the vault is locked."""
        return self._store is not None

    @property
    def busy(self) -> bool:
        return self._serial.busy or self._opening.running or self.forecast.running

    @property
    def reviewer(self) -> str:
        return self.place.reviewer

    @property
    def cards(self) -> tuple[Card, ...]:
        """What leaks first; the current one is at `card`."""
        if self.case is None:
            return ()
        hint = self.forecast.suggestion
        suggested = hint.choices.by_attribute if hint is not None else {}
        return cards_of(self.case, self.choices, self.forecast.options, suggested)

    @property
    def current(self) -> Card | None:
        cards = self.cards
        return cards[self.card] if 0 <= self.card < len(cards) else None

    @property
    def original(self) -> str:
        return self.case.outcome.request.text if self.case else ""

    @property
    def proposal(self) -> str:
        """What would leave after the choices; until that is measured, what the run proposed."""
        if self.case is None:
            return ""
        if self.release.outcome is not None:
            return self.release.outcome.verdict.artifact.text
        assessed = self.forecast.assessed
        return assessed.artifact.text if assessed else self.choices.edited or self.case.outcome.verdict.artifact.text

    @property
    def outcome(self) -> Outcome | None:
        """The newest verdict on this item: of the last check, else of the run that brought it here."""
        if self.release.outcome is not None:
            return self.release.outcome
        return self.case.outcome if self.case else None

    def why_not(self, action: DeskAction) -> str:
        """Key of what is in the way of an action, "" for nothing."""
        approval = self.release.approval
        return why_not(
            action,
            Circumstances(
                self.case,
                self.reviewer,
                self.place.four_eyes,
                self._engine is not None,
                self._local is not None,
                self.release.phase,
                self._moves.can_undo and not self.release.held,
                self._moves.can_redo and not self.release.held,
                bool(self.reason.strip()),
                self.release.copying or not approval.asks or approval.confirmed,
            ),
        )

    # Engine, store, place

    def attach_engine(self, engine: ReviewEnginePort) -> None:
        """From now on choices are measured and can be released."""
        self._engine = engine
        self.forecast.forget()
        self._look()
        self.changed.emit()

    def attach_local(self, local: LocalAnswerPort | None) -> None:
        """A model on this computer that can answer instead of the cloud; None: there is none."""
        self._local = local
        self.changed.emit()

    def use(self, store: ReviewStorePort | None) -> None:
        """Work on another queue, where it was left; None: the vault is locked, everything is put away."""
        for serial in (self._serial, self._judging):
            serial.clear()
        self._opening.stop()
        self._bulk.stop()
        self.release.forget()
        self._close()
        self._moves = MoveLog()
        self._store = store
        self.forecast.forget()
        if store is None:
            self.queue.use(None)
            self.changed.emit()
            return
        self._serial.add(store.recall, self._recalled)

    def _recalled(self, data: Mapping[str, object]) -> None:
        self.place.restore(data)
        self._moves = MoveLog.load(data.get("moves"))
        self.queue.restore(data.get("queue"))
        self.queue.use(self._store)
        if self.place.item:
            self.select(self.place.item)
        self.changed.emit()

    def remember(self) -> None:
        """Keep where the reviewer is."""
        store = self._store
        if store is not None:
            data = {**self.place.dump(), "moves": self._moves.dump(), "queue": self.queue.dump()}
            self._serial.add(lambda: store.remember(data))

    def set_reviewer(self, name: str) -> None:
        """Who sits here; blank names are ignored."""
        if name.strip():
            self.place.reviewer = name.strip()
            self.remember()
            self.changed.emit()

    def set_four_eyes(self, on: bool) -> None:
        """Whether nobody may release what they submitted."""
        self.place.four_eyes = on
        self.remember()
        self.changed.emit()

    def set_reason(self, reason: str) -> None:
        self.reason = reason
        self.changed.emit()

    # Into the queue

    def submit(self, submission: Submission) -> bool:
        """Queue a prompt; one without a verdict is judged first. False when there is no queue to take it."""
        store, engine, outcome = self._store, self._engine, submission.outcome
        if store is None or (outcome is None and engine is None):
            return False
        working = submission.conversation.fork()
        if outcome is not None:
            self._queue(outcome, working)
        elif engine is not None:
            self._judging.add(
                lambda: engine.sanitize(submission.request, working, submission.protocol),
                lambda judged: self._queue(judged, working),
            )
        return True

    def _queue(self, outcome: Outcome, working: Conversation) -> None:
        self.bring(case_of(outcome, working, self.reviewer, self._now(), self.run_of(outcome)))

    def bring(self, case: ReviewCase) -> None:
        """Put a ready case into the queue."""
        store = self._store
        if store is None:
            self._set_problem(Problem("store.locked"))
            return

        def done(_nothing: None) -> None:
            self.queue.refresh()
            self.queued.emit()

        self._serial.add(lambda: store.queue(case), done)

    # Which item, which card

    def select(self, identifier: str) -> None:
        """Open an item, where it was left."""
        store = self._store
        if store is None or self.release.held:
            return
        self.place.item = identifier

        def opened(case: ReviewCase) -> None:
            self._show(case)
            self.remember()

        def missing(error: Exception) -> None:
            if isinstance(error, StoreError) and error.code == "store.no_review":
                self._close()
                self.changed.emit()
            else:
                self._broke(error)

        self._opening.start(lambda _cancel, _progress: store.open(identifier), opened, missing)

    def go(self, step: int, *, undecided: bool = False) -> None:
        """The next item, or the previous one; with `undecided` the next that still waits and nobody else has."""
        lines = self.queue.lines
        row = self.queue.place_of(self.case.item.id) if self.case else -1
        row = row + step if row >= 0 else (0 if step > 0 else len(lines) - 1)
        while 0 <= row < len(lines):
            line = lines[row]
            if not undecided or (line.state.waits and line.claimed_by in ("", self.reviewer)):
                self.select(line.id)
                return
            row += step

    def go_card(self, index: int) -> None:
        """Make a card the current one."""
        count = len(self.cards)
        if count:
            self.card = min(max(index, 0), count - 1)
            self.place.card = self.card
            self._look()

    def skip(self) -> None:
        """The next card that nothing was said about; after the last the next item."""
        cards = self.cards
        order = [*range(self.card + 1, len(cards)), *range(self.card)]
        pending = next((row for row in order if cards[row].pending), None)
        if pending is None:
            self.go(1, undecided=True)
        else:
            self.go_card(pending)

    def _show(self, case: ReviewCase) -> None:
        live = self.live(case.item.conversation_id)
        if live is not None:
            case = ReviewCase(case.item, case.outcome, live, case.history)
        same = self.case is not None and self.case.item.id == case.item.id
        self.case = case
        choices = Choices.of(case.history.in_force)
        if not same or choices.key != self.choices.key:
            self.release.clear()
        self.choices = choices
        if not same:
            self.card = self.place.card_of(case.item.id)
            self.editing = False
            self.local_answer = ""
            self._set_problem(None)
        self._look()
        self.changed.emit()

    def _close(self) -> None:
        self.case, self.choices, self.card, self.editing = None, Choices(), 0, False
        self.local_answer = ""
        self.forecast.clear()
        self.release.clear()
        self.item_changed.emit()

    def _look(self) -> None:
        """Measure what is on screen."""
        if self.case is not None and self._engine is not None and self.case.item.state.waits:
            current = self.current
            name = current.attribute.id if current else ""
            self.forecast.look(self._engine.what_if(), self.case, self.choices, name)
        else:
            self.forecast.clear()
            self.item_changed.emit()

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

    def begin_edit(self) -> None:
        """Open the proposal for editing by hand."""
        if not self.why_not(DeskAction.CHOOSE):
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
        if problem:
            self._set_problem(problem)
            return
        self._set_problem(None)
        what_if, reviewer, now = engine.what_if(), self.reviewer, self._now()
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
                    done = (*done, step)
                    before = bench.text(Choices.of(done))
                    store.act(identifier, _after(step, before))
            return Move(MoveKind.STEPS, {identifier: len(steps) for identifier, steps in items.items()})

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
                attribute = open_.outcome.verdict.sensitive.by_id(name)
                if attribute.kind is Kind.EXPLICIT and (choice.action is ReviewAction.KEEP or choice.level == 0):
                    return Problem("review.explicit_kept")
        if open_ is not None and open_.item.id in items and self.why_not(DeskAction.CHOOSE):
            return Problem("review.not_now")
        return None

    def _moved(self, move: Move) -> None:
        self._moves.add(move)
        self._reload(move)

    def _reload(self, move: Move) -> None:
        """Show what a move did; a move elsewhere is shown by opening its first item."""
        self.release.clear()
        here = self.case is not None and self.case.item.id in move.items
        target = self.case.item.id if here and self.case is not None else next(iter(move.items))
        self.remember()
        self.select(target)
        self.queue.refresh()
        self.changed.emit()

    def undo(self) -> None:
        """Take the last move back: a choice, an edit, a bulk action, a decision. Everything but a send."""
        store, move = self._store, None if self.release.held else self._moves.back()
        if store is None or move is None:
            return
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
        store, move = self._store, None if self.release.held else self._moves.forth()
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
                self._show(ReviewCase(item, self.case.outcome, self.case.conversation, self.case.history))
            self.queue.refresh()

        self._serial.add(lambda: store.claim(case.item.id, owner, now), done)

    # Decisions

    def check(self, *, copy: bool = False) -> None:
        """Certify the choices once, as they are; what passes can then be approved."""
        case, engine = self.case, self._engine
        action = DeskAction.COPY if copy else DeskAction.SEND
        if case is not None and engine is not None and not self.why_not(action):
            self._set_problem(None)
            self.release.check(engine, case, self.choices, copy=copy)

    def approve(self, *, copy: bool = False) -> None:
        """First press: certify. Second press, once it has passed: send, or copy."""
        if self.release.phase is ReleasePhase.READY and self.release.copying == copy:
            if not self.why_not(DeskAction.COPY if copy else DeskAction.SEND):
                self.release.send()
        else:
            self.check(copy=copy)

    def _left(self, turn: Turn) -> None:
        """Bytes have left, or may have. A dry run decides nothing."""
        case, store = self.case, self._store
        if case is None or store is None or turn.state is TurnState.DRY_RUN:
            self.changed.emit()
            return
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
        )

        def run() -> None:
            store.sent(case.item.id, sent)
            store.decide(case.item.id, decision)

        self._moves.drop(case.item.id)
        self._serial.add(run, lambda _nothing: self._decided())
        self.sent.emit(turn)

    def _decided(self) -> None:
        self.place.add_reason(self.reason)
        self.reason = ""
        self.remember()
        if self.case is not None:
            self.select(self.case.item.id)
        self.queue.refresh()
        self.changed.emit()

    def return_to_author(self) -> None:
        """Back to the author as a draft."""
        case = self.case
        if case is not None and not self.why_not(DeskAction.RETURN):
            self._decide(ReviewState.RETURNED)
            self.returned.emit(case)

    def reject(self) -> None:
        """It does not leave."""
        if not self.why_not(DeskAction.REJECT):
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

    def answer_locally(self) -> None:
        """A model on this computer answers the prompt as it was written; nothing leaves."""
        local, case = self._local, self.case
        if local is None or case is None or self.why_not(DeskAction.LOCAL):
            return
        text = case.outcome.request.text

        def answered(answer: str) -> None:
            self.local_answer = answer
            self._decide_here()

        self._local_job.start(lambda cancel, _progress: local.answer(text, cancel), answered, self._broke)

    def _decide_here(self) -> None:
        case, store = self.case, self._store
        if case is None or store is None:
            return
        decision = ReviewDecision(ReviewState.ANSWERED_LOCALLY, self.reviewer, self._now(), self.reason.strip())
        before = case.item.state.value
        self._moves.add(Move(MoveKind.DECIDED, {case.item.id: 1}, decision.state.value, decision.reason, before))
        self._serial.add(lambda: store.decide(case.item.id, decision), lambda _nothing: self._decided())

    # Ends

    def _queue_changed(self) -> None:
        self.changed.emit()

    def _broke(self, error: Exception) -> None:
        if not isinstance(error, Cancelled):
            self._set_problem(problem_of(error))
            if self._store is not None and self.case is not None:
                self._look()

    def report(self, problem: Problem | None) -> None:
        """Show a problem from beside the desk."""
        self._set_problem(problem)

    def _set_problem(self, problem: Any) -> None:
        if problem != self.problem:
            self.problem = problem
            self.problem_changed.emit()

    def shut_down(self) -> None:
        """Before the window goes: nothing of ours runs or reports any more."""
        for serial in (self._serial, self._judging):
            serial.clear()
        for job in (self._opening, self._bulk, self._local_job):
            job.stop()
        self.queue.stop()
        self.forecast.stop()
        self.release.shut_down()


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
        choice.action, attribute_id, level, choice.level, before, edited, reviewer, now, choice.reason, "", group
    )


def _after(step: ReviewStep, text: str) -> ReviewStep:
    return ReviewStep(
        step.action, step.attribute_id, step.level_before, step.level_after, step.text_before, text, step.reviewer,
        step.at, step.reason, step.run_id, step.group,
    )  # fmt: skip
