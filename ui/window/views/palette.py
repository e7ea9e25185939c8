"""The command palette: type a few letters, press Enter (UI-13)."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from ui.shared.actions.registry import ActionRegistry, Entry
from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.search_field import SearchField

_WIDTH = 560
_ROWS = 9
_FREE = 24
"""Pixels of the window that stay free above and below."""
_MARK, _EDGE, _MARK_TOP, _MARK_GAP = 18, 14, 8, 10
"""The icon of a command, and the room around it."""
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: _ROWS, Qt.Key.Key_PageUp: -_ROWS}
_Index = QModelIndex | QPersistentModelIndex
ENTRY_ROLE = int(Qt.ItemDataRole.UserRole) + 1
"""Data role under which an index hands out its Entry."""


def matches(entry: Entry, typed: str) -> int:
    """Rank of a match, 0 best; -1 for none. Letters must occur in order; words that begin with them come first."""
    wanted = "".join(typed.casefold().split())
    title, hint = entry.title.casefold(), entry.hint.casefold()
    if not wanted or title.startswith(wanted):
        return 0
    if wanted in title.replace(" ", ""):
        return 1
    if _in_order(wanted, title):
        return 2
    return 3 if wanted in hint.replace(" ", "") else -1


def _in_order(wanted: str, text: str) -> bool:
    letters = iter(text)
    return all(letter in letters for letter in wanted)


class _Entries(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._entries: tuple[Entry, ...] = ()

    def show_entries(self, entries: Sequence[Entry]) -> None:
        self.beginResetModel()
        self._entries = tuple(entries)
        self.endResetModel()

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt
        return 0 if parent.isValid() else len(self._entries)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        entry = self._entries[index.row()]
        if role == ENTRY_ROLE:
            return entry
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return ". ".join(part for part in (entry.title, entry.shortcut, entry.reason) if part)
        return None


class _Row(QStyledItemDelegate):
    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:  # noqa: N802 - Qt
        body = QFontMetrics(self._theme.font("body")).height()
        return QSize(200, body + QFontMetrics(self._theme.font("small")).height() + 14)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        entry: Entry = index.data(ENTRY_ROLE)
        theme, rect = self._theme, QRect(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accent_soft"))
            painter.drawRoundedRect(rect.adjusted(4, 1, -4, -1), theme.radius, theme.radius)
        color = "muted" if entry.reason else "text"
        if entry.command.icon:
            device = painter.device()
            ratio = device.devicePixelRatioF() if device is not None else 1.0
            picture = theme.pixmap(entry.command.icon, color, _MARK, ratio)
            painter.drawPixmap(rect.left() + _EDGE, rect.top() + _MARK_TOP, picture)
        body, small = theme.font("body"), theme.font("small")
        keys = QFontMetrics(small).horizontalAdvance(entry.shortcut)
        box = rect.adjusted(_EDGE + theme.grown(_MARK) + _MARK_GAP, 6, -18, -6)
        painter.setFont(body)
        painter.setPen(theme.color(color))
        title = QFontMetrics(body).elidedText(entry.title, Qt.TextElideMode.ElideRight, box.width() - keys - 12)
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, title)
        painter.setFont(small)
        painter.setPen(theme.color("muted"))
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop, entry.shortcut)
        painter.setPen(theme.color("warn" if entry.reason else "muted"))
        below = QFontMetrics(small).elidedText(entry.reason or entry.hint, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, below)
        painter.restore()


class CommandPalette(QFrame):
    """Opens over a window, runs what is chosen after it has closed, and gives the focus back."""

    def __init__(self, theme: Theme, registry: ActionRegistry, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._registry = registry
        set_role(self, "popover")
        self.setAccessibleName(self.tr("Command palette"))
        self._search = SearchField(theme, self.tr("Type a command"), self)
        self._search.setAccessibleName(self.tr("Search commands"))
        self._search.textChanged.connect(self._filter)
        self._search.installEventFilter(self)
        self._model = _Entries(self)
        self._list = QListView(self)
        self._list.setModel(self._model)
        self._list.setItemDelegate(_Row(theme, self))
        self._list.setAccessibleName(self.tr("Commands"))
        self._list.setUniformItemSizes(True)
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.clicked.connect(self._run)
        set_role(self._list, "plain")
        self._none = QLabel(self.tr("No command has these letters."), self)
        self._none.setTextFormat(Qt.TextFormat.PlainText)
        set_role(self._none, "muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.space(1)] * 4)
        column.addWidget(self._search)
        column.addWidget(self._none)
        column.addWidget(self._list)
        self._theme = theme
        self._filter("")

    def open_over(self, window: QWidget) -> None:
        """Centred near the upper edge of `window`."""
        row = max(self._list.sizeHintForRow(0), self._theme.target)
        above = max(_FREE, window.height() // 10)
        around = self.sizeHint().height() - self._list.sizeHint().height()
        self._list.setFixedHeight(max(row, min(_ROWS * row, window.height() - above - around - _FREE)))
        self.setFixedWidth(min(self._theme.grown(_WIDTH), window.width() - 2 * _FREE))
        self.adjustSize()
        top = window.mapToGlobal(QPoint((window.width() - self.width()) // 2, above))
        self.move(top)
        self.show()
        self._search.setFocus()

    def shown_entries(self) -> tuple[Entry, ...]:
        """What the list shows now."""
        return tuple(self._model.index(row).data(ENTRY_ROLE) for row in range(self._model.rowCount()))

    def _filter(self, typed: str) -> None:
        ranked = [(matches(entry, typed), bool(entry.reason), entry) for entry in self._registry.entries()]
        found = sorted((item for item in ranked if item[0] >= 0), key=lambda item: item[:2])
        self._model.show_entries([entry for _, _, entry in found])
        self._none.setVisible(not found)
        self._list.setVisible(bool(found))
        if found:
            self._list.setCurrentIndex(self._model.index(0))

    def _run(self, index: QModelIndex) -> None:
        entry: Entry | None = index.data(ENTRY_ROLE)
        if entry is None or entry.reason:
            return
        self.close()
        self._registry.trigger(entry.command.id)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            key = Qt.Key(event.key())
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: _ROWS, Qt.Key.Key_PageUp: -_ROWS}.get(
                key
            )
            if step is not None and self._model.rowCount():
                last = self._model.rowCount() - 1
                row = min(max(self._list.currentIndex().row() + step, 0), last)
                self._list.setCurrentIndex(self._model.index(row))
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._run(self._list.currentIndex())
                return True
        return bool(super().eventFilter(watched, event))
