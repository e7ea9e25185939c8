"""Editing by hand of what will be sent: the edits outlive a changed draft, and every next check respects them."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from core.domain.events import CancelToken, Progress
from core.domain.protocol import Protocol
from core.domain.request import Request
from core.engine.conversation import Conversation
from core.engine.interface import Engine
from core.engine.outcome import Outcome
from ui.compose.viewmodels.draft import DraftViewModel
from ui.compose.viewmodels.judging import JudgingViewModel, RunWork
from ui.shared.viewmodels.hand_edit import HandEdit


class HandEditing(QObject):
    """Main thread only. `voided`: edits that the verdict is about are gone, so that it fits no more. `discarded`: a
    person dropped edits. `changed`: editing began or ended."""

    changed = Signal()
    voided = Signal()
    discarded = Signal()

    def __init__(self, draft: DraftViewModel, judging: JudgingViewModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._draft = draft
        self._judging = judging
        self._edited_from: HandEdit | None = None
        self._bases: list[str] = []
        draft.hand_changed.connect(self._hand_changed)

    @property
    def work(self) -> HandEdit | None:
        """Edits by hand that the next check has to respect."""
        hand = self._draft.hand
        return hand if hand is not None and hand.changed else None

    @property
    def _judged(self) -> Outcome | None:
        """The verdict that fits the draft."""
        return None if self._judging.stale else self._judging.outcome

    def begin(self) -> None:
        """Open what will be sent for editing by hand; without a verdict there is nothing to open."""
        outcome = self._judging.outcome
        if outcome is None:
            return
        self._edited_from = self.work
        if self._edited_from is None:
            text = outcome.verdict.artifact.text
            self._draft.carry(HandEdit(text, text))
        self._judging.set_editing(True)

    def edit(self, text: str) -> None:
        """The person has typed into what will be sent."""
        hand = self._draft.hand
        if self._judging.editing and hand is not None:
            self._draft.edit(HandEdit(hand.base, text))

    def discard(self) -> None:
        """Back to the text that the verdict is about, or to the program's own proposal."""
        if not self._judging.editing:
            return
        hand, kept = self._draft.hand, self._edited_from
        judged = self._judged is not None
        self._edited_from = None
        self._judging.set_editing(False)
        if hand is None or not hand.changed:
            self._draft.carry(None)
        elif not judged or hand != kept:
            self._draft.edit(kept if judged else None)
            self.discarded.emit()

    def go_on(self) -> None:
        """The draft has changed, or a check has ended without a verdict: edits by hand stay open."""
        if self.work is not None:
            self._judging.editing = True

    def respecting(self, engine: Engine, request: Request, working: Conversation, protocol: Protocol) -> RunWork:
        """The whole path, then the person's edits on top of what it proposes, checked as they are."""
        hand = self.work
        self._bases = bases = []

        def run(cancel: CancelToken, told: Progress) -> Outcome:
            outcome = engine.sanitize(request, working, protocol, told, cancel)
            bases.append(outcome.verdict.artifact.text)
            edit = hand.on(bases[-1]) if hand is not None else None
            if edit is None or not edit.changed:
                return outcome
            return engine.recheck(outcome, edit.text, working, told, cancel)

        return run

    def unbased(self) -> None:
        """The next verdict is not about a new proposal: its edits rest on the same one as before."""
        self._bases.clear()

    def note_judged(self, outcome: Outcome) -> None:
        """A verdict stands: what is edited by hand is what it is about."""
        artifact, hand = outcome.verdict.artifact, self._draft.hand
        base = self._bases[-1] if self._bases else hand.base if hand is not None else artifact.text
        self._draft.carry(HandEdit(base, artifact.text) if artifact.edited else None)

    def _hand_changed(self) -> None:
        """Undo or redo may begin or end the editing, or take away the edits that a verdict is about."""
        if self._draft.locked:
            return
        hand, judged, editing = self._draft.hand, self._judged, self._judging.editing
        if self.work is None and editing and (hand is None or judged is None):
            self._judging.set_editing(False)
        elif self.work is None and not editing and judged is not None and judged.verdict.artifact.edited:
            self.voided.emit()
        elif hand is not None and hand.changed and not editing and not self._is_judged(hand):
            self._judging.set_editing(True)
        self.changed.emit()

    def _is_judged(self, hand: HandEdit) -> bool:
        judged = self._judged
        return judged is not None and judged.verdict.artifact.text == hand.text
