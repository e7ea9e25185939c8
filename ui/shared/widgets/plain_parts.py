"""Labels that never read markup and buttons that say their name to a screen reader: what every view is made of."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from ui.shared.theme.theme import set_role


def plain_label(parent: QWidget, text: str = "", *, role: str = "", wrap: bool = True) -> QLabel:
    """A label of plain text. `role`: how it looks (`muted`, `block`, ...)."""
    label = QLabel(text, parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(wrap)
    if role:
        set_role(label, role)
    return label


def push_button(parent: QWidget, text: str, run: Callable[[], object], role: str = "") -> QPushButton:
    """A button that calls `run` and that Return in a field does not press. `role`: `primary`, `link`, ..."""
    button = QPushButton(text, parent)
    button.setAccessibleName(text)
    button.setAutoDefault(False)
    button.clicked.connect(lambda _checked=False: run())
    if role:
        set_role(button, role)
    return button
