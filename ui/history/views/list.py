"""The list of kept conversations, read a page at a time."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QCoreApplication, QModelIndex, Qt
from PySide6.QtWidgets import QWidget

from core.domain.verdict import VerdictKind
from core.store.records import Part
from ui.history.viewmodels.history import HistoryRow, HistoryViewModel
from ui.shared.widgets.lined_rows import Index, LinedRow
from ui.shared.wording.facts import moment_text
from ui.shared.wording.names import domain_name

IDENTIFIER = Qt.ItemDataRole.UserRole
_ROOT = QModelIndex()


class HistoryList(QAbstractListModel):
    """Rows of the view model; Qt asks for more when the reader comes near the end."""

    def __init__(self, model: HistoryViewModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model
        self._count = len(model.rows)
        model.rows_reset.connect(self._reset)
        model.rows_added.connect(self._added)

    def _reset(self) -> None:
        self.beginResetModel()
        self._count = len(self._model.rows)
        self.endResetModel()

    def _added(self, first: int, last: int) -> None:
        self.beginInsertRows(_ROOT, first, last)
        self._count = last + 1
        self.endInsertRows()

    def rowCount(self, parent: Index = _ROOT) -> int:  # noqa: N802 - Qt
        return 0 if parent.isValid() else self._count

    def canFetchMore(self, parent: Index) -> bool:  # noqa: N802 - Qt
        return not parent.isValid() and self._model.has_more

    def fetchMore(self, parent: Index) -> None:  # noqa: N802 - Qt
        if not parent.isValid():
            self._model.more()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._model.rows):
            return None
        row = self._model.rows[index.row()]
        if role == IDENTIFIER:
            return row.line.id
        if role == Qt.ItemDataRole.DisplayRole:
            return "\n".join((row.line.title, self._facts(row)))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{row.line.title}, {self._facts(row)}"
        return None

    def lined(self, index: Index) -> LinedRow | None:
        """A title over its facts."""
        if not index.isValid() or index.row() >= len(self._model.rows):
            return None
        row = self._model.rows[index.row()]
        return LinedRow(row.line.title, (self._facts(row),))

    def _facts(self, row: HistoryRow) -> str:
        if row.part is not None and row.snippet:
            return f"{part_name(row.part)}: {' '.join(row.snippet.split())}"
        line = row.line
        turns = self.tr("%n turn(s)", "", line.turns).replace("%n", str(line.turns))
        # What is cut off in a narrow list stands last.
        facts = [moment_text(line.updated_at), domain_name(line.domain), turns]
        if line.verdict is not None:
            facts.insert(1, verdict_name(line.verdict))
        return "  ·  ".join(facts)


def verdict_name(verdict: VerdictKind) -> str:
    """A verdict in two or three words."""
    translate = QCoreApplication.translate
    return {
        VerdictKind.PASS: translate("History", "pass"),
        VerdictKind.INFEASIBLE: translate("History", "a person must decide"),
    }[verdict]


def part_name(part: Part) -> str:
    """Where the searched words stand."""
    translate = QCoreApplication.translate
    return {
        Part.TITLE: translate("History", "In the title"),
        Part.ORIGINAL: translate("History", "In what you wrote"),
        Part.SENT: translate("History", "In what was sent"),
        Part.ANSWER: translate("History", "In the answer"),
    }[part]
