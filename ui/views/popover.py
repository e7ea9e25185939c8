"""A figure that can be opened, and the small sheet with its meaning."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

WIDTH = 340


class Popover(QFrame):
    """Plain text below its anchor; Esc or a click elsewhere closes it and the focus returns."""

    def __init__(self, anchor: QWidget, text: str) -> None:
        super().__init__(anchor, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setProperty("role", "popover")
        self.setAccessibleName(text)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setFixedWidth(WIDTH)
        column.addWidget(label)

    def open(self) -> None:
        """Show above or below the anchor, inside its screen."""
        self.adjustSize()
        anchor = self.parentWidget()
        if anchor is None:
            return
        place = anchor.mapToGlobal(QPoint(0, anchor.height() + 4))
        room = anchor.screen().availableGeometry()
        if place.y() + self.height() > room.bottom():
            place = anchor.mapToGlobal(QPoint(0, -self.height() - 4))
        place.setX(max(room.left(), min(place.x(), room.right() - self.width())))
        self.move(place)
        self.show()


class FigureButton(QPushButton):
    """A figure; pressing it tells what it means."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "figure")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._meaning = ""
        self.clicked.connect(self._open)

    def set_figure(self, text: str, meaning: str) -> None:
        """`text` on the button, `meaning` in the sheet."""
        self.setText(text)
        self._meaning = meaning
        self.setAccessibleName(text)
        self.setAccessibleDescription(meaning)

    def _open(self) -> None:
        Popover(self, self._meaning).open()
