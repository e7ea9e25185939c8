"""What a reviewer has open: the queue, one item open with its predictions, and where the reviewer was."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from PySide6.QtCore import QObject, Signal

from core.domain.errors import Cancelled, StoreError
from core.domain.sensitive import SensitiveSet
from core.domain.verdict import ResidualItem
from core.engine.conversation import Conversation
from core.engine.interface import Engine
from core.engine.outcome import Outcome
from core.restore.pieces import Piece, PlainText
from ui.release.viewmodels.choices import Choices
from ui.release.viewmodels.local_answer import LocalAnswering
from ui.release.viewmodels.submission import utc_now
from ui.review.viewmodels.cards import Card, cards_of
from ui.review.viewmodels.forecast import Forecast
from ui.review.viewmodels.intake import Intake
from ui.review.viewmodels.moves import Move, MoveLog, Word
from ui.review.viewmodels.place import Place
from ui.review.viewmodels.queue import ReviewQueue
from ui.review.viewmodels.reasons import Circumstances, ReviewOperation, why_not
from ui.review.viewmodels.release import ReleasePhase, ReviewRelease
from ui.review.viewmodels.serial import SerialWork
from ui.shared.viewmodels.jobs import LatestJob
from ui.shared.viewmodels.ports import Brought, LocalAnswerPort, ReviewCase, ReviewStorePort, SenderPort, WorkPort
from ui.shared.viewmodels.problems import Problem, problem_of


class OpenItemViewModel(QObject):
    """Most signals carry nothing: views read what they show. Every method belongs to the main thread.

    `returned` carries (ReviewCase, reason) of what goes back to its author; `sent` the turn that left; `brought`
    (release id, Brought) of an answer that a person pasted; `planned` a BulkPlan.
    """

    changed = Signal()
    item_changed = Signal()
    problem_changed = Signal()
    returned = Signal(object)
    sent = Signal(object)
    brought = Signal(object)
    planned = Signal(object)
    planning = Signal(int)

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
        """`store_work`: where the queue is read and written; `answer_work`: where a local model writes, which takes
        long. Both `work` itself by default."""
        super().__init__(parent)
        self._now = now
        self._serial = SerialWork(store_work or work, self._broke)
        self._judging = SerialWork(work, self._broke)
        self._opening = LatestJob(store_work or work)
        self._bulk = LatestJob(work)
        self.local = LocalAnswering(answer_work or work, self)
        self.queue = ReviewQueue(store_work or work, now, self)
        self.forecast = Forecast(work, self)
        self.release = ReviewRelease(work, sender, self)
        self._store: ReviewStorePort | None = None
        self._engine: Engine | None = None
        self.live: Callable[[str], Conversation | None] = lambda _identifier: None
        self.busy_with: Callable[[str], bool] = lambda _identifier: False
        self._moves = MoveLog()
        self._asked: Move | None = None
        self.word = Word.NONE
        self._answer: Brought | None = None
        self._shown_check: Outcome | None = None
        self.place = Place(reviewer)
        self.intake = Intake(self._serial, self._judging, self.queue, lambda: self.place, now, self)
        self.case: ReviewCase | None = None
        self.choices = Choices()
        self.card = 0
        self.reason = ""
        self.editing = False
        self.problem: Problem | None = None
        self.queue.failed.connect(self._broke)
        self.queue.changed.connect(self._queue_changed)
        self.forecast.failed.connect(self._broke)
        self.forecast.changed.connect(self.item_changed)
        self.release.changed.connect(self._checked)
        self.release.flow.hindrance = self._waits_for
        self.release.flow.dispatch.turn_grew.connect(lambda _grown: self.item_changed.emit())
        self.intake.problem.connect(self._set_problem)
        self.release.failed.connect(self._broke)
        self.release.problem.connect(self._set_problem)
        self.local.changed.connect(self.changed)
        self.local.broke.connect(self._unanswered)

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
        suggested = hint.choices.by_attribute if hint is not None and hint.prediction.passes else {}
        return cards_of(self.case, self.choices, self.forecast.options, suggested, self.residual, self.sensitive)

    @property
    def sensitive(self) -> SensitiveSet:
        """S of the open item; what the reviewer has marked is in it as soon as it is measured."""
        if self.case is None:
            return SensitiveSet(())
        assessed = self.forecast.assessed
        return assessed.sensitive if assessed is not None else self.case.outcome.verdict.sensitive

    @property
    def residual(self) -> tuple[ResidualItem, ...]:
        """What leaks: by the newest check of the choices, else by the run that brought the item here."""
        if self.case is None:
            return ()
        checked = self.release.outcome
        return checked.verdict.residual.items if checked is not None else self.case.item.residual

    @property
    def unlisted(self) -> tuple[ResidualItem, ...]:
        """What the newest check names and no card shows: values that nobody had found before."""
        known = {card.attribute.id for card in self.cards}
        return tuple(item for item in self.residual if item.attribute_id not in known)

    @property
    def current(self) -> Card | None:
        cards = self.cards
        return cards[self.card] if 0 <= self.card < len(cards) else None

    @property
    def original(self) -> str:
        return self.case.outcome.request.text if self.case else ""

    @property
    def proposal(self) -> str:
        """What has left by the decision; before one what would leave after the choices, and until that is measured what
        the run proposed."""
        if self.case is None:
            return ""
        if self.release.outcome is not None:
            return self.release.outcome.verdict.artifact.text
        if self.case.left:
            return self.case.left
        assessed = self.forecast.assessed
        return assessed.artifact.text if assessed else self.choices.edited or self.case.outcome.verdict.artifact.text

    @property
    def held(self) -> bool:
        """Something runs that belongs to the open item: no other one can be opened meanwhile."""
        return self.release.held or self.local.running

    @property
    def local_answer(self) -> str:
        """What a model on this computer has answered to the open item, or has written so far."""
        return self.local.text or (self.case.answer if self.case is not None else "")

    @property
    def outcome(self) -> Outcome | None:
        """The newest verdict on this item: of the last check, else of the run that brought it here."""
        if self.release.outcome is not None:
            return self.release.outcome
        return self.case.outcome if self.case else None

    @property
    def brought_pieces(self) -> tuple[Piece, ...]:
        """The answer that was brought back to the open item, its restored values apart as long as they are known."""
        text = self.case.restored if self.case is not None else ""
        known = self._answer
        return known.pieces if known is not None and known.restored == text else (PlainText(text),)

    def why_not(self, action: ReviewOperation) -> str:
        """Key of what is in the way of an action, "" for nothing."""
        return why_not(
            action,
            Circumstances(
                self.case,
                self.reviewer,
                self.place.four_eyes,
                self._engine is not None,
                self.local.offer is not None,
                self.release.phase,
                self._moves.can_undo and not self.held,
                self._moves.can_redo and not self.held,
                bool(self.reason.strip()),
                self.local.running,
                self._waits_for(),
                self.release.flow.blocked,
            ),
        )

    def _waits_for(self) -> str:
        """Key of what a text that passed still waits for, "" for nothing."""
        look = self.release.look
        if look.waits:
            return f"evaluator_{look.state.value}"
        return "conversation_busy" if self.case is not None and self.busy_with(self.case.item.conversation_id) else ""

    # Engine, store, place

    def attach_engine(self, engine: Engine) -> None:
        """From now on choices are measured and can be released."""
        self._engine = self.intake.engine = engine
        self.forecast.forget()
        self._look()
        self.changed.emit()

    def attach_local(self, local: LocalAnswerPort | None) -> None:
        """A model on this computer that can answer instead of the cloud; None: there is none."""
        self.local.attach(local)

    def use(self, store: ReviewStorePort | None) -> None:
        """Work on another queue, where it was left; None: the vault is locked, everything is put away."""
        for serial in (self._serial, self._judging):
            serial.clear()
        self._opening.stop()
        self._bulk.stop()
        self.local.forget()
        self.release.forget()
        self._close()
        self._moves = MoveLog()
        self._store = self.intake.store = store
        self.forecast.forget()
        if store is None:
            # Reasons are words of a person's; they come back from the vault.
            self.place = Place(self.reviewer)
            self.queue.use(None)
            self.changed.emit()
            return
        self._serial.add(store.load_place, self._place_loaded)

    def _place_loaded(self, data: Mapping[str, object]) -> None:
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
            self._serial.add(lambda: store.save_place(data))

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

    # Which item, which card

    def select(self, identifier: str) -> None:
        """Open an item, where it was left."""
        store = self._store
        if store is None or self.held:
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
            case = replace(case, conversation=live)
        same = self.case is not None and self.case.item.id == case.item.id
        self.case = case
        choices = Choices.of(case.history.in_force)
        if not same or choices.key != self.choices.key:
            self.release.clear()
        self.choices = choices
        if not same:
            self.card = self.place.card_of(case.item.id)
            self.editing = False
            self.local.forget()
            self._set_problem(None)
        self._look()
        self.changed.emit()

    def _close(self) -> None:
        self.case, self.choices, self.card, self.editing = None, Choices(), 0, False
        self._answer = None
        self.local.forget()
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

    # Ends

    def _queue_changed(self) -> None:
        self.changed.emit()

    def _checked(self) -> None:
        """A check that failed shows what it names first."""
        failed = self.release.phase is ReleasePhase.CHECKED and not self.release.passed
        if failed and self._shown_check is not self.release.outcome:
            self._shown_check = self.release.outcome
            self.card = self.place.card = 0
        self.item_changed.emit()

    def _unanswered(self, error: Exception) -> None:
        """Nothing is decided; the reviewer goes on where the item was."""
        self.local.forget()
        self._broke(error)

    def _broke(self, error: Exception) -> None:
        if not isinstance(error, Cancelled):
            self._set_problem(problem_of(error))
            if self._store is not None and self.case is not None:
                self._look()

    def report(self, problem: Problem | None) -> None:
        """Show a problem that arose outside the review."""
        self._set_problem(problem)

    def _say(self, word: Word) -> None:
        if word is Word.NONE:
            self._asked = None
        if word is not self.word:
            self.word = word
            self.changed.emit()

    def _set_problem(self, problem: Any) -> None:
        if problem != self.problem:
            self.problem = problem
            self.problem_changed.emit()

    def shut_down(self) -> None:
        """Before the window goes: nothing of ours runs or reports any more."""
        for serial in (self._serial, self._judging):
            serial.clear()
        for job in (self._opening, self._bulk):
            job.stop()
        self.local.forget()
        self.queue.stop()
        self.forecast.stop()
        self.release.shut_down()
