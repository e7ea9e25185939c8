"""The small bar beside a selection: "Hide this" and "Not sensitive"."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from ui.shared.theme.theme import Theme


class SelectionBar(QFrame):
    """Never takes the focus: the same commands are in the context menu and the command palette."""

    hide_chosen = Signal()
    not_sensitive_chosen = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._room = parent
        self.setProperty("role", "popover")
        self.setAccessibleName(self.tr("What to do with the selection"))
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(0)
        self._hide = self._button(self.tr("Hide this"))
        self._hide.clicked.connect(self.hide_chosen)
        self._free = self._button(self.tr("Not sensitive"))
        self._free.clicked.connect(self.not_sensitive_chosen)
        row.addWidget(self._hide)
        row.addWidget(self._free)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.hide()

    def _button(self, title: str) -> QPushButton:
        button = QPushButton(title, self)
        button.setProperty("role", "quiet")
        button.setAccessibleName(title)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        return button

    def _restyle(self) -> None:
        self._hide.setIcon(self._theme.icon("hide"))
        self._free.setIcon(self._theme.icon("eye"))

    def place(self, begin: QRect, end: QRect) -> None:
        """Above the selection, below it where there is no room; `begin`, `end`: caret boxes in the parent."""
        self.adjustSize()
        room = self._room.rect()
        if end.bottom() < 0 or begin.top() > room.bottom():
            self.hide()
            return
        y = begin.top() - self.height() - 4
        if y < 0:
            y = end.bottom() + 4
        y = min(y, room.bottom() - self.height())
        x = max(4, min(begin.left(), room.width() - self.width() - 4))
        self.move(x, y)
        self.show()
        self.raise_()
