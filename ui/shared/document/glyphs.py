"""Small marks drawn as strokes: fonts differ in which of them they have."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from ui.shared.wording.spans import SpanStatus

_GRID = 10.0
_STROKES: dict[SpanStatus, tuple[tuple[tuple[float, float], ...], ...]] = {
    SpanStatus.HIDDEN: (((1.5, 5.5), (4, 8), (8.5, 2.5)),),
    SpanStatus.KEPT: (((2, 2), (8, 8)), ((8, 2), (2, 8))),
    SpanStatus.EDITED: (((1.5, 8.5), (2.2, 6.2), (7, 1.4), (8.6, 3), (3.8, 7.8), (1.5, 8.5)),),
}


@cache
def _path(status: SpanStatus) -> QPainterPath:
    path = QPainterPath()
    for stroke in _STROKES.get(status, ()):
        path.moveTo(QPointF(*stroke[0]))
        for point in stroke[1:]:
            path.lineTo(QPointF(*point))
    if status is SpanStatus.PENDING:
        path.moveTo(2.8, 3.2)
        path.cubicTo(2.8, 0.4, 7.4, 0.4, 7.4, 3.2)
        path.cubicTo(7.4, 4.8, 5.1, 4.9, 5.1, 6.6)
        path.moveTo(5.1, 8.7)
        path.lineTo(5.1, 8.9)
    return path


def draw_status(painter: QPainter, box: QRectF, status: SpanStatus, color: QColor) -> None:
    """A check (hidden), a cross (leaves as it is), a question mark (pending) or a pencil (edited) inside `box`."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(box.topLeft())
    painter.scale(box.width() / _GRID, box.height() / _GRID)
    pen = QPen(color, 1.5)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(_path(status))
    painter.restore()
