"""Where marked words are on screen: the same as looking at every line, and no line that is out of sight is asked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QTextBlock
from PySide6.QtWidgets import QApplication, QPlainTextEdit
from pytestqt.qtbot import QtBot

from ui.shared.document.text_geometry import line_x, stretches

TEXTS = ("I am 𠀀 Margaret of Northfield, 67. " * 40, "我叫李建国，今年四十一岁，住在南京。" * 60, "short", "a" * 900)


def every_line(block: QTextBlock, box: QRectF, first: int, last: int) -> Iterator[tuple[QRectF, float, bool]]:
    layout = block.layout()
    for number in range(layout.lineCount()):
        line = layout.lineAt(number)
        start, end = max(first, line.textStart()), min(last, line.textStart() + line.textLength())
        if start < end:
            left, right = line_x(line, start), line_x(line, end)
            area = QRectF(box.left() + left, box.top() + line.y() + 1, right - left, line.height() - 2)
            yield area, box.top() + line.y() + line.ascent(), end == last


@pytest.fixture(params=TEXTS, ids=["en", "zh", "one line", "one word"])
def view(request: pytest.FixtureRequest, qtbot: QtBot, qapp: QApplication) -> QPlainTextEdit:
    made = QPlainTextEdit(request.param)
    qtbot.addWidget(made)
    made.resize(240, 200)
    made.show()
    qapp.processEvents()
    return made


def test_places_are_those_of_every_line_that_is_seen(view: QPlainTextEdit) -> None:
    block = view.document().firstBlock()
    box = view.blockBoundingGeometry(block)
    shown = QRect(0, int(box.top()) + 60, 240, 80)
    length = block.length() - 1
    for first in range(0, length, 7):
        for last in {first + 1, min(first + 40, length), length}:
            wanted = list(every_line(block, box, first, last))
            assert list(stretches(block, box, first, last)) == wanted
            seen = [item for item in wanted if item[0].intersects(QRectF(shown))]
            found = list(stretches(block, box, first, last, shown))
            assert [item for item in found if item in seen] == seen
            assert len(found) <= len(seen) + 4  # the lines that touch its edges
