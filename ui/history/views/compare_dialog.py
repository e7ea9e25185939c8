"""Two runs side by side: their texts word for word, and their evidence."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from core.domain.verdict import VerdictKind
from core.store.records import StoredRun
from ui.shared.document.diff_view import DiffMode, DiffView, DiffWords
from ui.shared.evidence.panel import EvidencePanel, Voice
from ui.shared.theme.theme import Theme
from ui.shared.widgets.fitting import fit, scrolled
from ui.shared.wording.facts import moment_text

SIZE = (1100, 640)


class CompareDialog(QDialog):
    """Read only."""

    def __init__(self, theme: Theme, first: StoredRun, second: StoredRun, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Two runs compared"))
        fit(self, SIZE, theme.look.text_scale)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(4 * [theme.space(3)]))
        words = DiffWords(
            self.tr("The first run, with what the second took away"),
            self.tr("The second run, with what it added"),
            (self.tr("No differences"), self.tr("Both runs proposed the same words.")),
            (self.tr("No differences"), self.tr("Both runs proposed the same words.")),
        )
        self.diff = DiffView(theme, None, self, words)
        self.diff.set_mode(DiffMode.SIDE_BY_SIDE)
        self.diff.set_texts(first.verdict.artifact.text, second.verdict.artifact.text)
        column.addWidget(self.diff, 2)
        sides = QWidget(self)
        row = QHBoxLayout(sides)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.space(3))
        for run in (first, second):
            row.addLayout(self._side(run), 1)
        column.addWidget(scrolled(sides, self), 3)
        buttons = QDialogButtonBox(self)
        close = buttons.addButton(self.tr("Close"), QDialogButtonBox.ButtonRole.RejectRole)
        close.setAccessibleName(close.text())
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)

    def _side(self, run: StoredRun) -> QVBoxLayout:
        column = QVBoxLayout()
        title = QLabel(moment_text(run.started_at), self)
        title.setFont(self._theme.font("heading", bold=True))
        column.addWidget(title)
        panel = EvidencePanel(self._theme, self)
        voice = Voice.PASS if run.verdict.kind is VerdictKind.PASS else Voice.INFEASIBLE
        panel.set_evidence(run.verdict.evidence, run.certificate.protocol, voice)
        column.addWidget(panel)
        column.addStretch(1)
        return column
