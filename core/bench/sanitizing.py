"""`bench sanitize`: time, verdicts, leakage and usefulness of the whole path."""

from __future__ import annotations

import math
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.bench.corpora import Corpus, Row
from core.bench.result import Record
from core.domain.errors import KnownError
from core.domain.evidence import AttackerLevel, LeakageEstimate
from core.domain.request import Request
from core.domain.verdict import VerdictKind
from core.engine.outcome import Outcome

Sanitize = Callable[[Request], Outcome]
_PLACES = 6
_THOUSAND = 1000


@dataclass(frozen=True, slots=True)
class Sanitized:
    """One text. `outcome` is None when the run failed with the error `code`."""

    corpus: str
    row: Row
    seconds: float
    outcome: Outcome | None
    code: str = ""

    @property
    def ms_per_thousand(self) -> float:
        """Milliseconds per 1,000 characters."""
        return self.seconds * _THOUSAND * _THOUSAND / max(1, len(self.row.text))


def measure(corpus: Corpus, sanitize: Sanitize) -> Iterator[Sanitized]:
    """Run every row in a conversation of its own. The first row is run once unmeasured."""
    if corpus.rows:
        _run(corpus.name, corpus.rows[0], sanitize)
    for row in corpus.rows:
        yield _run(corpus.name, row, sanitize)


def _run(name: str, row: Row, sanitize: Sanitize) -> Sanitized:
    started = time.perf_counter()
    try:
        outcome: Outcome | None = sanitize(Request(row.text))
        code = ""
    except KnownError as error:
        outcome, code = None, error.code
    return Sanitized(name, row, time.perf_counter() - started, outcome, code)


def summary(items: Sequence[Sanitized]) -> Record:
    """Medians and rates per corpus."""
    result: Record = {}
    for name in dict.fromkeys(item.corpus for item in items):
        own = [item for item in items if item.corpus == name]
        done = [item.outcome for item in own if item.outcome is not None]
        verdicts = Counter(outcome.verdict.kind for outcome in done)
        result[name] = {
            "rows": len(own),
            "pass": verdicts[VerdictKind.PASS],
            "infeasible": verdicts[VerdictKind.INFEASIBLE],
            "failed": dict(Counter(item.code for item in own if item.outcome is None)),
            "median_ms_per_1000_chars": round(statistics.median(item.ms_per_thousand for item in own), 3),
            "median_ms": round(statistics.median(item.seconds * _THOUSAND for item in own), 3),
            "leakage_before": _curve([outcome.verdict.evidence.before for outcome in done]),
            "leakage_after": _curve([outcome.verdict.evidence.leakage for outcome in done]),
            "utility_proxy": _mean([outcome.verdict.evidence.utility.mean for outcome in done]),
            "rounds": _mean([float(outcome.verdict.rounds) for outcome in done]),
        }
    return result


def detail_rows(items: Sequence[Sanitized]) -> Iterator[Record]:
    """One row per text; ids, counts and measures, no text."""
    for item in items:
        base: Record = {
            "corpus": item.corpus,
            "id": item.row.id,
            "chars": len(item.row.text),
            "ms": round(item.seconds * _THOUSAND, 3),
        }
        if item.outcome is None:
            yield {**base, "error": item.code}
            continue
        verdict = item.outcome.verdict
        yield {
            **base,
            "verdict": verdict.kind.value,
            "attributes": len(verdict.sensitive.attributes),
            "rounds": verdict.rounds,
            "leakage_before": _curve([verdict.evidence.before]),
            "leakage_after": _curve([verdict.evidence.leakage]),
            "utility_proxy": round(verdict.evidence.utility.mean, _PLACES),
            "k": _finite(verdict.evidence.k),
            "residual": dict(Counter(residual.reason for residual in verdict.residual.items)),
        }


def _curve(measured: Sequence[Mapping[AttackerLevel, LeakageEstimate]]) -> Record:
    levels = [level for level in AttackerLevel if any(level in curve for curve in measured)]
    return {level.value: _mean([curve[level].mean for curve in measured if level in curve]) for level in levels}


def _finite(value: float | None) -> float | None:
    """JSON has no infinity: a crowd without bound is None."""
    return value if value is not None and math.isfinite(value) else None


def _mean(values: Sequence[float]) -> float | None:
    return round(statistics.fmean(values), _PLACES) if values else None
