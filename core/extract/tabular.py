"""Tables whole: a column is typed by its header and by its fellows (CSV, TSV, bars, SQL VALUES, queries of links).

A table is completed only where something in its rows identifies somebody already, or its header asks for names and
their numbers, so that sample data of a text about nobody stays. A value may stand in several columns beside each other.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace

from core.domain.sensitive import Layer
from core.domain.taxonomy import Kind, Taxonomy
from core.extract.candidate import Candidate
from core.extract.quasi.field_names import FieldNames

DELIMITERS = ("\t", "|", ";", ",")
LEAST_ROWS = 2
LEAST_FELLOWS = 2
MOST = 0.6
"""Share of a column's filled cells that are of one type from which on the rest is too."""
WIDEST = 60
LONGEST = 60
"""Code points of the longest cell that is hidden for its column alone."""
RECOGNIZER = "table.column"
SCORE = 0.8
_LINE = re.compile(r"[^\n]+")
_RULE = re.compile(r"[\s|:+=-]*")
_VALUES = re.compile(r"(?:\((?P<names>[^()]{1,400})\)\s*)?\bvalues\s*(?=\()", re.IGNORECASE)
_TUPLE = re.compile(r"\s*,?\s*\((?P<row>(?:[^()'\"]|'(?:[^']|'')*'|\"[^\"]*\")*)\)")
_QUERY = re.compile(r"[?;](?P<row>[\w.\[\]-]{1,40}=[^\n\"'<>`]{1,2000})")
_PAIR = re.compile(
    r"(?P<name>[\w.\[\]-]{1,40})=(?P<said>[^&#\s]*(?: [^&#\s]{1,40}){0,8}(?=&)|[^&#\s]*)(?:&(?:amp;)?|$|(?=[#\s]))"
)
LEAST_DIGITS = 3
"""A column of running numbers (1, 2, 3) is no identifier."""
BIRTH_DATE = "BIRTH_DATE"
_WORDY = frozenset({"ADDRESS", "HANDLE", "EMAIL", "PASSWORD"})
_NUMBERED = frozenset(
    {BIRTH_DATE, "PHONE", "BANK_CARD", "BANK_ACCOUNT", "ID_CARD", "SOCIAL_SECURITY", "PASSPORT", "MEDICAL_RECORD"}
)
_KEY = re.compile(r"[\w.-]{1,24}\s?[=:：]\s?(?=\S)")
_TRIM = " \t\r\"'“”‘’`*>"
_NAME = re.compile(r"(?=[^\W\d_])[^\d\n:;@/\\={}<>]{1,48}")

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Table:
    """Spans of the cells; `head` is empty where there is none. All rows are as wide as the first."""

    head: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Tabular:
    """Reads the tables of a text. Stateless; safe from any thread."""

    fields: FieldNames

    def completed(
        self, candidates: Sequence[Candidate], text: str, taxonomy: Taxonomy, aside: Sequence[Candidate] = ()
    ) -> tuple[Candidate, ...]:
        """The candidates with the cells that their columns type, without overlaps, in text order. `aside`: what was
        found and is nobody's; a column of names does not make a shop's name a person's, unless its head says names."""
        nobodys = {(item.start, item.end, item.type_id) for item in aside}
        found = list(candidates)
        for table in tables(text):
            for item in self._cells(table, found, text, taxonomy, nobodys):
                found = [rest for other in found for rest in _without(other, item, text)]
                found.append(item)
        return tuple(sorted(found, key=lambda item: item.start))

    def _cells(
        self,
        table: Table,
        found: Sequence[Candidate],
        text: str,
        taxonomy: Taxonomy,
        nobodys: Set[tuple[int, int, str]],
    ) -> Iterator[Candidate]:
        hidden = [item for item in found if _is_typed(item.type_id, taxonomy)]
        start, end = table.rows[0][0][0], table.rows[-1][-1][1]
        heads = self.fields.types_of([text[slice(*cell)] for cell in table.head])
        if not any(start <= item.start < end for item in hidden) and not _of_people(heads, taxonomy):
            return
        for place in range(len(table.rows[0])):
            cells = [cell for row in table.rows if not _empty(text, cell := _valued(text, row[place]))]
            head = heads[place] if heads else ""
            type_id = self._type(head, heads, cells, hidden, text, taxonomy)
            if not type_id:
                continue
            for cell in cells:
                if type_id == BIRTH_DATE and any(item.start < cell[1] and cell[0] < item.end for item in hidden):
                    continue  # the day is known; what stands beside it is none of it
                if head != type_id and (*cell, type_id) in nobodys:
                    continue
                if self._fits(type_id, text[slice(*cell)]) and not _covered(cell, hidden, text):
                    yield _candidate(cell, type_id, text)

    def _type(
        self,
        head: str,
        heads: Sequence[str],
        cells: Sequence[Cell],
        hidden: Sequence[Candidate],
        text: str,
        taxonomy: Taxonomy,
    ) -> str:
        """Explicit type of a column, empty where nothing says it."""
        owners = Counter(owner.type_id for cell in cells if (owner := _owner(cell, hidden, text)) is not None)
        explicit = head in taxonomy and _is_typed(head, taxonomy)
        people = {type_id for type_id in heads if type_id in self.fields.personal}
        if explicit and (owners or len(people) > 1):
            return head
        if head and not explicit:
            return ""
        type_id, count = owners.most_common(1)[0] if owners else ("", 0)
        return type_id if count >= LEAST_FELLOWS and count >= MOST * len(cells) else ""

    def _fits(self, type_id: str, surface: str) -> bool:
        if surface.lower() in self.fields.empty or len(surface) > LONGEST:
            return False
        if type_id == "PERSON":
            return _NAME.fullmatch(surface) is not None
        return type_id in _WORDY or sum(map(str.isdigit, surface)) >= LEAST_DIGITS


