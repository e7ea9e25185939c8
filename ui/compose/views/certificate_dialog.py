"""The certificate on the screen, and as a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from core.engine.outcome import Outcome
from ui.compose.views.certificate_page import CertificatePage, CertificateTexts, Section, write_html, write_pdf
from ui.compose.views.told_texts import ToldRow
from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.fitting import fit

SIZE = (680, 620)
ICON = 28


@dataclass(frozen=True, slots=True)
class CertificateFile:
    """A further kind of file, such as a signed record. `kinds`: filter of the file dialog. `write` returns what has to
    be said about the file, if anything; it raises OSError."""

    title: str
    suffix: str
    kinds: str
    write: Callable[[Outcome, Path], str | None]


class CertificateDialog(QDialog):
    """Read only; every line can be selected and copied. `further`: files beside PDF and HTML."""

    def __init__(
        self,
        theme: Theme,
        texts: CertificateTexts,
        outcome: Outcome,
        told: tuple[ToldRow, ...] = (),
        parent: QWidget | None = None,
        *,
        further: Sequence[CertificateFile] = (),
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._outcome = outcome
        self._texts = texts
        self.setWindowTitle(self.tr("Certificate"))
        fit(self, SIZE, theme.look.text_scale)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(*(4 * [theme.space(3)]))
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setAccessibleName(self.tr("Certificate"))
        page = QWidget(area)
        page.setProperty("role", "scrolled")
        self._column = QVBoxLayout(page)
        self._column.setSpacing(theme.space(2))
        self.folds: list[QToolButton] = []
        self._fill(texts.page(outcome, told))
        self._column.addStretch(1)
        area.setWidget(page)
        outer.addWidget(area, 1)
        self.trouble = self._label("")
        set_role(self.trouble, "block")
        self.trouble.hide()
        outer.addWidget(self.trouble)
        outer.addLayout(self._files(further))

    def _fill(self, page: CertificatePage) -> None:
        theme = self._theme
        head = QHBoxLayout()
        mark = QLabel(self)
        icon, tint = ("shield", "pass") if page.passed else ("person_decides", "warn")
        mark.setPixmap(theme.pixmap(icon, tint, ICON, self.devicePixelRatioF()))
        verdict = self._label(page.verdict)
        verdict.setFont(theme.font("title", bold=True))
        head.addWidget(mark)
        head.addWidget(verdict, 1)
        self._column.addLayout(head)
        self._column.addWidget(self._label(page.sentence))
        for section in page.sections:
            self._column.addWidget(self._folded(section) if section.folded else self._open(section))

    def _open(self, section: Section) -> QWidget:
        holder = QFrame(self)
        holder.setProperty("role", "card")
        column = QVBoxLayout(holder)
        column.setContentsMargins(*(4 * [self._theme.space(2)]))
        heading = self._label(section.title)
        heading.setFont(self._theme.font("heading", bold=True))
        column.addWidget(heading)
        column.addWidget(self._body(section))
        return holder

    def _folded(self, section: Section) -> QWidget:
        holder = QWidget(self)
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        fold = QToolButton(holder)
        fold.setText(section.title)
        fold.setAccessibleName(section.title)
        fold.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        fold.setCheckable(True)
        fold.setProperty("role", "quiet")
        body = self._body(section)
        body.hide()

        def turn(shown: bool) -> None:
            body.setVisible(shown)
            fold.setIcon(self._theme.icon("chevron_down" if shown else "chevron_right"))

        fold.toggled.connect(turn)
        turn(False)
        self.folds.append(fold)
        column.addWidget(fold)
        column.addWidget(body)
        return holder

    def _body(self, section: Section) -> QWidget:
        body = QWidget(self)
        form = QFormLayout(body)
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(self._theme.space(3))
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        for name, text in section.rows:
            if name:
                form.addRow(self._label(name, muted=True), self._label(text))
            else:
                form.addRow(self._label(f"–  {text}"))
        return body

    def _files(self, further: Sequence[CertificateFile]) -> QHBoxLayout:
        """Files name kinds of values only: what is told stays on this screen."""
        row = QHBoxLayout()
        row.setSpacing(self._theme.space(1))
        font = self._theme.font("body")
        kinds = (
            CertificateFile(
                self.tr("Save as PDF"),
                "pdf",
                self.tr("PDF files (*.pdf)"),
                lambda outcome, path: write_pdf(self._texts.page(outcome), path, font),
            ),
            CertificateFile(
                self.tr("Save as HTML"),
                "html",
                self.tr("Web pages (*.html)"),
                lambda outcome, path: write_html(self._texts.page(outcome), path),
            ),
            *further,
        )
        self.files: dict[str, QPushButton] = {}
        for kind in kinds:
            button = QPushButton(kind.title, self)
            button.setAccessibleName(kind.title)
            button.setToolTip(self.tr("The file names kinds of values, never the values"))
            button.setAutoDefault(False)
            button.clicked.connect(lambda _=False, chosen=kind: self._ask(chosen))
            self.files[kind.suffix] = button
            row.addWidget(button)
        row.addStretch(1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        for item in buttons.buttons():
            item.setAccessibleName(item.text().replace("&", ""))
        row.addWidget(buttons)
        return row

    def _ask(self, kind: CertificateFile) -> None:
        name = f"certificate-{self._outcome.certificate.sha256[:8]}.{kind.suffix}"
        dialog = QFileDialog(self, kind.title, name, kind.kinds)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(kind.suffix)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: self.save(kind, Path(path)))
        dialog.open()

    def save(self, kind: CertificateFile, path: Path) -> None:
        """Write one file; what went wrong is said here."""
        try:
            said = kind.write(self._outcome, path)
        except OSError:
            said = self.tr("The file could not be written. Choose another place.")
        self.trouble.setText(said or "")
        self.trouble.setVisible(bool(self.trouble.text()))

    def _label(self, text: str, *, muted: bool = False) -> QLabel:
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        if muted:
            label.setProperty("role", "muted")
        return label
