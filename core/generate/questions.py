"""Task questions whose answer is computed from the drawn values (paper 3.3: QA probes with a closed form)."""

from __future__ import annotations

import datetime
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.domain.language import Language
from core.domain.taxonomy import Kind, Taxonomy
from core.generate.family import FOLDER
from core.resources import read_toml

BAND = 10
WEEK = 7


@dataclass(frozen=True, slots=True)
class Shown:
    """A value as the text shows it: its type, canonical value, and one surface."""

    type_id: str
    value: str
    surface: str


@dataclass(frozen=True, slots=True)
class Question:
    """`types`: attribute types that the answer needs."""

    kind: str
    text: str
    answer: str
    types: tuple[str, ...]


Computed = tuple[str, tuple[str, ...]] | None


def _dates(shown: Mapping[str, Sequence[Shown]]) -> list[datetime.date]:
    """Dates that the text gives in full, year included."""
    days = (item for item in shown.get("DATE", ()) if _complete(item))
    return [datetime.date.fromisoformat(item.value) for item in days]


def _complete(item: Shown) -> bool:
    day = datetime.date.fromisoformat(item.value)
    digits = "".join(char for char in item.surface if char.isdigit())
    return str(day.year) in digits and str(day.day) in digits.replace(str(day.year), "", 1)


def _numbers(shown: Mapping[str, Sequence[Shown]], type_id: str) -> list[float]:
    return [float(item.value.split()[0].rstrip("%")) for item in shown.get(type_id, ())]


def _sum(shown: Mapping[str, Sequence[Shown]]) -> Computed:
    amounts = _numbers(shown, "AMOUNT")
    return (f"{sum(amounts):.2f}", ("AMOUNT",)) if len(amounts) == 2 else None


def _days(shown: Mapping[str, Sequence[Shown]]) -> Computed:
    days = _dates(shown)
    if len(days) != 2 or len(shown["DATE"]) != 2:
        return None
    return str(abs((days[0] - days[1]).days)), ("DATE",)


def _band(shown: Mapping[str, Sequence[Shown]]) -> Computed:
    ages = _numbers(shown, "AGE")
    if len(ages) != 1:
        return None
    low = int(ages[0]) // BAND * BAND
    return f"{low}-{low + BAND - 1}", ("AGE",)


def _interest(shown: Mapping[str, Sequence[Shown]]) -> Computed:
    amounts, rates = _numbers(shown, "AMOUNT"), _numbers(shown, "RATE")
    if len(amounts) != 1 or len(rates) != 1:
        return None
    return f"{amounts[0] * rates[0] / 100:.2f}", ("AMOUNT", "RATE")


def _weekly(shown: Mapping[str, Sequence[Shown]]) -> Computed:
    doses = _numbers(shown, "DOSE")
    return (f"{doses[0] * WEEK:g}", ("DOSE",)) if len(doses) == 1 else None


def _share(shown: Mapping[str, Sequence[Shown]]) -> Computed:
    amounts, incomes = _numbers(shown, "AMOUNT"), _numbers(shown, "INCOME")
    if len(amounts) != 1 or len(incomes) != 1:
        return None
    return f"{amounts[0] / incomes[0] * 100:.1f}", ("AMOUNT", "INCOME")


COMPUTED: Mapping[str, Callable[[Mapping[str, Sequence[Shown]]], Computed]] = {
    "sum": _sum,
    "days": _days,
    "band": _band,
    "interest": _interest,
    "weekly": _weekly,
    "share": _share,
}


class QuestionMaker:
    """Asks one question per prompt, computed ones first."""

    def __init__(self, root: Path, language: Language, taxonomy: Taxonomy) -> None:
        """`root` is the resource folder. Raises ResourceError."""
        self._texts = {
            kind: str(text) for kind, text in read_toml(root / FOLDER / f"questions.{language}.toml").items()
        }
        self._language = language
        self._taxonomy = taxonomy

    def ask(self, values: Sequence[Shown], rng: random.Random) -> Question:
        """A question about the distinct values that a text shows."""
        by_type: dict[str, list[Shown]] = {}
        for item in values:
            by_type.setdefault(item.type_id, []).append(item)
        computed = [
            Question(kind, self._texts[kind], *found)
            for kind, compute in COMPUTED.items()
            if (found := compute(by_type)) is not None
        ]
        if computed:
            return rng.choice(computed)
        single = [items[0] for type_id, items in by_type.items() if len(items) == 1 and self._is_quasi(type_id)]
        if single:
            item = rng.choice(single)
            label = self._taxonomy[item.type_id].labels[self._language].lower()
            return Question("value", self._texts["value"].replace("{label}", label), item.surface, (item.type_id,))
        return Question("people", self._texts["people"], str(len(by_type.get("PERSON", ()))), ("PERSON",))

    def _is_quasi(self, type_id: str) -> bool:
        return self._taxonomy[type_id].kind is Kind.QUASI
