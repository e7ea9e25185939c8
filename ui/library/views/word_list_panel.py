"""One word list: always hide, or never hide. Paged, searched elsewhere, deleted with a way back, filled from CSV."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractListModel, QLocale, QModelIndex, QPersistentModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from core.domain.taxonomy import Taxonomy
from ui.library.viewmodels.dictionaries import DictionariesViewModel
from ui.library.viewmodels.ports import ListEntry, ListKind
from ui.library.views.texts import plain_problem, type_name
from ui.library.views.type_box import TypeBox
from ui.shared.theme.theme import Theme
from ui.shared.widgets.empty_state import EmptyState
from ui.shared.widgets.plain_parts import plain_label, push_button
from ui.shared.widgets.search_field import SearchField
from ui.shared.widgets.undo_bar import UndoBar
from ui.shared.wording.sentences import Sentences
from ui.shared.wording.tags import interface_language

PAUSE_MS = 150
"""Silence after which a search begins: typing itself never waits."""
_Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
ENTRY_ROLE = int(Qt.ItemDataRole.UserRole) + 1


class EntryModel(QAbstractListModel):
    """Entries of one list; Qt asks for more when the reader comes near the end."""

    def __init__(self, taxonomy: Taxonomy, model: DictionariesViewModel, kind: ListKind, parent: QWidget) -> None:
        super().__init__(parent)
        self._taxonomy = taxonomy
        self._model = model
        self._kind = kind
        self._count = len(model.lists[kind].entries)
        model.list_reset.connect(self._reset)
        model.list_grew.connect(self._grew)

    def _reset(self, kind: ListKind) -> None:
        if kind is self._kind:
            self.beginResetModel()
            self._count = len(self._model.lists[kind].entries)
            self.endResetModel()

    def _grew(self, kind: ListKind, first: int, last: int) -> None:
        if kind is self._kind:
            self.beginInsertRows(_ROOT, first, last)
            self._count = last + 1
            self.endInsertRows()

    def rowCount(self, parent: _Index = _ROOT) -> int:  # noqa: N802 - Qt
        return 0 if parent.isValid() else self._count

    def canFetchMore(self, parent: _Index) -> bool:  # noqa: N802 - Qt
        return not parent.isValid() and self._model.has_more(self._kind)

    def fetchMore(self, parent: _Index) -> None:  # noqa: N802 - Qt
        if not parent.isValid():
            self._model.more(self._kind)

    def data(self, index: _Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        entries = self._model.lists[self._kind].entries
        if not index.isValid() or index.row() >= len(entries):
            return None
        entry = entries[index.row()]
        if role == ENTRY_ROLE:
            return entry
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            kind = type_name(self._taxonomy, entry.type_id, interface_language())
            return f"{entry.surface}  ·  {kind}" if entry.type_id else entry.surface
        return None


class WordListPanel(QWidget):
    """`csv_asked(kind)`: fill the list from a file."""

    csv_asked = Signal(object)

    def __init__(
        self,
        theme: Theme,
        taxonomy: Taxonomy,
        model: DictionariesViewModel,
        kind: ListKind,
        sentences: Sentences,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._taxonomy = taxonomy
        self._model = model
        self._kind = kind
        self._sentences = sentences
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(lambda: model.search(kind, self.search.text()))
        self._build()
        model.list_reset.connect(self._changed)
        model.list_grew.connect(self._changed)
        model.removed_changed.connect(self._show_removed)
        model.problem_changed.connect(self._show_problem)
        self.refresh()
        self._show_removed()
        self._show_problem()

    # -- construction -------------------------------------------------------------------------------------

    def _build(self) -> None:
        theme, hide = self._theme, self._kind is ListKind.HIDE
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(1))
        title = plain_label(self, self.tr("Always hide") if hide else self.tr("Never hide"))
        title.setFont(theme.font("heading", bold=True))
        about = (
            self.tr("Names of customers, projects, products: wherever one of them stands, it is hidden.")
            if hide
            else self.tr("Words that are marked for nothing. What a check still finds in them is tested as before.")
        )
        column.addWidget(title)
        column.addWidget(plain_label(self, about, role="muted"))
        column.addLayout(self._adding(hide=hide))
        self.problem = plain_label(self, role="block")
        column.addWidget(self.problem)
        self.undo = UndoBar(theme, self)
        self.undo.undo_asked.connect(self._model.take_back)
        self.undo.left.connect(lambda: self.undo.say(""))
        column.addWidget(self.undo)
        column.addLayout(self._searching())
        column.addWidget(self._stack(), 1)
        column.addLayout(self._foot())

    def _adding(self, *, hide: bool) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(self._theme.space(1))
        self.word = QLineEdit(self)
        self.word.setPlaceholderText(
            self.tr("Word or name to hide") if hide else self.tr("Word or name to leave alone")
        )
        self.word.setAccessibleName(self.word.placeholderText())
        self.word.returnPressed.connect(self._add)
        row.addWidget(self.word, 2)
        self.type_box = TypeBox(self._theme, self._taxonomy, self)
        self.type_box.setVisible(hide)
        row.addWidget(self.type_box, 1)
        self.add = push_button(self, self.tr("Add"), self._add, "primary")
        row.addWidget(self.add)
        return row

    def _searching(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self.search = SearchField(self._theme, self.tr("Search this list"), self)
        self.search.setText(self._model.lists[self._kind].query)
        self.search.textChanged.connect(lambda _text: self._pause.start())
        self.count = plain_label(self, role="muted", wrap=False)
        row.addWidget(self.search, 1)
        row.addWidget(self.count)
        return row

    def _stack(self) -> QStackedWidget:
        self.list = QListView(self)
        self.list.setAccessibleName(self.tr("Entries"))
        self.list.setModel(EntryModel(self._taxonomy, self._model, self._kind, self))
        self.list.setUniformItemSizes(True)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.selectionModel().selectionChanged.connect(lambda *_: self._enable())
        self.empty = EmptyState(self._theme, "hide" if self._kind is ListKind.HIDE else "eye", self)
        self.pages = QStackedWidget(self)
        self.pages.addWidget(self.list)
        self.pages.addWidget(self.empty)
        return self.pages

    def _foot(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(self._theme.space(1))
        self.csv = push_button(self, self.tr("Import a list (CSV)…"), lambda: self.csv_asked.emit(self._kind))
        self.remove = push_button(self, self.tr("Delete"), self._remove)
        row.addWidget(self.csv)
        row.addStretch(1)
        row.addWidget(self.remove)
        return row

    # -- content ------------------------------------------------------------------------------------------

    def _changed(self, kind: ListKind, *_rows: int) -> None:
        if kind is self._kind:
            self.refresh()

    def refresh(self) -> None:
        """Count and empty state; the entries show themselves."""
        state = self._model.lists[self._kind]
        total = QLocale().toString(state.total)
        self.count.setText(self.tr("%n entry(ies)", "", state.total).replace("%n", total))
        self.pages.setCurrentIndex(0 if state.entries else 1)
        if not state.loaded:
            self.empty.set_texts(self.tr("Reading…"), "")
        elif state.query:
            self.empty.set_texts(self.tr("Nothing fits the search"), self.tr("Clear the field to see all entries."))
        else:
            self.empty.set_texts(self.tr("The list is empty"), self.tr("Add a word above, or import a list."))
        self._enable()

    def _show_removed(self) -> None:
        removed = self._model.removed
        mine = removed is not None and removed.kind is self._kind
        count = len(removed.entries) if removed is not None else 0
        self.undo.say(self.tr("%n entry(ies) deleted.", "", count) if mine else "", self.tr("Bring back"))

    def _show_problem(self) -> None:
        problem = self._model.problem
        self.problem.setText(plain_problem(problem, self._sentences) if problem is not None else "")
        self.problem.setVisible(problem is not None)

    def _enable(self) -> None:
        count = len(self.list.selectionModel().selectedIndexes())
        self.remove.setEnabled(count > 0)
        self.remove.setText(self.tr("Delete %n entry(ies)", "", count) if count else self.tr("Delete"))
        self.remove.setAccessibleName(self.remove.text())
        self.csv.setEnabled(self._model.available)

    # -- steps --------------------------------------------------------------------------------------------

    def _add(self) -> None:
        if self.word.text().strip():
            self._model.add(self._kind, self.word.text(), self.type_box.type_id)
            self.word.clear()
        self.word.setFocus(Qt.FocusReason.OtherFocusReason)

    def _remove(self) -> None:
        chosen = [index.data(ENTRY_ROLE) for index in self.list.selectionModel().selectedIndexes()]
        self._model.remove(self._kind, tuple(entry for entry in chosen if isinstance(entry, ListEntry)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Del deletes what is chosen in the list."""
        if event.key() == Qt.Key.Key_Delete and self.list.hasFocus():
            self._remove()
            return
        super().keyPressEvent(event)
