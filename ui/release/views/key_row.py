"""Asks for the API key that a destination wants, where a text is about to go there."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from core.domain.secret import Secret
from ui.release.viewmodels.approval import ApprovalViewModel
from ui.shared.theme.theme import Theme, set_role
from ui.shared.wording.facts import destination_name


class KeyRow(QWidget):
    """`show_for(wanted)` shows it while a key is missing; what is entered goes to the key store and is cleared here."""

    def __init__(self, theme: Theme, approval: ApprovalViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._approval = approval
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(0))
        self.words = QLabel(self)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setWordWrap(True)
        column.addWidget(self.words)
        row = QHBoxLayout()
        row.setSpacing(theme.space(1))
        self.field = QLineEdit(self)
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setPlaceholderText(self.tr("API key"))
        self.field.setAccessibleName(self.tr("API key of the destination"))
        self.keep = QPushButton(self.tr("Save the key"), self)
        self.keep.setAccessibleName(self.keep.text())
        self.keep.setEnabled(False)
        self.field.textChanged.connect(lambda text: self.keep.setEnabled(bool(text.strip())))
        self.field.returnPressed.connect(self._keep)
        self.keep.clicked.connect(self._keep)
        row.addWidget(self.field, 1)
        row.addWidget(self.keep)
        column.addLayout(row)
        set_role(self.words, "warn")
        self.setVisible(False)

    def show_for(self, *, wanted: bool) -> None:
        """Shown while something is about to go to a destination whose key is missing."""
        name = destination_name(self._approval.destination)
        text = self.tr("{name} wants an API key, and none is kept. Nothing is sent without it.")
        self.words.setText(text.replace("{name}", name))
        self.words.setAccessibleName(self.words.text())
        if not wanted:
            self.field.clear()
        self.setVisible(wanted)

    def _keep(self) -> None:
        text = self.field.text().strip()
        keys = self._approval.keys
        if text and keys is not None:
            keys.put(self._approval.destination.id, Secret(text))
            self.field.clear()
