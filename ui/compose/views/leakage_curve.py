"""Leakage before and after, per attacker level: chart, data table, export (UI-30)."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QByteArray, Qt, Signal
from PySide6.QtGui import QImageWriter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QHBoxLayout,
    QHeaderView,
    QStackedWidget,
    QTableWidget,
    QTableWidgetItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from core.domain.evidence import AttackerLevel, LeakageEstimate
from ui.compose.views.leakage_chart import CurvePoint, LeakageChart, Series
from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.empty_state import EmptyState
from ui.shared.widgets.plain_parts import plain_label
from ui.shared.wording.wording import attacker_name, percent

Estimates = Mapping[AttackerLevel, LeakageEstimate]


def _point(level: AttackerLevel, found: LeakageEstimate, detail: str) -> CurvePoint:
    """The worst item, with a whisker where its attacker drew."""
    worst, shown = found.worst, found.advantage
    lower = shown if worst is None or worst.lower is None else min(shown, worst.lower)
    upper = shown if worst is None or worst.upper is None else max(shown, worst.upper)
    return CurvePoint(level, shown, lower, upper, detail)


class LeakageCurve(QWidget):
    """export_requested("csv" | "png"): the view asks where to, then calls `write_csv` or `write_png`."""

    export_requested = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._before: Estimates = {}
        self._after: Estimates = {}
        self._threshold = 0.0
        self._chart = LeakageChart(theme, self)
        self._table = self._new_table()
        self._empty = EmptyState(theme, "chart", self)
        self._empty.set_texts(
            self.tr("Nothing measured yet"), self.tr("The curve appears with the first proposal for your prompt.")
        )
        self._stack = QStackedWidget(self)
        for page in (self._chart, self._table, self._empty):
            self._stack.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(1))
        column.addLayout(self._toolbar())
        column.addWidget(self._stack, 1)
        self.note = plain_label(self, role="muted")
        self.note.hide()
        column.addWidget(self.note)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.clear()

    def _new_table(self) -> QTableWidget:
        table = QTableWidget(0, 5, self)
        table.setHorizontalHeaderLabels(
            [self.tr("Attacker"), self.tr("Before"), self.tr("After"), self.tr("Interval"), self.tr("Probes")]
        )
        table.setAccessibleName(self.tr("Leakage by attacker level, as a table"))
        table.verticalHeader().setVisible(False)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        header = table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        return table

    def _toolbar(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(self._theme.space(0))
        pages = QButtonGroup(self)
        self._chart_button = self._button(self.tr("Chart"), "segment")
        self._table_button = self._button(self.tr("Table"), "segment")
        for index, button in enumerate((self._chart_button, self._table_button)):
            button.setCheckable(True)
            pages.addButton(button)
            button.clicked.connect(lambda _=False, page=index: self._turn_to(page))
            row.addWidget(button)
        row.addStretch(1)
        self._exports = (self._button("CSV", "quiet"), self._button("PNG", "quiet"))
        for button, kind, title in zip(
            self._exports, ("csv", "png"), (self.tr("Export as CSV"), self.tr("Export as PNG")), strict=True
        ):
            button.setAccessibleName(title)
            button.setToolTip(title)
            button.clicked.connect(lambda _=False, chosen=kind: self.export_requested.emit(chosen))
            row.addWidget(button)
        return row

    def _button(self, title: str, role: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(title)
        button.setAccessibleName(title)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        set_role(button, role)
        return button

    def _restyle(self) -> None:
        self._chart_button.setIcon(self._theme.icon("insight"))
        self._table_button.setIcon(self._theme.icon("table"))
        for button in self._exports:
            button.setIcon(self._theme.icon("export"))

    # -- content ------------------------------------------------------------------------------------------

    def clear(self) -> None:
        """Nothing was measured, or what was measured no longer fits."""
        self.set_estimates({}, {}, 0.0)

    def set_estimates(self, before: Estimates, after: Estimates, threshold: float, note: str = "") -> None:
        """`before`: the same attackers on the prompt; `after`: on the proposal; `threshold`: tau_L; `note`: what helps
        to read the curve."""
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self._before, self._after, self._threshold = before, after, threshold
        self._chart.show_series(self._series(), threshold)
        self._fill_table()
        for control in (self._chart_button, self._table_button, *self._exports):
            control.setEnabled(bool(before or after))
        self._turn_to(1 if self._table_button.isChecked() else 0)

    def _turn_to(self, page: int) -> None:
        (self._table_button if page else self._chart_button).setChecked(True)
        self._stack.setCurrentIndex(page if self._before or self._after else 2)

    def _series(self) -> tuple[Series, ...]:
        named = ((self.tr("your prompt"), self._before, False), (self.tr("what will be sent"), self._after, True))
        return tuple(
            Series(
                name,
                tuple(
                    _point(level, found, self._detail(name, found))
                    for level in AttackerLevel
                    if (found := estimates.get(level)) is not None
                ),
                primary,
            )
            for name, estimates, primary in named
            if estimates
        )

    def _detail(self, name: str, found: LeakageEstimate) -> str:
        worst = found.worst
        if worst is not None and worst.n:
            return self.tr("{0}, {1}: {2}, interval {3} to {4}, {5} hits of {6}").format(
                name,
                attacker_name(found.level),
                percent(found.advantage),
                percent(worst.lower or 0.0),
                percent(worst.upper or 0.0),
                worst.hits,
                worst.n,
            )
        return self.tr("{0}, {1}: {2}, computed exactly, nothing drawn").format(
            name, attacker_name(found.level), percent(found.advantage)
        )

    def _fill_table(self) -> None:
        levels = [level for level in AttackerLevel if level in self._before or level in self._after]
        self._table.setRowCount(len(levels))
        for row, level in enumerate(levels):
            before, after = self._before.get(level), self._after.get(level)
            cells = (
                attacker_name(level),
                percent(before.advantage) if before else "–",
                percent(after.advantage) if after else "–",
                self._interval(after),
                str(after.worst.n) if after and after.worst and after.worst.n else self.tr("computed"),
            )
            for column, text in enumerate(cells):
                self._table.setItem(row, column, QTableWidgetItem(text))

    def _interval(self, found: LeakageEstimate | None) -> str:
        """Around the rate of the one attacker that drew; none where nothing was drawn."""
        worst = found.worst if found is not None else None
        if worst is None or worst.lower is None or worst.upper is None:
            return "–"
        return self.tr("{0} to {1}").format(percent(worst.lower), percent(worst.upper))

    # -- export -------------------------------------------------------------------------------------------

    def csv_text(self) -> str:
        """One line per series and level; shares in [0, 1] with a point, whatever the locale."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["series", "level", "worst", "attacker", "hits", "n", "members", "threshold"])
        for name, estimates in (("before", self._before), ("after", self._after)):
            for level in AttackerLevel:
                found = estimates.get(level)
                if found is not None:
                    worst = found.worst
                    attacker, hits, n = (worst.attacker, worst.hits, worst.n) if worst is not None else ("", 0, 0)
                    numbers = [f"{found.advantage:.6f}"]
                    counts = [attacker, hits, n, " ".join(found.members), self._threshold]
                    writer.writerow([name, level.value, *numbers, *counts])
        return out.getvalue()

    def write_csv(self, path: Path) -> None:
        """Raises OSError."""
        path.write_text(self.csv_text(), "utf-8")

    def write_png(self, path: Path) -> None:
        """Raises OSError when the picture cannot be written."""
        if not QImageWriter(str(path), QByteArray(b"PNG")).write(self._chart.image()):
            raise OSError("png")
