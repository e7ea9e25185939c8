"""SEC-01, SEC-02, SEC-19: a session with the vault leaves no text outside ciphertext, in no file and no stream."""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from release_cases import NAME, START, GatewayHarness, dry_run, gather
from shared_engine import builtin_engine
from vault_cases import KEY, decrypted, open_vault

from app.log import describe, event_log
from app.vault.service import VaultService
from app.vault.values import conversation_of, outcome_of, stored_conversation, stored_run, stored_turn, title_of
from core.domain.errors import DrslError, StoreError
from core.domain.language import Language
from core.domain.request import Request
from core.domain.secret import Secret
from core.domain.taxonomy import Domain
from core.engine.conversation import Conversation, SentTurn
from core.keys.custody import SessionKeyStore
from core.logbook.events import EventLog
from core.release.approval import approve
from core.store.encrypted_connection import open_store
from core.store.records import Draft, ReviewDecision, ReviewItem, ReviewState

CANARIES = ("Quillfeather-Zanzibar", "司马望舒清和", "canary.9182@post.example", "18055512349")
PROMPT = f"I am Imogen {CANARIES[0]} ({CANARIES[2]}, {CANARIES[3]}). My colleague {CANARIES[1]} asks: which shoes?"
PASSPHRASE = Secret("canary passphrase quokka")


def traces(content):
    words = (*CANARIES, PASSPHRASE.reveal())
    return [
        word
        for word in words
        for spelling in (word.encode(), word.encode("utf-16-le"), word.encode("utf-16-be"))
        if spelling in content
    ]


def session(folder, engine):
    """Everything the program keeps, kept: a run, a send, an answer, a review, a draft; then a backup and the lock."""
    service = VaultService(folder, SessionKeyStore())
    plan = service.plan(PASSPHRASE)
    vault = service.create(plan.confirm(plan.recovery.reveal()))
    conversation = Conversation()
    outcome = engine.sanitize(Request(PROMPT), conversation)
    now = datetime.now(UTC)

    def keep(turns=()):
        vault.conversations.save(
            stored_conversation(
                conversation, turns, title=title_of(PROMPT), language=Language.EN, domain=Domain.GENERAL,
                created_at=now, updated_at=now,
            )
        )  # fmt: skip

    keep()
    vault.runs.save(stored_run(outcome, identifier="run1", conversation_id=conversation.id, started_at=now))
    gateway = GatewayHarness(journal=vault.releases).gateway
    parcel = gateway.pack(
        outcome.verdict.artifact, outcome.verdict.sensitive, outcome.certificate, dry_run(), outcome.language
    )
    approval = approve(parcel.certificate, parcel.artifact, parcel.destination, "reviewer", START, "looked at")
    ticket = gateway.admit(parcel, approval)
    vault.releases.approved(parcel.id, approval, ticket)
    gather(gateway.send(ticket, parcel))
    sent = SentTurn(outcome.verdict.sensitive, outcome.verdict.artifact, "answer")
    conversation.record(sent)
    keep((stored_turn(sent, PROMPT, f"Dear {CANARIES[1]}", now, "run1", parcel.id),))
    item = ReviewItem(
        "item1", conversation.id, "run1", Domain.GENERAL, Language.EN, "review.parked", (), None, now, now,
        title=CANARIES[0],
    )  # fmt: skip
    vault.reviews.add(item)
    vault.reviews.decide("item1", ReviewDecision(ReviewState.REJECTED, "reviewer", now, f"because {CANARIES[0]}"))
    vault.drafts.save(Draft("d", conversation.id, f"half {CANARIES[1]}", "", now))
    assert vault.conversations.search(CANARIES[1])
    return service, vault, conversation, outcome


