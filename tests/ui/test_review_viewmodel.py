"""The review without a window: choices, predictions, undo, bulk, claims, decisions."""

from __future__ import annotations

from contextlib import closing

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QCoreApplication
from review_bench import Bench
from review_cases import CHINESE, ENGLISH, case
from vault_cases import TickingClock, open_vault

from app.review.store import VaultReviewStore
from core.domain.taxonomy import Kind
from core.domain.verdict import VerdictKind
from core.release.parcel import Parcel
from core.store.records import ReviewAction, ReviewState
from ui.release.viewmodels.choices import Choice, Choices
from ui.review.viewmodels.bulk import BulkPlan
from ui.review.viewmodels.memory_store import MemoryReviewStore
from ui.review.viewmodels.moves import Word
from ui.review.viewmodels.reasons import ReviewOperation
from ui.review.viewmodels.release import ReleasePhase
from ui.review.viewmodels.review import ReviewViewModel
from ui.shared.viewmodels.ports import AnswerEnded, Connected, HandedOver, SendFailed
from ui.shared.viewmodels.preferences import MANUAL

pytestmark = pytest.mark.usefixtures("qapp")


def settle(bench: Bench) -> None:
    bench.run()
    QCoreApplication.sendPostedEvents()


def choose(bench: Bench, type_id: str, choice: Choice) -> None:
    bench.review.choose(choice, bench.attribute(type_id))
    settle(bench)


def state(bench: Bench) -> dict[str, object]:
    """Everything that a review can change."""
    lines = [*bench.store.list(), *bench.store.list(_decided())]
    return {line.id: (Choices.of(bench.store.open(line.id).history.in_force).key, line.state) for line in lines}


def _decided() -> object:
    from core.store.records import ReviewFilter
    from ui.review.viewmodels.queue import DECIDED

    return ReviewFilter(states=DECIDED)


def test_every_choice_is_predicted_before_it_is_made() -> None:
    bench = Bench()
    bench.put(ENGLISH)
    review = bench.review
    name = bench.attribute("AGE")
    place = next(row for row, card in enumerate(review.cards) if card.attribute.id == name)
    review.go_card(place)
    settle(bench)
    current = review.current
    assert current is not None
    actions = [option.choice.action for option in current.options]
    assert actions[-3:] == [ReviewAction.REMOVE, ReviewAction.KEEP, ReviewAction.NOT_SENSITIVE]
    assert review.choices.empty
    before = review.forecast.assessed
    assert before is not None
    level = current.options[0]
    choose(bench, "AGE", level.choice)
    after = review.forecast.assessed
    assert after is not None
    assert (after.prediction.utility, after.prediction.k) == (level.prediction.utility, level.prediction.k)
    assert level.rendered in review.proposal


def test_an_explicit_identifier_is_never_kept_but_can_be_marked_with_a_reason() -> None:
    bench = Bench()
    bench.put(ENGLISH)
    review = bench.review
    choose(bench, "PERSON", Choice(ReviewAction.KEEP, 0, "why not"))
    assert review.problem is not None
    assert review.problem.code == "review.explicit_kept"
    assert review.choices.empty
    choose(bench, "PERSON", Choice(ReviewAction.NOT_SENSITIVE))
    assert review.problem.code == "store.reason_required"
    choose(bench, "PERSON", Choice(ReviewAction.NOT_SENSITIVE, -1, "a name from a novel"))
    assert review.problem is None
    assert "Iris Kettle" in review.proposal
    assert review.place.recent[0] == "a name from a novel"


def test_undo_restores_and_the_check_certifies_exactly_the_choices() -> None:
    bench = Bench()
    bench.put(ENGLISH)
    review = bench.review
    first = review.proposal
    choose(bench, "AGE", Choice(ReviewAction.REMOVE, 3))
    chosen = review.proposal
    assert chosen != first
    review.check()
    settle(bench)
    assert review.release.outcome is not None
    assert review.release.outcome.verdict.artifact.text == chosen
    review.undo()
    settle(bench)
    assert review.proposal == first
    assert review.release.outcome is None, "the certificate was about other choices"


def test_an_edit_is_checked_as_it_is_and_a_later_choice_keeps_it() -> None:
    bench = Bench()
    bench.put(ENGLISH)
    review = bench.review
    review.begin_edit()
    review.end_edit("What should somebody eat?")
    settle(bench)
    assert review.proposal == "What should somebody eat?"
    review.check()
    settle(bench)
    assert review.release.outcome is not None
    assert review.release.outcome.verdict.artifact.text == "What should somebody eat?"
    choose(bench, "AGE", Choice(ReviewAction.REMOVE, 3))
    assert review.proposal == "What should somebody eat?"
    review.undo()
    settle(bench)
    assert review.proposal == "What should somebody eat?"


