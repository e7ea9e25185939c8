"""Esc: what runs is off the screen before another event is looked at, or with the first word of the gateway."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("PySide6.QtCore", reason="the window is not installed here")

from compose_fakes import FakeEngine, ManualWork, ScriptedSender
from model_fakes import FakeAnswers, LookingEngine
from review_bench import Bench as ReviewBench
from review_cases import ENGLISH

from core.domain.release import Destination, DestinationKind, RetestPolicy
from ui.compose.viewmodels.compose import ComposeViewModel
from ui.release.viewmodels.phases import HELD, Phase
from ui.release.viewmodels.second_look import LookState
from ui.review.viewmodels.release import ReleasePhase
from ui.shared.viewmodels.ports import Connected, SendFailed

CLOUD = Destination("c", DestinationKind.OPENAI, "Cloud", "https://api.example.com/v1", "model-1", "me")


class Bench:
    """Nothing that is asked for runs unless it is told to: what is over, is over without it."""

    def __init__(self) -> None:
        self.work, self.sender = ManualWork(), ScriptedSender()
        self.vm = ComposeViewModel(self.work, self.sender)

    def typed(self, engine: FakeEngine | None = None) -> ComposeViewModel:
        self.vm.attach_engine(engine or FakeEngine())
        self.vm.draft.set_text("I am Margaret.")
        self.vm.draft.propose()
        self.work.run_all()
        self.vm.set_destination(CLOUD)
        self.vm.sanitize()
        assert self.vm.phase is Phase.SANITIZING
        return self.vm

    def passed(self) -> ComposeViewModel:
        vm = self.typed()
        self.work.run_all()
        vm.flow.approval.set_confirmed(True)
        assert vm.phase is Phase.PASSED
        return vm


@pytest.fixture
def bench(qapp: object) -> Iterator[Bench]:
    made = Bench()
    yield made
    made.vm.shut_down()


def test_a_run_is_off_at_once_and_told_to_stop(bench: Bench) -> None:
    vm = bench.typed()
    (job,) = bench.work.jobs
    vm.cancel()
    assert vm.phase is Phase.DRAFT
    assert job.cancel.cancelled
    assert not vm.draft.locked
    bench.work.run_all()
    assert vm.outcome is None, "what came late changes nothing"
    assert vm.draft.text == "I am Margaret."


def test_the_second_look_is_off_at_once(bench: Bench) -> None:
    vm = bench.typed(LookingEngine())
    bench.work.run_next()
    assert vm.look.state is LookState.RUNNING
    jobs = [job.cancel for job in bench.work.jobs]
    vm.cancel()
    assert vm.look.state is not LookState.RUNNING
    assert any(token.cancelled for token in jobs)


def test_a_send_is_off_with_the_first_event(bench: Bench) -> None:
    vm = bench.passed()
    vm.act()
    assert vm.phase is Phase.SENDING
    bench.sender.play(Connected())
    vm.cancel()
    assert bench.sender.cancelled == 1
    bench.sender.play(SendFailed("cancelled", "unknown"))
    assert vm.phase not in HELD


def test_a_test_at_the_destination_is_off_with_the_first_event(bench: Bench) -> None:
    bench.vm.flow.require_retest(RetestPolicy.ALWAYS)
    vm = bench.passed()
    vm.act()
    assert vm.phase is Phase.TESTING
    vm.cancel()
    assert bench.sender.cancelled == 1
    bench.sender.play_test(SendFailed("cancelled", "unknown"))
    assert vm.phase not in HELD


def test_the_review_stops_its_check_and_its_local_answer_at_once(qapp: object) -> None:
    bench = ReviewBench()
    bench.put(ENGLISH)
    review = bench.review
    review.attach_local(FakeAnswers())
    review.check()
    assert review.release.phase is ReleasePhase.CHECKING
    job = bench.work.jobs[-1]
    review.stop()
    assert review.release.phase is ReleasePhase.IDLE
    assert job.cancel.cancelled
    review.answer_locally()
    assert review.local.running
    review.stop()
    assert not review.local.running
    bench.work.run_all()
    assert review.case is not None
    assert review.case.item.state.waits
    review.shut_down()
