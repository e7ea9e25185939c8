"""A frame for content that needs a certain room: where the screen has less, all of it can be reached by scrolling."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget


class RoomyArea(QScrollArea):
    """Invisible on a usual screen. At 200 % on a small one the content keeps its size and moves (UI-19)."""

    def __init__(self, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(content)


def fitting(wanted: tuple[int, int], room: QSize) -> QSize:
    """`wanted`, or as much of it as there is room for."""
    return QSize(*wanted).boundedTo(room)
