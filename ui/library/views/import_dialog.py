"""A library file under review: who signed it, what it would change, what the checks refused. Adopt or drop."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QSplitter, QVBoxLayout, QWidget

from ui.library.viewmodels.library import LibraryViewModel
from ui.library.viewmodels.ports import ChangeKind, ImportChange, ImportReview
from ui.library.views.texts import change_name, key_title, refusal_text
from ui.shared.document.diff_view import DiffView, DiffWords, Elsewhere
from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.plain_table import PlainTable, Row
from ui.shared.wording.sentences import Sentences

SIZE = (860, 600)
_MARKS = {
    ChangeKind.ADDED: ("plus", "pass"),
    ChangeKind.CHANGED: ("pencil", "accent"),
    ChangeKind.REFUSED: ("cross", "block"),
}


class ImportDialog(QDialog):
    """Nothing of the file holds before “Adopt”."""

    def __init__(
        self,
        theme: Theme,
        model: LibraryViewModel,
        review: ImportReview,
        sentences: Sentences,
        elsewhere: Elsewhere | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = model
        self._review = review
        self._sentences = sentences
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Review an imported library"))
        self.resize(*SIZE)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(4 * [theme.space(3)]))
        column.setSpacing(theme.space(2))
        column.addWidget(self._label(self._signed()))
        column.addWidget(self._label(self.tr("Nothing of it holds before you adopt it."), muted=True))
        split = QSplitter(Qt.Orientation.Vertical, self)
        split.setChildrenCollapsible(False)
        names = (self.tr("Item"), self.tr("Change"), self.tr("Verdict"))
        self.table = PlainTable(theme, self.tr("Changes in the file"), names, parent=self)
        self.table.show_rows([self._row(change) for change in review.changes])
        self.table.selectionModel().currentRowChanged.connect(lambda index, _old: self._compare(index.row()))
        words = DiffWords(
            self.tr("What is active now"),
            self.tr("What the file says"),
            (self.tr("No differences"), self.tr("The file says what is active already.")),
            (self.tr("Choose a change above"), ""),
        )
        self.diff = DiffView(theme, elsewhere, self, words)
        split.addWidget(self.table)
        split.addWidget(self.diff)
        split.setStretchFactor(1, 1)
        column.addWidget(split, 1)
        column.addLayout(self._buttons())
        if review.changes:
            self.table.selectRow(0)
        model.import_changed.connect(self._left)

    def _label(self, text: str, *, muted: bool = False) -> QLabel:
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        if muted:
            set_role(label, "muted")
        return label

    def _signed(self) -> str:
        if self._review.known:
            text = self.tr("Signed on this computer. Fingerprint: {0}")
        else:
            text = self.tr("Signed elsewhere. Compare the fingerprint with its author before you adopt it: {0}")
        return text.format(self._review.fingerprint)

    def _row(self, change: ImportChange) -> Row:
        icon, tint = _MARKS[change.kind]
        return Row(
            (key_title(change.key), change_name(change.kind), refusal_text(change.reason, self._sentences)), icon, tint
        )

    def _compare(self, row: int) -> None:
        if 0 <= row < len(self._review.changes):
            change = self._review.changes[row]
            self.diff.set_texts(change.before, change.after)

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        count = self._review.adoptable
        self.drop = QPushButton(self.tr("Drop the file"), self)
        self.adopt = QPushButton(self.tr("Adopt %n change(s)", "", count), self)
        set_role(self.adopt, "primary")
        self.adopt.setEnabled(count > 0)
        self.drop.setDefault(True)
        for button in (self.drop, self.adopt):
            button.setAccessibleName(button.text())
        self.drop.clicked.connect(self.reject)
        self.adopt.clicked.connect(self._model.adopt_import)
        row.addStretch(1)
        row.addWidget(self.drop)
        row.addWidget(self.adopt)
        self.finished.connect(lambda _code: self._drop())
        return row

    def _drop(self) -> None:
        if self._model.review is self._review:
            self._model.drop_import()

    def _left(self) -> None:
        if self._model.review is not self._review:
            self.accept()
