"""`drsl vault`: the encrypted store of conversations, from the command line."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from app.cli.session import Session
from app.cli.terminal import EXIT_OK
from app.cli.vault_access import confirmed, find_service, opened, secret_for
from app.vault.service import VaultService
from core.domain.errors import InputError
from core.keys.backup_keys import wants_passphrase
from core.keys.key_header import Custody
from core.store.backup import read_header

INIT, STATUS, BACKUP, RESTORE, ROTATE = "init", "status", "backup", "restore", "rotate"
ACTIONS = (STATUS, INIT, BACKUP, RESTORE, ROTATE)


def run(options: argparse.Namespace, session: Session) -> int:
    """Exit code 0. Raises KnownError, InputError for a recovery key that was typed wrongly."""
    actions: dict[str, Callable[[argparse.Namespace, Session, VaultService], None]] = {
        INIT: _init,
        STATUS: _status,
        BACKUP: _backup,
        RESTORE: _restore,
        ROTATE: _rotate,
    }
    actions[options.action](options, session, find_service())
    return EXIT_OK


def _status(options: argparse.Namespace, session: Session, service: VaultService) -> None:
    status = service.status()
    if options.json:
        session.terminal.record(
            {
                "state": status.state.value,
                "custody": None if status.custody is None else status.custody.value,
                "backend": status.backend,
                "has_passphrase": status.has_passphrase,
                "created_at": status.created_at,
                "bytes": status.bytes,
            },
            indent=2,
        )
        return
    messages = session.messages
    session.terminal.out(messages(f"vault.state.{status.state.value}"))
    if status.custody is not None:
        session.terminal.out(messages(f"vault.custody.{status.custody.value}", backend=status.backend or ""))
    if status.bytes:
        session.terminal.out(messages("vault.size", bytes=status.bytes))


def _init(options: argparse.Namespace, session: Session, service: VaultService) -> None:
    service.require_absent()
    passphrase = None
    if service.passphrase_needed or options.passphrase_fd is not None:
        passphrase = secret_for(options, session, "vault.ask_new_passphrase")
    service.create(confirmed(service.plan(passphrase), session))
    service.lock()
    session.terminal.note(session.messages("vault.made"))


def _backup(options: argparse.Namespace, session: Session, service: VaultService) -> None:
    target = _file(options)
    with opened(options, session, service):
        passphrase = None
        if options.backup_passphrase_fd is not None:
            passphrase = secret_for(options, session, "vault.ask_backup_passphrase", "backup_passphrase_fd")
        made = service.back_up(target, passphrase)
    session.terminal.note(session.messages("vault.backup_made", bytes=made.bytes))
    if made.printed is not None:
        session.terminal.note(session.messages("vault.backup_key"))
        session.terminal.note(f"\n    {made.printed.reveal()}\n")


def _restore(options: argparse.Namespace, session: Session, service: VaultService) -> None:
    source = _file(options)
    asked = "vault.ask_backup_passphrase" if wants_passphrase(read_header(source)) else "vault.ask_backup_key"
    secret = secret_for(options, session, asked, "backup_passphrase_fd")
    passphrase = None
    if service.passphrase_needed or options.passphrase_fd is not None:
        passphrase = secret_for(options, session, "vault.ask_new_passphrase")
    try:
        service.restore(source, secret, confirmed(service.plan(passphrase), session), aside=options.aside)
    finally:
        service.lock()
    session.terminal.note(session.messages("vault.restored"))


def _rotate(options: argparse.Namespace, session: Session, service: VaultService) -> None:
    passphrase = None
    status = service.status()
    if status.custody is Custody.PASSPHRASE or status.has_passphrase:
        passphrase = secret_for(options, session, "vault.ask_passphrase")
        service.unlock_with_passphrase(passphrase)
    else:
        service.unlock()
    try:
        service.change_key(confirmed(service.plan_change(passphrase), session))
    finally:
        service.lock()
    session.terminal.note(session.messages("vault.rotated"))


def _file(options: argparse.Namespace) -> Path:
    if options.file is None:
        raise InputError("vault.no_file")
    path: Path = options.file
    return path
