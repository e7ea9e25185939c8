"""A value may leave as it is only with a reason: asked for at the moment of the choice."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from core.store.records import ReviewAction
from ui.shared.theme.theme import Theme
from ui.shared.widgets.choice_box import ChoiceBox
from ui.shared.widgets.typed_back import TypedBack

WIDTH = 440
LONGEST = 200


class ReviewReasonDialog(QDialog):
    """`reason()` after acceptance. `recent`: reasons given before, newest first. `spellings` of a value that
    identifies: one of them is to be typed back."""

    def __init__(
        self,
        theme: Theme,
        value: str,
        action: ReviewAction,
        recent: tuple[str, ...],
        parent: QWidget | None = None,
        spellings: tuple[str, ...] = (),
    ) -> None:
        super().__init__(parent)
        keeps = action is ReviewAction.KEEP
        self.setWindowTitle(self.tr("Let it leave as it is") if keeps else self.tr("Not sensitive"))
        self.setMinimumWidth(WIDTH)
        column = QVBoxLayout(self)
        column.setSpacing(theme.space(2))
        keep = self.tr("Why may “{value}” leave this computer?")
        free = self.tr("Why is “{value}” not sensitive?")
        question = self._line((keep if keeps else free).replace("{value}", value))
        column.addWidget(question)
        self.field = ChoiceBox(theme, self)
        self.field.setEditable(True)
        self.field.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        usual = (
            (self.tr("It is public knowledge"), self.tr("The question cannot be answered without it"))
            if keeps
            else (self.tr("It is nobody's personal data"), self.tr("It was found by mistake"))
        )
        self.field.addItems([*recent, *(text for text in usual if text not in recent)])
        self.field.setCurrentIndex(-1)
        self.field.setAccessibleName(self.tr("Reason"))
        line = self.field.lineEdit()
        if line is not None:
            line.setMaxLength(LONGEST)
            line.setPlaceholderText(self.tr("Reason; ↓ shows earlier ones"))
            line.setAccessibleName(self.tr("Reason"))
        self.field.editTextChanged.connect(self._check)
        column.addWidget(self.field)
        self.typed = TypedBack(spellings, self)
        self.typed.textChanged.connect(self._check)
        column.addWidget(self.typed)
        note = self._line(self.tr("The reason is recorded with your name. Do not repeat the value in it."))
        note.setProperty("role", "muted")
        column.addWidget(note)
        buttons = QDialogButtonBox(self)
        title = self.tr("Let it leave") if keeps else self.tr("It is not sensitive")
        self.accept_button = buttons.addButton(title, QDialogButtonBox.ButtonRole.AcceptRole)
        cancel = buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        for button in (self.accept_button, cancel):
            button.setAccessibleName(button.text().replace("&", ""))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        self._check()

    def _line(self, text: str) -> QLabel:
        label = QLabel(self)
        label.setText(text)
        label.setTextFormat(label.textFormat().PlainText)
        label.setWordWrap(True)
        return label

    def reason(self) -> str:
        """What was entered."""
        return self.field.currentText().strip()

    def _check(self) -> None:
        self.accept_button.setEnabled(bool(self.reason()) and self.typed.matches())
