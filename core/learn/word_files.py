"""Lists of names from files: customers, projects, drugs; one word a row, in a column that a person chooses.

The file is read in a stream, so that millions of rows need no memory. It is never trusted: size, encoding, rows and
cells are bounded, and errors name the line, never what stands on it.
"""

from __future__ import annotations

import codecs
import csv
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from core.domain.errors import InputError
from core.extract.user_dictionary import checked
from core.resources import read_toml, resource_root

LARGEST = 512 * 1024 * 1024
"""Bytes of a file; three million names of both languages are a tenth of that."""
MOST_COLUMNS = 200
LONGEST_LINE = 100_000
SHOWN = 10
PIECE = 1 << 20
BEGINNING = 20
"""Rows by which delimiter and heading are known."""
NAMED_LINES = 5
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_DELIMITERS = (",", "\t", ";", "，", "|")


@dataclass(frozen=True, slots=True)
class WordFile:
    """A file that can be read. `columns`: names from its heading, or numbers from 1. `head`: its first rows."""

    path: Path
    encoding: str
    delimiter: str
    heading: bool
    columns: tuple[str, ...]
    head: tuple[tuple[str, ...], ...]

    def rows(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Rows without the heading, each with its line number from 1. Blank lines are left out. Raises InputError
        `wordfile.encoding`, `wordfile.row`, `wordfile.unreadable`."""
        return islice(_rows(self.path, self.encoding, self.delimiter), int(self.heading), None)

    def cells(self, column: int) -> Iterator[tuple[int, str]]:
        """One column, from 0; a short row has an empty cell."""
        if not 0 <= column < len(self.columns):
            raise InputError("wordfile.column")
        for line, row in self.rows():
            yield line, row[column] if column < len(row) else ""


@dataclass(frozen=True, slots=True)
class ColumnPreview:
    """What an import of one column would do. `words`: that would be in the list, `twice`: further rows with the same
    word. `lines`: the first lines that are left out, by number."""

    rows: int
    words: int
    twice: int
    blank: int
    too_short: int
    too_long: int
    lines: tuple[int, ...]

    @property
    def skipped(self) -> int:
        return self.blank + self.too_short + self.too_long


def open_words(path: Path, heading: bool | None = None) -> WordFile:
    """Look at a file: encoding (byte order marks, UTF-8, then GB 18030), delimiter, heading. `heading` None = decide by
    its words. Raises InputError `wordfile.unreadable`, `wordfile.large`, `wordfile.empty`, `wordfile.encoding` with the
    line, `wordfile.row`."""
    try:
        size = path.stat().st_size
        if size > LARGEST:
            raise InputError("wordfile.large", details={"bytes": size, "limit": LARGEST})
        encoding = _encoding(path)
    except OSError:
        raise InputError("wordfile.unreadable") from None
    delimiter = _delimiter(path, encoding)
    head = [row for _, row in islice(_rows(path, encoding, delimiter), BEGINNING)]
    if not head:
        raise InputError("wordfile.empty")
    width = max(map(len, head))
    named = _is_heading(head[0]) if heading is None else heading
    names = head[0] if named else ()
    columns = tuple(
        names[index].strip() if index < len(names) and names[index].strip() else str(index + 1)
        for index in range(width)
    )
    return WordFile(path, encoding, delimiter, named, columns, tuple(head[int(named) :][:SHOWN]))


def preview(file: WordFile, column: int) -> ColumnPreview:
    """Read one column whole and count. Raises as `WordFile.rows`, InputError `wordfile.column`."""
    seen: set[int] = set()
    counts = dict.fromkeys(("dictionary.blank", "dictionary.too_short", "dictionary.too_long"), 0)
    rows = 0
    lines: list[int] = []
    for line, cell in file.cells(column):
        rows += 1
        try:
            seen.add(hash(checked(cell)))
        except InputError as error:
            counts[error.code] += 1
            if len(lines) < NAMED_LINES:
                lines.append(line)
    blank, short, long_ = counts.values()
    return ColumnPreview(rows, len(seen), rows - len(seen) - blank - short - long_, blank, short, long_, tuple(lines))


def words_in(file: WordFile, column: int, beside: int = -1) -> Iterator[tuple[str, str, str] | None]:
    """(folded, as written, cell of the column `beside`) row by row; None for a row that is left out."""
    if not 0 <= column < len(file.columns):
        raise InputError("wordfile.column")
    for _, row in file.rows():
        try:
            cell = row[column] if column < len(row) else ""
            yield checked(cell), cell.strip(), row[beside] if 0 <= beside < len(row) else ""
        except InputError:
            yield None


def _encoding(path: Path) -> str:
    with path.open("rb") as stream:
        start = stream.read(4)
    marked = next((name for mark, name in _MARKS if start.startswith(mark)), None)
    tried = (marked,) if marked is not None else ("utf-8", "gb18030")
    lines = [_first_fault(path, name) for name in tried]
    for name, line in zip(tried, lines, strict=True):
        if line is None:
            return name
    raise InputError("wordfile.encoding", details={"line": lines[0] or 1})


def _first_fault(path: Path, encoding: str) -> int | None:
    """The first line that is not in this encoding; None when all are."""
    decoder = codecs.getincrementaldecoder(encoding)()
    line = 1
    with path.open("rb") as stream:
        while True:
            piece = stream.read(PIECE)
            try:
                text = decoder.decode(piece, final=not piece)
            except UnicodeDecodeError as error:
                return line + error.object[: error.start].count(b"\n")
            if "\0" in text:
                return line + text[: text.index("\0")].count("\n")
            line += text.count("\n")
            if not piece:
                return None


def _delimiter(path: Path, encoding: str) -> str:
    """The sign that stands equally often on the first lines; a comma where none does."""
    with _reading(), path.open(encoding=encoding, newline="") as stream:
        lines = [line for line in islice(_bounded(stream), BEGINNING) if line.strip()]
    counted = {sign: [line.count(sign) for line in lines] for sign in _DELIMITERS}
    even = [sign for sign, counts in counted.items() if counts and min(counts) > 0 and min(counts) == max(counts)]
    some = [sign for sign, counts in counted.items() if sum(counts) >= len(lines) > 0]
    return next(iter([*even, *some]), ",")


def _rows(path: Path, encoding: str, delimiter: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    with _reading(), path.open(encoding=encoding, newline="") as stream:
        reader = csv.reader(_bounded(stream), delimiter=delimiter, strict=False)
        while True:
            try:
                row = next(reader)
            except StopIteration:
                return
            except csv.Error:
                raise InputError("wordfile.row", details={"line": reader.line_num}) from None
            if len(row) > MOST_COLUMNS:
                raise InputError("wordfile.row", details={"line": reader.line_num})
            if any(cell.strip() for cell in row):
                yield reader.line_num, tuple(row)


def _bounded(lines: Iterable[str]) -> Iterator[str]:
    """Lines, none longer than a name with its neighbours can be."""
    for number, line in enumerate(lines, start=1):
        if len(line) > LONGEST_LINE:
            raise InputError("wordfile.row", details={"line": number})
        yield line


@contextmanager
def _reading() -> Iterator[None]:
    """The file may have changed, or gone, since it was looked at."""
    try:
        yield
    except UnicodeDecodeError:
        raise InputError("wordfile.encoding", details={"line": 1}) from None
    except OSError:
        raise InputError("wordfile.unreadable") from None


def _is_heading(row: tuple[str, ...]) -> bool:
    headings = frozenset(read_toml(resource_root() / "learn" / "word_files.toml")["headings"])
    return any(cell.strip().lower() in headings for cell in row)
