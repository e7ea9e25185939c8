"""The reviewer's desk without a window: choices, predictions, undo, bulk, claims, decisions."""

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
from ui.review.viewmodels.reasons import DeskAction
from ui.review.viewmodels.release import ReleasePhase
from ui.review.viewmodels.review import ReviewDesk
from ui.shared.viewmodels.ports import AnswerEnded, Connected, HandedOver, SendFailed
from ui.shared.viewmodels.preferences import MANUAL

pytestmark = pytest.mark.usefixtures("qapp")


def settle(bench: Bench) -> None:
    bench.run()
    QCoreApplication.sendPostedEvents()


def choose(bench: Bench, type_id: str, choice: Choice) -> None:
    bench.desk.choose(choice, bench.attribute(type_id))
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
    desk = bench.desk
    name = bench.attribute("AGE")
    place = next(row for row, card in enumerate(desk.cards) if card.attribute.id == name)
    desk.go_card(place)
    settle(bench)
    current = desk.current
    assert current is not None
    actions = [option.choice.action for option in current.options]
    assert actions[-3:] == [ReviewAction.REMOVE, ReviewAction.KEEP, ReviewAction.NOT_SENSITIVE]
    assert desk.choices.empty
    before = desk.forecast.assessed
    assert before is not None
    level = current.options[0]
    choose(bench, "AGE", level.choice)
    after = desk.forecast.assessed
    assert after is not None
    assert (after.prediction.utility, after.prediction.k) == (level.prediction.utility, level.prediction.k)
    assert level.rendered in desk.proposal


def test_an_explicit_identifier_is_never_kept_but_can_be_marked_with_a_reason() -> None:
    bench = Bench()
    bench.put(ENGLISH)
    desk = bench.desk
    choose(bench, "PERSON", Choice(ReviewAction.KEEP, 0, "why not"))
    assert desk.problem is not None
    assert desk.problem.code == "review.explicit_kept"
    assert desk.choices.empty
    choose(bench, "PERSON", Choice(ReviewAction.NOT_SENSITIVE))
    assert desk.problem.code == "store.reason_required"
    choose(bench, "PERSON", Choice(ReviewAction.NOT_SENSITIVE, -1, "a name from a novel"))
    assert desk.problem is None
    assert "Iris Kettle" in desk.proposal
    assert desk.place.recent[0] == "a name from a novel"


def test_undo_restores_and_the_check_certifies_exactly_the_choices() -> None:
    bench = Bench()
    bench.put(ENGLISH)
    desk = bench.desk
    first = desk.proposal
    choose(bench, "AGE", Choice(ReviewAction.REMOVE, 3))
    chosen = desk.proposal
    assert chosen != first
    desk.check()
    settle(bench)
    assert desk.release.outcome is not None
    assert desk.release.outcome.verdict.artifact.text == chosen
    desk.undo()
    settle(bench)
    assert desk.proposal == first
    assert desk.release.outcome is None, "the certificate was about other choices"


def test_an_edit_is_checked_as_it_is_and_a_later_choice_keeps_it() -> None:
    bench = Bench()
    bench.put(ENGLISH)
    desk = bench.desk
    desk.begin_edit()
    desk.end_edit("What should somebody eat?")
    settle(bench)
    assert desk.proposal == "What should somebody eat?"
    desk.check()
    settle(bench)
    assert desk.release.outcome is not None
    assert desk.release.outcome.verdict.artifact.text == "What should somebody eat?"
    choose(bench, "AGE", Choice(ReviewAction.REMOVE, 3))
    assert desk.proposal == "What should somebody eat?"
    desk.undo()
    settle(bench)
    assert desk.proposal == "What should somebody eat?"


def test_a_choice_changes_its_own_words_and_leaves_the_words_of_the_hand() -> None:
    bench = Bench()
    bench.put(ENGLISH)
    desk = bench.desk
    before = desk.proposal
    desk.begin_edit()
    desk.end_edit(before + " Please be brief.")
    settle(bench)
    choose(bench, "AGE", Choice(ReviewAction.REMOVE, 3))
    assert desk.proposal.endswith(" Please be brief.")
    assert desk.proposal != before + " Please be brief."
    desk.check()
    settle(bench)
    assert desk.release.outcome is not None
    assert desk.release.outcome.verdict.artifact.text.endswith(" Please be brief.")
    desk.undo()
    settle(bench)
    assert desk.proposal == before + " Please be brief."


