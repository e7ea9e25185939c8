"""A small window beside a control that explains a figure or an item. Plain text only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QStyle, QVBoxLayout, QWidget

from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.fitting import scrolled

_WIDTH = 400


@dataclass(frozen=True, slots=True)
class Paragraph:
    """`heading` may be empty."""

    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class Explained:
    """What a popover says: a title and paragraphs."""

    title: str
    paragraphs: tuple[Paragraph, ...]

    @property
    def plain(self) -> str:
        """All of it as one text, for screen readers."""
        body = (f"{item.heading}: {item.text}" if item.heading else item.text for item in self.paragraphs)
        return "\n".join((self.title, *body))


class Popover(QFrame):
    """Closes on Escape or a click elsewhere, then deletes itself; the focus goes back to where it was."""

    def __init__(self, theme: Theme, content: Explained, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.content = content
        set_role(self, "popover")
        self.setAccessibleName(content.title)
        self.setAccessibleDescription(content.plain)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        self._inner = QWidget(self)
        outer.addWidget(scrolled(self._inner, self))
        grid = QGridLayout(self._inner)
        self._grid = grid
        grid.setContentsMargins(*[theme.space(3)] * 4)
        grid.setHorizontalSpacing(theme.space(2))
        grid.setVerticalSpacing(theme.space(1))
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 2)
        title = self._label(content.title)
        title.setFont(theme.font("heading", bold=True))
        grid.addWidget(title, 0, 0, 1, 2)
        for row, item in enumerate(content.paragraphs, start=1):
            if item.heading:
                heading = self._label(item.heading)
                set_role(heading, "muted")
                heading.setAlignment(Qt.AlignmentFlag.AlignTop)
                grid.addWidget(heading, row, 0)
                grid.addWidget(self._label(item.text), row, 1)
            else:
                grid.addWidget(self._label(item.text), row, 0, 1, 2)
        self._wanted = round(_WIDTH * max(1.0, theme.look.text_scale))

    def _label(self, text: str) -> QLabel:
        label = QLabel(self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setText(text)
        label.setWordWrap(True)
        return label

    def open_beside(self, area: QRect) -> None:
        """`area`: the explained control in global coordinates; the popover stays on its screen."""
        place = area.bottomLeft() + QPoint(0, 6)
        screen = QGuiApplication.screenAt(area.center()) or QGuiApplication.primaryScreen()
        room = screen.availableGeometry()
        self._take_room(room.size())
        if place.y() + self.height() > room.bottom():
            place.setY(max(room.top(), area.top() - 6 - self.height()))
        place.setX(max(room.left(), min(place.x(), room.right() - self.width())))
        self.move(place)
        self.show()
        self.setFocus()

    def _take_room(self, room: QSize) -> None:
        """As high as all of the text; where the screen is lower, the text scrolls."""
        frame = 2 * self.frameWidth() + 2
        width = min(self._wanted, room.width())
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        for inner in (width - frame, width - frame - bar):
            height = self._grid.totalHeightForWidth(inner)
            if height + frame <= room.height():
                break
        self._inner.setMinimumHeight(height)
        self.setFixedSize(width, min(height + frame, room.height()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.close()
        else:
            super().keyPressEvent(event)


def open_popover(theme: Theme, content: Explained, owner: QWidget, area: QRect | None = None) -> Popover:
    """Show a popover beside `owner`, or beside `area` in its coordinates."""
    popover = Popover(theme, content, owner)
    box = owner.rect() if area is None else area
    popover.open_beside(QRect(owner.mapToGlobal(box.topLeft()), box.size()))
    return popover


def paragraphs(rows: Sequence[tuple[str, str]]) -> tuple[Paragraph, ...]:
    """Paragraphs from (heading, text) pairs; empty texts are left out."""
    return tuple(Paragraph(heading, text) for heading, text in rows if text)
