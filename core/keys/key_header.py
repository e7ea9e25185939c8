"""The file beside the database that says how its key is kept. It holds wrapped keys only, and parameters."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from core.domain.errors import KeyStoreError
from core.keys.wrapping import Wrap

FORMAT = "drsl-vault-keys/1"
MAX_BYTES = 64_000
PRIVATE_FILE = 0o600
_ID = re.compile(r"[0-9a-f]{16}")


class Custody(StrEnum):
    """Where the database key is when the vault is locked."""

    OS_STORE = "os_store"
    PASSPHRASE = "passphrase"


@dataclass(frozen=True, slots=True)
class KeySet:
    """The wraps of one database key. The recovery wrap is always there; a passphrase is required without a key
    store and possible beside one."""

    key_id: str
    recovery: Wrap
    passphrase: Wrap | None = None


@dataclass(frozen=True, slots=True)
class KeyHeader:
    """`backend`: name of the key store in use. `following`: the key that a change of keys leads to; as long as it
    stands, the database may be under either."""

    vault_id: str
    custody: Custody
    backend: str
    created_at: str
    current: KeySet
    following: KeySet | None = None


def context_of(vault_id: str, key_id: str, slot: str) -> str:
    """What a wrap is bound to, so that none can be moved to another vault, key or slot."""
    return f"{FORMAT}|{vault_id}|{key_id}|{slot}"


@dataclass(frozen=True, slots=True)
class HeaderFile:
    """Reads and writes the header in one step, with a second copy against a damaged first."""

    path: Path

    @property
    def copy(self) -> Path:
        return self.path.with_name(self.path.name + ".copy")

    @property
    def exists(self) -> bool:
        return self.path.exists() or self.copy.exists()

    def load(self) -> KeyHeader:
        """Raises KeyStoreError: `keys.header_missing`, `keys.header_damaged` when neither copy can be read."""
        if not self.exists:
            raise KeyStoreError("keys.header_missing")
        for path in (self.path, self.copy):
            with contextlib.suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
                return parse(_bounded(path))
        raise KeyStoreError("keys.header_damaged")

    def save(self, header: KeyHeader) -> None:
        """Durable on return; a crash leaves the old or the new one. Raises KeyStoreError `keys.header_unwritable`,
        `keys.no_room`."""
        content = render(header)
        try:
            _replace(self.path, content)
            _replace(self.copy, content)
        except OSError as error:
            full = error.errno in (errno.ENOSPC, errno.EDQUOT)
            raise KeyStoreError("keys.no_room" if full else "keys.header_unwritable", retryable=True) from None

    def remove(self) -> None:
        """Both copies go. Raises KeyStoreError `keys.header_unwritable`."""
        try:
            self.path.unlink(missing_ok=True)
            self.copy.unlink(missing_ok=True)
        except OSError:
            raise KeyStoreError("keys.header_unwritable", retryable=True) from None


def _bounded(path: Path) -> bytes:
    with path.open("rb") as stream:
        return stream.read(MAX_BYTES)


def _replace(path: Path, content: bytes) -> None:
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(draft, path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def render(header: KeyHeader) -> bytes:
    """The header as JSON text."""
    document = {
        "format": FORMAT,
        "vault": header.vault_id,
        "custody": header.custody.value,
        "backend": header.backend,
        "created_at": header.created_at,
        "current": keys_document(header.current),
        "following": None if header.following is None else keys_document(header.following),
    }
    return json.dumps(document, indent=2).encode("ascii") + b"\n"


def parse(content: bytes) -> KeyHeader:
    """Raises ValueError, KeyError or TypeError for anything else than `render` makes."""
    document = json.loads(content)
    if document["format"] != FORMAT or not _ID.fullmatch(document["vault"]):
        raise ValueError
    return KeyHeader(
        document["vault"],
        Custody(document["custody"]),
        str(document["backend"]),
        str(document["created_at"]),
        keys_of(document["current"]),
        None if document["following"] is None else keys_of(document["following"]),
    )


def keys_document(keys: KeySet) -> dict[str, Any]:
    """A key set as plain JSON types."""
    return {
        "key": keys.key_id,
        "recovery": wrap_document(keys.recovery),
        "passphrase": None if keys.passphrase is None else wrap_document(keys.passphrase),
    }


def keys_of(document: Mapping[str, Any]) -> KeySet:
    """What `keys_document` made. Raises ValueError, KeyError, TypeError."""
    if not _ID.fullmatch(document["key"]):
        raise ValueError
    passphrase = document["passphrase"]
    return KeySet(
        document["key"],
        wrap_of(document["recovery"]),
        None if passphrase is None else wrap_of(passphrase),
    )


def wrap_document(wrap: Wrap) -> dict[str, Any]:
    """A wrap as plain JSON types."""
    return {
        "kdf": wrap.kdf,
        "memory_kib": wrap.memory_kib,
        "passes": wrap.passes,
        "lanes": wrap.lanes,
        "salt": wrap.salt.hex(),
        "nonce": wrap.nonce.hex(),
        "sealed": wrap.sealed.hex(),
    }


def wrap_of(document: Mapping[str, Any]) -> Wrap:
    """What `wrap_document` made. Raises ValueError, KeyError, TypeError."""
    costs = [document[name] for name in ("memory_kib", "passes", "lanes")]
    if not all(type(cost) is int for cost in costs):
        raise ValueError
    parts = [bytes.fromhex(document[name]) for name in ("salt", "nonce", "sealed")]
    return Wrap(str(document["kdf"]), *costs, *parts)
