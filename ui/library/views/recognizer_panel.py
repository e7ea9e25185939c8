"""Own recognisers: a list, an editor, and a box where a sample shows at once what a pattern would find."""

from __future__ import annotations

import secrets
from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QKeyEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import (
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QSplitter,
    QStackedWidget,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from core.domain.taxonomy import Taxonomy
from ui.library.viewmodels.dictionaries import DictionariesViewModel
from ui.library.viewmodels.ports import OwnRecognizer
from ui.library.views.texts import plain_problem, type_name
from ui.library.views.type_box import TypeBox
from ui.shared.document.offsets import map_offsets
from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.choice_box import ChoiceBox
from ui.shared.widgets.empty_state import EmptyState
from ui.shared.widgets.plain_parts import plain_label, push_button
from ui.shared.widgets.plain_table import PlainTable, Row
from ui.shared.widgets.undo_bar import UndoBar
from ui.shared.widgets.whole_text import WholeText
from ui.shared.wording.sentences import Sentences
from ui.shared.wording.tags import interface_language

LEFT = 330
ID_BYTES = 6
SEPARATORS = str.maketrans({"，": ",", "、": ",", ";": ",", "；": ","})


class RecognizerPanel(QWidget):
    """What is being edited lives here until it is saved; the list and the test's result are the view model's."""

    def __init__(
        self,
        theme: Theme,
        taxonomy: Taxonomy,
        model: DictionariesViewModel,
        sentences: Sentences,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._taxonomy = taxonomy
        self._model = model
        self._sentences = sentences
        self._edited = ""
        self._filling = False
        self._build()
        model.recognizers_changed.connect(self.refresh)
        model.tested_changed.connect(self._show_test)
        model.removed_changed.connect(self._show_removed)
        model.problem_changed.connect(self._show_problem)
        theme.changed.connect(self._show_test)
        self._explain()
        self._restore()
        self.refresh()
        self._show_removed()
        self._show_problem()
        self._show_test()

    # -- construction -------------------------------------------------------------------------------------

    def _build(self) -> None:
        theme = self._theme
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(1))
        title = plain_label(self, self.tr("Own recognisers"))
        title.setFont(theme.font("heading", bold=True))
        column.addWidget(title)
        column.addWidget(
            plain_label(
                self,
                self.tr("Numbers and codes of your own: what such a value looks like, not the value."),
                role="muted",
            )
        )
        self.undo = UndoBar(theme, self)
        self.undo.undo_asked.connect(self._model.take_back)
        self.undo.left.connect(lambda: self.undo.say(""))
        column.addWidget(self.undo)
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(theme.space(2))
        split.addWidget(self._left())
        split.addWidget(self._editor())
        split.setSizes([LEFT, 1000])
        split.setStretchFactor(1, 1)
        column.addWidget(split, 1)

    def _left(self) -> QWidget:
        side = QWidget(self)
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        names = (self.tr("Pattern"), self.tr("Type"))
        self.table = PlainTable(self._theme, self.tr("Own recognisers"), names, parent=side)
        self.table.selectionModel().currentRowChanged.connect(lambda index, _old: self._open(index.row()))
        self.empty = EmptyState(self._theme, "search", side)
        self.empty.set_texts(
            self.tr("No recogniser of your own"),
            self.tr("Describe on the right what a value looks like, try it on a sample, and save."),
        )
        self.pages = QStackedWidget(side)
        self.pages.addWidget(self.table)
        self.pages.addWidget(self.empty)
        column.addWidget(self.pages, 1)
        row = QHBoxLayout()
        self.new = push_button(self, self.tr("New"), self._new)
        self.remove = push_button(self, self.tr("Delete"), self._delete)
        row.addWidget(self.new)
        row.addStretch(1)
        row.addWidget(self.remove)
        column.addLayout(row)
        return side

    def _editor(self) -> QWidget:
        side = WholeText(self)
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(self._theme.space(1))
        form = QFormLayout()
        form.setSpacing(self._theme.space(1))
        self.form_box = ChoiceBox(self._theme, side)
        self.form_box.setAccessibleName(self.tr("Kind of pattern"))
        self.form_box.offer((self.tr("Shape of the value"), True), (self.tr("Expression"), False))
        self.form_box.currentIndexChanged.connect(lambda _row: self._form_changed())
        self.pattern = self._field(self.tr("Pattern"), "")
        self.type_box = TypeBox(self._theme, self._taxonomy, side)
        self.type_box.currentIndexChanged.connect(lambda _row: self._test())
        self.cues = self._field(self.tr("Words nearby"), self.tr("Needed near it, separated by commas; may stay empty"))
        for name, field in (
            (self.tr("Kind of pattern"), self.form_box),
            (self.tr("Pattern"), self.pattern),
            (self.tr("Type"), self.type_box),
            (self.tr("Words nearby"), self.cues),
        ):
            label = plain_label(self, name, wrap=False)
            label.setBuddy(field)
            form.addRow(label, field)
        column.addLayout(form)
        self.notation = plain_label(self, role="muted")
        column.addWidget(self.notation)
        column.addWidget(plain_label(self, self.tr("Try it: type or paste a sample. It is not kept.")))
        self.sample = QPlainTextEdit(side)
        self.sample.setAccessibleName(self.tr("Sample text"))
        self.sample.setTabChangesFocus(True)
        self.sample.setPlaceholderText(self.tr("What the pattern finds is marked as you type."))
        self.sample.textChanged.connect(self._test)
        column.addWidget(self.sample, 1)
        self.finding = plain_label(self)
        column.addWidget(self.finding)
        self.problem = plain_label(self, role="block")
        column.addWidget(self.problem)
        self.save = push_button(self, self.tr("Save"), self._save, "primary")
        column.addWidget(self.save, 0, Qt.AlignmentFlag.AlignRight)
        return side

    def _field(self, name: str, hint: str) -> QLineEdit:
        field = QLineEdit(self)
        field.setAccessibleName(name)
        field.setPlaceholderText(hint)
        field.textEdited.connect(lambda _text: self._test())
        return field

    # -- content ------------------------------------------------------------------------------------------

    def _restore(self) -> None:
        """What was being edited before the window was built anew."""
        tested = self._model.tested
        if tested.recognizer is not None:
            self._edited = tested.recognizer.id
            self._fill(tested.recognizer)
            with QSignalBlocker(self.sample):
                self.sample.setPlainText(tested.sample)

    def _fill(self, chosen: OwnRecognizer) -> None:
        self.pattern.setText(chosen.pattern)
        self.cues.setText(", ".join(chosen.cues))
        with QSignalBlocker(self.type_box):
            self.type_box.choose(chosen.type_id)
        with QSignalBlocker(self.form_box):
            self.form_box.setCurrentIndex(int(not chosen.is_shape))
        self._explain()

    def refresh(self) -> None:
        """The list; what is being edited stays."""
        language = interface_language()
        rows = [
            Row((item.pattern, type_name(self._taxonomy, item.type_id, language))) for item in self._model.recognizers
        ]
        self._filling = True
        self.table.show_rows(rows)
        self.pages.setCurrentWidget(self.table if rows else self.empty)
        place = next((row for row, item in enumerate(self._model.recognizers) if item.id == self._edited), -1)
        if place >= 0:
            self.table.selectRow(place)
        else:
            self._edited = ""
            self.table.clearSelection()
        self._filling = False
        self._enable()

    def _form_changed(self) -> None:
        self._explain()
        self._test()

    def _explain(self) -> None:
        """How to write the chosen kind of pattern."""
        if self.form_box.value:
            self.pattern.setPlaceholderText("A{2}-9{6}")
            text = self.tr(
                "A{2}-9{6} is two capitals, a hyphen and six digits. a: small letters, 汉: Chinese characters."
            )
        else:
            self.pattern.setPlaceholderText("KD-\\d{6}")
            text = self.tr("KD-\\d{6} is KD- and six digits. Classes, groups, | and repeats work; ^, $ and \\1 do not.")
        self.notation.setText(text)

    def _draft(self) -> OwnRecognizer:
        cues = tuple(word for part in self.cues.text().translate(SEPARATORS).split(",") if (word := part.strip()))
        return OwnRecognizer(
            self._edited, self.type_box.type_id, self.pattern.text().strip(), cues, self.form_box.value
        )

    def _open(self, row: int) -> None:
        if self._filling or not 0 <= row < len(self._model.recognizers):
            return
        chosen = self._model.recognizers[row]
        self._edited = chosen.id
        self._fill(chosen)
        self._test()

    def _test(self) -> None:
        self._model.test(self._draft(), self.sample.toPlainText())
        self._enable()

    def _show_test(self) -> None:
        tested = self._model.tested
        current = tested.sample == self.sample.toPlainText()
        marks = []
        if current:
            offsets = map_offsets(tested.sample)
            style = QTextCharFormat()
            style.setBackground(self._theme.color("accent_soft"))
            style.setForeground(self._theme.color("accent"))
            style.setFontUnderline(True)
            for start, end in tested.spans:
                first, last = offsets.span_to_units(start, end)
                mark = QTextEdit.ExtraSelection()
                cursor = QTextCursor(self.sample.document())
                cursor.setPosition(first)
                cursor.setPosition(last, QTextCursor.MoveMode.KeepAnchor)
                mark.cursor, mark.format = cursor, style
                marks.append(mark)
        self.sample.setExtraSelections(marks)
        self.finding.setText(self._finding())
        set_role(self.finding, "warn" if tested.problem is not None else "muted")
        self.sample.setAccessibleDescription(self.finding.text())
        self._enable()

    def _finding(self) -> str:
        tested = self._model.tested
        if not self.pattern.text().strip():
            return self.tr("Write a pattern first.")
        if tested.problem is not None:
            return plain_problem(tested.problem, self._sentences)
        if not self.sample.toPlainText():
            return self.tr("Type a sample to see what it finds.")
        count = len(tested.spans)
        if not count:
            return self.tr("Finds nothing in the sample.")
        return self.tr("Finds %n place(s) in the sample.", "", count).replace("%n", str(count))

    def _enable(self) -> None:
        good = bool(self.pattern.text().strip()) and self._model.tested.problem is None
        self.save.setEnabled(good and self._model.available)
        self.remove.setEnabled(bool(self._edited))

    def _show_removed(self) -> None:
        removed = self._model.removed
        mine = removed is not None and removed.recognizer is not None
        self.undo.say(self.tr("The recogniser was deleted.") if mine else "", self.tr("Bring back"))

    def _show_problem(self) -> None:
        problem = self._model.problem
        self.problem.setText(plain_problem(problem, self._sentences) if problem is not None else "")
        self.problem.setVisible(problem is not None)

    # -- steps --------------------------------------------------------------------------------------------

    def _new(self) -> None:
        self._edited = ""
        self.table.clearSelection()
        self.table.setCurrentIndex(self.table.model().index(-1, -1))
        self.pattern.clear()
        self.cues.clear()
        self._test()
        self.pattern.setFocus(Qt.FocusReason.OtherFocusReason)

    def _save(self) -> None:
        draft = self._draft()
        if not self._edited:
            self._edited = secrets.token_hex(ID_BYTES)
        self._model.save_recognizer(replace(draft, id=self._edited))

    def _delete(self) -> None:
        chosen = next((item for item in self._model.recognizers if item.id == self._edited), None)
        if chosen is not None:
            self._model.delete_recognizer(chosen)
            self._new()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Del deletes the chosen recogniser."""
        if event.key() == Qt.Key.Key_Delete and self.table.hasFocus():
            self._delete()
            return
        super().keyPressEvent(event)
