"""Library: what steers a run and how it changed; learning; dictionaries. A tree at the left, a panel at the right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from core.domain.taxonomy import Taxonomy
from ui.library.viewmodels.dictionaries import DictionariesViewModel
from ui.library.viewmodels.learning import LearningViewModel
from ui.library.viewmodels.library import LEARNING, LibraryViewModel
from ui.library.viewmodels.ports import ItemKey, ListEntry, ListKind, Step
from ui.library.views.csv_dialog import CsvDialog
from ui.library.views.import_dialog import ImportDialog
from ui.library.views.learning_panel import LearningPanel
from ui.library.views.recognizer_panel import RecognizerPanel
from ui.library.views.texts import plain_problem
from ui.library.views.tree import HIDE, KEEP, RECOGNIZERS, LibraryTree, Place
from ui.library.views.version_pane import LibraryBar, VersionPane
from ui.library.views.word_list_panel import WordListPanel
from ui.shared.document.diff_view import Elsewhere
from ui.shared.theme.theme import Theme, set_role
from ui.shared.viewmodels.problems import problem_of
from ui.shared.widgets.page_stack import PageStack
from ui.shared.widgets.plain_parts import plain_label, push_button
from ui.shared.widgets.vault_offer import VaultOffer
from ui.shared.wording.sentences import Sentences

TREE_WIDTH = 250
TREE_GROWTH = 0.5
"""How much of larger text goes into a wider tree."""
SUFFIX = ".drsl-library.json"


@dataclass(frozen=True, slots=True)
class LibraryModels:
    """The three view models of the page."""

    library: LibraryViewModel
    learning: LearningViewModel
    dictionaries: DictionariesViewModel


class LibraryPage(QWidget):
    """`compose_asked`: go there. `setup_asked`: set up the vault that learning is kept in."""

    compose_asked = Signal()
    setup_asked = Signal()

    def __init__(
        self,
        theme: Theme,
        taxonomy: Taxonomy,
        models: LibraryModels,
        sentences: Sentences,
        elsewhere: Elsewhere | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._taxonomy = taxonomy
        self._models = models
        self._sentences = sentences
        self._elsewhere = elsewhere
        self._csv_kind = ListKind.HIDE
        self._dialog: CsvDialog | None = None
        self._build()
        self._join()
        self._go(self.tree.place)
        self.refresh()

    # -- construction -------------------------------------------------------------------------------------

    def _build(self) -> None:
        theme = self._theme
        outer = QVBoxLayout(self)
        outer.setContentsMargins(*(4 * [theme.space(2)]))
        self.stack = PageStack(self)
        outer.addWidget(self.stack)
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(theme.space(2))
        split.addWidget(self._left())
        split.addWidget(self._right())
        split.setStretchFactor(1, 1)
        wider = 1 + TREE_GROWTH * max(0.0, theme.look.text_scale - 1)
        split.setSizes([round(TREE_WIDTH * wider), 1000])
        offer = VaultOffer(
            theme,
            "library",
            self.tr("Nothing learned yet"),
            self.tr("With a vault, what you correct is kept here, encrypted, and can become rules that you adopt."),
            self,
        )
        offer.setup_asked.connect(self.setup_asked)
        self.setup = offer.setup
        self.stack.addWidget(offer)
        self.stack.addWidget(split)

    def _left(self) -> QWidget:
        side = QWidget(self)
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(self._theme.space(1))
        self.tree = LibraryTree(self._theme, self._models.library, side)
        column.addWidget(self.tree, 1)
        row = QHBoxLayout()
        self.export = push_button(self, self.tr("Export…"), self._export)
        self.export.setToolTip(self.tr("Write everything learned into a signed file"))
        self.load = push_button(self, self.tr("Import…"), self._import)
        self.load.setToolTip(self.tr("Read a signed file; you see its changes before anything holds"))
        for button in (self.export, self.load):
            row.addWidget(button, 1)
        column.addLayout(row)
        return side

    def _right(self) -> QWidget:
        side = QWidget(self)
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(self._theme.space(1))
        models, theme, taxonomy = self._models, self._theme, self._taxonomy
        self.bar = LibraryBar(theme, models.library, side)
        self.message = plain_label(side)
        self.message.hide()
        column.addWidget(self.bar)
        column.addWidget(self.message)
        self.panels = PageStack(side)
        self.learning = LearningPanel(theme, taxonomy, models.learning, self._sentences, side)
        self.versions = VersionPane(theme, taxonomy, models.library, self._elsewhere, side)
        words = models.dictionaries
        self.hide_list = WordListPanel(theme, taxonomy, words, ListKind.HIDE, self._sentences, side)
        self.keep_list = WordListPanel(theme, taxonomy, words, ListKind.KEEP, self._sentences, side)
        self.recognizers = RecognizerPanel(theme, taxonomy, words, self._sentences, side)
        self._by_name: dict[str, QWidget] = {
            LEARNING: self.learning,
            HIDE: self.hide_list,
            KEEP: self.keep_list,
            RECOGNIZERS: self.recognizers,
        }
        for panel in (*self._by_name.values(), self.versions):
            self.panels.addWidget(panel)
        column.addWidget(self.panels, 1)
        return side

    def _join(self) -> None:
        library, learning, words = self._models.library, self._models.learning, self._models.dictionaries
        self.tree.chosen.connect(self._go)
        self.learning.compose_asked.connect(self.compose_asked)
        self.versions.try_asked.connect(self._try)
        learning.adopted.connect(self._adopted)
        learning.version_asked.connect(self._adopt_version)
        learning.keep_asked.connect(self._keep)
        learning.failed.connect(self._failed)
        library.failed.connect(self._failed)
        words.failed.connect(self._failed)
        library.items_changed.connect(self.refresh)
        library.import_changed.connect(self._review)
        library.exported.connect(self._exported)
        for panel in (self.hide_list, self.keep_list):
            panel.csv_asked.connect(self._open_csv)
        words.preview_changed.connect(self._preview)

    # -- content ------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """The page, or what to do to have one."""
        self.stack.setCurrentIndex(int(self._models.library.available))
        if self._models.library.panel == LEARNING:
            self.tree.go(Place(LEARNING))

    def take_focus(self) -> None:
        """The keyboard goes to the tree."""
        target = self.tree if self._models.library.available else self.setup
        target.setFocus(Qt.FocusReason.OtherFocusReason)

    def go(self, place: Place) -> None:
        """Open an item or a panel."""
        self.tree.go(place)
        self._go(place)

    def _go(self, place: Place) -> None:
        self._say("")
        self._models.dictionaries.forget_problem()
        self.bar.rest(place.panel not in ("", LEARNING))
        if place.key is not None:
            self._models.library.choose(place.key)
            self.panels.setCurrentWidget(self.versions)
        else:
            self._models.library.panel = place.panel
            self.panels.setCurrentWidget(self._by_name[place.panel])

    def _try(self, key: ItemKey, version: int) -> None:
        """The trial shows where all trials show."""
        self._models.learning.try_version(key, version)
        self.go(Place(LEARNING))

    def _adopt_version(self, key: ItemKey, version: int) -> None:
        self._models.library.roll_back(version, key)

    def _keep(self, surface: str, on: bool) -> None:
        words = self._models.dictionaries
        if on:
            words.add(ListKind.KEEP, surface)
        else:
            words.remove(ListKind.KEEP, (ListEntry(surface),))

    def _adopted(self, step: Step) -> None:
        self._models.library.offer_undo(step)
        self._models.library.stepped.emit()
        self._models.library.reload()

    def _failed(self, error: Exception) -> None:
        self._say(plain_problem(problem_of(error), self._sentences), "block")

    def _say(self, text: str, role: str = "") -> None:
        self.message.setText(text)
        self.message.setVisible(bool(text))
        set_role(self.message, role)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc stops a distillation or a trial."""
        if event.key() == Qt.Key.Key_Escape and self._models.learning.running:
            self._models.learning.cancel()
            return
        super().keyPressEvent(event)

    # -- files --------------------------------------------------------------------------------------------

    def _export(self) -> None:
        def write(path: str) -> None:
            chosen = path if path.endswith(SUFFIX) else path + SUFFIX
            self._models.library.export(Path(chosen))

        self._ask_file(QFileDialog.AcceptMode.AcceptSave, self.tr("Signed libraries (*{0})").format(SUFFIX), write)

    def _exported(self, _path: str, fingerprint: str) -> None:
        self._say(self.tr("Exported and signed. Fingerprint: {0}").format(fingerprint), "pass")

    def _import(self) -> None:
        read = self._models.library.open_import
        self._ask_file(
            QFileDialog.AcceptMode.AcceptOpen,
            self.tr("Signed libraries (*{0})").format(SUFFIX),
            lambda path: read(Path(path)),
        )

    def _ask_file(self, mode: QFileDialog.AcceptMode, kinds: str, chosen: Callable[[str], None]) -> None:
        dialog = QFileDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(mode)
        if mode is QFileDialog.AcceptMode.AcceptOpen:
            dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(kinds)
        dialog.fileSelected.connect(chosen)
        dialog.open()

    def _review(self) -> None:
        review = self._models.library.review
        if review is not None:
            ImportDialog(self._theme, self._models.library, review, self._sentences, self._elsewhere, self).open()

    def _open_csv(self, kind: ListKind) -> None:
        self._csv_kind = kind
        read = self._models.dictionaries.open_csv
        self._ask_file(
            QFileDialog.AcceptMode.AcceptOpen,
            self.tr("Lists (*.csv *.tsv *.txt)"),
            lambda path: read(Path(path)),
        )

    def _preview(self) -> None:
        """A file was opened: one dialog works on it, also when it is looked at again."""
        words = self._models.dictionaries
        if words.preview is not None and self._dialog is None:
            kind, preview = self._csv_kind, words.preview
            self._dialog = CsvDialog(self._theme, self._taxonomy, words, kind, preview, self._sentences, self)
            self._dialog.finished.connect(self._csv_done)
            self._dialog.open()

    def _csv_done(self) -> None:
        self._dialog = None
