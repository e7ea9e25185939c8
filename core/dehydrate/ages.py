"""Ages and dates of birth: bands of 5, 10 and 20 years and stages of life, the same for both."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.dehydrate.base_hierarchy import InnerLevel, IntervalHierarchy, Labels, bounds
from core.domain.language import Language
from core.domain.taxonomy import AttributeType

OLDEST = 130
SHARE_WIDTH = 5
COHORT = 20
"""Years in the narrowest band that holds a decade of births."""
DECADE = 10
_PER_YEAR = {"m": 12, "w": 52, "d": 365}
_AGE = re.compile(r"^~?(\d{1,3})([smwd]?)$")


@dataclass(frozen=True, slots=True)
class AgeBand:
    """Whole years `low` to `high`, both inside."""

    width: int
    low: int
    high: int

    @property
    def node(self) -> str:
        return bounds(str(self.low), str(self.high))

    @property
    def labels(self) -> Labels:
        """The interval; a Chinese decade as people say it."""
        spelled = f"{self.low}+" if self.high >= OLDEST else self.node
        decade = self.width == DECADE and self.low > 0 and self.high < OLDEST
        return {Language.EN: spelled, Language.ZH: f"{self.low}多岁" if decade else spelled}


class AgeBands:
    """All bands, with population shares per language. Built once, immutable."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._bands = tuple(AgeBand(entry["width"], *bounds) for entry in data["bands"] for bounds in entry["years"])
        self._widths = tuple(dict.fromkeys(band.width for band in self._bands))
        shares = [data["shares"][code] for code in Language]
        total = sum(map(sum, shares))
        self._shares = tuple(sum(column) / total for column in zip(*shares, strict=True))

    def of(self, age: int, at_least: int = 0) -> tuple[AgeBand, ...]:
        """Bands that hold `age`, narrow to wide, from width `at_least`."""
        age = min(max(age, 0), OLDEST)
        return tuple(
            band
            for width in self._widths
            if width >= at_least
            for band in self._bands
            if band.width == width and band.low <= age <= band.high
        )

    def mass(self, low: int, high: int) -> float:
        """Share of the population between two ages, both inside; even within five years."""
        return sum(self.of_year(age) for age in range(low, min(high, OLDEST) + 1))

    def densest(self, low: int = 0, high: int = OLDEST) -> float:
        """Share of the most frequent age in whole years between two ages, both inside."""
        return max(self.of_year(age) for age in range(low, min(high, OLDEST) + 1))

    def of_year(self, age: int) -> float:
        """Share of the population at one age in whole years."""
        index = min(age // SHARE_WIDTH, len(self._shares) - 1)
        width = SHARE_WIDTH if index < len(self._shares) - 1 else OLDEST + 1 - SHARE_WIDTH * index
        return float(self._shares[index]) / width


class AgeHierarchy(IntervalHierarchy):
    """Age in whole years, of an infant in months, weeks or days; a cohort as a decade of birth."""

    def __init__(self, identifier: str, kind: AttributeType, bands: AgeBands, year: int) -> None:
        super().__init__(identifier, kind)
        self._bands = bands
        self._year = year

    def _cohort(self, value: str) -> int | None:
        """Age in the middle of a decade of birth ("90s"), None for any other value."""
        match = _AGE.match(value)
        if match is None or match.group(2) != "s":
            return None
        decade = int(match.group(1))
        born = 1900 + decade if decade > self._year % 100 else 2000 + decade
        return max(0, self._year - born - DECADE // 2)

    def _years(self, value: str) -> tuple[int, int] | None:
        """Age in whole years, and how many values of its kind a year holds: an infant's months are told one by one,
        and so are what its weeks and days come to. None for what is no age."""
        match = _AGE.match(value)
        if match is None or match.group(2) == "s":
            return None
        number, unit = int(match.group(1)), match.group(2)
        return (number // _PER_YEAR[unit], _PER_YEAR["m"]) if unit else (number, 1)

    def prior(self, value: str) -> float:
        read = self._years(value)
        if read is None:
            return super().prior(value) if self._cohort(value) is None else DECADE / OLDEST
        return self._bands.of_year(min(read[0], OLDEST)) / read[1]

    def peak(self, value: str) -> float:
        read = self._years(value)
        return self.prior(value) if read is None else self._bands.densest() / read[1]

    def inner_levels(self, value: str) -> tuple[InnerLevel, ...]:
        cohort = self._cohort(value)
        if cohort is not None:
            return tuple(self._inner_level(band, DECADE / band.width) for band in self._bands.of(cohort, COHORT))
        read = self._years(value)
        if read is None:
            return ()
        prior = self.prior(value)
        return tuple(
            self._inner_level(band, prior / self._bands.mass(band.low, band.high), read[1])
            for band in self._bands.of(read[0])
        )

    def _inner_level(self, band: AgeBand, posterior: float, per_year: int = 0) -> InnerLevel:
        """`per_year`: values that each year of the band holds, 0 for a decade of births, which has no single years."""
        mass = self._bands.mass(band.low, band.high)
        peak = self._bands.densest(band.low, band.high) / mass / per_year if per_year else 0.0
        return InnerLevel(band.node, min(1.0, posterior), mass, band.labels, peak)


class BirthHierarchy(IntervalHierarchy):
    """Date or year of birth, banded by the age it gives in the reference year.

    So a birth year and the age that belongs to it tell the same band: born 1958 or 1959 and age 67 in 2026.
    """

    def __init__(self, identifier: str, kind: AttributeType, bands: AgeBands, year: int) -> None:
        super().__init__(identifier, kind)
        self._bands = bands
        self._year = year

    def inner_levels(self, value: str) -> tuple[InnerLevel, ...]:
        match = re.match(r"^(\d{3})(\d|X)", value)
        if match is None:
            return ()
        decade = match.group(2) == "X"
        born = int(match.group(1) + ("5" if decade else match.group(2)))
        age = self._year - born
        if not 0 <= age <= OLDEST:
            return ()
        within = {4: 1.0, 7: 12.0}.get(len(value), 365.25)
        found = []
        for band in self._bands.of(age, COHORT if decade else 0):
            share = self._bands.mass(band.low, band.high)
            posterior = DECADE / band.width if decade else self._bands.of_year(age) / share / within
            peak = 0.0 if decade else self._bands.densest(band.low, band.high) / share / within
            found.append(InnerLevel(band.node, min(1.0, posterior), share, self._labels(band), peak))
        return tuple(found)

    def _labels(self, band: AgeBand) -> Labels:
        # Whoever is as old as the band says was born in one of two years; the bounds lie outside both.
        spelled = bounds(str(self._year - band.high - 2), str(self._year - band.low + 1))
        return {Language.EN: spelled, Language.ZH: f"{spelled}年"}
