"""Standard streams of one run, and plain-text tables that align with wide characters."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO, TextIO

from core.restore.neutral import neutralise

EXIT_OK = 0
EXIT_FAILED = 1
EXIT_USAGE = 2
_CELL_LIMIT = 60


@dataclass(frozen=True, slots=True)
class Terminal:
    """`stdin` in bytes, so that its encoding is checked and not guessed."""

    stdin: BinaryIO
    stdout: TextIO
    stderr: TextIO

    def out(self, line: str = "") -> None:
        self.stdout.write(line + "\n")

    def note(self, line: str) -> None:
        """One line for the person beside the result."""
        self.stderr.write(line + "\n")
        self.stderr.flush()

    def record(self, record: Any, *, indent: int | None = None) -> None:
        """One whole JSON object, flushed: a reader sees every line as it is done, and never half of one."""
        self.stdout.write(json.dumps(record, ensure_ascii=False, indent=indent, allow_nan=False) + "\n")
        self.stdout.flush()


def width(text: str) -> int:
    """Columns that `text` takes in a terminal."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )


def cell(text: str, limit: int = _CELL_LIMIT) -> str:
    """`text` on one line, harmless, cut to `limit` columns."""
    flat = " ".join(neutralise(text).split())
    if width(flat) <= limit:
        return flat
    kept, used = [], 1
    for char in flat:
        used += width(char)
        if used > limit:
            break
        kept.append(char)
    return "".join(kept) + "…"


def table(head: Sequence[str], rows: Sequence[Sequence[str]], indent: str = "  ") -> list[str]:
    """Lines of a left-aligned table with a rule under its head."""
    lines = [head, *rows]
    columns = [max(width(row[index]) for row in lines) for index in range(len(head))]

    def line(row: Sequence[str]) -> str:
        cells = [text + " " * (columns[index] - width(text)) for index, text in enumerate(row)]
        return (indent + "  ".join(cells)).rstrip()

    return [line(head), indent + "  ".join("-" * column for column in columns), *(line(row) for row in rows)]
