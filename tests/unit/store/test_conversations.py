"""Conversations: kept whole, found again, deleted for ever."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from datetime import timedelta

import pytest
from release_cases import START
from vault_cases import (
    CHINESE,
    ENGLISH,
    KEY,
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
from core.domain.taxonomy import Domain
from core.domain.verdict import VerdictKind
from core.store.audit_records import AuditKind
from core.store.records import Deletion, Draft, HistoryFilter, Part
from core.store.search import excerpt, folded, words_of


@pytest.fixture
def vault(tmp_path):
    with closing(open_vault(tmp_path, create=True)) as opened:
        yield opened


def refused(work):
    with pytest.raises(StoreError) as caught:
        work()
    return caught.value.code


def test_a_conversation_comes_back_whole_and_grows(vault):
    first = conversation(turns=(turn(),))
    vault.conversations.save(first)
    assert vault.conversations.load("c1") == first
    longer = replace(first, turns=(replace(turn(), restored_answer="Another."), turn("And for winter?")), title="Shoes")
    vault.conversations.save(longer)
    assert vault.conversations.load("c1") == longer
    assert refused(lambda: vault.conversations.save(first)) == "store.turns_lost"
    assert refused(lambda: vault.conversations.load("none")) == "store.no_conversation"


def test_history_lists_the_latest_first_and_filters(vault):
    for number in range(4):
        language = Language.ZH if number % 2 else Language.EN
        vault.conversations.save(
            conversation(f"c{number}", language=language, updated_at=START + timedelta(days=number))
        )
    vault.runs.save(infeasible_run("r0", "c0"))
    ids = [line.id for line in vault.conversations.list()]
    assert ids == ["c3", "c2", "c1", "c0"]
    assert [line.id for line in vault.conversations.list(limit=2, offset=1)] == ["c2", "c1"]
    chosen = HistoryFilter(language=Language.ZH, since=START + timedelta(days=2))
    assert [line.id for line in vault.conversations.list(chosen)] == ["c3"]
    assert [line.id for line in vault.conversations.list(HistoryFilter(verdict=VerdictKind.INFEASIBLE))] == ["c0"]
    assert vault.conversations.count(HistoryFilter(domain=Domain.MEDICAL)) == 0
    assert vault.conversations.count(HistoryFilter(until=START + timedelta(days=1))) == 1
    line = vault.conversations.list(HistoryFilter(verdict=VerdictKind.INFEASIBLE))[0]
    assert (line.runs, line.turns, line.verdict) == (1, 0, VerdictKind.INFEASIBLE)


def texts(vault):
    vault.conversations.save(conversation("en", turns=(turn(),)))
    vault.conversations.save(conversation("zh", title="饮食", language=Language.ZH))
    vault.runs.save(replace(chinese_run(), conversation_id="zh"))


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("walking shoes", ["en"]),
        ("WALKING", ["en"]),
        ("alkin", ["en"]),
        ('"walking shoes suit"', ["en"]),
        ('"shoes walking"', []),
        ("Orla soles", ["en"]),
        ("walking soles", []),
        ("Orla", ["en"]),
        ("张三丰", ["zh"]),
        ("三丰", ["zh"]),
        ("丰", ["zh"]),
        ("饮食", ["zh"]),
        ("電話", []),
        ("１３８００", ["zh"]),
        ("67", ["en"]),
        ("6_", []),
        ("%", []),
        ('"', []),
        ("", []),
        ("zz", []),
        ("AND", []),
        ("shoes OR", ["en"]),
        ("text:shoes", []),
        ("shoes*", []),
        ("(shoes", []),
    ],
)
def test_search_finds_parts_of_words_in_both_languages(vault, query, found):
    texts(vault)
    assert [hit.line.id for hit in vault.conversations.search(query)] == found


def test_a_hit_shows_where(vault):
    texts(vault)
    hit = vault.conversations.search("张三丰")[0]
    assert hit.part is Part.ORIGINAL
    assert hit.snippet[hit.start : hit.end] == "张三丰"
    assert hit.snippet == folded(CHINESE)
    assert vault.conversations.search("Orla", HistoryFilter(language=Language.ZH)) == ()
    assert vault.conversations.search("姓名_1")[0].part is Part.SENT
    assert vault.conversations.search("soft soles")[0].part is Part.ANSWER


def test_search_follows_what_changes(vault):
    vault.conversations.save(conversation(turns=(turn(),)))
    vault.conversations.save(conversation(title="Pumpernickel", turns=(turn(restored="No idea at all."),)))
    assert [hit.part for hit in vault.conversations.search("pumper")] == [Part.TITLE]
    assert vault.conversations.search("soles") == ()
    assert vault.conversations.search("no idea")[0].part is Part.ANSWER


def test_words_and_excerpts():
    assert words_of('  a "b  c" a d"e ') == ("a", "b c", "de")
    assert words_of("x " * 500) == ("x",)
    shown, start, end = excerpt("a" * 500 + "needle" + "b" * 500, ("NEEDLE",))
    assert shown[start:end] == "needle"
    assert excerpt("İstanbul ß needle", ("needle",))[1:] == (-1, -1)
    assert excerpt("nothing", ("else",)) == ("nothing", -1, -1)


def full(vault, identifier, word):
    """A conversation with something in every table that can hold text."""
    vault.conversations.save(conversation(identifier, title=f"title {word}"))
    stored = run(f"run-{identifier}", identifier)
    stored = replace(
        stored,
        request=replace(stored.request, text=f"{ENGLISH} {word}"),
        certificate=replace(stored.certificate, overrides={"a2": f"because {word}"}),
    )
    vault.runs.save(stored)
    release = f"rel-{identifier}"
    for state in (SendState.DRAFT, SendState.APPROVED, SendState.SENDING, SendState.SENT):
        vault.releases.record(send_record(state, release, stored.certificate.id))
    vault.conversations.save(
        conversation(
            identifier, title=f"title {word}", turns=(turn(f"{ENGLISH} {word}", f"answer {word}", release_id=release),)
        )
    )
    item = replace(review_item(f"item-{identifier}"), conversation_id=identifier, run_id=stored.id, title=word)
    vault.reviews.add(item)
    vault.drafts.save(Draft(f"d-{identifier}", identifier, f"draft {word}", "", START))


def test_deleting_for_ever_leaves_no_byte_behind(vault, tmp_path):
    full(vault, "gone", "zanzibarquail")
    full(vault, "kept", "othertopic")
    vault.database.tidy()
    path = tmp_path / "vault.db"
    assert b"zanzibarquail" in decrypted(path)
    (tmp_path / "vault.db.before-0.aa.copy").write_bytes(b"old")
    assert vault.conversations.delete_for_ever(["gone", "unknown"]) == Deletion(1, 1, 1, 1)
    assert (tmp_path / "vault.db-wal").stat().st_size == 0
    assert not list(tmp_path.glob("*.copy"))
    plain = decrypted(path)
    for trace in (b"zanzibarquail", b"zanzi", b"quail", "zanzibarquail".encode("utf-16-le")):
        assert trace not in plain
    assert b"othertopic" in plain
    assert vault.conversations.search("zanzibar") == ()
    assert [line.id for line in vault.conversations.list()] == ["kept"]
    assert refused(lambda: vault.runs.load("run-gone")) == "store.no_run"
    assert refused(lambda: vault.reviews.load("item-gone")) == "store.no_review"
    assert vault.releases.state("rel-gone") is None
    assert vault.releases.state("rel-kept") is SendState.SENT
    assert [draft.id for draft in vault.drafts.list()] == ["d-kept"]
    assert vault.audit.verify().intact
    assert [row.subject for row in vault.audit.rows() if row.kind is AuditKind.CONVERSATION_DELETED] == ["gone"]


def test_no_index_entry_points_nowhere_after_a_deletion(vault):
    full(vault, "gone", "zanzibarquail")
    full(vault, "kept", "othertopic")
    vault.conversations.delete_for_ever(["gone"])
    # FTS5's own check compares index and content; it raises when they differ.
    vault.database.write(lambda it: it.execute("INSERT INTO search(search, rank) VALUES ('integrity-check', 1)"))
    rows = vault.database.read(lambda it: it.execute("SELECT count(*) FROM search_text").fetchone()[0])
    assert rows == 6


def test_retention_deletes_what_is_due_and_only_that(vault):
    vault.conversations.save(conversation("short"))
    vault.conversations.save(conversation("long"))
    vault.conversations.save(conversation("kept"))
    vault.conversations.keep_until("short", START + timedelta(days=1))
    vault.conversations.keep_until("long", START + timedelta(days=9))
    assert vault.expire(START + timedelta(hours=23)).conversations == 0
    assert vault.expire(START + timedelta(days=1)).conversations == 1
    assert {line.id for line in vault.conversations.list()} == {"long", "kept"}
    vault.conversations.keep_until("long", None)
    assert vault.expire(START + timedelta(days=99)).conversations == 0


def test_a_title_can_be_changed(vault):
    vault.conversations.save(conversation())
    vault.conversations.rename("c1", "Neue Schuhe")
    assert vault.conversations.list()[0].title == "Neue Schuhe"
    assert vault.conversations.search("schuhe")[0].part is Part.TITLE


def test_nothing_of_a_conversation_stands_in_any_file(vault, tmp_path):
    full(vault, "gone", "zanzibarquail")
    content = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for word in ("zanzibarquail", "Orla Quist", KEY.reveal()):
        for spelling in (word.encode(), word.encode("utf-16-le")):
            assert spelling not in content


def test_an_attempt_that_any_window_has_seen_stays_spent(vault):
    vault.conversations.save(conversation("c1", attempts={"a": 3, "b": 1}))
    vault.conversations.save(conversation("c1", attempts={"a": 2, "c": 1}))
    assert vault.conversations.load("c1").attempts == {"a": 3, "b": 1, "c": 1}
