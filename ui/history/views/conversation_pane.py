"""One kept conversation, read-only: its turns, its runs, and the replay of a run."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from core.domain.taxonomy import Taxonomy
from core.store.records import RunLine, StoredRun
from ui.history.viewmodels.history import HistoryViewModel
from ui.history.views.kept_turns import KeptTurns
from ui.history.views.list import verdict_name
from ui.history.views.run_replay import RunReplay
from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.empty_state import EmptyState
from ui.shared.widgets.flow import Flow
from ui.shared.widgets.page_stack import PageStack
from ui.shared.wording.facts import moment_text
from ui.shared.wording.names import domain_name
from ui.shared.wording.sentences import Sentences

RUNS_HEIGHT = 130
TURNS, RUNS = range(2)
PAIR = 2


class ConversationPane(QWidget):
    """`continue_asked(id)`, `rename_asked`, `delete_asked`, `compare_asked(run id, run id)`."""

    continue_asked = Signal(str)
    rename_asked = Signal()
    delete_asked = Signal()
    compare_asked = Signal(str, str)

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
        self._stack = PageStack(self)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._stack)
        empty = EmptyState(theme, "history", self)
        empty.set_texts(self.tr("No conversation is open"), self.tr("Choose one on the left to read it."))
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(1))
        self.title = self._label()
        self.title.setFont(theme.font("heading", bold=True))
        self.facts = self._label()
        set_role(self.facts, "muted")
        column.addWidget(self.title)
        column.addWidget(self.facts)
        column.addLayout(self._actions(page))
        self.tabs = QTabWidget(page)
        self.tabs.setDocumentMode(True)
        self.tabs.setAccessibleName(self.tr("Conversation and runs"))
        self.turns = KeptTurns(theme, page)
        self.replay = RunReplay(theme, taxonomy, sentences, page)
        self.tabs.addTab(self.turns, self.tr("Conversation"))
        self.tabs.addTab(self._runs_page(page), self.tr("Runs"))
        column.addWidget(self.tabs, 1)
        self._stack.addWidget(empty)
        self._stack.addWidget(page)
        model.opened.connect(self.refresh)
        model.run_loaded.connect(self._replayed)
        self.refresh()

    def _label(self) -> QLabel:
        label = QLabel(self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        return label

    def _actions(self, page: QWidget) -> Flow:
        row = Flow(self._theme.space(1))
        self.go_on = self._button(self.tr("Continue in Compose"), page, "primary")
        self.rename = self._button(self.tr("Rename"), page)
        self.delete = self._button(self.tr("Delete for ever"), page, "danger")
        self.go_on.clicked.connect(self._continue)
        self.rename.clicked.connect(self.rename_asked)
        self.delete.clicked.connect(self.delete_asked)
        for button in (self.go_on, self.rename, self.delete):
            row.addWidget(button)
        return row

    def _button(self, text: str, page: QWidget, role: str = "") -> QPushButton:
        button = QPushButton(text, page)
        button.setAccessibleName(text)
        if role:
            set_role(button, role)
        return button

    def _runs_page(self, page: QWidget) -> QWidget:
        holder = QWidget(page)
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, self._theme.space(1), 0, 0)
        self.runs = QListWidget(holder)
        self.runs.setAccessibleName(self.tr("Runs of this conversation"))
        self.runs.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.runs.setMaximumHeight(round(RUNS_HEIGHT * self._theme.look.text_scale))
        self.runs.currentItemChanged.connect(self._chosen)
        self.runs.itemSelectionChanged.connect(self._selection_changed)
        column.addWidget(self.runs)
        self.compare = self._button(self.tr("Compare the two chosen runs"), holder)
        self.compare.clicked.connect(self._compare)
        column.addWidget(self.compare, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.replay, 1)
        return holder

    def _continue(self) -> None:
        if self._model.conversation is not None:
            self.continue_asked.emit(self._model.conversation.id)

    def _chosen(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self._model.load_run(item.data(Qt.ItemDataRole.UserRole))

    def _selection_changed(self) -> None:
        self.compare.setEnabled(len(self.runs.selectedItems()) == PAIR)

    def _compare(self) -> None:
        chosen = sorted(self.runs.selectedItems(), key=self.runs.row)
        if len(chosen) == PAIR:
            first, second = (item.data(Qt.ItemDataRole.UserRole) for item in chosen)
            self.compare_asked.emit(first, second)

    def _replayed(self, run: StoredRun) -> None:
        self.replay.set_run(run)

    def refresh(self) -> None:
        """Show the conversation that is open, or that none is."""
        conversation = self._model.conversation
        self._stack.setCurrentIndex(int(conversation is not None))
        self.replay.clear()
        self.runs.clear()
        if conversation is None:
            self.title.clear()
            self.facts.clear()
            self.turns.clear()
            return
        count = len(conversation.turns)
        facts = [
            moment_text(conversation.updated_at),
            domain_name(conversation.domain),
            self.tr("%n turn(s)", "", count).replace("%n", str(count)),
        ]
        if conversation.expires_at is not None:
            facts.append(self.tr("kept until {day}").replace("{day}", moment_text(conversation.expires_at)))
        self.title.setText(conversation.title)
        self.facts.setText("  ·  ".join(facts))
        self.turns.set_turns(conversation.turns)
        for run in self._model.runs:
            item = QListWidgetItem(self._run_text(run), self.runs)
            item.setData(Qt.ItemDataRole.UserRole, run.id)
        self.tabs.setTabVisible(TURNS, bool(count))
        self.tabs.setCurrentIndex(TURNS if count else RUNS)
        self._selection_changed()
        self._fit_runs()
        if self._model.runs:
            self.runs.setCurrentRow(len(self._model.runs) - 1)

    def showEvent(self, event: QShowEvent) -> None:
        """Rows have their height only with the fonts of the window."""
        super().showEvent(event)
        self._fit_runs()

    def _fit_runs(self) -> None:
        """As many lines as there are runs, up to a few."""
        self.runs.ensurePolished()
        most, frame = round(RUNS_HEIGHT * self._theme.look.text_scale), 2 * self.runs.frameWidth()
        needed = self.runs.sizeHintForRow(0) * max(1, self.runs.count()) + frame
        self.runs.setFixedHeight(min(most, max(needed, self.runs.fontMetrics().height() + frame)))

    def _run_text(self, run: RunLine) -> str:
        rounds = self.tr("%n round(s)", "", run.rounds).replace("%n", str(run.rounds))
        return "  ·  ".join((moment_text(run.started_at), verdict_name(run.verdict), rounds))
