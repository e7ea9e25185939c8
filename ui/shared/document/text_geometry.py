"""Where stretches of a plain text view are on screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QTextBlock, QTextLine

SPILL = 4
"""What is painted around a line reaches out of it by less than this, in pixels."""


def line_x(line: QTextLine, position: int) -> float:
    """Horizontal place of a block position in a laid out line."""
    # The binding returns (x, position); its type stub says otherwise.
    found: Any = line.cursorToX(position)
    return float(found[0])


def stretches(
    block: QTextBlock, box: QRectF, first: int, last: int, shown: QRect | None = None
) -> Iterator[tuple[QRectF, float, bool]]:
    """Areas of document positions `[first, last)` inside one block: (area, baseline y, is the last area).

    `box`: the block's place in the viewport. `shown`: lines above and below it are left out, None = none are.
    """
    layout = block.layout()
    first, last = first - block.position(), last - block.position()
    beginning = layout.lineForTextPosition(max(first, 0))
    for number in range(beginning.lineNumber() if beginning.isValid() else 0, layout.lineCount()):
        line = layout.lineAt(number)
        top = box.top() + line.y()
        if line.textStart() >= last or (shown is not None and top > shown.bottom() + SPILL):
            return
        if shown is not None and top + line.height() < shown.top() - SPILL:
            continue
        start, end = max(first, line.textStart()), min(last, line.textStart() + line.textLength())
        if start >= end:
            continue
        left, right = line_x(line, start), line_x(line, end)
        area = QRectF(box.left() + left, top + 1, right - left, line.height() - 2)
        yield area, top + line.ascent(), end == last
