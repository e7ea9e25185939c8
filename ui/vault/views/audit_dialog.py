"""The audit trail: what happened when, whether the chain holds, and its export."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QMarginsF, Qt
from PySide6.QtGui import QPageLayout, QPageSize, QPdfWriter, QShowEvent, QTextDocument
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from core.store.audit_records import AuditFilter, AuditKind, AuditReport, AuditRow
from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.choice_box import ChoiceBox
from ui.shared.widgets.fitting import fit, scrolled
from ui.shared.widgets.flow import Flow
from ui.shared.widgets.search_field import SearchField
from ui.shared.widgets.whole_text import WholeText
from ui.shared.wording.facts import moment_text
from ui.vault.viewmodels.audit import AuditViewModel
from ui.vault.views.audit_texts import body_text, finding_text, kind_name, report_text

SIZE = (920, 620)
ROWS_SHOWN = 5
"""Lines that the table is never lower than; where they do not fit the dialog scrolls."""
SUBJECT, SUBJECT_LETTERS = 3, 18
"""The column of ids, and its width."""
MARGIN_MM = 18
PRIVATE = 0o600


class AuditDialog(QDialog):
    """Reads the trail a page at a time; nothing in it is text of the user's."""

    def __init__(self, theme: Theme, model: AuditViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = model
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Audit trail"))
        fit(self, SIZE, theme.look.text_scale)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(*(4 * [theme.space(3)]))
        outer.setSpacing(theme.space(2))
        inner = WholeText()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(2))
        area = scrolled(inner, self)
        area.setAccessibleName(self.windowTitle())
        outer.addWidget(area, 1)
        column.addWidget(
            self._label(
                self.tr(
                    "Every row holds ids, hashes and counts, never text. Each is chained to the one before; the end of "
                    "the chain is anchored outside the file."
                ),
                muted=True,
            )
        )
        column.addLayout(self._filters())
        column.addWidget(self._table(), 1)
        self.finding = self._label("")
        column.addWidget(self.finding)
        outer.addLayout(self._buttons())
        model.changed.connect(self.refresh)
        model.verified.connect(self._verified)
        model.exported.connect(self._exported)
        model.failed.connect(self._failed)
        model.show(AuditFilter())

    def _label(self, text: str, *, muted: bool = False) -> QLabel:
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        if muted:
            set_role(label, "muted")
        return label

    def _filters(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self.kind = ChoiceBox(self._theme, self)
        self.kind.setAccessibleName(self.tr("What happened"))
        self.kind.offer((self.tr("Everything"), None), *((kind_name(kind), kind) for kind in AuditKind))
        self.kind.picked.connect(self._choose)
        self.subject = SearchField(self._theme, self.tr("Id of a run, a send or a conversation"), self)
        self.subject.editingFinished.connect(self._choose)
        row.addWidget(self.kind, 1)
        row.addWidget(self.subject, 2)
        return row

    def _table(self) -> QTableWidget:
        self.table = QTableWidget(0, 5, self)
        self.table.setMinimumHeight(ROWS_SHOWN * self.fontMetrics().lineSpacing())
        self.table.setHorizontalHeaderLabels(
            [self.tr("Row"), self.tr("When"), self.tr("What happened"), self.tr("Id"), self.tr("Facts")]
        )
        self.table.setAccessibleName(self.tr("Rows of the audit trail"))
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.verticalHeader().hide()
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(SUBJECT, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(SUBJECT, self.fontMetrics().horizontalAdvance("0") * SUBJECT_LETTERS)
        header.setStretchLastSection(True)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setResizeContentsPrecision(50)
        # A bar that came with the last of the rows would take room from those that have their height already.
        self.table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.table.verticalScrollBar().valueChanged.connect(self._scrolled)
        return self.table

    def _buttons(self) -> Flow:
        row = Flow(self._theme.space(1))
        self.verify = self._button(self.tr("Verify the chain"), self._model.verify, "primary")
        self.lines = self._button(self.tr("Export as JSON lines"), lambda: self._export("jsonl"))
        self.pdf = self._button(self.tr("Export as PDF"), lambda: self._export("pdf"))
        close = self._button(self.tr("Close"), self.reject)
        for button in (self.verify, self.lines, self.pdf):
            row.addWidget(button)
        row.add_stretch()
        row.addWidget(close)
        return row

    def _button(self, text: str, run: Callable[[], object], role: str = "") -> QPushButton:
        button = QPushButton(text, self)
        button.setAccessibleName(text)
        button.setAutoDefault(False)
        button.clicked.connect(lambda _=False: run())
        if role:
            set_role(button, role)
        return button

    def _choose(self) -> None:
        kind = self.kind.value
        chosen = AuditFilter(frozenset({kind} if kind else ()), self.subject.text().strip())
        if chosen != self._model.chosen:
            self._model.show(chosen)

    def _scrolled(self, place: int) -> None:
        if place == self.table.verticalScrollBar().maximum():
            self._model.more()

    def refresh(self) -> None:
        """Show the rows that were read; a longer list only grows."""
        rows = self._model.rows
        known = self.table.rowCount()
        if known > len(rows) or not known or self._first() != str(rows[0].seq):
            known = 0
        self.table.setRowCount(len(rows))
        for place in range(known, len(rows)):
            row = rows[place]
            cells = (str(row.seq), moment_text(row.at), kind_name(row.kind), row.subject, body_text(row))
            for column, text in enumerate(cells):
                item = QTableWidgetItem(text)
                item.setToolTip(text)
                self.table.setItem(place, column, item)
        self._show_whole(range(known, len(rows)))

    def _show_whole(self, places: range) -> None:
        """Rows as high as what they say, which wraps; of ids, which are looked for as a whole, some are cut. Only rows
        that are new: a header that keeps all of them right takes longer the more there are."""
        self.table.doItemsLayout()
        for place in places:
            self.table.resizeRowToContents(place)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_whole(range(self.table.rowCount()))

    def _first(self) -> str:
        item = self.table.item(0, 0)
        return item.text() if item is not None else ""

    def _say(self, text: str, role: str) -> None:
        set_role(self.finding, role)
        self.finding.setText(text)

    def _exported(self) -> None:
        self._say(self.tr("Exported."), "")

    def _failed(self) -> None:
        self._say(self.tr("This did not work; the trail is as it was."), "block")

    def _verified(self, report: AuditReport) -> None:
        lines = [report_text(report), *(finding_text(item) for item in report.findings)]
        self._say("\n".join(lines), "pass" if report.intact else "block")

    def _export(self, kind: str) -> None:
        dialog = QFileDialog(self, self.tr("Export the audit trail"), f"audit.{kind}", f"*.{kind}")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(kind)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        write = self._model.export_lines if kind == "jsonl" else self.write_pdf
        dialog.fileSelected.connect(lambda path: write(Path(path)))
        dialog.open()

    def write_pdf(self, path: Path) -> None:
        """All rows that fit, with a verification at their head, on A4 pages."""

        def done(found: tuple[tuple[AuditRow, ...], AuditReport]) -> None:
            try:
                path.touch(PRIVATE)
            except OSError:
                self._say(self.tr("The file could not be written."), "block")
                return
            _print(path, self._report(*found))
            self._say(self.tr("Exported."), "")

        self._model.everything(done)

    def _report(self, rows: tuple[AuditRow, ...], report: AuditReport) -> str:
        lines = [
            self.tr("Audit trail of DR-SL Desktop"),
            self.tr("Written {when}").replace("{when}", moment_text(datetime.now(UTC))),
            report_text(report),
            self.tr("Head of the chain: {hash}").replace("{hash}", report.head),
            "",
        ]
        for row in rows:
            head = f"{row.seq}  {row.at.isoformat(timespec='seconds')}  {kind_name(row.kind)}  {row.subject}"
            lines += [head, f"    {body_text(row)}".rstrip(), f"    {row.hash}"]
        return "\n".join(lines)


def _print(path: Path, text: str) -> None:
    writer = QPdfWriter(str(path))
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF(*(4 * [MARGIN_MM])), QPageLayout.Unit.Millimeter)
    document = QTextDocument()
    font = document.defaultFont()
    font.setPointSizeF(8)
    document.setDefaultFont(font)
    document.setPlainText(text)
    document.print_(writer)
