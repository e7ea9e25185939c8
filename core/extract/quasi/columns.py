"""Pasted tables: the head of a column says what stands below it, whatever the words of a cell mean elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.extract.candidate import Candidate
from core.extract.quasi.cells import CellReader
from core.extract.quasi.field_names import LONGEST_NAME
from core.extract.quasi.scan import Scan

GAP = "  "
"""Columns that stand below each other are parted by two blanks or more."""
DELIMITERS = ("\t", "|", ";", ",", GAP, " ")
LEAST_KNOWN = 2
"""Columns of known names that make a line the head of a table."""
WIDEST = 60
"""Columns; a line with more cells is no table that a person pasted."""
_RULE = re.compile(r"[\s|:+=-]+")
_LINE = re.compile(r"[^\n]+")
_BETWEEN_GAPS = re.compile(r"\S+(?: \S+)*")
_Cell = tuple[int, int]


def detect(scan: Scan, reader: CellReader) -> Iterator[Candidate]:
    """Cells of known columns, in every table of the segment that is about people."""
    if "\n" not in scan.text:
        return
    lines = [match.span() for match in scan.cased(_LINE)]
    at = 0
    while at < len(lines) - 1:
        head = _head(scan.text, lines[at], reader)
        if head is None:
            at += 1
            continue
        delimiter, types = head
        at += 1
        while at < len(lines) and delimiter in scan.text[lines[at][0] : lines[at][1]]:
            cells = _cells(scan.text, lines[at], delimiter)
            if len(cells) == len(types):
                for (start, end), type_id in zip(cells, types, strict=True):
                    if type_id:
                        yield from reader.read(scan, start, end, type_id, "table.cell")
            at += 1


def _head(text: str, line: _Cell, reader: CellReader) -> tuple[str, Sequence[str]] | None:
    for delimiter in DELIMITERS:
        if delimiter not in text[line[0] : line[1]]:
            continue
        cells = _cells(text, line, delimiter)
        if len(cells) > WIDEST or any(end - start > LONGEST_NAME + 2 for start, end in cells):
            continue
        types = [reader.fields.type_of(text[start:end]) for start, end in cells]
        known = {type_id for type_id in types if type_id}
        if len(known) >= LEAST_KNOWN and known & reader.fields.personal:
            return delimiter, types
    return None


def _cells(text: str, line: _Cell, delimiter: str) -> list[_Cell]:
    """Spans of the cells of a line; outer bars and quoted delimiters are none."""
    start, end = line
    if delimiter == "|":
        while start < end and text[start] in " \t|>":
            start += 1
        while end > start and text[end - 1] in " \t|":
            end -= 1
        if _RULE.fullmatch(text[start:end] or "-"):
            return []
    if delimiter == GAP:
        return [match.span() for match in _BETWEEN_GAPS.finditer(text, start, end)]
    cells: list[_Cell] = []
    quoted, begin = False, start
    for at in range(start, end):
        if text[at] == '"':
            quoted = not quoted
        elif text[at] == delimiter and not quoted:
            cells.append((begin, at))
            begin = at + 1
    cells.append((begin, end))
    return cells