def test_undo_stays_where_the_reviewer_is_and_asks_before_it_acts_out_of_sight() -> None:
    bench = Bench()
    bench.put(ENGLISH, ENGLISH)
    desk = bench.desk
    choose(bench, "AGE", Choice(ReviewAction.REMOVE, 3))
    assert desk.case is not None
    first = desk.case.item.id
    desk.go(1)
    settle(bench)
    second = desk.case.item.id
    assert second != first
    desk.undo()
    settle(bench)
    assert desk.word is Word.ELSEWHERE
    assert bench.store.open(first).history.in_force
    desk.undo()
    settle(bench)
    assert desk.case.item.id == second
    assert not bench.store.open(first).history.in_force
    assert desk.word is Word.TAKEN_BACK


def test_a_decision_is_not_taken_back_in_silence() -> None:
    bench = Bench()
    bench.put(ENGLISH)
    desk = bench.desk
    assert desk.case is not None
    identifier = desk.case.item.id
    desk.set_reason("no basis")
    desk.reject()
    settle(bench)
    desk.undo()
    settle(bench)
    assert desk.word is Word.DECISION
    assert not bench.store.open(identifier).item.state.waits
    desk.undo()
    settle(bench)
    assert bench.store.open(identifier).item.state.waits


def test_a_failed_check_names_each_value_and_the_words_that_give_it_away() -> None:
    from ui.review.views.texts import failing_texts

    bench = Bench()
    bench.put(ENGLISH)
    desk = bench.desk
    desk.begin_edit()
    desk.end_edit(ENGLISH)
    settle(bench)
    desk.check()
    settle(bench)
    outcome = desk.release.outcome
    assert outcome is not None
    assert outcome.verdict.kind is VerdictKind.INFEASIBLE
    named = {item.attribute_id for item in outcome.verdict.residual.items}
    leaking = [card.attribute.id for card in desk.cards if card.residual is not None]
    assert set(leaking) | {item.attribute_id for item in desk.unlisted} == named
    assert desk.card == 0
    assert desk.cards[0].residual is not None
    told = " ".join(failing_texts(outcome))
    assert any(card.attribute.mentions[0].text in told for card in desk.cards if card.residual is not None)


def passed(bench: Bench) -> Parcel:
    """The open item with every value kept that may be kept, so that nothing is left to gate; its parcel."""
    desk = bench.desk
    for card in desk.cards:
        if card.attribute.kind is not Kind.EXPLICIT:
            desk.choose(Choice(ReviewAction.KEEP, 0, "public"), card.attribute.id)
            settle(bench)
    desk.check()
    settle(bench)
    assert desk.release.outcome is not None
    assert desk.release.outcome.verdict.kind is VerdictKind.PASS
    assert desk.release.phase is ReleasePhase.READY
    assert desk.release.parcel is not None
    return desk.release.parcel


def test_what_is_sent_is_what_was_certified_and_cannot_be_undone() -> None:
    bench = Bench()
    bench.put(ENGLISH)
    desk = bench.desk
    desk.release.set_destination(MANUAL)
    parcel = passed(bench)
    desk.approve()
    bench.sender.play(Connected(), HandedOver(parcel.artifact.text))
    settle(bench)
    delivered = bench.sender.deliveries[0]
    assert delivered.outcome.verdict.artifact.text == parcel.artifact.text == parcel.artifact.payload.decode()
    assert desk.case is not None
    assert desk.case.item.state is ReviewState.APPROVED_SENT
    decision = bench.store.decisions(desk.case.item.id)[-1]
    assert (decision.reviewer, decision.release_id) == ("reviewer", parcel.id)
    assert desk.why_not(DeskAction.UNDO) == "nothing_to_undo"


