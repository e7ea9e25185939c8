"""Quantities of a finite mechanism, computed exactly. Entropies and information in bits, epsilon in nats."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from core.assure.bounds import fano_error_entropy

Table = npt.NDArray[np.float64]


def entropy(probabilities: Table) -> float:
    """H of a distribution, zeros allowed."""
    kept = probabilities[probabilities > 0]
    return float(-(kept * np.log2(kept)).sum())


def mutual_information(joint: Table) -> float:
    """I of the two axes of P(v, d); never negative."""
    total = entropy(joint.sum(axis=0)) + entropy(joint.sum(axis=1)) - entropy(joint.ravel())
    return max(0.0, total)


def map_hit_rate(joint: Table) -> float:
    """How often the best guesser is right: the sum over d of max over v of P(v, d)."""
    return float(joint.max(axis=0).sum())


def pufferfish_epsilon(channel: Table) -> float:
    """max |ln P(d|v1)/P(d|v2)|; 0/0 is left out, a zero against a positive is infinite."""
    worst = 0.0
    for column in channel.T:
        most, least = float(column.max()), float(column.min())
        if most <= 0:
            continue
        if least <= 0:
            return math.inf
        worst = max(worst, math.log(most / least))
    return worst


def maximal_leakage(channel: Table) -> float:
    """log2 of the sum over d of max over v of P(d|v) (Issa, Wagner, Kamath 2020); of a deterministic method, log2 of
    the number of its outputs."""
    return math.log2(float(channel.max(axis=0).sum()))


def fano_lower_bound(source_entropy: float, rates: Sequence[tuple[float, int]]) -> float:
    """H(S) - sum of g(1 - L_i), with the true joint entropy of S. `rates`: (hit rate, |V|) per attribute; a hit rate
    below blind guessing is raised to 1/|V|. Never negative."""
    told = sum(fano_error_entropy(1 - min(1.0, max(hit, 1 / size)), size) for hit, size in rates)
    return max(0.0, source_entropy - told)


def feasible(tau_u: float, tau_l: float, coupled: float) -> bool:
    """Whether a version that tells tau_U bits of the task and at most tau_L bits of S can exist at all; `coupled` is
    I(X;T|S), what of the task does not hang on S."""
    return tau_u <= tau_l + coupled
