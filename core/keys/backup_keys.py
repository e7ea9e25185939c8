"""The key of one backup: its own, wrapped under a passphrase or a key to print; never the vault's."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass

from core.domain.errors import StoreError
from core.domain.secret import Secret
from core.keys import recovery_key
from core.keys.key_header import wrap_document, wrap_of
from core.keys.wrapping import (
    ARGON2ID,
    KEY_BYTES,
    Wrap,
    check_passphrase,
    open_with_passphrase,
    open_with_recovery,
    wrap_with_passphrase,
    wrap_with_recovery,
)

FORMAT = "drsl-backup-keys/1"
ID_BYTES = 8


@dataclass(frozen=True, slots=True)
class BackupKeys:
    """`key` encrypts the copy, `header` goes into the file. `printed`: the key to print, None with a passphrase."""

    key: Secret
    header: bytes
    printed: Secret | None


def new_backup_keys(passphrase: Secret | None = None) -> BackupKeys:
    """Raises InputError `keys.passphrase_short`."""
    key = Secret(secrets.token_hex(KEY_BYTES))
    identifier = secrets.token_hex(ID_BYTES)
    context = f"{FORMAT}|{identifier}"
    printed = None
    if passphrase is not None:
        check_passphrase(passphrase)
        wrap = wrap_with_passphrase(key, passphrase, context)
    else:
        printed = recovery_key.new_recovery_key()
        wrap = wrap_with_recovery(key, recovery_key.read(printed.reveal()), context)
    document = {"format": FORMAT, "backup": identifier, "wrap": wrap_document(wrap)}
    return BackupKeys(key, json.dumps(document).encode("ascii"), printed)


def wants_passphrase(header: bytes) -> bool:
    """Whether the backup opens with a passphrase; otherwise with its printed key. Raises StoreError
    `store.not_a_backup`."""
    return _parsed(header)[1].kdf == ARGON2ID


def open_backup_keys(header: bytes, secret: Secret) -> Secret:
    """The key of the copy, by passphrase or printed key. Raises KeyStoreError `keys.wrong_passphrase`,
    `keys.wrong_recovery`, `keys.downgrade`; InputError as `recovery_key.read`; StoreError `store.not_a_backup`."""
    context, wrap = _parsed(header)
    if wrap.kdf == ARGON2ID:
        return open_with_passphrase(wrap, secret, context)
    return open_with_recovery(wrap, recovery_key.read(secret.reveal()), context)


def _parsed(header: bytes) -> tuple[str, Wrap]:
    try:
        document = json.loads(header)
        known, context = document["format"] == FORMAT, f"{FORMAT}|{document['backup']}"
        wrap = wrap_of(document["wrap"])
    except (ValueError, KeyError, TypeError, RecursionError):
        known = False
    if not known:
        raise StoreError("store.not_a_backup")
    return context, wrap
