"""The key store, found when it is first needed: looking for one can take a while and may ask the person."""

from __future__ import annotations

import threading
from collections.abc import Callable

from core.domain.errors import KeyStoreError
from core.domain.secret import Secret
from core.keys.custody import KeyStore, SessionKeyStore


class LazyKeyStore:
    """A `KeyStore` over `find`, called once. A key that the store refuses is held for the session instead.

    Thread-safe; every method may block, so not for the main thread.
    """

    name = "lazy"

    def __init__(self, find: Callable[[], KeyStore]) -> None:
        self._find = find
        self._store: KeyStore | None = None
        self._session = SessionKeyStore()
        self._lock = threading.Lock()

    def _opened(self) -> KeyStore:
        with self._lock:
            if self._store is None:
                self._store = self._find()
            return self._store

    def found(self) -> KeyStore:
        """The store itself: what is kept for good must never fall back to the session."""
        return self._opened()

    @property
    def persistent(self) -> bool:
        return self._opened().persistent

    def get(self, identifier: str) -> Secret | None:
        """The key held for this session, else the stored one. Raises KeyStoreError."""
        return self._session.get(identifier) or self._opened().get(identifier)

    def put(self, identifier: str, key: Secret) -> None:
        """Raises InputError `keys.characters`; KeyStoreError when only this session will know the key."""
        try:
            self._opened().put(identifier, key)
        except KeyStoreError:
            self._session.put(identifier, key)
            raise
        self._session.remove(identifier)

    def remove(self, identifier: str) -> None:
        self._session.remove(identifier)
        self._opened().remove(identifier)
