"""What a page says that has nothing to show because there is no vault: what it would keep, and the way to one."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.shared.theme.theme import Theme
from ui.shared.widgets.empty_state import EmptyState
from ui.shared.widgets.plain_parts import push_button


class VaultOffer(QWidget):
    """`setup_asked`: the person wants a vault."""

    setup_asked = Signal()

    def __init__(self, theme: Theme, icon: str, title: str, detail: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        empty = EmptyState(theme, icon, self)
        empty.set_texts(title, detail)
        self.setup = push_button(self, self.tr("Set up the vault"), self.setup_asked.emit, "primary")
        column.addStretch(1)
        column.addWidget(empty)
        column.addWidget(self.setup, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(2)
