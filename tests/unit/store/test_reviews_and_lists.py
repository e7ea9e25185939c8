"""The reviewer queue with undo without limit, and the append-only lists."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from datetime import timedelta

import pytest
from release_cases import START
from vault_cases import TickingClock, conversation, infeasible_run, open_vault, review_item

from core.domain.errors import StoreError
from core.domain.language import Language
from core.domain.taxonomy import Domain
from core.store.audit_records import AuditKind
from core.store.records import (
    Draft,
    ReviewAction,
    ReviewDecision,
    ReviewFilter,
    ReviewOrder,
    ReviewState,
    ReviewStep,
)


@pytest.fixture
def vault(tmp_path):
    with closing(open_vault(tmp_path, create=True, clock=TickingClock())) as opened:
        opened.conversations.save(conversation())
        opened.runs.save(infeasible_run())
        yield opened


def refused(work):
    with pytest.raises(StoreError) as caught:
        work()
    return caught.value.code


def step(number, **changes):
    base = ReviewStep(
        ReviewAction.LEVEL, "a1", number, number + 1, f"before {number}", f"after {number}", "reviewer", START, "why"
    )
    return replace(base, **changes)


def test_an_item_comes_back_and_shows_in_the_queue(vault):
    vault.reviews.add(review_item())
    assert vault.reviews.load("item1") == review_item()
    line = vault.reviews.list()[0]
    assert (line.id, line.attributes, line.hits, line.k, line.state) == ("item1", ("a1",), 1, 3.0, ReviewState.OPEN)
    assert refused(lambda: vault.reviews.add(review_item())) == "store.review_exists"
    assert refused(lambda: vault.reviews.add(review_item("x", run_id="none"))) == "store.no_run"
    assert refused(lambda: vault.reviews.add(review_item("x", conversation_id="none"))) == "store.no_conversation"
    assert refused(lambda: vault.reviews.load("none")) == "store.no_review"


def test_the_queue_sorts_and_filters(vault):
    hits = review_item().residual[0]
    vault.reviews.add(review_item("old", k=None))
    vault.reviews.add(review_item("new", waiting_since=START + timedelta(days=1), k=2.0, residual=(hits, hits)))
    vault.reviews.add(
        review_item("zh", language=Language.ZH, domain=Domain.TRAVEL, residual=(), reason="review.parked")
    )
    orders = {
        ReviewOrder.OLDEST: ["old", "zh", "new"],
        ReviewOrder.NEWEST: ["new", "old", "zh"],
        ReviewOrder.MOST_HITS: ["new", "old", "zh"],
        ReviewOrder.SMALLEST_K: ["new", "zh", "old"],
    }
    for order, wanted in orders.items():
        assert [line.id for line in vault.reviews.list(order=order)] == wanted
    assert [line.id for line in vault.reviews.list(ReviewFilter(language=Language.ZH))] == ["zh"]
    assert [line.id for line in vault.reviews.list(ReviewFilter(domain=Domain.MEDICAL), limit=1, offset=1)] == ["new"]
    assert [line.id for line in vault.reviews.list(ReviewFilter(reason="review.parked"))] == ["zh"]
    assert vault.reviews.list(ReviewFilter(states=frozenset({ReviewState.REJECTED}))) == ()


def test_undo_and_redo_have_no_limit_and_survive_a_restart(vault, tmp_path):
    vault.reviews.add(review_item())
    for number in range(50):
        vault.reviews.act("item1", step(number))
    for number in reversed(range(50)):
        history = vault.reviews.undo("item1")
        assert history.applied == number
    assert refused(lambda: vault.reviews.undo("item1")) == "store.nothing_to_undo"
    vault.close()
    with closing(open_vault(tmp_path)) as again:
        for _ in range(50):
            history = again.reviews.redo("item1")
        assert history.in_force == tuple(step(number) for number in range(50))
        assert refused(lambda: again.reviews.redo("item1")) == "store.nothing_to_redo"
        assert again.audit.verify().intact


def test_a_new_step_ends_what_could_be_redone_but_nothing_is_forgotten(vault):
    vault.reviews.add(review_item())
    for number in range(3):
        vault.reviews.act("item1", step(number))
    vault.reviews.undo("item1")
    vault.reviews.undo("item1")
    history = vault.reviews.act("item1", step(9))
    assert history.steps == (step(0), step(9))
    assert not history.can_redo
    assert vault.reviews.history("item1") == history
    kept = vault.database.read(lambda it: it.execute("SELECT count(*) FROM review_step").fetchone()[0])
    assert kept == 4


def test_decisions_need_a_person_and_a_reason_and_are_never_overwritten(vault):
    vault.reviews.add(review_item())
    for state in ReviewState:
        if state is not ReviewState.OPEN:
            decision = ReviewDecision(state, "reviewer", START, "  ")
            assert refused(lambda given=decision: vault.reviews.decide("item1", given)) == "store.reason_required"
    assert refused(lambda: vault.reviews.decide("item1", ReviewDecision(ReviewState.REJECTED, " ", START, "no"))) == (
        "store.nobody"
    )
    rejected = ReviewDecision(ReviewState.REJECTED, "reviewer", START, "too much")
    reopened = ReviewDecision(ReviewState.OPEN, "reviewer", START + timedelta(hours=1))
    sent = ReviewDecision(ReviewState.APPROVED_SENT, "other", START + timedelta(hours=2), "fine now", "rel9")
    for decision in (rejected, reopened, sent):
        vault.reviews.decide("item1", decision)
    assert vault.reviews.decisions("item1") == (rejected, reopened, sent)
    assert vault.reviews.load("item1").state is ReviewState.APPROVED_SENT
    assert vault.reviews.counts() == {ReviewState.APPROVED_SENT: 1}
    assert vault.reviews.list() == ()


def test_an_update_follows_a_new_verification_and_leaves_state_and_age(vault):
    vault.reviews.add(review_item())
    vault.reviews.decide("item1", ReviewDecision(ReviewState.PARKED, "reviewer", START, "later"))
    vault.runs.save(infeasible_run("run2"))
    later = START + timedelta(days=3)
    vault.reviews.update(review_item(run_id="run2", residual=(), k=8.0, waiting_since=later, updated_at=later))
    item = vault.reviews.load("item1")
    assert (item.run_id, item.residual, item.k) == ("run2", (), 8.0)
    assert (item.state, item.waiting_since, item.updated_at) == (ReviewState.PARKED, START, later)
    assert vault.reviews.list()[0].hits == 0


def test_drafts_are_kept_until_discarded(vault):
    first = Draft("d1", "", "half a sent", "", START)
    vault.drafts.save(first)
    vault.drafts.save(replace(first, text="half a sentence", updated_at=START + timedelta(seconds=2), place=15))
    vault.drafts.save(Draft("d2", "c1", "другой 草稿", "task", START))
    assert [draft.text for draft in vault.drafts.list()] == ["half a sentence", "другой 草稿"]
    vault.drafts.discard("d1")
    vault.drafts.discard("d1")
    assert [draft.id for draft in vault.drafts.list()] == ["d2"]


def test_lists_only_grow(vault):
    first = vault.experiences.append("refusal", {"type": "AGE", "n": 3, "rate": 0.5}, START)
    second = vault.experiences.append("hit", {"type": "CITY"}, START)
    assert vault.experiences.list() == (first, second)
    assert vault.experiences.list("hit") == (second,)
    assert vault.experiences.list(after=first.number, limit=5) == (second,)
    assert vault.calibrations.list() == ()
    vault.calibrations.append("recall", {"ceiling": 0.97}, START)
    assert vault.calibrations.list()[0].body == {"ceiling": 0.97}
    assert refused(lambda: vault.experiences.append("x", {"bad": float("nan")}, START)) == "store.value"
    assert refused(lambda: vault.experiences.append("x", {"bad": {1, 2}}, START)) == "store.value"


def test_prompt_versions_count_up_per_language_and_a_rollback_is_a_version(vault):
    one = vault.prompts.append("rewrite", Language.EN, "text one", "first", START)
    two = vault.prompts.append("rewrite", Language.EN, "text two", "better", START)
    zh = vault.prompts.append("rewrite", Language.ZH, "文本", "first", START)
    back = vault.prompts.append("rewrite", Language.EN, "text one", "worse", START, repeats=1)
    assert [item.version for item in (one, two, zh, back)] == [1, 2, 1, 3]
    assert vault.prompts.list("rewrite") == (one, two, back, zh)
    assert vault.prompts.latest("rewrite", Language.EN) == back
    assert vault.prompts.latest("none", Language.EN) is None
    assert (
        refused(lambda: vault.prompts.append("rewrite", Language.ZH, "x", "y", START, repeats=9)) == "store.no_prompt"
    )


def test_settings_that_matter(vault):
    vault.settings.put("dictionary.always", {"张三": "PERSON"}, START)
    assert vault.settings.get("dictionary.always") == {"张三": "PERSON"}
    assert vault.settings.get("none") is None
    vault.settings.remove("dictionary.always")
    assert vault.settings.get("dictionary.always") is None
    assert refused(lambda: vault.settings.put("x", object(), START)) == "store.value"
    assert [row.kind for row in vault.audit.rows()][-1] is AuditKind.SETTING
