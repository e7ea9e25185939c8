"""Horizontal bars with names and figures, and the same as rows for readers of screens and files."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QImage, QImageWriter, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.shared.theme.theme import Theme
from ui.shared.wording.wording import clauses, named

GAP = 8
NAME_SHARE = 0.32
SCALE = 2.0


@dataclass(frozen=True, slots=True)
class Bar:
    """`share`: length in [0, 1] of the axis. `said`: its figure in words. `value`: the bare figure for files."""

    name: str
    share: float
    said: str
    value: float


class BarPlot(QWidget):
    """Painted by hand: it stands at once, and every bar says its figure in text beside it."""

    def __init__(self, theme: Theme, title: str, unit: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.title, self.unit = title, unit
        self.bars: tuple[Bar, ...] = ()
        self.setAccessibleName(title)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._restyle)

    def show_bars(self, bars: Sequence[Bar]) -> None:
        """Show these, from the top."""
        self.bars = tuple(bars)
        self.setAccessibleDescription(clauses(named(bar.name, bar.said) for bar in self.bars))
        self._restyle()

    def _restyle(self) -> None:
        self.updateGeometry()
        self.update()

    def _line(self) -> int:
        return QFontMetrics(self._theme.font("body")).height() + GAP

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt
        return QSize(320, max(1, len(self.bars)) * self._line() + GAP)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._paint(painter)
        painter.end()

    def _paint(self, painter: QPainter) -> None:
        theme = self._theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.font("body"))
        metrics = QFontMetrics(theme.font("body"))
        line = self._line()
        names = round(self.width() * NAME_SHARE)
        figure = max((metrics.horizontalAdvance(bar.said) for bar in self.bars), default=0) + GAP
        room = max(1.0, self.width() - names - figure - 2 * GAP)
        middle = Qt.AlignmentFlag.AlignVCenter
        for number, bar in enumerate(self.bars):
            top = number * line + GAP / 2
            name = metrics.elidedText(bar.name, Qt.TextElideMode.ElideRight, names - GAP)
            painter.setPen(theme.color("text"))
            painter.drawText(QRectF(0, top, names - GAP, line - GAP), middle | Qt.AlignmentFlag.AlignRight, name)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("sunken"))
            painter.drawRoundedRect(QRectF(names, top, room, line - GAP), 3, 3)
            painter.setBrush(theme.color("accent"))
            length = room * min(max(bar.share, 0.0), 1.0)
            if length > 0:
                painter.drawRoundedRect(QRectF(names, top, max(length, 3.0), line - GAP), 3, 3)
            painter.setPen(theme.color("text"))
            painter.drawText(QRectF(names + room + GAP, top, figure, line - GAP), middle, bar.said)

    def csv_text(self) -> str:
        """One row per bar."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([self.title, self.unit])
        writer.writerows([bar.name, bar.value] for bar in self.bars)
        return out.getvalue()

    def write_csv(self, path: Path) -> None:
        """Raises OSError."""
        path.write_text(self.csv_text(), "utf-8-sig")

    def write_png(self, path: Path) -> None:
        """Raises OSError when the picture cannot be written."""
        picture = QImage(self.size() * SCALE, QImage.Format.Format_ARGB32)
        picture.setDevicePixelRatio(SCALE)
        picture.fill(self._theme.color("surface"))
        painter = QPainter(picture)
        self._paint(painter)
        painter.end()
        if not QImageWriter(str(path), QByteArray(b"PNG")).write(picture):
            raise OSError("png")
