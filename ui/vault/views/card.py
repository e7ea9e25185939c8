"""The vault in the settings: how it stands, when it locks, its keys, its backups, its end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ui.shared.theme.theme import Theme, set_role
from ui.shared.viewmodels.problems import Problem
from ui.shared.widgets.choice_box import ChoiceBox
from ui.shared.widgets.fitting import fit
from ui.shared.wording.problem_texts import describe
from ui.shared.wording.sentences import Sentences
from ui.vault.viewmodels.vault import Task, VaultPhase, VaultViewModel
from ui.vault.views.dialogs import PassphraseDialog, RestoreDialog
from ui.vault.views.setup import VaultSetup
from ui.vault.views.wipe_dialog import WipeDialog

IDLE_MINUTES = (1, 5, 15, 60)
KEEP_DAYS = (0, 30, 90, 365)
ROTATE_SIZE = (600, 420)


class VaultCard(QFrame):
    """`setup_asked`; `idle_chosen(minutes)`; `keep_chosen(days)`, 0 = for good; `wipe_asked`: delete everything."""

    setup_asked = Signal()
    idle_chosen = Signal(int)
    keep_chosen = Signal(int)
    wipe_asked = Signal()

    def __init__(
        self, theme: Theme, model: VaultViewModel, sentences: Sentences, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = model
        self._sentences = sentences
        set_role(self, "card")
        column = QVBoxLayout(self)
        column.setContentsMargins(*(4 * [theme.space(3)]))
        column.setSpacing(theme.space(2))
        self.state = self._label()
        column.addWidget(self.state)
        self.setup = self._button(self.tr("Set up the vault"), self.setup_asked.emit, "primary")
        column.addWidget(self.setup, 0, Qt.AlignmentFlag.AlignLeft)
        self._open = QWidget(self)
        column.addWidget(self._open)
        inside = QVBoxLayout(self._open)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(theme.space(2))
        idle = [(self._minutes(value), value) for value in IDLE_MINUTES]
        keep = [(self._days(value), value) for value in KEEP_DAYS]
        self.idle = self._choice(inside, self.tr("Lock when nobody uses it for"), idle, self.idle_chosen.emit)
        self.keep = self._choice(inside, self.tr("Delete conversations for ever after"), keep, self.keep_chosen.emit)
        self.lost = self._label()
        set_role(self.lost, "block")
        self.lost.hide()
        inside.addWidget(self.lost)
        self.lock = self._button(self.tr("Lock now"), model.lock)
        self.passphrase = self._button(self.tr("Change the passphrase"), self._change_passphrase)
        self.rotate = self._button(self.tr("New key and recovery key"), self._rotate)
        self.backup = self._button(self.tr("Back up"), self._back_up)
        self.restore = self._button(self.tr("Restore a backup"), self._restore)
        self.wipe = self._button(self.tr("Delete everything"), model.count, "danger")
        for buttons in ((self.lock, self.passphrase, self.rotate), (self.backup, self.restore, self.wipe)):
            row = QHBoxLayout()
            for button in buttons:
                row.addWidget(button)
            row.addStretch(1)
            inside.addLayout(row)
        self.progress = self._label()
        column.addWidget(self.progress)
        model.changed.connect(self.refresh)
        model.task_done.connect(self._done)
        self.refresh()

    def _label(self) -> QLabel:
        label = QLabel(self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        return label

    def _button(self, text: str, run: Callable[[], object], role: str = "") -> QPushButton:
        button = QPushButton(text, self)
        button.setAccessibleName(text)
        button.clicked.connect(lambda _=False: run())
        if role:
            set_role(button, role)
        return button

    def _choice(
        self, column: QVBoxLayout, title: str, options: list[tuple[str, int]], chosen: Callable[[int], object]
    ) -> ChoiceBox:
        row = QHBoxLayout()
        label = self._label()
        label.setText(title)
        box = ChoiceBox(self._theme, self)
        box.setAccessibleName(title)
        box.offer(*options)

        def picked(value: int) -> None:
            self.lost.hide()
            chosen(value)

        box.picked.connect(picked)
        label.setBuddy(box)
        row.addWidget(label, 1)
        row.addWidget(box)
        column.addLayout(row)
        return box

    def _minutes(self, value: int) -> str:
        return self.tr("%n minute(s)", "", value).replace("%n", str(value))

    def _days(self, value: int) -> str:
        return self.tr("%n day(s)", "", value).replace("%n", str(value)) if value else self.tr("never")

    def show_choices(self, idle_minutes: int, keep_days: int) -> None:
        """What is in force."""
        self.lost.hide()
        self.idle.choose(idle_minutes)
        self.keep.choose(keep_days)

    def tell_lost(self, problem: Problem) -> None:
        """A choice above holds until the vault closes: it could not be written."""
        words = self.tr("This choice could not be kept: {reason} It holds until the vault is locked.")
        self.lost.setText(words.replace("{reason}", describe(problem, self._sentences).cause))
        self.lost.show()

    def refresh(self) -> None:
        """How the vault stands, and what is being done to it."""
        model = self._model
        is_open = model.phase is VaultPhase.OPEN
        self.state.setText(self._state_text())
        self.setup.setVisible(model.phase is VaultPhase.ABSENT)
        self._open.setVisible(is_open)
        self._open.setEnabled(not model.busy)
        self.passphrase.setVisible(model.uses_passphrase)
        if model.busy:
            self._say(self._task_text(model.task), "muted")
        elif model.problem is not None:
            self._say(describe(model.problem, self._sentences).cause, "block")

    def _state_text(self) -> str:
        status = self._model.status
        if self._model.phase is not VaultPhase.OPEN or status is None:
            return self.tr("There is no vault: nothing is kept when the program closes.")
        way = self.tr("a passphrase") if self._model.uses_passphrase else self.tr("this computer's key store")
        size = QLocale().formattedDataSize(status.bytes)
        return self.tr("Open. It opens with {way}; {size} on the disk.").replace("{way}", way).replace("{size}", size)

    def _task_text(self, task: Task) -> str:
        return {
            Task.ROTATE: self.tr("Moving to the new keys…"),
            Task.BACK_UP: self.tr("Writing the backup…"),
            Task.RESTORE: self.tr("Restoring…"),
            Task.PASSPHRASE: self.tr("Changing the passphrase…"),
            Task.COUNT: self.tr("Counting what there is…"),
            Task.WIPE: self.tr("Deleting everything…"),
        }.get(task, self.tr("Working…"))

    def _say(self, text: str, role: str) -> None:
        set_role(self.progress, role)
        self.progress.setText(text)

    def _done(self, task: str) -> None:
        done = {
            Task.PASSPHRASE: self.tr("The passphrase is changed."),
            Task.ROTATE: self.tr("The vault has new keys."),
            Task.BACK_UP: self.tr("The backup is written."),
            Task.RESTORE: self.tr("The backup is in force."),
            Task.WIPE: self.tr("Everything is deleted. The audit trail stays, without text."),
        }
        self._say(done.get(Task(task), ""), "pass")
        if task == Task.COUNT and self._model.stock is not None:
            dialog = WipeDialog(self._theme, self._model.stock, self)
            dialog.wanted.connect(self.wipe_asked)
            dialog.open()

    def _change_passphrase(self) -> None:
        dialog = PassphraseDialog(self._theme, self.tr("Change the passphrase"), self, asks_old=True)
        dialog.chosen.connect(self._model.change_passphrase)
        dialog.open()

    def _rotate(self) -> None:
        dialog = QDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("New key and recovery key"))
        fit(dialog, ROTATE_SIZE, self._theme.look.text_scale)
        column = QVBoxLayout(dialog)
        column.setContentsMargins(*(4 * [self._theme.space(3)]))
        setup = VaultSetup(self._theme, self._model, self._sentences, dialog, rotate=True)
        setup.finished.connect(dialog.accept)
        setup.left.connect(dialog.reject)
        dialog.rejected.connect(self._model.give_up)
        column.addWidget(setup)
        dialog.open()

    def _back_up(self) -> None:
        files = QFileDialog(self, self.tr("Back up"), "drsl-backup.drslvault", "*.drslvault")
        files.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        files.setOption(QFileDialog.Option.DontConfirmOverwrite)
        files.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        files.fileSelected.connect(self._back_up_to)
        files.open()

    def _back_up_to(self, path: str) -> None:
        dialog = PassphraseDialog(self._theme, self.tr("A passphrase for the backup"), self)
        dialog.chosen.connect(lambda new, _old: self._model.back_up(Path(path), new))
        dialog.open()

    def _restore(self) -> None:
        RestoreDialog(self._theme, self._model, self._sentences, self).open()