@pytest.mark.slow
@pytest.mark.expects_log("drsl.vault")
def test_sec_02_no_canary_stands_in_any_file_or_stream(tmp_path, monkeypatch, capfdbinary):
    home, temporary = tmp_path / "home", tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    monkeypatch.setattr(tempfile, "tempdir", None)
    with event_log(home / "logs" / "events.log"):
        service, vault, conversation, outcome = session(home / "data", builtin_engine())
        EventLog("vault").info("vault.opened", count=1)
        service.back_up(home / "kept.drslbak", PASSPHRASE)
        with pytest.raises(DrslError) as caught:
            vault.runs.load(CANARIES[0])
        EventLog("vault").failure(caught.value)
        # What a crash report would be made of (SEC-19): class, code and frames.
        assert not traces(describe(caught.value).encode())
        seen = {}
        for path in [*home.rglob("*"), *temporary.rglob("*")]:
            if path.is_file():
                seen[path.name] = traces(path.read_bytes())
        service.lock()
    for path in [*home.rglob("*"), *temporary.rglob("*")]:
        if path.is_file():
            seen[f"{path.name} after"] = traces(path.read_bytes())
    assert {"vault.db", "vault.db-wal", "vault.keys.json", "kept.drslbak", "events.log"} <= seen.keys()
    assert not any(seen.values()), seen
    captured = capfdbinary.readouterr()
    assert not traces(captured.out + captured.err)
    with closing(service.unlock_with_passphrase(PASSPHRASE)) as again:
        assert outcome_of(again.runs.load("run1")) == outcome
        back = conversation_of(again.conversations.load(conversation.id))
        assert back.turns == conversation.turns
        assert back.vault.entries() == conversation.vault.entries()
        assert back.key == conversation.key
        assert back.levels == conversation.levels
    service.lock()


def test_sec_02_the_search_for_canaries_can_find_them(tmp_path):
    with closing(open_vault(tmp_path, create=True)) as vault:
        vault.drafts.save(Draft("d", "", PROMPT, "", START))
    assert not traces((tmp_path / "vault.db").read_bytes())
    assert set(traces(decrypted(tmp_path / "vault.db"))) == set(CANARIES)


@pytest.mark.parametrize("key", ["", "0f" * 31, "0f" * 33, "f0" * 32, "x'" + "0f" * 31, KEY.reveal().upper()])
def test_sec_01_only_the_key_opens_and_no_message_holds_it(tmp_path, key):
    open_vault(tmp_path, create=True).close()
    with pytest.raises(StoreError) as caught:
        open_store(tmp_path / "vault.db", key)
    assert not key or key not in f"{caught.value!r}"


def test_sec_01_a_planted_plaintext_vault_is_refused(tmp_path):
    with closing(sqlite3.connect(tmp_path / "vault.db")) as plain:
        plain.execute("CREATE TABLE meta (key TEXT, value TEXT)")
    for create in (False, True):
        with pytest.raises(StoreError):
            open_vault(tmp_path, create=create)


@settings(max_examples=30)
@given(key=st.text(max_size=80))
def test_sec_01_no_other_text_is_taken_for_a_key(key):
    with tempfile.TemporaryDirectory() as folder, pytest.raises(StoreError) as caught:
        open_store(Path(folder) / "x.db", key, create=True)
    assert caught.value.code == "store.key_format"


def test_a_conversation_goes_on_with_the_same_tokens(tmp_path):
    engine = builtin_engine()
    conversation = Conversation()
    first = engine.sanitize(Request(f"I am {NAME}, call me at 18055512349."), conversation)
    conversation.record(SentTurn(first.verdict.sensitive, first.verdict.artifact, "ok"))
    stored = stored_conversation(
        conversation, (), title="t", language=Language.EN, domain=Domain.GENERAL, created_at=START, updated_at=START
    )
    with closing(open_vault(tmp_path, create=True)) as vault:
        turn = stored_turn(conversation.turns[0], "x", "y", START)
        vault.conversations.save(replace(stored, turns=(turn,)))
        again = conversation_of(vault.conversations.load(conversation.id))
    request = Request(f"{NAME} again at 18055512349.")
    one = engine.sanitize(replace(request, earlier=conversation.disclosed), conversation)
    other = engine.sanitize(replace(request, earlier=again.disclosed), again)
    assert one.verdict.artifact.text == other.verdict.artifact.text
    assert one.verdict.artifact.levels == other.verdict.artifact.levels


def test_titles_are_short_and_on_one_line():
    assert title_of("a\n b") == "a b"
    assert len(title_of("word " * 99)) <= 80
    assert title_of("x\r\ny") == "x y"
