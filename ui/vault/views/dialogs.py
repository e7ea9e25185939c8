"""Small dialogs of the vault: a passphrase, and a backup to restore."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from core.domain.secret import Secret
from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.fitting import fit, scrolled
from ui.shared.widgets.flow import Flow
from ui.shared.widgets.whole_text import WholeText
from ui.shared.wording.problem_texts import describe
from ui.shared.wording.sentences import Sentences
from ui.vault.viewmodels.vault import Task, VaultViewModel
from ui.vault.views.recovery_sheet import RecoverySheet

WIDTH = 460
RESTORE_SIZE = (580, 420)


class PassphraseDialog(QDialog):
    """`chosen(new, old)`: two Secrets, `old` None unless it was asked for."""

    chosen = Signal(object, object)

    def __init__(self, theme: Theme, title: str, parent: QWidget | None = None, *, asks_old: bool = False) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.setMinimumWidth(theme.grown(WIDTH))
        column = QVBoxLayout(self)
        column.setContentsMargins(*(4 * [theme.space(3)]))
        column.setSpacing(theme.space(2))
        self.old = self._field(self.tr("Old passphrase, with which the vault opens now"))
        self.old.setVisible(asks_old)
        new = (
            self.tr("New passphrase, at least 10 characters")
            if asks_old
            else self.tr("Passphrase, at least 10 characters")
        )
        self.new = self._field(new)
        self.again = self._field(self.tr("The same passphrase again"))
        for field in (self.old, self.new, self.again):
            column.addWidget(field)
        self._buttons = QDialogButtonBox(self)
        verb = self.tr("Change the passphrase") if asks_old else self.tr("Use this passphrase")
        self.ok = self._buttons.addButton(verb, QDialogButtonBox.ButtonRole.AcceptRole)
        cancel = self._buttons.addButton(self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        for button in (self.ok, cancel):
            button.setAccessibleName(button.text())
        self._buttons.accepted.connect(self._accept)
        self._buttons.rejected.connect(self.reject)
        column.addWidget(self._buttons)
        self._asks_old = asks_old
        self._refresh()

    def _field(self, name: str) -> QLineEdit:
        field = QLineEdit(self)
        field.setEchoMode(QLineEdit.EchoMode.Password)
        field.setPlaceholderText(name)
        field.setAccessibleName(name)
        field.textChanged.connect(self._refresh)
        return field

    def _refresh(self) -> None:
        if hasattr(self, "ok"):
            new = self.new.text()
            self.ok.setEnabled(bool(new) and new == self.again.text() and (not self._asks_old or bool(self.old.text())))

    def _accept(self) -> None:
        self.chosen.emit(Secret(self.new.text()), Secret(self.old.text()) if self._asks_old else None)
        self.accept()


class RestoreDialog(QDialog):
    """A backup takes the place of the vault: its file and key first, then the new recovery key."""

    def __init__(
        self, theme: Theme, model: VaultViewModel, sentences: Sentences, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._sentences = sentences
        self._path: Path | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Restore a backup"))
        fit(self, RESTORE_SIZE, theme.look.text_scale)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(*(4 * [theme.space(3)]))
        outer.setSpacing(theme.space(2))
        inner = WholeText()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(2))
        column.addWidget(
            self._label(
                self.tr(
                    "The backup takes the place of this vault, under new keys. This vault is put aside under another "
                    "name, not deleted."
                )
            )
        )
        self.file = QPushButton(self.tr("Choose the backup"), self)
        self.file.setAccessibleName(self.file.text())
        self.file.setAutoDefault(False)
        self.file.clicked.connect(self._choose)
        column.addWidget(self.file)
        self.secret = self._field(self.tr("Passphrase or printed key of the backup itself"))
        self.passphrase = self._field(self.tr("New passphrase, with which the vault opens from then on"))
        self.passphrase.setVisible(model.uses_passphrase or model.passphrase_needed)
        column.addWidget(self.secret)
        column.addWidget(self.passphrase)
        self.sheet = RecoverySheet(theme, self)
        self.sheet.typed.textChanged.connect(self.refresh)
        column.addWidget(self.sheet)
        self.problem = self._label("")
        set_role(self.problem, "block")
        column.addWidget(self.problem)
        column.addStretch(1)
        area = scrolled(inner, self)
        area.setAccessibleName(self.windowTitle())
        outer.addWidget(area, 1)
        outer.addLayout(self._buttons(theme))
        self.rejected.connect(model.give_up)
        model.changed.connect(self.refresh)
        model.task_done.connect(self._ended)
        self.refresh()

    def _buttons(self, theme: Theme) -> Flow:
        """Leave everything as it is, or the step that is due."""
        row = Flow(theme.space(1))
        self.cancel = QPushButton(self.tr("Cancel"), self)
        self.cancel.setAccessibleName(self.cancel.text())
        self.cancel.clicked.connect(self.reject)
        self.next = QPushButton(self)
        set_role(self.next, "primary")
        self.next.clicked.connect(self._go)
        for button in (self.cancel, self.next):
            button.setAutoDefault(False)
        row.addWidget(self.cancel)
        row.add_stretch()
        row.addWidget(self.next)
        return row

    def _label(self, text: str) -> QLabel:
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        return label

    def _field(self, name: str) -> QLineEdit:
        field = QLineEdit(self)
        field.setEchoMode(QLineEdit.EchoMode.Password)
        field.setPlaceholderText(name)
        field.setAccessibleName(name)
        field.textChanged.connect(self.refresh)
        return field

    def _choose(self) -> None:
        files = QFileDialog(self, self.tr("Choose the backup"), "", "*.drslvault")
        files.setFileMode(QFileDialog.FileMode.ExistingFile)
        files.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        files.fileSelected.connect(self.take)
        files.open()

    def take(self, path: str) -> None:
        """This file is the backup."""
        self._path = Path(path)
        self.file.setText(self._path.name)
        self.refresh()

    def _go(self) -> None:
        if self._path is None:
            return
        if self._model.recovery:
            self._model.restore(self._path, Secret(self.secret.text()), self.sheet.typed.text())
        else:
            typed = self.passphrase.text()
            self._model.begin(Secret(typed) if typed else None)

    def _ended(self, task: str) -> None:
        if task == Task.RESTORE:
            self.accept()

    def refresh(self) -> None:
        """Show the step that is due."""
        if not hasattr(self, "next"):
            return
        planned = bool(self._model.recovery)
        self.sheet.setVisible(planned)
        self.sheet.show_key(self._model.recovery)
        self.next.setText(self.tr("Restore the backup") if planned else self.tr("Next: a new recovery key"))
        self.next.setAccessibleName(self.next.text())
        ready = self._path is not None and bool(self.secret.text()) and not self._model.busy
        self.next.setEnabled(ready and (not planned or bool(self.sheet.typed.text().strip())))
        problem = self._model.problem
        self.problem.setVisible(problem is not None)
        if problem is not None:
            self.problem.setText(describe(problem, self._sentences).cause)
