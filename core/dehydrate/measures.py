"""Body measures and laboratory values: intervals and clinical classes, then removed."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any

from core.dehydrate.base_hierarchy import InnerLevel, IntervalHierarchy, Labels, bounds, interval
from core.dehydrate.quantities import ROUNDING, plain
from core.domain.language import Language
from core.domain.taxonomy import AttributeType

_FEET = re.compile(r"^(\d)\s*(?:'|′|ft|feet|foot)\s*(\d{1,2})?")
_METRES = re.compile(r"^(\d)\s*(?:m|米)\s*(\d{2})?$")
_MEASURE = re.compile(r"^(?:bmi\s*)?(\d+(?:\.\d+)?)\s*([^\W\d]*)")
_PRESSURE = re.compile(r"^(\d{2,3})\s*/\s*(\d{2,3})\b")
_RESULT = re.compile(r"(?<![A-Za-z\d.,^])(\d[\d,]*(?:\.\d+)?)\s*((?:[^\W\d_]|[%°℃℉/µ· ^-]){0,16})$")
"""The last number of a result and its unit; a unit with digits or other signs is not one that a label could say."""


class BandedHierarchy(IntervalHierarchy):
    """A number by its interval; what cannot be read tells nothing."""

    def __init__(self, identifier: str, kind: AttributeType, table: Mapping[str, Any]) -> None:
        super().__init__(identifier, kind)
        self._table = table

    def alike(self, node: str, label: str, surface: str, language: Language) -> str:
        return label if label[:1].isdigit() else ""


class PhysiqueHierarchy(BandedHierarchy):
    """Height, weight and body mass index in bands of two widths; height always in centimetres."""

    def inner_levels(self, value: str) -> tuple[InnerLevel, ...]:
        amount, name = self._read(value.strip().casefold())
        if not name:
            return ()
        entry = self._table["body"][name]
        found = []
        for width in entry["widths"]:
            low = math.floor(amount / width + ROUNDING) * width
            edges = plain(low), plain(low + width)
            labels = {code: interval(*edges, entry[code].strip(), code) for code in Language}
            node = f"{bounds(*edges)} {name}"
            found.append(InnerLevel(node, entry["step"] / width, min(1.0, width / entry["range"]), labels))
        return tuple(found)

    def _read(self, folded: str) -> tuple[float, str]:
        """Amount in the unit of its table entry, and the entry; ("" = unknown)."""
        match = _FEET.match(folded)
        if match:
            inches = 12 * int(match.group(1)) + int(match.group(2) or 0)
            return round(inches * self._table["inch"]), "cm"
        match = _METRES.match(folded)
        if match and match.group(2):
            return 100.0 * int(match.group(1)) + int(match.group(2)), "cm"
        match = _MEASURE.match(folded)
        if match is None:
            return 0.0, ""
        amount, spelled = float(match.group(1)), match.group(2)
        for name, entry in self._table["body"].items():
            if spelled in entry["spellings"]:
                return amount * float(entry["spellings"][spelled]), name
        return 0.0, ""


class LabHierarchy(BandedHierarchy):
    """Blood pressures and body temperatures by their class, any other value by a third and by the whole of its order
    of magnitude."""

    def inner_levels(self, value: str) -> tuple[InnerLevel, ...]:
        match = _PRESSURE.match(value)
        if match:
            return self._pressure(int(match.group(1)), int(match.group(2)))
        match = _RESULT.search(value)
        amount = float(match.group(1).replace(",", "")) if match else 0.0
        if match is None or amount <= 0:
            return ()
        unit = " ".join(match.group(2).split())
        return self._temperature(amount, unit) or self._magnitude(amount, unit)

    def _temperature(self, amount: float, unit: str) -> tuple[InnerLevel, ...]:
        """Classes of a body temperature, narrow and wide; empty for what is none."""
        for scale in self._table["temperature"].values():
            if unit.casefold() in scale["spellings"] and scale["lowest"] <= amount <= scale["highest"]:
                classes, size = self._table["warmth"], scale["per_degree"]
                entry = next(entry for entry in classes if amount >= scale["from"][entry["node"]])
                return tuple(
                    self._class(entry, prefix, 1.0 / (entry[f"{prefix}width"] * size)) for prefix in ("", "wide_")
                )
        return ()

    def _pressure(self, systolic: int, diastolic: int) -> tuple[InnerLevel, ...]:
        for entry in self._table["pressure"]:
            if systolic >= entry["systolic"] or diastolic >= entry["diastolic"]:
                return tuple(self._class(entry, prefix, 1.0 / entry[f"{prefix}size"]) for prefix in ("", "wide_"))
        return ()

    @staticmethod
    def _class(entry: Mapping[str, Any], prefix: str, posterior: float) -> InnerLevel:
        labels: Labels = {code: entry[f"{prefix}{code}"] for code in Language}
        return InnerLevel(entry[f"{prefix}node"], min(1.0, posterior), entry[f"{prefix}share"], labels)

    def _magnitude(self, amount: float, unit: str) -> tuple[InnerLevel, ...]:
        lab = self._table["lab"]
        cuts = lab["cuts"]
        magnitude = 10.0 ** math.floor(math.log10(amount / cuts[0]) + ROUNDING)
        index = max(place for place, cut in enumerate(cuts[:-1]) if amount >= cut * magnitude * (1 - ROUNDING))
        narrow = plain(cuts[index] * magnitude), plain(cuts[index + 1] * magnitude)
        whole = plain(cuts[0] * magnitude), plain(cuts[-1] * magnitude)
        return (
            self._interval(narrow, unit, 1.0 / lab["size"], lab["share"]),
            self._interval(whole, unit, 1.0 / lab["wide_size"], lab["wide_share"]),
        )

    @staticmethod
    def _interval(edges: tuple[str, str], unit: str, posterior: float, share: float) -> InnerLevel:
        labels = {code: interval(*edges, unit, code) for code in Language}
        return InnerLevel(f"{bounds(*edges)} {unit}".strip(), posterior, share, labels)
