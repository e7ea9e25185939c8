"""A frame that is never lower than its text, which wraps, takes at the width the frame has."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QWidget


def least_size(page: QWidget, width: int, least: QSize) -> QSize:
    """`least`, and as high as what wraps in `page` needs at `width`. Before it is shown its width means nothing yet."""
    layout = page.layout()
    if layout is None or not page.isVisible() or not layout.hasHeightForWidth():
        return least
    return QSize(least.width(), max(least.height(), layout.totalMinimumHeightForWidth(width)))


class WholeText(QFrame):
    """For the least height of a text that wraps a layout takes what it needs at its widest, and a splitter asks for no
    other: where a page has too little room, buttons would be cut instead of the page beginning to scroll (UI-19)."""

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt
        return least_size(self, self.width(), super().minimumSizeHint())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.updateGeometry()
