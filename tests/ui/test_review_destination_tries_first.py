"""A reviewer's send under ALWAYS: the destination's model tries first; what it names comes back to the reviewer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("PySide6.QtCore", reason="the window is not installed here")

from review_bench import Bench
from review_cases import engine
from test_destination_tries_first import CLOUD, answered

from core.domain.release import RetestPolicy
from ui.release.viewmodels.choices import Choices
from ui.review.viewmodels.release import ReleasePhase, ReviewRelease
from ui.shared.viewmodels.ports import Retested, SendFailed
from ui.shared.viewmodels.problems import Problem

PROMPT = "Please write to Margaret Okafor about the meeting."


@pytest.fixture
def bench(qapp: object) -> Iterator[Bench]:
    made = Bench()
    yield made
    made.review.shut_down()


def at_the_destination(bench: Bench) -> ReviewRelease:
    """Checked, approved, and now with the destination's model."""
    bench.put(PROMPT)
    release = bench.review.release
    release.set_destination(CLOUD)
    release.flow.require_retest(RetestPolicy.ALWAYS)
    assert bench.review.case is not None
    release.check(engine(), bench.review.case, Choices(), copy=False)
    bench.run()
    assert release.phase is ReleasePhase.READY
    release.flow.approval.set_confirmed(True)
    release.flow.approve()
    assert (release.phase, bench.sender.deliveries) == (ReleasePhase.TESTING, [])
    return release


def test_what_passes_goes_on(bench: Bench) -> None:
    release = at_the_destination(bench)
    bench.sender.play_test(Retested(answered(bench.sender.tests[-1].outcome)))
    bench.run()
    assert release.phase is ReleasePhase.SENDING
    assert len(bench.sender.deliveries) == 1


def test_what_is_named_comes_back_to_the_reviewer(bench: Bench) -> None:
    release = at_the_destination(bench)
    problems: list[Problem] = []
    release.problem.connect(problems.append)
    bench.sender.play_test(Retested(answered(bench.sender.tests[-1].outcome, bench.attribute("PERSON"))))
    bench.run()
    assert (release.phase, release.passed, bench.sender.deliveries) == (ReleasePhase.CHECKED, False, [])
    assert [item.code for item in problems] == ["retest.hit"]


def test_an_error_sends_nothing(bench: Bench) -> None:
    release = at_the_destination(bench)
    bench.sender.play_test(SendFailed("destination.silent", "yes"))
    bench.run()
    assert (release.phase, bench.sender.deliveries) == (ReleasePhase.READY, [])