def _is_typed(type_id: str, taxonomy: Taxonomy) -> bool:
    """Whether a column of the type is hidden whatever its cells look like: a day of birth is told as a number too."""
    return type_id == BIRTH_DATE or taxonomy[type_id].kind is Kind.EXPLICIT


def _of_people(heads: Sequence[str], taxonomy: Taxonomy) -> bool:
    """Whether the header alone says that the rows are people: their names and their numbers."""
    explicit = {head for head in heads if head in taxonomy and _is_typed(head, taxonomy)}
    return "PERSON" in explicit and bool(explicit & _NUMBERED)


def tables(text: str) -> Iterator[Table]:
    """Tables of lines with one delimiter, lists of SQL values, and queries of links, which have one row."""
    yield from _of_lines(text)
    for query in _QUERY.finditer(text):
        pairs = list(_pairs(text, *query.span("row")))
        if len(pairs) > 1:
            yield Table(tuple(pair[0] for pair in pairs), (tuple(pair[1] for pair in pairs),))
    for start in _VALUES.finditer(text):
        head = tuple(_split(text, start.span("names"), ",")) if start["names"] else ()
        rows, position = [], start.end()
        while (row := _TUPLE.match(text, position)) is not None:
            rows.append(tuple(_split(text, row.span("row"), ",")))
            position = row.end()
        rows = [row for row in rows if len(row) == len(rows[0])]
        if rows:
            yield Table(head if len(head) == len(rows[0]) else (), tuple(rows))


def _pairs(text: str, start: int, end: int) -> Iterator[tuple[Cell, Cell]]:
    """Names and values of a query; what is encoded is read in the decoded view, whose spaces go with a value that
    another follows."""
    while start < end and (pair := _PAIR.match(text, start, end)) is not None:
        said = pair.span("said")
        yield pair.span("name"), (said[0], said[0]) if "%" in pair["said"] else said
        start = pair.end()


def _of_lines(text: str) -> Iterator[Table]:
    lines = [match.span() for match in _LINE.finditer(text)]
    at = 0
    while at < len(lines) - 1:
        block = max((_block(text, lines, at, delimiter) for delimiter in DELIMITERS), key=lambda rows: rows[0])
        used, rows = block
        if used <= LEAST_ROWS or len(rows) <= LEAST_ROWS:
            at += 1
            continue
        yield Table(rows[0], tuple(rows[1:]))
        at += used


