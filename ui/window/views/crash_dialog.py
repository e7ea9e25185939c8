"""The report of the last crash, whole, before anything is done with it; the program sends it nowhere (SEC-19)."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.fitting import fit

SIZE = (720, 460)


class CrashDialog(QDialog):
    """Shows `text`; it can be copied, and goes when the dialog closes."""

    def __init__(self, theme: Theme, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("The program had failed"))
        fit(self, SIZE, theme.look.text_scale)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(4 * [theme.space(3)]))
        column.setSpacing(theme.space(2))
        heading = QLabel(self.tr("Something in the program failed when it ran last."), self)
        heading.setWordWrap(True)
        heading.setFont(theme.font("heading", bold=True))
        column.addWidget(heading)
        words = QLabel(
            self.tr(
                "This is all that was kept of it: places in the program and versions, nothing of what you wrote. It is "
                "sent nowhere. If you want to report the fault, copy it yourself."
            ),
            self,
        )
        words.setWordWrap(True)
        set_role(words, "muted")
        column.addWidget(words)
        self.report = QPlainTextEdit(self)
        self.report.setReadOnly(True)
        self.report.setPlainText(text)
        self.report.setAccessibleName(self.tr("Report of the failure"))
        self.report.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        column.addWidget(self.report, 1)
        buttons = QDialogButtonBox(self)
        self.copy = buttons.addButton(self.tr("Copy"), QDialogButtonBox.ButtonRole.ActionRole)
        self.close_button = buttons.addButton(self.tr("Close and delete it"), QDialogButtonBox.ButtonRole.RejectRole)
        for button in (self.copy, self.close_button):
            button.setAccessibleName(button.text())
            button.setAutoDefault(False)
        self.copy.clicked.connect(self._copy)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.report.toPlainText())
