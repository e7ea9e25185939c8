"""Writes an answer into a text document, appending only: formats and text, never HTML, never a resource."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)

from core.restore.pieces import Piece, PlainText, RestoredValue
from ui.shared.document.markdown_light import Block, BlockKind, Marked, Run, Style, is_fence, parse_line
from ui.shared.document.offsets import shown
from ui.shared.theme.theme import Theme

MARK_PROPERTY = int(QTextFormat.Property.UserProperty) + 1
"""Character property that holds the index of a restored value or an unresolved token, plus one."""
LINE_LIMIT = 1500
"""A longer line is shown as several, because a line is laid out anew with every word it gains."""
_INDENT = 20
_LINE_ENDS = ("\r\n", "\r", "\u2028", "\u2029")


class AnswerDocument:
    """`write` takes pieces in order; `marks` are the pieces that characters of the document point to, `active` the
    places in `marks` of values that something would act on."""

    def __init__(self, theme: Theme, document: QTextDocument) -> None:
        self._theme = theme
        self._document = document
        self.marks: list[Piece] = []
        self.active: frozenset[int] = frozenset()
        self.restyle()
        self.clear()

    def restyle(self) -> None:
        """Take fonts and colours from the theme; what is written already keeps its look until written again."""
        theme = self._theme
        self._base = theme.font("reading")
        pixels = QFontMetricsF(self._base)
        em = self._base.pointSizeF() * pixels.fontDpi() / 72.0
        self._line_height = max(100.0, 100.0 * theme.tokens.metrics.line_height * em / pixels.height())

    def clear(self, active: frozenset[int] = frozenset()) -> None:
        """Start over."""
        self.active = active
        self._document.clear()
        self._document.setDefaultFont(self._base)
        self.marks = []
        self._line: list[Marked] = []
        self._length = 0
        self._start = 0
        self._in_code = False
        self._continued = False
        self._first = True

    def write(self, pieces: Sequence[Piece]) -> None:
        """Append; the unfinished last line is drawn anew."""
        cursor = QTextCursor(self._document)
        cursor.beginEditBlock()
        for piece in pieces:
            mark = -1
            if not isinstance(piece, PlainText):
                mark = len(self.marks)
                self.marks.append(piece)
            self._take(cursor, _one_line_end(piece.text), mark)
        self._draw(cursor)
        cursor.endEditBlock()

    def _take(self, cursor: QTextCursor, text: str, mark: int) -> None:
        for number, part in enumerate(text.split("\n")):
            if number:
                self._end_line(cursor, continued=False)
            while (room := LINE_LIMIT - self._length) < len(part):
                cut = part.rfind(" ", 0, room) + 1 or room
                self._add(part[:cut], mark)
                part = part[cut:]
                self._end_line(cursor, continued=True)
            self._add(part, mark)

    def _add(self, text: str, mark: int) -> None:
        if text:
            self._line.append(Marked(shown(text), mark))
            self._length += len(text)

    def _end_line(self, cursor: QTextCursor, *, continued: bool) -> None:
        self._draw(cursor)
        line = "".join(piece.text for piece in self._line)
        fence = is_fence(line) and not self._continued
        if fence:
            self._in_code = not self._in_code
        if line.strip() and not fence:
            self._start = self._end()
            self._first = False
        else:
            self._remove_open(cursor)
        self._line = []
        self._length = 0
        self._continued = continued

    def _end(self) -> int:
        return self._document.characterCount() - 1

    def _remove_open(self, cursor: QTextCursor) -> None:
        cursor.setPosition(self._start)
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()

    def _draw(self, cursor: QTextCursor) -> None:
        """Draw the open line in place of what was drawn of it before."""
        self._remove_open(cursor)
        block = parse_line(self._line, in_code=self._in_code)
        if block.kind in (BlockKind.BLANK, BlockKind.FENCE):
            return
        cursor.movePosition(QTextCursor.MoveOperation.End)
        if self._first:
            cursor.setBlockFormat(self._block_format(block))
        else:
            cursor.insertBlock(self._block_format(block), QTextCharFormat())
        if block.label:
            cursor.insertText(f"{block.label}\u2002", self._char_format(block, Run("", Style.PLAIN)))
        for run in block.runs:
            cursor.insertText(run.text, self._char_format(block, run))

    # -- formats ------------------------------------------------------------------------------------------

    def _block_format(self, block: Block) -> QTextBlockFormat:
        style = QTextBlockFormat()
        code = block.kind is BlockKind.CODE
        if not code:
            style.setLineHeight(self._line_height, int(QTextBlockFormat.LineHeightTypes.ProportionalHeight.value))
        listed = block.kind in (BlockKind.BULLET, BlockKind.NUMBERED)
        space = self._theme.space(0 if code or listed else 1)
        style.setTopMargin(
            0 if self._continued or code else self._theme.space(2) if block.kind is BlockKind.HEADING else space
        )
        if listed:
            style.setLeftMargin(_INDENT * (block.level + 1))
            style.setTextIndent(-_INDENT * 0.7)
        elif block.kind is BlockKind.QUOTE:
            style.setLeftMargin(_INDENT)
        elif code:
            style.setLeftMargin(self._theme.space(1))
            style.setBackground(self._theme.color("sunken"))
        elif block.kind is BlockKind.RULE:
            style.setProperty(QTextFormat.Property.BlockTrailingHorizontalRulerWidth, 1)
        if block.kind is BlockKind.HEADING:
            style.setHeadingLevel(block.level)
        return style

    def _char_format(self, block: Block, run: Run) -> QTextCharFormat:
        theme = self._theme
        style = QTextCharFormat()
        mono = block.kind is BlockKind.CODE or run.style is Style.CODE
        bold = run.style is Style.BOLD or block.kind is BlockKind.HEADING
        if mono:
            font = theme.font("mono")
        elif block.kind is BlockKind.HEADING:
            font = theme.font("heading", bold=True)
        else:
            font = QFont(self._base)
            font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        font.setItalic(run.style is Style.ITALIC)
        style.setFont(font)
        style.setForeground(theme.color("muted" if block.kind is BlockKind.QUOTE else "text"))
        if run.style is Style.CODE:
            style.setBackground(theme.color("sunken"))
        if run.mark >= 0:
            self._mark_format(style, run.mark)
        return style

    def _mark_format(self, style: QTextCharFormat, mark: int) -> None:
        theme = self._theme
        restored = isinstance(self.marks[mark], RestoredValue) and mark not in self.active
        style.setProperty(MARK_PROPERTY, mark + 1)
        style.setBackground(theme.color("accent_soft" if restored else "warn_soft"))
        style.setUnderlineColor(theme.color("accent" if restored else "warn"))
        dotted, wave = QTextCharFormat.UnderlineStyle.DotLine, QTextCharFormat.UnderlineStyle.WaveUnderline
        style.setUnderlineStyle(dotted if restored else wave)
        if not restored:
            style.setForeground(theme.color("warn"))


def _one_line_end(text: str) -> str:
    for end in _LINE_ENDS:
        text = text.replace(end, "\n")
    return text
