"""Values beside the true one in a forced choice: same type, compatible with everything that D tells (gate.md 5, E5).

A decoy outside the band that D tells would make choosing the truth easy for anyone who reads the band; what the band
itself gives away is charged by the members that compute exactly.
"""

from __future__ import annotations

import random
import re
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

from core.dehydrate.generalization import Generalization
from core.dehydrate.library import HierarchyLibrary
from core.domain.errors import ResourceError
from core.domain.evidence import ProbeResult
from core.domain.language import Language
from core.domain.sensitive import SensitiveAttribute
from core.domain.taxonomy import Taxonomy
from core.resources import read_csv, read_toml
from core.verify.case import Case
from core.verify.grading import GradingTable, Kind, Target
from core.verify.seeding import seeded

DECOYS = 5
"""Options beside the truth, where so many can be had (gate.md 5: three to seven); every draw reads them anew."""
TRIES = 800
"""Candidates looked at for one attribute."""
KEPT = 1024
LEAST_SHARE = 0.0005
"""A published frequency below it would be shown as none at all."""
CODE_DIGITS, CODE_HEAD = 7, 4
"""From so many digits on a value is a code, and its first digits are kept."""
_PLACE_HIERARCHY = "place"
_PLACE_TABLES = ("cities.csv", "divisions_cn.csv")
_DIGITS = re.compile(r"\d+")
_ISO_DATE = re.compile(r"(?P<year>\d{4})?-{1,2}(?P<month>\d{2})(?:-(?P<day>\d{2}))?")
_SPREAD = (0.5, 1.9)
"""Other amounts lie between half and nearly double of the true one."""
_DAYS, _MONTHS = 28, 12


class DecoyBook:
    """Draws decoys. Safe from any thread; remembers recent draws in memory."""

    def __init__(self, taxonomy: Taxonomy, library: HierarchyLibrary, grading: GradingTable, root: Path) -> None:
        """Raises ResourceError."""
        self._taxonomy = taxonomy
        self._library = library
        self._grading = grading
        self._folder = root / "hierarchies"
        data = read_toml(root / "questions" / "decoys.toml")
        try:
            self._pools = {
                (type_id, Language(code)): tuple(map(str, values))
                for code, pools in data.items()
                for type_id, values in pools.items()
            }
        except (ValueError, TypeError, AttributeError) as error:
            raise ResourceError("resource.malformed", details={"file": "decoys.toml"}) from error
        if any(type_id not in taxonomy for type_id, _ in self._pools):
            raise ResourceError("resource.malformed", details={"file": "decoys.toml"})
        self._places: dict[Language, tuple[str, ...]] = {}
        self._drawn: dict[tuple[str, str, str, Language], tuple[str, ...]] = {}
        self._frequent: dict[tuple[str, str, Language], Mapping[str, float]] = {}
        self._lock = threading.Lock()

    def forget(self) -> None:
        """Drop what was drawn beside values of texts."""
        with self._lock:
            self._drawn.clear()

    def pool(self, type_id: str, language: Language) -> tuple[str, ...]:
        """Listed values of a type; empty where other numbers of the same shape serve."""
        listed = self._pools.get((type_id, language), ())
        if not listed and self._taxonomy[type_id].hierarchy == _PLACE_HIERARCHY:
            return self._gazetteer(language)
        return listed

    def options(self, case: Case, attribute: SensitiveAttribute, target: Target) -> tuple[str, tuple[str, ...]]:
        """(the truth as it is shown, decoys), all in one style; no decoys where none fits what D tells."""
        pool = self.pool(attribute.type_id, case.language)
        truth = attribute.value
        if pool and attribute.mentions and self._grading.kind(attribute.type_id) in (Kind.TEXT, Kind.NAME):
            truth = attribute.mentions[0].text
        told = case.told(attribute.id)
        key = (attribute.type_id, attribute.value, f"{told.level}:{told.node}", case.language)
        with self._lock:
            known = self._drawn.get(key)
        if known is None:
            known = self._draw(case, attribute, target, told)
            with self._lock:
                if len(self._drawn) >= KEPT:
                    self._drawn.clear()
                self._drawn[key] = known
        return truth, known

    def frequent(self, case: Case, attribute: SensitiveAttribute) -> Mapping[str, float]:
        """Listed values of the type that fit what D tells, with their shares there. It is the same for every true
        value: a list drawn around the truth would give it away."""
        told = case.told(attribute.id)
        key = (attribute.type_id, f"{told.level}:{told.node}", case.language)
        with self._lock:
            known = self._frequent.get(key)
        if known is None:
            height = len(case.generalizations[attribute.id])
            listed = self.pool(attribute.type_id, case.language)[:TRIES]
            fitting = tuple(value for value in listed if self._fits(attribute, value, told, height, case))
            known = frequencies(self._library, attribute, told, fitting, case.language)
            with self._lock:
                if len(self._frequent) >= KEPT:
                    self._frequent.clear()
                self._frequent[key] = known
        return known

    def _draw(self, case: Case, attribute: SensitiveAttribute, target: Target, told: Generalization) -> tuple[str, ...]:
        rng = seeded(attribute.type_id, told.level, told.node, attribute.value)
        candidates = self._candidates(attribute, case.language, rng)
        height = len(case.generalizations[attribute.id])
        others = {item.value for item in case.linkable if item.type_id == attribute.type_id}
        found: list[str] = []
        for _, candidate in zip(range(TRIES), candidates, strict=False):
            if candidate in found or candidate in others or not self._fits(attribute, candidate, told, height, case):
                continue
            if self._grading.grade(target, candidate) is not ProbeResult.HIT:
                found.append(candidate)
            if len(found) == DECOYS:
                break
        return tuple(found)

    def _fits(
        self, attribute: SensitiveAttribute, candidate: str, told: Generalization, height: int, case: Case
    ) -> bool:
        """Whether D would tell the same of the candidate."""
        if not told.node:
            return True
        ladder = self._library.for_type(attribute.type_id).ladder(candidate, case.language)
        return len(ladder) == height and ladder[told.level].node == told.node

    def _candidates(self, attribute: SensitiveAttribute, language: Language, rng: random.Random) -> Iterator[str]:
        pool = list(self.pool(attribute.type_id, language))
        if pool:
            at_home = self._at_home(attribute, language)
            rng.shuffle(pool)
            return iter(sorted(pool, key=lambda name: name not in at_home) if at_home else pool)
        return _numbers(attribute.value, rng)

    def _at_home(self, attribute: SensitiveAttribute, language: Language) -> frozenset[str]:
        """Chinese divisions for a Chinese place: they are many, and few of the world's cities share their province."""
        domestic = language is Language.ZH and self._taxonomy[attribute.type_id].hierarchy == _PLACE_HIERARCHY
        return frozenset(_column(self._folder / _PLACE_TABLES[1], language)) if domestic else frozenset()

    def _gazetteer(self, language: Language) -> tuple[str, ...]:
        with self._lock:
            known = self._places.get(language)
        if known is not None:
            return known
        try:
            names = [name for table in _PLACE_TABLES for name in _column(self._folder / table, language)]
        except KeyError as error:
            raise ResourceError("resource.malformed", details={"file": _PLACE_TABLES[0]}) from error
        known = tuple(dict.fromkeys(name for name in names if name))
        with self._lock:
            self._places[language] = known
        return known


