"""Custody of the database key: made, kept, found again, changed; by three independent ways (SEC-03 to SEC-07).

The key is random. It is kept in the operating system's key store, or wrapped under a passphrase; and always wrapped
under a recovery key that a person has on paper. A change of keys touches two stores that cannot be written together,
so both keys stand in each until the database has moved; whichever key opens the database then decides (`settle`).
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from core.domain.errors import InputError, KeyStoreError
from core.domain.secret import Secret
from core.keys import recovery_key
from core.keys.custody import KeyStore
from core.keys.key_header import Custody, HeaderFile, KeyHeader, KeySet, context_of
from core.keys.wrapping import (
    KEY_BYTES,
    Wrap,
    check_passphrase,
    open_with_passphrase,
    open_with_recovery,
    wrap_with_passphrase,
    wrap_with_recovery,
)

ID_BYTES = 8
RECOVERY = "recovery"
PASSPHRASE = "passphrase"
_ENTRY = re.compile(r"([0-9a-f]{16}):([0-9a-f]{64})")
_SEPARATOR = ";"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A key under which the database may be."""

    key_id: str
    key: Secret


@dataclass(frozen=True, slots=True)
class ConfirmedPlan:
    """A plan whose recovery key a person has typed back. Only `KeyPlan.confirm` makes one."""

    vault_id: str
    candidate: Candidate
    keys: KeySet
    custody: Custody
    backend: str


@dataclass(frozen=True, slots=True)
class KeyPlan:
    """A new key that is not in use yet. `recovery` is to be shown once, printed, and typed back."""

    recovery: Secret
    _plan: ConfirmedPlan = field(repr=False)

    def confirm(self, typed: str) -> ConfirmedPlan:
        """Raises InputError: `recovery.differs`, or as `recovery_key.read`."""
        if not recovery_key.same(typed, self.recovery.reveal()):
            raise InputError("recovery.differs")
        return self._plan


