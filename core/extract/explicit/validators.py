"""Check digits by name. They raise a score, they never gate it: people mistype, and still mean a person."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from datetime import date

Validator = Callable[[str], bool]

_CARD_PLACES = range(15, 20)
_ISSUERS = "23456"

_VIN_VALUES = {**{str(digit): digit for digit in range(10)}}
_VIN_VALUES.update(zip("ABCDEFGH", range(1, 9), strict=True))
_VIN_VALUES.update(zip("JKLMN", range(1, 6), strict=True))
_VIN_VALUES.update({"P": 7, "R": 9})
_VIN_VALUES.update(zip("STUVWXYZ", range(2, 10), strict=True))
_RESIDENT_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)


def luhn(value: str) -> bool:
    """ISO/IEC 7812 check digit over the digits of `value`."""
    total = 0
    for index, char in enumerate(reversed([char for char in value if char.isdigit()])):
        digit = int(char) * (2 if index % 2 else 1)
        total += digit - 9 if digit > 9 else digit
    return total % 10 == 0


def vin(value: str) -> bool:
    """Check digit of ISO 3779 vehicle numbers as used in North America and China."""
    total = sum(_VIN_VALUES.get(char, 0) * weight for char, weight in zip(value, _VIN_WEIGHTS, strict=False))
    return len(value) == len(_VIN_WEIGHTS) and "0123456789X"[total % 11] == value[8]


def resident_id(value: str) -> bool:
    """Chinese resident number of 18 places (GB 11643): a day of birth that exists and the check digit of ISO 7064."""
    if len(value) != len(_RESIDENT_WEIGHTS) + 1 or not value[:-1].isdecimal():
        return False
    try:
        date(int(value[6:10]), int(value[10:12]), int(value[12:14]))
    except ValueError:
        return False
    total = sum(int(digit) * weight for digit, weight in zip(value, _RESIDENT_WEIGHTS, strict=False))
    return "10X98765432"[total % 11] == value[-1]


def proves_whole(digits: str) -> bool:
    """Whether digits from several lines are one number: a card with an issuer that exists and its check digit, or a
    resident number."""
    card = len(digits) in _CARD_PLACES and digits.isdecimal() and digits[0] in _ISSUERS
    return (card and len(set(digits)) > 1 and luhn(digits)) or resident_id(digits.upper())


def load(name: str) -> Validator:
    """The validator of a table row: `luhn`, `vin`, `resident_id`, or a module of python-stdnum such as `us.ssn`.

    Raises ImportError for a module that does not exist.
    """
    own: dict[str, Validator] = {"luhn": luhn, "vin": vin, "resident_id": resident_id}
    if name in own:
        return own[name]
    module = importlib.import_module(f"stdnum.{name}")
    check: Validator = module.is_valid
    return check
