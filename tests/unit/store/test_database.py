"""One thread, transactions that carry their audit rows, clean and unclean ends."""

from __future__ import annotations

import os
import threading
from contextlib import closing

import pytest
from vault_cases import KEY, TickingClock, conversation, open_vault, run

from core.domain.errors import BugError, StoreError
from core.store.audit_records import AuditKind
from core.store.database import Database
from core.store.encrypted_connection import open_store
from core.store.schema import MIGRATIONS, Migration


def code_of(work):
    with pytest.raises(StoreError) as caught:
        work()
    return caught.value.code


@pytest.fixture
def vault(tmp_path):
    opened = open_vault(tmp_path, create=True, clock=TickingClock())
    yield opened
    opened.close()


def test_work_runs_on_one_thread_of_its_own(vault):
    names = {vault.database.read(lambda _: threading.current_thread().name) for _ in range(3)}
    assert names == {"store"}
    assert threading.current_thread().name != "store"


def test_work_that_asks_for_more_work_is_a_bug_not_a_hang(vault):
    with pytest.raises(BugError):
        vault.database.read(lambda _: vault.database.read(lambda it: it))


def test_a_failed_transaction_leaves_nothing_not_even_its_audit_row(vault):
    before = vault.audit.head()

    def work(transaction):
        transaction.execute("INSERT INTO setting VALUES ('x', '', '{}')")
        transaction.audit(AuditKind.SETTING, "x")
        raise StoreError("store.test")

    assert code_of(lambda: vault.database.write(work)) == "store.test"
    assert vault.audit.head() == before
    assert vault.settings.get("x") is None


def test_a_wrong_statement_is_our_bug_and_tells_nothing(vault):
    with pytest.raises(BugError) as caught:
        vault.database.read(lambda it: it.execute("SELECT secret_word FROM nowhere"))
    assert "secret_word" not in repr(caught.value)
    assert caught.value.__cause__ is None


def test_a_locked_vault_answers_nothing(vault):
    vault.conversations.save(conversation())
    vault.close()
    vault.close()
    assert code_of(lambda: vault.conversations.load("c1")) == "store.locked"
    assert code_of(lambda: vault.drafts.discard("d")) == "store.locked"
    assert not [thread for thread in threading.enumerate() if thread.name == "store"]


def test_a_clean_end_is_remembered_and_leaves_one_file(tmp_path):
    open_vault(tmp_path, create=True).close()
    assert [path.name for path in tmp_path.iterdir()] == ["vault.db"]
    with closing(open_vault(tmp_path)) as again:
        assert not again.opening.unclean


def crash(folder):
    """A vault whose program ended without closing it: its files as they were at that moment."""
    after = folder / "after"
    after.mkdir()
    vault = open_vault(folder, create=True)
    vault.conversations.save(conversation())
    for path in list(folder.glob("vault.db*")):
        (after / path.name).write_bytes(path.read_bytes())
    vault.close()
    return after


def test_an_unclean_end_is_noticed_checked_and_recorded(tmp_path):
    folder = crash(tmp_path)
    with closing(open_vault(folder)) as vault:
        assert vault.opening.unclean
        assert vault.conversations.load("c1") == conversation()
        assert [row.kind for row in vault.audit.rows()][-1] is AuditKind.VAULT_UNCLEAN
    with closing(open_vault(folder)) as vault:
        assert not vault.opening.unclean


def test_damage_found_after_an_unclean_end_stops_the_opening(tmp_path):
    folder = crash(tmp_path)
    path = folder / "vault.db"
    with closing(open_store(path, KEY.reveal())) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    assert code_of(lambda: open_vault(folder)) == "store.damaged"


def test_a_newer_schema_is_left_alone(tmp_path):
    open_vault(tmp_path, create=True).close()
    path = tmp_path / "vault.db"
    with closing(open_store(path, KEY.reveal())) as connection:
        connection.execute("PRAGMA user_version=99")
    before = path.read_bytes()
    assert code_of(lambda: open_vault(tmp_path)) == "store.newer"
    assert path.read_bytes() == before


def test_creation_that_fails_leaves_no_file(tmp_path):
    def broken(connection):
        connection.execute("CREATE TABLE nonsense")

    assert code_of(lambda: open_vault(tmp_path, create=True, migrations=(Migration(1, "broken", broken),))) == (
        "store.migration"
    )
    assert list(tmp_path.iterdir()) == []


def test_the_connection_is_closed_with_the_settings_that_matter(vault):
    wanted = {"journal_mode": "wal", "synchronous": 2, "secure_delete": 1, "foreign_keys": 1, "auto_vacuum": 2}
    found = vault.database.read(lambda it: {name: it.execute(f"PRAGMA {name}").fetchone()[0] for name in wanted})
    assert found == wanted


def test_a_key_change_needs_a_key_and_removes_old_copies(tmp_path):
    vault = open_vault(tmp_path, create=True)
    vault.conversations.save(conversation())
    vault.runs.save(run())
    (tmp_path / "vault.db.before-0.aa.copy").write_bytes(b"old")
    assert code_of(lambda: vault.database.rekey("short")) == "store.key_format"
    vault.database.rekey("ab" * 32)
    assert vault.runs.load("run1") == run()
    vault.close()
    assert [path.name for path in tmp_path.iterdir()] == ["vault.db"]
    assert code_of(lambda: open_vault(tmp_path)) == "store.cannot_open"
    with closing(Database(tmp_path / "vault.db", "ab" * 32)) as database:
        assert database.read(lambda it: it.execute("SELECT count(*) FROM run").fetchone()[0]) == 1


@pytest.mark.skipif(os.name == "nt" or (hasattr(os, "geteuid") and os.geteuid() == 0), reason="root may write anywhere")
def test_a_read_only_folder_is_said(tmp_path):
    open_vault(tmp_path, create=True).close()
    tmp_path.chmod(0o500)
    (tmp_path / "vault.db").chmod(0o400)
    try:
        assert code_of(lambda: open_vault(tmp_path)) in {"store.cannot_open", "store.read_only"}
    finally:
        tmp_path.chmod(0o700)


def test_migrations_count_up_from_one():
    assert [step.number for step in MIGRATIONS] == list(range(1, len(MIGRATIONS) + 1))
    assert len({step.name for step in MIGRATIONS}) == len(MIGRATIONS)
