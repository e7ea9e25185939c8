"""The table recogniser: every identifier that a pattern, check digits and context words describe."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from core.domain.sensitive import Layer
from core.domain.taxonomy import Taxonomy
from core.extract.candidate import Candidate, TextView, each_apart
from core.extract.explicit.table_rows import Row, Scoring, read_rows, read_scoring
from core.extract.explicit.vocabulary import Vocabulary
from core.extract.pattern_needs import Gate, Holdings
from core.extract.wider_pattern import BEHIND

LEAST_DIGITS = 4
"""Patterns with this many digits and nothing but printable ASCII are tried inside runs of such characters only."""
_PRINTABLE = re.compile("[ -~]+")
_DIGIT = re.compile("[0-9]")
_Spans = list[tuple[int, int]]


class TableRecognizer:
    """Runs all rows; rows that need a context word only where a segment has one."""

    id = "tables"
    layer = Layer.PATTERN

    def __init__(self, taxonomy: Taxonomy, root: Path, gate: Gate | None = None) -> None:
        """Raises ResourceError when a table does not fit its schema."""
        self._scoring: Scoring = read_scoring(root)
        self._rows: tuple[Row, ...] = read_rows(root, taxonomy)
        words: dict[str, list[int]] = {}
        for index, row in enumerate(self._rows):
            for word in row.words:
                words.setdefault(word, []).append(index)
        self._vocabulary = Vocabulary(words)
        self._gate = gate or Gate()
        self._labelled_rows = {index: row for index, row in enumerate(self._rows) if row.labelled}
        self._free_rows = tuple(
            (index, row, not row.requires_context or row.valid_suffices, self._gate.learn(row.pattern))
            for index, row in enumerate(self._rows)
            if not row.labelled
        )

    def find(self, view: TextView) -> tuple[Candidate, ...]:
        """Candidates of every row. Raises RulesFailed where single rows fail."""
        return each_apart(self._searches(view.in_one_script()))

    def _searches(self, view: TextView) -> Iterator[tuple[str, Callable[[], Iterable[Candidate]]]]:
        """The rows that this view may hold something for, each with its search."""
        positions = self._vocabulary.positions(view.lower)
        for index, spans in positions.items():
            labelled = self._labelled_rows.get(index)
            if labelled is not None:
                yield labelled.id, partial(self._labelled, labelled, spans, view)
        holdings = self._gate.holdings(view.text, view.lower)
        has_digit = holdings.digits > 0
        runs = self._runs(view.text, holdings) if has_digit else ()
        for index, row, unasked, asked in self._free_rows:
            if not (unasked or index in positions) or not asked.met_by(holdings):
                continue
            if has_digit or row.type_id in _NO_DIGIT:
                inside = asked.plain and asked.digits >= LEAST_DIGITS
                for start, end, held in runs if inside else ((0, len(view.text), holdings),):
                    if not inside or asked.met_by(held):
                        words = positions.get(index, [])
                        yield row.id, partial(self._anywhere, row, (start, end), words, view)

    def _runs(self, text: str, holdings: Holdings) -> tuple[tuple[int, int, Holdings], ...]:
        """Runs of printable ASCII with enough digits for a number, and what they hold."""
        return tuple(
            (*match.span(), self._gate.within(holdings, text[max(0, match.start() - BEHIND) : match.end()]))
            for match in _PRINTABLE.finditer(text)
            if len(_DIGIT.findall(match.group())) >= LEAST_DIGITS
        )

    def _labelled(self, row: Row, spans: _Spans, view: TextView) -> Iterator[Candidate]:
        for start, end in spans:
            match = row.pattern.match(view.text, end)
            if match is None:
                continue
            surface = match["v"]
            if row.reject is not None and row.reject.fullmatch(surface):
                continue
            begin = start if row.include_label else match.start("v")
            # A value further from its label is a little less sure, so that the nearest label names the type.
            distance = min(match.start("v") - end, self._scoring.window_before)
            score = row.base + 0.1 * (1 - distance / self._scoring.window_before) + 0.001 * min(end - start, 20)
            yield Candidate(
                start=begin,
                end=match.end("v"),
                type_id=row.type_id,
                value=row.value(surface),
                score=min(1.0, score),
                layer=Layer.CONTEXT,
                recognizer=row.id,
                base_score=row.base,
                context=(view.lower[start:end],),
            )

    def _anywhere(self, row: Row, inside: tuple[int, int], spans: _Spans, view: TextView) -> Iterator[Candidate]:
        named = "v" in row.pattern.groupindex
        for match in row.pattern.finditer(view.text, *inside):
            start, end = match.span("v") if named else match.span()
            surface = view.text[start:end]
            if row.reject is not None and row.reject.fullmatch(surface):
                continue
            value = row.value(surface)
            valid = row.validator(value) if row.validator is not None else None
            word, nearness = self._context(spans, match.start(), match.end(), view)
            if row.requires_context and not word and not (row.valid_suffices and valid):
                continue
            score = row.base
            if word:
                score += self._scoring.context_boost - self._scoring.context_decay * (1 - nearness)
            if valid:
                score += self._scoring.valid_boost
            yield Candidate(
                start=start,
                end=end,
                type_id=row.type_id,
                value=value,
                score=min(1.0, score),
                layer=Layer.CHECKSUM if valid else Layer.PATTERN,
                recognizer=row.id,
                base_score=row.base,
                validation=valid,
                context=(word,) if word else (),
            )

    def _context(self, spans: _Spans, start: int, end: int, view: TextView) -> tuple[str, float]:
        """The nearest context word in the window and its nearness in [0, 1]; "" when there is none."""
        best = ("", 0.0)
        index = bisect_left(spans, (start - self._scoring.window_before - 1, 0))
        while index < len(spans) and spans[index][0] <= end + self._scoring.window_after:
            word_start, word_end = spans[index]
            index += 1
            if word_start >= end:
                nearness = 0.9 - (word_start - end) / (self._scoring.window_after + 1)
            else:
                nearness = 1 - max(0, start - word_end) / (self._scoring.window_before + 1)
            if nearness > best[1]:
                best = (view.lower[word_start:word_end], nearness)
        return best


_NO_DIGIT = frozenset(
    {"PRIVATE_KEY", "PASSWORD", "API_KEY", "ACCESS_TOKEN", "BANK_ACCOUNT", "LICENSE_PLATE", "HANDLE", "URL", "PERSON"}
)
"""Types whose values may have no digit at all."""
