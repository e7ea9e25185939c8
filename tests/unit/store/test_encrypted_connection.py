"""The one door to the database (SEC-01)."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing

import pytest

from core.domain.errors import StoreError
from core.store import encrypted_connection
from core.store.encrypted_connection import PLAINTEXT_HEADER, new_key, open_store, round_trip

KEY = "0f" * 32


@pytest.fixture
def path(tmp_path):
    with closing(open_store(tmp_path / "store.db", KEY, create=True)) as connection:
        connection.execute("CREATE TABLE note (value TEXT)")
        connection.execute("INSERT INTO note VALUES ('canary-of-the-door')")
    return tmp_path / "store.db"


def refusal(*arguments, **options):
    with pytest.raises(StoreError) as caught:
        open_store(*arguments, **options).close()
    assert KEY not in f"{caught.value!r} {caught.value.__cause__!r}"
    return caught.value.code


def test_what_is_written_can_be_read_with_the_key_only(path):
    with closing(open_store(path, KEY)) as connection:
        assert connection.execute("SELECT value FROM note").fetchone() == ("canary-of-the-door",)
    content = path.read_bytes()
    assert b"canary-of-the-door" not in content
    assert not content.startswith(PLAINTEXT_HEADER)


def test_the_settings_that_matter_are_on(path):
    with closing(open_store(path, KEY)) as connection:
        pragmas = {
            name: connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("foreign_keys", "journal_mode", "synchronous", "trusted_schema", "cipher_status")
        }
    assert pragmas == {
        "foreign_keys": 1,
        "journal_mode": "wal",
        "synchronous": 2,
        "trusted_schema": 0,
        "cipher_status": "1",
    }


@pytest.mark.parametrize(
    "key", ["", "0f" * 31, "0f" * 31 + "0", "0f" * 33, "0F" * 32, "zz" * 32, "0f" * 32 + "\n", "'" * 64, "０" * 64]
)
def test_only_a_raw_key_opens(path, key):
    assert refusal(path, key) == "store.key_format"


def test_another_key_does_not_open(path):
    assert refusal(path, "f0" * 32) == "store.cannot_open"
    with closing(open_store(path, KEY)) as connection:
        assert connection.execute("SELECT count(*) FROM note").fetchone() == (1,)


def test_a_plaintext_database_is_refused(tmp_path):
    planted = tmp_path / "planted.db"
    with closing(sqlite3.connect(planted)) as plain:
        plain.execute("CREATE TABLE note (value TEXT)")
        plain.commit()
    before = planted.read_bytes()
    assert refusal(planted, KEY) == "store.cannot_open"
    assert planted.read_bytes() == before


def test_an_empty_file_is_not_a_store(tmp_path):
    (tmp_path / "empty.db").touch()
    with pytest.raises(StoreError):
        open_store(tmp_path / "empty.db", KEY).close()


@pytest.mark.skipif(os.name == "nt", reason="POSIX permissions")
def test_a_new_store_is_private_whatever_the_umask(tmp_path):
    before = os.umask(0)
    try:
        with closing(open_store(tmp_path / "private.db", KEY, create=True)) as connection:
            connection.execute("CREATE TABLE note (value TEXT)")
            modes = {entry.name: entry.stat().st_mode & 0o077 for entry in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert set(modes.values()) == {0}
    assert len(modes) > 1


def test_a_missing_file_is_not_created(tmp_path):
    assert refusal(tmp_path / "none.db", KEY) == "store.missing"
    assert list(tmp_path.iterdir()) == []


def test_an_old_store_is_not_created_over(path):
    before = path.read_bytes()
    assert refusal(path, KEY, create=True) == "store.exists"
    assert path.read_bytes() == before


def test_a_folder_that_cannot_be_written_is_said(tmp_path):
    assert refusal(tmp_path / "no" / "such" / "folder.db", KEY, create=True) == "store.cannot_open"


def test_a_damaged_file_is_said(path):
    content = bytearray(path.read_bytes())
    content[100] ^= 1
    path.write_bytes(content)
    assert refusal(path, KEY) == "store.cannot_open"


def test_a_creation_that_turns_out_unencrypted_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(encrypted_connection, "PLAINTEXT_HEADER", b"")
    assert refusal(tmp_path / "new.db", KEY, create=True) == "store.not_encrypted"
    assert not (tmp_path / "new.db").exists()


def test_keys_are_fresh():
    assert len({new_key() for _ in range(50)}) == 50
    assert all(len(key) == 64 for key in (new_key(), new_key()))


def test_the_round_trip_names_the_cipher(tmp_path):
    assert round_trip(tmp_path)[0].isdigit()


def test_the_round_trip_notices_plaintext(tmp_path):
    (tmp_path / "other.log").write_text("nothing here")
    round_trip(tmp_path)
    with pytest.raises(StoreError) as caught:
        encrypted_connection._require_unseen(tmp_path, "nothing")
    assert caught.value.code == "store.round_trip"


def test_nothing_is_printed(path, capfd):
    refusal(path, "f0" * 32)
    assert capfd.readouterr() == ("", "")
    assert os.path.exists(path)
