"""A combo box with our own arrow: once a style sheet gives it a border, Qt draws none."""

from __future__ import annotations

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QWidget

from ui.theme.theme import Theme

_ARROW = 14
_INSET = 8


class ChoiceBox(QComboBox):
    """Painted on top of the styled box, tinted like its text."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        color = "text" if self.isEnabled() else "muted"
        arrow = self._theme.pixmap("chevron_down", color, _ARROW, self.devicePixelRatioF())
        painter.drawPixmap(self.width() - _ARROW - _INSET, (self.height() - _ARROW) // 2, arrow)
        painter.end()
