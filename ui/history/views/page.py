"""History: search what was kept, open it read-only, replay a run, go on with a conversation."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QInputDialog,
    QLabel,
    QLineEdit,
    QListView,
    QMessageBox,
    QSizePolicy,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from core.domain.language import Language
from core.domain.taxonomy import Domain, Taxonomy
from core.domain.verdict import VerdictKind
from core.store.records import HistoryFilter, StoredRun
from ui.history.viewmodels.history import HistoryViewModel
from ui.history.views.compare_dialog import CompareDialog
from ui.history.views.conversation_pane import ConversationPane
from ui.history.views.list import IDENTIFIER, HistoryList, verdict_name
from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.choice_box import ChoiceBox
from ui.shared.widgets.flow import Flow
from ui.shared.widgets.lined_rows import LinedRows
from ui.shared.widgets.page_stack import PageStack
from ui.shared.widgets.plain_parts import push_button
from ui.shared.widgets.search_field import SearchField
from ui.shared.widgets.vault_offer import VaultOffer
from ui.shared.widgets.whole_text import WholeText
from ui.shared.wording.names import domain_name
from ui.shared.wording.sentences import Sentences

WARNING = 32
"""Size of the sign beside a question that cannot be taken back."""
LIST_WIDTH = 380
TITLE_WIDTH = 460
"""Pixels of the field for a title at 100 %."""
PAUSE_MS = 150
"""Silence after which a search begins: typing itself must never wait."""
DAYS = (1, 7, 30, 365)


class HistoryPage(QWidget):
    """`continue_asked(conversation id)`: go on with it in Compose. `audit_asked`, `setup_asked`: open those."""

    continue_asked = Signal(str)
    audit_asked = Signal()
    setup_asked = Signal()

    def __init__(
        self,
        theme: Theme,
        taxonomy: Taxonomy,
        model: HistoryViewModel,
        sentences: Sentences,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = model
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self._search)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(*(4 * [theme.space(2)]))
        self._stack = PageStack(self)
        outer.addWidget(self._stack)
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(theme.space(2))
        split.addWidget(self._left())
        self.pane = ConversationPane(theme, taxonomy, model, sentences, self)
        split.addWidget(self.pane)
        split.setStretchFactor(1, 1)
        split.setSizes([LIST_WIDTH, 1000])
        offer = VaultOffer(
            theme,
            "history",
            self.tr("Nothing is kept yet"),
            self.tr("With a vault, conversations and runs are kept here, encrypted, and can be searched and replayed."),
            self,
        )
        offer.setup_asked.connect(self.setup_asked)
        self.setup = offer.setup
        self._stack.addWidget(offer)
        self._stack.addWidget(split)
        model.rows_reset.connect(self.refresh)
        model.rows_added.connect(self.refresh)
        self.pane.continue_asked.connect(self.continue_asked)
        self.pane.rename_asked.connect(self._rename)
        self.pane.delete_asked.connect(self._delete)
        self.pane.compare_asked.connect(self._compare)
        self.refresh()

    def _left(self) -> QWidget:
        side = WholeText(self)
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(self._theme.space(1))
        self.field = SearchField(self._theme, self.tr("Search prompts, texts and answers"), side)
        self.field.textChanged.connect(lambda _text: self._pause.start())
        column.addWidget(self.field)
        column.addLayout(self._filters(side))
        self.count = QLabel(side)
        set_role(self.count, "muted")
        column.addWidget(self.count)
        self.list = QListView(side)
        self.list.setAccessibleName(self.tr("Conversations"))
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        rows = HistoryList(self._model, side)
        self.list.setModel(rows)
        self.list.setItemDelegate(LinedRows(self._theme, rows.lined, 1, self))
        self.list.selectionModel().currentChanged.connect(self._opened)
        column.addWidget(self.list, 1)
        self.audit = push_button(side, self.tr("Audit trail"), self.audit_asked.emit, "link")
        column.addWidget(self.audit, 0, Qt.AlignmentFlag.AlignLeft)
        return side

    def _filters(self, side: QWidget) -> Flow:
        languages: tuple[tuple[str, object], ...] = (
            (self.tr("All languages"), None),
            ("English", Language.EN),
            ("中文", Language.ZH),
        )
        domains = ((self.tr("All subjects"), None), *((domain_name(item), item) for item in Domain))
        verdicts = ((self.tr("All results"), None), *((verdict_name(item), item) for item in VerdictKind))
        ages = ((self.tr("Any time"), None), *((self._age(days), days) for days in DAYS))
        self.language = self._box(self.tr("Language"), languages, side)
        self.domain = self._box(self.tr("Subject"), domains, side)
        self.verdict = self._box(self.tr("Result"), verdicts, side)
        self.age = self._box(self.tr("Time"), ages, side)
        boxes = Flow(self._theme.space(0))
        for box in (self.language, self.domain, self.verdict, self.age):
            box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            boxes.addWidget(box)
        return boxes

    def _age(self, days: int) -> str:
        return self.tr("Last %n day(s)", "", days).replace("%n", str(days))

    def _box(self, name: str, options: tuple[tuple[str, object], ...], side: QWidget) -> ChoiceBox:
        box = ChoiceBox(self._theme, side)
        box.setAccessibleName(name)
        box.setMinimumWidth(0)
        box.offer(*options)
        box.picked.connect(self._search)
        return box

    # What a person does

    def _search(self) -> None:
        self._pause.stop()
        days = self.age.value
        chosen = HistoryFilter(
            self.language.value,
            self.domain.value,
            self.verdict.value,
            datetime.now(UTC) - timedelta(days=days) if days else None,
        )
        self._model.search(self.field.text(), chosen)

    def _opened(self, current: QModelIndex) -> None:
        identifier = current.data(IDENTIFIER)
        if identifier:
            self._model.open(identifier)

    def _rename(self) -> None:
        conversation = self._model.conversation
        if conversation is None:
            return
        dialog = QInputDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("Rename"))
        dialog.setLabelText(self.tr("Title of this conversation"))
        dialog.setTextValue(conversation.title)
        for line in dialog.findChildren(QLineEdit):
            line.setMinimumWidth(self._theme.grown(TITLE_WIDTH))
        dialog.textValueSelected.connect(lambda title: self._model.rename(conversation.id, title))
        dialog.open()

    def _delete(self) -> None:
        conversation = self._model.conversation
        if conversation is None:
            return
        runs, turns = len(self._model.runs), len(conversation.turns)
        box = QMessageBox(self)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIconPixmap(self._theme.pixmap("warning", "warn", WARNING, self.devicePixelRatioF()))
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle(self.tr("Delete for ever"))
        text = self.tr("Delete this conversation for ever, with {turns} and {runs}?")
        text = text.replace("{turns}", self.tr("%n turn(s)", "", turns).replace("%n", str(turns)))
        box.setText(text.replace("{runs}", self.tr("%n run(s)", "", runs).replace("%n", str(runs))))
        box.setInformativeText(
            self.tr(
                "It cannot be brought back. Only a backup that you made yourself still has it. What the audit trail "
                "says about it holds no text and stays."
            )
        )
        delete = box.addButton(self.tr("Delete for ever"), QMessageBox.ButtonRole.DestructiveRole)
        keep = box.addButton(self.tr("Do not delete"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(keep)
        for button in (delete, keep):
            button.setAccessibleName(button.text())
        delete.clicked.connect(lambda: self._model.delete((conversation.id,)))
        box.open()

    def _compare(self, first: str, second: str) -> None:
        def show(pair: tuple[StoredRun, StoredRun]) -> None:
            CompareDialog(self._theme, *pair, self).open()

        self._model.load_pair(first, second, show)

    def refresh(self) -> None:
        """Show whether there is anything to read, and how much."""
        self._stack.setCurrentIndex(int(self._model.available))
        total = self._model.total
        self.count.setText(self.tr("%n conversation(s)", "", total).replace("%n", str(total)))
