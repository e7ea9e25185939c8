"""SEC-20: the audit chain shows every edit, deletion, insertion, change of order, cut, and a clock set back."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from release_cases import START
from vault_cases import KEY, TickingClock, conversation, open_vault, run

from core.domain.errors import BugError, StoreError
from core.store.anchor import FileCell, SealedAnchor
from core.store.audit_records import (
    GENESIS,
    Anchor,
    AuditFilter,
    AuditFlaw,
    AuditKind,
    canonical,
    checked_body,
    row_hash,
)
from core.store.encrypted_connection import open_store
from core.store.vault import Vault


@pytest.fixture
def folder(tmp_path):
    """A vault with an anchored chain of nine rows, closed."""
    vault = opened(tmp_path, create=True)
    vault.conversations.save(conversation())
    vault.runs.save(run())
    for number in range(6):
        vault.settings.put(f"s{number}", number, START)
    vault.close()
    return tmp_path


def opened(folder, **options) -> Vault:
    cell = FileCell(folder / "vault.anchor")
    return open_vault(folder, cell=cell, clock=options.pop("clock", TickingClock()), **options)


def tampered(folder, *statements):
    """What somebody with the key does to the file, triggers and all."""
    with closing(open_store(folder / "vault.db", KEY.reveal())) as connection:
        for name in ("audit_no_update", "audit_no_delete"):
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            connection.execute(statement)
    return report(folder)


def report(folder):
    with closing(opened(folder)) as vault:
        return vault.audit.verify()


def flaws(found):
    return {finding.flaw for finding in found.findings}


def test_an_honest_chain_verifies(folder):
    found = report(folder)
    assert found.intact
    assert found.findings == ()
    assert found.rows == found.anchored + 0
    assert found.rows == 9


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE audit SET body = '{}' WHERE seq = 3",
        "UPDATE audit SET subject = 'other' WHERE seq = 3",
        "UPDATE audit SET kind = 'setting' WHERE seq = 2",
        "UPDATE audit SET at = '2020-01-01T00:00:00.000000+00:00' WHERE seq = 1",
        "UPDATE audit SET hash = hash || '0' WHERE seq = 9",
        "UPDATE audit SET previous = hash WHERE seq = 4",
        "DELETE FROM audit WHERE seq = 5",
        "DELETE FROM audit WHERE seq = 1",
        "UPDATE audit SET seq = 100 WHERE seq = 4; ",
        "INSERT INTO audit SELECT 0, at, kind, subject, body, previous, hash FROM audit WHERE seq = 1",
        "DELETE FROM audit",
    ],
)
def test_every_change_is_found(folder, statement):
    assert not tampered(folder, statement).intact


def test_rows_that_change_places_are_found(folder):
    found = tampered(
        folder,
        "UPDATE audit SET seq = 1000 WHERE seq = 3",
        "UPDATE audit SET seq = 3 WHERE seq = 4",
        "UPDATE audit SET seq = 4 WHERE seq = 1000",
    )
    assert AuditFlaw.BROKEN_LINK in flaws(found)


def test_a_cut_end_is_found_by_the_anchor(folder):
    found = tampered(folder, "DELETE FROM audit WHERE seq >= 8")
    assert AuditFlaw.TRUNCATED in flaws(found) or AuditFlaw.ANCHOR_MISMATCH in flaws(found)
    assert not found.intact


def test_a_chain_that_was_recomputed_is_found_by_the_anchor(folder):
    """Whoever has the key can make a chain that is right in itself; it does not go through the anchor."""
    with closing(open_store(folder / "vault.db", KEY.reveal())) as connection:
        connection.execute("DROP TRIGGER audit_no_update")
        rows = connection.execute("SELECT seq, at, kind, subject, body FROM audit ORDER BY seq").fetchall()
        previous = GENESIS
        for seq, at, kind, subject, body in rows:
            changed = "{}" if seq == 3 else body
            digest = row_hash(previous, canonical(seq, at, kind, subject, changed))
            connection.execute(
                "UPDATE audit SET body = ?, previous = ?, hash = ? WHERE seq = ?", (changed, previous, digest, seq)
            )
            previous = digest
    found = report(folder)
    assert flaws(found) == {AuditFlaw.ANCHOR_MISMATCH}
    assert not found.intact


def test_an_older_copy_of_the_database_is_found_at_the_start(folder):
    old = (folder / "vault.db").read_bytes()
    with closing(opened(folder)) as vault:
        vault.settings.put("more", 1, START)
    (folder / "vault.db").write_bytes(old)
    with closing(opened(folder)) as vault:
        assert not vault.opening.anchor_agrees
        assert not vault.audit.verify().intact
        vault.settings.put("different", 2, START)
    with closing(opened(folder)) as vault:
        assert not vault.opening.anchor_agrees, "the evidence must stand until a person has seen it"
        vault.database.accept_anchor()
    with closing(opened(folder)) as vault:
        assert vault.opening.anchor_agrees
        assert vault.audit.verify().intact


@pytest.mark.parametrize("text", ["", "[]", "[1, 2]", '[3, "00", "00"]', "null", "x" * 2000])
def test_a_forged_anchor_is_a_finding(folder, text):
    (folder / "vault.anchor").write_text(text)
    with closing(opened(folder)) as vault:
        assert not vault.opening.anchor_agrees
        assert AuditFlaw.ANCHOR_MISMATCH in flaws(vault.audit.verify())


def test_a_removed_anchor_is_a_finding_until_a_person_settles_it(folder):
    (folder / "vault.anchor").unlink()
    for _ in range(2):
        with closing(opened(folder)) as vault:
            assert not vault.opening.anchor_known
            assert not vault.opening.anchor_agrees
            assert AuditFlaw.ANCHOR_MISMATCH in flaws(vault.audit.verify())
            assert not vault.audit.verify().intact
            vault.settings.put("more", 1, START)
    with closing(opened(folder)) as vault:
        assert vault.audit.accept().intact
    with closing(opened(folder)) as vault:
        assert vault.opening.anchor_agrees
        assert vault.audit.verify().intact


def test_a_database_whose_key_store_never_took_an_anchor_is_no_finding(tmp_path):
    class Dead:
        def get(self):
            return None

        def put(self, text):
            raise StoreError("store.anchor")

    for _ in range(2):
        with closing(open_vault(tmp_path, create=not (tmp_path / "vault.db").exists(), cell=Dead())) as vault:
            assert vault.opening.anchor_agrees
            assert vault.database.anchoring_failed


def test_a_clock_that_was_set_back_is_a_warning(folder):
    clock = TickingClock(START - timedelta(days=3))
    with closing(opened(folder, clock=clock)) as vault:
        vault.settings.put("late", 1, START)
        found = vault.audit.verify()
    assert flaws(found) == {AuditFlaw.CLOCK_BACK}
    assert found.intact


def test_rows_can_be_neither_changed_nor_deleted_by_the_program(folder):
    with closing(opened(folder)) as vault:
        for statement in ("DELETE FROM audit WHERE seq = 1", "UPDATE audit SET body = '{}' WHERE seq = 1"):
            with pytest.raises(BugError):
                vault.database.write(lambda it, given=statement: it.execute(given))
        assert vault.audit.verify().intact


@pytest.mark.parametrize(
    ("subject", "body"),
    [
        ("two words", {}),
        ("x" * 200, {}),
        ("id", {"text": "Orla Quist"}),
        ("id", {"text": "张三丰"}),
        ("id", {"Count": 1}),
        ("id", {"n": 1.5}),
        ("id", {"n": True}),
        ("id", {"n": None}),
        ("id", {"n": "x" * 65}),
    ],
)
def test_no_text_can_enter_a_row(subject, body):
    with pytest.raises(BugError) as caught:
        checked_body(subject, body)
    assert "Orla" not in str(caught.value)


def test_nothing_that_was_kept_stands_in_the_trail(folder):
    with closing(opened(folder)) as vault:
        lines: list[str] = []
        head = vault.audit.export(lines.append)
        assert json.loads(lines[0]) == {"format": "drsl-audit/1", "rows": head.count, "head": head.head}
        assert len(lines) == head.count + 1
        text = "".join(lines)
    for word in ("Orla", "Quist", "67", "shoes", "aunt"):
        assert word not in text.replace(head.head, "") or word.isdigit()
    assert json.loads(lines[-1])["hash"] == head.head


def test_the_trail_filters(folder):
    with closing(opened(folder)) as vault:
        rows = vault.audit.rows(AuditFilter(kinds=frozenset({AuditKind.SETTING})))
        assert [row.subject for row in rows] == [f"s{number}" for number in range(6)]
        assert vault.audit.rows(AuditFilter(subject="s3")) == (rows[3],)
        assert vault.audit.rows(AuditFilter(since=rows[4].at), limit=1) == (rows[4],)
        assert vault.audit.rows(AuditFilter(until=rows[0].at, kinds=frozenset({AuditKind.SETTING}))) == ()
        assert vault.audit.rows(after=vault.audit.head().count) == ()


def test_an_anchor_that_cannot_be_written_loses_nothing(tmp_path):
    class NoCell:
        def get(self):
            return None

        def put(self, text):
            raise StoreError("store.anchor")

    vault = open_vault(tmp_path, create=True, cell=NoCell())
    vault.settings.put("x", 1, START)
    vault.database.settle_anchor()
    assert vault.database.anchoring_failed
    vault.close()
    with closing(open_vault(tmp_path)) as again:
        assert again.settings.get("x") == 1


@given(count=st.integers(0, 2**40), head=st.text("0123456789abcdef", min_size=64, max_size=64))
def test_an_anchor_comes_back_only_under_its_key(count, head):
    class Cell:
        text: str | None = None

        def get(self):
            return self.text

        def put(self, text):
            self.text = text

    cell = Cell()
    sealed = SealedAnchor(cell, b"k" * 32)
    assert sealed.read() is None
    sealed.write(Anchor(count, head))
    assert sealed.read() == Anchor(count, head)
    with pytest.raises(StoreError):
        SealedAnchor(cell, b"j" * 32).read()


def test_the_hash_covers_every_field():
    base = (1, "2026", "setting", "s", "{}")
    changed = [replaced(base, place) for place in range(len(base))]
    hashes = {row_hash(GENESIS, canonical(*row)) for row in [base, *changed]}
    assert len(hashes) == len(base) + 1
    assert row_hash("1" * 64, canonical(*base)) not in hashes


def replaced(row, place):
    return (*row[:place], row[place] * 2, *row[place + 1 :])


def test_rows_read_back_are_the_rows_that_were_hashed(folder):
    with closing(opened(folder)) as vault:
        for row in vault.audit.rows():
            body = checked_body(row.subject, row.body)
            at = row.at.isoformat(timespec="microseconds")
            assert row.hash == row_hash(row.previous, canonical(row.seq, at, row.kind.value, row.subject, body))
            assert replace(row) == row


def test_sqlite_without_the_cipher_cannot_even_read_the_trail(folder):
    with closing(sqlite3.connect(folder / "vault.db")) as plain, pytest.raises(sqlite3.DatabaseError):
        plain.execute("SELECT * FROM audit")