def _column(path: Path, language: Language) -> list[str]:
    return [row[language.value] for row in read_csv(path)]


def _numbers(value: str, rng: random.Random) -> Iterator[str]:
    """Values of the same shape with other digits; nothing for a value without digits."""
    if not _DIGITS.search(value):
        return
    date = _ISO_DATE.fullmatch(value)
    while True:
        yield _other_date(date, rng) if date else _other_number(value, rng)


def _other_date(parts: re.Match[str], rng: random.Random) -> str:
    year, day = parts["year"], parts["day"]
    shown = f"{int(year) + rng.randint(-2, 2):04d}-" if year else "--"
    shown += f"{rng.randint(1, _MONTHS):02d}"
    return f"{shown}-{rng.randint(1, _DAYS):02d}" if day else shown


def _other_number(value: str, rng: random.Random) -> str:
    """A code gets other digits; a quantity becomes one near the true one."""
    if sum(map(len, _DIGITS.findall(value))) >= CODE_DIGITS and "." not in value:
        return _other_code(value, rng)
    return _DIGITS.sub(lambda run: _near(run.group(), rng), value, count=1)


def _other_code(value: str, rng: random.Random) -> str:
    """The beginning stays: it says which kind of number this is, and in which year or place it was given out."""
    seen = 0
    shown: list[str] = []
    for char in value:
        seen += char.isdigit()
        shown.append(rng.choice("0123456789") if char.isdigit() and seen > CODE_HEAD else char)
    return "".join(shown)


def _near(digits: str, rng: random.Random) -> str:
    number = int(digits)
    low, high = max(1, int(number * _SPREAD[0])), max(number + 3, int(number * _SPREAD[1]))
    drawn = rng.randint(low, high)
    zeros = len(digits) - len(digits.rstrip("0"))
    if zeros > 0 and number >= 10**zeros:
        drawn = max(1, round(drawn / 10**zeros)) * 10**zeros
    return str(drawn).zfill(len(digits)) if digits.startswith("0") else str(drawn)


def shown_options(truth: str, decoys: tuple[str, ...], turn: int, start: int) -> tuple[str, ...]:
    """The truth among its decoys: decoys in their order, the truth at place `start`, all moved on by `turn`."""
    line = list(decoys)
    line.insert(start % (len(decoys) + 1), truth)
    turn %= len(line)
    return tuple(line[turn:] + line[:turn])


def frequencies(
    library: HierarchyLibrary,
    attribute: SensitiveAttribute,
    told: Generalization,
    values: tuple[str, ...],
    language: Language,
) -> Mapping[str, float]:
    """Share of each of `values` under the domain's published frequencies, inside what D tells."""
    found: dict[str, float] = {}
    for value in values:
        ladder = library.for_type(attribute.type_id).ladder(value, language)
        if told.level < len(ladder) and ladder[told.level].posterior > 0:
            found[value] = ladder[told.level].posterior
    return found


def telling(shares: Mapping[str, float]) -> Mapping[str, float]:
    """`shares` without what is too rare to be told; nothing where all are alike, for then they tell nothing."""
    shown = {value: share for value, share in shares.items() if share >= LEAST_SHARE}
    return shown if len(set(shown.values())) > 1 else {}
