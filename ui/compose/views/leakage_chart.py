"""The painted leakage curve. Painted here because a plotting package costs half a second at first use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QToolTip, QWidget

from core.domain.evidence import AttackerLevel
from ui.shared.theme.theme import Theme
from ui.shared.wording.wording import attacker_knows, percent

_TICKS = 4
_MARKER = 4.5
_CAP = 4.0
_SHIFT = 7.0
_REACH = 14.0
_SAMPLE = 26.0


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """One estimate as shares in [0, 1]. `detail`: what a tooltip and a screen reader say."""

    level: AttackerLevel
    mean: float
    lower: float
    upper: float
    detail: str


@dataclass(frozen=True, slots=True)
class Series:
    """`primary` is drawn solid with discs, the other dashed with squares: different without colour."""

    name: str
    points: tuple[CurvePoint, ...]
    primary: bool


def axis_top(highest: float) -> float:
    """The next round share above `highest`, so that ticks are whole percents."""
    for top in (0.04, 0.08, 0.12, 0.2, 0.4, 0.6, 0.8):
        if highest <= top:
            return top
    return 1.0


class LeakageChart(QWidget):
    """Left and Right walk over the points; the pointer shows what each one says."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._series: tuple[Series, ...] = ()
        self._threshold = 0.0
        self._current: tuple[int, int] | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Leakage by attacker level"))
        theme.changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        self.setMinimumSize(260, round(11 * QFontMetricsF(self._theme.font("small")).height()))
        self.update()

    def show_series(self, series: Sequence[Series], threshold: float) -> None:
        """`threshold`: tau_L as a share."""
        self._series = tuple(series)
        self._threshold = threshold
        self._current = None
        self.setAccessibleDescription(" ".join(point.detail for _, _, point in self._points()))
        self.update()

    def image(self, scale: float = 2.0) -> QImage:
        """The chart as a picture with the window's colours."""
        picture = QImage(self.size() * scale, QImage.Format.Format_ARGB32)
        picture.setDevicePixelRatio(scale)
        picture.fill(self._theme.color("surface"))
        painter = QPainter(picture)
        self._paint(painter, focus=False)
        painter.end()
        return picture

    # -- geometry -----------------------------------------------------------------------------------------

    def _points(self) -> Iterator[tuple[int, int, CurvePoint]]:
        for number, series in enumerate(self._series):
            for index, point in enumerate(series.points):
                yield number, index, point

    def _area(self) -> QRectF:
        small = QFontMetricsF(self._theme.font("small"))
        left = small.horizontalAdvance(percent(1.0, 0)) + 12
        legend = self._legend(self.width() - left - 12)
        rows = legend[-1][1] + 1 if legend else 0
        top = (1 + rows) * (small.height() + 4) + 12
        return QRectF(left, top, self.width() - left - 12, max(1.0, self.height() - top - 3 * small.height() - 12))

    def _legend(self, width: float) -> list[tuple[float, int, str, Series | None]]:
        """(x, row, text, series) of every entry; entries that do not fit go to the next row."""
        metrics = QFontMetricsF(self._theme.font("small"))
        names: list[tuple[str, Series | None]] = [(series.name, series) for series in self._series]
        if self._threshold > 0:
            names.append((self.tr("threshold {0}").format(percent(self._threshold, 0)), None))
        placed: list[tuple[float, int, str, Series | None]] = []
        x, row = 0.0, 0
        for text, series in names:
            needed = _SAMPLE + 6 + metrics.horizontalAdvance(text)
            if x and x + needed > width:
                x, row = 0.0, row + 1
            placed.append((x, row, text, series))
            x += needed + 18
        return placed

    def _top_share(self) -> float:
        return (
            axis_top(max((point.upper for _, _, point in self._points()), default=0.0) + 1e-9) if self._series else 1.0
        )

    def _y(self, share: float, area: QRectF) -> float:
        return area.bottom() - min(share / self._top_share(), 1.0) * area.height()

    def _place(self, number: int, point: CurvePoint, area: QRectF) -> QPointF:
        step = area.width() / len(AttackerLevel)
        shift = (number - (len(self._series) - 1) / 2) * 2 * _SHIFT
        return QPointF(area.left() + step * (point.level.rank + 0.5) + shift, self._y(point.mean, area))

    # -- painting -----------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._paint(painter, focus=self.hasFocus())
        painter.end()

    def _paint(self, painter: QPainter, *, focus: bool) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = self._area()
        self._paint_axes(painter, area)
        self._paint_threshold(painter, area)
        for number, series in enumerate(self._series):
            self._paint_series(painter, area, number, series)
        self._paint_legend(painter, area)
        if focus and self._current is not None:
            number, index = self._current
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theme.color("focus"), 2))
            painter.drawEllipse(self._place(number, self._series[number].points[index], area), 9, 9)

    def _paint_axes(self, painter: QPainter, area: QRectF) -> None:
        font = self._theme.font("small")
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        top = self._top_share()
        ticks = next((count for count in (_TICKS, 2, 1) if area.height() / count > metrics.height()), 1)
        for tick in range(ticks + 1):
            share = top * tick / ticks
            y = self._y(share, area)
            painter.setPen(QPen(self._theme.color("border_strong" if tick == 0 else "border"), 1))
            painter.drawLine(QLineF(area.left(), y, area.right(), y))
            painter.setPen(self._theme.color("muted"))
            label = percent(share, 0)
            painter.drawText(
                QPointF(area.left() - 6 - metrics.horizontalAdvance(label), y + metrics.capHeight() / 2), label
            )
        step = area.width() / len(AttackerLevel)
        for level in AttackerLevel:
            box = QRectF(area.left() + step * level.rank, area.bottom() + 4, step, 2 * metrics.height())
            painter.setPen(self._theme.color("text"))
            painter.drawText(box, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, level.value)
            painter.setPen(self._theme.color("muted"))
            shown = metrics.elidedText(attacker_knows(level), Qt.TextElideMode.ElideRight, step - 4)
            painter.drawText(box, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom, shown)
        foot = QRectF(area.left(), self.height() - metrics.height() - 2, area.width(), metrics.height())
        painter.drawText(foot, Qt.AlignmentFlag.AlignCenter, self.tr("What the attacker knows"))
        title = self.tr("Leakage (L): advantage over guessing at the worst item, %")
        shown = metrics.elidedText(title, Qt.TextElideMode.ElideRight, self.width() - 8)
        painter.drawText(QPointF(4, metrics.ascent() + 2), shown)

    def _paint_threshold(self, painter: QPainter, area: QRectF) -> None:
        if self._threshold <= 0:
            return
        painter.setPen(self._threshold_line())
        y = self._y(self._threshold, area)
        painter.drawLine(QLineF(area.left(), y, area.right(), y))

    def _threshold_line(self) -> QPen:
        pen = QPen(self._theme.color("threshold"), 1.5)
        pen.setDashPattern([1.5, 3])
        return pen

    def _paint_series(self, painter: QPainter, area: QRectF, number: int, series: Series) -> None:
        color = self._color(series)
        places = [self._place(number, point, area) for point in series.points]
        painter.setPen(self._line(series))
        painter.drawPolyline(QPolygonF(places))
        for place, point in zip(places, series.points, strict=True):
            if point.upper > point.lower:
                painter.setPen(QPen(color, 1.2))
                high, low = self._y(point.upper, area), self._y(point.lower, area)
                painter.drawLine(QLineF(place.x(), high, place.x(), low))
                for y in (high, low):
                    painter.drawLine(QLineF(place.x() - _CAP, y, place.x() + _CAP, y))
            self._paint_marker(painter, place, series)

    def _color(self, series: Series) -> QColor:
        return self._theme.color("series_after" if series.primary else "series_before")

    def _line(self, series: Series) -> QPen:
        pen = QPen(self._color(series), 2)
        if not series.primary:
            pen.setDashPattern([4, 3])
        return pen

    def _paint_marker(self, painter: QPainter, place: QPointF, series: Series) -> None:
        painter.setPen(QPen(self._theme.color("surface"), 1.5))
        painter.setBrush(self._color(series))
        if series.primary:
            painter.drawEllipse(place, _MARKER, _MARKER)
        else:
            painter.drawRect(
                QRectF(place.x() - _MARKER + 0.5, place.y() - _MARKER + 0.5, 2 * _MARKER - 1, 2 * _MARKER - 1)
            )

    def _paint_legend(self, painter: QPainter, area: QRectF) -> None:
        font = self._theme.font("small")
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        for left, row, text, series in self._legend(area.width()):
            x, y = area.left() + left, (row + 1.5) * (metrics.height() + 4) + 4
            painter.setPen(self._line(series) if series is not None else self._threshold_line())
            painter.drawLine(QLineF(x, y, x + _SAMPLE, y))
            if series is not None:
                self._paint_marker(painter, QPointF(x + _SAMPLE / 2, y), series)
            painter.setPen(self._theme.color("text"))
            painter.drawText(QPointF(x + _SAMPLE + 6, y + metrics.capHeight() / 2), text)

    # -- reading ------------------------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        area = self._area()
        here = event.position()
        near = min(
            ((QLineF(self._place(number, point, area), here).length(), point) for number, _, point in self._points()),
            key=lambda item: item[0],
            default=None,
        )
        if near is not None and near[0] <= _REACH:
            QToolTip.showText(event.globalPosition().toPoint(), near[1].detail, self)
        else:
            QToolTip.hideText()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}.get(Qt.Key(event.key()))
        order = [(number, index) for number, index, _ in self._points()]
        if step is None or not order:
            super().keyPressEvent(event)
            return
        at = order.index(self._current) + step if self._current in order else 0
        self._current = order[at % len(order)]
        number, index = self._current
        point = self._series[number].points[index]
        self.setAccessibleDescription(point.detail)
        place = self._place(number, point, self._area()).toPoint()
        QToolTip.showText(self.mapToGlobal(place), point.detail, self)
        self.update()

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        return super().event(event)
