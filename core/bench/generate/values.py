"""Draws a value for a slot of a template from the pools of one language and the prompt's person."""

from __future__ import annotations

import datetime
import random
import string
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.bench.generate import numbers, quantities
from core.bench.generate.drawn import PLAIN, Drawn, Surface, plain
from core.bench.generate.person import Person
from core.domain.errors import ResourceError
from core.domain.language import Language
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
    "OCCUPATION": "occupation",
    "ETHNICITY": "ethnicity",
    "RELIGION": "religion",
    "NATIONALITY": "nationality",
    "EDUCATION": "education",
    "FAMILY": "family",
    "LIFE_EVENT": "life_event",
}
"""Slot type -> pool of `resources/generator/values.*.toml`."""
ARTICLES = ("a ", "an ", "the ")
RARE_NAME = 0.08
"""Share of names that are ordinary words."""


class Values:
    """Pools of one language. `draw` is deterministic for a given generator state."""

    def __init__(self, root: Path, language: Language) -> None:
        """`root` is the resource folder. Raises ResourceError."""
        self.language = language
        self._pools: Mapping[str, Any] = read_toml(root / "generator" / f"values.{language}.toml")

    @property
    def regions(self) -> frozenset[str]:
        """Regions of the population that have a city in the pools."""
        return frozenset(self._pools["city"])

    def draw(self, type_id: str, second: bool, person: Person, rng: random.Random) -> Drawn:
        """A value of `type_id`; `second` asks for another person, place or thing than the prompt's own."""
        if type_id in POOLED:
            return self._pooled(type_id, rng)
        if type_id == "PERSON":
            return self._name(person.sex if not second else rng.choice(("male", "female")), rng)
        if type_id == "LOCATION":
            return plain(
                "LOCATION", rng.choice(self._pools["abroad"]) if second else self._pools["city"][person.region]
            )
        personal = self._personal(type_id, person, rng)
        if personal is not None:
            return personal
        number = self._number(type_id, person, rng)
        if number is None:
            raise ResourceError("generator.unknown_slot", details={"slot": type_id})
        return number

    def _pooled(self, type_id: str, rng: random.Random) -> Drawn:
        term = rng.choice(self._pools[POOLED[type_id]])
        for article in ARTICLES:
            if term.startswith(article):
                gold = term[len(article) :]
                return Drawn(type_id, gold, {PLAIN: Surface(gold, before=article)})
        return plain(type_id, term)

    def _name(self, sex: str, rng: random.Random) -> Drawn:
        chinese = self.language is Language.ZH
        if rng.random() < RARE_NAME:
            full = rng.choice(self._pools["word_name"])
            surname = full[0] if chinese else full.split()[-1]
        else:
            surname, given = rng.choice(self._pools["surname"]), rng.choice(self._pools[f"given_{sex}"])
            full = f"{surname}{given}" if chinese else f"{given} {surname}"
        if chinese:
            title = Surface(surname, after="先生" if sex == "male" else "女士")
            return plain("PERSON", full, title=title, surname=title, doctor=Surface(surname, after="医生"))
        title = Surface(surname, before="Mr. " if sex == "male" else "Ms. ")
        return plain("PERSON", full, title=title, surname=title, doctor=Surface(surname, before="Dr. "))

    def _personal(self, type_id: str, person: Person, rng: random.Random) -> Drawn | None:
        if type_id == "AGE":
            return quantities.age(person.age, self.language, rng)
        if type_id == "SEX":
            words = {"male": ("男", "male"), "female": ("女", "female")}[person.sex]
            word = Surface(words[self.language is Language.EN])
            return Drawn("SEX", person.sex, {PLAIN: word, "word": word})
        if type_id == "MARITAL_STATUS":
            chinese = {"single": "未婚", "married": "已婚", "divorced": "离异", "widowed": "丧偶", "separated": "分居"}
            return plain(type_id, chinese[person.marital] if self.language is Language.ZH else person.marital)
        if type_id == "BIRTH_DATE":
            day = quantities.birth_date(person.age, self.language, rng)
            return quantities.date(day, self.language, rng, "BIRTH_DATE")
        return None

    def _number(self, type_id: str, person: Person, rng: random.Random) -> Drawn | None:
        language = self.language
        if type_id in {"DATE", "DURATION", "DOSE", "RATE", "TIME", "AMOUNT", "INCOME"}:
            return self._quantity(type_id, rng)
        birthday = (datetime.date(2026 - person.age, 3, 9)).strftime("%Y%m%d")
        made = {
            "PHONE": lambda: numbers.phone(rng, language),
            "EMAIL": lambda: f"{self._handle(rng)}@{rng.choice(self._pools['mail_host'])}",
            "HANDLE": lambda: self._handle(rng),
            "WECHAT": lambda: f"wx_{self._handle(rng)}",
            "ID_CARD": lambda: numbers.resident_id(rng, birthday),
            "PASSPORT": lambda: f"E{numbers.digits(rng, 8)}",
            "SOCIAL_SECURITY": lambda: f"9{numbers.digits(rng, 2)}-{numbers.digits(rng, 2)}-{numbers.digits(rng, 4)}",
            "MEDICAL_RECORD": lambda: rng.choice(("MRN ", "ZY", "H-")).strip() + numbers.digits(rng, 8),
            "BANK_CARD": lambda: numbers.bank_card(rng, language),
            "BANK_ACCOUNT": lambda: numbers.account(rng, language),
            "CARD_TAIL": lambda: numbers.digits(rng, 4),
            "CASE_NUMBER": lambda: numbers.case_number(rng, language),
            "LICENSE_PLATE": lambda: numbers.plate(rng, language),
            "ORDER_NUMBER": lambda: numbers.upper(rng, 1) + numbers.digits(rng, 9),
            "BOOKING_REFERENCE": lambda: numbers.upper(rng, 2) + numbers.digits(rng, 1) + numbers.upper(rng, 3),
            "TRIP_NUMBER": lambda: self._trip(rng),
            "IP_ADDRESS": lambda: f"203.0.113.{rng.randrange(1, 255)}",
            "PASSWORD": lambda: (
                numbers.upper(rng, 2) + self._handle(rng)[:4] + numbers.digits(rng, 3) + rng.choice("!#%")
            ),
            "API_KEY": lambda: (
                "sk-test-" + "".join(rng.choice(string.ascii_letters + string.digits) for _ in range(32))
            ),
            "ADDRESS": lambda: self._address(person, rng),
        }
        return plain(type_id, made[type_id]()) if type_id in made else None

    def _quantity(self, type_id: str, rng: random.Random) -> Drawn:
        if type_id == "DATE":
            return quantities.date(quantities.recent_day(rng), self.language, rng)
        if type_id == "AMOUNT":
            return quantities.amount("AMOUNT", 120, 90_000, self.language, rng)
        if type_id == "INCOME":
            return quantities.amount("INCOME", 2_500, 60_000, self.language, rng)
        simple = {
            "DURATION": lambda: quantities.duration(self.language, rng),
            "DOSE": lambda: quantities.dose(self.language, rng),
            "RATE": lambda: quantities.rate(rng),
            "TIME": lambda: quantities.clock(self.language, rng),
        }
        return simple[type_id]()

    def _handle(self, rng: random.Random) -> str:
        return "".join(rng.choice(string.ascii_lowercase) for _ in range(7)) + numbers.digits(rng, 2)

    def _trip(self, rng: random.Random) -> str:
        prefix = rng.choice(("G", "D", "CA", "MU") if self.language is Language.ZH else ("BA", "LH", "UA", "TP"))
        return prefix + str(rng.randrange(1000, 9999))

    def _address(self, person: Person, rng: random.Random) -> str:
        street, house = rng.choice(self._pools["street"]), rng.randrange(1, 300)
        city = self._pools["city"][person.region]
        if self.language is Language.ZH:
            district, estate = rng.choice(self._pools["district"]), rng.choice(self._pools["estate"])
            room = f"{rng.randrange(1, 20)}栋{rng.randrange(1, 30)}0{rng.randrange(1, 5)}室"
            return f"{city}市{district}{street}{house}号{estate}{room}"
        flat = rng.choice(("", f", Apt. {rng.randrange(1, 60)}"))
        return f"{house} {street}{flat}, {city} {numbers.digits(rng, 5)}"
