"""What stands in place of every page while the vault is locked: nothing of the user's, and the ways to open it."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from core.domain.secret import Secret
from ui.shared.theme.theme import Theme, set_role
from ui.shared.wording.problem_texts import describe
from ui.shared.wording.sentences import Sentences
from ui.shared.wording.wording import in_a_row
from ui.vault.viewmodels.vault import Task, VaultPhase, VaultViewModel

WIDTH = 460
ICON = 40


class LockScreen(QWidget):
    """One way in at a time: the key store, the passphrase, or the recovery key."""

    def __init__(
        self, theme: Theme, model: VaultViewModel, sentences: Sentences, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = model
        self._sentences = sentences
        self._recovering = False
        self._shown = (False, False, False)
        self._build()
        model.changed.connect(self.refresh)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.refresh()

    def _build(self) -> None:
        theme = self._theme
        outer = QHBoxLayout(self)
        card = QFrame(self)
        set_role(card, "card")
        card.setFixedWidth(round(WIDTH * max(1.0, theme.look.text_scale)))
        middle = QVBoxLayout()
        middle.addStretch(1)
        middle.addWidget(card)
        middle.addStretch(2)
        outer.addStretch(1)
        outer.addLayout(middle)
        outer.addStretch(1)
        column = QVBoxLayout(card)
        column.setContentsMargins(*(4 * [theme.space(4)]))
        column.setSpacing(theme.space(2))
        self._icon = QLabel(card)
        column.addWidget(self._icon)
        self.title = self._label("")
        column.addWidget(self.title)
        self.detail = self._label("", muted=True)
        column.addWidget(self.detail)
        self.passphrase = self._field(self.tr("Passphrase"), hidden=True)
        self.recovery = self._field(self.tr("Recovery key"))
        self.fresh = self._field(self.tr("New passphrase"), hidden=True)
        for field in (self.passphrase, self.recovery, self.fresh):
            column.addWidget(field)
        self.problem = self._label("")
        set_role(self.problem, "block")
        column.addWidget(self.problem)
        row = QHBoxLayout()
        self.other = QPushButton(card)
        set_role(self.other, "link")
        self.other.clicked.connect(self._switch)
        self.unlock = QPushButton(card)
        set_role(self.unlock, "primary")
        self.unlock.clicked.connect(self._unlock)
        row.addWidget(self.other)
        row.addStretch(1)
        row.addWidget(self.unlock)
        column.addLayout(row)

    def _label(self, text: str, *, muted: bool = False) -> QLabel:
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        if muted:
            set_role(label, "muted")
        return label

    def _field(self, name: str, *, hidden: bool = False) -> QLineEdit:
        field = QLineEdit(self)
        field.setPlaceholderText(name)
        field.setAccessibleName(name)
        if hidden:
            field.setEchoMode(QLineEdit.EchoMode.Password)
        field.returnPressed.connect(self._unlock)
        return field

    def _restyle(self) -> None:
        self._icon.setPixmap(self._theme.pixmap("lock", "accent", ICON, self.devicePixelRatioF()))
        self.title.setFont(self._theme.font("title", bold=True))

    def _switch(self) -> None:
        self._recovering = not self._recovering
        self._clear()
        self.refresh()
        self.focus()

    def _clear(self) -> None:
        for field in (self.passphrase, self.recovery, self.fresh):
            field.clear()

    def _unlock(self) -> None:
        model = self._model
        if not self.unlock.isEnabled():
            return
        if self._recovering:
            new = self.fresh.text()
            model.unlock_with_recovery(self.recovery.text(), Secret(new) if new else None)
        elif model.uses_passphrase:
            model.unlock_with_passphrase(Secret(self.passphrase.text()))
            self.passphrase.clear()
        else:
            model.unlock()

    def focus(self) -> None:
        """Put the keyboard where the next thing is typed."""
        first = next((item for item in (self.passphrase, self.recovery) if not item.isHidden()), self.unlock)
        if self.isVisible() and first.isEnabled() and not (self.fresh.hasFocus() or self._model.status is None):
            first.setFocus(Qt.FocusReason.OtherFocusReason)

    def refresh(self) -> None:
        """Show the way in that is open, and why the last attempt failed."""
        model = self._model
        orphaned = model.phase is VaultPhase.ORPHANED
        if model.phase is VaultPhase.OPEN:
            self._clear()
        typed = model.uses_passphrase and not self._recovering
        self.title.setText(self._heading(orphaned))
        self.detail.setText(self._explanation(orphaned))
        self.passphrase.setVisible(typed and not orphaned)
        self.recovery.setVisible(self._recovering and not orphaned)
        needs_new = self._recovering and (model.uses_passphrase or model.passphrase_needed)
        self.fresh.setVisible(needs_new and not orphaned)
        self.other.setVisible(not orphaned)
        self.other.setText(self.tr("Back") if self._recovering else self.tr("Use the recovery key"))
        self.other.setAccessibleName(self.other.text())
        self.unlock.setVisible(not orphaned)
        self.unlock.setEnabled(not model.busy and not model.wait)
        self.unlock.setText(self._button())
        self.unlock.setAccessibleName(self.unlock.text())
        self._show_problem()
        shown = (typed, self._recovering, model.busy)
        if shown != self._shown:
            self._shown = shown
            if self.isVisible() and not model.busy:
                self.focus()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        QTimer.singleShot(0, self, self.focus)

    def _heading(self, orphaned: bool) -> str:
        if orphaned:
            return self.tr("The key file of the vault is missing")
        return {Task.WIPE: self.tr("Deleting everything…"), Task.RESTORE: self.tr("Restoring…")}.get(
            self._model.task, self.tr("Locked")
        )

    def _explanation(self, orphaned: bool) -> str:
        if orphaned:
            return self.tr(
                "Without it nobody can open the vault. Put the file vault.keys.json back from a copy and start the "
                "program again, or start once more after moving the vault's folder away. Nothing was deleted."
            )
        if self._recovering:
            return self.tr(
                "Type the recovery key that you printed or wrote down. Case, spaces and hyphens do not matter."
            )
        if self._model.uses_passphrase:
            return self.tr("Prompts, answers and drafts are encrypted and put away. Your passphrase brings them back.")
        return self.tr(
            "Prompts, answers and drafts are encrypted and put away. The key is in this computer's key store."
        )

    def _button(self) -> str:
        model = self._model
        if model.task is Task.UNLOCK:
            return self.tr("Unlocking…")
        if model.wait:
            return self.tr("Wait %n second(s)", "", model.wait).replace("%n", str(model.wait))
        return self.tr("Unlock")

    def _show_problem(self) -> None:
        problem = self._model.problem
        self.problem.setVisible(problem is not None)
        if problem is not None:
            text = describe(problem, self._sentences)
            lines = [text.cause]
            if self._model.wrong:
                wrong = self._model.wrong
                lines.append(self.tr("%n wrong attempt(s).", "", wrong).replace("%n", str(wrong)))
            if problem.code in {"keys.entry_lost", "keys.store_gone", "keys.backend_changed", "keys.passphrase_needed"}:
                lines.append(self.tr("The recovery key opens the vault and mends this."))
            self.problem.setText(in_a_row(*lines))
