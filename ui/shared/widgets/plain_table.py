"""A read-only table of plain texts; cells are made from a tuple per row, only visible ones are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from ui.shared.theme.theme import Theme

_Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_MEASURED = 60
"""Rows that a column's width is measured on."""


@dataclass(frozen=True, slots=True)
class Row:
    """`cells`: one text per column. `icon`, `tint`: drawn in the first cell."""

    cells: tuple[str, ...]
    icon: str = ""
    tint: str = "muted"
    hint: str = ""


class _Rows(QAbstractTableModel):
    def __init__(self, theme: Theme, columns: Sequence[str], right: frozenset[int], parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._columns = tuple(columns)
        self._right = right
        self.rows: tuple[Row, ...] = ()

    def show_rows(self, rows: Sequence[Row]) -> None:
        self.beginResetModel()
        self.rows = tuple(rows)
        self.endResetModel()

    def rowCount(self, parent: _Index = _ROOT) -> int:  # noqa: N802 - Qt
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: _Index = _ROOT) -> int:  # noqa: N802 - Qt
        return 0 if parent.isValid() else len(self._columns)

    def headerData(  # noqa: N802 - Qt
        self, section: int, orientation: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)
    ) -> Any:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._columns[section]
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.TextAlignmentRole:
            return self._side(section)
        return None

    def data(self, index: _Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        row, column = self.rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return row.cells[column]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self._columns[column]}: {row.cells[column]}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return row.hint or row.cells[column]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._side(column)
        if role == Qt.ItemDataRole.DecorationRole and column == 0 and row.icon:
            return self._theme.icon(row.icon, row.tint)
        return None

    def _side(self, column: int) -> Qt.AlignmentFlag:
        side = Qt.AlignmentFlag.AlignRight if column in self._right else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter


class PlainTable(QTableView):
    """`right`: columns of figures. `stretch`: the column that takes the room that is left."""

    def __init__(
        self,
        theme: Theme,
        name: str,
        columns: Sequence[str],
        *,
        right: Sequence[int] = (),
        stretch: int = 0,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._source = _Rows(theme, columns, frozenset(right), self)
        self.setModel(self._source)
        self.setAccessibleName(name)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setResizeContentsPrecision(_MEASURED)
        for column in range(len(columns)):
            mode = QHeaderView.ResizeMode.Stretch if column == stretch else QHeaderView.ResizeMode.ResizeToContents
            header.setSectionResizeMode(column, mode)
        theme.changed.connect(self.viewport().update)

    @property
    def rows(self) -> tuple[Row, ...]:
        """What is on show."""
        return self._source.rows

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show these; the row under the keyboard stays where it was, if there is one."""
        if tuple(rows) == self._source.rows:
            return
        current = self.currentIndex().row()
        self._source.show_rows(rows)
        if 0 <= current < len(rows):
            self.selectRow(current)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The first arrow key lands on the first row."""
        if not self.currentIndex().isValid() and event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up) and self.rows:
            self.selectRow(0)
            return
        super().keyPressEvent(event)
