"""Help (F1): what the open page is for, all keys, which can be changed here, and all words and symbols."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from core.domain.language import Language
from ui.settings.views.save_notice import SaveNotice
from ui.shared.actions.catalogue import COMMANDS
from ui.shared.actions.command import Group
from ui.shared.actions.registry import ActionRegistry
from ui.shared.theme.theme import Theme, set_role
from ui.shared.viewmodels.preferences import SettingsViewModel
from ui.shared.widgets.fitting import fit, scrolled
from ui.shared.widgets.search_field import SearchField
from ui.window.viewmodels.help_texts import Term, glossary, page_help

SIZE = (760, 600)
_ID = Qt.ItemDataRole.UserRole
_PORTABLE = QKeySequence.SequenceFormat.PortableText
_NATIVE = QKeySequence.SequenceFormat.NativeText


class HelpDialog(QDialog):
    """`rebound`: the keys of a command were changed, and are kept."""

    rebound = Signal()

    def __init__(
        self,
        theme: Theme,
        registry: ActionRegistry,
        settings: SettingsViewModel,
        root: Path,
        language: Language,
        page: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._registry = registry
        self._settings = settings
        self._terms = glossary(root, language)
        self.setWindowTitle(self.tr("Help"))
        fit(self, SIZE, theme.look.text_scale)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(4 * [theme.space(3)]))
        self.tabs = QTabWidget(self)
        self.tabs.setAccessibleName(self.tr("Parts of the help"))
        told = page_help(root, language).get(page)
        if told is not None:
            self.tabs.addTab(self._about_page(told.about, told.steps), self.tr("This page"))
        self.tabs.addTab(self._keys_page(), self.tr("Keys"))
        self.tabs.addTab(self._words_page(), self.tr("Words and symbols"))
        column.addWidget(self.tabs, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        for button in buttons.buttons():
            button.setAccessibleName(button.text().replace("&", ""))
        column.addWidget(buttons)

    def _label(self, text: str, role: str = "") -> QLabel:
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        if role:
            set_role(label, role)
        return label

    def _about_page(self, about: str, steps: tuple[str, ...]) -> QWidget:
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setSpacing(self._theme.space(2))
        column.addWidget(self._label(about))
        for number, step in enumerate(steps, 1):
            column.addWidget(self._label(self.tr("{0}. {1}").format(number, step)))
        column.addStretch(1)
        area = scrolled(inner, self)
        area.setAccessibleName(self.tr("This page"))
        return area

    # Keys

    def _keys_page(self) -> QWidget:
        page = QWidget(self)
        column = QVBoxLayout(page)
        self.find_keys = self._search(self.tr("Search commands and keys"))
        self.find_keys.textChanged.connect(self._filter_keys)
        column.addWidget(self.find_keys)
        self.keys = self._table(self.tr("Commands and their keys"), (self.tr("Command"), self.tr("Keys")))
        self._fill_keys()
        self.keys.itemSelectionChanged.connect(self._show_command)
        column.addWidget(self.keys, 1)
        row = QHBoxLayout()
        self.press = QKeySequenceEdit(page)
        self.press.setMaximumSequenceLength(1)
        self.press.setAccessibleName(self.tr("New keys: press them"))
        for line in self.press.findChildren(QLineEdit):
            line.setAccessibleName(self.press.accessibleName())
            line.setPlaceholderText(self.tr("Press the new keys"))
        self.take = self._button(self.tr("Use these keys"), self._take)
        self.none = self._button(self.tr("No keys"), lambda: self._bind(""))
        self.own = self._button(self.tr("As it was"), self._back)
        row.addWidget(self.press, 1)
        for button in (self.take, self.none, self.own):
            row.addWidget(button)
        column.addLayout(row)
        self.said = self._label("", "muted")
        column.addWidget(self.said)
        column.addWidget(SaveNotice(self._settings, "shortcuts", parent=self))
        self.press.keySequenceChanged.connect(lambda _keys: self._offer())
        self.keys.selectRow(0)
        return page

    def _search(self, words: str) -> SearchField:
        return SearchField(self._theme, words, self)

    def _table(self, name: str, titles: tuple[str, ...]) -> QTableWidget:
        table = QTableWidget(0, len(titles), self)
        table.setAccessibleName(name)
        table.setHorizontalHeaderLabels(list(titles))
        table.verticalHeader().setVisible(False)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.setWordWrap(True)
        return table

    def _button(self, title: str, run: object) -> QPushButton:
        button = QPushButton(title, self)
        button.setAccessibleName(title)
        button.setAutoDefault(False)
        button.clicked.connect(run)
        return button

    def _fill_keys(self) -> None:
        order = list(Group)
        rows = sorted(COMMANDS, key=lambda item: order.index(item.group))
        self.keys.setRowCount(len(rows))
        for row, command in enumerate(rows):
            title = QTableWidgetItem(command.title)
            title.setData(_ID, command.id)
            title.setToolTip(command.hint)
            self.keys.setItem(row, 0, title)
            self.keys.setItem(row, 1, QTableWidgetItem(self._keys_of(command.id)))
        header = self.keys.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)

    def _keys_of(self, command_id: str) -> str:
        return "  ".join(keys.toString(_NATIVE) for keys in self._registry.action(command_id).shortcuts())

    def _filter_keys(self, wanted: str) -> None:
        sought = wanted.strip().casefold()
        for row in range(self.keys.rowCount()):
            text = " ".join(self._cell(row, column) for column in (0, 1))
            self.keys.setRowHidden(row, sought not in text.casefold())

    def _cell(self, row: int, column: int) -> str:
        item = self.keys.item(row, column)
        return item.text() if item is not None else ""

    @property
    def chosen(self) -> str:
        """Id of the command whose keys are on show, "" for none."""
        item = self.keys.item(self.keys.currentRow(), 0)
        return str(item.data(_ID)) if item is not None else ""

    def choose(self, command_id: str) -> None:
        """Select a command by id."""
        for row in range(self.keys.rowCount()):
            item = self.keys.item(row, 0)
            if item is not None and item.data(_ID) == command_id:
                self.keys.selectRow(row)

    def _show_command(self) -> None:
        self.press.clear()
        self._offer()
        self.said.setText(next((item.hint for item in COMMANDS if item.id == self.chosen), ""))

    def _offer(self) -> None:
        chosen = self.chosen
        self.take.setEnabled(bool(chosen) and not self.press.keySequence().isEmpty())
        self.none.setEnabled(bool(chosen) and not self._registry.action(chosen).shortcut().isEmpty())
        self.own.setEnabled(bool(chosen) and not self._registry.is_own(chosen))

    def _take(self) -> None:
        self._bind(self.press.keySequence().toString(_PORTABLE))

    def _back(self) -> None:
        chosen = self.chosen
        others = {name: keys for name, keys in self._settings.preferences.shortcuts if name != chosen}
        self._keep(others)

    def _bind(self, keys: str) -> None:
        """Keep other keys, or say why not."""
        chosen = self.chosen
        trouble = self._registry.rebind(chosen, keys)
        if trouble:
            self.said.setText(trouble)
            set_role(self.said, "block")
            return
        kept = {name: given for name, given in self._settings.preferences.shortcuts if name != chosen}
        if not self._registry.is_own(chosen):
            kept[chosen] = keys
        self._keep(kept)

    def _keep(self, shortcuts: dict[str, str]) -> None:
        self._settings.update(shortcuts=tuple(sorted(shortcuts.items())))
        self.rebound.emit()
        set_role(self.said, "muted")
        item = self.keys.item(self.keys.currentRow(), 1)
        if item is not None:
            item.setText(self._keys_of(self.chosen))
        self._show_command()

    # Words

    def _words_page(self) -> QWidget:
        page = QWidget(self)
        column = QVBoxLayout(page)
        self.find_words = self._search(self.tr("Search words and symbols"))
        self.find_words.textChanged.connect(self._show_words)
        column.addWidget(self.find_words)
        inner = QWidget()
        self._words = QVBoxLayout(inner)
        self._words.setSpacing(self._theme.space(2))
        area = scrolled(inner, self)
        area.setAccessibleName(self.tr("Words and symbols"))
        column.addWidget(area, 1)
        self.terms: list[tuple[Term, QWidget]] = []
        for term in self._terms:
            holder = QWidget(inner)
            box = QVBoxLayout(holder)
            box.setContentsMargins(0, 0, 0, 0)
            box.setSpacing(0)
            words = self.tr("{0} ({1})").format(term.name, term.symbol) if term.symbol else term.name
            name = self._label(words)
            name.setFont(self._theme.font("body", bold=True))
            box.addWidget(name)
            box.addWidget(self._label(term.text))
            self._words.addWidget(holder)
            self.terms.append((term, holder))
        self.no_word = self._label(self.tr("No such word here."), "muted")
        self._words.addWidget(self.no_word)
        self._words.addStretch(1)
        self._show_words("")
        return page

    def _show_words(self, wanted: str) -> None:
        found = [holder for term, holder in self.terms if term.matches(wanted)]
        for _, holder in self.terms:
            holder.setVisible(holder in found)
        self.no_word.setVisible(not found)
