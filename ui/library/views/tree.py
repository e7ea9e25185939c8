"""Left pane of the library: learning, versioned items by set, dictionaries. The active version stands beside each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeView, QWidget

from core.domain.language import Language
from core.domain.learning import TypedSet
from ui.library.viewmodels.library import LEARNING, LibraryViewModel
from ui.library.viewmodels.ports import ItemKey, ItemLine
from ui.library.views.texts import item_title, kind_name
from ui.shared.theme.theme import Theme
from ui.shared.wording.learned import item_name, set_name
from ui.shared.wording.names import domain_name
from ui.shared.wording.wording import listed

PLACE_ROLE = int(Qt.ItemDataRole.UserRole) + 1
LEARNED_ROLE = PLACE_ROLE + 1
SHORT = {Language.EN: "EN", Language.ZH: "中"}
"""Languages where room is short."""
HIDE, KEEP, RECOGNIZERS = "hide", "keep", "recognizers"


@dataclass(frozen=True, slots=True)
class Place:
    """What the page shows: an item of the library, or one of the panels by its name."""

    panel: str = ""
    key: ItemKey | None = None


class LibraryTree(QTreeView):
    """`chosen(Place)`: the person went somewhere."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, model: LibraryViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._source = model
        self._filling = False
        self._opened: dict[tuple[str, ...], bool] = {}
        self._place = Place(model.panel) if model.panel else Place(key=model.chosen)
        self._items = QStandardItemModel(0, 2, self)
        self.setModel(self._items)
        self.setAccessibleName(self.tr("Library"))
        self.setHeaderHidden(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setIndentation(theme.space(3))
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.header().setMinimumSectionSize(0)
        self.selectionModel().currentChanged.connect(self._current_changed)
        self.expanded.connect(lambda index: self._remember(index, opened=True))
        self.collapsed.connect(lambda index: self._remember(index, opened=False))
        model.items_changed.connect(self.refresh)
        theme.changed.connect(self.refresh)
        self.refresh()

    @property
    def place(self) -> Place:
        """What the page shows now."""
        return self._place

    def refresh(self) -> None:
        """The tree as the view model has it; place, branches that a person opened or closed, and scroll stay."""
        scroll = self.verticalScrollBar().value()
        self._filling = True
        self._items.removeRows(0, self._items.rowCount())
        self._branch(self.tr("Learning"), [self._leaf(self.tr("Experiences and rules"), Place(LEARNING), "bulb")])
        self._branch(
            self.tr("Dictionaries"),
            [
                self._leaf(self.tr("Always hide"), Place(HIDE), "hide"),
                self._leaf(self.tr("Never hide"), Place(KEEP), "eye"),
                self._leaf(self.tr("Own recognisers"), Place(RECOGNIZERS), "search"),
            ],
        )
        self._fill_sets()
        for index in self._indexes():
            if self._items.hasChildren(index):
                self.setExpanded(index, self._opened.get(_path(index), self._opens(index)))
        self._filling = False
        self.go(self._place)
        self.verticalScrollBar().setValue(scroll)

    def _opens(self, index: QModelIndex) -> bool:
        """Without a word of the person's: the panels, and what holds something learned."""
        children = [self._items.index(row, 0, index) for row in range(self._items.rowCount(index))]
        return any(
            self._opens(child)
            if self._items.hasChildren(child)
            else child.data(LEARNED_ROLE) or child.data(PLACE_ROLE).panel
            for child in children
        )

    def _remember(self, index: QModelIndex, *, opened: bool) -> None:
        if not self._filling:
            self._opened[_path(index)] = opened

    def _fill_sets(self) -> None:
        for typed_set in TypedSet:
            lines = [line for line in self._source.items if line.typed_set is typed_set]
            if lines:
                self._branch(set_name(typed_set), self._kinds(lines))

    def _kinds(self, lines: Sequence[ItemLine]) -> list[list[QStandardItem]]:
        """Items under their kind; a kind that is alone, and has no more than two items, needs no heading."""
        kinds = list(dict.fromkeys(line.kind for line in lines))
        rows: list[list[QStandardItem]] = []
        for kind in kinds:
            leaves = [self._item(line) for line in lines if line.kind == kind]
            if len(leaves) <= 2:
                rows += leaves
                continue
            head = self._cells(kind_name(kind), "")
            for leaf in leaves:
                head[0].appendRow(leaf)
            rows.append(head)
        return rows

    def _item(self, line: ItemLine) -> list[QStandardItem]:
        version = self.tr("v{0}").format(line.active)
        icon = "library"
        short = f"{item_name(line.title)} · {SHORT[line.key.language]}"
        cells = self._leaf(short, Place(key=line.key), icon, version + (" •" if line.pins else ""))
        cells[0].setData(line.versions > 1, LEARNED_ROLE)
        said = [self.tr("version {0} of {1} is active").format(line.active, line.versions)]
        said += [
            self.tr("{domain}: pinned to version {version}")
            .replace("{domain}", domain_name(domain))
            .replace("{version}", str(number))
            for domain, number in line.pins.items()
        ]
        for cell in cells:
            cell.setToolTip("\n".join((item_title(line), *said)))
        cells[0].setData(listed((item_title(line), *said)), Qt.ItemDataRole.AccessibleTextRole)
        return cells

    def _leaf(self, text: str, place: Place, icon: str, beside: str = "") -> list[QStandardItem]:
        cells = self._cells(text, beside)
        cells[0].setData(place, PLACE_ROLE)
        cells[0].setIcon(self._theme.icon(icon, "muted"))
        return cells

    def _cells(self, text: str, beside: str) -> list[QStandardItem]:
        first, second = QStandardItem(text), QStandardItem(beside)
        second.setForeground(self._theme.color("muted"))
        second.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return [first, second]

    def _branch(self, title: str, rows: Sequence[list[QStandardItem]]) -> None:
        head = self._cells(title, "")
        head[0].setFont(self._theme.font("body", bold=True))
        for row in rows:
            head[0].appendRow(row)
        self._items.appendRow(head)

    def _indexes(self) -> Iterator[QModelIndex]:
        waiting = [self._items.index(row, 0) for row in range(self._items.rowCount())]
        while waiting:
            index = waiting.pop(0)
            yield index
            waiting += [self._items.index(row, 0, index) for row in range(self._items.rowCount(index))]

    def go(self, place: Place) -> None:
        """Mark a place; says `chosen` if it is another one."""
        found = next((index for index in self._indexes() if index.data(PLACE_ROLE) == place), None)
        if found is not None and self.currentIndex() != found:
            mode = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            self.selectionModel().setCurrentIndex(found, mode)

    def _current_changed(self, current: QModelIndex) -> None:
        place = current.siblingAtColumn(0).data(PLACE_ROLE)
        if not self._filling and isinstance(place, Place) and place != self._place:
            self._place = place
            self.chosen.emit(place)


def _path(index: QModelIndex) -> tuple[str, ...]:
    """Titles from the top down: two branches may have one name."""
    titles: list[str] = []
    while index.isValid():
        titles.append(str(index.data()))
        index = index.parent()
    return tuple(reversed(titles))
