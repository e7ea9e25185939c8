"""The recovery key, shown once: to print, copy or save, and to type back."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.clipboard_guard import ClipboardGuard

GROUPS_PER_LINE = 7
PRIVATE = 0o600


def in_lines(key: str) -> str:
    """Groups in lines short enough to read aloud."""
    groups = key.split("-")
    lines = [groups[start : start + GROUPS_PER_LINE] for start in range(0, len(groups), GROUPS_PER_LINE)]
    return "\n".join("-".join(line) for line in lines)


class RecoverySheet(QWidget):
    """`entered`: Return was pressed in the field; `unwritable`: the file could not be saved."""

    entered = Signal()
    unwritable = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._key = ""
        self._guard = ClipboardGuard(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(2))
        column.addWidget(
            self._label(
                self.tr(
                    "This recovery key opens the vault when everything else is lost. It is shown only now: print it "
                    "or write it down, and keep it away from this computer. Nobody can make it again for you."
                )
            )
        )
        frame = QFrame(self)
        set_role(frame, "sunken")
        inside = QVBoxLayout(frame)
        self.key = self._label("")
        self.key.setFont(theme.font("mono", bold=True))
        self.key.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.key.setAccessibleName(self.tr("Recovery key"))
        # Not selectable: a selection goes to PRIMARY and past the guard; the button copies it marked and for a while.
        self.key.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        inside.addWidget(self.key)
        column.addWidget(frame)
        row = QHBoxLayout()
        self.print = self._button(self.tr("Print"), self._print)
        self.copy = self._button(self.tr("Copy"), lambda: self._guard.put(self._key))
        self.save = self._button(self.tr("Save as a file"), self._save)
        for button in (self.print, self.copy, self.save):
            row.addWidget(button)
        row.addStretch(1)
        column.addLayout(row)
        column.addWidget(self._label(self.tr("Type it back from your copy, so that we both know it is right:")))
        self.typed = QLineEdit(self)
        self.typed.setAccessibleName(self.tr("Recovery key, typed back"))
        self.typed.setPlaceholderText(self.tr("Recovery key, typed back"))
        self.typed.returnPressed.connect(self.entered)
        column.addWidget(self.typed)

    def _label(self, text: str) -> QLabel:
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        return label

    def _button(self, text: str, run: object) -> QPushButton:
        button = QPushButton(text, self)
        button.setAccessibleName(text)
        button.setAutoDefault(False)
        button.clicked.connect(run)
        return button

    def show_key(self, key: str) -> None:
        """An empty key forgets the one on show and takes it off the clipboard."""
        if key == self._key:
            return
        self._key = key
        self.key.setText(in_lines(key))
        if not key:
            self.typed.clear()
            self._guard.clear_now()

    def _sheet(self) -> str:
        return "\n\n".join((self.tr("Recovery key of the DR-SL Desktop vault"), in_lines(self._key)))

    def _print(self) -> None:
        # Printing loads the print system of the desktop; only who prints waits for it.
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter

        printer = QPrinter()
        dialog = QPrintDialog(printer, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

        def go() -> None:
            document = QTextDocument()
            document.setDefaultFont(self._theme.font("mono"))
            document.setPlainText(self._sheet())
            document.print_(printer)

        dialog.accepted.connect(go)
        dialog.setModal(True)
        dialog.show()

    def _save(self) -> None:
        dialog = QFileDialog(self, self.tr("Save the recovery key"), "drsl-recovery-key.txt", "*.txt")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: self._write(Path(path)))
        dialog.open()

    def _write(self, path: Path) -> None:
        try:
            path.touch(PRIVATE)
            path.chmod(PRIVATE)
            path.write_text(self._sheet() + "\n", "utf-8")
        except OSError:
            self.unwritable.emit()
