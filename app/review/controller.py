"""Connects the review to the workspace and the vault: what is queued, returned, sent, locked away."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.review.store import VaultReviewStore
from app.vault.autosave import Autosave
from app.vault.resume import corrections_of
from core.engine.conversation import Conversation
from core.engine.outcome import Outcome
from core.store.repositories import VaultPort
from ui.compose.viewmodels.compose import ComposeViewModel
from ui.release.viewmodels.phases import ON_ITS_WAY
from ui.release.viewmodels.turns import Turn
from ui.review.viewmodels.memory_store import MemoryReviewStore
from ui.review.viewmodels.review import ReviewViewModel
from ui.shared.viewmodels.ports import Brought, ReviewCase
from ui.vault.viewmodels.vault import VaultPhase, VaultViewModel


class ReviewController(QObject):
    """Who tells whom. Main thread only."""

    def __init__(
        self,
        review: ReviewViewModel,
        compose: ComposeViewModel,
        vault: VaultViewModel,
        autosave: Autosave,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._review = review
        self._compose = compose
        self._autosave = autosave
        self._memory: MemoryReviewStore | None = None
        review.live = self._live
        review.busy_with = self._busy_with
        compose.busy_elsewhere = lambda: review.held and self._same(review.case)
        review.changed.connect(compose.primary_changed)
        compose.phase_changed.connect(review.changed)
        review.intake.run_of = self._run_of
        review.returned.connect(self._returned)
        review.sent.connect(self._sent)
        review.brought.connect(self._brought)
        # What the review put into the vault is shown by whoever lists it.
        review.intake.queued.connect(autosave.saved)
        compose.queue_with = review.intake.submit
        compose.keep_answered = review.intake.keep_answered
        compose.engine_changed.connect(self._engine_changed)
        vault.opened.connect(self._opened)
        vault.closed.connect(lambda: self._review.use(None))
        if vault.phase is VaultPhase.ABSENT:
            self._memory = MemoryReviewStore()
            review.use(self._memory)

    def _engine_changed(self) -> None:
        engine = self._compose.engine
        if engine is not None:
            self._review.attach_engine(engine)

    def _opened(self, vault: VaultPort) -> None:
        """What waited without a vault moves into it."""
        memory, self._memory = self._memory, None
        store = VaultReviewStore(vault)
        waiting = [memory.open(line.id) for line in memory.list(limit=10_000)] if memory is not None else []
        self._review.use(store)
        for case in waiting:
            self._review.intake.bring(case)

    def _run_of(self, outcome: Outcome, conversation: Conversation) -> str:
        """Of a verdict of Compose, kept with the conversation that it was made in, whatever is on screen by now."""
        if self._compose.outcome is not outcome:
            return ""
        return self._autosave.run_of(outcome, conversation)

    def _live(self, conversation_id: str) -> Conversation | None:
        held = self._compose.turns_of(conversation_id)
        return held[0] if held is not None else None

    def _same(self, case: ReviewCase | None) -> bool:
        return case is not None and case.item.conversation_id == self._compose.conversation.id

    def _busy_with(self, conversation_id: str) -> bool:
        """Whether a text of this conversation is on its way from Compose: two at once would not know of each other."""
        return self._compose.conversation.id == conversation_id and self._compose.phase in ON_ITS_WAY

    def _returned(self, back: tuple[ReviewCase, str]) -> None:
        """The author gets the text back as a draft of the conversation that it was parked in, with the turns of
        that."""
        case, reason = back
        lasting = self._compose.draft.corrections.lasting
        corrections = corrections_of(case.outcome.request.decisions, lasting)

        def take_back(conversation: Conversation, turns: tuple[Turn, ...]) -> None:
            self._compose.take_back(case.outcome.request.text, corrections, reason, conversation, turns)

        if self._compose.turns_of(case.conversation.id) is not None:
            take_back(case.conversation, ())
        else:
            self._autosave.fetch(case.conversation, take_back)

    def _brought(self, came: tuple[str, Brought]) -> None:
        """The answer belongs to a turn that the conversation on screen may have."""
        release_id, answer = came
        self._compose.take_answer(release_id, answer)

    def _sent(self, turn: Turn) -> None:
        """What left from the review belongs to the conversation on screen if it is the same one."""
        self._autosave.note_run(turn.delivery.outcome, turn.run_id)
        self._compose.adopt(turn)
