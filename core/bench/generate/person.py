"""The fictional person a prompt is about: one record of the synthetic population (paper 6.1)."""

from __future__ import annotations

import random
from dataclasses import dataclass

from core.domain.language import Language
from core.population.population import SyntheticPopulation

ADULT = 18


@dataclass(frozen=True, slots=True)
class Person:
    """`k`: records of the population that share age, sex and region; `marital` is the population's category."""

    age: int
    sex: str
    region: str
    marital: str
    k: int


def draw(population: SyntheticPopulation, language: Language, regions: frozenset[str], rng: random.Random) -> Person:
    """An adult record from one of `regions`, every such record equally likely."""
    table = population.table(language)
    while True:
        index = rng.randrange(table.size)
        record = {column: table.categories[column][int(codes[index])] for column, codes in table.codes.items()}
        if int(record["age"]) < ADULT or record["region"] not in regions:
            continue
        same = {column: frozenset({record[column]}) for column in ("age", "sex", "region")}
        return Person(int(record["age"]), record["sex"], record["region"], record["marital"], int(table.k(same)))
