"""Intervals, the curtailed certification rule and its exact operating characteristics (paper 3.3; LLM.md 3g)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from statistics import NormalDist

import numpy as np

from core.domain.protocol import TwoStageRule

BISECTIONS = 60
"""Halvings of [0, 1]: the error is below 1e-17."""
MIXTURE_PRIOR = (1.0, 99.0)
"""Beta(a, b) of the mixture confidence sequence: its mean is 1 %, where a good artifact is expected to lie."""


class StopRule(StrEnum):
    """What a rule says after each probe."""

    PASS = "pass"
    FAIL = "fail"
    CONTINUE = "continue"


@dataclass(frozen=True, slots=True)
class Interval:
    """Two-sided interval inside [0, 1]."""

    lower: float
    upper: float


@dataclass(frozen=True, slots=True)
class Characteristics:
    """Chance that a rule passes at one true rate, and the probes it takes on average."""

    pass_probability: float
    expected_probes: float


def wilson(hits: int, n: int, confidence: float) -> Interval:
    """Wilson score interval of a proportion; [0, 1] for n = 0."""
    if n == 0:
        return Interval(0.0, 1.0)
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    rate = hits / n
    spread = z * math.sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    centre, scale = rate + z * z / (2 * n), 1 + z * z / n
    lower = 0.0 if hits == 0 else max(0.0, (centre - spread) / scale)
    upper = 1.0 if hits == n else min(1.0, (centre + spread) / scale)
    return Interval(lower, upper)


@lru_cache(maxsize=1024)
def clopper_pearson(hits: int, n: int, confidence: float) -> Interval:
    """Exact interval of a proportion, by bisection on the binomial tails; [0, 1] for n = 0."""
    if n == 0:
        return Interval(0.0, 1.0)
    tail = (1 - confidence) / 2
    lower = 0.0 if hits == 0 else _solve(lambda p: 1 - binomial_cdf(hits - 1, n, p) >= tail)
    upper = 1.0 if hits == n else _solve(lambda p: binomial_cdf(hits, n, p) <= tail)
    return Interval(lower, upper)


def _solve(reached: Callable[[float], bool]) -> float:
    """Smallest p in [0, 1] with `reached(p)`, for a condition that stays true once it is."""
    low, high = 0.0, 1.0
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        if reached(middle):
            high = middle
        else:
            low = middle
    return high


def binomial_cdf(hits: int, n: int, p: float) -> float:
    """P(X <= hits) for X ~ Binomial(n, p), summed over the shorter tail in logarithms."""
    if hits < 0:
        return 0.0
    if hits >= n or p <= 0.0:
        return 1.0
    if p >= 1.0:
        return 0.0
    if hits > n // 2:
        return 1.0 - binomial_cdf(n - hits - 1, n, 1 - p)
    log_p, log_q = math.log(p), math.log1p(-p)
    choose = math.lgamma(n + 1)
    terms = (
        choose - math.lgamma(x + 1) - math.lgamma(n - x + 1) + x * log_p + (n - x) * log_q for x in range(hits + 1)
    )
    return min(1.0, math.fsum(math.exp(term) for term in terms))


def bootstrap_mean(values: Sequence[float], confidence: float, seed: int, draws: int) -> Interval:
    """Percentile bootstrap interval of a mean; the single value twice for fewer than two values."""
    if len(values) < 2:
        only = values[0] if values else 1.0
        return Interval(only, only)
    sample = np.asarray(values, dtype=np.float64)
    index = np.random.default_rng(seed).integers(0, len(sample), size=(draws, len(sample)))
    means = sample[index].mean(axis=1)
    tail = (1 - confidence) / 2
    lower, upper = np.quantile(means, (tail, 1 - tail))
    return Interval(float(lower), float(upper))


def two_stage(rule: TwoStageRule, n: int, hits: int) -> StopRule:
    """PASS with 0 hits at `first` or at most one at `second`; the second hit fails at once."""
    if hits > 1:
        return StopRule.FAIL
    needed = rule.first if hits == 0 else rule.second
    return StopRule.PASS if n >= needed else StopRule.CONTINUE


@dataclass(slots=True)
class TwoStageRun:
    """The rule as a state machine: feed `observe` with hit or miss until `state` is no longer CONTINUE."""

    rule: TwoStageRule
    n: int = 0
    hits: int = 0

    @property
    def state(self) -> StopRule:
        return two_stage(self.rule, self.n, self.hits)

    def observe(self, hit: bool) -> StopRule:
        """Count one probe and say what follows."""
        self.n += 1
        self.hits += int(hit)
        return self.state


def operating_characteristics(rule: Callable[[int, int], StopRule], p: float, longest: int) -> Characteristics:
    """Exact P(PASS) and E[N] of `rule(n, hits)` at true rate `p`; undecided at `longest` probes = FAIL."""
    alive: dict[int, float] = {0: 1.0}
    passed = expected = 0.0
    for n in range(1, longest + 1):
        following: dict[int, float] = {}
        for hits, mass in alive.items():
            for hit, weight in ((0, 1 - p), (1, p)):
                verdict = rule(n, hits + hit)
                if verdict is StopRule.CONTINUE and n < longest:
                    following[hits + hit] = following.get(hits + hit, 0.0) + mass * weight
                    continue
                expected += mass * weight * n
                passed += mass * weight if verdict is StopRule.PASS else 0.0
        alive = following
    return Characteristics(passed, expected)


def _log_beta(a: float, b: float) -> float:
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)


def mixture_upper(hits: int, n: int, confidence: float) -> float:
    """Upper bound that holds at every look at once (Beta-mixture confidence sequence), for a live display.

    One-sided at half the complement of `confidence`, like the upper end of a two-sided interval.
    """
    if n == 0 or hits >= n:
        return 1.0
    a, b = MIXTURE_PRIOR
    needed = math.log(2 / (1 - confidence))
    evidence = _log_beta(a + hits, b + n - hits) - _log_beta(a, b)

    def excluded(t: float) -> bool:
        if t <= hits / n:
            return False
        if t >= 1.0:
            return True
        return evidence - hits * math.log(t) - (n - hits) * math.log1p(-t) >= needed

    return _solve(excluded)
