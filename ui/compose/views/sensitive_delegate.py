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
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from core.domain.disclosure import Treatment
from core.domain.taxonomy import Kind
from ui.compose.views.sensitive_model import ORDER, ROW_ROLE, GroupHeading, SensitiveRow
from ui.shared.theme.theme import Theme
from ui.shared.widgets.wrapped import draw_wrapped, wrapped_height
from ui.shared.wording.tags import type_tag
from ui.shared.wording.wording import treatment_name

_Index = QModelIndex | QPersistentModelIndex

_INSET = 12
_GAP = 6
_LINE_GAP = 3
_SEGMENT_PAD = 16
_MARK = 16
_LEAST_WIDTH = 200


class Part(StrEnum):
    """What a point of a row hits."""

    BODY = "body"
    WHY = "why"
    RELEVANCE = "relevance"
    FREE = "free"
    HIDE = "hide"
    COARSEN = "coarsen"
    TELL = "tell"
    YES = "yes"
    NO = "no"

    @property
    def treatment(self) -> Treatment | None:
        """The choice that this part makes."""
        return Treatment(self.value) if self in (Part.HIDE, Part.COARSEN, Part.TELL) else None


CHOICES = tuple(Part(treatment.value) for treatment in ORDER)
_ICONS = {Part.WHY: "info", Part.RELEVANCE: "target", Part.FREE: "eye"}


@dataclass(frozen=True, slots=True)
class RowParts:
    """Places inside one row. `controls`: everything that can be pressed. `question` is empty where nothing is asked."""

    tag: QRect
    mark: QRect
    value: QRect
    becomes: QRect
    reason: QRect
    question: QRect
    controls: dict[Part, QRect]
    height: int

    def at(self, point: QPointF) -> Part:
        """The part under a point."""
        place = point.toPoint()
        return next((part for part, box in self.controls.items() if box.contains(place)), Part.BODY)


