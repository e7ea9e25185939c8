"""Similarity of two texts by embeddings, for the fallback of R (paper 3.3, Branch 2).

The paper falls back on BERTScore, which needs a downloaded model. Here: counts of character n-grams, which need
nothing, treat English and Chinese alike, forgive other word forms and another order, and are the same on every
machine. They see words, not meaning: a paraphrase in other words scores low, so the fallback errs towards "not
restored". Where a server offers embeddings, an `Embedder` over it takes their place.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Protocol as Interface

from core.text.normalize import normalize

SIZES = (1, 2, 3)
"""Lengths of n-grams: an ideograph is a word by itself, three letters are a syllable."""
CHARACTER_NGRAMS = "character-ngrams-1"
"""Name of the built-in embedding with the version of its recipe."""

Vector = dict[str, float]


class Embedder(Interface):
    """Texts to sparse vectors, by dimension name."""

    @property
    def name(self) -> str:
        """Which embedding, with its version."""
        ...

    def embed(self, texts: Sequence[str]) -> tuple[Vector, ...] | None:
        """One vector per text; None when there is none to be had."""
        ...


class CharacterNgrams:
    """The built-in embedding: 1 + log(count) of every n-gram of the folded text."""

    name = CHARACTER_NGRAMS

    def embed(self, texts: Sequence[str]) -> tuple[Vector, ...]:
        return tuple(map(_ngrams, texts))


def _ngrams(text: str) -> Vector:
    folded = f" {' '.join(normalize(text).text.casefold().split())} "
    counts = Counter(
        folded[start : start + size] for size in SIZES for start in range(len(folded) - size + 1) if folded.strip()
    )
    return {gram: 1 + math.log(count) for gram, count in counts.items()}


def cosine(one: Vector, other: Vector) -> float:
    """In [0, 1] for vectors without negative parts; 1 for two empty ones."""
    if not one or not other:
        return 1.0 if not one and not other else 0.0
    dot = sum(weight * other[name] for name, weight in one.items() if name in other)
    length = math.hypot(*one.values()) * math.hypot(*other.values())
    return min(1.0, max(0.0, dot / length))