def test_a_choice_changes_its_own_words_and_leaves_the_words_of_the_hand() -> None:
    bench = Bench()
    bench.put(ENGLISH)
    review = bench.review
    before = review.proposal
    review.begin_edit()
    review.end_edit(before + " Please be brief.")
    settle(bench)
    choose(bench, "AGE", Choice(ReviewAction.REMOVE, 3))
    assert review.proposal.endswith(" Please be brief.")
    assert review.proposal != before + " Please be brief."
    review.check()
    settle(bench)
    assert review.release.outcome is not None
    assert review.release.outcome.verdict.artifact.text.endswith(" Please be brief.")
    review.undo()
    settle(bench)
    assert review.proposal == before + " Please be brief."


def test_undo_stays_where_the_reviewer_is_and_asks_before_it_acts_out_of_sight() -> None:
    bench = Bench()
    bench.put(ENGLISH, ENGLISH)
    review = bench.review
    choose(bench, "AGE", Choice(ReviewAction.REMOVE, 3))
    assert review.case is not None
    first = review.case.item.id
    review.go(1)
    settle(bench)
    second = review.case.item.id
    assert second != first
    review.undo()
    settle(bench)
    assert review.word is Word.ELSEWHERE
    assert bench.store.open(first).history.in_force
    review.undo()
    settle(bench)
    assert review.case.item.id == second
    assert not bench.store.open(first).history.in_force
    assert review.word is Word.TAKEN_BACK


def test_a_decision_is_not_taken_back_in_silence() -> None:
    bench = Bench()
    bench.put(ENGLISH)
    review = bench.review
    assert review.case is not None
    identifier = review.case.item.id
    review.set_reason("no basis")
    review.reject()
    settle(bench)
    review.undo()
    settle(bench)
    assert review.word is Word.DECISION
    assert not bench.store.open(identifier).item.state.waits
    review.undo()
    settle(bench)
    assert bench.store.open(identifier).item.state.waits


def test_a_failed_check_names_each_value_and_the_words_that_give_it_away() -> None:
    from ui.review.views.texts import failing_texts

    bench = Bench()
    bench.put(ENGLISH)
    review = bench.review
    review.begin_edit()
    review.end_edit(ENGLISH)
    settle(bench)
    review.check()
    settle(bench)
    outcome = review.release.outcome
    assert outcome is not None
    assert outcome.verdict.kind is VerdictKind.INFEASIBLE
    named = {item.attribute_id for item in outcome.verdict.residual.items}
    leaking = [card.attribute.id for card in review.cards if card.residual is not None]
    assert set(leaking) | {item.attribute_id for item in review.unlisted} == named
    assert review.card == 0
    assert review.cards[0].residual is not None
    told = " ".join(failing_texts(outcome))
    assert any(card.attribute.mentions[0].text in told for card in review.cards if card.residual is not None)


def passed(bench: Bench) -> Parcel:
    """The open item with every value kept that may be kept, so that nothing is left to gate; its parcel."""
    review = bench.review
    for card in review.cards:
        if card.attribute.kind is not Kind.EXPLICIT:
            review.choose(Choice(ReviewAction.KEEP, 0, "public"), card.attribute.id)
            settle(bench)
    review.check()
    settle(bench)
    assert review.release.outcome is not None
    assert review.release.outcome.verdict.kind is VerdictKind.PASS
    assert review.release.phase is ReleasePhase.READY
    assert review.release.parcel is not None
    return review.release.parcel


def test_what_is_sent_is_what_was_certified_and_cannot_be_undone() -> None:
    bench = Bench()
    bench.put(ENGLISH)
    review = bench.review
    review.release.set_destination(MANUAL)
    parcel = passed(bench)
    review.approve()
    bench.sender.play(Connected(), HandedOver(parcel.artifact.text))
    settle(bench)
    delivered = bench.sender.deliveries[0]
    assert delivered.outcome.verdict.artifact.text == parcel.artifact.text == parcel.artifact.payload.decode()
    assert review.case is not None
    assert review.case.item.state is ReviewState.APPROVED_SENT
    decision = bench.store.decisions(review.case.item.id)[-1]
    assert (decision.reviewer, decision.release_id) == ("reviewer", parcel.id)
    assert review.why_not(ReviewOperation.UNDO) == "nothing_to_undo"


