"""What the signs of a view mean, one after the other in as many lines as it takes."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import QLabel, QWidget

from ui.shared.theme.theme import Theme
from ui.shared.widgets.flow import Flow, together
from ui.shared.widgets.plain_parts import plain_label
from ui.shared.widgets.whole_text import WholeText

SIGN = 14


class SignLegend(WholeText):
    """Painted anew with every look of the theme."""

    def __init__(self, theme: Theme, signs: Iterable[tuple[str, str, str]], parent: QWidget | None = None) -> None:
        """`signs`: icon, colour and meaning of each."""
        super().__init__(parent)
        self._theme = theme
        self._marks: list[tuple[QLabel, str, str]] = []
        row = Flow(theme.space(2), self)
        for icon, tint, meaning in signs:
            mark = QLabel(self)
            self._marks.append((mark, icon, tint))
            text = plain_label(self, meaning, role="muted", wrap=False)
            row.addWidget(together(self, theme.space(0), mark, text))
        theme.changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        for mark, icon, tint in self._marks:
            mark.setPixmap(self._theme.pixmap(icon, tint, SIGN, self.devicePixelRatioF()))
