"""A text of a person that takes two lines until all of it is wanted."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.wrapped import wrapped_height

LINES = 2
LOOKED_AT = 1_000
"""Code points of which the two lines are made; more never fit into them."""
ELLIPSIS = "\u2026"


class FoldedText(QWidget):
    """`set_text`; unfolds on a button that is there only where something is folded away."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._text = ""
        self._shown_for: tuple[str, int, bool] | None = None
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.space(1))
        self.label = QLabel(self)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setWordWrap(True)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.label.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        set_role(self.label, "muted")
        self.label.setAccessibleName(name)
        self.more = QToolButton(self)
        self.more.setCheckable(True)
        self.more.setMinimumSize(theme.target, theme.target)
        self.more.toggled.connect(lambda _on: self._show())
        row.addWidget(self.label, 1)
        row.addWidget(self.more, 0, Qt.AlignmentFlag.AlignTop)
        theme.changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        self.label.setFont(self._theme.font("body"))
        self._show(anew=True)

    def text(self) -> str:
        """All of it."""
        return self._text

    def set_text(self, text: str) -> None:
        """Another text, folded."""
        self._text = text
        self.more.setChecked(False)
        self._show(anew=True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt
        return QSize(0, super().minimumSizeHint().height())

    def _show(self, *, anew: bool = False) -> None:
        width = max(60, self.width() - self._theme.target - self._theme.space(1))
        key = (self._text, width, self.more.isChecked())
        if key == self._shown_for and not anew:
            return
        self._shown_for = key
        font = self.label.font()
        room = LINES * QFontMetrics(font).lineSpacing() + 1
        folded = self._folded(room, width)
        self.more.setVisible(folded != self._text)
        wide = self.more.isChecked()
        self.label.setText(self._text if wide else folded)
        title = self.tr("Show two lines of it") if wide else self.tr("Show all of it")
        self.more.setIcon(self._theme.icon("up" if wide else "down", "muted"))
        self.more.setToolTip(title)
        self.more.setAccessibleName(title)

    def _folded(self, room: int, width: int) -> str:
        """As much from the beginning as two lines hold."""
        flat = self._text
        head = flat[:LOOKED_AT]
        font = self.label.font()
        if len(head) == len(flat) and wrapped_height(head.replace("\n", "\u2028"), font, width) <= room:
            return flat
        low, high = 0, len(head)
        while low < high:
            middle = (low + high + 1) // 2
            if wrapped_height((head[:middle] + ELLIPSIS).replace("\n", "\u2028"), font, width) <= room:
                low = middle
            else:
                high = middle - 1
        return head[:low].rstrip() + ELLIPSIS
