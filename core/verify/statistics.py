"""Intervals, the curtailed certification rule and its exact operating characteristics (paper 3.3; gate.md 3)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from statistics import NormalDist

import numpy as np

from core.domain.protocol import TwoStageRule

BISECTIONS = 60
"""Halvings of [0, 1]: the error is below 1e-17."""
MIXTURE_PRIOR = (1.0, 99.0)
"""Beta(a, b) of the mixture confidence sequence: its mean is 1 %, where a good artifact is expected to lie."""


SUMMED = 50
"""Hits up to which a binomial tail is summed term by term."""
FRACTIONS, CLOSE, TINY = 10_000, 1e-13, 1e-300
"""Longest continued fraction, where it is close enough to stop, and what stands in it for zero."""
WITHOUT_HIT = 0.75
"""Part of a rule's error that the pass without any hit may use."""
BETS = (0.3, 0.99)
"""A small bet wins against choices that scatter, a large one against choices that the document does not change."""
HOPELESS = math.log(1e-4)
"""Wealth at which a paired run gives up: it stops as not passed."""


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


@lru_cache(maxsize=4096)
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
    """P(X <= hits) for X ~ Binomial(n, p): a sum in logarithms over few hits, else by the incomplete beta function."""
    if hits < 0:
        return 0.0
    if hits >= n or p <= 0.0:
        return 1.0
    if p >= 1.0:
        return 0.0
    if hits > n // 2:
        return 1.0 - binomial_cdf(n - hits - 1, n, 1 - p)
    if hits > SUMMED:
        return incomplete_beta(n - hits, hits + 1, 1.0 - p)
    log_p, log_q = math.log(p), math.log1p(-p)
    choose = math.lgamma(n + 1)
    terms = (
        choose - math.lgamma(x + 1) - math.lgamma(n - x + 1) + x * log_p + (n - x) * log_q for x in range(hits + 1)
    )
    return min(1.0, math.fsum(math.exp(term) for term in terms))


def incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function, by its continued fraction. `x` in (0, 1)."""
    if x > (a + 1) / (a + b + 2):
        return 1.0 - incomplete_beta(b, a, 1.0 - x)
    front = math.exp(a * math.log(x) + b * math.log1p(-x) - _log_beta(a, b)) / a
    upper, lower = 1.0, _bounded(1.0 - (a + b) * x / (a + 1))
    lower = value = 1.0 / lower
    for m in range(1, FRACTIONS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        before = value
        for factor in (even, odd):
            lower = 1.0 / _bounded(1.0 + factor * lower)
            upper = _bounded(1.0 + factor / upper)
            value *= lower * upper
        if abs(value - before) <= CLOSE * abs(value):
            break
    return min(1.0, max(0.0, front * value))


def _bounded(value: float) -> float:
    """Away from zero, as the continued fraction needs it."""
    return value if abs(value) > TINY else TINY


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


@lru_cache(maxsize=256)
def rule_for(error: float, rate: float) -> TwoStageRule:
    """The two-stage rule that passes with probability <= `error` where each draw hits with probability `rate` or more.

    Three quarters of the error go to the pass without a hit; the pass with one needs the rest, and as many draws that
    one hit alone has its upper bound at `rate`. Raises ValueError outside (0, 1).
    """
    if not 0 < error < 1 or not 0 < rate < 1:
        raise ValueError("outside (0, 1)")
    first = math.ceil(math.log(WITHOUT_HIT * error) / math.log1p(-rate))
    one_hit = math.log(first * rate)
    second = first + 1
    while (
        math.exp(first * math.log1p(-rate)) + math.exp(one_hit + (second - 1) * math.log1p(-rate)) > error
        or binomial_cdf(1, second, rate) > error
    ):
        second += 1
    return TwoStageRule(first, second)


def clean_draws(error: float, rate: float) -> int:
    """Fewest draws that, all without a hit, put the upper bound at `error` at `rate` or below. Raises ValueError
    outside (0, 1)."""
    if not 0 < error < 1 or not 0 < rate < 1:
        raise ValueError("outside (0, 1)")
    return math.ceil(math.log(error) / math.log1p(-rate))


@dataclass(slots=True)
class PairedRun:
    """Choices with the document and without it, in pairs: does the document raise the share of right ones by less than
    `margin`? A bet against that (Waudby-Smith and Ramdas): valid whenever it is stopped, and however the pairs
    depend on each other as long as each has that mean given those before.

    `told`: right only with the document; `blind`: right only without it; `equal`: both or neither.
    """

    margin: float
    error: float
    least: int
    most: int
    told: int = 0
    blind: int = 0
    equal: int = 0

    @property
    def n(self) -> int:
        return self.told + self.blind + self.equal

    def observe(self, *, with_document: bool, without: bool) -> None:
        """Count one pair."""
        self.told += with_document and not without
        self.blind += without and not with_document
        self.equal += with_document == without

    @property
    def state(self) -> StopRule:
        if self.n < self.least:
            return StopRule.FAIL if self.n >= self.most else StopRule.CONTINUE
        wealth = self._log_wealth(self.margin)
        if wealth >= -math.log(self.error):
            return StopRule.PASS
        return StopRule.FAIL if self.n >= self.most or wealth < HOPELESS else StopRule.CONTINUE

    @property
    def needed(self) -> int:
        """Further pairs until it passes if they are all alike with the document and without it; no more than `most`."""
        after = replace(self)
        while after.state is StopRule.CONTINUE:
            after.equal += 1
        return after.n - self.n

    @property
    def upper(self) -> float:
        """Upper bound on the rise, at the same error; 1 where nothing was drawn."""
        return _solve(lambda margin: self._log_wealth(margin) >= -math.log(self.error))

    def _log_wealth(self, margin: float) -> float:
        """Logarithm of the mean wealth of all bets."""
        logs = [
            self.told * _log(1 + bet * (margin - 1))
            + self.equal * _log(1 + bet * margin)
            + self.blind * _log(1 + bet * (margin + 1))
            for bet in BETS
        ]
        best = max(logs)
        return (
            best + math.log(math.fsum(math.exp(item - best) for item in logs) / len(logs)) if best > -math.inf else best
        )


def _log(value: float) -> float:
    return math.log(value) if value > 0 else -math.inf


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
