"""The values that a type can take, for whoever replays the method: what else could have stood there (DESIGN 5.2).

A value that has no list of fellows (a name, an event) has none here either; a classification with open vocabulary gives
the words by which its classes are recognised, each standing for the values that it is one of. A class that only word
stems recognise, and what no class holds, cannot be listed.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from core.dehydrate.ages import OLDEST, AgeHierarchy, BirthHierarchy
from core.dehydrate.dates import DateHierarchy
from core.dehydrate.library import HierarchyLibrary
from core.dehydrate.places import NationalityHierarchy, PlaceHierarchy
from core.dehydrate.quantities import ClockHierarchy
from core.dehydrate.tree import OTHER, TreeHierarchy
from core.domain.language import Language

_WHOLE = re.compile(r"\d{1,3}")
_INFANT = re.compile(r"(\d{1,2})([mwd])")
_INFANT_VALUES = {"m": 36, "w": 52, "d": 90}
_BORN = re.compile(r"(\d{4})(-\d\d(?:-\d\d)?)?")
_DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_MONTH = re.compile(r"(\d{4})-(\d\d)")
_YEAR = re.compile(r"\d{4}")
_YEARLESS = re.compile(r"--(\d\d)-(\d\d)")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_CLOCK = re.compile(r"\d{1,2}:\d\d")
DAYS = 365
LEAP_YEAR = 2024
QUARTERS_OF_HOUR = 96
YEARS = (1900, 2050)
HUNDRED, ZEROS = 100, 7
UNLISTED = "unlisted:"
LISTED = {"city": "town", "district": "district"}
"""Kinds of places of which there are more than tables list, by the shape of a name."""
WHOLE, DECIMAL = "#", "#.#"
"""Stand for the number of a value in its shape."""


@dataclass(frozen=True, slots=True)
class Value:
    """A canonical value. `weight`: its frequency, relative to the others of its list; `stands_for`: how many values it
    is one of, where a list names classes by examples (1 otherwise)."""

    text: str
    weight: float
    stands_for: float = 1.0


class ValueBook:
    """Lists of values by type. Safe from any thread."""

    def __init__(self, library: HierarchyLibrary) -> None:
        self._library = library
        self._listed = lru_cache(maxsize=256)(self._list)
        self._sorted = lru_cache(maxsize=64)(self._by_node)
        self._classes = lru_cache(maxsize=64)(self._listed_classes)
        self._stacked = lru_cache(maxsize=64)(self._by_height)

    def all(self, type_id: str, value: str, language: Language) -> tuple[Value, ...]:
        """Every value that could stand where `value` does, itself or words of its class among them; empty where nobody
        can list them."""
        listed = self._listed(type_id, self._shape(type_id, value), language)
        hierarchy = self._library.for_type(type_id)
        if isinstance(hierarchy, TreeHierarchy) and hierarchy.of(value) not in self._classes(type_id, language):
            return ()
        return listed

    def inside(self, type_id: str, value: str, level: int, language: Language) -> tuple[Value, ...]:
        """Those of `all` of which the ladder tells the same at `level` as it does of `value`."""
        return self.sets(type_id, value, level, language).get(self._node(type_id, value, level), ())

    def sets(self, type_id: str, value: str, level: int, language: Language) -> Mapping[str, tuple[Value, ...]]:
        """`all`, put together by what the ladder tells of them at `level`; the most frequent of each set first."""
        return self._sorted(type_id, self._shape(type_id, value), level, language)

    def heights(self, type_id: str, value: str, language: Language) -> Mapping[int, tuple[Value, ...]]:
        """`all`, put together by how many levels their ladders have, the most frequent first: one rule treats those of
        one height alike."""
        return self._stacked(type_id, self._shape(type_id, value), language)

    def _by_height(self, type_id: str, shape: str, language: Language) -> dict[int, tuple[Value, ...]]:
        hierarchy = self._library.for_type(type_id)
        found: dict[int, list[Value]] = {}
        for item in sorted(self._listed(type_id, shape, language), key=lambda item: -item.weight):
            found.setdefault(len(hierarchy.ladder(item.text, Language.EN)), []).append(item)
        return {height: tuple(items) for height, items in found.items()}

    def nodes(self, type_id: str, value: str, level: int, language: Language) -> int:
        """How many different things a ladder tells at `level` of all values; 0 where nobody can list them. What hides
        `value` hides them all."""
        if not self._node(type_id, value, level):
            return 1
        return len(self._sorted(type_id, self._shape(type_id, value), level, language))

    def _listed_classes(self, type_id: str, language: Language) -> frozenset[str]:
        """Narrowest classes of a classification that its list has words of."""
        hierarchy = self._library.for_type(type_id)
        if not isinstance(hierarchy, TreeHierarchy):
            return frozenset()
        return frozenset(hierarchy.of(item.text) for item in self._listed(type_id, "", language))

    def _node(self, type_id: str, value: str, level: int) -> str:
        ladder = self._library.for_type(type_id).ladder(value, Language.EN)
        return ladder[min(level, len(ladder) - 1)].node

    def _by_node(self, type_id: str, shape: str, level: int, language: Language) -> dict[str, tuple[Value, ...]]:
        """Values by what their ladder tells at a level, most frequent first."""
        found: dict[str, list[Value]] = {}
        for item in sorted(self._listed(type_id, shape, language), key=lambda item: -item.weight):
            found.setdefault(self._node(type_id, item.text, level), []).append(item)
        return {node: tuple(items) for node, items in found.items()}

    def _shape(self, type_id: str, value: str) -> str:
        """What of a value its list depends on: never where in its class it lies."""
        hierarchy = self._library.for_type(type_id)
        if isinstance(hierarchy, AgeHierarchy):
            infant = _INFANT.fullmatch(value)
            return infant.group(2) if infant else "years" if _WHOLE.fullmatch(value) else value
        if isinstance(hierarchy, BirthHierarchy):
            born = _BORN.fullmatch(value)
            return born.group(2) or "year" if born else value
        if isinstance(hierarchy, TreeHierarchy):
            return ""
        if isinstance(hierarchy, NationalityHierarchy):
            return "country"
        if isinstance(hierarchy, PlaceHierarchy):
            place = hierarchy.gazetteer.find(value)
            return place.kind if place and hierarchy.inner_levels(value) else UNLISTED + hierarchy.shape(value)
        if isinstance(hierarchy, ClockHierarchy):
            return "clock" if _CLOCK.fullmatch(value) else value
        if isinstance(hierarchy, DateHierarchy):
            return value
        number = _NUMBER.search(value)
        if number is None or _NUMBER.search(value, number.end()):
            return value
        written = DECIMAL if number.group().partition(".")[2].strip("0") else WHOLE
        return value[: number.start()] + written + value[number.end() :]

    def _list(self, type_id: str, shape: str, language: Language) -> tuple[Value, ...]:
        hierarchy = self._library.for_type(type_id)
        if isinstance(hierarchy, AgeHierarchy):
            return _weighed(hierarchy, _ages(shape))
        if isinstance(hierarchy, BirthHierarchy):
            return self._births(shape)
        if isinstance(hierarchy, DateHierarchy):
            return tuple(Value(text, 1.0) for text in _dates(shape))
        if isinstance(hierarchy, PlaceHierarchy):
            return _places(hierarchy, shape, language)
        if isinstance(hierarchy, TreeHierarchy):
            return _classified(hierarchy, language)
        if isinstance(hierarchy, ClockHierarchy) and shape == "clock":
            times = (divmod(15 * quarter, 60) for quarter in range(QUARTERS_OF_HOUR))
            return tuple(Value(f"{hour:02d}:{minute:02d}", 1.0) for hour, minute in times)
        return tuple(Value(text, 1.0) for text in _numbers(shape))

    def _births(self, shape: str) -> tuple[Value, ...]:
        """Years of birth; with the same day and month, of which each stands for all days of its year."""
        ages = self._library.for_type("AGE")
        tail = "" if shape == "year" else shape
        if not isinstance(ages, AgeHierarchy) or (tail and not tail.startswith("-")):
            return ()
        within = {0: 1.0, 3: 12.0}.get(len(tail), float(DAYS))
        year = self._library.reference_year
        return tuple(Value(f"{year - age}{tail}", ages.prior(str(age)), within) for age in range(OLDEST + 1))


def _weighed(hierarchy: AgeHierarchy, values: Iterable[str]) -> tuple[Value, ...]:
    return tuple(Value(text, hierarchy.prior(text)) for text in values)


def _ages(shape: str) -> tuple[str, ...]:
    if shape == "years":
        return tuple(str(age) for age in range(OLDEST + 1))
    return tuple(f"{number}{shape}" for number in range(1, _INFANT_VALUES.get(shape, 0) + 1))


def _dates(value: str) -> tuple[str, ...]:
    """Days of the value's year, months of it, or years of our time, as exactly as the value names it."""
    day, month = _DAY.fullmatch(value), _MONTH.fullmatch(value)
    if day or _YEARLESS.fullmatch(value):
        year = int(day.group(1)) if day else LEAP_YEAR
        head = day.group(1) if day else "-"
        return tuple(
            f"{head}-{number:02d}-{of_month:02d}"
            for number in range(1, 13)
            for of_month in range(1, monthrange(year, number)[1] + 1)
        )
    if month:
        return tuple(f"{month.group(1)}-{number:02d}" for number in range(1, 13))
    if _YEAR.fullmatch(value):
        return tuple(map(str, range(*YEARS)))
    return ()


