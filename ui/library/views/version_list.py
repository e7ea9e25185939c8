"""The timeline of one item: number, message, author, date, evidence, and who uses it. Only visible rows are painted."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    Qt,
)
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from ui.library.viewmodels.library import LibraryViewModel
from ui.library.viewmodels.ports import VersionLine
from ui.library.views.texts import evidence_text, reason_text, use_text, version_facts
from ui.shared.theme.theme import Theme
from ui.shared.widgets.lined_rows import Index, LinedRow, LinedRows
from ui.shared.wording.names import domain_name

VERSION_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_ROOT = QModelIndex()


class VersionModel(QAbstractListModel):
    """Versions of the chosen item, newest first."""

    def __init__(self, model: LibraryViewModel, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model

    def reset(self) -> None:
        self.beginResetModel()
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:  # noqa: N802 - Qt
        return 0 if parent.isValid() else len(self._model.versions)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        if not index.isValid() or index.row() >= len(self._model.versions):
            return None
        line = self._model.versions[index.row()]
        if role == VERSION_ROLE:
            return line
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{line.version.version} {reason_text(line)}"
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return "\n".join((self.head(line), reason_text(line), self.facts(line)))
        return None

    def head(self, line: VersionLine) -> str:
        """Number, whether it is active, where it is pinned."""
        number = line.version.version
        said = [self.tr("Version {0}").format(number)]
        if number == self._model.active:
            said.append(self.tr("active"))
        item = self._model.line(self._model.chosen)
        pins = item.pins if item is not None else {}
        said += [self.tr("pinned: {0}").format(domain_name(domain)) for domain, pin in pins.items() if pin == number]
        if number == self._model.against:
            said.append(self.tr("compared"))
        return " · ".join(said)

    @staticmethod
    def facts(line: VersionLine) -> str:
        """Author, date, evidence, runs."""
        return " · ".join((version_facts(line), evidence_text(line), use_text(line.used)))


class VersionList(QListView):
    """Reads the view model and shows the version under the keyboard."""

    def __init__(self, theme: Theme, model: LibraryViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._filling = False
        self._source = VersionModel(model, self)
        self.setModel(self._source)
        self.setItemDelegate(LinedRows(theme, self._row, 3, self, bold=True))
        self.setUniformItemSizes(True)
        self.setAccessibleName(self.tr("Versions"))
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.selectionModel().currentChanged.connect(self._current_changed)
        model.versions_changed.connect(self._reset)
        model.shown_changed.connect(self._shown)
        theme.changed.connect(self.viewport().update)
        self._reset()

    def _row(self, index: Index) -> LinedRow | None:
        """A check for the active version, scales for one that was tried: not by colour alone."""
        line = index.data(VERSION_ROLE)
        if not isinstance(line, VersionLine):
            return None
        active = line.version.version == self._model.active
        other = "chart" if line.version.evidence else "history"
        icon, tint = ("check", "pass") if active else (other, "muted")
        facts = (version_facts(line), f"{evidence_text(line)} · {use_text(line.used)}")
        return LinedRow(self._source.head(line), facts, icon, tint, said=reason_text(line))

    def _reset(self) -> None:
        self._filling = True
        self._source.reset()
        self._filling = False
        self._shown()

    def _shown(self) -> None:
        numbers = [line.version.version for line in self._model.versions]
        if self._model.shown in numbers:
            index = self._source.index(numbers.index(self._model.shown))
            if self.currentIndex() != index:
                self._filling = True
                mode = QItemSelectionModel.SelectionFlag.ClearAndSelect
                self.selectionModel().setCurrentIndex(index, mode)
                self._filling = False
        self.viewport().update()

    def _current_changed(self, current: QModelIndex) -> None:
        line = current.data(VERSION_ROLE)
        if not self._filling and isinstance(line, VersionLine):
            self._model.show(line.version.version)
