"""Body measures and laboratory values: numeric bands whose worded bounds lie outside, then the kind, then removed."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any

from core.dehydrate.english import last_word
from core.dehydrate.kinds import KindHierarchy
from core.dehydrate.phrase import Phrase, is_ideograph
from core.dehydrate.quantities import ROUNDING, plain
from core.dehydrate.rung import Fitting, Rung, Setting, TypeWords
from core.domain.language import Language

_FEET = re.compile(r"^(\d)\s*(?:'|′|ft|feet|foot)\s*(\d{1,2})?")
_METRES = re.compile(r"^(\d)\s*(?:m|米)\s*(\d{2})?$")
_MEASURE = re.compile(r"^(?:bmi\s*)?(\d+(?:\.\d+)?)\s*([^\W\d]*)")
_PRESSURE = re.compile(r"^(\d{2,3})\s*/\s*(\d{2,3})\b")
_RESULT = re.compile(r"(\d[\d,]*(?:\.\d+)?)\s*(.*)$")
_WARMTH = re.compile(r" (?:fever|temperature|temp)\b", re.IGNORECASE)
_FEVERISH = re.compile(r"[烧热]了?$")
_LEADS_TO = ("到", "至", "达", "为", "是", "在", "于")


class BandedHierarchy(KindHierarchy):
    """A number by its band; what cannot be read gets only the kind of thing."""

    def __init__(
        self,
        identifier: str,
        words: TypeWords,
        fitting: Fitting,
        table: Mapping[str, Any],
        withheld: Mapping[str, Any],
    ) -> None:
        super().__init__(identifier, words, fitting, withheld)
        self._table = table

    def fit(self, words: Mapping[str, str], setting: Setting, *, keep_the: bool | None = None) -> Phrase:
        if "band" not in words:
            return super().fit(words, setting, keep_the=keep_the)
        if setting.language is Language.ZH:
            opening, closing = self._fitting.chinese.around(setting.before, setting.after)
            return Phrase(words["noun"], opening, closing)
        width = self._fitting.english.approximator(setting.before)
        width += self._fitting.english.comparator(words["noun"], setting.before[: len(setting.before) - width])
        return Phrase(words["noun"], width)

    def _banded(self, node: str, low: float, high: float, unit: Mapping[str, str], guess: float, share: float) -> Rung:
        words = {}
        for code in Language:
            pattern = self._table[code] if low > 0 else self._table["below"][code]
            text = str(pattern).format(low=plain(low), high=plain(high), unit=unit[code]).strip()
            words[code] = {"noun": text, "band": node}
        return Rung(node, min(1.0, guess), min(1.0, share), words)


class PhysiqueHierarchy(BandedHierarchy):
    """Height, weight and body mass index in bands of two widths; height always in centimetres."""

    def rungs(self, value: str) -> tuple[Rung, ...]:
        widest = super().rungs(value)
        amount, name = self._read(value.strip().casefold())
        if not name:
            return widest
        entry = self._table["body"][name]
        found = []
        for width in entry["widths"]:
            low = math.floor(amount / width + ROUNDING) * width
            margin = entry["margin"]
            node = f"{plain(low)}-{plain(low + width)} {name}"
            bounds = max(0, low - margin), low + width
            found.append(self._banded(node, *bounds, entry, entry["step"] / width, width / entry["range"]))
        return (*found, *widest)

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

    def rungs(self, value: str) -> tuple[Rung, ...]:
        widest = super().rungs(value)
        match = _PRESSURE.match(value)
        if match:
            return (*self._pressure(int(match.group(1)), int(match.group(2))), *widest)
        match = _RESULT.search(value)
        amount = float(match.group(1).replace(",", "")) if match else 0.0
        if match is None or amount <= 0:
            return widest
        unit = " ".join(match.group(2).split())
        warmth = self._temperature(amount, unit)
        if warmth:
            return (*warmth, *widest)
        joined = not unit or unit.startswith(("%", "°", "℃", "℉")) or is_ideograph(unit[0])
        spoken = {str(code): unit if joined else f" {unit}" for code in Language}
        return (*self._magnitude(amount, unit, spoken), *widest)

    def fit(self, words: Mapping[str, str], setting: Setting, *, keep_the: bool | None = None) -> Phrase:
        if "range" not in words:
            return super().fit(words, setting, keep_the=keep_the)
        if setting.language is Language.ZH:
            if _FEVERISH.search(setting.before):
                return Phrase(f"（{words['range']}）")
            led = setting.before.endswith(_LEADS_TO) or setting.after.startswith("的")
            return Phrase(words["range"] if led else words["noun"])
        if _WARMTH.match(setting.after):
            return Phrase(words["attribute"])
        word, width = last_word(setting.before)
        if word == "to":
            return Phrase(f"the {words['range']}")
        return Phrase(words["noun"], width if word in ("of", "at") else 0)

    def _temperature(self, amount: float, unit: str) -> tuple[Rung, ...]:
        """Classes of a body temperature, narrow and wide; empty for what is none."""
        for scale in self._table["temperature"].values():
            if unit.casefold() in scale["spellings"] and scale["lowest"] <= amount <= scale["highest"]:
                classes, size = self._table["warmth"], scale["per_degree"]
                entry = next(entry for entry in classes if amount >= scale["from"][entry["node"]])
                return tuple(
                    Rung(
                        entry[f"{name}node"],
                        min(1.0, 1.0 / (entry[f"{name}width"] * size)),
                        entry[f"{name}share"],
                        {code: {**entry[f"{name}{code}"], "band": entry[f"{name}node"]} for code in Language},
                    )
                    for name in ("", "wide_")
                )
        return ()

    def _pressure(self, systolic: int, diastolic: int) -> tuple[Rung, ...]:
        for entry in self._table["pressure"]:
            if systolic >= entry["systolic"] or diastolic >= entry["diastolic"]:
                found = []
                for name in ("", "wide_"):
                    words = {code: {"noun": entry[f"{name}{code}"], "band": entry["node"]} for code in Language}
                    size, share = entry[f"{name}size"], entry[f"{name}share"]
                    found.append(Rung(entry[f"{name}node"], 1.0 / size, share, words))
                return tuple(found)
        return ()

    def _magnitude(self, amount: float, unit: str, spoken: Mapping[str, str]) -> tuple[Rung, ...]:
        lab = self._table["lab"]
        cuts = lab["cuts"]
        magnitude = 10.0 ** math.floor(math.log10(amount / cuts[0]) + ROUNDING)
        index = max(place for place, cut in enumerate(cuts[:-1]) if amount >= cut * magnitude * (1 - ROUNDING))
        node = f"{plain(cuts[index] * magnitude)}-{plain(cuts[index + 1] * magnitude)} {unit}".strip()
        whole = f"{plain(cuts[0] * magnitude)}-{plain(cuts[-1] * magnitude)} {unit}".strip()
        bounds = lab["low"][index] * magnitude, lab["high"][index] * magnitude
        around = lab["low"][0] * magnitude, lab["high"][-1] * magnitude
        return (
            self._banded(node, *bounds, spoken, 1.0 / lab["size"], lab["share"]),
            self._banded(whole, *around, spoken, 1.0 / lab["wide_size"], lab["wide_share"]),
        )