def _places(hierarchy: PlaceHierarchy, kind: str, language: Language) -> tuple[Value, ...]:
    """Places of one kind that are found by their own name; with towns and districts those that no table lists, as one
    value that stands for all of them."""
    gazetteer = hierarchy.gazetteer
    shape = kind.removeprefix(UNLISTED) if kind.startswith(UNLISTED) else LISTED.get(kind, "")
    found: dict[str, float] = {}
    for place in gazetteer.places.values():
        name = place.zh if language is Language.ZH else place.en
        wanted = LISTED.get(place.kind) == shape if shape else place.kind == kind
        if wanted and name and gazetteer.find(name) is place:
            found[name] = place.population
    listed = [Value(name, population) for name, population in found.items()]
    rest = gazetteer.unlisted.get(shape)
    if rest is not None:
        listed.append(Value(rest.names[language], rest.people, max(1.0, rest.people / rest.largest)))
    return tuple(listed)


def _classified(hierarchy: TreeHierarchy, language: Language) -> tuple[Value, ...]:
    """Values of a closed classification, else words of each class that the whole class is recognised by."""
    found: list[Value] = []
    for node, words in hierarchy.words():
        if node.name == OTHER:
            continue
        written = [word for word in words if word.isascii() is (language is Language.EN)]
        rows = [(row, part) for row, part in hierarchy.published(node) if hierarchy.of(row.names[0]) == node.name]
        if node.size > 1:
            own = " ".join(label.casefold() for label in node.labels.values())
            written = [word for word in written if word.casefold() not in own]
        if node.size == 1:
            found.append(Value(written[0] if written else node.name, node.weight))
        else:
            known = {name for row, _ in rows for name in row.names}
            for row, part in rows:
                spoken = [name for name in row.names if name.isascii() is (language is Language.EN)]
                found.append(Value((spoken or list(row.names))[0], node.weight * part))
            written = [word for word in written if word not in known]
            share = 1.0 / max(1, len(written))
            rest = node.weight * max(0.0, 1.0 - sum(part for _, part in rows))
            size = max(0, node.size - len(rows))
            found += [Value(word, rest * share, max(1.0, size * share)) for word in written]
    return tuple(found)


def _numbers(shape: str) -> tuple[str, ...]:
    """Numbers as people write them, in the place of `#`: whole up to a thousand, then by two digits; tenths."""
    if DECIMAL in shape:
        return tuple(shape.replace(DECIMAL, f"{number / 10:.1f}") for number in range(1, 10 * HUNDRED))
    if WHOLE not in shape:
        return ()
    if shape.startswith("P"):
        return tuple(shape.replace(WHOLE, str(number)) for number in range(1, HUNDRED))
    larger = (number * 10**zeros for zeros in range(2, ZEROS) for number in range(10, HUNDRED))
    numbers = dict.fromkeys((*range(1, 10 * HUNDRED), *larger))
    return tuple(shape.replace(WHOLE, str(number)) for number in numbers)
