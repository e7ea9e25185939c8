"""Headings, lists, quotes, rules, bold, italics and code out of a model's answer, line by line. No Qt, no HTML.

Marks (restored values, unresolved tokens) are carried through: they belong to characters, not to markup.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

MAX_INDENT = 6


class BlockKind(StrEnum):
    PARAGRAPH = "paragraph"
    HEADING = "heading"
    BULLET = "bullet"
    NUMBERED = "numbered"
    QUOTE = "quote"
    CODE = "code"
    RULE = "rule"
    FENCE = "fence"
    BLANK = "blank"


class Style(StrEnum):
    PLAIN = "plain"
    BOLD = "bold"
    ITALIC = "italic"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Marked:
    """A stretch of an answer; `mark` is opaque here (-1 = none)."""

    text: str
    mark: int = -1


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of one line in one style."""

    text: str
    style: Style
    mark: int = -1


@dataclass(frozen=True, slots=True)
class Block:
    """One line. `level`: of a heading 1 to 6, of a list its indent. `label`: "•" or "3." of a list item."""

    kind: BlockKind
    runs: tuple[Run, ...]
    level: int = 0
    label: str = ""


_FENCE = re.compile(r"\s{0,3}(?:```|~~~)")
_HEADING = re.compile(r"(#{1,6})\s+")
_BULLET = re.compile(r"(\s*)[-*+•]\s+")
_NUMBERED = re.compile(r"(\s*)(\d{1,9})[.)]\s+")
_QUOTE = re.compile(r"\s{0,3}>\s?")
_RULE = re.compile(r"\s{0,3}(?:-{3,}|\*{3,}|_{3,})\s*")
_INLINE = re.compile(
    r"(?P<code>`+)(?P<code_text>[^`]+)(?P=code)"
    r"|(?P<bold>\*\*|__)(?=\S)(?P<bold_text>.+?)(?<=\S)(?P=bold)"
    r"|(?<![\w*])\*(?=[^\s*])(?P<italic_text>[^*]+?)(?<=[^\s*])\*(?![\w*])"
)


def is_fence(line: str) -> bool:
    """Whether a line opens or closes a block of code."""
    return _FENCE.match(line) is not None


def parse_line(pieces: Sequence[Marked], *, in_code: bool) -> Block:
    """One line without its end. Pure; anything that is no markup stays as it is."""
    line = "".join(piece.text for piece in pieces)
    if is_fence(line):
        return Block(BlockKind.FENCE, ())
    marks = [(piece.mark, len(piece.text)) for piece in pieces if piece.text]
    if in_code:
        return Block(BlockKind.CODE, _cut(line, 0, [(0, len(line), Style.PLAIN)], marks))
    if not line.strip():
        return Block(BlockKind.BLANK, ())
    if _RULE.fullmatch(line):
        return Block(BlockKind.RULE, ())
    kind, start, level, label = _prefix(line)
    return Block(kind, _cut(line, start, _styles(line, start), marks), level, label)


def _prefix(line: str) -> tuple[BlockKind, int, int, str]:
    if match := _HEADING.match(line):
        return BlockKind.HEADING, match.end(), len(match[1]), ""
    if match := _BULLET.match(line):
        return BlockKind.BULLET, match.end(), _indent(match[1]), "•"
    if match := _NUMBERED.match(line):
        return BlockKind.NUMBERED, match.end(), _indent(match[1]), f"{match[2]}."
    if match := _QUOTE.match(line):
        return BlockKind.QUOTE, match.end(), 0, ""
    return BlockKind.PARAGRAPH, 0, 0, ""


def _indent(spaces: str) -> int:
    return min(len(spaces.expandtabs(4)) // 2, MAX_INDENT)


def _styles(line: str, start: int) -> list[tuple[int, int, Style]]:
    """Visible stretches (start, end, style) of the line; the markup between them is left out."""
    spans: list[tuple[int, int, Style]] = []
    position = start
    for match in _INLINE.finditer(line, start):
        spans.append((position, match.start(), Style.PLAIN))
        group, style = next(
            (name, style)
            for name, style in (
                ("code_text", Style.CODE),
                ("bold_text", Style.BOLD),
                ("italic_text", Style.ITALIC),
            )
            if match[name] is not None
        )
        spans.append((match.start(group), match.end(group), style))
        position = match.end()
    spans.append((position, len(line), Style.PLAIN))
    return [span for span in spans if span[0] < span[1]]


def _cut(
    line: str, start: int, spans: Sequence[tuple[int, int, Style]], marks: Sequence[tuple[int, int]]
) -> tuple[Run, ...]:
    """Styles cut where marks begin and end."""
    borders: list[tuple[int, int, int]] = []
    position = 0
    for mark, length in marks:
        borders.append((position, position + length, mark))
        position += length
    runs: list[Run] = []
    index = 0
    for span_start, span_end, style in spans:
        while index < len(borders) and borders[index][1] <= max(span_start, start):
            index += 1
        here = index
        while here < len(borders) and borders[here][0] < span_end:
            first, last, mark = borders[here]
            text = line[max(first, span_start) : min(last, span_end)]
            if text:
                runs.append(Run(text, style, mark))
            here += 1
    return tuple(runs)
