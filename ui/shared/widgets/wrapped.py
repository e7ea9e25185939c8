"""Text that wraps and is never cut: at words where there are any, inside a long one where not."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRect
from PySide6.QtGui import QColor, QFont, QPainter, QTextLayout, QTextOption


def _laid(text: str, font: QFont, width: int) -> tuple[QTextLayout, int]:
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    height = 0.0
    while True:
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(max(1, width))
        line.setPosition(QPointF(0.0, height))
        height += line.height()
    layout.endLayout()
    return layout, math.ceil(height)


def wrapped_height(text: str, font: QFont, width: int) -> int:
    """Pixels that `text` takes at `width` pixels; 0 for no text."""
    return _laid(text, font, width)[1] if text else 0


def draw_wrapped(painter: QPainter, box: QRect, text: str, font: QFont, color: QColor) -> None:
    """Paint `text` from the top left of `box`, over its width."""
    if text:
        layout, _ = _laid(text, font, box.width())
        painter.setPen(color)
        layout.draw(painter, QPointF(box.topLeft()))
