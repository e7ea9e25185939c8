"""A frame for content that needs a certain room: where the screen has less, all of it can be reached by scrolling."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget


class _Content(QWidget):
    """Holds the content at its least size and has no layout: of a layout whose labels wrap, a scroll area would take
    the height that it prefers for its least, and scroll where nothing needs it."""

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self._content = content
        content.setParent(self)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt
        return self._content.sizeHint()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt
        return self._content.minimumSizeHint().expandedTo(self._content.minimumSize())

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._content.setGeometry(self.rect())
        super().resizeEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().event(event)


class OverflowArea(QScrollArea):
    """Invisible on a usual screen. At 200 % on a small one the content keeps its size and moves (UI-19)."""

    def __init__(self, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(_Content(content))


def fitting(wanted: tuple[int, int], room: QSize) -> QSize:
    """`wanted`, or as much of it as there is room for."""
    return QSize(*wanted).boundedTo(room)
