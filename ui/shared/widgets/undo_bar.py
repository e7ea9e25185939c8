"""A bar that says what was just done and offers to take it back."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from ui.shared.theme.theme import Theme, set_role


class UndoBar(QFrame):
    """Hidden until it is told something. `undo_asked`, `left`: the person takes it back, or waves it away."""

    undo_asked = Signal()
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("voice", "quiet")
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.space(2), theme.space(0), theme.space(1), theme.space(0))
        row.setSpacing(theme.space(1))
        self._text = QLabel(self)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        self.undo = QPushButton(self)
        set_role(self.undo, "quiet")
        self.undo.setAutoDefault(False)
        self.undo.clicked.connect(self.undo_asked)
        self.close_button = QToolButton(self)
        self.close_button.setAccessibleName(self.tr("Close this bar"))
        self.close_button.setToolTip(self.close_button.accessibleName())
        self.close_button.clicked.connect(self.left)
        row.addWidget(self._text, 1)
        row.addWidget(self.undo)
        row.addWidget(self.close_button)
        self.say("")
        theme.changed.connect(self._restyle)

    def say(self, text: str, undo: str = "", icon: str = "undo") -> None:
        """`text`: what happened; empty hides the bar. `undo`: what the button says; empty: nothing to take back.
        `icon`: of the button, where it leads somewhere instead."""
        self._icon = icon
        self._restyle()
        self._text.setText(text)
        self.undo.setText(undo or self.tr("Undo"))
        self.undo.setAccessibleName(f"{self.undo.text()}: {text}" if text else self.undo.text())
        self.undo.setVisible(bool(undo))
        self.setAccessibleName(text)
        self.setVisible(bool(text))

    def text(self) -> str:
        """What the bar says."""
        return self._text.text()

    def _restyle(self) -> None:
        self.close_button.setIcon(self._theme.icon("cross", "muted"))
        self.undo.setIcon(self._theme.icon(self._icon, "accent"))