def test_a_dry_run_decides_nothing_and_a_refused_send_can_be_tried_again() -> None:
    bench = Bench()
    bench.put(ENGLISH)
    desk = bench.desk
    passed(bench)
    desk.approve()
    bench.sender.play(SendFailed("destination.unreachable", "no"))
    settle(bench)
    assert desk.problem is not None
    assert desk.release.phase is ReleasePhase.READY
    assert desk.case is not None
    assert desk.case.item.state.waits
    desk.approve()
    from core.net.answers import FinishReason

    bench.sender.play(Connected(), AnswerEnded(FinishReason.SIMULATED))
    settle(bench)
    assert desk.case.item.state.waits


def test_approve_and_copy_goes_through_the_gateway_too() -> None:
    bench = Bench()
    bench.put(ENGLISH)
    desk = bench.desk
    parcel = passed(bench)
    copied: list[str] = []
    desk.release.copied.connect(copied.append)
    desk.approve(copy=True)
    settle(bench)
    desk.approve(copy=True)
    assert bench.sender.deliveries[0].destination == MANUAL
    bench.sender.play(HandedOver(parcel.artifact.text))
    settle(bench)
    assert copied == [parcel.artifact.text]
    assert desk.case is not None
    assert desk.case.item.state is ReviewState.APPROVED_COPIED


def test_reject_and_return_need_a_reason_and_can_be_undone() -> None:
    bench = Bench()
    bench.put(ENGLISH, CHINESE)
    desk = bench.desk
    first = desk.queue.lines[0].id
    returned: list[tuple[object, str]] = []
    desk.returned.connect(returned.append)
    desk.reject()
    assert desk.why_not(DeskAction.REJECT) == "reason_missing"
    desk.set_reason("off topic")
    desk.reject()
    settle(bench)
    assert bench.store.open(first).item.state is ReviewState.REJECTED
    assert desk.case is not None
    assert desk.case.item.id != first, "the next one that waits is open"
    desk.set_reason("ask him")
    desk.return_to_author()
    settle(bench)
    assert [reason for _case, reason in returned] == ["ask him"]
    assert desk.queue.waiting == 0
    for _ in range(2):
        desk.undo()
        settle(bench)
        assert desk.word is Word.DECISION
        desk.undo()
        settle(bench)
    assert desk.queue.waiting == 2
    desk.redo()
    settle(bench)
    assert bench.store.open(first).item.state is ReviewState.REJECTED
    assert bench.store.decisions(first)[-1].reason == "off topic"


def test_ui_34_nobody_releases_their_own_submission_where_the_policy_says_so() -> None:
    bench = Bench()
    bench.put(ENGLISH)
    desk = bench.desk
    assert desk.why_not(DeskAction.SEND) == ""
    desk.set_four_eyes(True)
    assert desk.why_not(DeskAction.SEND) == desk.why_not(DeskAction.COPY) == "own_submission"
    desk.approve()
    settle(bench)
    assert desk.release.outcome is None
    desk.set_reviewer("somebody else")
    assert desk.why_not(DeskAction.SEND) == ""


def test_ui_34_a_claim_keeps_others_off_until_it_is_taken_over() -> None:
    bench = Bench()
    bench.put(ENGLISH)
    desk = bench.desk
    desk.claim()
    settle(bench)
    desk.set_reviewer("second")
    assert desk.why_not(DeskAction.CHOOSE) == "claimed"
    choose(bench, "AGE", Choice(ReviewAction.REMOVE, 3))
    assert desk.choices.empty
    desk.claim()
    settle(bench)
    choose(bench, "AGE", Choice(ReviewAction.REMOVE, 3))
    assert not desk.choices.empty


def test_ui_15_bulk_shows_the_count_first_and_is_one_undo_step() -> None:
    bench = Bench()
    bench.put(ENGLISH, ENGLISH, ENGLISH)
    desk = bench.desk
    plans: list[BulkPlan] = []
    desk.planned.connect(plans.append)
    row = next(place for place, card in enumerate(desk.cards) if card.attribute.type_id == "AGE")
    desk.go_card(row)
    settle(bench)
    choose(bench, "AGE", Choice(ReviewAction.REMOVE, 3))
    before = state(bench)
    desk.plan_identical()
    settle(bench)
    assert [plan.count for plan in plans] == [2]
    assert state(bench) == before, "counting changes nothing"
    desk.apply(plans[0])
    settle(bench)
    after = state(bench)
    assert sum(after[name] != before[name] for name in before) == 2
    desk.undo()
    settle(bench)
    assert state(bench) == before
    desk.redo()
    settle(bench)
    assert state(bench) == after


