"""A line under a setting that says that it could not be kept, where the person changed it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from ui.shared.theme.theme import set_role
from ui.shared.viewmodels.preferences import SettingsViewModel
from ui.shared.wording.problem_texts import describe
from ui.shared.wording.wording import in_a_row


class SaveNotice(QLabel):
    """Hidden while everything is kept. `fields`: fields of Preferences that the control above it changes."""

    def __init__(self, settings: SettingsViewModel, *fields: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._fields = fields
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        set_role(self, "block")
        settings.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Say why the choice on show would be lost with the program, if it would."""
        problems = self._settings.unsaved
        found = next((problems[name] for name in self._fields if name in problems), None)
        told = describe(found) if found is not None else None
        self.setText(in_a_row(told.cause, told.effect, told.remedy) if told is not None else "")
        self.setVisible(told is not None)