def test_a_dry_run_decides_nothing_and_a_refused_send_can_be_tried_again() -> None:
    bench = Bench()
    bench.put(ENGLISH)
    review = bench.review
    passed(bench)
    review.approve()
    bench.sender.play(SendFailed("destination.unreachable", "no"))
    settle(bench)
    assert review.problem is not None
    assert review.release.phase is ReleasePhase.READY
    assert review.case is not None
    assert review.case.item.state.waits
    review.approve()
    from core.net.answers import FinishReason

    bench.sender.play(Connected(), AnswerEnded(FinishReason.SIMULATED))
    settle(bench)
    assert review.case.item.state.waits


def test_approve_and_copy_goes_through_the_gateway_too() -> None:
    bench = Bench()
    bench.put(ENGLISH)
    review = bench.review
    parcel = passed(bench)
    copied: list[str] = []
    review.release.copied.connect(copied.append)
    review.approve(copy=True)
    settle(bench)
    review.approve(copy=True)
    assert bench.sender.deliveries[0].destination == MANUAL
    bench.sender.play(HandedOver(parcel.artifact.text))
    settle(bench)
    assert copied == [parcel.artifact.text]
    assert review.case is not None
    assert review.case.item.state is ReviewState.APPROVED_COPIED


def test_reject_and_return_need_a_reason_and_can_be_undone() -> None:
    bench = Bench()
    bench.put(ENGLISH, CHINESE)
    review = bench.review
    first = review.queue.lines[0].id
    returned: list[tuple[object, str]] = []
    review.returned.connect(returned.append)
    review.reject()
    assert review.why_not(ReviewOperation.REJECT) == "reason_missing"
    review.set_reason("off topic")
    review.reject()
    settle(bench)
    assert bench.store.open(first).item.state is ReviewState.REJECTED
    assert review.case is not None
    assert review.case.item.id != first, "the next one that waits is open"
    review.set_reason("ask him")
    review.return_to_author()
    settle(bench)
    assert [reason for _case, reason in returned] == ["ask him"]
    assert review.queue.waiting == 0
    for _ in range(2):
        review.undo()
        settle(bench)
        assert review.word is Word.DECISION
        review.undo()
        settle(bench)
    assert review.queue.waiting == 2
    review.redo()
    settle(bench)
    assert bench.store.open(first).item.state is ReviewState.REJECTED
    assert bench.store.decisions(first)[-1].reason == "off topic"


def test_ui_34_nobody_releases_their_own_submission_where_the_policy_says_so() -> None:
    bench = Bench()
    bench.put(ENGLISH)
    review = bench.review
    assert review.why_not(ReviewOperation.SEND) == ""
    review.set_four_eyes(True)
    assert review.why_not(ReviewOperation.SEND) == review.why_not(ReviewOperation.COPY) == "own_submission"
    review.approve()
    settle(bench)
    assert review.release.outcome is None
    review.set_reviewer("somebody else")
    assert review.why_not(ReviewOperation.SEND) == ""


def test_ui_34_a_claim_keeps_others_off_until_it_is_taken_over() -> None:
    bench = Bench()
    bench.put(ENGLISH)
    review = bench.review
    review.claim()
    settle(bench)
    review.set_reviewer("second")
    assert review.why_not(ReviewOperation.CHOOSE) == "claimed"
    choose(bench, "AGE", Choice(ReviewAction.REMOVE, 3))
    assert review.choices.empty
    review.claim()
    settle(bench)
    choose(bench, "AGE", Choice(ReviewAction.REMOVE, 3))
    assert not review.choices.empty


def test_ui_15_bulk_shows_the_count_first_and_is_one_undo_step() -> None:
    bench = Bench()
    bench.put(ENGLISH, ENGLISH, ENGLISH)
    review = bench.review
    plans: list[BulkPlan] = []
    review.planned.connect(plans.append)
    row = next(place for place, card in enumerate(review.cards) if card.attribute.type_id == "AGE")
    review.go_card(row)
    settle(bench)
    choose(bench, "AGE", Choice(ReviewAction.REMOVE, 3))
    before = state(bench)
    review.plan_identical()
    settle(bench)
    assert [plan.count for plan in plans] == [2]
    assert state(bench) == before, "counting changes nothing"
    review.apply(plans[0])
    settle(bench)
    after = state(bench)
    assert sum(after[name] != before[name] for name in before) == 2
    review.undo()
    settle(bench)
    assert state(bench) == before
    review.redo()
    settle(bench)
    assert state(bench) == after