def _block(text: str, lines: Sequence[Cell], at: int, delimiter: str) -> tuple[int, list[tuple[Cell, ...]]]:
    """Lines from `at` on that are rows of the same width, and their cells; rules of a drawn table are skipped."""
    rows: list[tuple[Cell, ...]] = []
    used = 0
    for line in lines[at:]:
        if delimiter not in text[slice(*line)]:
            break
        if _RULE.fullmatch(text, *line) is None:
            cells = tuple(_split(text, line, delimiter))
            if len(cells) > WIDEST or len(cells) < 2 or (rows and len(cells) != len(rows[0])):
                break
            if any(end - start > 4 * LONGEST for start, end in cells):
                break
            rows.append(cells)
        used += 1
    return used, rows


def _split(text: str, span: Cell, delimiter: str) -> Iterator[Cell]:
    """Trimmed cells; a delimiter in quotes parts nothing, a doubled quote ends none, outer bars are none."""
    start, end = span
    if delimiter == "|":
        while start < end and text[start] in " \t>":
            start += 1
        while end > start and text[end - 1] in " \t\r":
            end -= 1
        if start < end and text[start] == "|":
            start += 1
        if start < end and text[end - 1] == "|":
            end -= 1
    quote, begin, doubled = "", start, -1
    for at in range(start, end):
        char = text[at]
        if at == doubled:
            continue
        if quote:
            if char == quote and text[at + 1 : min(at + 2, end)] == quote:
                doubled = at + 1
            elif char == quote:
                quote = ""
        elif char == '"' or (char == "'" and not text[begin:at].strip() and _closes(text, at + 1, end, delimiter)):
            quote = char
        elif char == delimiter:
            yield _trimmed(text, begin, at)
            begin = at + 1
    yield _trimmed(text, begin, end)


def _closes(text: str, start: int, end: int, delimiter: str) -> bool:
    """Whether a single quote is closed at the end of a cell; one that is not marks text in a cell of a spreadsheet."""
    at = text.find("'", start, end)
    while at >= 0 and text[at + 1 : at + 2] == "'":
        at = text.find("'", at + 2, end)
    return at >= 0 and text[at + 1 : end].lstrip()[:1] in ("", delimiter)


def _trimmed(text: str, start: int, end: int) -> Cell:
    while start < end and text[start] in _TRIM:
        start += 1
    while end > start and text[end - 1] in _TRIM:
        end -= 1
    return start, end


def _valued(text: str, cell: Cell) -> Cell:
    """A cell without the name that it gives its own value: `uid=550147`."""
    key = _KEY.match(text, *cell)
    return (key.end(), cell[1]) if key is not None else cell


def _empty(text: str, cell: Cell) -> bool:
    start, end = cell
    return start >= end or not any(map(str.isalnum, text[start:end])) or text[start:end].lower() in ("null", "none")


def _owner(cell: Cell, hidden: Sequence[Candidate], text: str) -> Candidate | None:
    """What hides most of a cell."""
    start, end = cell
    for item in hidden:
        if min(item.end, end) - max(item.start, start) > (end - start) / 2:
            return item
    return None


def _covered(cell: Cell, hidden: Sequence[Candidate], text: str) -> bool:
    """Whether one hidden value that stays within the cell covers all of it, but for what is no letter or digit."""
    start, end = cell
    left = list(text[start:end])
    for item in hidden:
        if item.start < end and start < item.end:
            if item.start < start or item.end > end:
                return False
            left[item.start - start : item.end - start] = " " * (item.end - item.start)
    return not any(map(str.isalnum, left))


def _without(item: Candidate, cell: Candidate, text: str) -> Iterator[Candidate]:
    """What of an item is left beside a cell: a value that was read over several cells is several values."""
    if item.end <= cell.start or cell.end <= item.start:
        yield item
        return
    for start, end in ((item.start, cell.start), (cell.end, item.end)):
        rest = _trimmed(text, start, end)
        while rest[0] < rest[1] and not text[rest[0]].isalnum():
            rest = rest[0] + 1, rest[1]
        while rest[0] < rest[1] and not text[rest[1] - 1].isalnum():
            rest = rest[0], rest[1] - 1
        if rest[0] < rest[1]:
            yield replace(item, start=rest[0], end=rest[1], value=" ".join(text[slice(*rest)].split()))


def _candidate(cell: Cell, type_id: str, text: str) -> Candidate:
    start, end = cell
    value = " ".join(text[start:end].split())
    return Candidate(start, end, type_id, value, SCORE, Layer.CONTEXT, RECOGNIZER, SCORE)