def test_ui_15_accept_everything_that_would_pass() -> None:
    bench = Bench()
    bench.put(ENGLISH, CHINESE)
    plans: list[BulkPlan] = []
    bench.desk.planned.connect(plans.append)
    before = state(bench)
    bench.desk.plan_passing()
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
    desk = bench.desk
    start = state(bench)
    for number, move in enumerate(moves):
        make(bench, move, number)
    end = state(bench)
    while not desk.why_not(DeskAction.UNDO):
        desk.undo()
        settle(bench)
    assert state(bench) == start
    while not desk.why_not(DeskAction.REDO):
        desk.redo()
        settle(bench)
    if "undo" not in moves:
        assert state(bench) == end


def make(bench: Bench, move: str, number: int) -> None:
    desk = bench.desk
    if move == "next":
        desk.go(1)
    elif move == "edit":
        desk.begin_edit()
        desk.end_edit(f"Text number {number}.")
    elif move == "reject":
        desk.set_reason(f"reason {number}")
        desk.reject()
    elif move == "undo":
        desk.undo()
    elif move == "redo":
        desk.redo()
    elif move == "bulk":
        desk.plan_identical()
        desk.planned.connect(desk.apply)
        settle(bench)
        desk.planned.disconnect(desk.apply)
    elif desk.case is not None:
        choice = {
            "level": Choice(ReviewAction.LEVEL, 1),
            "remove": Choice(ReviewAction.REMOVE, 3),
            "free": Choice(ReviewAction.NOT_SENSITIVE, -1, "public"),
        }[move]
        desk.choose(choice, bench.attribute("AGE"))
    settle(bench)


def test_work_goes_on_where_it_was_left_after_a_restart(tmp_path) -> None:  # type: ignore[no-untyped-def]
    with closing(open_vault(tmp_path, create=True, clock=TickingClock())) as vault:
        bench = Bench(store=VaultReviewStore(vault))
        for text in (ENGLISH, CHINESE):
            bench.store.queue(case(text))
        bench.desk.queue.refresh()
        settle(bench)
        bench.desk.select(bench.desk.queue.lines[1].id)
        settle(bench)
        bench.desk.go_card(2)
        choose(bench, "AGE", Choice(ReviewAction.REMOVE, 3))
        bench.desk.set_four_eyes(True)
        settle(bench)
        open_item, choices, proposal = bench.desk.case, bench.desk.choices, bench.desk.proposal
        bench.desk.shut_down()
    with closing(open_vault(tmp_path, clock=TickingClock())) as vault:
        again = Bench(store=VaultReviewStore(vault))
        desk = again.desk
        assert desk.case is not None
        assert open_item is not None
        assert desk.case.item.id == open_item.item.id
        assert (desk.choices, desk.proposal, desk.card) == (choices, proposal, 2)
        assert desk.place.four_eyes
        assert not desk.why_not(DeskAction.UNDO)
        desk.undo()
        settle(again)
        assert desk.choices.empty


def test_a_locked_queue_shows_nothing_and_takes_nothing() -> None:
    bench = Bench()
    bench.put(ENGLISH)
    desk = bench.desk
    desk.use(None)
    assert (desk.case, desk.queue.lines, desk.proposal, desk.available) == (None, (), "", False)
    assert desk.forecast.assessed is None


def test_a_prompt_without_a_verdict_is_judged_on_its_way_in() -> None:
    from core.domain.protocol import STRICT
    from core.domain.request import Request
    from core.engine.conversation import Conversation
    from ui.release.viewmodels.submission import Submission

    bench = Bench()
    assert bench.desk.submit(Submission(Request(ENGLISH), Conversation(), STRICT))
    settle(bench)
    assert [line.author for line in bench.desk.queue.lines] == ["reviewer"]
    assert "Iris" not in bench.desk.queue.lines[0].title, "a list shows no real values"
    without = ReviewDesk(bench.work, bench.sender, "reviewer")
    assert not without.submit(Submission(Request(ENGLISH), Conversation(), STRICT)), "nowhere to put it"
    assert MemoryReviewStore().list() == ()
