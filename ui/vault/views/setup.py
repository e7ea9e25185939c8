"""Keys for a vault, step by step: where they live, the recovery key, and its proof."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from core.domain.secret import Secret
from ui.shared.theme.theme import Theme, set_role
from ui.shared.wording.problem_texts import describe
from ui.shared.wording.sentences import Sentences
from ui.vault.viewmodels.vault import Task, VaultPhase, VaultViewModel
from ui.vault.views.recovery_sheet import RecoverySheet

CHOICE, SHEET, DONE = range(3)


class VaultSetup(QWidget):
    """Makes a vault; with `rotate` moves the open one to new keys. `finished`: it is done; `left`: it is not wanted."""

    finished = Signal()
    left = Signal()

    def __init__(
        self,
        theme: Theme,
        model: VaultViewModel,
        sentences: Sentences,
        parent: QWidget | None = None,
        *,
        rotate: bool = False,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = model
        self._sentences = sentences
        self._rotate = rotate
        self._made = False
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(2))
        self.pages = QStackedWidget(self)
        self.sheet = RecoverySheet(theme, self)
        for page in (self._choice_page(), self._top(self.sheet), self._done_page()):
            self.pages.addWidget(page)
        column.addWidget(self.pages, 1)
        self.problem = self._label("")
        set_role(self.problem, "block")
        column.addWidget(self.problem)
        row = QHBoxLayout()
        self.cancel = QPushButton(self.tr("Cancel"), self)
        self.cancel.setAccessibleName(self.cancel.text())
        self.cancel.setAutoDefault(False)
        self.cancel.clicked.connect(self.left)
        row.addWidget(self.cancel)
        row.addStretch(1)
        self.next = QPushButton(self)
        self.next.setAutoDefault(False)
        set_role(self.next, "primary")
        self.next.clicked.connect(self._go)
        row.addWidget(self.next)
        column.addLayout(row)
        self.sheet.entered.connect(self._go)
        self.sheet.typed.textChanged.connect(self.refresh)
        model.changed.connect(self.refresh)
        model.task_done.connect(self._task_done)
        if model.status is None and not model.busy:
            model.look()
        self.refresh()

    @staticmethod
    def _top(inner: QWidget) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(inner)
        column.addStretch(1)
        return page

    def _label(self, text: str, *, muted: bool = False) -> QLabel:
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        if muted:
            set_role(label, "muted")
        return label

    def _choice_page(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(self._theme.space(2))
        column.addWidget(
            self._label(
                self.tr(
                    "The vault gets a new key and a new recovery key; what it keeps stays. The recovery key that you "
                    "have now no longer opens it afterwards. Backups keep their own passphrase or printed key."
                )
                if self._rotate
                else self.tr(
                    "The vault is one encrypted file on this computer. It keeps prompts, answers, runs, drafts and the "
                    "record of every send. What opens it?"
                )
            )
        )
        self.by_store = QRadioButton(self.tr("This computer's key store, with my login"), page)
        self.by_passphrase = QRadioButton(self.tr("A passphrase that I type"), page)
        self.no_store = self._label(
            self.tr("This computer offers no key store that could be trusted, so the vault needs a passphrase."),
            muted=True,
        )
        then = self.tr("Passphrase that opens it from then on: yours until now, or a new one")
        self.passphrase = self._field(then if self._rotate else self.tr("Passphrase, at least 10 characters"))
        self.again = self._field(self.tr("The same passphrase again"))
        for widget in (self.by_store, self.by_passphrase, self.no_store, self.passphrase, self.again):
            column.addWidget(widget)
        column.addStretch(1)
        self.by_store.setChecked(True)
        self.by_store.toggled.connect(self.refresh)
        return page

    def _field(self, name: str) -> QLineEdit:
        field = QLineEdit(self)
        field.setEchoMode(QLineEdit.EchoMode.Password)
        field.setPlaceholderText(name)
        field.setAccessibleName(name)
        field.textChanged.connect(self.refresh)
        field.returnPressed.connect(self._go)
        return field

    def _done_page(self) -> QWidget:
        text = (
            self.tr("The vault has new keys. Only the recovery key that you typed back opens it from now on.")
            if self._rotate
            else self.tr("The vault is ready. From now on your work is kept, encrypted, on this computer.")
        )
        return self._top(self._label(text))

    @property
    def _typed(self) -> bool:
        """Whether a passphrase has to be typed."""
        if self._rotate:
            return self._model.uses_passphrase
        return self._model.passphrase_needed or self.by_passphrase.isChecked()

    def _go(self) -> None:
        if not self.next.isEnabled():
            return
        page = self.pages.currentIndex()
        if page == CHOICE:
            passphrase = Secret(self.passphrase.text()) if self._typed else None
            begin = self._model.begin_rotation if self._rotate else self._model.begin
            begin(passphrase)
        elif page == SHEET:
            confirm = self._model.confirm_rotation if self._rotate else self._model.confirm
            confirm(self.sheet.typed.text())
        else:
            self.finished.emit()

    def _task_done(self, task: str) -> None:
        if task in {Task.CREATE, Task.ROTATE}:
            self._made = True
            self.passphrase.clear()
            self.again.clear()
            self.refresh()

    @property
    def done(self) -> bool:
        """Whether there is nothing left to do here."""
        return self._made or (not self._rotate and self._model.phase is VaultPhase.OPEN)

    def refresh(self) -> None:
        """Show the step that is due and what keeps it from going on."""
        model = self._model
        page = DONE if self.done else SHEET if model.recovery else CHOICE
        self.sheet.show_key(model.recovery if page == SHEET else "")
        if self.pages.currentIndex() != page:
            self.pages.setCurrentIndex(page)
            if page == SHEET:
                self.sheet.typed.setFocus(Qt.FocusReason.OtherFocusReason)
        choosing = not self._rotate and not model.passphrase_needed
        self.by_store.setVisible(choosing)
        self.by_passphrase.setVisible(choosing)
        self.no_store.setVisible(not self._rotate and model.passphrase_needed)
        self.passphrase.setVisible(self._typed)
        self.again.setVisible(self._typed)
        # The first run has a way out of its own around this.
        self.cancel.setVisible(self._rotate and page != DONE)
        self.next.setText(self._step_text(page))
        self.next.setAccessibleName(self.next.text())
        self.next.setEnabled(not model.busy and self._complete(page))
        problem = model.problem
        self.problem.setVisible(problem is not None)
        if problem is not None:
            self.problem.setText(describe(problem, self._sentences).cause)

    def _step_text(self, page: int) -> str:
        if self._model.busy and page != DONE:
            return self.tr("Working…")
        if page == CHOICE:
            return self.tr("Next: a new recovery key") if self._rotate else self.tr("Make the recovery key")
        if page == SHEET:
            return self.tr("Move to the new keys") if self._rotate else self.tr("Make the vault")
        return self.tr("Done")

    def _complete(self, page: int) -> bool:
        if page == CHOICE and self._typed:
            first = self.passphrase.text()
            return bool(first) and first == self.again.text()
        return page != SHEET or bool(self.sheet.typed.text().strip())
