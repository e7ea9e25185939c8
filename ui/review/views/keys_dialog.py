"""The cheat sheet of the review: every key with what it does."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from ui.shared.actions.catalogue import COMMANDS
from ui.shared.actions.command import Command, Group
from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.fitting import fit

SIZE = (560, 560)
_FIRST, _LAST = "review.choice_1", "review.choice_9"


class ReviewKeysDialog(QDialog):
    """Made from the list of commands, so that it cannot disagree with them."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keys of the review"))
        fit(self, SIZE, theme.look.text_scale)
        body = QWidget()
        set_role(body, "scrolled")
        grid = QGridLayout(body)
        grid.setHorizontalSpacing(theme.space(3))
        grid.setColumnStretch(1, 1)
        rows = [("1 – 9", self.tr("Take this choice for the current value"))]
        rows += [(_keys(item), item.title) for item in COMMANDS if item.group is Group.REVIEW and not _numbered(item)]
        rows.append(("↑ ↓", self.tr("Previous and next item in the list, value in the cards")))
        for row, (keys, title) in enumerate(rows):
            for column, text in enumerate((keys, title)):
                label = QLabel(body)
                label.setTextFormat(Qt.TextFormat.PlainText)
                label.setText(text)
                label.setWordWrap(column == 1)
                if not column:
                    label.setFont(theme.font("mono", bold=True))
                grid.addWidget(label, row, column)
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setWidget(body)
        scroll.setAccessibleName(self.windowTitle())
        note = QLabel(self.tr("Single letters act while the keyboard is in the list, the texts or the cards."), self)
        note.setWordWrap(True)
        set_role(note, "muted")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        column_ = QVBoxLayout(self)
        for widget in (scroll, note, buttons):
            column_.addWidget(widget)


def _numbered(command: Command) -> bool:
    return _FIRST <= command.id <= _LAST


def _keys(command: Command) -> str:
    native = QKeySequence.SequenceFormat.NativeText
    return "  ".join(QKeySequence(keys).toString(native) for keys in (command.shortcut, *command.also) if keys)
