"""A database key wrapped for a passphrase or a recovery key: AES-256-GCM under a derived key.

The only module that imports cryptography. A passphrase goes through Argon2id with parameters that stand in the
wrap and are refused below their floors: a lowered parameter in a file is an attack, not a setting (SEC-06).
"""

from __future__ import annotations

import secrets
import unicodedata
from dataclasses import dataclass

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from core.domain.errors import InputError, KeyStoreError
from core.domain.secret import Secret

MEMORY_KIB = 65_536
PASSES = 3
LANES = 4
"""What new wraps use; less is refused in old ones."""
MEMORY_KIB_CEILING = 1_048_576
PASSES_CEILING = 32
LANES_CEILING = 16
"""More is refused too: a file must not be able to exhaust the machine."""
SALT_BYTES = 16
NONCE_BYTES = 12
KEY_BYTES = 32
SHORTEST_PASSPHRASE = 10
ARGON2ID = "argon2id"
HKDF_SHA256 = "hkdf-sha256"


@dataclass(frozen=True, slots=True)
class Wrap:
    """One sealed key. For `hkdf-sha256` the three costs are 0: its secret is random already."""

    kdf: str
    memory_kib: int
    passes: int
    lanes: int
    salt: bytes
    nonce: bytes
    sealed: bytes


def check_passphrase(passphrase: Secret) -> bytes:
    """The bytes of a passphrase, width and composition folded so that two keyboards spell it alike.

    Raises InputError `keys.passphrase_short`.
    """
    folded = unicodedata.normalize("NFKC", passphrase.reveal())
    if len(folded.strip()) < SHORTEST_PASSPHRASE:
        raise InputError("keys.passphrase_short", details={"shortest": SHORTEST_PASSPHRASE})
    return folded.encode("utf-8")


def wrap_with_passphrase(key: Secret, passphrase: Secret, context: str) -> Wrap:
    """`key`: 64 hexadecimal digits. `context` is bound to the wrap: it opens only where it was made for.

    Raises InputError `keys.passphrase_short`. Takes a fraction of a second and 64 MiB on purpose.
    """
    salt = secrets.token_bytes(SALT_BYTES)
    blank = Wrap(ARGON2ID, MEMORY_KIB, PASSES, LANES, salt, secrets.token_bytes(NONCE_BYTES), b"")
    return _sealed(blank, _from_passphrase(blank, check_passphrase(passphrase)), key, context)


def wrap_with_recovery(key: Secret, recovery: bytes, context: str) -> Wrap:
    """`recovery`: the 32 random bytes of a recovery key."""
    blank = Wrap(HKDF_SHA256, 0, 0, 0, secrets.token_bytes(SALT_BYTES), secrets.token_bytes(NONCE_BYTES), b"")
    return _sealed(blank, _from_recovery(blank, recovery), key, context)


def open_with_passphrase(wrap: Wrap, passphrase: Secret, context: str) -> Secret:
    """The database key. Raises KeyStoreError `keys.wrong_passphrase`; `keys.downgrade` for parameters below
    the floor or beyond the ceiling, before anything is derived from the passphrase."""
    fits = (
        wrap.kdf == ARGON2ID
        and MEMORY_KIB <= wrap.memory_kib <= MEMORY_KIB_CEILING
        and PASSES <= wrap.passes <= PASSES_CEILING
        and LANES <= wrap.lanes <= LANES_CEILING
        and len(wrap.salt) >= SALT_BYTES
    )
    if not fits:
        raise KeyStoreError("keys.downgrade")
    folded = unicodedata.normalize("NFKC", passphrase.reveal()).encode("utf-8")
    return _opened(wrap, _from_passphrase(wrap, folded), context, "keys.wrong_passphrase")


def open_with_recovery(wrap: Wrap, recovery: bytes, context: str) -> Secret:
    """The database key. Raises KeyStoreError `keys.wrong_recovery`, `keys.downgrade`."""
    if wrap.kdf != HKDF_SHA256 or len(wrap.salt) < SALT_BYTES:
        raise KeyStoreError("keys.downgrade")
    return _opened(wrap, _from_recovery(wrap, recovery), context, "keys.wrong_recovery")


def _from_passphrase(wrap: Wrap, passphrase: bytes) -> bytes:
    derivation = Argon2id(
        salt=wrap.salt, length=KEY_BYTES, iterations=wrap.passes, lanes=wrap.lanes, memory_cost=wrap.memory_kib
    )
    return derivation.derive(passphrase)


def _from_recovery(wrap: Wrap, recovery: bytes) -> bytes:
    return HKDF(SHA256(), KEY_BYTES, wrap.salt, b"drsl vault recovery/1").derive(recovery)


def _bound(wrap: Wrap, context: str) -> bytes:
    costs = f"{wrap.kdf}|{wrap.memory_kib}|{wrap.passes}|{wrap.lanes}"
    return f"{context}|{costs}|{wrap.salt.hex()}".encode()


def _sealed(blank: Wrap, derived: bytes, key: Secret, context: str) -> Wrap:
    sealed = AESGCM(derived).encrypt(blank.nonce, bytes.fromhex(key.reveal()), _bound(blank, context))
    return Wrap(blank.kdf, blank.memory_kib, blank.passes, blank.lanes, blank.salt, blank.nonce, sealed)


def _opened(wrap: Wrap, derived: bytes, context: str, code: str) -> Secret:
    try:
        return Secret(AESGCM(derived).decrypt(wrap.nonce, wrap.sealed, _bound(wrap, context)).hex())
    except (InvalidTag, ValueError):
        raise KeyStoreError(code) from None
