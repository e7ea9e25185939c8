"""`bench sanitize`: time, verdicts, leakage, usefulness and literals of the whole path."""

from __future__ import annotations

import math
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bench.corpora import EXPLICIT, Corpus, Row
from bench.result import Record
from core.domain.errors import EvaluationInvalid, KnownError
from core.domain.evidence import AttackerLevel, LeakageEstimate
from core.domain.protocol import STRICT
from core.domain.request import Request
from core.domain.verdict import VerdictKind
from core.engine.outcome import Outcome
from core.verify.statistics import wilson

Sanitize = Callable[[Request], Outcome]
Literals = Callable[[Outcome], int]
"""How many declared values stand literally in an outcome's text: the hard line, asked once more from outside."""
_PLACES = 6
_THOUSAND = 1000
_TAIL = 0.95
SHORTEST_LITERAL = 5
"""Marked explicit values shorter than this may stand in a text by chance."""


@dataclass(frozen=True, slots=True)
class Sanitized:
    """What is kept of one text: measures and counts, never text. `verdict` is None when the run failed with `code`.

    `declared_literals`: declared values left literally, must be 0. `marked_literals`: values that somebody marked as
    explicit and that still stand in the text because they were not found.
    """

    corpus: str
    id: str
    domain: str
    language: str
    characters: int
    seconds: float
    verdict: VerdictKind | None
    code: str = ""
    invalid: bool = False
    attributes: int = 0
    rounds: int = 0
    before: Mapping[AttackerLevel, float] | None = None
    after: Mapping[AttackerLevel, float] | None = None
    utility: float | None = None
    metric: str = ""
    k: float | None = None
    declared_literals: int = 0
    marked_literals: int = 0
    residual: Mapping[str, int] | None = None

    @property
    def ms_per_thousand(self) -> float:
        """Milliseconds per 1,000 characters."""
        return self.seconds * _THOUSAND * _THOUSAND / max(1, self.characters)


def measure(corpus: Corpus, sanitize: Sanitize, literals: Literals) -> Iterator[Sanitized]:
    """Run every row in a conversation of its own. The first row is run once unmeasured."""
    if corpus.rows:
        _run(corpus.name, corpus.rows[0], sanitize, literals)
    for row in corpus.rows:
        yield _run(corpus.name, row, sanitize, literals)


def _run(name: str, row: Row, sanitize: Sanitize, literals: Literals) -> Sanitized:
    started = time.perf_counter()
    try:
        outcome = sanitize(Request(row.text))
    except KnownError as error:
        seconds = time.perf_counter() - started
        invalid = isinstance(error, EvaluationInvalid)
        return Sanitized(
            name, row.id, row.domain, row.language, len(row.text), seconds, None, code=error.code, invalid=invalid
        )
    seconds = time.perf_counter() - started
    verdict = outcome.verdict
    return Sanitized(
        corpus=name,
        id=row.id,
        domain=row.domain or outcome.domain.value,
        language=row.language,
        characters=len(row.text),
        seconds=seconds,
        verdict=verdict.kind,
        attributes=len(verdict.sensitive.attributes),
        rounds=verdict.rounds,
        before=_means(verdict.evidence.before),
        after=_means(verdict.evidence.leakage),
        utility=verdict.evidence.utility.mean,
        metric=verdict.evidence.utility.metric.value,
        k=verdict.evidence.k,
        declared_literals=literals(outcome),
        marked_literals=_marked_left(row, verdict.artifact.text),
        residual=Counter(item.reason for item in verdict.residual.items),
    )


def _means(curve: Mapping[AttackerLevel, LeakageEstimate]) -> dict[AttackerLevel, float]:
    return {level: estimate.advantage for level, estimate in curve.items()}


def _marked_left(row: Row, text: str) -> int:
    marked = {row.text[span.start : span.end] for span in row.spans if span.cls == EXPLICIT}
    return sum(len(value) >= SHORTEST_LITERAL and value in text for value in marked)


