"""A list from a file: look at its beginning, choose the column, then import with progress."""

from __future__ import annotations

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import (
    QCheckBox,
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
from ui.library.viewmodels.dictionaries import DictionariesViewModel
from ui.library.viewmodels.ports import CsvPreview, CsvResult, ListKind
from ui.library.views.texts import plain_problem
from ui.library.views.type_box import TypeBox
from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.choice_box import ChoiceBox
from ui.shared.widgets.fitting import fit
from ui.shared.widgets.plain_table import PlainTable, Row
from ui.shared.wording.sentences import Sentences
from ui.shared.wording.wording import in_a_row, listed

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
        fit(self, SIZE, theme.look.text_scale)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(4 * [theme.space(3)]))
        column.setSpacing(theme.space(2))
        column.addWidget(self._label(self.tr("This is the beginning of the file:")))
        self.holder = QVBoxLayout()
        self.table: PlainTable | None = None
        column.addLayout(self.holder, 1)
        self.heading = QCheckBox(self.tr("The first row is a heading"), self)
        self.heading.setAccessibleName(self.heading.text())
        self.heading.setChecked(preview.heading)
        self.heading.toggled.connect(self._reopen)
        column.addWidget(self.heading)
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
        model.preview_changed.connect(self._show_preview)
        self._show_preview()
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
        self.column_box.activated.connect(lambda _row: self._count())
        form.addRow(self._label(self.tr("Column with the words")), self.column_box)
        self.type_box = TypeBox(self._theme, taxonomy, self)
        if hide:
            self.kinds = self._label(self.tr("They are"))
            form.addRow(self.kinds, self.type_box)
        else:
            self.type_box.hide()
        return form

    def _reopen(self) -> None:
        self._model.open_csv(self._preview.path, self.heading.isChecked())

    def _show_preview(self) -> None:
        """The rows that would be read; columns by their heading where there is one."""
        preview = self._model.preview
        if preview is None:
            return
        self._preview = preview
        if self.table is not None:
            self.table.deleteLater()
        self.table = PlainTable(self._theme, self.tr("Beginning of the file"), preview.columns, parent=self)
        self.table.show_rows([Row(cells) for cells in preview.head])
        self.holder.addWidget(self.table)
        chosen = max(0, self.column_box.currentIndex())
        self.column_box.clear()
        for place, name in enumerate(preview.columns):
            self.column_box.offer((name if preview.heading else self.tr("Column {0}").format(name), place))
        self.column_box.setCurrentIndex(min(chosen, len(preview.columns) - 1))
        self._count()

    def _say_types(self) -> None:
        """Whether each word brings its type along: what is chosen below is then for those that do not."""
        if self._kind is not ListKind.HIDE:
            return
        place = self._preview.types
        if place < 0 or place == self.column_box.value:
            self.kinds.setText(self.tr("They are"))
            return
        name = self._preview.columns[place]
        named = name if self._preview.heading else self.tr("Column {0}").format(name)
        self.kinds.setText(self.tr("Each is what “{0}” says; without it:").format(named))

    def _count(self) -> None:
        self._say_types()
        self._model.count_csv(self.column_box.value)
        self._show_progress()

    def _counted(self) -> str:
        """What would be imported, and which lines would not."""
        count = self._model.count
        if count is None:
            return self.tr("Counting…") if self._model.preview is not None else ""
        locale = QLocale()
        words = count.words
        text = self.tr("%n word(s); twice in the file: {twice}; blank, too short or too long: {skipped}.", "", words)
        text = text.replace("%n", locale.toString(count.words)).replace("{twice}", locale.toString(count.twice))
        text = text.replace("{skipped}", locale.toString(count.skipped))
        lines = listed(map(locale.toString, count.lines))
        return in_a_row(text, self.tr("First such lines: {0}").format(lines)) if lines else text

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
        self._model.import_csv(self._kind, self.column_box.value, type_id)

    def _show_progress(self) -> None:
        progress = self._model.progress
        self.bar.setVisible(progress is not None)
        self.start.setEnabled(progress is None and self._model.preview is not None)
        if progress is None:
            set_role(self.outcome, "muted")
            self.outcome.setText(self._counted())
        else:
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
