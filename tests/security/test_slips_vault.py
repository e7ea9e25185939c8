"""Findings about the vault: a killed change of keys that called itself damaged, keys that `init` wrote over."""

from __future__ import annotations

import errno
import os
import random
from collections.abc import Iterator
from contextlib import closing
from types import SimpleNamespace

import pytest
from sqlcipher3 import dbapi2 as sql
from vault_killed import NEW, OLD, Order, Workers
from vault_worker import KeptStore

from app.messages import Messages
from app.vault.service import HEADER_NAME, VaultService
from core.domain.errors import KeyStoreError, StoreError
from core.domain.language import Language
from core.resources import resource_root
from core.store.database import Database
from core.store.sqlite_errors import refused

ROWS = 400
posix = pytest.mark.skipif(os.name == "nt", reason="fork")


def filled(path):
    with closing(Database(path, OLD, create=True)) as database:
        database.write(lambda transaction: transaction.execute("CREATE TABLE filling (value BLOB)"))
        database.write(
            lambda transaction: transaction.executemany(
                "INSERT INTO filling VALUES (?)", [(os.urandom(3000),) for _ in range(ROWS)]
            )
        )


def opens(path):
    """The key it opens under; raises where it calls itself anything but closed to one of them."""
    refused = []
    for key in (NEW, OLD):
        try:
            database = Database(path, key)
        except StoreError as error:
            refused.append(error.code)
            continue
        with closing(database):
            assert database.opening.unclean
            count = database.read(lambda connection: connection.execute("SELECT count(*) FROM filling").fetchone())
        assert count == (ROWS,)
        assert set(refused) <= {"store.cannot_open"}
        return key
    raise AssertionError(refused)


@pytest.fixture(scope="module")
def workers(tmp_path_factory) -> Iterator[Workers]:
    made = Workers(tmp_path_factory.mktemp("errors") / "errors.log")
    yield made
    made.close()


@posix
def test_a_change_of_keys_killed_before_its_log_is_in_is_not_called_damaged(workers, tmp_path):
    filled(tmp_path / "alone.db")
    assert workers.ended(Order("rekey_half", str(tmp_path)))
    assert opens(tmp_path / "alone.db") == NEW


@posix
@pytest.mark.slow
def test_a_change_of_keys_killed_anywhere_leaves_a_vault_that_opens(workers, tmp_path):
    chance = random.Random(5)
    longest = 0.02
    for number in range(int(os.environ.get("DRSL_KILLS", "12"))):
        folder = tmp_path / str(number)
        folder.mkdir()
        filled(folder / "alone.db")
        assert not workers.ended(Order("rekey", str(folder), seconds=chance.random() * longest))
        longest = longest * 0.8 if opens(folder / "alone.db") == NEW else min(longest * 1.3, 1.0)


def test_init_never_writes_over_the_keys_of_a_database_that_is_elsewhere(tmp_path):
    service = VaultService(tmp_path, KeptStore(tmp_path / "store.json"))
    plan = service.plan()
    service.create(plan.confirm(plan.recovery.reveal()))
    service.lock()
    (tmp_path / "vault.db").rename(tmp_path / "elsewhere.db")
    header = (tmp_path / HEADER_NAME).read_bytes()
    again = service.plan()
    with pytest.raises(KeyStoreError, match=r"keys\.header_exists"):
        service.create(again.confirm(again.recovery.reveal()))
    assert (tmp_path / HEADER_NAME).read_bytes() == header
    (tmp_path / "elsewhere.db").rename(tmp_path / "vault.db")
    service.unlock()
    service.lock()


def test_a_failed_creation_leaves_no_keys_behind(tmp_path, monkeypatch):
    service = VaultService(tmp_path, KeptStore(tmp_path / "store.json"))
    plan = service.plan()

    def fails(*_words, **_named):
        raise StoreError("store.full")

    with monkeypatch.context() as patched:
        patched.setattr("app.vault.service.Vault.open", fails)
        with pytest.raises(StoreError, match=r"store\.full"):
            service.create(plan.confirm(plan.recovery.reveal()))
    assert not (tmp_path / HEADER_NAME).exists()
    service.create(plan.confirm(plan.recovery.reveal()))
    service.lock()


def refusal(code, words="failed"):
    error = sql.OperationalError(words)
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("error", "room", "said"),
    [
        (refusal(13), 10**9, "store.full"),
        (refusal(1, "database or disk is full"), 10**9, "store.full"),
        (refusal(10 | 19 << 8), 4096, "store.full"),
        (refusal(10 | 19 << 8), 10**9, "store.io"),
        (OSError(errno.ENOSPC, "no room"), 10**9, "store.full"),
        (refusal(5), 10**9, "store.busy"),
        (refusal(26), 4096, "store.cannot_open"),
        (refusal(14), 10**9, "store.cannot_open"),
        (PermissionError(errno.EACCES, "no"), 10**9, "store.cannot_open"),
    ],
)
def test_a_full_disk_a_lock_and_a_wrong_key_have_their_own_words(error, room, said, tmp_path, monkeypatch):
    monkeypatch.setattr("core.store.sqlite_errors.shutil.disk_usage", lambda _: SimpleNamespace(free=room))
    assert refused(error, tmp_path / "vault.db").code == said
    texts = [Messages.load(resource_root(), language) for language in Language]
    for messages in texts:
        assert len({messages(code) for code in ("store.full", "store.busy", "store.cannot_open", "keys.no_room")}) == 4


def test_keys_that_find_no_room_say_so(tmp_path, monkeypatch):
    service = VaultService(tmp_path, KeptStore(tmp_path / "store.json"))
    plan = service.plan()

    def full(*_words):
        raise OSError(errno.ENOSPC, "no room")

    monkeypatch.setattr("core.keys.key_header._replace", full)
    with pytest.raises(KeyStoreError, match=r"keys\.no_room"):
        service.create(plan.confirm(plan.recovery.reveal()))
