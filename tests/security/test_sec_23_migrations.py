"""SEC-23: an encrypted copy first, one transaction; released schemas upgrade, newer ones refuse, a failure restores.

`tests/golden/vault/schema-*.db`: a vault as the program with that schema left it, under the key of `vault_cases`. A new
schema adds a file (`python tests/golden/vault/make.py`) and never changes an old one.
"""

from __future__ import annotations

import shutil
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from release_cases import START
from vault_cases import KEY, TickingClock, chinese_run, conversation, decrypted, open_vault, run, turn

from core.domain.errors import StoreError
from core.domain.release import SendState
from core.store.audit_records import AuditKind
from core.store.encrypted_connection import PLAINTEXT_HEADER, open_store
from core.store.migration import COPY_LIFETIME
from core.store.schema import MIGRATIONS, Migration

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "vault"


def next_step(apply):
    return (*MIGRATIONS, Migration(len(MIGRATIONS) + 1, "test_step", apply))


def add_column(connection):
    connection.execute("ALTER TABLE conversation ADD COLUMN colour TEXT NOT NULL DEFAULT 'blue'")


def old_evidence(now):
    """`now` as schemas 1 and 2 told it: a count of draws beside what was computed, no word of a single member, no cap,
    another bound, and the prompt itself measured as the text to be sent."""

    def figures(levels, **known):
        return {
            level: replace(
                found,
                attributes=tuple(replace(item, n=78, cap=None, **known) for item in found.attributes),
                scores=(),
            )
            for level, found in levels.items()
        }

    return replace(
        now,
        leakage=figures(now.leakage),
        before=figures(now.before, posterior=0.01),
        bounds={"fano_bits": now.bounds["witness_epsilon"]},
    )


@pytest.fixture
def folder(tmp_path):
    with closing(open_vault(tmp_path, create=True)) as vault:
        vault.conversations.save(conversation(turns=(turn(),)))
        vault.runs.save(run())
    return tmp_path


def test_there_is_a_golden_file_for_every_schema():
    names = {path.name for path in GOLDEN.glob("schema-*.db")}
    assert names == {f"schema-{step.number}.db" for step in MIGRATIONS}


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("schema-*.db")), ids=lambda path: path.stem)
def test_every_released_schema_upgrades_and_keeps_everything(path, tmp_path):
    shutil.copy(path, tmp_path / "vault.db")
    with closing(open_vault(tmp_path, migrations=next_step(add_column))) as vault:
        assert vault.opening.schema == len(MIGRATIONS) + 1
        assert vault.conversations.load("c1") == conversation(turns=(turn(),))
        for stored in (run(), chinese_run()):
            found = vault.runs.load(stored.id)
            assert (found.request, found.events) == (stored.request, stored.events)
            assert found.verdict == replace(stored.verdict, evidence=old_evidence(stored.verdict.evidence))
            assert found.certificate.sha256 == stored.certificate.sha256
        assert vault.releases.state("rel1") is SendState.SENT
        assert [hit.line.id for hit in vault.conversations.search("张三丰")] == ["c1"]
        assert vault.reviews.list()[0].id == "item1"
        assert vault.settings.get("place") == {"item": "item1"}
        assert vault.audit.verify().intact


def test_a_copy_comes_first_encrypted_and_whole(folder):
    with closing(open_vault(folder, migrations=next_step(add_column))) as vault:
        assert (vault.opening.migrated_from, vault.opening.schema) == (len(MIGRATIONS), len(MIGRATIONS) + 1)
        assert [row.kind for row in vault.audit.rows()][-1] is AuditKind.VAULT_MIGRATED
    copies = list(folder.glob("vault.db.before-*.copy"))
    assert len(copies) == 1
    assert not copies[0].read_bytes().startswith(PLAINTEXT_HEADER)
    assert b"Orla Quist" not in copies[0].read_bytes()
    assert b"Orla Quist" in decrypted(copies[0])
    assert copies[0].stat().st_mode & 0o077 == 0
    restored = folder / "restored"
    restored.mkdir()
    shutil.copy(copies[0], restored / "vault.db")
    with closing(open_vault(restored)) as vault:
        assert vault.opening.schema == len(MIGRATIONS)
        assert vault.conversations.load("c1") == conversation(turns=(turn(),))
        assert vault.conversations.search("walking")


def broken(connection):
    connection.execute("ALTER TABLE conversation ADD COLUMN colour TEXT")
    connection.execute("DELETE FROM run")
    raise ValueError("Orla Quist")


def dangling(connection):
    connection.execute("PRAGMA foreign_keys=OFF")
    connection.execute("UPDATE run SET conversation_id = 'nowhere'")


@pytest.mark.parametrize("step", [broken, dangling])
def test_a_step_that_fails_leaves_the_old_schema_whole(folder, step):
    with pytest.raises(StoreError) as caught:
        open_vault(folder, migrations=next_step(step))
    assert caught.value.code == "store.migration"
    assert "Orla" not in repr(caught.value)
    with closing(open_vault(folder)) as vault:
        assert vault.opening.schema == len(MIGRATIONS)
        assert vault.runs.load("run1") == run()


def test_a_copy_expires(folder):
    open_vault(folder, migrations=next_step(add_column)).close()
    clock = TickingClock(START.replace(year=2100))
    open_vault(folder, migrations=next_step(add_column), clock=clock).close()
    assert timedelta(days=1) < COPY_LIFETIME < timedelta(days=30)
    assert not list(folder.glob("*.copy"))


def test_a_newer_schema_is_refused_untouched(folder):
    with closing(open_store(folder / "vault.db", KEY.reveal())) as connection:
        connection.execute(f"PRAGMA user_version={len(MIGRATIONS) + 1}")
    before = (folder / "vault.db").read_bytes()
    with pytest.raises(StoreError) as caught:
        open_vault(folder)
    assert caught.value.code == "store.newer"
    assert (folder / "vault.db").read_bytes() == before
    assert not list(folder.glob("*.copy"))


def test_a_new_field_of_a_domain_value_needs_no_migration(folder):
    """Values that were written before a field existed take its default; see `core.store.codec`."""
    with closing(open_vault(folder)) as vault:
        assert vault.runs.load("run1") == replace(run(), prompt_versions={})
