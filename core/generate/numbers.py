"""Fictional identifiers from ranges that no authority assigns; half of the checksums are wrong on purpose."""

from __future__ import annotations

import random
import string

from core.domain.language import Language

ID_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
ID_CHECKS = "10X98765432"


def digits(rng: random.Random, count: int) -> str:
    return "".join(rng.choice(string.digits) for _ in range(count))


def upper(rng: random.Random, count: int) -> str:
    return "".join(rng.choice("ABCDEFGHJKLMNPQRSTUVWXYZ") for _ in range(count))


def resident_id(rng: random.Random, birth: str) -> str:
    """18 characters with the unassigned region 999xxx and `birth` as YYYYMMDD (GB 11643)."""
    body = f"999{digits(rng, 3)}{birth}{digits(rng, 3)}"
    check = ID_CHECKS[sum(int(digit) * weight for digit, weight in zip(body, ID_WEIGHTS, strict=True)) % 11]
    return body + (check if rng.random() < 0.5 else rng.choice("0123456789X"))


def resident_id_holds(number: str) -> bool:
    """Whether the check character of a resident identity number is right."""
    total = sum(int(digit) * weight for digit, weight in zip(number[:-1], ID_WEIGHTS, strict=True))
    return number[-1] == ID_CHECKS[total % 11]


def luhn_holds(number: str) -> bool:
    """Whether a card number passes ISO/IEC 7812."""
    compact = number.replace(" ", "")
    return luhn_complete(compact[:-1]) == compact


def luhn_complete(body: str) -> str:
    """`body` with the digit that makes it pass ISO/IEC 7812."""
    total = 0
    for index, char in enumerate(reversed(body)):
        doubled = int(char) * 2 if index % 2 == 0 else int(char)
        total += doubled - 9 if doubled > 9 else doubled
    return body + str(-total % 10)


def bank_card(rng: random.Random, language: Language) -> str:
    body = ("621700" if language is Language.ZH else "400000") + digits(rng, 12 if language is Language.ZH else 9)
    number = luhn_complete(body) if rng.random() < 0.5 else body + digits(rng, 1)
    if rng.random() < 0.5:
        return " ".join(number[start : start + 4] for start in range(0, len(number), 4))
    return number


def phone(rng: random.Random, language: Language) -> str:
    """Numbers reserved for drama (NANP 555-01xx, Ofcom 020 7946 0xxx) or from an unassigned mobile prefix."""
    tail = digits(rng, 2)
    if language is Language.ZH:
        number = "19999" + digits(rng, 6)
        return rng.choice(
            (number, f"{number[:3]} {number[3:7]} {number[7:]}", f"{number[:3]}-{number[3:7]}-{number[7:]}")
        )
    return rng.choice(
        (f"(202) 555-01{tail}", f"202-555-01{tail}", f"+1 202 555 01{tail}", f"020 7946 0{digits(rng, 3)}")
    )


def account(rng: random.Random, language: Language) -> str:
    if language is Language.ZH:
        return digits(rng, 12)
    return f"GB{digits(rng, 2)} TEST {digits(rng, 4)} {digits(rng, 4)} {digits(rng, 4)} {digits(rng, 2)}"


def plate(rng: random.Random, language: Language) -> str:
    if language is Language.ZH:
        return f"{rng.choice('京沪粤苏浙川')}{upper(rng, 1)}{upper(rng, 1)}{digits(rng, 4)}"
    return f"{upper(rng, 2)}{digits(rng, 2)} {upper(rng, 3)}"


def case_number(rng: random.Random, language: Language) -> str:
    if language is Language.ZH:
        kind = rng.choice(("民初", "刑初", "民终"))
        return f"（202{digits(rng, 1)}）{rng.choice('苏浙粤川')}{digits(rng, 4)}{kind}{digits(rng, 4)}号"
    return rng.choice(
        (
            f"{upper(rng, 2)}-202{digits(rng, 1)}-{digits(rng, 6)}",
            f"{digits(rng, 1)}:2{digits(rng, 1)}-cv-0{digits(rng, 4)}",
        )
    )


def device_id(rng: random.Random) -> str:
    """Fifteen digits with the test prefix of GSMA (00), as an IMEI."""
    return f"00{digits(rng, 13)}"


def mac_address(rng: random.Random) -> str:
    """Locally administered, hence nobody's."""
    return "02:" + ":".join(f"{rng.randrange(256):02X}" for _ in range(5))


def vin(rng: random.Random) -> str:
    """Seventeen characters; no maker has the prefix."""
    return f"ZZZ{upper(rng, 2)}{digits(rng, 1)}".replace("O", "A").replace("I", "A") + "".join(
        rng.choice("ABCDEFGHJKLMNPRSTUVWXYZ0123456789") for _ in range(11)
    )


def wallet(rng: random.Random) -> str:
    return "0x" + "".join(rng.choice("0123456789abcdef") for _ in range(40))
