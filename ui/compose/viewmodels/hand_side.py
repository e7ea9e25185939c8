"""Editing by hand of what will be sent: the edits outlive a changed draft, and every next check respects them."""

from __future__ import annotations

from PySide6.QtCore import QObject

from core.domain.events import CancelToken, Progress
from core.domain.protocol import Protocol
from core.domain.request import Request
from core.engine.conversation import Conversation
from core.engine.interface import Engine
from core.engine.outcome import Outcome
from ui.compose.viewmodels.judging import RunWork
from ui.compose.viewmodels.way_back import WayBack
from ui.release.viewmodels.phases import HELD
from ui.release.viewmodels.turns import Leaving
from ui.shared.viewmodels.hand_edit import HandEdit
from ui.shared.viewmodels.ports import SenderPort, WorkPort


class HandSide(WayBack):
    """Main thread only."""

    def __init__(
        self,
        work: WorkPort,
        sender: SenderPort,
        parent: QObject | None = None,
        answer_work: WorkPort | None = None,
    ) -> None:
        super().__init__(work, sender, parent, answer_work)
        self._edited_from: HandEdit | None = None
        self._bases: list[str] = []
        self.draft.hand_changed.connect(self._hand_changed)

    @property
    def _hand_work(self) -> HandEdit | None:
        """Edits by hand that the next check has to respect."""
        hand = self.draft.hand
        return hand if hand is not None and hand.changed else None

    def begin_edit(self) -> None:
        """Open what will be sent for editing by hand."""
        outcome = self.outcome
        if self.can_edit and outcome is not None:
            self._edited_from = self._hand_work
            if self._edited_from is None:
                text = outcome.verdict.artifact.text
                self.draft.carry(HandEdit(text, text))
            self._judging.set_editing(True)

    def edit(self, text: str) -> None:
        """The person has typed into what will be sent."""
        hand = self.draft.hand
        if self.editing and hand is not None:
            self.draft.edit(HandEdit(hand.base, text))

    def discard_edit(self) -> None:
        """Back to the text that the verdict is about, or to the program's own proposal."""
        if not self.editing:
            return
        hand, kept = self.draft.hand, self._edited_from
        judged = self.outcome is not None and not self.stale
        self._edited_from = None
        self._judging.set_editing(False)
        if hand is None or not hand.changed:
            self.draft.carry(None)
        elif not judged or hand != kept:
            self.draft.edit(kept if judged else None)
            self.left.emit(Leaving.DISCARDED)

    def _respecting(
        self, engine: Engine, request: Request, working: Conversation, protocol: Protocol, hand: HandEdit | None
    ) -> RunWork:
        """The whole path, then the person's edits on top of what it proposes, checked as they are."""
        self._bases = bases = []

        def run(cancel: CancelToken, told: Progress) -> Outcome:
            outcome = engine.sanitize(request, working, protocol, told, cancel)
            bases.append(outcome.verdict.artifact.text)
            edit = hand.on(bases[-1]) if hand is not None else None
            if edit is None or not edit.changed:
                return outcome
            return engine.recheck(outcome, edit.text, working, told, cancel)

        return run

    def _note_judged(self, outcome: Outcome) -> None:
        """A verdict stands: what is edited by hand is what it is about."""
        artifact, hand = outcome.verdict.artifact, self.draft.hand
        base = self._bases[-1] if self._bases else hand.base if hand is not None else artifact.text
        self.draft.carry(HandEdit(base, artifact.text) if artifact.edited else None)

    def _hand_changed(self) -> None:
        """Undo or redo may begin or end the editing, or take away the edits that a verdict is about."""
        if self._phase in HELD:
            return
        hand, outcome = self.draft.hand, self.outcome
        judged = outcome is not None and not self.stale
        if self._hand_work is None and self.editing and (hand is None or not judged):
            self._judging.set_editing(False)
        elif (
            self._hand_work is None
            and not self.editing
            and judged
            and outcome is not None
            and outcome.verdict.artifact.edited
        ):
            self._draft_changed()
        elif hand is not None and hand.changed and not self.editing and not self._is_judged(hand):
            self._judging.set_editing(True)
        self.primary_changed.emit()

    def _is_judged(self, hand: HandEdit) -> bool:
        outcome = self.outcome
        return outcome is not None and not self.stale and outcome.verdict.artifact.text == hand.text

    def _go_on_editing(self) -> None:
        """The draft has changed, or a check has ended without a verdict: edits by hand stay open."""
        if self._hand_work is not None:
            self._judging.editing = True

    def _draft_changed(self) -> None:
        """Abstract: what the page does when the draft is no longer the one that was judged."""
        raise NotImplementedError
