"""SEC-01, SEC-03 to SEC-08 on the vault as the program uses it: custody, loss, rotation, recovery, lock."""

from __future__ import annotations

import gc
import shutil
import sys
import threading
from datetime import timedelta
from pathlib import Path

import keyring.backends.chainer
import keyring.backends.fail
import keyring.backends.null
import pytest
from release_cases import START
from vault_cases import RememberingStore, conversation, run

from app.vault.service import IdleLock, VaultService, VaultState
from core.domain.errors import DrslError
from core.domain.secret import Secret
from core.keys.custody import SessionKeyStore
from core.keys.os_store import open_key_store
from core.keys.recovery_key import new_recovery_key
from core.store.database import Database

PASSPHRASE = Secret("a long enough passphrase")


def code_of(work):
    with pytest.raises(DrslError) as caught:
        work()
    return caught.value.code


def created(folder, store=None, passphrase=None):
    """An open vault with one conversation, and its recovery key."""
    service = VaultService(folder, store or RememberingStore())
    plan = service.plan(passphrase)
    service.create(plan.confirm(plan.recovery.reveal())).conversations.save(conversation())
    return service, plan.recovery


@pytest.fixture
def store():
    return RememberingStore()


def test_sec_03_no_vault_is_made_on_a_store_that_is_none(tmp_path):
    for backend in (
        keyring.backends.null.Keyring(),
        keyring.backends.fail.Keyring(),
        keyring.backends.chainer.ChainerBackend(),
    ):
        refusing = open_key_store(lambda given=backend: (given,))
        service = VaultService(tmp_path, refusing)
        assert service.passphrase_needed
        assert code_of(service.plan) == "keys.passphrase_needed"
        assert service.state is VaultState.ABSENT
    assert list(tmp_path.iterdir()) == []


def test_sec_03_the_key_stands_in_no_file(tmp_path, store):
    service, recovery = created(tmp_path, store)
    service.lock()
    secrets = [recovery.reveal(), recovery.reveal().replace("-", ""), *store.entries.values()]
    for path in tmp_path.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            for secret in secrets:
                assert secret.encode() not in content


@pytest.mark.parametrize("loss", ["entry", "backend", "store", "locked"])
def test_sec_04_a_lost_key_store_leads_to_recovery_never_to_an_empty_vault(tmp_path, store, loss):
    service, recovery = created(tmp_path, store)
    service.lock()
    size = (tmp_path / "vault.db").stat().st_size
    if loss == "entry":
        store.entries.clear()
    elif loss == "backend":
        store.name = "test.other"
    elif loss == "store":
        store = SessionKeyStore("keys.no_backend")
    else:
        store.broken = "keys.locked"
    service = VaultService(tmp_path, store)
    wanted = {"entry": "entry_lost", "backend": "backend_changed", "store": "store_gone", "locked": "locked"}
    assert code_of(service.unlock) == f"keys.{wanted[loss]}"
    plan = VaultService(tmp_path / "other", RememberingStore()).plan()
    assert code_of(lambda: service.create(plan.confirm(plan.recovery.reveal()))) == "store.exists"
    assert (tmp_path / "vault.db").stat().st_size == size
    if isinstance(store, RememberingStore):
        store.broken = ""
    new = PASSPHRASE if loss == "store" else None
    if loss == "store":
        assert code_of(lambda: service.unlock_with_recovery(recovery.reveal())) == "keys.passphrase_needed"
    vault = service.unlock_with_recovery(recovery.reveal(), new)
    assert vault.conversations.load("c1") == conversation()
    service.lock()
    again = VaultService(tmp_path, store)
    (again.unlock_with_passphrase(PASSPHRASE) if new else again.unlock()).conversations.load("c1")
    again.lock()


def test_sec_04_a_database_without_its_header_is_left_alone(tmp_path, store):
    service, _ = created(tmp_path, store)
    service.lock()
    for path in tmp_path.glob("vault.keys*"):
        path.unlink()
    assert service.state is VaultState.ORPHANED
    assert code_of(service.unlock) == "keys.header_missing"
    plan = service.plan()
    assert code_of(lambda: service.create(plan.confirm(plan.recovery.reveal()))) == "store.exists"


