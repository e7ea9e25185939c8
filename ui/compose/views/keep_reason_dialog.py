"""A value may leave as it is only with a reason, which the certificate records."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from ui.shared.theme.theme import Theme
from ui.shared.widgets.choice_box import ChoiceBox
from ui.shared.widgets.typed_back import TypedBack

WIDTH = 420
LONGEST = 200


class KeepReasonDialog(QDialog):
    """`reason()` after acceptance. `recent`: reasons given before in this session, newest first. `spellings` of a value
    that identifies: one of them is to be typed back."""

    def __init__(
        self,
        theme: Theme,
        value: str,
        recent: tuple[str, ...],
        parent: QWidget | None = None,
        spellings: tuple[str, ...] = (),
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Let it leave as it is"))
        self.setMinimumWidth(WIDTH)
        column = QVBoxLayout(self)
        column.setSpacing(theme.space(2))
        question = QLabel(self.tr("Why may “{value}” leave this computer?").replace("{value}", value), self)
        question.setTextFormat(Qt.TextFormat.PlainText)
        question.setWordWrap(True)
        column.addWidget(question)
        self.field = ChoiceBox(theme, self)
        self.field.setEditable(True)
        self.field.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.field.addItems(
            [*recent, self.tr("It is public knowledge"), self.tr("The question cannot be answered without it")]
        )
        self.field.setCurrentIndex(-1)
        self.field.setAccessibleName(self.tr("Reason"))
        line = self.field.lineEdit()
        if line is not None:
            line.setMaxLength(LONGEST)
            line.setPlaceholderText(self.tr("Reason, for the certificate"))
            line.setAccessibleName(self.tr("Reason"))
        self.field.editTextChanged.connect(self._check)
        column.addWidget(self.field)
        self.typed = TypedBack(spellings, self)
        self.typed.textChanged.connect(self._check)
        column.addWidget(self.typed)
        note = QLabel(self.tr("The reason is written into the certificate. Do not repeat the value in it."), self)
        note.setWordWrap(True)
        note.setProperty("role", "muted")
        column.addWidget(note)
        self.buttons = QDialogButtonBox(self)
        self.keep = self.buttons.addButton(self.tr("Let it leave"), QDialogButtonBox.ButtonRole.AcceptRole)
        cancel = self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        for button in (self.keep, cancel):
            button.setAccessibleName(button.text().replace("&", ""))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column.addWidget(self.buttons)
        self._check()

    def reason(self) -> str:
        """What was entered."""
        return self.field.currentText().strip()

    def _check(self) -> None:
        self.keep.setEnabled(bool(self.reason()) and self.typed.matches())