class VaultKeys:
    """Keys of the vault whose header is `header`, with `store` as the operating system's key store (or the session
    store that stands in its place: then a passphrase is needed). Methods may block on prompts of the system."""

    def __init__(self, header: HeaderFile, store: KeyStore, now: Callable[[], str]) -> None:
        self._file = header
        self._store = store
        self._now = now

    @property
    def exists(self) -> bool:
        return self._file.exists

    def header(self) -> KeyHeader:
        """Raises KeyStoreError `keys.header_missing`, `keys.header_damaged`."""
        return self._file.load()

    @property
    def passphrase_needed(self) -> bool:
        """Whether a new vault here cannot do without a passphrase: there is no key store to trust."""
        return not self._store.persistent

    def plan(self, passphrase: Secret | None = None) -> KeyPlan:
        """A new vault's keys. With a passphrase it opens the vault, and nothing is put into the key store.

        Raises KeyStoreError `keys.passphrase_needed`; InputError `keys.passphrase_short`.
        """
        custody = Custody.PASSPHRASE if passphrase is not None else Custody.OS_STORE
        return self._planned(secrets.token_hex(ID_BYTES), custody, passphrase)

    def _planned(self, vault_id: str, custody: Custody, passphrase: Secret | None) -> KeyPlan:
        if custody is Custody.OS_STORE and not self._store.persistent:
            raise KeyStoreError("keys.passphrase_needed")
        if custody is Custody.PASSPHRASE and passphrase is None:
            raise KeyStoreError("keys.passphrase_needed")
        candidate = Candidate(secrets.token_hex(ID_BYTES), Secret(secrets.token_hex(KEY_BYTES)))
        recovery = recovery_key.new_recovery_key()
        keys = KeySet(
            candidate.key_id,
            wrap_with_recovery(
                candidate.key,
                recovery_key.read(recovery.reveal()),
                context_of(vault_id, candidate.key_id, RECOVERY),
            ),
            None if passphrase is None else self._wrapped(vault_id, candidate, passphrase),
        )
        backend = self._store.name if custody is Custody.OS_STORE else ""
        return KeyPlan(recovery, ConfirmedPlan(vault_id, candidate, keys, custody, backend))

    @staticmethod
    def _wrapped(vault_id: str, candidate: Candidate, passphrase: Secret) -> Wrap:
        check_passphrase(passphrase)
        return wrap_with_passphrase(candidate.key, passphrase, context_of(vault_id, candidate.key_id, PASSPHRASE))

    def establish(self, plan: ConfirmedPlan) -> Secret:
        """Put a new vault's key where it will be found; returns it for the database to be made with.

        The caller has made sure that there is no database. Raises KeyStoreError: `keys.round_trip` when the key store
        does not give back what it was given, or as the store; `keys.header_unwritable`.
        """
        if plan.custody is Custody.OS_STORE:
            self._put(plan.vault_id, plan.candidate)
        self._file.save(KeyHeader(plan.vault_id, plan.custody, plan.backend, self._now(), plan.keys))
        return plan.candidate.key

    def from_store(self) -> tuple[Candidate, ...]:
        """Keys from the key store, the newest first.

        Raises KeyStoreError: `keys.passphrase_needed` (the key is not kept there), `keys.store_gone`,
        `keys.backend_changed`, `keys.entry_lost`: after each of these a recovery key opens the vault.
        """
        header = self.header()
        if header.custody is not Custody.OS_STORE:
            raise KeyStoreError("keys.passphrase_needed")
        if not self._store.persistent:
            raise KeyStoreError("keys.store_gone", details={"backend": header.backend})
        if self._store.name != header.backend:
            raise KeyStoreError("keys.backend_changed", details={"backend": header.backend, "found": self._store.name})
        entry = self._store.get(account(header.vault_id))
        found = _candidates(entry)
        if not found:
            raise KeyStoreError("keys.entry_lost", details={"backend": header.backend})
        return found

    def from_passphrase(self, passphrase: Secret) -> tuple[Candidate, ...]:
        """Keys that this passphrase opens, the newest first. Raises KeyStoreError: `keys.wrong_passphrase`,
        `keys.no_passphrase` when none was ever set, `keys.downgrade`."""
        header = self.header()
        found, refused = [], KeyStoreError("keys.no_passphrase")
        for keys in _key_sets(header):
            if keys.passphrase is None:
                continue
            context = context_of(header.vault_id, keys.key_id, PASSPHRASE)
            try:
                found.append(Candidate(keys.key_id, open_with_passphrase(keys.passphrase, passphrase, context)))
            except KeyStoreError as error:
                refused = error
        if not found:
            raise refused
        return tuple(found)

    def from_recovery(self, typed: str) -> tuple[Candidate, ...]:
        """Keys that this recovery key opens. Raises InputError as `recovery_key.read`; KeyStoreError
        `keys.wrong_recovery`, `keys.downgrade`."""
        raw = recovery_key.read(typed)
        header = self.header()
        found, refused = [], KeyStoreError("keys.wrong_recovery")
        for keys in _key_sets(header):
            context = context_of(header.vault_id, keys.key_id, RECOVERY)
            try:
                found.append(Candidate(keys.key_id, open_with_recovery(keys.recovery, raw, context)))
            except KeyStoreError as error:
                refused = error
        if not found:
            raise refused
        return tuple(found)

    def plan_change(self, passphrase: Secret | None = None) -> KeyPlan:
        """A new key for the vault that is there, kept in the same way, with a new recovery key.

        `passphrase`: needed where there is one now; it may be the old one or a new one. Raises as `plan`.
        """
        header = self.header()
        if header.current.passphrase is not None and passphrase is None:
            raise KeyStoreError("keys.passphrase_needed")
        return self._planned(header.vault_id, header.custody, passphrase)

    def begin_change(self, plan: ConfirmedPlan) -> Secret:
        """Let both stores know both keys; returns the new one for the database to move to. Raises KeyStoreError."""
        header = self.header()
        self._file.save(replace(header, following=plan.keys))
        if header.custody is Custody.OS_STORE:
            known = _candidates(self._store.get(account(header.vault_id)))
            old = tuple(item for item in known if item.key_id == header.current.key_id)
            self._put(header.vault_id, plan.candidate, *old)
        return plan.candidate.key

    def settle(self, opened: Candidate) -> None:
        """The database opened under this key: forget every other, and put it back where it belongs.

        Ends an interrupted change of keys either way, and mends a key store that lost its entry.
        """
        header = self.header()
        keys = next((item for item in _key_sets(header) if item.key_id == opened.key_id), None)
        if keys is None:
            raise KeyStoreError("keys.header_damaged")
        backend = header.backend
        if header.custody is Custody.OS_STORE and self._store.persistent:
            identifier = account(header.vault_id)
            stored = self._store.get(identifier)
            if stored is None or stored.reveal() != _entry(opened):
                self._put(header.vault_id, opened)
            backend = self._store.name
        if header.following is not None or backend != header.backend:
            self._file.save(replace(header, current=keys, following=None, backend=backend))

    def set_passphrase(self, opened: Candidate, passphrase: Secret) -> None:
        """Set or change the passphrase; the database key stays. Where there is no key store (any more), the
        passphrase is from now on what opens the vault. Raises InputError `keys.passphrase_short`."""
        header = self.header()
        if header.current.key_id != opened.key_id:
            raise KeyStoreError("keys.header_damaged")
        wrapped = self._wrapped(header.vault_id, opened, passphrase)
        custody = header.custody if self._store.persistent else Custody.PASSPHRASE
        current = replace(header.current, passphrase=wrapped)
        self._file.save(replace(header, current=current, custody=custody))

    def discard(self) -> None:
        """Take back what `establish` put down, when no database came to be. Raises KeyStoreError."""
        identifier = account(self.header().vault_id)
        self._file.remove()
        if self._store.persistent:
            self._store.remove(identifier)

    def forget(self) -> None:
        """Take this vault's entry out of the key store; its header stays. For a vault that is put aside."""
        if self._store.persistent:
            self._store.remove(account(self.header().vault_id))

    def _put(self, vault_id: str, *candidates: Candidate) -> None:
        """Write, read, compare (SEC-03)."""
        value = _entry(*candidates)
        identifier = account(vault_id)
        self._store.put(identifier, Secret(value))
        read = self._store.get(identifier)
        if read is None or not secrets.compare_digest(read.reveal(), value):
            raise KeyStoreError("keys.round_trip", details={"backend": self._store.name})


def account(vault_id: str) -> str:
    """Name of a vault's entry in the key store."""
    return f"vault.{vault_id}"


def anchor_account(vault_id: str) -> str:
    """Name of the entry with the head of the vault's audit chain."""
    return f"anchor.{vault_id}"


def _key_sets(header: KeyHeader) -> Iterator[KeySet]:
    if header.following is not None:
        yield header.following
    yield header.current


def _entry(*candidates: Candidate) -> str:
    return _SEPARATOR.join(f"{item.key_id}:{item.key.reveal()}" for item in candidates)


def _candidates(entry: Secret | None) -> tuple[Candidate, ...]:
    """Empty for an entry that is missing or not one of ours."""
    if entry is None:
        return ()
    matches = [_ENTRY.fullmatch(part) for part in entry.reveal().split(_SEPARATOR)]
    return tuple(Candidate(match[1], Secret(match[2])) for match in matches if match is not None)
