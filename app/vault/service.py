"""The vault as the program uses it: made, unlocked, locked, moved to another key, backed up and restored.

Composition of `core.keys` (who may open it) and `core.store` (what is in it). No key is kept here: it goes from its
custody to the database and is dropped.
"""

from __future__ import annotations

import contextlib
import json
import re
import secrets
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from app.runtime.single_instance import FileLock
from core.domain.errors import KeyStoreError, KnownError, StoreError
from core.domain.secret import Secret
from core.keys.backup_keys import new_backup_keys, open_backup_keys
from core.keys.custody import KeyStore
from core.keys.key_header import Custody, HeaderFile
from core.keys.vault_keys import Candidate, ConfirmedPlan, KeyPlan, VaultKeys, anchor_account
from core.store.anchor import AnchorCell, FileCell
from core.store.audit_records import AuditKind
from core.store.backup import extract, read_header, write_backup
from core.store.database import Clock, Database, remove_database, utc_now
from core.store.records import Stock
from core.store.vault import Vault

CandidateSource = Callable[[], Sequence[Candidate]]

DATABASE_NAME = "vault.db"
HEADER_NAME = "vault.keys.json"
ANCHOR_NAME = "vault.anchor"
LOCK_NAME = "vault.lock"
PENDING_NAME = "vault.pending"
"""Stands while keys and database are put in place; it names the vault that was put aside for them, or nothing."""
ASIDE = "replaced-"
"""What the name of a vault begins with that a restore put aside."""
_NAMES = (DATABASE_NAME, f"{DATABASE_NAME}-wal", HEADER_NAME, f"{HEADER_NAME}.copy", ANCHOR_NAME)
_MARK = re.compile(rf"{ASIDE}\d{{14}}-[0-9a-f]{{8}}")
_DRAFT = re.compile(rf"\.{re.escape(DATABASE_NAME)}\.[0-9a-f]{{16}}")


class VaultState(StrEnum):
    """ABSENT: none was made yet. ORPHANED: a database without its key header, which only a copy of the header can
    open again; nothing is ever made over it."""

    ABSENT = "absent"
    LOCKED = "locked"
    OPEN = "open"
    ORPHANED = "orphaned"


@dataclass(frozen=True, slots=True)
class VaultStatus:
    """What can be said without opening anything. `custody` and `backend` None where there is no header."""

    state: VaultState
    custody: Custody | None = None
    backend: str | None = None
    has_passphrase: bool = False
    created_at: str | None = None
    bytes: int = 0


@dataclass(frozen=True, slots=True)
class BackupMade:
    """`printed`: the key to print for a backup without a passphrase."""

    path: Path
    bytes: int
    printed: Secret | None


@dataclass(frozen=True, slots=True)
class KeyStoreCell:
    """The audit anchor in the operating system's key store."""

    store: KeyStore
    account: str

    def get(self) -> str | None:
        found = self.store.get(self.account)
        return None if found is None else found.reveal()

    def put(self, text: str) -> None:
        # The store takes what an HTTP header could carry: no spaces.
        self.store.put(self.account, Secret(json.dumps(json.loads(text), separators=(",", ":"))))


