"""The two panes of an answer: the readable one, and the words that crossed the wire. Both inert, both read-only."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QMimeData, QPoint, Qt, QUrl, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QSyntaxHighlighter,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QTextEdit, QToolTip, QWidget

from core.domain.tokens import TOKEN_PATTERN
from core.restore.pieces import Left, Piece, RestoredValue, UnresolvedToken
from core.restore.suggestion import Suggestion
from ui.shared.document.answer_document import LINE_LIMIT, MARK_PROPERTY
from ui.shared.document.offsets import OffsetMap, map_offsets, shown
from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.secret_mime import secret_mime
from ui.shared.wording.wording import listed

SCROLLING = frozenset(
    {
        Qt.Key.Key_Up,
        Qt.Key.Key_Down,
        Qt.Key.Key_PageUp,
        Qt.Key.Key_PageDown,
        Qt.Key.Key_Home,
        Qt.Key.Key_End,
        Qt.Key.Key_Space,
    }
)
RAW_LINES = 16
"""Lines of what the cloud saw that a flowing answer shows at once."""


class ReadingPane(QTextEdit):
    """Loads nothing, links to nothing; copying gives plain text, marked as secret for the guard of the clipboard.

    suggestion_pressed: one that is shown was clicked.
    """

    suggestion_pressed = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.marks: list[Piece] = []
        self.active: frozenset[int] = frozenset()
        self._flows = False
        self._suggestions: tuple[Suggestion, ...] = ()
        self._offsets: OffsetMap = map_offsets("")
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setDocumentMargin(theme.space(2))
        self.setAccessibleName(self.tr("Answer"))
        self.setPlaceholderText(self.tr("The answer appears here."))

    def flow(self) -> None:
        """As tall as its text: a page around it scrolls, and takes the keys that would."""
        self._flows = True
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        set_role(self, "flowing")
        self.document().documentLayout().documentSizeChanged.connect(lambda _size: self._fit_height())
        self._fit_height()

    def _fit_height(self) -> None:
        around = max(self.height() - self.viewport().height(), 0) if self.isVisible() else 2 * self.frameWidth()
        self.setFixedHeight(math.ceil(self.document().size().height()) + around)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._flows and event.key() in SCROLLING:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self._flows:
            event.ignore()
        else:
            super().wheelEvent(event)

    def loadResource(self, kind: int, name: QUrl | str) -> object:  # noqa: N802 - Qt
        return None

    def createMimeDataFromSelection(self) -> QMimeData:  # noqa: N802 - Qt
        return secret_mime(self.textCursor().selection().toPlainText())

    def show_suggestions(self, suggestions: tuple[Suggestion, ...], text: str) -> None:
        """Underline places of `text`, which is what this pane shows now; none takes the marks away."""
        self._suggestions = suggestions
        self._offsets = map_offsets(text)
        style = QTextCharFormat()
        style.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DashUnderline)
        style.setUnderlineColor(self._theme.color("warn"))
        marks = []
        for item in suggestions:
            mark = QTextEdit.ExtraSelection()
            start, end = self._offsets.span_to_units(item.start, item.end)
            cursor = QTextCursor(self.document())
            cursor.setPosition(start)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            mark.cursor, mark.format = cursor, style
            marks.append(mark)
        self.setExtraSelections(marks)

    def suggestion_at(self, cursor: QTextCursor) -> Suggestion | None:
        """The marked phrase at a place, if any."""
        place = self._offsets.to_point(cursor.position()) if self._suggestions else -1
        return next((item for item in self._suggestions if item.start <= place <= item.end), None)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() is Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            item = self._suggestion_under(event.position().toPoint())
            if item is not None:
                self.suggestion_pressed.emit(item)

    def _suggestion_under(self, point: QPoint) -> Suggestion | None:
        return self.suggestion_at(self.cursorForPosition(point))

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.tip(self.cursorForPosition(event.pos())), self)
            return True
        return bool(super().viewportEvent(event))

    def tip(self, cursor: QTextCursor) -> str:
        """What a mark means, "" where there is none."""
        mark = cursor.charFormat().intProperty(MARK_PROPERTY) - 1
        piece = self.marks[mark] if 0 <= mark < len(self.marks) else None
        if isinstance(piece, RestoredValue) and mark in self.active:
            return self.tr("{0} was put into a link or a command: opened or run, it sends your value away.").format(
                piece.token
            )
        if isinstance(piece, RestoredValue) and piece.said:
            return self.tr(
                "The cloud wrote {0}; put back on this computer in the language of the text. In your text: {1}"
            ).format(piece.token, piece.original)
        if isinstance(piece, RestoredValue):
            return self.tr("The cloud wrote {0}; put back on this computer.").format(piece.token)
        if isinstance(piece, UnresolvedToken):
            return self._why_left(piece)
        item = self.suggestion_at(cursor)
        if item is not None:
            return self.tr("You may have written: {0}").format(listed(item.candidates))
        return ""

    def _why_left(self, piece: UnresolvedToken) -> str:
        return {
            Left.FORGED: self.tr("{0} was never issued in this conversation; the model made it up.").format(piece.text),
            Left.UNKNOWN: self.tr("{0} looks like a token, but there is no such kind.").format(piece.text),
            Left.AMBIGUOUS: self.tr("{0} could mean several values; it was left as it is.").format(piece.text),
            Left.NESTED: self.tr("{0} stands inside another token; it was left as it is.").format(piece.text),
        }[piece.reason]


class TokenInk(QSyntaxHighlighter):
    def __init__(self, theme: Theme, document: QTextDocument) -> None:
        super().__init__(document)
        self._theme = theme

    def highlightBlock(self, text: str) -> None:  # noqa: N802 - Qt
        style = QTextCharFormat()
        style.setBackground(self._theme.color("accent_soft"))
        for match in TOKEN_PATTERN.finditer(text):
            if text.isascii() or not any(char > "\uffff" for char in text[: match.end()]):
                self.setFormat(match.start(), match.end() - match.start(), style)


class RawPane(QPlainTextEdit):
    """The words that crossed the wire."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._column = 0
        self.begun = False
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setAccessibleName(self.tr("What the cloud saw"))
        self.document().setDocumentMargin(theme.space(2))
        self._ink = TokenInk(theme, self.document())
        theme.changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        self.setFont(self._theme.font("mono"))
        self._ink.rehighlight()

    def flow(self) -> None:
        """As tall as its text up to a limit, within a page that scrolls."""
        self.document().documentLayout().documentSizeChanged.connect(lambda _size: self._fit_height())
        self._fit_height()

    def _fit_height(self) -> None:
        lines = min(max(1, math.ceil(self.document().size().height())), RAW_LINES)
        around = 2 * (self.frameWidth() + round(self.document().documentMargin())) + self._theme.space(1)
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + around)

    def clear(self) -> None:
        super().clear()
        self.begun = False
        self._column = 0

    def start(self, text: str) -> None:
        """The heading and what was sent."""
        self.begun = True
        self.add(text)

    def add(self, text: str) -> None:
        """Append; a line without end is broken so that it stays quick to lay out."""
        if not text:
            return
        parts: list[str] = []
        for number, line in enumerate(shown(text).split("\n")):
            if number:
                parts.append("\n")
                self._column = 0
            while (room := LINE_LIMIT - self._column) < len(line):
                parts += [line[:room], "\n"]
                line = line[room:]
                self._column = 0
            parts.append(line)
            self._column += len(line)
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText("".join(parts))
