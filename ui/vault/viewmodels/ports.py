"""What the window asks of the vault (`app.vault.service.VaultService`); fakes stand in for it in tests."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from core.domain.secret import Secret
from core.store.records import Stock
from core.store.repositories import VaultPort

if TYPE_CHECKING:
    # Brings the cipher library, which would delay the window.
    from core.keys.vault_keys import ConfirmedPlan, KeyPlan


class StatusPort(Protocol):
    """What can be said of a vault without opening it. `custody`: "os_store", "passphrase", None without a vault."""

    @property
    def state(self) -> str: ...

    @property
    def custody(self) -> str | None: ...

    @property
    def backend(self) -> str | None: ...

    @property
    def has_passphrase(self) -> bool: ...

    @property
    def created_at(self) -> str | None: ...

    @property
    def bytes(self) -> int: ...


class BackupPort(Protocol):
    """A backup that was written; `printed`: its key, where it has no passphrase."""

    @property
    def path(self) -> Path: ...

    @property
    def printed(self) -> Secret | None: ...


class OpeningPort(Protocol):
    """How the opening of a vault went."""

    @property
    def unclean(self) -> bool: ...


class VaultServicePort(Protocol):
    """Every method may block and raise KeyStoreError, StoreError, InputError: never in the main thread."""

    @property
    def state(self) -> str: ...

    @property
    def vault(self) -> VaultPort: ...

    @property
    def passphrase_needed(self) -> bool: ...

    def status(self) -> StatusPort: ...

    def plan(self, passphrase: Secret | None = ...) -> KeyPlan: ...

    def create(self, plan: ConfirmedPlan) -> VaultPort: ...

    def unlock(self) -> VaultPort: ...

    def unlock_with_passphrase(self, passphrase: Secret) -> VaultPort: ...

    def unlock_with_recovery(self, typed: str, new_passphrase: Secret | None = ...) -> VaultPort: ...

    def lock(self) -> None: ...

    def plan_change(self, passphrase: Secret | None = ...) -> KeyPlan: ...

    def change_key(self, plan: ConfirmedPlan) -> None: ...

    def change_passphrase(self, new: Secret, old: Secret | None = ...) -> None: ...

    def back_up(self, target: Path, passphrase: Secret | None = ...) -> BackupPort: ...

    def stock(self) -> Stock: ...

    def wipe(self) -> Stock: ...

    def restore(self, source: Path, secret: Secret, plan: ConfirmedPlan, *, aside: bool = ...) -> VaultPort: ...
