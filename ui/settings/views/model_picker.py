"""The models of one server: name, parameters, quantisation, size, context, in memory or not (UI-03)."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ui.settings.viewmodels.model_ports import LinkState, ModelView, Wanted
from ui.settings.viewmodels.servers import ServersViewModel
from ui.settings.views.server_texts import UNKNOWN, context_text, loaded_text, size_text
from ui.shared.theme.theme import Theme
from ui.shared.widgets.choice_box import ChoiceBox
from ui.shared.widgets.search_field import SearchField

ROWS_SHOWN = 5
JUDGE_WIDTH = 280
ID_ROLE = Qt.ItemDataRole.UserRole


class ModelPicker(QWidget):
    """Reads and writes the view model; Return in the table connects."""

    def __init__(self, theme: Theme, servers: ServersViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._servers = servers
        self._shown: tuple[ModelView, ...] = ()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(1))
        self.search = SearchField(theme, self.tr("Search models"), self)
        self.search.textChanged.connect(self._filter)
        column.addWidget(self.search)
        self.table = self._table()
        column.addWidget(self.table)
        self.empty = QLabel(self.tr("No model has this in its name."), self)
        self.empty.setProperty("role", "muted")
        column.addWidget(self.empty)
        column.addLayout(self._foot())
        servers.changed.connect(self.refresh)
        self.refresh()

    def _table(self) -> QTableWidget:
        titles = (
            self.tr("Model"),
            self.tr("Parameters"),
            self.tr("Quantisation"),
            self.tr("Size"),
            self.tr("Context (tokens)"),
            self.tr("State"),
        )
        table = QTableWidget(0, len(titles), self)
        table.setHorizontalHeaderLabels(titles)
        table.setAccessibleName(self.tr("Models of this server"))
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.verticalHeader().hide()
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        table.itemSelectionChanged.connect(self._picked)
        table.cellDoubleClicked.connect(lambda _row, _column: self.use.click())
        table.installEventFilter(self)
        return table

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt
        """Return connects, as a double click does."""
        keys = {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if watched is self.table and event.type() == QEvent.Type.KeyPress and getattr(event, "key", int)() in keys:
            self.use.click()
            return True
        return super().eventFilter(watched, event)

    def _foot(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(self._theme.space(1))
        self.judge_title = QLabel(self.tr("Who judges usefulness"), self)
        self.judge = ChoiceBox(self._theme, self)
        self.judge.setAccessibleName(self.judge_title.text())
        self.judge.setFixedWidth(round(JUDGE_WIDTH * self._theme.look.text_scale))
        self.judge.picked.connect(self._servers.pick_judge)
        self.judge_title.setBuddy(self.judge)
        row.addWidget(self.judge_title)
        row.addWidget(self.judge)
        row.addStretch(1)
        self.use = QPushButton(self)
        self.use.setProperty("role", "primary")
        self.use.clicked.connect(self._servers.connect_picked)
        row.addWidget(self.use)
        return row

    def refresh(self) -> None:
        """Show the models of the selected server."""
        server = self._servers.selected
        models = tuple(item for item in server.models if not item.remote) if server is not None else ()
        if models != self._shown:
            self._shown = models
            self._fill()
        self._mark()
        self._fill_judges()
        picked = self._servers.picked
        busy = self._servers.state is LinkState.CONNECTING
        name = picked.id if picked is not None else ""
        works = self._works()
        text = self.tr("{model} is in use") if works else self.tr("Use {model}")
        self.use.setText(text.replace("{model}", name.replace("&", "&&")))
        self.use.setAccessibleName(self.use.text().replace("&&", "&"))
        self.use.setEnabled(picked is not None and not busy and not works)
        self.use.setVisible(picked is not None)

    def _works(self) -> bool:
        """Whether exactly what is picked works already."""
        servers = self._servers
        server, picked, wanted = servers.selected, servers.picked, servers.wanted
        if servers.state is not LinkState.READY or servers.problem is not None:
            return False
        return server is not None and picked is not None and wanted == Wanted(server.address, picked.id, servers.judge)

    def _fill(self) -> None:
        self.table.blockSignals(True)
        self.table.setRowCount(len(self._shown))
        for row, model in enumerate(self._shown):
            cells = (
                model.id,
                model.parameters or UNKNOWN,
                model.quantization or UNKNOWN,
                size_text(model.size_bytes),
                context_text(model),
                loaded_text(model),
            )
            for place, text in enumerate(cells):
                item = QTableWidgetItem(text)
                item.setData(ID_ROLE, model.id)
                item.setToolTip(text)
                self.table.setItem(row, place, item)
        self.table.blockSignals(False)
        self._tint()
        line = self.table.verticalHeader().defaultSectionSize()
        lines = min(max(len(self._shown), 1), ROWS_SHOWN)
        self.table.setFixedHeight(self.table.horizontalHeader().sizeHint().height() + lines * line + 4)
        self._filter(self.search.text())

    def _tint(self) -> None:
        for row, model in enumerate(self._shown):
            cell = self.table.item(row, self.table.columnCount() - 1)
            if cell is not None and model.loaded is not None:
                cell.setIcon(
                    self._theme.icon("check" if model.loaded else "waiting", "pass" if model.loaded else "muted")
                )

    def _filter(self, text: str) -> None:
        wanted = text.strip().casefold()
        shown = 0
        for row, model in enumerate(self._shown):
            fits = wanted in model.id.casefold()
            self.table.setRowHidden(row, not fits)
            shown += fits
        self.empty.setVisible(bool(self._shown) and not shown)

    def _mark(self) -> None:
        picked = self._servers.picked
        self.table.blockSignals(True)
        for row, model in enumerate(self._shown):
            if picked is not None and model.id == picked.id and self.table.currentRow() != row:
                self.table.setCurrentCell(row, 0)
        self.table.blockSignals(False)

    def _picked(self) -> None:
        chosen = self.table.selectedItems()
        if chosen:
            self._servers.pick(str(chosen[0].data(ID_ROLE)))

    def _fill_judges(self) -> None:
        picked = self._servers.picked
        others = [item.id for item in self._shown if picked is None or item.id != picked.id]
        self.judge.blockSignals(True)
        self.judge.replace(((self.tr("The same model"), ""), *((name, name) for name in others)))
        self.judge.choose(self._servers.judge)
        self.judge.blockSignals(False)
        for widget in (self.judge, self.judge_title):
            widget.setVisible(bool(others))
