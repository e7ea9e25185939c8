"""Where API keys live (SEC-03)."""

from __future__ import annotations

import re
import threading
from typing import Protocol

from core.domain.errors import InputError
from core.domain.secret import Secret

MAX_KEY_LENGTH = 4096
_KEY = re.compile(r"[\x21-\x7e]+")


class KeyStore(Protocol):
    """Keys by destination id. Every method may block on a prompt of the operating system: not for the UI thread.

    `persistent`: whether a key outlives the process. `name`: a content-free label of the store. All methods
    raise KeyStoreError when the store cannot be used.
    """

    @property
    def persistent(self) -> bool: ...

    @property
    def name(self) -> str: ...

    def get(self, identifier: str) -> Secret | None: ...

    def put(self, identifier: str, key: Secret) -> None:
        """Raises InputError `keys.characters` for a key that no HTTP header can carry."""
        ...

    def remove(self, identifier: str) -> None:
        """Removing what is not there is no error."""
        ...


def checked_key(text: str) -> Secret:
    """A key as a person pasted it, without surrounding space. Raises InputError `keys.characters`."""
    stripped = text.strip()
    if len(stripped) > MAX_KEY_LENGTH or not _KEY.fullmatch(stripped):
        raise InputError("keys.characters")
    return Secret(stripped)


class SessionKeyStore:
    """Keys for the life of the process. `reason`: message key why nothing better is in use."""

    persistent = False
    name = "session"

    def __init__(self, reason: str = "") -> None:
        self.reason = reason
        self._keys: dict[str, Secret] = {}
        self._lock = threading.Lock()

    def get(self, identifier: str) -> Secret | None:
        with self._lock:
            return self._keys.get(identifier)

    def put(self, identifier: str, key: Secret) -> None:
        checked = checked_key(key.reveal())
        with self._lock:
            self._keys[identifier] = checked

    def remove(self, identifier: str) -> None:
        with self._lock:
            self._keys.pop(identifier, None)
