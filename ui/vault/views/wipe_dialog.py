"""Delete everything: what would go, in numbers, and exactly what would stay, before a person says so."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from core.store.records import Stock
from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.fitting import fit, scrolled

WIDTH = 520


class WipeDialog(QDialog):
    """`wanted`: a person has read the numbers and wants it."""

    wanted = Signal()

    def __init__(self, theme: Theme, stock: Stock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Delete everything"))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(*(4 * [theme.space(3)]))
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(2))
        heading = self._label(self.tr("Delete everything in the vault for ever?"))
        heading.setFont(theme.font("heading", bold=True))
        column.addWidget(heading)
        self.goes = self._label("\n".join(f"–  {line}" for line in self.lines(stock)))
        self.stays = self._label("\n".join(f"–  {line}" for line in self.rest(stock)))
        for title, body in ((self.tr("This goes:"), self.goes), (self.tr("This stays:"), self.stays)):
            column.addWidget(self._label(title, role="muted"))
            column.addWidget(body)
        column.addWidget(self._label(self.tr("It cannot be undone."), role="block"))
        buttons = QDialogButtonBox(self)
        self.keep = buttons.addButton(self.tr("Do not delete"), QDialogButtonBox.ButtonRole.RejectRole)
        self.wipe = buttons.addButton(self._verb(stock), QDialogButtonBox.ButtonRole.AcceptRole)
        set_role(self.wipe, "danger")
        for button in (self.keep, self.wipe):
            button.setAccessibleName(button.text())
            button.setAutoDefault(False)
        self.keep.setDefault(True)
        buttons.rejected.connect(self.reject)
        buttons.accepted.connect(self._go)
        area = scrolled(inner, self)
        area.setAccessibleName(self.windowTitle())
        outer.addWidget(area, 1)
        outer.addWidget(buttons)
        width = theme.grown(WIDTH)
        tall = inner.heightForWidth(width) + buttons.sizeHint().height() + 3 * theme.space(3)
        fit(self, (width + 2 * theme.space(3), tall), 1.0)
        self.keep.setFocus(Qt.FocusReason.OtherFocusReason)

    def _label(self, text: str, *, role: str = "") -> QLabel:
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        if role:
            set_role(label, role)
        return label

    def _verb(self, stock: Stock) -> str:
        count = stock.conversations
        text = self.tr("Delete %n conversation(s) and everything else", "", count)
        return text.replace("%n", str(count)) if count else self.tr("Delete everything")

    def _go(self) -> None:
        self.accept()
        self.wanted.emit()

    def lines(self, stock: Stock) -> list[str]:
        """What goes, one kind a line; kinds of which there is nothing are left out."""
        counted = (
            (stock.conversations, self.tr("%n conversation(s)", "", stock.conversations)),
            (stock.turns, self.tr("%n turn(s) with their answers", "", stock.turns)),
            (stock.runs, self.tr("%n run(s) with their certificates", "", stock.runs)),
            (stock.releases, self.tr("%n send(s) with their approvals", "", stock.releases)),
            (stock.reviews, self.tr("%n review item(s)", "", stock.reviews)),
            (stock.drafts, self.tr("%n draft(s)", "", stock.drafts)),
            (stock.experiences, self.tr("%n experience(s) of learning", "", stock.experiences)),
            (stock.prompts, self.tr("%n learned prompt version(s)", "", stock.prompts)),
            (stock.calibrations, self.tr("%n calibration(s)", "", stock.calibrations)),
            (stock.settings, self.tr("%n setting(s) behind the lock, dictionaries among them", "", stock.settings)),
            (stock.copies, self.tr("%n encrypted copy(ies) from before an update", "", stock.copies)),
            (stock.put_aside, self.tr("%n earlier vault(s) that a restore put aside", "", stock.put_aside)),
        )
        found = [text.replace("%n", str(count)) for count, text in counted if count]
        return [*found, self.tr("The search index, and what is on the screen now")]

    def rest(self, stock: Stock) -> list[str]:
        """What stays, exactly."""
        rows = stock.audit_rows
        audit = self.tr("The audit trail: %n row(s) of ids, hashes and counts, without any text", "", rows)
        return [
            audit.replace("%n", str(rows)),
            self.tr("The vault itself, empty, with its key, passphrase and recovery key"),
            self.tr("Preferences outside the vault: language, appearance, destinations and their keys, models"),
            self.tr("Backups and exports that you made, wherever you put them"),
            self.tr("The program's log, which holds no text"),
        ]
