"""Crowds: how k moves with the size and the skew of the population (the paper's T7), and what a margin forbids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from bench.result import Record
from core.domain.language import Language
from core.population.population import PopulationTable, SyntheticPopulation

SIZES = (10_000, 100_000, 1_000_000)
COLUMNS = ("age", "sex", "region", "occupation")
ASKED = 2_000
K_STAR = 5
NONSENSE: Mapping[str, tuple[tuple[int, int], str, tuple[str, ...]]] = {
    "widowed, 20 to 24": ((20, 24), "marital", ("widowed",)),
    "married, under 20": ((0, 19), "marital", ("married",)),
    "at work, 80 and older": ((80, 120), "occupation", ("none",)),
    "degree, under 18": ((0, 17), "education", ("college", "bachelor", "advanced")),
    "single, 75 and older": ((75, 120), "marital", ("single",)),
}


@dataclass(frozen=True, slots=True)
class CrowdRow:
    """k of the combinations of drawn people in one population."""

    language: Language
    skewed: bool
    size: int
    combinations: int
    below: int
    alone: int
    median: float

    def record(self) -> Record:
        """For machines."""
        return {
            "language": self.language.value,
            "population": "published" if self.skewed else "uniform",
            "size": self.size,
            "combinations": self.combinations,
            "below": self.below / self.combinations,
            "alone": self.alone / self.combinations,
            "median": self.median,
        }


def ablation(population: SyntheticPopulation, seed: int, asked: int = ASKED) -> Iterator[CrowdRow]:
    """Both languages, three sizes, published margins and uniform categories."""
    for language in Language:
        for size in SIZES:
            table = population.sized(size).table(language)
            yield _row(table, language, seed, asked, skewed=True)
            yield _row(uniform(table, seed), language, seed, asked, skewed=False)


def uniform(table: PopulationTable, seed: int) -> PopulationTable:
    """The same columns with every category equally frequent and nothing hanging together."""
    rng = np.random.default_rng(seed)
    codes = {
        column: rng.integers(0, len(table.categories[column]), size=table.size).astype(np.int16)
        for column in table.codes
    }
    return PopulationTable(table.name, table.size, table.categories, table.typical, codes, table.persons)


def _row(table: PopulationTable, language: Language, seed: int, asked: int, *, skewed: bool) -> CrowdRow:
    columns = np.stack([table.codes[column].astype(np.int64) for column in COLUMNS])
    key = np.zeros(table.size, dtype=np.int64)
    for column, codes in zip(COLUMNS, columns, strict=True):
        key = key * len(table.categories[column]) + codes
    _, index, counts = np.unique(key, return_inverse=True, return_counts=True)
    people = np.random.default_rng(seed).integers(0, table.size, size=asked)
    k = counts[index[people]]
    return CrowdRow(
        language, skewed, table.size, asked, int((k < K_STAR).sum()), int((k == 1).sum()), float(np.median(k))
    )


def nonsense(population: SyntheticPopulation) -> Iterator[tuple[Language, str, float]]:
    """Share, among people of the age, of what hardly occurs there."""
    for language in Language:
        table = population.table(language)
        for name, ((low, high), column, categories) in NONSENSE.items():
            ages = table.mask({"age": frozenset(str(age) for age in range(low, high + 1))})
            shares = table.shares(column, ages)
            share = sum(shares.get(category, 0.0) for category in categories)
            yield language, name, 1 - share if categories == ("none",) else share
