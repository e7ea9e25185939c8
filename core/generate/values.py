"""Draws a value for a slot of a template from the pools of one language and the prompt's person."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.domain.language import Language
from core.generate import identifiers, quantities
from core.generate.drawn import PLAIN, WORD_NAME, Drawn, Surface, plain
from core.generate.family import FOLDER
from core.generate.person import Person
from core.resources import read_toml

POOLED = {
    "ORGANIZATION": "employer",
    "SCHOOL": "school",
    "HOSPITAL": "hospital",
    "DEPARTMENT": "department",
    "DISEASE": "disease",
    "SURGERY": "surgery",
    "DRUG": "drug",
    "ALLERGY": "allergy",
    "BANK": "bank",
    "FINANCIAL_PRODUCT": "financial_product",
    "LANDMARK": "hotel",
    "COURT": "court",
    "LAW_FIRM": "law_firm",
    "CASE_TYPE": "case_type",
    "CHARGE": "charge",
    "ETHNICITY": "ethnicity",
    "RELIGION": "religion",
    "NATIONALITY": "nationality",
    "FAMILY": "family",
    "LIFE_EVENT": "life_event",
    "LITIGATION_ROLE": "litigation_role",
    "POLITICAL": "political",
    "BLOOD_TYPE": "blood_type",
}
"""Slot type -> pool of `resources/generator/values.*.toml`."""
BY_CATEGORY = {"OCCUPATION": "occupation", "EDUCATION": "education"}
"""Slot type -> table of pools by category of the population's column of the same name."""
ARTICLES = ("a ", "an ", "the ")
VOWELS = "aeiou"
RARE_NAME = 0.08
"""Share of names that are ordinary words."""
AMOUNTS, INCOMES = (120, 90_000), (2_500, 60_000)
MALE, FEMALE = "male", "female"


class Values:
    """Pools of one language. `draw` is deterministic for a given generator state."""

    def __init__(self, root: Path, language: Language) -> None:
        """`root` is the resource folder. Raises ResourceError."""
        self.language = language
        self._pools: Mapping[str, Any] = read_toml(root / FOLDER / f"values.{language}.toml")

    @property
    def speakable(self) -> Mapping[str, frozenset[str]]:
        """Categories of population columns that the pools have words for."""
        return {
            "region": frozenset(self._pools["city"]),
            **{column: frozenset(self._pools[column]) for column in BY_CATEGORY.values()},
        }

    def draw(self, type_id: str, instance: int, person: Person, rng: random.Random) -> Drawn:
        """A value of `type_id`; `instance` > 1 is a place other than the person's. Raises ResourceError."""
        if type_id in POOLED:
            return self._article(type_id, rng.choice(self._pools[POOLED[type_id]]))
        if type_id in BY_CATEGORY:
            return self._by_category(type_id, person, rng)
        if type_id == "PERSON":
            return self._name(person.sex, rng)
        if type_id == "LOCATION":
            own = self._pools["city"].get(person.region) if instance == 1 else None
            return plain(type_id, own or rng.choice(self._pools["abroad"]))
        drawn = self._personal(type_id, person, rng) or self._quantity(type_id, person, rng)
        return drawn or identifiers.draw(type_id, person, self._pools, self.language, rng)

    def _article(self, type_id: str, term: str) -> Drawn:
        if self.language is Language.ZH:
            return plain(type_id, term)
        for article in ARTICLES:
            if term.startswith(article):
                gold = term[len(article) :]
                return Drawn(type_id, gold, {PLAIN: Surface(gold, before=article)})
        indefinite = "an " if term[0].lower() in VOWELS else "a "
        return plain(type_id, term, a=Surface(term, before=indefinite))

    def _by_category(self, type_id: str, person: Person, rng: random.Random) -> Drawn:
        pools: Mapping[str, list[str]] = self._pools[BY_CATEGORY[type_id]]
        own = pools.get(person.record[BY_CATEGORY[type_id]])
        return self._article(type_id, rng.choice(own or [term for pool in pools.values() for term in pool]))

    def _name(self, sex: str, rng: random.Random) -> Drawn:
        chinese = self.language is Language.ZH
        rare = rng.random() < RARE_NAME
        if rare:
            full = rng.choice(self._pools["word_name"])
            surname = full[0] if chinese else full.split()[-1]
        else:
            surname, given = rng.choice(self._pools["surname"]), rng.choice(self._pools[f"given_{sex}"])
            full = f"{surname}{given}" if chinese else f"{given} {surname}"
        traps = frozenset({WORD_NAME}) if rare else frozenset[str]()
        if chinese:
            title = Surface(surname, after="先生" if sex == MALE else "女士")
            roles = {"doctor": Surface(surname, after="医生"), "teacher": Surface(surname, after="老师")}
            return plain("PERSON", full, traps=traps, title=title, surname=title, **roles)
        title = Surface(surname, before="Mr. " if sex == MALE else "Ms. ")
        doctor = Surface(surname, before="Dr. ")
        return plain("PERSON", full, traps=traps, title=title, surname=Surface(surname), doctor=doctor)

    def _personal(self, type_id: str, person: Person, rng: random.Random) -> Drawn | None:
        if type_id == "AGE":
            return quantities.age(person.age, self.language, rng)
        if type_id == "SEX":
            words = {MALE: ("男", "male"), FEMALE: ("女", "female")}[person.sex]
            word = Surface(words[self.language is Language.EN])
            return Drawn("SEX", person.sex, {PLAIN: word, "word": word})
        if type_id == "MARITAL_STATUS":
            chinese = {"single": "未婚", "married": "已婚", "divorced": "离异", "widowed": "丧偶", "separated": "分居"}
            return plain(type_id, chinese[person.marital] if self.language is Language.ZH else person.marital)
        if type_id == "BIRTH_DATE":
            day = quantities.birth_date(person.age, self.language, rng)
            return quantities.date(day, self.language, rng, "BIRTH_DATE")
        return None

    def _quantity(self, type_id: str, person: Person, rng: random.Random) -> Drawn | None:
        currencies = self._pools["currency"]
        currency = currencies[person.currency % len(currencies)]
        made = {
            "DATE": lambda: quantities.date(quantities.recent_day(rng), self.language, rng),
            "AMOUNT": lambda: quantities.amount(type_id, AMOUNTS, currency, self.language, rng),
            "INCOME": lambda: quantities.amount(type_id, INCOMES, currency, self.language, rng),
            "DURATION": lambda: quantities.duration(self.language, rng),
            "DOSE": lambda: quantities.dose(self.language, rng),
            "RATE": lambda: quantities.rate(rng),
            "TIME": lambda: quantities.clock(self.language, rng),
        }
        return made[type_id]() if type_id in made else None
