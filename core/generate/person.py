"""The fictional person a prompt is about: one record of the synthetic population (paper 6.1)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.domain.language import Language
from core.population.population import PopulationTable, SyntheticPopulation

ADULT = 18
DIMENSIONS: Mapping[str, str] = {
    "AGE": "age",
    "BIRTH_DATE": "age",
    "SEX": "sex",
    "LOCATION": "region",
    "ADDRESS": "region",
    "MARITAL_STATUS": "marital",
    "OCCUPATION": "occupation",
    "EDUCATION": "education",
}
"""Attribute type -> column of the population that a value of it fixes."""
ATTEMPTS = 4000


@dataclass(frozen=True, slots=True)
class Person:
    """One record. `record` maps population columns to categories; `currency` indexes the pool of currencies."""

    record: Mapping[str, str]
    currency: int

    @property
    def age(self) -> int:
        return int(self.record["age"])

    @property
    def sex(self) -> str:
        return self.record["sex"]

    @property
    def region(self) -> str:
        return self.record["region"]

    @property
    def marital(self) -> str:
        return self.record["marital"]


class People:
    """Draws persons of one language's population. Deterministic for a given generator state."""

    def __init__(self, table: PopulationTable, speakable: Mapping[str, frozenset[str]]) -> None:
        """`speakable`: categories per column that the pools have words for (region, occupation, education)."""
        self._table = table
        self._speakable = speakable

    @classmethod
    def of(cls, population: SyntheticPopulation, language: Language, speakable: Mapping[str, frozenset[str]]) -> People:
        """The people behind prompts in `language`."""
        return cls(population.table(language), speakable)

    def draw(self, rng: random.Random, rare: frozenset[str] = frozenset(), below: int = 0) -> Person:
        """An adult with a speakable region; with `rare` columns one whom fewer than `below` records resemble there."""
        fallback: Person | None = None
        for _ in range(ATTEMPTS):
            index = rng.randrange(self._table.size)
            record = {
                column: self._table.categories[column][int(codes[index])] for column, codes in self._table.codes.items()
            }
            if int(record["age"]) < ADULT or record["region"] not in self._speakable["region"]:
                continue
            person = Person(record, rng.randrange(2**16))
            if not rare:
                return person
            if not all(record[column] in self._speakable.get(column, {record[column]}) for column in rare):
                continue
            if self.k(person, rare) < below:
                return person
            fallback = person
        return fallback or self.draw(rng)

    def k(self, person: Person, columns: Iterable[str]) -> int:
        """Records that agree with the person in every one of `columns`."""
        return int(self._table.k({column: frozenset({person.record[column]}) for column in columns}))

    def columns(self, types: Iterable[str], person: Person) -> frozenset[str]:
        """Columns that values of `types` fix for this person; a category nobody can say fixes nothing."""
        wanted = {DIMENSIONS[type_id] for type_id in types if type_id in DIMENSIONS}
        return frozenset(
            column
            for column in wanted
            if column not in self._speakable or person.record[column] in self._speakable[column]
        )
