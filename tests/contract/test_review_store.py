"""The queue in the vault and the one in memory keep the same promises."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from datetime import timedelta

import pytest

pytest.importorskip("PySide6.QtCore", reason="the window is not installed here")

from review_cases import CHINESE, ENGLISH, START, case
from vault_cases import TickingClock, open_vault

from app.review.store import VaultReviewStore
from core.domain.errors import StoreError
from core.domain.language import Language
from core.store.records import ReviewAction, ReviewDecision, ReviewFilter, ReviewOrder, ReviewState, ReviewStep
from ui.review.viewmodels.memory_store import MemoryReviewStore


@pytest.fixture(params=["memory", "vault"])
def store(request, tmp_path):
    if request.param == "memory":
        yield MemoryReviewStore()
        return
    with closing(open_vault(tmp_path, create=True, clock=TickingClock())) as vault:
        yield VaultReviewStore(vault)


def refused(work):
    with pytest.raises(StoreError) as caught:
        work()
    return caught.value.code


def step(number):
    return ReviewStep(ReviewAction.LEVEL, "a1", 0, number, "before", f"after {number}", "reviewer", START, group="g")


def test_what_is_queued_comes_back_whole(store):
    queued = case()
    store.queue(queued)
    opened = store.open(queued.item.id)
    assert opened.item == queued.item
    assert opened.outcome.verdict == queued.outcome.verdict
    assert opened.conversation.key == queued.conversation.key
    assert opened.history.in_force == ()
    assert refused(lambda: store.queue(queued)) == "store.review_exists"
    assert refused(lambda: store.open("none")) == "store.no_review"


def test_filters_orders_and_counts(store):
    old, new = case(ENGLISH, now=START), case(CHINESE, now=START + timedelta(days=2))
    for queued in (old, new):
        store.queue(queued)
    assert [line.id for line in store.list()] == [old.item.id, new.item.id]
    assert [line.id for line in store.list(order=ReviewOrder.NEWEST)] == [new.item.id, old.item.id]
    assert [line.id for line in store.list(ReviewFilter(language=Language.ZH))] == [new.item.id]
    assert [line.id for line in store.list(ReviewFilter(before=START + timedelta(days=1)))] == [old.item.id]
    assert [line.id for line in store.list(limit=1, offset=1)] == [new.item.id]
    assert store.list(ReviewFilter(domain=old.item.domain, reason="none")) == ()
    assert sum(store.counts().values()) == 2


def test_ui_34_claims_show_their_owner_and_their_age(store):
    queued = case(author="somebody")
    store.queue(queued)
    assert store.claim(queued.item.id, "reviewer", START).claimed_by == "reviewer"
    line = store.list()[0]
    assert (line.author, line.claimed_by, line.claimed_at) == ("somebody", "reviewer", START)
    assert store.claim(queued.item.id, "", START).claimed_at is None
    assert store.list()[0].claimed_by == ""


def test_steps_undo_and_redo(store):
    queued = case()
    store.queue(queued)
    identifier = queued.item.id
    store.act(identifier, step(1))
    store.act(identifier, step(2))
    assert [item.level_after for item in store.undo(identifier).in_force] == [1]
    assert [item.level_after for item in store.redo(identifier).in_force] == [1, 2]
    store.undo(identifier)
    store.act(identifier, step(3))
    assert refused(lambda: store.redo(identifier)) == "store.nothing_to_redo"
    assert [item.level_after for item in store.open(identifier).history.in_force] == [1, 3]
    store.undo(identifier)
    store.undo(identifier)
    assert refused(lambda: store.undo(identifier)) == "store.nothing_to_undo"


def test_decisions_need_a_reason_and_a_name(store):
    queued = case()
    store.queue(queued)
    identifier = queued.item.id
    decision = ReviewDecision(ReviewState.REJECTED, "reviewer", START, "not needed")
    assert refused(lambda: store.decide(identifier, replace(decision, reason=" "))) == "store.reason_required"
    assert refused(lambda: store.decide(identifier, replace(decision, reviewer=" "))) == "store.nobody"
    store.decide(identifier, decision)
    assert store.list() == ()
    assert store.open(identifier).item.state is ReviewState.REJECTED
    store.decide(identifier, ReviewDecision(ReviewState.OPEN, "reviewer", START))
    assert len(store.list()) == 1
    assert [item.state for item in store.decisions(identifier)] == [ReviewState.REJECTED, ReviewState.OPEN]


def test_the_place_is_kept(store):
    assert dict(store.load_place()) == {}
    store.save_place({"item": "x", "cards": {"x": 2}, "recent": ["why"]})
    assert dict(store.load_place()) == {"item": "x", "cards": {"x": 2}, "recent": ["why"]}
