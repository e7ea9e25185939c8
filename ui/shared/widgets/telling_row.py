"""One line that tells how something stands, with what can be done about it at its right."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.plain_parts import plain_label, push_button


class TellingRow(QWidget):
    """`text`: the label."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(theme.space(1))
        self.text = plain_label(self)
        self.text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self._row.addWidget(self.text, 1)

    def act(self, title: str, run: Callable[[], object], role: str = "") -> QPushButton:
        """One more thing to do, after those that are there."""
        button = push_button(self, title, run, role)
        self._row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        return button

    def tell(self, text: str, role: str) -> None:
        """Say `text` in the voice of `role`."""
        self.text.setText(text)
        set_role(self.text, role)
