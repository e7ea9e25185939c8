"""Finding: conversations mixed, and the number on the button was not that of the request."""

from __future__ import annotations

from dataclasses import replace

import pytest
from vault_cases import conversation, open_vault, review_item, run, turn

from core.domain.errors import StoreError
from core.net.envelope import EarlierTurn, Envelope


def test_deleting_a_conversation_takes_no_run_of_another(tmp_path):
    vault = open_vault(tmp_path, create=True)
    try:
        for name in ("gone", "kept"):
            vault.conversations.save(conversation(name))
            vault.runs.save(run(f"run-{name}", name))
            vault.conversations.save(conversation(name, turns=(turn(release_id=""),)))
        vault.conversations.delete_for_ever(["gone"])
        assert vault.runs.load("run-kept").conversation_id == "kept"
        assert [line.id for line in vault.runs.of_conversation("kept")] == ["run-kept"]
        assert vault.runs.of_conversation("gone") == ()
        assert len(vault.conversations.load("kept").turns) == 1
    finally:
        vault.close()


def test_nothing_of_one_conversation_is_filed_under_another(tmp_path):
    vault = open_vault(tmp_path, create=True)
    try:
        for name in ("one", "other"):
            vault.conversations.save(conversation(name))
            vault.runs.save(run(f"run-{name}", name))
        item = review_item("waits", conversation_id="one", run_id="run-other")
        with pytest.raises(StoreError) as refused:
            vault.reviews.add(item)
        assert refused.value.code == "store.no_run"
        vault.reviews.add(replace(item, run_id="run-one"))
        with pytest.raises(StoreError):
            vault.reviews.update(item)
        with pytest.raises(StoreError):
            vault.conversations.save(conversation("one", turns=(turn(run_id="run-other"),)))
        vault.conversations.delete_for_ever(["other"])
        assert vault.reviews.load("waits").run_id == "run-one"
    finally:
        vault.close()


def test_the_whole_request_is_counted_and_named_in_its_order():
    envelope = Envelope("今天", "Answer briefly.", (EarlierTurn("first", "réponse"),))
    assert envelope.texts == ("Answer briefly.", "first", "réponse", "今天")
    assert envelope.prompt_bytes + envelope.system_bytes + envelope.earlier_bytes == sum(
        len(text.encode()) for text in envelope.texts
    )
    others = (
        Envelope("今天", "Answer.", envelope.earlier),
        Envelope("今天", envelope.system),
        Envelope("今天", envelope.system, (EarlierTurn("first", "other"),)),
    )
    assert envelope.sha256 not in {other.sha256 for other in others}
