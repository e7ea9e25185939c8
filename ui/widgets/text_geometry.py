"""Where stretches of a plain text view are on screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import QRectF
from PySide6.QtGui import QTextBlock, QTextLine


def line_x(line: QTextLine, position: int) -> float:
    """Horizontal place of a block position in a laid out line."""
    # The binding returns (x, position); its type stub says otherwise.
    found: Any = line.cursorToX(position)
    return float(found[0])


def stretches(block: QTextBlock, box: QRectF, first: int, last: int) -> Iterator[tuple[QRectF, float, bool]]:
    """Areas of document positions `[first, last)` inside one block: (area, baseline y, is the last area).

    `box`: the block's place in the viewport.
    """
    layout = block.layout()
    first, last = first - block.position(), last - block.position()
    for number in range(layout.lineCount()):
        line = layout.lineAt(number)
        start, end = max(first, line.textStart()), min(last, line.textStart() + line.textLength())
        if start >= end:
            continue
        left, right = line_x(line, start), line_x(line, end)
        area = QRectF(box.left() + left, box.top() + line.y() + 1, right - left, line.height() - 2)
        yield area, box.top() + line.y() + line.ascent(), end == last
