"""The recovery key as a person keeps it: on paper, in groups, with a check against slips of the pen."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata

from core.domain.errors import InputError
from core.domain.secret import Secret

KEY_BYTES = 32
CHECK_BYTES = 3
GROUP = 4
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no I, L, O, U, which are misread."""
_MISREAD = str.maketrans({"O": "0", "I": "1", "L": "1"})
_BITS = 5
_LABEL = b"drsl recovery key/1"
DIGITS = (KEY_BYTES + CHECK_BYTES) * 8 // _BITS


def new_recovery_key() -> Secret:
    """A random recovery key of 256 bits, as `written` shows it."""
    return written(secrets.token_bytes(KEY_BYTES))


def written(raw: bytes) -> Secret:
    """56 characters in 14 groups of four; the last 24 bits are a checksum."""
    number = int.from_bytes(raw + _check(raw), "big")
    digits = [ALPHABET[(number >> _BITS * place) & 31] for place in reversed(range(DIGITS))]
    text = "".join(digits)
    return Secret("-".join(text[start : start + GROUP] for start in range(0, DIGITS, GROUP)))


def read(text: str) -> bytes:
    """The 32 bytes of a key as somebody typed it: any case, width, spaces and hyphens.

    Raises InputError `recovery.length` (`details`: how many characters stand there and should) or
    `recovery.checksum`; no message holds the key.
    """
    plain = unicodedata.normalize("NFKC", text).upper().translate(_MISREAD)
    digits = [character for character in plain if character.isalnum()]
    if len(digits) != DIGITS:
        raise InputError("recovery.length", details={"count": len(digits), "expected": DIGITS})
    if any(digit not in ALPHABET for digit in digits):
        raise InputError("recovery.checksum")
    number = 0
    for digit in digits:
        number = number << _BITS | ALPHABET.index(digit)
    whole = number.to_bytes(KEY_BYTES + CHECK_BYTES, "big")
    raw, check = whole[:KEY_BYTES], whole[KEY_BYTES:]
    if not hmac.compare_digest(check, _check(raw)):
        raise InputError("recovery.checksum")
    return raw


def same(one: str, other: str) -> bool:
    """Whether two spellings are one key. Raises InputError as `read`."""
    return hmac.compare_digest(read(one), read(other))


def _check(raw: bytes) -> bytes:
    return hashlib.sha256(_LABEL + raw).digest()[:CHECK_BYTES]
