"""Span recall and character precision: a gold span counts when all its letters and digits are covered.

Articles and titles inside a gold span need not be covered. Precision is over letters and digits; spans of
class `none` count as wrong for precision and their recall tells how much was masked without need.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from bench.corpora import HARMLESS, GoldSpan, Row
from core.domain.taxonomy import Kind

_UNNEEDED = frozenset({"the", "a", "an", "mr", "mrs", "ms", "dr", "miss"})
_PLACES = 4


@dataclass(frozen=True, slots=True)
class PredictedSpan:
    """`aside`: found, but taken for nobody's, so that a person is asked and nothing is hidden."""

    start: int
    end: int
    type: str
    kind: Kind
    layer: str = ""
    aside: bool = False


@dataclass(slots=True)
class Score:
    """Sums over rows; every rate is None where its denominator is 0."""

    rows: int = 0
    characters: int = 0
    touched: int = 0
    touched_explicit: int = 0
    touched_in_set: int = 0
    found: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    in_set: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    marked: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    masked_letters: int = 0
    masked_rightly: int = 0
    wanted: int = 0
    predicted: int = 0
    harmless_rows: int = 0
    harmless_touched: int = 0
    by_layer: Counter[str] = field(default_factory=Counter)
    by_layer_rightly: Counter[str] = field(default_factory=Counter)
    wrong_types: Counter[str] = field(default_factory=Counter)

    def add(self, row: Row, predicted: Iterable[PredictedSpan]) -> None:
        """Count one text."""
        spans = tuple(predicted)
        covered = _covered(row.text, spans)
        held = _covered(row.text, [span for span in spans if not span.aside])
        self.rows += 1
        self.characters += len(row.text)
        self.touched += any(covered)
        self.touched_explicit += any(span.kind is Kind.EXPLICIT for span in spans)
        self.touched_in_set += any(held)
        wanted = bytearray(len(row.text))
        for gold in row.spans:
            key = (row.language, gold.cls, gold.type)
            self.marked[key] += 1
            required = tuple(_required(row.text, gold))
            self.found[key] += all(covered[index] for index in required)
            self.in_set[key] += all(held[index] for index in required)
            if gold.cls != HARMLESS:
                wanted[gold.start : gold.end] = b"\x01" * (gold.end - gold.start)
        self._count_spans(row, spans, wanted)
        for index, is_covered in enumerate(covered):
            if is_covered and row.text[index].isalnum():
                self.masked_letters += 1
                self.masked_rightly += wanted[index]

    def _count_spans(self, row: Row, spans: Sequence[PredictedSpan], wanted: bytearray) -> None:
        marked = sum(gold.cls != HARMLESS for gold in row.spans)
        self.wanted += marked
        self.predicted += len(spans)
        if not marked:
            self.harmless_rows += 1
            self.harmless_touched += bool(spans)
        for span in spans:
            right = any(wanted[max(0, span.start) : span.end])
            self.by_layer[span.layer] += 1
            self.by_layer_rightly[span.layer] += right
            if not right:
                self.wrong_types[span.type] += 1

    @property
    def over_extraction(self) -> float | None:
        """|F| / |G|: spans found for every span that somebody marked (paper T9)."""
        return _rate(self.predicted, self.wanted)

    @property
    def harmless_share(self) -> float | None:
        """Share of the texts without anything sensitive in which something was found all the same."""
        return _rate(self.harmless_touched, self.harmless_rows)

    def recall(
        self, cls: str, *, language: str | None = None, type_id: str | None = None, in_set: bool = False
    ) -> float | None:
        """Share of gold spans of a class (and language, type) that were covered; `in_set`: by what is in S, without
        what is only asked about."""
        chosen = [
            key
            for key in self.marked
            if key[1] == cls and (language is None or key[0] == language) and (type_id is None or key[2] == type_id)
        ]
        counted = self.in_set if in_set else self.found
        return _rate(sum(counted[key] for key in chosen), sum(self.marked[key] for key in chosen))

    @property
    def precision(self) -> float | None:
        """Share of covered letters and digits that somebody marked."""
        return _rate(self.masked_rightly, self.masked_letters)

    @property
    def touched_share(self) -> float | None:
        return _rate(self.touched, self.rows)

    @property
    def touched_explicit_share(self) -> float | None:
        return _rate(self.touched_explicit, self.rows)

    @property
    def in_set_share(self) -> float | None:
        """Share of the texts in which something is in S."""
        return _rate(self.touched_in_set, self.rows)

    @property
    def classes(self) -> tuple[str, ...]:
        return tuple(sorted({key[1] for key in self.marked}))


def _covered(text: str, spans: Iterable[PredictedSpan]) -> bytearray:
    covered = bytearray(len(text))
    for span in spans:
        start, end = max(0, span.start), min(len(text), span.end)
        if start < end:
            covered[start:end] = b"\x01" * (end - start)
    return covered


def _required(text: str, gold: GoldSpan) -> Iterator[int]:
    """Positions that must be covered: letters and digits of every word that carries meaning."""
    position = gold.start
    for word in text[gold.start : gold.end].split(" "):
        if word.lower().strip(".,") not in _UNNEEDED:
            yield from (index for index in range(position, position + len(word)) if text[index].isalnum())
        position += len(word) + 1


def _rate(part: int, whole: int) -> float | None:
    return round(part / whole, _PLACES) if whole else None
