"""The evaluator behind a reviewer's verdict, and the destination's model on request: nothing is released before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

pytest.importorskip("PySide6.QtCore", reason="the window is not installed here")

from review_bench import Bench
from review_cases import engine
from test_destination_tries_first import CLOUD, answered

from core.domain.errors import EvaluationInvalid
from core.domain.language import Language
from core.domain.release import RetestPolicy
from core.domain.taxonomy import Taxonomy
from core.domain.verdict import VerdictKind
from core.engine.outcome import NOT_ASKED, Outcome
from core.resources import resource_root
from ui.compose.viewmodels.compose import ComposeViewModel
from ui.release.viewmodels.retest import RetestState
from ui.release.viewmodels.second_look import LookState
from ui.release.views.retest_row import RetestCaveat
from ui.review.viewmodels.reasons import ReviewOperation
from ui.review.viewmodels.release import ReleasePhase
from ui.review.views.decision_bar import DecisionBar
from ui.shared.theme.theme import Theme
from ui.shared.viewmodels.ports import Retested
from ui.shared.wording.sentences import Sentences

pytestmark = pytest.mark.usefixtures("qapp")

PROMPT = "Please write to Margaret Okafor about the meeting."


class Looking:
    """The built-in engine with an evaluator of the test's own."""

    def __init__(self) -> None:
        self._engine = engine()
        off = {**self._engine.info.off_reasons, "evaluator": NOT_ASKED}
        self.info = replace(self._engine.info, off_reasons=off)
        self.change: Callable[[Outcome], Outcome] = lambda outcome: outcome
        self.trouble: Exception | None = None
        self.seen: list[Outcome] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def deepen(self, outcome: Outcome, *_rest: object) -> Outcome:
        self.seen.append(outcome)
        if self.trouble is not None:
            raise self.trouble
        return self.change(outcome)


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench()
    yield made
    made.review.shut_down()


@pytest.fixture
def looking(bench: Bench) -> Looking:
    found = Looking()
    bench.review.attach_engine(found)  # type: ignore[arg-type]
    bench.run()
    bench.put(PROMPT)
    bench.review.release.set_destination(CLOUD)
    return found


def checked(bench: Bench) -> None:
    """Up to the verdict and its parcel; what reads behind them has not begun."""
    release = bench.review.release
    bench.review.approve()
    while release.phase in (ReleasePhase.CHECKING, ReleasePhase.PACKING):
        bench.work.jobs.sort(key=lambda job: "look" in job.run.__qualname__)
        bench.work.run_next()
    release.flow.approval.set_confirmed(True)


def test_a_pass_is_shown_at_once_and_released_only_after_the_evaluator(bench: Bench, looking: Looking) -> None:
    checked(bench)
    release = bench.review.release
    assert (release.phase, release.passed, release.look.state) == (ReleasePhase.READY, True, LookState.RUNNING)
    assert bench.review.why_not(ReviewOperation.SEND) == "evaluator_running"
    bench.review.approve()
    release.flow.approve()
    assert bench.sender.deliveries == []
    bench.run()
    assert bench.review.why_not(ReviewOperation.SEND) == ""
    assert looking.seen[0].fixed, "nothing moves what a reviewer decided"
    bench.review.approve()
    assert len(bench.sender.deliveries) == 1


def test_what_the_evaluator_sees_blocks(bench: Bench, looking: Looking) -> None:
    looking.change = lambda outcome: replace(outcome, verdict=replace(outcome.verdict, kind=VerdictKind.INFEASIBLE))
    checked(bench)
    bench.run()
    release = bench.review.release
    assert (release.phase, release.passed, release.parcel) == (ReleasePhase.CHECKED, False, None)
    assert release.revised
    release.flow.approve()
    assert bench.sender.deliveries == []


def test_one_that_fails_blocks_until_a_person_does_without_it(bench: Bench, looking: Looking) -> None:
    looking.trouble = EvaluationInvalid("evaluator.controls")
    checked(bench)
    bench.run()
    assert bench.review.why_not(ReviewOperation.COPY) == "evaluator_failed"
    bench.review.release.look.skip()
    bench.run()
    assert bench.review.why_not(ReviewOperation.SEND) == ""
    parcel = bench.review.release.parcel
    assert parcel is not None
    assert "evaluator" in parcel.certificate.engine.off_reasons


def test_esc_stops_it_and_another_choice_drops_it(bench: Bench, looking: Looking) -> None:
    checked(bench)
    assert bench.review.can_stop
    bench.review.stop()
    assert bench.review.why_not(ReviewOperation.SEND) == "evaluator_failed"
    bench.review.release.clear()
    assert bench.review.release.look.state is LookState.NONE
    bench.run()
    assert bench.review.release.phase is ReleasePhase.IDLE


def test_the_bar_says_what_it_waits_for_and_offers_the_test(
    bench: Bench, looking: Looking, theme: Theme, taxonomy: Taxonomy, qtbot: Any
) -> None:
    sentences = Sentences(resource_root(), lambda: Language.EN)
    bar = DecisionBar(theme, taxonomy, bench.review, sentences, RetestCaveat(resource_root(), Language.EN))
    qtbot.addWidget(bar)
    bench.review.release.flow.require_retest(RetestPolicy.ASK)
    checked(bench)
    assert "evaluator" in bar.second.text.text()
    assert not bar.primary.isEnabled()
    assert bar.retest.offer.isVisibleTo(bar)
    assert not bar.retest.go.isEnabled()
    bench.run()
    qtbot.waitUntil(lambda: bar.settled)
    bar.retest.offer.click()
    assert "Cloud" in bar.retest.text.text()
    assert bar.retest.go.isEnabled()
    bar.retest.go.click()
    assert bench.review.release.phase is ReleasePhase.TESTING
    bench.sender.play_test(Retested(answered(bench.sender.tests[-1].outcome)))
    bench.run()
    qtbot.waitUntil(lambda: bar.settled)
    assert "named nothing" in bar.retest.text.text()


def test_a_test_on_request_sends_nothing_and_is_remembered_as_told(bench: Bench, looking: Looking) -> None:
    release = bench.review.release
    release.flow.require_retest(RetestPolicy.ASK)
    checked(bench)
    bench.run()
    assert release.flow.retest_state is RetestState.OFFERED
    release.flow.test_first()
    assert bench.sender.deliveries == []
    bench.sender.play_test(Retested(answered(bench.sender.tests[-1].outcome)))
    bench.run()
    assert (release.phase, release.flow.retest_state) == (ReleasePhase.READY, RetestState.PASSED)
    assert bench.sender.deliveries == []
    assert bench.review.case is not None
    told = bench.store.open(bench.review.case.item.id).conversation.turns
    assert [turn.cloud_answer for turn in told] == [""]
    bench.review.approve()
    assert len(bench.sender.deliveries) == 1


def test_a_certificate_is_void_once_the_conversation_went_on_elsewhere(bench: Bench, looking: Looking) -> None:
    model = ComposeViewModel(bench.work, bench.sender)
    assert bench.review.case is not None
    conversation = bench.review.case.conversation
    bench.review.live = lambda _identifier: conversation
    bench.review.select(bench.review.case.item.id)
    bench.run()
    checked(bench)
    bench.run()
    conversation = conversation.fork()
    bench.review.approve()
    assert bench.sender.deliveries == []
    assert bench.review.release.phase is ReleasePhase.CHECKING
    bench.run()
    assert bench.review.release.phase is ReleasePhase.READY
    bench.review.busy_with = lambda _identifier: True
    assert bench.review.why_not(ReviewOperation.SEND) == "conversation_busy"
    model.shut_down()
