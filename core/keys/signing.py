"""Signatures of files that go from one installation to another: who wrote it, and that nothing was changed (Ed25519).

A key proves that two files come from the same installation, not whose it is: people compare fingerprints.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from core.domain.errors import KeyStoreError
from core.domain.secret import Secret

SEED_BYTES = 32
GROUP, GROUPS = 4, 8


def new_signing_seed() -> Secret:
    """64 hexadecimal digits from the system's generator."""
    return Secret(secrets.token_hex(SEED_BYTES))


@dataclass(frozen=True, slots=True)
class Signer:
    """One installation's key. `public`: 64 hexadecimal digits."""

    _key: Ed25519PrivateKey

    @classmethod
    def of(cls, seed: Secret) -> Signer:
        """Raises KeyStoreError `keys.signing` for what is no seed."""
        try:
            return cls(Ed25519PrivateKey.from_private_bytes(bytes.fromhex(seed.reveal())))
        except ValueError:
            raise KeyStoreError("keys.signing") from None

    @property
    def public(self) -> str:
        return self._key.public_key().public_bytes_raw().hex()

    def sign(self, content: bytes) -> str:
        """128 hexadecimal digits."""
        return self._key.sign(content).hex()


def is_signed(public: str, signature: str, content: bytes) -> bool:
    """Whether `content` is what the owner of `public` signed; False for anything malformed."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        key.verify(bytes.fromhex(signature), content)
    except (ValueError, InvalidSignature):
        return False
    return True


def fingerprint(public: str) -> str:
    """What people compare: the first 128 bits of the key's SHA-256, in groups of four."""
    digits = hashlib.sha256(public.lower().encode("ascii", "replace")).hexdigest()[: GROUP * GROUPS]
    return " ".join(digits[place : place + GROUP] for place in range(0, len(digits), GROUP))
