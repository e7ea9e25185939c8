"""One side of a comparison: read-only plain text with changed stretches painted."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QSyntaxHighlighter,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextOption,
)
from PySide6.QtWidgets import QMenu, QPlainTextEdit, QWidget

from ui.shared.document.offsets import OffsetMap, map_offsets, shown
from ui.shared.document.text_geometry import stretches
from ui.shared.theme.theme import Theme
from ui.shared.viewmodels.diff import DiffKind


@dataclass(frozen=True, slots=True)
class ChangedStretch:
    """`[start, end)` in code points of the pane's text; DELETED or INSERTED; `change` is its index."""

    start: int
    end: int
    kind: DiffKind
    change: int


class _Ink(QSyntaxHighlighter):
    """Deleted words are struck out, inserted ones keep a plain line: readable without colour."""

    def __init__(self, pane: ChangePane, document: QTextDocument) -> None:
        super().__init__(document)
        self._pane = pane
        self._styles: dict[DiffKind, QTextCharFormat] = {}

    def restyle(self, theme: Theme) -> None:
        """Take the colours of the theme and draw everything anew."""
        hues = theme.diff()
        for kind, ink in ((DiffKind.DELETED, hues.del_ink), (DiffKind.INSERTED, hues.add_ink)):
            style = QTextCharFormat()
            style.setForeground(ink)
            style.setFontStrikeOut(kind is DiffKind.DELETED)
            self._styles[kind] = style
        self.rehighlight()

    def highlightBlock(self, text: str) -> None:  # noqa: N802 - Qt
        origin = self.currentBlock().position()
        for first, last, stretch in self._pane.between(origin, origin + len(text) + 1):
            start = max(first - origin, 0)
            self.setFormat(start, last - origin - start, self._styles[stretch.kind])


