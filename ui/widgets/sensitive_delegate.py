"""Paints one row of the list of sensitive items, and knows where its controls are."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import (
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from core.domain.taxonomy import Kind
from ui.theme.theme import Theme
from ui.widgets.glyphs import draw_status
from ui.widgets.sensitive_model import ROW_ROLE, FamilyHeading, SensitiveRow
from ui.widgets.spans import SpanStatus
from ui.widgets.wording import family_name, type_label

_Index = QModelIndex | QPersistentModelIndex

_INSET = 12
_GAP = 6
_SEGMENT_PAD = 16
_AFTER = 10
_LEAST_WORDS = 84
"""Room below which the words beside the control are left out: the chosen segment says the same."""
_LONGEST_SEGMENT = 110
_DOT = 5.0


class Part(StrEnum):
    """What a point of a row hits."""

    BODY = "body"
    WHY = "why"
    RELEVANCE = "relevance"
    FREE = "free"
    STEP = "step"


@dataclass(frozen=True, slots=True)
class RowParts:
    """Places inside one row. `steps`: one target per level; `segmented`: their labels fit side by side."""

    tag: QRect
    value: QRect
    replacement: QRect
    control: QRect
    buttons: dict[Part, QRect]
    steps: tuple[QRect, ...]
    segmented: bool

    def at(self, point: QPointF) -> tuple[Part, int]:
        """The part under a point, with the level for STEP (else -1)."""
        place = point.toPoint()
        for level, box in enumerate(self.steps):
            if box.contains(place):
                return Part.STEP, level
        for part, box in self.buttons.items():
            if box.contains(place):
                return part, -1
        return Part.BODY, -1


class SensitiveDelegate(QStyledItemDelegate):
    """`hovered` and `hovered_part` are kept up to date by the list."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.hovered = -1
        self.hovered_part = Part.BODY
        self._measured: tuple[int, int] | None = None
        theme.changed.connect(self._forget_sizes)

    def _forget_sizes(self) -> None:
        self._measured = None

    # -- geometry -----------------------------------------------------------------------------------------

    def _heights(self) -> tuple[int, int]:
        """Of the first line, and of the second with the level control."""
        if self._measured is None:
            body = QFontMetrics(self._theme.font("body", bold=True)).height()
            small = QFontMetrics(self._theme.font("small")).height()
            self._measured = max(body, self._theme.target), max(small + 8, self._theme.target)
        return self._measured

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:  # noqa: N802 - Qt
        item = index.data(ROW_ROLE)
        if isinstance(item, FamilyHeading):
            return QSize(200, QFontMetrics(self._theme.font("small")).height() + 18)
        top, bottom = self._heights()
        return QSize(200, top + bottom + 2 * _GAP + 6)

    def parts(self, row: SensitiveRow, rect: QRect) -> RowParts:
        """Where everything of `row` is inside `rect`."""
        target = self._theme.target
        top, bottom = self._heights()
        left, right, y = rect.left() + _INSET, rect.right() - _INSET, rect.top() + _GAP
        tag_metrics = QFontMetrics(self._theme.font("tag", bold=True))
        tag_width, tag_height = tag_metrics.horizontalAdvance(row.type.tag) + 10, tag_metrics.height() + 3
        tag = QRect(left, y + (top - tag_height) // 2, tag_width, tag_height)
        buttons: dict[Part, QRect] = {}
        x = right + 1
        for part in (Part.FREE, Part.RELEVANCE, Part.WHY):
            x -= target
            buttons[part] = QRect(x, y + (top - target) // 2, target, target)
        value = QRect(tag.right() + 8, y, x - tag.right() - 14, top)
        control = QRect(left, y + top + 4, right - left, bottom)
        steps, segmented = self._steps(row.step_names(), control)
        taken = steps[-1].right() + 1 - left + _AFTER if steps else 0
        replacement = control.adjusted(taken, 0, 0, 0)
        return RowParts(tag, value, replacement, control, buttons, steps, segmented)

    def _steps(self, names: tuple[str, ...], control: QRect) -> tuple[tuple[QRect, ...], bool]:
        if not names:
            return (), True
        metrics = QFontMetrics(self._theme.font("small"))
        widths = [max(metrics.horizontalAdvance(name) + _SEGMENT_PAD, self._theme.target) for name in names]
        if sum(widths) <= control.width() and max(widths) <= _LONGEST_SEGMENT:
            boxes, x = [], control.left()
            for width in widths:
                boxes.append(QRect(x, control.top(), width, control.height()))
                x += width
            return tuple(boxes), True
        width = min(self._theme.target + 4, control.width() // len(names))
        first = control.left() - (width // 2 - int(_DOT) - 2)
        return (
            tuple(
                QRect(first + number * width, control.top(), width, control.height()) for number in range(len(names))
            ),
            False,
        )

    # -- painting -----------------------------------------------------------------------------------------

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        item = index.data(ROW_ROLE)
        rect, state = QRect(option.rect), option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(item, FamilyHeading):
            self._paint_heading(painter, rect, item)
        elif isinstance(item, SensitiveRow):
            chosen = bool(state & QStyle.StateFlag.State_Selected)
            focused = bool(state & QStyle.StateFlag.State_HasFocus)
            self._paint_row(painter, rect, item, chosen=chosen, focused=focused, hovered=index.row() == self.hovered)
        painter.restore()

    def _paint_heading(self, painter: QPainter, rect: QRect, item: FamilyHeading) -> None:
        hue = self._theme.family(item.family)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(hue.line)
        middle = rect.bottom() - 4 - QFontMetrics(self._theme.font("small")).height() / 2
        painter.drawEllipse(QPointF(rect.left() + _INSET + 4, middle), 4, 4)
        font = self._theme.font("small", bold=True)
        painter.setFont(font)
        painter.setPen(self._theme.color("muted"))
        title = QCoreApplication.translate("SensitiveDelegate", "{0} ({1})").format(
            family_name(item.family), item.count
        )
        box = QRect(rect.left() + _INSET + 16, rect.top(), rect.width() - 2 * _INSET - 16, rect.height() - 4)
        shown = QFontMetrics(font).elidedText(title, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, shown)

    def _paint_row(
        self, painter: QPainter, rect: QRect, row: SensitiveRow, *, chosen: bool, focused: bool, hovered: bool
    ) -> None:
        theme = self._theme
        box = QRectF(rect).adjusted(4, 1, -4, -1)
        if chosen or hovered:
            painter.setPen(QPen(theme.color("focus"), 1.5) if focused else Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accent_soft" if chosen else "hover"))
            painter.drawRoundedRect(box, theme.radius, theme.radius)
        parts = self.parts(row, rect)
        self._paint_first_line(painter, row, parts, buttons=self._shown_buttons(row, active=chosen or hovered))
        self._paint_buttons(painter, row, parts, active=chosen or hovered, hovered=hovered)
        self._paint_second_line(painter, row, parts)
        if parts.segmented:
            self._paint_segments(painter, row, parts)
        else:
            self._paint_track(painter, row, parts)

    def _paint_first_line(self, painter: QPainter, row: SensitiveRow, parts: RowParts, *, buttons: int) -> None:
        hue = self._theme.family(row.type.family)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(hue.soft)
        painter.drawRoundedRect(parts.tag, 4, 4)
        line = QPen(hue.line, 1.5)
        if row.attribute.kind is Kind.QUASI:
            line.setDashPattern([3.0, 2.2])
        painter.setPen(line)
        y = parts.tag.bottom() + 0.5
        painter.drawLine(QPointF(parts.tag.left() + 3, y), QPointF(parts.tag.right() - 2, y))
        painter.setFont(self._theme.font("tag", bold=True))
        painter.setPen(hue.ink)
        painter.drawText(parts.tag, Qt.AlignmentFlag.AlignCenter, row.type.tag)
        font = self._theme.font("body", bold=True)
        painter.setFont(font)
        painter.setPen(self._theme.color("text"))
        box = parts.value.adjusted(0, 0, (len(parts.buttons) - buttons) * self._theme.target, 0)
        shown = QFontMetrics(font).elidedText(row.surface, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)

    def _shown_buttons(self, row: SensitiveRow, *, active: bool) -> int:
        """How many places from the right are taken by buttons."""
        return 3 if active else 2 if row.attribute.task_relevant else 0

    def _paint_buttons(
        self, painter: QPainter, row: SensitiveRow, parts: RowParts, *, active: bool, hovered: bool
    ) -> None:
        icons = {Part.WHY: "info", Part.RELEVANCE: "target", Part.FREE: "eye"}
        for part, box in parts.buttons.items():
            relevant = part is Part.RELEVANCE and row.attribute.task_relevant
            if not active and not relevant:
                continue
            if hovered and self.hovered_part is part:
                painter.setPen(QPen(self._theme.color("border_strong"), 1))
                painter.setBrush(self._theme.color("raised"))
                painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
            device = painter.device()
            ratio = device.devicePixelRatioF() if device is not None else 1.0
            picture = self._theme.pixmap(icons[part], "accent" if relevant else "muted", 16, ratio)
            painter.drawPixmap(box.center() - QRect(0, 0, 15, 15).center(), picture)

    def _paint_second_line(self, painter: QPainter, row: SensitiveRow, parts: RowParts) -> None:
        theme = self._theme
        kept = row.status is SpanStatus.KEPT
        color = theme.color("warn" if kept else "muted")
        if parts.replacement.width() < _LEAST_WORDS or (parts.segmented and row.replacement in row.step_names()):
            return
        size = QFontMetrics(theme.font("small")).capHeight() + 2
        mark = QRectF(parts.replacement.left() + 1, parts.replacement.center().y() - size / 2 + 1, size, size)
        draw_status(painter, mark, row.status, color)
        font = theme.font("small")
        painter.setFont(font)
        painter.setPen(color)
        translate = QCoreApplication.translate
        if kept:
            text = translate("SensitiveDelegate", "leaves as it is")
        elif row.replacement:
            text = f"\u2192 {' '.join(row.replacement.split())}"
        else:
            text = type_label(row.type)
        box = parts.replacement.adjusted(size + 7, 0, 0, 0)
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)

    def _paint_segments(self, painter: QPainter, row: SensitiveRow, parts: RowParts) -> None:
        theme = self._theme
        if not parts.steps:
            return
        frame = QRectF(parts.steps[0].united(parts.steps[-1])).adjusted(0.5, 1.5, -0.5, -1.5)
        painter.setPen(QPen(theme.color("border_strong"), 1))
        painter.setBrush(theme.color("surface"))
        painter.drawRoundedRect(frame, 5, 5)
        painter.setFont(theme.font("small"))
        for level, (box, name) in enumerate(zip(parts.steps, row.step_names(), strict=True)):
            chosen = level == row.level
            if chosen:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme.color("accent"))
                painter.drawRoundedRect(QRectF(box).adjusted(2, 3, -2, -3), 4, 4)
            painter.setPen(theme.color("accent_text" if chosen else "text"))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, name)

    def _paint_track(self, painter: QPainter, row: SensitiveRow, parts: RowParts) -> None:
        theme = self._theme
        centres = [QPointF(box.center()) for box in parts.steps]
        painter.setPen(QPen(theme.color("border_strong"), 2))
        painter.drawLine(centres[0], centres[-1])
        level = min(max(row.level, 0), len(centres) - 1)
        painter.setPen(QPen(theme.color("accent"), 2))
        painter.drawLine(centres[0], centres[level])
        for number, centre in enumerate(centres):
            painter.setPen(QPen(theme.color("accent" if number <= level else "border_strong"), 1.5))
            painter.setBrush(theme.color("accent" if number == level else "surface"))
            radius = _DOT + 2 if number == level else _DOT
            painter.drawEllipse(centre, radius, radius)