def summary(items: Sequence[Sanitized]) -> Record:
    """Medians and rates per corpus, each also by domain and language (`groups`)."""
    result: Record = {}
    for name in dict.fromkeys(item.corpus for item in items):
        own = [item for item in items if item.corpus == name]
        keys = sorted({(item.domain, item.language) for item in own})
        groups = [
            {
                "domain": domain,
                "lang": language,
                **_group([item for item in own if (item.domain, item.language) == (domain, language)]),
            }
            for domain, language in keys
        ]
        result[name] = {**_group(own), "groups": groups}
    return result


def _group(own: Sequence[Sanitized]) -> Record:
    done = [item for item in own if item.verdict is not None]
    verdicts = Counter(item.verdict for item in done)
    times = [item.ms_per_thousand for item in own]
    crowds = [item.k for item in done if item.k is not None and math.isfinite(item.k)]
    return {
        "rows": len(own),
        "pass": verdicts[VerdictKind.PASS],
        "pass_nothing_found": sum(item.verdict is VerdictKind.PASS and not item.attributes for item in done),
        "infeasible": verdicts[VerdictKind.INFEASIBLE],
        "invalid": sum(item.invalid for item in own),
        "failed": dict(Counter(item.code for item in own if item.verdict is None)),
        "pass_rate": _rate(verdicts[VerdictKind.PASS], len(own)),
        "median_ms_per_1000_chars": round(statistics.median(times), 3),
        "p95_ms_per_1000_chars": round(_quantile(times, _TAIL), 3),
        "median_ms": round(statistics.median(item.seconds * _THOUSAND for item in own), 3),
        "leakage_before": _curve(item.before for item in done),
        "leakage_after": _curve(item.after for item in done),
        "utility_metric": "+".join(sorted({item.metric for item in done})),
        "utility_proxy": _mean([item.utility for item in done if item.utility is not None]),
        "k_median": statistics.median(crowds) if crowds else None,
        "k_least": min(crowds, default=None),
        "k_below_star": sum(crowd < STRICT.k_star for crowd in crowds),
        "k_counted": len(crowds),
        "rounds": _mean([float(item.rounds) for item in done]),
        "declared_literals": sum(item.declared_literals for item in done),
        "marked_literals": sum(item.marked_literals for item in done),
        "residual": dict(sum((Counter(item.residual or {}) for item in done), Counter())),
    }


def detail_rows(items: Sequence[Sanitized]) -> Iterator[Record]:
    """One row per text; ids, counts and measures, no text."""
    for item in items:
        base: Record = {
            "corpus": item.corpus,
            "id": item.id,
            "domain": item.domain,
            "lang": item.language,
            "chars": item.characters,
            "ms": round(item.seconds * _THOUSAND, 3),
        }
        if item.verdict is None:
            yield {**base, "error": item.code}
            continue
        yield {
            **base,
            "verdict": item.verdict.value,
            "attributes": item.attributes,
            "rounds": item.rounds,
            "leakage_before": _curve([item.before]),
            "leakage_after": _curve([item.after]),
            "utility_proxy": round(item.utility, _PLACES) if item.utility is not None else None,
            "k": item.k if item.k is not None and math.isfinite(item.k) else None,
            "declared_literals": item.declared_literals,
            "marked_literals": item.marked_literals,
            "residual": dict(item.residual or {}),
        }


def _rate(hits: int, n: int) -> Record:
    """A share with its Wilson interval at the protocol's confidence."""
    interval = wilson(hits, n, STRICT.confidence)
    return {
        "rate": round(hits / n, _PLACES),
        "lower": round(interval.lower, _PLACES),
        "upper": round(interval.upper, _PLACES),
    }


def _quantile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` of the values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def _curve(measured: Iterable[Mapping[AttackerLevel, float] | None]) -> Record:
    curves = [curve for curve in measured if curve is not None]
    levels = [level for level in AttackerLevel if any(level in curve for curve in curves)]
    return {level.value: _mean([curve[level] for curve in curves if level in curve]) for level in levels}


def _mean(values: Sequence[float]) -> float | None:
    return round(statistics.fmean(values), _PLACES) if values else None