class ChangePane(QPlainTextEdit):
    """Shows a text and its changed stretches; `set_current` frames one change.

    pointed(point): a person clicked at this code point. `more`: commands of whoever shows the pane, on top of its menu.
    """

    pointed = Signal(int)

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._stretches: list[tuple[int, int, ChangedStretch]] = []
        self._firsts: list[int] = []
        self._map = map_offsets("")
        self._current = -1
        self._lit = (0, 0)
        self.more: tuple[QAction, ...] = ()
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setAccessibleName(name)
        self.document().setDocumentMargin(theme.space(2))
        self._ink = _Ink(self, self.document())
        theme.changed.connect(self._restyle)
        self._restyle()

    @property
    def offsets(self) -> OffsetMap:
        """Code points of the text <-> document positions."""
        return self._map

    def show_changes(self, text: str, changed: Sequence[ChangedStretch]) -> None:
        """`changed` in text order, not overlapping."""
        self._map = map_offsets(text)
        self._stretches = [(*self._map.span_to_units(item.start, item.end), item) for item in changed]
        self._firsts = [item[0] for item in self._stretches]
        self._current = -1
        self._lit = (0, 0)
        self.setPlainText(shown(text))

    def between(self, first: int, last: int) -> Iterator[tuple[int, int, ChangedStretch]]:
        """Stretches that touch document positions `[first, last)`."""
        index = max(0, bisect_right(self._firsts, first) - 1)
        while index < len(self._stretches) and self._firsts[index] < last:
            if self._stretches[index][1] > first:
                yield self._stretches[index]
            index += 1

    @property
    def lit(self) -> tuple[int, int]:
        """Code points that are framed because something else speaks of them; (0, 0) for none."""
        return self._lit

    def set_lit(self, start: int, end: int) -> None:
        """Frame `[start, end)` in code points and bring it into view; the keyboard's place stays."""
        self._lit = (start, end)
        if start < end:
            cursor = QTextCursor(self.document())
            cursor.setPosition(min(self._map.to_unit(start), max(0, self.document().characterCount() - 1)))
            place = self.cursorRect(cursor)
            if not self.viewport().rect().contains(place):
                self.scroll_to_point(start)
        self.viewport().update()

    def set_current(self, change: int, fallback: int) -> None:
        """Frame a change and bring it into view; `fallback`: code point to show when this side has no part in it."""
        self._current = change
        unit = next((item[0] for item in self._stretches if item[2].change == change), self._map.to_unit(fallback))
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(unit, max(0, self.document().characterCount() - 1)))
        self.setTextCursor(cursor)
        self.centerCursor()
        self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click points at something; a selection is left alone."""
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            unit = self.cursorForPosition(event.position().toPoint()).position()
            self.pointed.emit(self._map.to_point(unit))

    @property
    def selection(self) -> tuple[int, int]:
        """Code points of what is selected; an empty stretch for nothing."""
        cursor = self.textCursor()
        return self._map.to_point(cursor.selectionStart()), self._map.to_point(cursor.selectionEnd())

    def select(self, start: int, end: int) -> None:
        """Select `[start, end)` in code points, as a person with the mouse would."""
        first, last = self._map.span_to_units(start, end)
        cursor = self.textCursor()
        cursor.setPosition(first)
        cursor.setPosition(last, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.context_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def context_menu(self) -> QMenu:
        """What can be done with the selection."""
        menu = QMenu(self)
        menu.addActions(list(self.more))
        if self.more:
            menu.addSeparator()
        copy = menu.addAction(self.tr("Copy"), self.copy)
        copy.setEnabled(self.textCursor().hasSelection())
        menu.addAction(self.tr("Select all"), self.selectAll)
        return menu

    def top_point(self) -> int:
        """Code point at the upper edge."""
        return self._map.to_point(self.cursorForPosition(self.viewport().rect().topLeft()).position())

    def scroll_to_point(self, point: int) -> None:
        """Bring the line with this code point to the upper edge."""
        unit = min(self._map.to_unit(point), max(0, self.document().characterCount() - 1))
        block = self.document().findBlock(unit)
        line = block.layout().lineForTextPosition(unit - block.position())
        self.verticalScrollBar().setValue(block.firstLineNumber() + (line.lineNumber() if line.isValid() else 0))

    def _restyle(self) -> None:
        self.setFont(self._theme.font("reading"))
        self._ink.restyle(self._theme)
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        block = self.firstVisibleBlock()
        offset = self.contentOffset()
        while block.isValid():
            box = self.blockBoundingGeometry(block).translated(offset)
            if box.top() > event.rect().bottom():
                break
            for first, last, stretch in self.between(block.position(), block.position() + block.length()):
                for area, _, _ in stretches(block, box, first, last, event.rect()):
                    self._paint_stretch(painter, area, stretch)
            self._paint_lit(painter, block, box)
            block = block.next()
        painter.end()
        super().paintEvent(event)

    def _paint_lit(self, painter: QPainter, block: QTextBlock, box: QRectF) -> None:
        first, last = self._map.span_to_units(*self._lit)
        if first < last and first < block.position() + block.length() and last > block.position():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theme.color("accent"), 1.5))
            for area, _, _ in stretches(block, box, first, last):
                painter.drawRoundedRect(area.adjusted(-1.5, -0.5, 1.5, 1.5), 3, 3)

    def _paint_stretch(self, painter: QPainter, area: QRectF, stretch: ChangedStretch) -> None:
        hues = self._theme.diff()
        deleted = stretch.kind is DiffKind.DELETED
        soft, ink = (hues.del_soft, hues.del_ink) if deleted else (hues.add_soft, hues.add_ink)
        painter.setBrush(soft)
        painter.setPen(QPen(ink, 1.5) if stretch.change == self._current else QPen(soft, 1.0))
        painter.drawRoundedRect(area.adjusted(-0.5, 0.5, 0.5, -0.5), 3, 3)
        if not deleted:
            painter.setPen(QPen(ink, 1.2))
            painter.drawLine(area.bottomLeft(), area.bottomRight())