class VaultService:
    """The vault below `folder`. Any thread; methods may block on the disk, on Argon2id and on the system's prompts.

    `vault` is the open vault; after `lock` its repositories raise StoreError `store.locked`.
    """

    def __init__(self, folder: Path, store: KeyStore, clock: Clock = utc_now) -> None:
        self._folder = folder
        self._store = store
        self._clock = clock
        self._file = folder / DATABASE_NAME
        self._lock_file = FileLock(folder / LOCK_NAME)
        self._keys = VaultKeys(HeaderFile(folder / HEADER_NAME), store, lambda: clock().isoformat(timespec="seconds"))
        self._open: Vault | None = None
        self._lock = threading.RLock()
        self._recover()

    @property
    def state(self) -> VaultState:
        with self._lock:
            if self._open is not None:
                return VaultState.OPEN
            if not self._file.exists():
                return VaultState.ABSENT
            return VaultState.LOCKED if self._keys.exists else VaultState.ORPHANED

    @property
    def vault(self) -> Vault:
        """Raises StoreError `store.locked`."""
        with self._lock:
            if self._open is None:
                raise StoreError("store.locked")
            return self._open

    @property
    def passphrase_needed(self) -> bool:
        """Whether a new vault needs a passphrase here, because there is no key store to trust."""
        return self._keys.passphrase_needed

    def status(self) -> VaultStatus:
        """Raises KeyStoreError `keys.header_damaged`."""
        state = self.state
        size = self._file.stat().st_size if self._file.exists() else 0
        if not self._keys.exists:
            return VaultStatus(state, bytes=size)
        header = self._keys.header()
        return VaultStatus(
            state,
            header.custody,
            header.backend,
            header.current.passphrase is not None,
            header.created_at,
            size,
        )

    def plan(self, passphrase: Secret | None = None) -> KeyPlan:
        """Keys for a new vault; its recovery key is to be shown, printed and typed back (`KeyPlan.confirm`).

        Raises KeyStoreError `keys.passphrase_needed`, InputError `keys.passphrase_short`.
        """
        return self._keys.plan(passphrase)

    def create(self, plan: ConfirmedPlan) -> Vault:
        """Make the vault and leave it open. Raises StoreError `store.exists` when there is a database: none is ever
        made over an old one; KeyStoreError, `keys.header_exists` where the keys of a database that is elsewhere
        stand."""
        with self._lock:
            self.require_absent()
            self._hold()
            try:
                return self._created(plan)
            except BaseException:
                self._lock_file.release()
                raise

    def _created(self, plan: ConfirmedPlan) -> Vault:
        """Keys that were made for a database that then could not be made are taken back."""
        try:
            self._begin_placing()
            key = self._keys.establish(plan)
            (self._folder / ANCHOR_NAME).unlink(missing_ok=True)
            vault = self._opened([Candidate(plan.candidate.key_id, key)], create=True)
        except BaseException:
            if not self._file.exists():
                with contextlib.suppress(KeyStoreError):
                    self._keys.discard()
            self._end_placing()
            raise
        self._end_placing()
        return vault

    def require_absent(self) -> None:
        """Nothing is here that a new vault would be made over. Raises StoreError `store.exists`; KeyStoreError
        `keys.header_exists`: the keys beside no database may be the only ones of one that was moved."""
        if self._open is not None or self._file.exists():
            raise StoreError("store.exists")
        if self._keys.exists:
            raise KeyStoreError("keys.header_exists")

    def unlock(self) -> Vault:
        """Open with the key of the operating system's key store. Raises KeyStoreError (`keys.passphrase_needed`,
        `keys.entry_lost`, `keys.backend_changed`, `keys.store_gone`, `keys.locked`), StoreError, KnownError
        `vault.in_use`."""
        with self._lock:
            return self._open if self._open is not None else self._unlocked(self._keys.from_store)

    def unlock_with_passphrase(self, passphrase: Secret) -> Vault:
        """Raises KeyStoreError `keys.wrong_passphrase`, `keys.no_passphrase`, `keys.downgrade`; else as `unlock`.

        Of an open vault too: what is typed is a proof, and a wrong one is refused."""
        with self._lock:
            return self._unlocked(lambda: self._keys.from_passphrase(passphrase))

    def unlock_with_recovery(self, typed: str, new_passphrase: Secret | None = None) -> Vault:
        """Open with the recovery key, and mend what was lost: the entry of the key store is written again; a new
        passphrase takes the place of a forgotten one. Raises InputError as `recovery_key.read`; KeyStoreError
        `keys.wrong_recovery`, `keys.passphrase_needed` where without one the vault would stay shut next time."""
        with self._lock:
            header = self._keys.header()
            if new_passphrase is None and header.custody is Custody.OS_STORE and not self._store.persistent:
                raise KeyStoreError("keys.passphrase_needed")
            return self._unlocked(lambda: self._keys.from_recovery(typed), new_passphrase)

    def _unlocked(self, find: CandidateSource, new_passphrase: Secret | None = None) -> Vault:
        if self._open is not None:
            return self._proved(self._open, find(), new_passphrase)
        if not self._file.exists():
            raise StoreError("store.missing")
        self._hold()
        try:
            return self._opened(find(), new_passphrase=new_passphrase)
        except BaseException:
            self._lock_file.release()
            raise

    def _proved(self, vault: Vault, candidates: Sequence[Candidate], new_passphrase: Secret | None) -> Vault:
        """The open vault, for who holds the key it is open under."""
        current = self._keys.header().current.key_id
        fitting = next((item for item in candidates if item.key_id == current), None)
        if fitting is None:
            raise StoreError("store.cannot_open")
        if new_passphrase is not None:
            self._keys.set_passphrase(fitting, new_passphrase)
        return vault

    def _hold(self) -> None:
        """Two programs never open one vault."""
        try:
            free = self._lock_file.acquire()
        except OSError:
            raise KnownError("vault.folder") from None
        if not free:
            raise KnownError("vault.in_use")

    def _opened(
        self, candidates: Sequence[Candidate], *, create: bool = False, new_passphrase: Secret | None = None
    ) -> Vault:
        """The first key that fits decides which one is in force."""
        for place, candidate in enumerate(candidates):
            try:
                vault = Vault.open(self._file, candidate.key, create=create, cell=self._cell(), clock=self._clock)
            except StoreError as error:
                if error.code != "store.cannot_open" or place == len(candidates) - 1:
                    raise
                continue
            try:
                self._keys.settle(candidate)
                if new_passphrase is not None:
                    self._keys.set_passphrase(candidate, new_passphrase)
            except BaseException:
                vault.close()
                raise
            self._open = vault
            return vault
        raise StoreError("store.cannot_open")

    def _cell(self) -> AnchorCell:
        header = self._keys.header()
        if header.custody is Custody.OS_STORE and self._store.persistent:
            return KeyStoreCell(self._store, anchor_account(header.vault_id))
        return FileCell(self._folder / ANCHOR_NAME)

    def lock(self) -> None:
        """Close the connection, end its thread, drop every reference to it. Locking a locked vault is no error."""
        with self._lock:
            vault, self._open = self._open, None
            if vault is not None:
                vault.close()
            self._lock_file.release()

    def plan_change(self, passphrase: Secret | None = None) -> KeyPlan:
        """A new database key with a new recovery key. `passphrase`: needed where the vault has one."""
        return self._keys.plan_change(passphrase)

    def change_key(self, plan: ConfirmedPlan) -> None:
        """Move the open vault to a new key. A crash at any moment leaves a vault that opens; the next `unlock` ends
        what was begun. The old recovery key is void afterwards. Raises StoreError, KeyStoreError; the vault is then
        locked and opens as before."""
        with self._lock:
            vault = self.vault
            try:
                key = self._keys.begin_change(plan)
                vault.database.rekey(key.reveal())
                self._keys.settle(plan.candidate)
                vault.database.write(lambda transaction: transaction.audit(AuditKind.KEY_ROTATED, "vault"))
                vault.database.settle_anchor()
            except BaseException:
                self.lock()
                raise

    def change_passphrase(self, new: Secret, old: Secret | None = None) -> None:
        """Set or change the passphrase. `old` None: the key comes from the key store. Raises KeyStoreError
        `keys.wrong_passphrase` and as `unlock`; InputError `keys.passphrase_short`."""
        with self._lock:
            candidates = self._keys.from_store() if old is None else self._keys.from_passphrase(old)
            current = self._keys.header().current.key_id
            fitting = next((item for item in candidates if item.key_id == current), None)
            if fitting is None:
                raise KeyStoreError("keys.entry_lost")
            self._keys.set_passphrase(fitting, new)

    def back_up(self, target: Path, passphrase: Secret | None = None) -> BackupMade:
        """Write the open vault to one file under a key of its own: a passphrase, or a printed key.

        Raises StoreError `store.exists`, `store.full`, `store.io`; InputError `keys.passphrase_short`.
        """
        with self._lock:
            keys = new_backup_keys(passphrase)
            size = write_backup(self.vault.database, target, keys.key.reveal(), keys.header)
            return BackupMade(target, size, keys.printed)

    def restore(self, source: Path, secret: Secret, plan: ConfirmedPlan, *, aside: bool = False) -> Vault:
        """Make the vault from a backup, under the new keys of `plan` (as `plan()`), and leave it open.

        `secret`: passphrase or printed key of the backup. `aside`: put a vault that is there out of the way under
        another name, with its key header; otherwise it is a StoreError `store.exists`. Raises StoreError
        `store.not_a_backup`, `store.damaged`, `store.newer`; KeyStoreError `keys.wrong_passphrase`,
        `keys.wrong_recovery`. Until the backup has been opened and checked nothing is touched.
        """
        with self._lock:
            if not aside:
                self.require_absent()
            key = open_backup_keys(read_header(source), secret)
            self.lock()
            self._hold()
            draft = self._folder / f".{DATABASE_NAME}.{secrets.token_hex(8)}"
            try:
                extract(source, draft, key.reveal())
                _move_to_key(draft, key, plan.candidate.key)
                mark = f"{ASIDE}{self._clock():%Y%m%d%H%M%S}-{secrets.token_hex(4)}"
                self._begin_placing(mark)
                self._put_aside(mark)
                self._keys.establish(plan)
                draft.rename(self._file)
                self._end_placing()
                vault = self._opened([plan.candidate])
            except BaseException:
                remove_database(draft)
                self._take_back()
                self._lock_file.release()
                raise
            vault.database.write(lambda transaction: transaction.audit(AuditKind.VAULT_RESTORED, "vault"))
            return vault

    def stock(self) -> Stock:
        """What `wipe` would delete, in numbers. Raises StoreError `store.locked`."""
        with self._lock:
            return replace(self.vault.stock(), put_aside=len(self._aside()))

    def wipe(self) -> Stock:
        """Delete everything in the open vault but its audit trail, the copies from before migrations, and the vaults
        that a restore put aside; returns what went. Keys and passphrase stay. Raises StoreError `store.sending`."""
        with self._lock:
            gone = self.vault.wipe()
            aside = self._aside()
            for mark in aside:
                for path in self._folder.glob(f"{mark}.*"):
                    path.unlink(missing_ok=True)
            return replace(gone, put_aside=len(aside))

    def _aside(self) -> tuple[str, ...]:
        """Marks of the vaults that were put aside."""
        end = f".{DATABASE_NAME}"
        return tuple(sorted(path.name.removesuffix(end) for path in self._folder.glob(f"{ASIDE}*{end}")))

    def _put_aside(self, mark: str) -> None:
        """What is there gets another name; nothing is deleted."""
        for name in _NAMES:
            with contextlib.suppress(FileNotFoundError):
                (self._folder / name).rename(self._folder / f"{mark}.{name}")

    def _begin_placing(self, mark: str = "") -> None:
        """Say on the disk that keys and database are not both in place, and what was put aside under `mark`."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            FileCell(self._pending).put(mark)
        except OSError:
            raise KnownError("vault.folder") from None

    def _end_placing(self) -> None:
        with contextlib.suppress(OSError):
            self._pending.unlink(missing_ok=True)

    @property
    def _pending(self) -> Path:
        return self._folder / PENDING_NAME

    def _recover(self) -> None:
        """End what a killed program began to put in place. Where another program holds the vault, it is at work."""
        drafts = [path for path in self._folder.glob(f".{DATABASE_NAME}.*") if _DRAFT.fullmatch(path.name)]
        if not drafts and not self._pending.exists():
            return
        try:
            if not self._lock_file.acquire():
                return
        except OSError:
            return
        try:
            self._take_back()
            for draft in drafts:
                remove_database(draft)
        finally:
            self._lock_file.release()

    def _take_back(self) -> None:
        """What was put aside comes back where nothing took its place; keys without a database go."""
        if not self._pending.exists():
            return
        if self._file.exists() and self._file.stat().st_size == 0:
            # Made and never written to: no vault was there yet.
            self._file.unlink()
        if not self._file.exists():
            mark = self._mark()
            aside = {name: self._folder / f"{mark}.{name}" for name in _NAMES} if mark else {}
            if self._keys.exists and (not mark or aside[HEADER_NAME].exists() or not aside[DATABASE_NAME].exists()):
                with contextlib.suppress(KeyStoreError):
                    self._keys.discard()
            # The database last: once it is back, the rest is.
            for name, path in reversed(aside.items()):
                with contextlib.suppress(FileNotFoundError):
                    path.rename(self._folder / name)
        self._end_placing()

    def _mark(self) -> str:
        """Under what name a vault was put aside, empty for none and for anything that is no such name."""
        try:
            found = FileCell(self._pending).get() or ""
        except StoreError:
            return ""
        return found if _MARK.fullmatch(found) else ""


def _move_to_key(path: Path, old: Secret, new: Secret) -> None:
    """A closed database under another key; a backup of an older program is brought up to date on the way."""
    database = Database(path, old.reveal())
    try:
        database.rekey(new.reveal())
        database.unanchor()
    finally:
        database.close()


class IdleLock:
    """When a vault that nobody uses is to be locked. Pure: the caller brings clock and timer."""

    def __init__(self, seconds: float, now: datetime) -> None:
        self.seconds = seconds
        self._last = now

    def touched(self, now: datetime) -> None:
        """Somebody used the program."""
        self._last = now

    def due(self, now: datetime) -> bool:
        """A clock that was set back locks too: it is no proof that somebody is there."""
        idle = (now - self._last).total_seconds()
        return idle >= self.seconds or idle < 0