class SensitiveDelegate(QStyledItemDelegate):
    """`hovered` and `hovered_part` are kept up to date by the list."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.hovered = -1
        self.hovered_part = Part.BODY

    # -- geometry -----------------------------------------------------------------------------------------

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:  # noqa: N802 - Qt
        item, width = index.data(ROW_ROLE), self._width()
        small = self._theme.font("small", bold=True)
        if isinstance(item, GroupHeading):
            return QSize(_LEAST_WIDTH, wrapped_height(item.title, small, width - 2 * _INSET) + 18)
        if not isinstance(item, SensitiveRow):
            return QSize(_LEAST_WIDTH, 0)
        return QSize(_LEAST_WIDTH, self.parts(item, QRect(0, 0, width, 0)).height)

    def _width(self) -> int:
        """As if the scroll bar were there: rows that were measured without it would be too low once it comes."""
        view = self.parent()
        if not isinstance(view, QAbstractItemView):
            return _LEAST_WIDTH
        shown = view.width() - 2 * view.frameWidth() - view.verticalScrollBar().sizeHint().width()
        return max(min(shown, view.viewport().width()), _LEAST_WIDTH)

    def _pressable(self) -> int:
        """Height of what can be pressed: a target, and never less than its words."""
        return max(self._theme.target, QFontMetrics(self._theme.font("small")).height() + _SEGMENT_PAD // 2)

    def parts(self, row: SensitiveRow, rect: QRect) -> RowParts:
        """Where everything of `row` is inside `rect`, of which only the place and the width count."""
        theme, target, edge = self._theme, self._theme.grown(self._theme.target), self._theme.grown(_MARK)
        left, right, y = rect.left() + _INSET, rect.right() - _INSET, rect.top() + _GAP
        controls: dict[Part, QRect] = {}
        x = right + 1
        for part in _ICONS:
            x -= target
            controls[part] = QRect(x, y, target, target)
        tag_metrics = QFontMetrics(theme.font("tag", bold=True))
        tag_height = tag_metrics.height() + 3
        tag = QRect(
            left, y + (target - tag_height) // 2, tag_metrics.horizontalAdvance(type_tag(row.type)) + 10, tag_height
        )
        mark = QRect(tag.right() + 6, y + (target - edge) // 2, edge if row.question else 0, edge)
        bold, small = theme.font("body", bold=True), theme.font("small")
        start = mark.right() + 6 if row.question else tag.right() + 8
        line = QFontMetrics(bold).height()
        value = QRect(start, y + max(0, target - line) // 2, x - start - 6, 0)
        value.setHeight(wrapped_height(row.surface, bold, value.width()))
        y = max(y + target, value.bottom() + 1) + _LINE_GAP
        lines: list[QRect] = []
        for text in (row.becomes(), row.reason()):
            lines.append(QRect(left, y, right - left, wrapped_height(text, small, right - left)))
            y += lines[-1].height() + (_LINE_GAP if text else 0)
        question = QRect()
        if row.question:
            y, question = self._question(left, right, y, controls)
        x, y = left, y + 2
        for part in CHOICES:
            treatment = part.treatment
            if treatment is None or row.level_of(treatment) is None:
                continue
            x, y, controls[part] = self._button(treatment_name(treatment), left, right, x, y)
        becomes, reason = lines
        bottom = y + self._pressable() + _GAP + 4
        return RowParts(tag, mark, value, becomes, reason, question, controls, bottom - rect.top())

    def _button(self, name: str, left: int, right: int, x: int, y: int) -> tuple[int, int, QRect]:
        """Where the next one begins, and this one: on the next line where this one is full."""
        target = self._pressable()
        width = max(QFontMetrics(self._theme.font("small")).horizontalAdvance(name) + _SEGMENT_PAD, target)
        if x > left and x + width > right:
            x, y = left, y + target + 2
        return x + width, y, QRect(x, y, width, target)

    def _question(self, left: int, right: int, y: int, controls: dict[Part, QRect]) -> tuple[int, QRect]:
        """The question over the whole width, its two answers below."""
        text = _question_text()
        question = QRect(left, y + 2, right - left, wrapped_height(text, self._theme.font("small"), right - left))
        x, y = left, question.bottom() + _LINE_GAP
        for part in (Part.YES, Part.NO):
            x, y, controls[part] = self._button(_answer_text(part), left, right, x, y)
            x += 4
        return y + self._pressable() + 2, question

    # -- painting -----------------------------------------------------------------------------------------

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        item = index.data(ROW_ROLE)
        rect, state = QRect(option.rect), option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(item, GroupHeading):
            box = rect.adjusted(_INSET, 12, -_INSET, 0)
            draw_wrapped(painter, box, item.title, self._theme.font("small", bold=True), self._theme.color("muted"))
        elif isinstance(item, SensitiveRow):
            chosen = bool(state & QStyle.StateFlag.State_Selected)
            focused = bool(state & QStyle.StateFlag.State_HasFocus)
            self._paint_row(painter, rect, item, chosen=chosen, focused=focused, hovered=index.row() == self.hovered)
        painter.restore()

    def _paint_row(
        self, painter: QPainter, rect: QRect, row: SensitiveRow, *, chosen: bool, focused: bool, hovered: bool
    ) -> None:
        theme = self._theme
        if chosen or hovered:
            painter.setPen(QPen(theme.color("focus"), 1.5) if focused else Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accent_soft" if chosen else "hover"))
            painter.drawRoundedRect(QRectF(rect).adjusted(4, 1, -4, -1), theme.radius, theme.radius)
        parts = self.parts(row, rect)
        self._paint_tag(painter, row, parts)
        if row.question:
            painter.drawPixmap(parts.mark.topLeft(), theme.pixmap("question", "warn", _MARK, _ratio(painter)))
        small = theme.font("small")
        draw_wrapped(painter, parts.value, row.surface, theme.font("body", bold=True), theme.color("text"))
        draw_wrapped(painter, parts.becomes, row.becomes(), small, theme.color("text"))
        draw_wrapped(painter, parts.reason, row.reason(), small, theme.color("muted"))
        self._paint_icons(painter, row, parts, active=chosen or hovered, hovered=hovered)
        if row.question:
            draw_wrapped(painter, parts.question, _question_text(), small, theme.color("warn"))
            for part in (Part.YES, Part.NO):
                self._paint_button(painter, parts.controls[part], _answer_text(part), pressed=False)
        for part in CHOICES:
            treatment = part.treatment
            if treatment is not None and part in parts.controls:
                pressed = treatment is row.treatment
                self._paint_button(painter, parts.controls[part], treatment_name(treatment), pressed=pressed)

    def _paint_tag(self, painter: QPainter, row: SensitiveRow, parts: RowParts) -> None:
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
        painter.drawText(parts.tag, Qt.AlignmentFlag.AlignCenter, type_tag(row.type))

    def _paint_icons(
        self, painter: QPainter, row: SensitiveRow, parts: RowParts, *, active: bool, hovered: bool
    ) -> None:
        for part, icon in _ICONS.items():
            box = parts.controls[part]
            relevant = part is Part.RELEVANCE and row.attribute.task_relevant
            if not active and not relevant:
                continue
            if hovered and self.hovered_part is part:
                painter.setPen(QPen(self._theme.color("border_strong"), 1))
                painter.setBrush(self._theme.color("raised"))
                painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
            picture = self._theme.pixmap(icon, "accent" if relevant else "muted", _MARK, _ratio(painter))
            edge = self._theme.grown(_MARK)
            painter.drawPixmap(box.center() - QRect(0, 0, edge, edge).center(), picture)

    def _paint_button(self, painter: QPainter, box: QRect, name: str, *, pressed: bool) -> None:
        theme = self._theme
        painter.setPen(QPen(theme.color("accent" if pressed else "border_strong"), 1))
        painter.setBrush(theme.color("accent" if pressed else "surface"))
        painter.drawRoundedRect(QRectF(box).adjusted(0.5, 1.5, -1.5, -1.5), 5, 5)
        painter.setFont(theme.font("small"))
        painter.setPen(theme.color("accent_text" if pressed else "text"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, name)


def _ratio(painter: QPainter) -> float:
    device = painter.device()
    return device.devicePixelRatioF() if device is not None else 1.0


def _question_text() -> str:
    return QCoreApplication.translate("SensitiveDelegate", "Not sure: is this private?")


def _answer_text(part: Part) -> str:
    translate = QCoreApplication.translate
    return translate("SensitiveDelegate", "Yes (Y)") if part is Part.YES else translate("SensitiveDelegate", "No (N)")
