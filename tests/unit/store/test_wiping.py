"""Delete everything: nothing of any text stays in the file, the audit trail does."""

from __future__ import annotations

from contextlib import closing

import pytest
from release_cases import START
from vault_cases import (
    chinese_run,
    conversation,
    decrypted,
    infeasible_run,
    open_vault,
    review_item,
    run,
    send_record,
    turn,
)

from core.domain.errors import StoreError
from core.domain.language import Language
from core.domain.release import SendState
from core.store.audit_records import AuditKind
from core.store.migration import copy_encrypted
from core.store.records import Draft, Stock
from core.store.wiping import KEPT

WORDS = (
    "Orla Quist",
    "张三丰",
    "quokkadraft",
    "quokkaexperience",
    "quokkacalibration",
    "quokkasetting",
    "quokkaprompt",
)


@pytest.fixture
def full(tmp_path):
    with closing(open_vault(tmp_path, create=True)) as vault:
        vault.conversations.save(conversation())
        vault.runs.save(run())
        vault.runs.save(chinese_run())
        vault.runs.save(infeasible_run("run2"))
        vault.reviews.add(review_item(run_id="run2"))
        for state in (SendState.DRAFT, SendState.APPROVED, SendState.SENDING, SendState.SENT):
            vault.releases.record(send_record(state))
        vault.conversations.save(conversation(turns=(turn(),)))
        vault.drafts.save(Draft("d1", "", WORDS[2], "", START))
        vault.experiences.append("hit", {"note": WORDS[3]}, START)
        vault.calibrations.append("curve", {"note": WORDS[4]}, START)
        vault.settings.put("dictionary", {"hide": [WORDS[5]]}, START)
        vault.prompts.append("extract", Language.EN, WORDS[6], "first", START)
        yield vault


def found_in(folder):
    files = [path for path in folder.iterdir() if path.is_file() and path.suffix != ".anchor"]
    databases = [path for path in files if path.name == "vault.db" or path.suffix == ".copy"]
    plain = b"".join(decrypted(path) for path in databases) + b"".join(path.read_bytes() for path in files)
    return [word for word in WORDS if word.encode() in plain or word.encode("utf-16-le") in plain]


def test_the_search_can_find_every_word(full, tmp_path):
    full.database.tidy()
    assert found_in(tmp_path) == list(WORDS)


def test_the_preview_counts_what_goes(full):
    stock = full.stock()
    assert stock == Stock(1, 1, 3, 1, 1, 1, 1, 1, 1, 1, 0, 0, stock.audit_rows)
    assert stock.audit_rows == len(full.audit.rows())


def test_nothing_of_any_text_stays_in_the_file(full, tmp_path):
    before = full.stock()
    assert full.wipe() == before
    assert found_in(tmp_path) == []
    left = full.stock()
    assert left == Stock(audit_rows=before.audit_rows + 1)
    row = full.audit.rows()[-1]
    assert (row.kind, row.body["conversations"], row.body["prompts"]) == (AuditKind.VAULT_WIPED, 1, 1)
    assert full.audit.verify().intact


def test_no_table_but_the_named_ones_holds_a_row(full):
    full.wipe()
    tables = full.database.read(
        lambda it: [row[1] for row in it.execute("PRAGMA table_list") if row[0] == "main" and row[2] == "table"]
    )
    counts = full.database.read(
        lambda it: {name: it.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in tables}
    )
    assert {name for name, count in counts.items() if count} <= {*KEPT, "sqlite_schema", "sqlite_sequence"}


def test_the_vault_goes_on_afterwards(full, tmp_path):
    full.wipe()
    full.conversations.save(conversation(title="六十七岁患者"))
    full.runs.save(run())
    assert [hit.line.id for hit in full.conversations.search("walking shoes suit")] == ["c1"]
    full.conversations.delete_for_ever(("c1",))
    assert full.conversations.search("walking shoes suit") == ()
    assert full.experiences.append("hit", {}, START).number == 2, "a number is never used again"
    full.close()
    with closing(open_vault(tmp_path)) as again:
        assert again.opening.anchor_agrees
        assert again.audit.verify().intact


def test_copies_from_before_a_migration_go_too(full, tmp_path):
    key = "0f" * 32
    full.database.read(lambda connection: copy_encrypted(connection, full.database.path, key, 1))
    assert full.stock().copies == 1
    assert found_in(tmp_path)
    full.wipe()
    assert list(tmp_path.glob("*.copy")) == []


def test_while_a_send_is_on_its_way_nothing_is_deleted(full):
    for state in (SendState.DRAFT, SendState.APPROVED, SendState.SENDING):
        full.releases.record(send_record(state, "rel2", "cert-run2"))
    with pytest.raises(StoreError) as caught:
        full.wipe()
    assert caught.value.code == "store.sending"
    assert full.stock().conversations == 1
    full.releases.record(send_record(SendState.UNKNOWN, "rel2", "cert-run2"))
    full.wipe()
    assert full.stock().releases == 0
