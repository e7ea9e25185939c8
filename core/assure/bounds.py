"""Fano bound, Pufferfish witness and recall ceiling (Theorem fano, Proposition witness, Proposition recall).

All three speak in one direction: a large value shows leakage, a small one shows nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.domain.errors import ResourceError
from core.domain.language import Language
from core.resources import read_toml


@dataclass(frozen=True, slots=True)
class AttributeRate:
    """Measured hit rate on one attribute with |V| = `domain_size`; `prior` is its best blind guess."""

    hit_rate: float
    domain_size: int
    prior: float


@dataclass(frozen=True, slots=True)
class MeasuredRecall:
    """What extraction is known to miss: recall in [0, 1], inflation = |F| / |G| (found per gold attribute)."""

    recall: float
    inflation: float
    source: str


def binary_entropy(p: float) -> float:
    """H2(p) in bits."""
    if p <= 0.0 or p >= 1.0:
        return 0.0
    return -p * math.log2(p) - (1 - p) * math.log2(1 - p)


def fano_error_entropy(error: float, domain_size: int) -> float:
    """g(p) = H2(p) + p log2(|V| - 1): the most bits about V that can remain at error rate `error`."""
    return binary_entropy(error) + error * math.log2(domain_size - 1) if domain_size > 1 else 0.0


def fano_bits(rates: Sequence[AttributeRate]) -> float | None:
    """Lower bound on I(D;S) in bits under uniform, independent attributes; None for an empty S.

    Hit rates below blind guessing are raised to 1/|V|: an attacker may always ignore D (A.2, step 2).
    Never negative: a bound below zero says nothing.
    """
    if not rates:
        return None
    total = 0.0
    for rate in rates:
        size = max(2, rate.domain_size)
        hit = min(1.0, max(rate.hit_rate, 1 / size))
        total += math.log2(size) - fano_error_entropy(1 - hit, size)
    return max(0.0, total)


def witness_epsilon(rates: Sequence[AttributeRate]) -> float | None:
    """Largest epsilon that the measured hit rates force on any Pufferfish mechanism that made D.

    Uses the uniform form ln(L / (1 - L)) where the prior is uniform over |V|, otherwise
    ln(L / (1 - L)) + ln(p_min / p_max) with p_max = prior and p_min = the rest spread evenly.
    Infinite at hit rate 1; None for an empty S; never negative.
    """
    if not rates:
        return None
    strongest = 0.0
    for rate in rates:
        if rate.hit_rate >= 1.0:
            return math.inf
        if rate.hit_rate <= 0.0:
            continue
        size = max(2, rate.domain_size)
        highest = min(max(rate.prior, 1 / size), 1 - 1e-12)
        lowest = min(highest, (1 - highest) / (size - 1))
        odds = math.log(rate.hit_rate / (1 - rate.hit_rate)) + math.log(lowest / highest)
        strongest = max(strongest, odds)
    return strongest


def recall_ceiling(measured: float, recall: float, inflation: float) -> float:
    """Upper bound on system leakage, in [0, 1]: inflation x measured leakage + (1 - recall)."""
    return min(1.0, max(0.0, inflation * measured + (1 - recall)))


def load_recall(root: Path) -> dict[Language, MeasuredRecall]:
    """Measured recall of the shipped extractor per language. Raises ResourceError."""
    data = read_toml(root / "questions" / "recall.toml")
    try:
        return {
            Language(code): MeasuredRecall(float(entry["recall"]), float(entry["inflation"]), str(entry["source"]))
            for code, entry in data["recall"].items()
        }
    except (KeyError, ValueError, TypeError) as error:
        raise ResourceError("resource.malformed", details={"file": "recall.toml"}) from error
