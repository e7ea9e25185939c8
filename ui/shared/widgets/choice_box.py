"""A combo box that gives back what was put in, with our own arrow, and a list as wide as its longest line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QWidget

from ui.shared.theme.theme import Theme

_ARROW = 14
_INSET = 8
_LIST_MARGIN = 24
"""Frame, padding and a scroll bar of the opened list, in pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class _Held:
    """Qt turns every str it is given, also a member of a StrEnum, into a plain string; what is in here it leaves
    alone."""

    value: Any


class ChoiceBox(QComboBox):
    """`picked(value)`: a person chose a line. Values are compared and returned as Python objects: lines are added with
    `offer`, never with `addItem`. The arrow is painted on top of the styled box, since Qt draws none once a style sheet
    gives it a border."""

    picked = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        theme.changed.connect(self.update)
        self.activated.connect(lambda row: self.picked.emit(self.value_at(row)))
        self.currentIndexChanged.connect(lambda _row: self.updateGeometry())

    def offer(self, *lines: tuple[str, Any]) -> None:
        """Add lines: what is read, and what it stands for."""
        for text, value in lines:
            self.addItem(text, _Held(value))

    def replace(self, lines: Iterable[tuple[str, Any]], keep: int = 0) -> None:
        """Put other lines behind the first `keep`; nothing is reported as picked."""
        while self.count() > keep:
            self.removeItem(self.count() - 1)
        self.offer(*lines)

    def value_at(self, row: int) -> Any:
        """What line `row` stands for; None where there is no such line."""
        held = self.itemData(row)
        return held.value if isinstance(held, _Held) else None

    @property
    def value(self) -> Any:
        """What the line on show stands for."""
        return self.value_at(self.currentIndex())

    @property
    def values(self) -> tuple[Any, ...]:
        """What all lines stand for, from the top."""
        return tuple(self.value_at(row) for row in range(self.count()))

    def choose(self, value: Any) -> None:
        """Show the line of `value`, the first where there is none such; nothing is reported as picked."""
        values = self.values
        self.setCurrentIndex(values.index(value) if value in values else 0)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt
        """What is chosen is read whole, wherever the box stands."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        text = self.fontMetrics().size(Qt.TextFlag.TextSingleLine, self.currentText())
        kind = QStyle.ContentsType.CT_ComboBox
        needed = self.style().sizeFromContents(kind, option, text, self).width()
        least = super().minimumSizeHint()
        return QSize(max(least.width(), needed + self._theme.grown(_ARROW)), least.height())

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt
        return super().sizeHint().expandedTo(self.minimumSizeHint())

    def showPopup(self) -> None:  # noqa: N802 - Qt
        """The list shows whole lines, however narrow the box is."""
        view = self.view()
        view.setMinimumWidth(max(self.width(), view.sizeHintForColumn(0) + _LIST_MARGIN))
        super().showPopup()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        color = "text" if self.isEnabled() else "muted"
        edge = self._theme.grown(_ARROW)
        arrow = self._theme.pixmap("chevron_down", color, _ARROW, self.devicePixelRatioF())
        painter.drawPixmap(self.width() - edge - _INSET, (self.height() - edge) // 2, arrow)
        painter.end()
