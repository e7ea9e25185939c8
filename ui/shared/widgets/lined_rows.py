"""Rows of a list with a title and smaller lines below, and a mark in front. Only visible rows are painted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from ui.shared.theme.theme import Theme

Index = QModelIndex | QPersistentModelIndex
_PAD = 8
_GAP = 2
_MARK = 14
_MARK_GAP = 6
_LEAST_WIDTH = 140


@dataclass(frozen=True, slots=True)
class LinedRow:
    """`lines`: muted ones. `icon`, `tint`: the mark; without an icon the texts begin at the edge. `said`: a line under
    the title in the colour of the title."""

    title: str
    lines: tuple[str, ...]
    icon: str = ""
    tint: str = "muted"
    said: str = ""


class LinedRows(QStyledItemDelegate):
    """`row_of(index)`: what a row says; None paints nothing. `below`: lines under every title."""

    def __init__(
        self,
        theme: Theme,
        row_of: Callable[[Index], LinedRow | None],
        below: int,
        parent: QObject,
        *,
        bold: bool = False,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._row_of = row_of
        self._below = below
        self._bold = bold

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802 - Qt
        body, small = (QFontMetrics(self._theme.font(name)).height() for name in ("body", "small"))
        return QSize(_LEAST_WIDTH, body + self._below * (small + _GAP) + 2 * _PAD)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = self._row_of(index)
        if row is None:
            return
        rect = QRect(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._ground(painter, rect, option.state)
        box = rect.adjusted(_PAD, _PAD, -_PAD, -_PAD)
        if row.icon:
            device = painter.device()
            ratio = device.devicePixelRatioF() if device is not None else 1.0
            pixmap = self._theme.pixmap(row.icon, row.tint, _MARK, ratio)
            painter.drawPixmap(box.left(), box.top() + _GAP, pixmap)
            box.setLeft(box.left() + self._theme.grown(_MARK) + _MARK_GAP)
        title, small = self._theme.font("body", bold=self._bold), self._theme.font("small")
        self._line(painter, box, row.title, title, "text")
        if row.said:
            self._line(painter, box, row.said, small, "text")
        for text in row.lines:
            self._line(painter, box, text, small, "muted")
        painter.restore()

    def _ground(self, painter: QPainter, rect: QRect, state: QStyle.StateFlag) -> None:
        """The chosen row is tinted, and outlined where the keyboard is."""
        if not state & QStyle.StateFlag.State_Selected:
            return
        theme = self._theme
        painter.setPen(theme.color("accent") if state & QStyle.StateFlag.State_HasFocus else Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("accent_soft"))
        painter.drawRoundedRect(rect.adjusted(3, 2, -3, -2), theme.radius, theme.radius)

    def _line(self, painter: QPainter, box: QRect, text: str, font: QFont, colour: str) -> None:
        """Draw one line at the top of `box`, which shrinks to what is left below it."""
        metrics = QFontMetrics(font)
        painter.setFont(font)
        painter.setPen(self._theme.color(colour))
        painter.drawText(box, 0, metrics.elidedText(text, Qt.TextElideMode.ElideRight, box.width()))
        box.setTop(box.top() + metrics.height() + _GAP)
