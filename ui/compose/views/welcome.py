"""The empty state: one sentence of promise, one of limits, three examples to click."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from core.domain.language import Language
from ui.shared.theme.theme import LARGE_TEXT, Theme

EXAMPLES = {"medical": "answer", "legal": "library", "banking": "key"}
"""Shipped example and its icon."""
WIDTH = 460


class Welcome(QFrame):
    """`example_chosen` carries the text of a shipped example in the language of the window."""

    example_chosen = Signal(object)

    def __init__(self, theme: Theme, root: Path, language: Language, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._root = root
        self._language = language
        self.setProperty("role", "sunken")
        outer = QVBoxLayout(self)
        self._margin = theme.space(1 if theme.look.text_scale >= LARGE_TEXT else 4)
        outer.setContentsMargins(*(4 * [self._margin]))
        outer.addStretch(1)
        column = QVBoxLayout()
        column.setSpacing(theme.space(2))
        outer.addLayout(column)
        outer.addStretch(2)
        title = self._label(self.tr("What will be sent appears here"))
        title.setFont(theme.font("heading", bold=True))
        column.addWidget(title)
        self._long: list[QWidget] = []
        self._add_long(
            column,
            self._label(
                self.tr(
                    "Only a text that was attacked on this computer and that you approved leaves it; "
                    "in the answer your real values are put back."
                )
            ),
        )
        limits = self._label(
            self.tr(
                "A pass means that these attackers found nothing, not that nothing can be found: read before you send."
            )
        )
        limits.setProperty("role", "muted")
        self._add_long(column, limits)
        names = {
            "medical": self.tr("Heart surgery"),
            "legal": self.tr("A dismissal case"),
            "banking": self.tr("A wrong charge"),
        }
        column.addSpacing(theme.space(1))
        heading = self._label(self.tr("Try an example (all people are invented):"))
        heading.setProperty("role", "muted")
        heading.setFont(theme.font("small", bold=True))
        self._add_long(column, heading)
        self.buttons: list[QPushButton] = []
        choices = QVBoxLayout()
        choices.setSpacing(theme.space(1))
        column.addLayout(choices)
        for name in EXAMPLES:
            button = QPushButton(names[name], self)
            button.setAccessibleName(self.tr("Example: {name}").replace("{name}", names[name]))
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.setMaximumWidth(WIDTH)
            button.setProperty("role", "choice")
            button.clicked.connect(lambda _=False, chosen=name: self._choose(chosen))
            self.buttons.append(button)
            self._add_long(choices, button)
        theme.changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        """Beside large words there is no room for icons."""
        if self._theme.look.text_scale < LARGE_TEXT:
            for button, icon in zip(self.buttons, EXAMPLES.values(), strict=True):
                button.setIcon(self._theme.icon(icon, "accent"))

    def _add_long(self, column: QVBoxLayout, widget: QWidget) -> None:
        self._long.append(widget)
        column.addWidget(widget)

    def set_short(self, short: bool) -> None:
        """Once a conversation has begun, only the title is left: the room belongs to the answer."""
        layout = self.layout()
        if layout is not None:
            layout.setContentsMargins(*(4 * [self._theme.space(2) if short else self._margin]))
        for widget in self._long:
            widget.setVisible(not short)
        self._show_whole()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_whole()

    def _show_whole(self) -> None:
        """Never lower than its words, which wrap, take at this width: the area around it scrolls instead."""
        layout = self.layout()
        if layout is not None:
            self.setMinimumHeight(layout.totalMinimumHeightForWidth(self.width()))

    def _label(self, text: str) -> QLabel:
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setMaximumWidth(WIDTH)
        return label

    def _choose(self, name: str) -> None:
        path = self._root / "examples" / f"{name}.{self._language.value}.txt"
        self.example_chosen.emit(path.read_text("utf-8").rstrip("\n"))