def test_sec_06_passphrase_mode(tmp_path):
    service, _ = created(tmp_path, SessionKeyStore(), PASSPHRASE)
    service.lock()
    assert code_of(lambda: service.unlock_with_passphrase(Secret("not the passphrase"))) == "keys.wrong_passphrase"
    assert code_of(service.unlock) == "keys.passphrase_needed"
    assert service.unlock_with_passphrase(PASSPHRASE).conversations.load("c1") == conversation()
    new = Secret("eine ganz andere Losung")
    assert code_of(lambda: service.change_passphrase(new, Secret("not the passphrase"))) == "keys.wrong_passphrase"
    service.change_passphrase(new, PASSPHRASE)
    service.lock()
    assert code_of(lambda: service.unlock_with_passphrase(PASSPHRASE)) == "keys.wrong_passphrase"
    service.unlock_with_passphrase(new)
    service.lock()


def test_sec_07_the_recovery_key_opens_on_a_second_machine(tmp_path, store):
    service, recovery = created(tmp_path / "one", store)
    service.lock()
    shutil.copytree(tmp_path / "one", tmp_path / "two")
    second = VaultService(tmp_path / "two", RememberingStore())
    assert code_of(second.unlock) == "keys.entry_lost"
    typo = recovery.reveal()[:-1] + ("0" if recovery.reveal()[-1] != "0" else "1")
    assert code_of(lambda: second.unlock_with_recovery(typo)) == "recovery.checksum"
    assert code_of(lambda: second.unlock_with_recovery(new_recovery_key().reveal())) == "keys.wrong_recovery"
    assert second.unlock_with_recovery(recovery.reveal()).conversations.load("c1") == conversation()
    second.lock()


def test_sec_05_the_key_changes_and_the_old_one_is_void(tmp_path, store):
    service, old = created(tmp_path, store)
    service.vault.runs.save(run())
    before = dict(store.entries)
    plan = service.plan_change()
    service.change_key(plan.confirm(plan.recovery.reveal()))
    assert service.vault.runs.load("run1") == run()
    assert service.vault.audit.verify().intact
    service.lock()
    account = next(name for name in store.entries if name.startswith("vault."))
    assert store.entries[account] != before[account]
    assert ";" not in store.entries[account]
    assert code_of(lambda: service.unlock_with_recovery(old.reveal())) == "keys.wrong_recovery"
    assert service.unlock_with_recovery(plan.recovery.reveal()).runs.load("run1") == run()
    service.lock()
    key = Secret(before[account].split(":")[1])
    assert code_of(lambda: Database(tmp_path / "vault.db", key.reveal())) == "store.cannot_open"


def living_text(*pieces):
    """Whether a string in this process that the collector can reach holds all `pieces`."""
    return any(
        isinstance(item, str) and all(piece in item for piece in pieces)
        for container in gc.get_objects()
        for item in gc.get_referents(container)
    )


def test_sec_08_locking_closes_the_connection_and_drops_key_and_texts(tmp_path, store):
    service, _ = created(tmp_path, store)
    conversations = service.vault.conversations
    conversations.rename("c1", "-".join(["canary", "quagga", "title"]))
    found = conversations.search("quagga")
    assert living_text("canary-", "quagga-")
    del found
    service.lock()
    service.lock()
    assert service.state is VaultState.LOCKED
    assert code_of(lambda: service.vault) == "store.locked"
    assert code_of(conversations.list) == "store.locked"
    assert not [thread for thread in threading.enumerate() if thread.name == "store"]
    assert not list(tmp_path.glob("vault.db-*"))
    del conversations
    gc.collect()
    assert not living_text("canary-", "quagga-")
    key = next(value for name, value in store.entries.items() if name.startswith("vault.")).split(":")[1]
    store.entries.clear()
    gc.collect()
    assert sys.getrefcount(key) < 5
    assert not any(isinstance(item, Database) for item in gc.get_objects())


def test_sec_08_idle_time():
    idle = IdleLock(300, START)
    assert not idle.due(START + timedelta(seconds=299))
    assert idle.due(START + timedelta(seconds=300))
    idle.touched(START + timedelta(seconds=200))
    assert not idle.due(START + timedelta(seconds=499))
    assert idle.due(START), "a clock that was set back is no proof that somebody is there"


