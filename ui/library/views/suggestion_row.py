"""A spelling that was unmarked again and again: one click takes it into the never-hide list, one takes it out again."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from ui.library.viewmodels.learning import LearningViewModel
from ui.library.viewmodels.ports import Suggestion
from ui.shared.theme.theme import Theme
from ui.shared.widgets.telling_row import TellingRow


class SuggestionRow(TellingRow):
    """Hidden while there is none, or while it rests."""

    def __init__(self, theme: Theme, model: LearningViewModel, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._model = model
        self._suggestion: Suggestion | None = None
        self._resting = False
        self.keep = self.act(self.tr("Add to never hide"), lambda: self._keep(on=True))
        self.undo = self.act(self.tr("Undo"), lambda: self._keep(on=False), "quiet")
        self.refresh()

    def rest(self, resting: bool) -> None:
        """Say nothing while something else is on show."""
        self._resting = resting
        self.refresh()

    def show_suggestion(self, suggestion: Suggestion | None) -> None:
        self._suggestion = suggestion
        self.refresh()

    def refresh(self) -> None:
        """What is suggested, or that it was done."""
        found = self._suggestion
        self.setVisible(found is not None and not self._resting)
        if found is None:
            return
        kept = found.surface in self._model.kept
        if kept:
            self.tell(self.tr("“{0}” is in your never-hide list now.").format(found.surface), "pass")
        else:
            text = self.tr("You unmarked “{surface}” in %n text(s).", "", found.times)
            self.tell(text.replace("%n", str(found.times)).replace("{surface}", found.surface), "muted")
        self.keep.setVisible(not kept)
        self.undo.setVisible(kept)

    def _keep(self, *, on: bool) -> None:
        if self._suggestion is not None:
            self._model.keep(self._suggestion.surface, on=on)
