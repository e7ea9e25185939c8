"""Paired comparisons: sign-flip permutation tests, bootstrap intervals of a mean difference (paper T13, T17)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

EXACT_UP_TO = 12
"""Differences other than 0 up to which all sign patterns are counted: 4,096."""
RESAMPLES = 10_000
BATCH = 1_000
ROUNDING = 1e-9
"""Sums that differ by less are the same sum in another order."""


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """Mean of `after - before` over `n` pairs with its percentile bootstrap interval, and how often a difference as
    large comes by chance. `exact`: every sign pattern was counted. All 0 and p = 1 for no pairs."""

    n: int
    mean: float
    lower: float
    upper: float
    p_two_sided: float
    p_greater: float
    p_less: float
    exact: bool


def compare_paired(
    before: Sequence[float], after: Sequence[float], confidence: float, seed: int, resamples: int = RESAMPLES
) -> PairedDifference:
    """Raises ValueError for samples of different length."""
    differences = np.asarray([new - old for old, new in zip(before, after, strict=True)], dtype=float)
    if not differences.size:
        return PairedDifference(0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, exact=True)
    rng = np.random.default_rng(seed)
    lower, upper = _bootstrap(differences, confidence, rng, resamples)
    sums, exact = _flipped(differences[differences != 0], rng, resamples)
    observed = float(differences.sum())
    extra = 0 if exact else 1

    def share(reached: np.ndarray) -> float:
        """A sampled p counts the observed pattern too: it is never 0."""
        return float((int(reached.sum()) + extra) / (len(sums) + extra))

    return PairedDifference(
        n=len(differences),
        mean=float(differences.mean()),
        lower=lower,
        upper=upper,
        p_two_sided=share(np.abs(sums) >= abs(observed) - ROUNDING),
        p_greater=share(sums >= observed - ROUNDING),
        p_less=share(sums <= observed + ROUNDING),
        exact=exact,
    )


def _flipped(differences: np.ndarray, rng: np.random.Generator, resamples: int) -> tuple[np.ndarray, bool]:
    """Sums under sign patterns: all of them for few differences, else drawn."""
    if len(differences) <= EXACT_UP_TO:
        signs = np.asarray(list(product((-1.0, 1.0), repeat=len(differences))))
        return signs @ differences if len(differences) else np.zeros(1), True
    parts = []
    for start in range(0, resamples, BATCH):
        size = min(BATCH, resamples - start)
        parts.append(rng.choice((-1.0, 1.0), size=(size, len(differences))) @ differences)
    return np.concatenate(parts), False


def _bootstrap(
    differences: np.ndarray, confidence: float, rng: np.random.Generator, resamples: int
) -> tuple[float, float]:
    means = []
    for start in range(0, resamples, BATCH):
        chosen = rng.integers(0, len(differences), size=(min(BATCH, resamples - start), len(differences)))
        means.append(differences[chosen].mean(axis=1))
    tail = (1 - confidence) / 2
    low, high = np.quantile(np.concatenate(means), (tail, 1 - tail))
    return float(low), float(high)
