"""A list from a file: look at its beginning, choose the column, then import with progress."""

from __future__ import annotations

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import (
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from core.domain.taxonomy import Taxonomy
from ui.theme.theme import Theme, set_role
from ui.viewmodels.dictionaries import DictionariesViewModel
from ui.viewmodels.library_ports import CsvPreview, CsvResult, ListKind
from ui.views.library_texts import plain_problem
from ui.views.sentences import Sentences
from ui.views.type_box import TypeBox
from ui.widgets.choice_box import ChoiceBox
from ui.widgets.plain_table import PlainTable, Row

SIZE = (640, 480)


class CsvDialog(QDialog):
    """Works on the preview of the view model; closes itself once that is imported or dropped."""

    def __init__(
        self,
        theme: Theme,
        taxonomy: Taxonomy,
        model: DictionariesViewModel,
        kind: ListKind,
        preview: CsvPreview,
        sentences: Sentences,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = model
        self._kind = kind
        self._preview = preview
        self._sentences = sentences
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        hide = kind is ListKind.HIDE
        self.setWindowTitle(self.tr("Import into “Always hide”") if hide else self.tr("Import into “Never hide”"))
        self.resize(*SIZE)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(4 * [theme.space(3)]))
        column.setSpacing(theme.space(2))
        rows = self.tr("%n row(s) in the file. This is its beginning:", "", preview.rows)
        column.addWidget(self._label(rows.replace("%n", QLocale().toString(preview.rows))))
        self.table = PlainTable(theme, self.tr("Beginning of the file"), preview.columns, parent=self)
        self.table.show_rows([Row(cells) for cells in preview.head])
        column.addWidget(self.table, 1)
        column.addLayout(self._choices(taxonomy, hide=hide))
        self.outcome = self._label()
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Progress"))
        column.addWidget(self.bar)
        column.addWidget(self.outcome)
        column.addLayout(self._buttons())
        model.importing_changed.connect(self._show_progress)
        model.problem_changed.connect(self._show_problem)
        model.imported.connect(self._imported)
        self._show_progress()
        self.finished.connect(lambda _code: model.drop_csv())

    def _label(self, text: str = "") -> QLabel:
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        return label

    def _choices(self, taxonomy: Taxonomy, *, hide: bool) -> QFormLayout:
        form = QFormLayout()
        self.column_box = ChoiceBox(self._theme, self)
        self.column_box.setAccessibleName(self.tr("Column with the words"))
        for place, name in enumerate(self._preview.columns):
            self.column_box.addItem(name, place)
        form.addRow(self._label(self.tr("Column with the words")), self.column_box)
        self.type_box = TypeBox(self._theme, taxonomy, self)
        if hide:
            form.addRow(self._label(self.tr("They are")), self.type_box)
        else:
            self.type_box.hide()
        return form

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addStretch(1)
        self.cancel = QPushButton(self.tr("Cancel"), self)
        self.start = QPushButton(self.tr("Import"), self)
        set_role(self.start, "primary")
        self.start.setDefault(True)
        for button in (self.cancel, self.start):
            button.setAccessibleName(button.text())
            row.addWidget(button)
        self.cancel.clicked.connect(self.reject)
        self.start.clicked.connect(self._start)
        return row

    def _start(self) -> None:
        type_id = self.type_box.type_id if self._kind is ListKind.HIDE else ""
        self._model.import_csv(self._kind, self.column_box.currentData(), type_id)

    def _show_progress(self) -> None:
        progress = self._model.progress
        self.bar.setVisible(progress is not None)
        self.start.setEnabled(progress is None and self._model.preview is not None)
        if progress is not None:
            self.bar.setRange(0, progress[1])
            self.bar.setValue(progress[0])

    def _show_problem(self) -> None:
        problem = self._model.problem
        self.outcome.setText(plain_problem(problem, self._sentences) if problem is not None else "")
        set_role(self.outcome, "block")

    def _imported(self, result: CsvResult) -> None:
        set_role(self.outcome, "pass")
        locale = QLocale()
        text = self.tr("{added} added, {known} were there already, {skipped} blank or too long and left out.")
        text = text.replace("{added}", locale.toString(result.added))
        text = text.replace("{known}", locale.toString(result.known))
        self.outcome.setText(text.replace("{skipped}", locale.toString(result.skipped)))
        self.start.hide()
        self.cancel.setText(self.tr("Close"))
        self.cancel.setAccessibleName(self.cancel.text())
        self.cancel.setFocus(Qt.FocusReason.OtherFocusReason)
