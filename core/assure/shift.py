"""How far one set of texts lies from another (paper 4.7): nothing here touches a sensitive value.

A small numpy implementation of the frozen recipe: hashed TF-IDF, logistic regression with five folds for the AUC, a
Gaussian kernel on the same vectors for MMD with a permutation test, and coverage of type signatures.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float64]
DIMENSIONS = 512
FOLDS = 5
STEPS = 200
RATE, PENALTY = 0.5, 1e-3
RESAMPLES = 1000
NEGLIGIBLE, SEVERE = 0.6, 0.8
_LATIN = re.compile(r"[a-z0-9]+")
_HAN = re.compile(r"[\u3400-\u9fff]+")


@dataclass(frozen=True, slots=True)
class Shift:
    """`auc` of a discriminator with its 95 % interval; `mmd` squared and how often chance reaches it; shares of the
    second set whose type signature the first one knows exactly, or as a part; `divergence`: lower bound on d_H."""

    n: int
    auc: float
    lower: float
    upper: float
    mmd: float
    p: float
    exact: float
    subset: float
    divergence: float

    @property
    def reading(self) -> str:
        """negligible, moderate or severe, by the AUC (paper 4.7)."""
        if self.auc <= NEGLIGIBLE:
            return "negligible"
        return "moderate" if self.auc <= SEVERE else "severe"

    @property
    def inside(self) -> bool:
        """Whether what was measured on the first set may be said of the second."""
        return self.reading != "severe"


def terms(text: str) -> list[str]:
    """Latin words, single and paired Chinese characters."""
    folded = text.casefold()
    found = _LATIN.findall(folded)
    for run in _HAN.findall(folded):
        found += [*run, *(run[index : index + 2] for index in range(len(run) - 1))]
    return found


def tfidf(texts: Sequence[str]) -> Vectors:
    """One unit row per text over `DIMENSIONS` hashed terms."""
    counts = np.zeros((len(texts), DIMENSIONS))
    for row, text in enumerate(texts):
        for term in terms(text):
            counts[row, zlib.crc32(term.encode()) % DIMENSIONS] += 1
    rarity = np.log((1 + len(texts)) / (1 + (counts > 0).sum(axis=0))) + 1
    weighed = np.log1p(counts) * rarity
    norm = np.linalg.norm(weighed, axis=1, keepdims=True)
    vectors: Vectors = weighed / np.where(norm > 0, norm, 1.0)
    return vectors


def _fitted(vectors: Vectors, labels: Vectors) -> Vectors:
    weights = np.zeros(vectors.shape[1] + 1)
    wide = np.hstack([vectors, np.ones((len(vectors), 1))])
    for _ in range(STEPS):
        guess = 1 / (1 + np.exp(-wide @ weights))
        gradient = wide.T @ (guess - labels) / len(labels) + PENALTY * weights
        weights -= RATE * 10 * gradient
    return weights


def auc_of(scores: Vectors, labels: Vectors) -> float:
    """Probability that a text of the second set scores higher; ties count half."""
    ones, zeros = scores[labels == 1], scores[labels == 0]
    if not len(ones) or not len(zeros):
        return 0.5
    higher = (ones[:, None] > zeros[None, :]).mean()
    same = (ones[:, None] == zeros[None, :]).mean()
    return float(higher + same / 2)


def _discriminated(vectors: Vectors, labels: Vectors, rng: np.random.Generator) -> tuple[float, float, float]:
    folds = rng.permutation(len(labels)) % FOLDS
    found = []
    for fold in range(FOLDS):
        train = folds != fold
        weights = _fitted(vectors[train], labels[train])
        scores = vectors[~train] @ weights[:-1] + weights[-1]
        found.append(auc_of(scores, labels[~train]))
    mean, spread = float(np.mean(found)), float(np.std(found, ddof=1)) / np.sqrt(FOLDS)
    return mean, max(0.0, mean - 1.96 * spread), min(1.0, mean + 1.96 * spread)


def mmd_squared(kernel: Vectors, labels: npt.NDArray[np.bool_]) -> float:
    """The biased estimate from a whole kernel matrix."""
    one, other = labels, ~labels
    inside = kernel[np.ix_(one, one)].mean() + kernel[np.ix_(other, other)].mean()
    return float(inside - 2 * kernel[np.ix_(one, other)].mean())


def _permuted(vectors: Vectors, labels: Vectors, rng: np.random.Generator, resamples: int) -> tuple[float, float]:
    distances = np.clip(2 - 2 * vectors @ vectors.T, 0, None)
    positive = distances[distances > 0]
    width = float(np.median(positive)) if positive.size else 1.0
    kernel = np.exp(-distances / width)
    own = labels == 1
    observed = mmd_squared(kernel, own)
    reached = sum(mmd_squared(kernel, rng.permutation(own)) >= observed for _ in range(resamples))
    return observed, (reached + 1) / (resamples + 1)


def coverage(known: Sequence[AbstractSet[str]], asked: Sequence[AbstractSet[str]]) -> tuple[float, float]:
    """Shares of `asked` signatures that `known` has exactly, and as a set that holds them."""
    if not asked:
        return 1.0, 1.0
    library = {frozenset(item) for item in known}
    exact = sum(frozenset(item) in library for item in asked) / len(asked)
    subset = sum(any(item <= held for held in library) for item in asked) / len(asked)
    return exact, subset


def measure(
    known: Sequence[str],
    asked: Sequence[str],
    known_types: Sequence[AbstractSet[str]],
    asked_types: Sequence[AbstractSet[str]],
    seed: int,
    resamples: int = RESAMPLES,
) -> Shift:
    """From the texts that something was measured on to those that it is said of. Raises ValueError for fewer than
    `FOLDS` texts on a side."""
    if min(len(known), len(asked)) < FOLDS:
        raise ValueError("too few texts")
    rng = np.random.default_rng(seed)
    vectors = tfidf([*known, *asked])
    labels = np.concatenate([np.zeros(len(known)), np.ones(len(asked))])
    auc, lower, upper = _discriminated(vectors, labels, rng)
    mmd, p = _permuted(vectors, labels, rng, resamples)
    exact, subset = coverage(known_types, asked_types)
    return Shift(len(known) + len(asked), auc, lower, upper, mmd, p, exact, subset, 2 * abs(auc - 0.5))


def residual(error_known: float, error_asked: float, divergence: float) -> float:
    """Least lambda that the bound of domain adaptation leaves: the gap minus half the divergence, never negative."""
    return max(0.0, error_asked - error_known - divergence / 2)
