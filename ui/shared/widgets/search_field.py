"""A field to search by, with icons of our own: what it is for on the left, a way to empty it on the right."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QWidget

from ui.shared.theme.theme import Theme


class SearchField(QLineEdit):
    """Says its purpose as its name and inside itself while it is empty."""

    def __init__(self, theme: Theme, purpose: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setPlaceholderText(purpose)
        self.setAccessibleName(purpose)
        self.looks = self.addAction(theme.icon("search", "muted"), QLineEdit.ActionPosition.LeadingPosition)
        self.empties = self.addAction(theme.icon("cross", "muted"), QLineEdit.ActionPosition.TrailingPosition)
        self.empties.setText(self.tr("Empty the field"))
        self.empties.setToolTip(self.empties.text())
        self.empties.triggered.connect(lambda _=False: self.clear())
        self.empties.setVisible(False)
        self.textChanged.connect(lambda text: self.empties.setVisible(bool(text)))
        theme.changed.connect(self._restyle)

    def _restyle(self) -> None:
        self.looks.setIcon(self._theme.icon("search", "muted"))
        self.empties.setIcon(self._theme.icon("cross", "muted"))
