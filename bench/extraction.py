"""`bench extract`: recall, precision, over-extraction and speed of extraction on labelled corpora."""

from __future__ import annotations

import secrets
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bench.corpora import Corpus, Row
from bench.result import Record
from bench.scoring import PredictedSpan, Score
from core.domain.request import Request
from core.domain.sensitive import SensitiveSet
from core.domain.taxonomy import Taxonomy

Extract = Callable[[Request], SensitiveSet]
Spans = tuple[PredictedSpan, ...]
Predict = Callable[[Row], tuple[Spans, float]]
"""A row to what was found in it and the seconds that it took."""
_KEY_BYTES = 32
ROUNDS = 3
"""Speed is the median over that many interleaved parts of a corpus; no text is measured twice (segments are cached)."""


def bench_key() -> bytes:
    """A conversation key for one measurement."""
    return secrets.token_bytes(_KEY_BYTES)


@dataclass(frozen=True, slots=True)
class Measured:
    """One corpus under one system. `predictions`: row id and spans, in the corpus' order, if they were kept."""

    corpus: str
    layers: str
    score: Score
    seconds: tuple[float, ...]
    characters: tuple[int, ...]
    predictions: tuple[tuple[str, Spans], ...]

    @property
    def speed(self) -> float:
        """Characters per second, warm: the median of `ROUNDS`."""
        rates = [chars / seconds for chars, seconds in zip(self.characters, self.seconds, strict=True) if seconds > 0]
        return statistics.median(rates) if rates else 0.0


def predictor(extract: Extract, taxonomy: Taxonomy) -> Predict:
    """Our extraction; a row's language is detected, not given."""

    def predict(row: Row) -> tuple[Spans, float]:
        started = time.perf_counter()
        sensitive = extract(Request(row.text))
        seconds = time.perf_counter() - started
        spans = tuple(
            PredictedSpan(
                mention.start, mention.end, mention.type_id, taxonomy[mention.type_id].kind, mention.layer.value, aside
            )
            for aside, mentions in ((False, sensitive.mentions), (True, sensitive.set_aside))
            for mention in mentions
        )
        return spans, seconds

    return predict


def measure(corpus: Corpus, system: str, predict: Predict, *, keep: bool = False) -> Measured:
    """Predict every row and score it. The first row is run once unmeasured. `keep`: remember the predictions."""
    score = Score()
    predictions = []
    seconds, characters = [0.0] * ROUNDS, [0] * ROUNDS
    if corpus.rows:
        first = corpus.rows[0]
        predict(Row(first.id, f"{first.text}\n", first.language, ()))
    for number, row in enumerate(corpus.rows):
        spans, took = predict(row)
        seconds[number % ROUNDS] += took
        characters[number % ROUNDS] += len(row.text)
        score.add(row, spans)
        if keep:
            predictions.append((row.id, spans))
    return Measured(corpus.name, system, score, tuple(seconds), tuple(characters), tuple(predictions))


def figures(item: Measured) -> Record:
    """Every figure of one corpus under one system."""
    score = item.score
    return {
        "rows": score.rows,
        "chars": score.characters,
        "recall": {cls: score.recall(cls) for cls in score.classes},
        "recall_in_set": {cls: score.recall(cls, in_set=True) for cls in score.classes},
        "char_precision": score.precision,
        "over_extraction": score.over_extraction,
        "touched": score.touched_share,
        "touched_explicit": score.touched_explicit_share,
        "touched_in_set": score.in_set_share,
        "harmless_touched": score.harmless_share,
        "chars_per_second": round(item.speed),
        "by_layer": {
            layer: {"spans": count, "right": score.by_layer_rightly[layer]}
            for layer, count in sorted(score.by_layer.items())
        },
        "not_marked": dict(sorted(score.wrong_types.items(), key=lambda entry: (-entry[1], entry[0]))),
    }


def summary(measured: Sequence[Measured]) -> Record:
    """Per corpus and system: the numbers of the table."""
    result: Record = {}
    for item in measured:
        result.setdefault(item.corpus, {})[item.layers] = figures(item)
    return result


def detail_rows(measured: Sequence[Measured]) -> Iterator[Record]:
    """One row per corpus, system, language, kind and type."""
    for item in measured:
        for (language, cls, type_id), total in sorted(item.score.marked.items()):
            found = item.score.found[language, cls, type_id]
            yield {
                "corpus": item.corpus,
                "layers": item.layers,
                "lang": language,
                "kind": cls,
                "type": type_id,
                "found": found,
                "total": total,
                "recall": round(found / total, 4),
            }
