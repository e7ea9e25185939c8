"""The vault for one command: opened with the key store, or with a passphrase from a terminal or a file descriptor.

A passphrase is never an argument and never in the environment: both can be read by others.
"""

from __future__ import annotations

import argparse
import getpass
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from app.cli.session import Session
from app.paths import standard_paths
from app.vault.service import VaultService
from core.domain.errors import InputError, KeyStoreError, KnownError
from core.domain.secret import Secret
from core.keys.os_store import open_key_store
from core.keys.vault_keys import ConfirmedPlan, KeyPlan
from core.store.vault import Vault

LONGEST_SECRET = 4096
NEEDS_PASSPHRASE = frozenset({"keys.passphrase_needed"})


def find_service() -> VaultService:
    """The vault of this user, on the key store of this system."""
    return VaultService(standard_paths().data, open_key_store())


@contextmanager
def opened(options: argparse.Namespace, session: Session, service: VaultService | None = None) -> Iterator[Vault]:
    """The open vault for the block; locked again after it. Raises KnownError `vault.absent`,
    KeyStoreError, StoreError."""
    chosen = service or find_service()
    if chosen.status().bytes == 0:
        raise KnownError("vault.absent")
    try:
        try:
            vault = chosen.unlock()
        except KeyStoreError as error:
            if error.code not in NEEDS_PASSPHRASE:
                raise
            vault = chosen.unlock_with_passphrase(secret_for(options, session, "vault.ask_passphrase"))
        yield vault
    finally:
        chosen.lock()


def secret_for(options: argparse.Namespace, session: Session, prompt: str, name: str = "passphrase_fd") -> Secret:
    """A secret from the file descriptor of option `name`, or typed at a terminal without showing.

    Raises InputError `vault.no_terminal` without either, `vault.bad_descriptor`.
    """
    descriptor = getattr(options, name, None)
    if descriptor is not None:
        return _from_descriptor(descriptor)
    if not sys.stdin or not sys.stdin.isatty():
        raise InputError("vault.no_terminal")
    return Secret(getpass.getpass(session.messages(prompt) + " "))


def _from_descriptor(descriptor: int) -> Secret:
    try:
        with os.fdopen(descriptor, "rb", closefd=False) as stream:
            line = stream.readline(LONGEST_SECRET)
        return Secret(line.decode("utf-8").rstrip("\r\n"))
    except (OSError, ValueError):
        raise InputError("vault.bad_descriptor") from None


def confirmed(plan: KeyPlan, session: Session) -> ConfirmedPlan:
    """Show the recovery key on stderr, which is not what is kept of a command, and have it typed back."""
    session.terminal.note(session.messages("vault.recovery_shown"))
    session.terminal.note(f"\n    {plan.recovery.reveal()}\n")
    session.terminal.note(session.messages("vault.recovery_typed"))
    typed = session.terminal.stdin.readline(LONGEST_SECRET).decode("utf-8", "replace")
    return plan.confirm(typed)
