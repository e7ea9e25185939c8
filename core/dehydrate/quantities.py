"""Clock times, durations, rates, doses and money: sets of numbers, half open, named as intervals."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from core.dehydrate.base_hierarchy import BaseHierarchy, InnerLevel, IntervalHierarchy, bounds, interval, labelled
from core.domain.language import Language
from core.domain.taxonomy import AttributeType
from core.extract.quasi.forms import NO_CURRENCY

_CLOCK = re.compile(r"^(\d{1,2}):(\d\d)")
_DURATION = re.compile(r"^P(T?)([\d.]+)([YMWDHS])")
_HOURS = {"Y": 8766.0, "M": 730.5, "W": 168.0, "D": 24.0, "TH": 1.0, "TM": 1 / 60, "TS": 1 / 3600}
_FIRST_NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?")
MINUTES_PER_DAY = 1440
ROUNDING = 1e-9
"""Slack of binary fractions at a cut point."""
_FREQUENCY = re.compile(
    r"\b(?:once|twice|thrice|times|every|daily|nightly|weekly|each)\b|[每一]?[天日周]|次|早晚", re.IGNORECASE
)


def banded(entry: Mapping[str, Any], posterior: float, share: float, node: str = "") -> InnerLevel:
    """A level from a table entry with `en` and `zh`."""
    return InnerLevel(node or entry["node"], min(1.0, posterior), min(1.0, share), labelled(entry))


def first_number(value: str) -> float | None:
    """The first number in a canonical value, None when there is none."""
    match = _FIRST_NUMBER.search(value)
    return float(match.group().replace(",", "")) if match else None


def plain(number: float) -> str:
    """A bound without exponent or superfluous digits: 70, 0.7, 1400."""
    return f"{number:.6f}".rstrip("0").rstrip(".")


class ClockHierarchy(BaseHierarchy):
    """Time of day: part of the day, half of the day, removed."""

    def __init__(self, identifier: str, kind: AttributeType, table: Mapping[str, Any]) -> None:
        super().__init__(identifier, kind)
        self._table = table

    def inner_levels(self, value: str) -> tuple[InnerLevel, ...]:
        match = _CLOCK.match(value)
        if match is None:
            return ()
        minute = (int(match.group(1)) * 60 + int(match.group(2))) % MINUTES_PER_DAY
        part = next(entry for entry in self._table["parts"] if entry["from"] <= minute < entry["to"])
        wide = self._table["within"][part["within"]]
        width = part["to"] - part["from"]
        wide_width = sum(wide["to"]) - sum(wide["from"])
        return (
            banded(part, self._guess(width), width / MINUTES_PER_DAY),
            banded(wide, self._guess(wide_width), wide_width / MINUTES_PER_DAY, part["within"]),
        )

    def _guess(self, minutes: int) -> float:
        """People name quarters of an hour: one of four per hour."""
        return 1.0 / max(1.0, minutes / 15)


class DurationHierarchy(IntervalHierarchy):
    """Length of time: interval, scale, removed."""

    def __init__(self, identifier: str, kind: AttributeType, table: Mapping[str, Any]) -> None:
        super().__init__(identifier, kind)
        self._bands: Sequence[Mapping[str, Any]] = table["bands"]
        self._scales: Mapping[str, Mapping[str, Any]] = table["scales"]
        self._total = sum(entry["size"] for entry in self._bands)

    def inner_levels(self, value: str) -> tuple[InnerLevel, ...]:
        match = _DURATION.match(value)
        if match is None:
            return ()
        unit = match.group(1) + match.group(3)
        hours = float(match.group(2)) * _HOURS.get(unit, _HOURS["D"])
        band = next(entry for entry in self._bands if hours < entry["to"])
        scale = self._scales[band["scale"]]
        return (
            banded(band, 1.0 / band["size"], band["size"] / self._total),
            banded(scale, 1.0 / scale["size"], scale["size"] / self._total, band["scale"]),
        )


class RateHierarchy(IntervalHierarchy):
    """Percentages: interval, number of digits, removed."""

    def __init__(self, identifier: str, kind: AttributeType, table: Mapping[str, Any]) -> None:
        super().__init__(identifier, kind)
        self._table = table

    def inner_levels(self, value: str) -> tuple[InnerLevel, ...]:
        rate = first_number(value)
        if rate is None:
            return ()
        found = []
        for name in ("bands", "wide"):
            entries = self._table[name]
            band = next(entry for entry in entries if rate < entry["to"])
            total = sum(entry["size"] for entry in entries)
            found.append(banded(band, 1.0 / band["size"], band["size"] / total))
        return tuple(found)


class DoseHierarchy(IntervalHierarchy):
    """Doses: a third of an order of magnitude, the unit alone, removed."""

    def __init__(self, identifier: str, kind: AttributeType, table: Mapping[str, Any]) -> None:
        super().__init__(identifier, kind)
        self._table = table
        self._unit_of = {spelling: unit for unit, spellings in table["spellings"].items() for spelling in spellings}

    def _unit(self, value: str) -> str:
        parts = re.findall(r"[^\W\d_]+", value.lower())
        return next((self._unit_of[part] for part in parts if part in self._unit_of), "")

    def inner_levels(self, value: str) -> tuple[InnerLevel, ...]:
        amount, unit, table = first_number(value), self._unit(value), self._table
        if not unit and _FREQUENCY.search(value):
            return (banded(table["frequency"], 1.0 / table["frequency"]["size"], table["frequency"]["share"]),)
        if amount is None or amount <= 0 or not unit:
            return ()
        magnitude = 10.0 ** math.floor(math.log10(amount / table["cuts"][0]) + ROUNDING)
        cuts = [cut * magnitude for cut in table["cuts"]]
        index = max(place for place, cut in enumerate(cuts[:-1]) if amount >= cut * (1 - ROUNDING))
        edges, names = (plain(cuts[index]), plain(cuts[index + 1])), table["units"][unit]
        labels = {code: interval(*edges, names[code], code) for code in Language}
        wide = {code: str(table["wide"][code]).format(unit=names[code]) for code in Language}
        total = self._kind.domain_size
        return (
            InnerLevel(f"{bounds(*edges)} {unit}", 1.0 / table["size"], table["size"] / total, labels),
            InnerLevel(unit, 1.0 / table["wide_size"], table["wide_size"] / total, wide),
        )

    def alike(self, node: str, label: str, surface: str, language: Language) -> str:
        return label if label[:1].isdigit() else ""


class MoneyHierarchy(IntervalHierarchy):
    """Amounts: 1-2-5 intervals, orders of magnitude, removed."""

    STEPS = (1.0, 2.0, 5.0, 10.0)

    def __init__(self, identifier: str, kind: AttributeType, table: Mapping[str, Any]) -> None:
        super().__init__(identifier, kind)
        self._table = table
        self._granularity: Sequence[float] = table["granularity"]

    def _frequency(self, amount: float) -> tuple[int, float]:
        """Significant digits of an amount, capped, and how often amounts have as many."""
        digits = len(f"{amount:.2f}".rstrip("0").rstrip(".").replace(".", "").rstrip("0").lstrip("0")) or 1
        capped = min(digits, len(self._granularity))
        return digits, self._granularity[capped - 1]

    def prior(self, value: str) -> float:
        amount = first_number(value)
        if not amount:
            return super().prior(value)
        digits, share = self._frequency(amount)
        return float(share / (9.0 * 10 ** (digits - 1) * self._table["magnitudes"]))

    def inner_levels(self, value: str) -> tuple[InnerLevel, ...]:
        amount = first_number(value)
        if amount is None:
            return ()
        currency = next((code for code in self._table["units"] if value.startswith(code)), NO_CURRENCY)
        digits, share = self._frequency(amount)
        scale, per = 9.0 * 10 ** (digits - 1), 1.0 / self._table["magnitudes"]
        if amount < 1:
            return (self._inner_level("0-1", "0", "1", 0, currency, share / scale, per),)
        magnitude = math.floor(math.log10(amount) + ROUNDING)
        step = max(place for place, low in enumerate(self.STEPS[:-1]) if amount >= low * 10.0**magnitude)
        low, high = self.STEPS[step], self.STEPS[step + 1]
        width = (high - low) * 10 ** (digits - 1)
        narrow, wide = f"{low:g}e{magnitude}-{high:g}e{magnitude}", f"1e{magnitude}-1e{magnitude + 1}"
        return (
            self._inner_level(
                narrow, f"{low:g}", f"{high:g}", magnitude, currency, share / max(1.0, width), per * (high - low) / 9
            ),
            self._inner_level(wide, "1", "10", magnitude, currency, share / scale, per),
        )

    def _inner_level(
        self, node: str, low: str, high: str, magnitude: int, currency: str, posterior: float, share: float
    ) -> InnerLevel:
        unit = self._table["units"][currency]
        labels: dict[Language, str] = {}
        for code in Language:
            scale = next(entry for entry in self._table["scales"][code] if magnitude >= entry["from"])
            zeros = "0" * (magnitude - scale["from"])
            named = f"{scale['name']}{' ' if code is Language.EN and scale['name'] and unit[code] else ''}{unit[code]}"
            labels[code] = interval(low + zeros, high + zeros, named, code)
        return InnerLevel(f"{node} {currency}", min(1.0, posterior), share, labels)