def test_a_vault_opens_in_one_program_only(tmp_path, store):
    service, _ = created(tmp_path, store)
    other = VaultService(tmp_path, store)
    assert code_of(other.unlock) == "vault.in_use"
    service.lock()
    other.unlock()
    assert code_of(service.unlock) == "vault.in_use"
    other.lock()


def test_a_backup_carries_everything_under_a_key_of_its_own(tmp_path, store):
    service, _ = created(tmp_path / "one", store)
    service.vault.runs.save(run())
    made = service.back_up(tmp_path / "kept.drslbak", PASSPHRASE)
    assert made.printed is None
    assert made.bytes == made.path.stat().st_size
    assert b"Orla" not in made.path.read_bytes()
    assert made.path.stat().st_mode & 0o077 == 0 or sys.platform == "win32"
    assert code_of(lambda: service.back_up(tmp_path / "kept.drslbak", PASSPHRASE)) == "store.exists"
    service.lock()
    other_store = RememberingStore()
    other = VaultService(tmp_path / "two", other_store)
    plan = other.plan()
    confirmed = plan.confirm(plan.recovery.reveal())
    wrong = Secret("another passphrase")
    assert code_of(lambda: other.restore(made.path, wrong, confirmed)) == "keys.wrong_passphrase"
    assert not (tmp_path / "two").exists()
    vault = other.restore(made.path, PASSPHRASE, confirmed)
    assert not vault.opening.unclean
    assert vault.runs.load("run1") == run()
    assert vault.conversations.search("walking")
    assert vault.audit.verify().intact
    other.lock()
    assert other.unlock().runs.load("run1") == run()
    other.lock()


def test_restoring_puts_what_is_there_aside_and_deletes_nothing(tmp_path, store):
    service, recovery = created(tmp_path, store)
    made = service.back_up(tmp_path / "kept.drslbak")
    service.vault.conversations.rename("c1", "later")
    plan = service.plan()
    confirmed = plan.confirm(plan.recovery.reveal())
    assert code_of(lambda: service.restore(made.path, made.printed, confirmed)) == "store.exists"
    vault = service.restore(made.path, made.printed, confirmed, aside=True)
    assert vault.conversations.load("c1").title == conversation().title
    service.lock()
    aside = tmp_path / "aside"
    aside.mkdir()
    for path in tmp_path.glob("replaced-*"):
        path.rename(aside / path.name.split(".", 1)[1])
    old = VaultService(aside, RememberingStore())
    assert old.unlock_with_recovery(recovery.reveal()).conversations.load("c1").title == "later"
    old.lock()


@pytest.mark.parametrize(
    "change",
    [
        lambda it: it[:-100],
        lambda it: it[:40],
        lambda it: b"X" + it[1:],
        lambda it: b"",
        lambda it: it[:-9000] + b"0" * 9000,
    ],
)
def test_a_damaged_backup_is_refused_and_the_vault_stays(tmp_path, store, change):
    service, _ = created(tmp_path / "one", store)
    made = service.back_up(tmp_path / "kept.drslbak")
    made.path.write_bytes(change(made.path.read_bytes()))
    plan = service.plan()
    confirmed = plan.confirm(plan.recovery.reveal())
    code = code_of(lambda: service.restore(made.path, made.printed, confirmed, aside=True))
    assert code in {"store.not_a_backup", "store.damaged", "store.cannot_open"}
    service.lock()
    assert service.unlock().conversations.load("c1") == conversation()
    service.lock()
    assert not [path for path in (tmp_path / "one").iterdir() if path.name.startswith(".")]


def test_status_tells_without_opening(tmp_path, store):
    service, _ = created(tmp_path, store)
    assert service.status().state is VaultState.OPEN
    service.lock()
    status = service.status()
    assert (status.state, status.backend, status.has_passphrase) == (VaultState.LOCKED, store.name, False)
    assert status.bytes > 0
    assert VaultService(tmp_path / "none", store).status().state is VaultState.ABSENT


def test_a_folder_that_cannot_be_used_is_said(tmp_path, store):
    (tmp_path / "file").write_text("x")
    service = VaultService(tmp_path / "file", store)
    plan = service.plan()
    assert code_of(lambda: service.create(plan.confirm(plan.recovery.reveal()))) == "vault.folder"
    assert Path(tmp_path / "file").read_text() == "x"
