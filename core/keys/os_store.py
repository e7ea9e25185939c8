"""The operating system's key store; the only module that imports keyring."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

import keyring.errors
from keyring.backend import KeyringBackend, get_all_keyring

from core.domain.errors import KeyStoreError
from core.domain.secret import Secret
from core.keys.custody import KeyStore, SessionKeyStore, checked_key

SERVICE = "drsl-desktop"
PROBE_ACCOUNT = "self-test"
PROBE_BYTES = 16

ACCEPTED_BACKENDS = frozenset(
    {
        ("keyring.backends.macOS", "Keyring"),
        ("keyring.backends.Windows", "WinVaultKeyring"),
        ("keyring.backends.SecretService", "Keyring"),
        ("keyring.backends.libsecret", "Keyring"),
        ("keyring.backends.kwallet", "DBusKeyring"),
        ("keyring.backends.kwallet", "DBusKeyringKWallet4"),
        ("keyring.backends.kwallet", "DBusKeyringKWallet5"),
        ("keyring.backends.kwallet", "DBusKeyringKWallet6"),
    }
)
"""Exact classes. `fail`, `null`, `chainer`, files and whatever an environment variable names are not among them."""


class OsKeyStore:
    """Keys in the operating system's store.

    Constructing it proves the store: an accepted backend that gives back what it was given. Raises
    KeyStoreError `keys.backend_refused` or `keys.round_trip`.
    """

    persistent = True

    def __init__(self, backend: KeyringBackend, *, accepted: frozenset[tuple[str, str]] = ACCEPTED_BACKENDS) -> None:
        if _identity(backend) not in accepted:
            raise KeyStoreError("keys.backend_refused", details={"backend": _label(backend)})
        self._backend = backend
        self.name = _label(backend)
        self._prove()

    def _prove(self) -> None:
        nonce = secrets.token_hex(PROBE_BYTES)
        try:
            self._call(lambda: self._backend.set_password(SERVICE, PROBE_ACCOUNT, nonce))
            read = self._call(lambda: self._backend.get_password(SERVICE, PROBE_ACCOUNT))
            self._call(lambda: self._backend.delete_password(SERVICE, PROBE_ACCOUNT))
        except KeyStoreError:
            raise KeyStoreError("keys.round_trip", details={"backend": self.name}) from None
        if read is None or not secrets.compare_digest(read, nonce):
            raise KeyStoreError("keys.round_trip", details={"backend": self.name})

    def get(self, identifier: str) -> Secret | None:
        stored = self._call(lambda: self._backend.get_password(SERVICE, identifier))
        return Secret(stored) if stored else None

    def put(self, identifier: str, key: Secret) -> None:
        value = checked_key(key.reveal()).reveal()
        self._call(lambda: self._backend.set_password(SERVICE, identifier, value))

    def remove(self, identifier: str) -> None:
        if self.get(identifier) is not None:
            self._call(lambda: self._backend.delete_password(SERVICE, identifier))

    def _call(self, operation: Callable[[], str | None]) -> str | None:
        try:
            return operation()
        except keyring.errors.KeyringLocked:
            raise KeyStoreError("keys.locked", details={"backend": self.name}, retryable=True) from None
        except Exception:  # noqa: BLE001 - backends raise D-Bus, COM and C errors; their texts may hold the key
            raise KeyStoreError("keys.unusable", details={"backend": self.name}) from None


def _identity(backend: KeyringBackend) -> tuple[str, str]:
    return type(backend).__module__, type(backend).__qualname__


def _label(backend: KeyringBackend) -> str:
    return ".".join(_identity(backend))


def find_backends() -> tuple[KeyringBackend, ...]:
    """Accepted backends that work here, the preferred one first. Configuration files and variables that
    name another backend are not consulted."""
    usable = [item for item in get_all_keyring() if _identity(item) in ACCEPTED_BACKENDS]
    return tuple(sorted(usable, key=lambda item: float(item.priority), reverse=True))


def open_key_store(find: Callable[[], Sequence[KeyringBackend]] = find_backends) -> KeyStore:
    """The operating system's store if one proves itself, else a session store that says why not.

    Never raises: without a store the product asks for keys each session.
    """
    reason = "keys.no_backend"
    try:
        for backend in find():
            try:
                return OsKeyStore(backend)
            except KeyStoreError as error:
                reason = error.code
    except Exception:  # noqa: BLE001 - looking for backends loads third-party entry points
        reason = "keys.unusable"
    return SessionKeyStore(reason)
