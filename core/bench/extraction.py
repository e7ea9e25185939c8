"""`bench extract`: recall, precision and speed of extraction on labelled corpora, with and without NER."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from core.bench.corpora import EXPLICIT, HARMLESS, QUASI, Corpus
from core.bench.result import Record
from core.bench.scoring import PredictedSpan, Score
from core.domain.request import Request
from core.domain.sensitive import SensitiveSet
from core.domain.taxonomy import Taxonomy

Extract = Callable[[Request], SensitiveSet]
_KEY_BYTES = 32


def bench_key() -> bytes:
    """A conversation key for one measurement."""
    return secrets.token_bytes(_KEY_BYTES)


@dataclass(frozen=True, slots=True)
class Measured:
    """One corpus under one set of layers. `predictions`: row id and spans, in the corpus' order."""

    corpus: str
    layers: str
    score: Score
    seconds: float
    predictions: tuple[tuple[str, tuple[PredictedSpan, ...]], ...]

    @property
    def speed(self) -> float:
        """Characters per second, warm."""
        return self.score.characters / self.seconds if self.seconds else 0.0


def measure(corpus: Corpus, layers: str, extract: Extract, taxonomy: Taxonomy) -> Measured:
    """Extract every row (its language is detected, not given) and score it. The first row is run once unmeasured."""
    score = Score()
    predictions = []
    seconds = 0.0
    if corpus.rows:
        extract(Request(f"{corpus.rows[0].text}\n"))
    for row in corpus.rows:
        started = time.perf_counter()
        sensitive = extract(Request(row.text))
        seconds += time.perf_counter() - started
        spans = tuple(
            PredictedSpan(mention.start, mention.end, mention.type_id, taxonomy[mention.type_id].kind)
            for mention in sensitive.mentions
        )
        score.add(row, spans)
        predictions.append((row.id, spans))
    return Measured(corpus.name, layers, score, seconds, tuple(predictions))


def summary(measured: Sequence[Measured]) -> Record:
    """Per corpus and layers: the numbers of the table."""
    result: Record = {}
    for item in measured:
        score = item.score
        result.setdefault(item.corpus, {})[item.layers] = {
            "rows": score.rows,
            "chars": score.characters,
            "recall": {cls: score.recall(cls) for cls in score.classes},
            "char_precision": score.precision,
            "touched": score.touched_share,
            "touched_explicit": score.touched_explicit_share,
            "chars_per_second": round(item.speed),
        }
    return result


def detail_rows(measured: Sequence[Measured]) -> Iterator[Record]:
    """One row per corpus, layers, language, kind and type."""
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


def table_row(item: Measured) -> tuple[str | float | int | None, ...]:
    """Cells of the printed table after corpus and layers."""
    score = item.score
    return (
        score.rows,
        score.recall(EXPLICIT),
        score.recall(QUASI),
        score.precision,
        score.recall(HARMLESS),
        score.touched_explicit_share,
        round(item.speed),
    )
