"""Fictional identifiers for the slots of a template: numbers, addresses, accounts, secrets."""

from __future__ import annotations

import datetime
import random
import string
from collections.abc import Callable, Mapping
from typing import Any

from core.domain.errors import ResourceError
from core.domain.language import Language
from core.generate import numbers
from core.generate.drawn import PLAIN, WRONG_CHECKSUM, Drawn, Surface
from core.generate.person import Person
from core.generate.quantities import TODAY

CHECKED: Mapping[str, Callable[[str], bool]] = {
    "ID_CARD": numbers.resident_id_holds,
    "BANK_CARD": numbers.luhn_holds,
}
BIRTHDAY = (3, 9)
TEST_NETWORK = "203.0.113."
"""Reserved for documentation (RFC 5737)."""


def draw(type_id: str, person: Person, pools: Mapping[str, Any], language: Language, rng: random.Random) -> Drawn:
    """An identifier of `type_id` in the habits of `language`. Raises ResourceError `generator.unknown_slot`."""
    maker = _makers(person, pools, language, rng).get(type_id)
    if maker is None:
        raise ResourceError("generator.unknown_slot", details={"slot": type_id})
    number = maker()
    check = CHECKED.get(type_id)
    traps = frozenset({WRONG_CHECKSUM}) if check is not None and not check(number) else frozenset[str]()
    again = Surface("".join(char for char in number if char not in " -()"))
    return Drawn(type_id, number, {PLAIN: Surface(number), "again": again}, traps)


def _makers(
    person: Person, pools: Mapping[str, Any], language: Language, rng: random.Random
) -> Mapping[str, Callable[[], str]]:
    birthday = datetime.date(TODAY.year - person.age, *BIRTHDAY).strftime("%Y%m%d")
    return {
        "PHONE": lambda: numbers.phone(rng, language),
        "EMAIL": lambda: f"{_handle(rng)}@{rng.choice(pools['mail_host'])}",
        "HANDLE": lambda: _handle(rng),
        "WECHAT": lambda: f"wx_{_handle(rng)}",
        "ID_CARD": lambda: numbers.resident_id(rng, birthday),
        "PASSPORT": lambda: f"E{numbers.digits(rng, 8)}",
        "SOCIAL_SECURITY": lambda: f"9{numbers.digits(rng, 2)}-{numbers.digits(rng, 2)}-{numbers.digits(rng, 4)}",
        "TAX_ID": lambda: f"9{numbers.digits(rng, 14)}" if language is Language.ZH else f"00-{numbers.digits(rng, 7)}",
        "INSURANCE_NUMBER": lambda: f"P{numbers.upper(rng, 2)}{numbers.digits(rng, 9)}",
        "DRIVER_LICENSE": lambda: f"{numbers.upper(rng, 1)}999{numbers.digits(rng, 8)}",
        "STUDENT_ID": lambda: f"2026{numbers.digits(rng, 6)}",
        "EMPLOYEE_ID": lambda: f"{numbers.upper(rng, 1)}{numbers.digits(rng, 5)}",
        "MEDICAL_RECORD": lambda: rng.choice(("MRN", "ZY", "H-")) + numbers.digits(rng, 8),
        "BANK_CARD": lambda: numbers.bank_card(rng, language),
        "BANK_ACCOUNT": lambda: numbers.account(rng, language),
        "CARD_TAIL": lambda: numbers.digits(rng, 4),
        "CASE_NUMBER": lambda: numbers.case_number(rng, language),
        "LICENSE_PLATE": lambda: numbers.plate(rng, language),
        "ORDER_NUMBER": lambda: numbers.upper(rng, 1) + numbers.digits(rng, 9),
        "BOOKING_REFERENCE": lambda: numbers.upper(rng, 2) + numbers.digits(rng, 1) + numbers.upper(rng, 3),
        "TRIP_NUMBER": lambda: _trip(language, rng),
        "IP_ADDRESS": lambda: f"{TEST_NETWORK}{rng.randrange(1, 255)}",
        "MAC_ADDRESS": lambda: numbers.mac_address(rng),
        "DEVICE_ID": lambda: numbers.device_id(rng),
        "VIN": lambda: numbers.vin(rng),
        "CRYPTO_WALLET": lambda: numbers.wallet(rng),
        "VERIFICATION_CODE": lambda: numbers.digits(rng, 6),
        "PASSWORD": lambda: numbers.upper(rng, 2) + _handle(rng)[:4] + numbers.digits(rng, 3) + rng.choice("!#%"),
        "API_KEY": lambda: "sk-test-" + "".join(rng.choice(string.ascii_letters + string.digits) for _ in range(32)),
        "ADDRESS": lambda: _address(person, pools, language, rng),
    }


def _handle(rng: random.Random) -> str:
    return "".join(rng.choice(string.ascii_lowercase) for _ in range(7)) + numbers.digits(rng, 2)


def _trip(language: Language, rng: random.Random) -> str:
    prefix = rng.choice(("G", "D", "CA", "MU") if language is Language.ZH else ("BA", "LH", "UA", "TP"))
    return prefix + str(rng.randrange(1000, 9999))


def _address(person: Person, pools: Mapping[str, Any], language: Language, rng: random.Random) -> str:
    street, house = rng.choice(pools["street"]), rng.randrange(1, 300)
    cities: Mapping[str, str] = pools["city"]
    city = cities.get(person.region) or rng.choice(list(cities.values()))
    if language is Language.ZH:
        district, estate = rng.choice(pools["district"]), rng.choice(pools["estate"])
        room = f"{rng.randrange(1, 20)}栋{rng.randrange(1, 30)}0{rng.randrange(1, 5)}室"
        return f"{city}市{district}{street}{house}号{estate}{room}"
    flat = rng.choice(("", f", Apt. {rng.randrange(1, 60)}"))
    return f"{house} {street}{flat}, {city} {numbers.digits(rng, 5)}"