def test_ui_15_accept_everything_that_would_pass() -> None:
    bench = Bench()
    bench.put(ENGLISH, CHINESE)
    plans: list[BulkPlan] = []
    bench.review.planned.connect(plans.append)
    before = state(bench)
    bench.review.plan_passing()
    settle(bench)
    assert plans[0].looked == 2
    assert state(bench) == before
    for identifier, steps in plans[0].items:
        assert bench.store.open(identifier).item.state.waits
        assert not any(choice.needs_reason for _name, choice in steps)


MOVES = st.lists(
    st.sampled_from(["level", "remove", "free", "edit", "next", "reject", "bulk", "undo", "redo"]), max_size=7
)


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(MOVES)
def test_ui_14_undo_all_restores_the_start_and_redo_all_the_end(moves: list[str]) -> None:
    bench = Bench()
    bench.put(ENGLISH, ENGLISH)
    review = bench.review
    start = state(bench)
    for number, move in enumerate(moves):
        make(bench, move, number)
    end = state(bench)
    while not review.why_not(ReviewOperation.UNDO):
        review.undo()
        settle(bench)
    assert state(bench) == start
    while not review.why_not(ReviewOperation.REDO):
        review.redo()
        settle(bench)
    if "undo" not in moves:
        assert state(bench) == end


def make(bench: Bench, move: str, number: int) -> None:
    review = bench.review
    if move == "next":
        review.go(1)
    elif move == "edit":
        review.begin_edit()
        review.end_edit(f"Text number {number}.")
    elif move == "reject":
        review.set_reason(f"reason {number}")
        review.reject()
    elif move == "undo":
        review.undo()
    elif move == "redo":
        review.redo()
    elif move == "bulk":
        review.plan_identical()
        review.planned.connect(review.apply)
        settle(bench)
        review.planned.disconnect(review.apply)
    elif review.case is not None:
        choice = {
            "level": Choice(ReviewAction.LEVEL, 1),
            "remove": Choice(ReviewAction.REMOVE, 3),
            "free": Choice(ReviewAction.NOT_SENSITIVE, -1, "public"),
        }[move]
        review.choose(choice, bench.attribute("AGE"))
    settle(bench)


def test_work_goes_on_where_it_was_left_after_a_restart(tmp_path) -> None:  # type: ignore[no-untyped-def]
    with closing(open_vault(tmp_path, create=True, clock=TickingClock())) as vault:
        bench = Bench(store=VaultReviewStore(vault))
        for text in (ENGLISH, CHINESE):
            bench.store.queue(case(text))
        bench.review.queue.refresh()
        settle(bench)
        bench.review.select(bench.review.queue.lines[1].id)
        settle(bench)
        bench.review.go_card(2)
        choose(bench, "AGE", Choice(ReviewAction.REMOVE, 3))
        bench.review.set_four_eyes(True)
        settle(bench)
        open_item, choices, proposal = bench.review.case, bench.review.choices, bench.review.proposal
        bench.review.shut_down()
    with closing(open_vault(tmp_path, clock=TickingClock())) as vault:
        again = Bench(store=VaultReviewStore(vault))
        review = again.review
        assert review.case is not None
        assert open_item is not None
        assert review.case.item.id == open_item.item.id
        assert (review.choices, review.proposal, review.card) == (choices, proposal, 2)
        assert review.place.four_eyes
        assert not review.why_not(ReviewOperation.UNDO)
        review.undo()
        settle(again)
        assert review.choices.empty


def test_a_locked_queue_shows_nothing_and_takes_nothing() -> None:
    bench = Bench()
    bench.put(ENGLISH)
    review = bench.review
    review.use(None)
    assert (review.case, review.queue.lines, review.proposal, review.available) == (None, (), "", False)
    assert review.forecast.assessed is None


def test_a_prompt_without_a_verdict_is_judged_on_its_way_in() -> None:
    from core.domain.protocol import STRICT
    from core.domain.request import Request
    from core.engine.conversation import Conversation
    from ui.release.viewmodels.submission import Submission

    bench = Bench()
    assert bench.review.intake.submit(Submission(Request(ENGLISH), Conversation(), STRICT))
    settle(bench)
    assert [line.author for line in bench.review.queue.lines] == ["reviewer"]
    assert "Iris" not in bench.review.queue.lines[0].title, "a list shows no real values"
    without = ReviewViewModel(bench.work, bench.sender, "reviewer")
    assert not without.intake.submit(Submission(Request(ENGLISH), Conversation(), STRICT)), "nowhere to put it"
    assert MemoryReviewStore().list() == ()
