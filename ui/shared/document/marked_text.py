"""A plain text view that paints marked stretches: soft background, underline, tag and state (UI-16)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, Qt, QTextBoundaryFinder, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
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
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from core.domain.taxonomy import Kind
from ui.shared.document.canonical import CanonicalBuffer
from ui.shared.document.glyphs import draw_status
from ui.shared.document.text_geometry import stretches
from ui.shared.theme.theme import Theme
from ui.shared.wording.spans import HighlightSpan

_PAD = 3.0
_UNDERLINE = 1.5
_DASHES = [3.0, 2.2]


@dataclass(frozen=True, slots=True)
class PlacedSpan:
    """A span with its UTF-16 positions in the document."""

    first: int
    last: int
    span: HighlightSpan


class _TagSpace(QSyntaxHighlighter):
    """Widens the last letter of every span so that its tag has room behind it."""

    def __init__(self, view: MarkedTextEdit, document: QTextDocument) -> None:
        super().__init__(document)
        self._view = view

    def highlightBlock(self, text: str) -> None:  # noqa: N802 - Qt
        block = self.currentBlock()
        origin = block.position()
        for placed in self._view.spans_between(origin, origin + block.length()):
            if not origin < placed.last <= origin + block.length() - 1:
                continue
            last = placed.last - origin
            finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Grapheme, text)
            finder.setPosition(last)
            first = max(finder.toPreviousBoundary(), 0)
            room = QTextCharFormat()
            room.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
            room.setFontLetterSpacing(self._view.tag_room(placed.span))
            self.setFormat(first, last - first, room)


class MarkedTextEdit(QPlainTextEdit):
    """Holds an exact text (`buffer`) and shows it; positions in signals and calls are its code points.

    attribute_hovered(id): pointer or caret is on a span, "" when it left. attribute_selected(id): clicked.
    """

    attribute_hovered = Signal(str)
    attribute_selected = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.buffer = CanonicalBuffer()
        self._placed: list[PlacedSpan] = []
        self._firsts: list[int] = []
        self._lit = ""
        self._noted: frozenset[str] = frozenset()
        self._hovered = ""
        self._tags_shown = True
        self.setUndoRedoEnabled(False)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.setTabChangesFocus(True)
        self.document().setDocumentMargin(theme.space(2))
        self.document().contentsChange.connect(self._contents_changed)
        self._highlighter = _TagSpace(self, self.document())
        self.cursorPositionChanged.connect(self._caret_moved)
        theme.changed.connect(self._restyle)
        self._restyle()

    # -- text ---------------------------------------------------------------------------------------------

    def set_exact_text(self, text: str) -> None:
        """Show a new text; marks and undo history go."""
        self.buffer.reset(text)
        self._place([])
        self.blockSignals(True)
        self.setPlainText(self.buffer.shown)
        self.blockSignals(False)
        self.textChanged.emit()

    def exact_text(self) -> str:
        """The text with every code point it was given."""
        return self.buffer.text

    def _contents_changed(self, position: int, removed: int, added: int) -> None:
        """Keeps marks in place; editable views also update the exact text."""

    # -- marks --------------------------------------------------------------------------------------------

    def set_mentions(self, spans: Iterable[HighlightSpan]) -> None:
        """Replace all marks. Spans outside the text are dropped; overlapping ones are cut at the first."""
        offsets = self.buffer.map
        placed: list[PlacedSpan] = []
        reached = 0
        for span in sorted(spans, key=lambda item: (item.start, -item.end)):
            if span.start < reached or not 0 <= span.start < span.end <= offsets.length:
                continue
            first, last = offsets.span_to_units(span.start, span.end)
            placed.append(PlacedSpan(first, last, span))
            reached = span.end
        old = {(item.first, item.last, item.span.tag) for item in self._placed}
        new = {(item.first, item.last, item.span.tag) for item in placed}
        self._place(placed)
        self._respace({last for _, last, _ in old ^ new})
        self.viewport().update()

    def mentions(self) -> tuple[HighlightSpan, ...]:
        """The marks as they stand, moved along with edits."""
        offsets = self.buffer.map
        return tuple(
            replace(item.span, start=offsets.to_point(item.first), end=offsets.to_point(item.last, closing=True))
            for item in self._placed
        )

    def set_tags_shown(self, shown: bool) -> None:
        """Tags and state marks behind the spans; underline and background stay."""
        if shown != self._tags_shown:
            self._tags_shown = shown
            self._highlighter.rehighlight()
            self.viewport().update()

    def highlight_attribute(self, attribute_id: str) -> None:
        """Light all mentions of one attribute, "" for none."""
        if attribute_id != self._lit:
            self._lit = attribute_id
            self.viewport().update()

    def set_noted(self, attribute_ids: Iterable[str]) -> None:
        """Keep all mentions of these attributes lit: something about them has changed by itself."""
        noted = frozenset(attribute_ids)
        if noted != self._noted:
            self._noted = noted
            self.viewport().update()

    @property
    def noted(self) -> frozenset[str]:
        return self._noted

    def reveal(self, start: int, end: int) -> None:
        """Select `[start, end)` and scroll it into view."""
        first, last = self.buffer.map.span_to_units(start, end)
        cursor = QTextCursor(self.document())
        cursor.setPosition(last)
        cursor.setPosition(first, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        self.centerCursor()

    def attribute_at(self, unit: int) -> str:
        """Id of the attribute marked at a document position, "" for none."""
        index = bisect_right(self._firsts, unit) - 1
        if index >= 0 and self._placed[index].first <= unit < self._placed[index].last:
            return self._placed[index].span.attribute_id
        return ""

    def spans_between(self, first: int, last: int) -> Iterator[PlacedSpan]:
        """Marks that touch document positions `[first, last)`, in order."""
        index = max(0, bisect_right(self._firsts, first) - 1)
        while index < len(self._placed) and self._placed[index].first < last:
            if self._placed[index].last > first:
                yield self._placed[index]
            index += 1

    def _place(self, placed: list[PlacedSpan]) -> None:
        self._placed = placed
        self._firsts = [item.first for item in placed]

    def _respace(self, lasts: Iterable[int]) -> None:
        """Make or free the room of tags behind the given document positions, each block once."""
        document = self.document()
        end = max(0, document.characterCount() - 1)
        for number in {document.findBlock(min(last, end)).blockNumber() for last in lasts}:
            self._highlighter.rehighlightBlock(document.findBlockByNumber(number))

    def _shift_marks(self, position: int, removed: int, added: int) -> None:
        """Marks behind an edit move, marks it touches go."""
        kept: list[PlacedSpan] = []
        for item in self._placed:
            if item.last <= position and not (item.last == position and removed):
                kept.append(item)
            elif item.first >= position + removed:
                kept.append(PlacedSpan(item.first + added - removed, item.last + added - removed, item.span))
        self._place(kept)

    # -- look ---------------------------------------------------------------------------------------------

    def _restyle(self) -> None:
        self.setFont(self._theme.font("reading"))
        self._tag_font = self._theme.font("tag", bold=True)
        self._tag_metrics = QFontMetricsF(self._tag_font)
        self._highlighter.rehighlight()
        self.viewport().update()

    def tag_room(self, span: HighlightSpan) -> float:
        """Width kept free behind a span for its tag and state, device-independent pixels."""
        if not self._tags_shown or not span.tag:
            return 0.0
        return self._tag_metrics.horizontalAdvance(span.tag) + self._mark_size + 4 * _PAD

    @property
    def _mark_size(self) -> float:
        return self._tag_metrics.capHeight() + 1

    def paintEvent(self, event: QPaintEvent) -> None:
        """Marks lie under the text, tags over it: a selection may cover the former, not the latter."""
        shown = event.rect()
        parts = [
            (area.adjusted(-1, 0, 1, 0), baseline, placed.span, ends)
            for block, box in self._visible_blocks(shown.bottom())
            for placed in self.spans_between(block.position(), block.position() + block.length())
            for area, baseline, ends in stretches(block, box, placed.first, placed.last, shown)
        ]
        for paint in (self._paint_mark, None, self._paint_tag):
            if paint is None:
                super().paintEvent(event)
                continue
            painter = QPainter(self.viewport())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setClipRect(shown)
            for part in parts:
                paint(painter, *part)
            painter.end()

    def _visible_blocks(self, bottom: float) -> Iterator[tuple[QTextBlock, QRectF]]:
        block = self.firstVisibleBlock()
        offset = self.contentOffset()
        while block.isValid():
            box = self.blockBoundingGeometry(block).translated(offset)
            if box.top() > bottom:
                return
            if block.isVisible():
                yield block, box
            block = block.next()

    def _paint_mark(self, painter: QPainter, area: QRectF, baseline: float, span: HighlightSpan, ends: bool) -> None:
        hue = self._theme.family(span.family)
        lit = span.attribute_id in (self._lit, self._hovered, *self._noted) and bool(span.attribute_id)
        painter.setBrush(hue.soft)
        painter.setPen(QPen(hue.line, _UNDERLINE) if lit else Qt.PenStyle.NoPen)
        painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        underline = QPen(hue.line, _UNDERLINE)
        if span.kind is Kind.QUASI:
            underline.setDashPattern(_DASHES)
        painter.setPen(underline)
        y = min(baseline + 3.5, area.bottom() - 1)
        room = self.tag_room(span) if ends else 0.0
        painter.drawLine(QPointF(area.left() + 2, y), QPointF(area.right() - max(room, 2.0), y))

    def _paint_tag(self, painter: QPainter, area: QRectF, baseline: float, span: HighlightSpan, ends: bool) -> None:
        room = self.tag_room(span) if ends else 0.0
        if not room:
            return
        ink = self._theme.family(span.family).ink
        size = self._mark_size
        x = area.right() - room + _PAD
        painter.setFont(self._tag_font)
        painter.setPen(ink)
        painter.drawText(QPointF(x, baseline), span.tag)
        x += self._tag_metrics.horizontalAdvance(span.tag) + _PAD
        draw_status(painter, QRectF(x, baseline - size + 0.5, size, size), span.status, ink)

    # -- pointing -----------------------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._hover(self._attribute_under(event))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        found = self._attribute_under(event)
        if found and not self.textCursor().hasSelection():
            self.attribute_selected.emit(found)

    def _attribute_under(self, event: QMouseEvent) -> str:
        point = event.position().toPoint()
        cursor = self.cursorForPosition(point)
        found = self.attribute_at(cursor.position()) or self.attribute_at(cursor.position() - 1)
        box = self.cursorRect(cursor)
        return found if box.top() <= point.y() <= box.bottom() else ""

    def leaveEvent(self, event: object) -> None:
        self._hover("")

    def _caret_moved(self) -> None:
        self._hover(self.attribute_at(self.textCursor().position()))

    def _hover(self, attribute_id: str) -> None:
        if attribute_id != self._hovered:
            self._hovered = attribute_id
            self.viewport().update()
            self.attribute_hovered.emit(attribute_id)
