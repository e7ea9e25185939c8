"""What a pane says while it has nothing to show: an icon, one sentence, one next step."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.whole_text import WholeText

_ICON = 28


class EmptyState(WholeText):
    """Plain text only."""

    def __init__(self, theme: Theme, icon: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon_name = icon
        self._icon = QLabel(self)
        self._title = QLabel(self)
        self._detail = QLabel(self)
        column = QVBoxLayout(self)
        column.setSpacing(theme.space(1))
        column.addStretch(1)
        for label in (self._icon, self._title, self._detail):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(label is not self._icon)
            column.addWidget(label)
        column.addStretch(1)
        set_role(self._detail, "muted")
        theme.changed.connect(self._restyle)
        self._restyle()

    def set_texts(self, title: str, detail: str) -> None:
        """What is missing, and what to do next."""
        self._title.setText(title)
        self._detail.setText(detail)
        self._detail.setVisible(bool(detail))
        self.setAccessibleName(title)
        self.setAccessibleDescription(detail)

    def texts(self) -> tuple[str, str]:
        """Title and detail on screen."""
        return self._title.text(), self._detail.text()

    def _restyle(self) -> None:
        self._icon.setPixmap(self._theme.pixmap(self._icon_name, "border_strong", _ICON, self.devicePixelRatioF()))
        self._title.setFont(self._theme.font("body", bold=True))
