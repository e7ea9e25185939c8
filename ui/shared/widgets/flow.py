"""A row of widgets that goes on in the next line where the width ends: large text and long words cut nothing."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QLayout, QLayoutItem, QSizePolicy, QSpacerItem, QWidget


class Flow(QLayout):
    """What may grow shares the room that a line has left; a stretch puts what follows it at the other end."""

    def __init__(self, spacing: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802 - Qt
        self._parts.append(item)

    def add_stretch(self) -> None:
        """Room between what stands before and what comes after, as much as a line has left."""
        self.addItem(QSpacerItem(0, 0, QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum))

    def count(self) -> int:
        return len(self._parts)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: N802 - Qt asks beyond the end
        return self._parts[index] if 0 <= index < len(self._parts) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: N802 - as above
        return self._parts.pop(index) if 0 <= index < len(self._parts) else None

    def expandingDirections(self) -> Qt.Orientation:  # noqa: N802 - Qt
        return Qt.Orientation.Horizontal

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - Qt
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt
        return self._place(QRect(0, 0, width, 0), moving=False)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt
        """Everything in one line."""
        shown = self._shown()
        wanted = [item.sizeHint() for item in shown]
        width = sum(size.width() for size in wanted) + self.spacing() * max(0, len(shown) - 1)
        return QSize(width, max((size.height() for size in wanted), default=0))

    def minimumSize(self) -> QSize:  # noqa: N802 - Qt
        """As wide as the widest alone."""
        least = QSize(0, 0)
        for item in self._shown():
            least = least.expandedTo(item.minimumSize())
        return least

    def setGeometry(self, rect: QRect) -> None:  # noqa: N802 - Qt
        super().setGeometry(rect)
        self._place(rect, moving=True)

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._parts if item.spacerItem() is not None or not item.isEmpty()]

    def _place(self, rect: QRect, *, moving: bool) -> int:
        """Height that the lines take at the width of `rect`."""
        line: list[QLayoutItem] = []
        taken, bottom = 0, rect.top()
        for item in self._shown():
            need = item.sizeHint().width()
            gap = self.spacing() if line and not item.spacerItem() else 0
            if line and taken + gap + need > rect.width() and not item.spacerItem():
                bottom = self._place_line(line, QRect(rect.left(), bottom, rect.width(), 0), moving) + self.spacing()
                line, taken, gap = [], 0, 0
            line.append(item)
            taken += gap + need
        if line:
            bottom = self._place_line(line, QRect(rect.left(), bottom, rect.width(), 0), moving)
        return bottom - rect.top()

    def _place_line(self, line: list[QLayoutItem], rect: QRect, moving: bool) -> int:
        """Lower edge of a line that begins at the top of `rect`."""
        solid = [item for item in line if not item.spacerItem()]
        widths = {id(item): min(item.sizeHint().width(), rect.width()) for item in line}
        spare = rect.width() - sum(widths.values()) - self.spacing() * max(0, len(solid) - 1)
        growing = [item for item in line if item.expandingDirections() & Qt.Orientation.Horizontal]
        for place, item in enumerate(growing):
            widths[id(item)] += max(0, spare) // len(growing) + (place < max(0, spare) % len(growing))
        heights = {id(item): self._height(item, widths[id(item)]) for item in solid}
        tall = max(heights.values(), default=0)
        left = rect.left()
        for item in line:
            if not item.spacerItem() and moving:
                high = heights[id(item)]
                item.setGeometry(QRect(QPoint(left, rect.top() + (tall - high) // 2), QSize(widths[id(item)], high)))
            left += widths[id(item)] + (0 if item.spacerItem() else self.spacing())
        return rect.top() + tall

    @staticmethod
    def _height(item: QLayoutItem, width: int) -> int:
        return item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()


def together(parent: QWidget, spacing: int, *parts: QWidget) -> QWidget:
    """Widgets that a flow does not part."""
    holder = QWidget(parent)
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(spacing)
    for part in parts:
        row.addWidget(part)
    return holder
