"""The pages of the program, one button each, at the left edge."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFontMetrics, QShowEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QToolButton, QVBoxLayout, QWidget

from ui.shared.actions.pages import Page
from ui.shared.theme.theme import Theme

LEAST_WIDTH = 84
PAD = 34
ICON_TINTS = {True: "accent", False: "muted"}


class Rail(QFrame):
    """`chosen`: the person asks for a page, by id. The rail shows; it does not switch pages itself. `lock`: a button
    that the window gives its work."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, entries: Sequence[Page], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._entries = {entry.id: entry for entry in entries}
        self.buttons: dict[str, QToolButton] = {}
        self._group = QButtonGroup(self)
        self.setProperty("role", "rail")
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.space(0), theme.space(2), theme.space(0), theme.space(2))
        for entry in entries:
            if entry.at_foot:
                column.addStretch(1)
            column.addWidget(self._button(entry))
        self.lock = QToolButton(self)
        self.lock.setText(self.tr("Lock"))
        self.lock.setAccessibleName(self.lock.text())
        self.lock.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        self.lock.setProperty("role", "nav")
        column.addWidget(self.lock)
        self._widen()
        theme.changed.connect(self._tint)

    def _widen(self) -> None:
        """All as wide as the widest is when it is marked, and with as much as waits now."""
        words = QFontMetrics(self._theme.font("body", bold=True))
        buttons = (*self.buttons.values(), self.lock)
        width = max(words.horizontalAdvance(button.text()) for button in buttons) + PAD
        asked = max(button.sizeHint().width() for button in buttons) + 2 * self._theme.space(0)
        self.setFixedWidth(max(LEAST_WIDTH, width, asked))
        for button in buttons:
            button.setFixedWidth(self.width() - 2 * self._theme.space(0))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._widen()

    def changeEvent(self, event: QEvent) -> None:
        """A window is built bare: only its sheet says how much stands around the words."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "lock"):
            self._widen()

    def _button(self, entry: Page) -> QToolButton:
        button = QToolButton(self)
        button.setText(entry.title)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        button.setCheckable(True)
        button.setProperty("role", "nav")
        button.setAccessibleName(entry.title)
        button.clicked.connect(lambda _=False, chosen=entry.id: self.chosen.emit(chosen))
        self._group.addButton(button)
        self.buttons[entry.id] = button
        return button

    def mark(self, identifier: str) -> None:
        """Show which page is open."""
        self.buttons[identifier].setChecked(True)
        self._tint()

    def count(self, identifier: str, waiting: int) -> None:
        """Say how many things wait on a page; 0 says nothing."""
        entry, button = self._entries[identifier], self.buttons[identifier]
        button.setText(f"{entry.title} {waiting}" if waiting else entry.title)
        button.setAccessibleName(button.text())
        self._widen()

    def _tint(self) -> None:
        for identifier, button in self.buttons.items():
            button.setIcon(self._theme.icon(self._entries[identifier].icon, ICON_TINTS[button.isChecked()]))
        self.lock.setIcon(self._theme.icon("lock", ICON_TINTS[False]))
