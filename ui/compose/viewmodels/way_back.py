"""Undo of the workspace: steps within a draft, and steps that led away from one."""

from __future__ import annotations

from PySide6.QtCore import QObject

from ui.compose.viewmodels.release_side import ReleaseSide
from ui.release.viewmodels.turns import Leaving
from ui.shared.viewmodels.ports import SenderPort, WorkPort


class WayBack(ReleaseSide):
    """Main thread only."""

    def __init__(
        self,
        work: WorkPort,
        sender: SenderPort,
        parent: QObject | None = None,
        answer_work: WorkPort | None = None,
    ) -> None:
        super().__init__(work, sender, parent, answer_work)
        self._leaving: Leaving | None = None
        # What has been told to a destination cannot be made undone by going back behind it.
        self._dispatch.turn_added.connect(self._behind.clear)

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
            behind = self._behind.pop()
            self._dispatch.resume(behind.turns)
            self._conversation = behind.conversation
            self._parked[:] = behind.parked
            self._replace_draft(behind.draft.state.text, behind.draft.state.corrections)
            self.draft.restore(behind.draft)
            self.parked_changed.emit()
            self.turns_changed.emit()
        self.primary_changed.emit()

    def redo(self) -> None:
        """Do again what was taken back last."""
        self.draft.redo()
        self.primary_changed.emit()
