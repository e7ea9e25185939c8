"""A figure that can be opened: pressing it tells what was measured and what it does not say."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from ui.shared.evidence.texts import Figure
from ui.shared.theme.theme import Theme
from ui.shared.widgets.popover import open_popover


class FigureButton(QPushButton):
    """Shows one figure in a line."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("role", "figure")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(self.tr("Figure of the verdict"))
        self._figure: Figure | None = None
        self.clicked.connect(self._open)

    def set_figure(self, figure: Figure) -> None:
        """Name and value on the button, the meaning in the sheet."""
        self._figure = figure
        text = self.tr("{name}: {value}").replace("{name}", figure.name).replace("{value}", figure.value)
        self.setText(text.replace("&", "&&"))
        self.setAccessibleName(text)
        self.setAccessibleDescription(figure.explained.plain)

    def _open(self) -> None:
        if self._figure is not None:
            open_popover(self._theme, self._figure.explained, self)
