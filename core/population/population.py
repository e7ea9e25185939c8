"""A synthetic population drawn from published margins, and k counted in it (paper 3.3, A3)."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from core.domain.errors import BugError, ResourceError
from core.domain.language import Language
from core.population.margins import REST, Axes, Margin, build_margin, fit
from core.resources import read_csv, read_toml

FOLDER = "population"
AGE, SEX, REGION = "age", "sex", "region"
JOINT = (AGE, SEX, REGION, "education", "occupation", "marital")
Codes = npt.NDArray[np.int16]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class PopulationTable:
    """`size` records as category codes per column. `typical`: column -> category -> values that mean it. `persons`:
    people whom the records stand for, as published."""

    name: str
    size: int
    categories: Mapping[str, tuple[str, ...]]
    typical: Mapping[str, Mapping[str, tuple[str, ...]]]
    codes: Mapping[str, Codes]
    persons: float = 0.0

    @property
    def persons_per_record(self) -> float:
        """People for whom one record stands; 1 where the published total is not known."""
        return max(1.0, self.persons / self.size) if self.size else 1.0

    def mask(self, conditions: Mapping[str, frozenset[str]]) -> Mask:
        """Which records match every condition (column -> allowed categories). Raises BugError: no such column."""
        matched = np.ones(self.size, dtype=np.bool_)
        for column, allowed in conditions.items():
            matched &= self.column_mask(column, allowed)
        return matched

    def column_mask(self, column: str, allowed: frozenset[str]) -> Mask:
        """Which records have one of the `allowed` categories in `column`. Raises BugError: no such column."""
        if column not in self.codes:
            raise BugError("population.unknown_column", details={"column": column})
        lookup = np.array([category in allowed for category in self.categories[column]], dtype=np.bool_)
        return lookup[self.codes[column]]

    def k(self, conditions: Mapping[str, frozenset[str]]) -> float:
        """Number of matching records; `size` for no conditions."""
        return float(np.count_nonzero(self.mask(conditions)))

    def shares(self, column: str, mask: Mask | None = None) -> Mapping[str, float]:
        """Category -> share among the records of `mask` (all by default); empty when no record is left."""
        codes = self.codes[column] if mask is None else self.codes[column][mask]
        if codes.size == 0:
            return {}
        counts = np.bincount(codes, minlength=len(self.categories[column]))
        return {c: float(n) / codes.size for c, n in zip(self.categories[column], counts, strict=True)}


class SyntheticPopulation:
    """The populations of both languages; each is fitted and drawn on first use (deterministic).

    English prompts are counted in the population of the United States, Chinese ones in that of China.
    """

    def __init__(self, root: Path, size: int, sweeps: int, entries: Mapping[Language, Mapping[str, Any]]) -> None:
        self._root = root
        self._sweeps = sweeps
        self._entries = entries
        self._tables: dict[Language, PopulationTable] = {}
        self._lock = threading.Lock()
        self.size = size
        self.name = "+".join(str(entry["name"]) for entry in entries.values())

    @classmethod
    def load(cls, root: Path) -> SyntheticPopulation:
        """Read `population/populations.toml` below `root`. Raises ResourceError."""
        data = read_toml(root / FOLDER / "populations.toml")
        try:
            entries = {Language(entry["language"]): entry for entry in data["population"]}
            return cls(root / FOLDER, int(data["size"]), int(data["sweeps"]), entries)
        except (KeyError, ValueError, TypeError) as error:
            raise ResourceError("resource.malformed", details={"file": "populations.toml"}) from error

    def table(self, language: Language) -> PopulationTable:
        """The population that stands behind prompts in `language`."""
        with self._lock:
            known = self._tables.get(language)
            if known is None:
                known = _draw(self._root, self._entries[language], self.size, self._sweeps)
                self._tables[language] = known
            return known

    def sized(self, size: int) -> SyntheticPopulation:
        """The same margins drawn with another number of records (the N ablation of T7)."""
        return SyntheticPopulation(self._root, size, self._sweeps, self._entries)

    def k(self, conditions: Mapping[str, frozenset[str]], language: Language = Language.EN) -> float:
        """Records that match every condition (column -> allowed categories)."""
        return self.table(language).k(conditions)


def _draw(root: Path, entry: Mapping[str, Any], size: int, sweeps: int) -> PopulationTable:
    """Fit the joint table by IPF, draw `size` cells, then single years of age within band and sex."""
    try:
        ages = read_csv(root / entry["ages"]["file"])
        bands = tuple(int(age) for age in entry["bands"]["age_from"])
        axes = _axes(root, entry, bands)
        margins = [_age_margin(axes, ages, bands), *(_margin(root, axes, item, bands) for item in entry["margin"])]
        start = _shaped(_possible(axes, entry["possible"], bands), axes, entry.get("shape", {}))
        joint = fit(start, axes, margins, sweeps)
        generator = np.random.default_rng(int(entry["seed"]))
        cells = np.repeat(np.arange(joint.size), generator.multinomial(size, joint.ravel()))
        unraveled = dict(zip(axes.columns, np.unravel_index(cells, axes.shape), strict=True))
        codes: dict[str, Codes] = {column: values.astype(np.int16) for column, values in unraveled.items()}
        codes[AGE] = _single_years(codes, ages, bands, axes, generator)
        oldest = max(int(row["age_to"]) for row in ages)
    except (KeyError, ValueError) as error:
        raise ResourceError("resource.malformed", details={"file": "populations.toml"}) from error
    categories = {**axes.categories, AGE: tuple(str(age) for age in range(oldest + 1))}
    typical = {
        column: {category: tuple(values) for category, values in table.items()}
        for column, table in entry["typical"].items()
    }
    persons = sum(float(row["persons"]) for row in ages) * float(entry["ages"].get("unit", 1))
    return PopulationTable(str(entry["name"]), size, categories, typical, codes, persons)


def _axes(root: Path, entry: Mapping[str, Any], bands: Sequence[int]) -> Axes:
    regions = next(item["file"] for item in entry["margin"] if item["columns"] == [REGION])
    categories = {column: tuple(entry["categories"].get(column, ())) for column in JOINT}
    categories[AGE] = tuple(str(band) for band in bands)
    categories[REGION] = tuple(row[REGION] for row in read_csv(root / regions))
    return Axes(JOINT, categories)


def _from_age(axes: Axes, age_from: int, bands: Sequence[int]) -> Mask:
    shape = [1] * len(axes.columns)
    shape[axes.axis(AGE)] = len(bands)
    return np.array([band >= age_from for band in bands], dtype=np.bool_).reshape(shape)


def _possible(axes: Axes, possible: Mapping[str, Mapping[str, int]], bands: Sequence[int]) -> npt.NDArray[np.float64]:
    """1 where a combination can occur, 0 for structural zeros (a child with a degree)."""
    seed = np.ones(axes.shape)
    for column, youngest in possible.items():
        axis = axes.axis(column)
        for code, category in enumerate(axes.categories[column]):
            age = youngest.get(category, 0 if category == "none" else youngest.get(REST, 0))
            view = np.moveaxis(seed, axis, 0)[code]
            view *= np.squeeze(_from_age(axes, age, bands), axis=axis)
    return seed


def _shaped(
    seed: npt.NDArray[np.float64], axes: Axes, shape: Mapping[str, Mapping[str, Sequence[float]]]
) -> npt.NDArray[np.float64]:
    """`seed` with the odds by age band of some categories: where a fit begins decides what no margin says. Raises
    ValueError for a row that has not one number per band."""
    ages = axes.axis(AGE)
    for column, rows in shape.items():
        axis = axes.axis(column)
        for category, odds in rows.items():
            view = np.moveaxis(np.moveaxis(seed, axis, 0)[axes.code(column, category)], ages - (axis < ages), -1)
            view *= np.asarray(odds, dtype=np.float64)
    return seed


def _margin(root: Path, axes: Axes, item: Mapping[str, Any], bands: Sequence[int]) -> Margin:
    scope = np.broadcast_to(_from_age(axes, int(item.get("age_from", 0)), bands), axes.shape).copy()
    for column, category in item.get("without", {}).items():
        np.moveaxis(scope, axes.axis(column), 0)[axes.code(column, category)] = False
    rows = read_csv(root / item["file"])
    return build_margin(axes, rows, tuple(item["columns"]), tuple(item.get("given", ())), scope)


def _band_of(age: int, bands: Sequence[int]) -> int:
    return max(index for index, band in enumerate(bands) if band <= age)


def _age_margin(axes: Axes, ages: Sequence[Mapping[str, str]], bands: Sequence[int]) -> Margin:
    rows = [
        {AGE: str(bands[_band_of(int(row["age_from"]), bands)]), SEX: row[SEX], "persons": row["persons"]}
        for row in ages
    ]
    summed: dict[tuple[str, str], float] = {}
    for row in rows:
        cell = (row[AGE], row[SEX])
        summed[cell] = summed.get(cell, 0.0) + float(row["persons"])
    table = [{AGE: age, SEX: sex, "persons": str(count)} for (age, sex), count in summed.items()]
    return build_margin(axes, table, (AGE, SEX), (), np.ones(axes.shape, dtype=np.bool_))


def _single_years(
    codes: Mapping[str, Codes],
    ages: Sequence[Mapping[str, str]],
    bands: Sequence[int],
    axes: Axes,
    generator: np.random.Generator,
) -> Codes:
    """One age per record; inside a published age group every year is taken as equally frequent."""
    years = np.zeros(codes[AGE].size, dtype=np.int16)
    for band in range(len(bands)):
        for sex, name in enumerate(axes.categories[SEX]):
            chosen = (codes[AGE] == band) & (codes[SEX] == sex)
            groups = [row for row in ages if row[SEX] == name and _band_of(int(row["age_from"]), bands) == band]
            values = np.concatenate([np.arange(int(row["age_from"]), int(row["age_to"]) + 1) for row in groups])
            weights = np.concatenate([_spread(row) for row in groups])
            drawn = generator.choice(values, size=int(chosen.sum()), p=weights / weights.sum())
            years[chosen] = drawn.astype(np.int16)
    return years


def _spread(row: Mapping[str, str]) -> npt.NDArray[np.float64]:
    width = int(row["age_to"]) - int(row["age_from"]) + 1
    return np.full(width, float(row["persons"]) / width)
