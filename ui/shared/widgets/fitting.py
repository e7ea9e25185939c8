"""Sizes of dialogs: with the text, and never beyond the screen or the window that they belong to (UI-19)."""

from __future__ import annotations

from PySide6.QtWidgets import QScrollArea, QWidget

EDGE = 24
"""Pixels that stay free around a dialog."""


def fit(dialog: QWidget, size: tuple[int, int], scale: float) -> None:
    """Give `dialog` its size at `scale`, bounded by the screen it is on and by the window that it is opened from."""
    room = dialog.screen().availableSize()
    owner = dialog.parentWidget()
    if owner is not None and owner.window().isVisible():
        room = room.boundedTo(owner.window().size())
    width, height = (round(edge * scale) for edge in size)
    dialog.resize(min(width, room.width() - EDGE), min(height, room.height() - EDGE))


def scrolled(inner: QWidget, parent: QWidget) -> QScrollArea:
    """`inner` in an area that scrolls when there is too little room for it."""
    area = QScrollArea(parent)
    area.setWidgetResizable(True)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    inner.setProperty("role", "scrolled")
    area.setWidget(inner)
    return area
