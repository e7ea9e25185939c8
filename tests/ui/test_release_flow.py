"""One contract for every page from which a text leaves: approve, confirm, send, restore, with stop, errors and tests.

Compose and Review are driven by what a person does there; what has to hold is written once."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Protocol

import pytest

pytest.importorskip("PySide6.QtCore", reason="the window is not installed here")

from compose_fakes import FakeEngine, ManualWork, ScriptedSender
from test_destination_tries_first import CLOUD, PROMPT, answered

from core.domain.errors import Cancelled, KnownError
from core.domain.protocol import STRICT
from core.domain.release import Destination, DestinationKind, RetestPolicy
from core.domain.request import Request
from core.engine.conversation import Conversation
from core.net.answers import FinishReason
from core.restore.pieces import PlainText
from ui.compose.viewmodels.compose import ComposeViewModel
from ui.release.viewmodels.flow import FlowState, ReleaseFlow
from ui.release.viewmodels.retest import RetestState
from ui.release.viewmodels.second_look import LookState, SecondLook
from ui.release.viewmodels.submission import Submission
from ui.review.viewmodels.memory_store import MemoryReviewStore
from ui.review.viewmodels.review import ReviewViewModel
from ui.shared.viewmodels.ports import (
    AnswerEnded,
    AnswerGrew,
    Connected,
    HandedOver,
    Retested,
    RetestEvent,
    SendEvent,
    SendFailed,
)
from ui.shared.viewmodels.preferences import DRY_RUN, MANUAL

OTHER = Destination("o", DestinationKind.OPENAI, "Other", "https://other.example.com/v1", "model-2", "me")


class Page(Protocol):
    """A page with a text that passed, as a person works it."""

    flow: ReleaseFlow
    sender: ScriptedSender

    def offered(self, destination: Destination) -> None:
        """A verdict that passed stands, and its parcel for `destination` can be looked at."""

    def choose(self, destination: Destination) -> None: ...

    def press(self) -> None:
        """The button that lets it out."""

    def stop(self) -> None: ...

    def run(self) -> None: ...

    def play(self, *events: SendEvent) -> None: ...

    def play_test(self, event: RetestEvent) -> None: ...

    def paste(self, answer: str) -> str:
        """An answer brought back by hand, as the person reads it."""

    def lock(self) -> None:
        """The vault is locked."""

    @property
    def delivered(self) -> int:
        """How often bytes were handed to the gateway."""

    @property
    def told(self) -> int:
        """Turns that the conversation counts as disclosed."""

    @property
    def problem(self) -> str: ...

    @property
    def look(self) -> SecondLook: ...

    @property
    def value(self) -> str:
        """Id of a value that is hidden."""

    def close(self) -> None: ...


class ComposePage:
    def __init__(self) -> None:
        work = ManualWork()
        self.sender = ScriptedSender()
        self.vm = ComposeViewModel(work, self.sender)
        self.flow = self.vm.flow
        self.look, self.value = self.vm.look, "a1"
        self.run, self.press, self.stop = work.run_all, self.vm.act, self.vm.cancel
        self.play, self.play_test = self.sender.play, self.sender.play_test
        self.choose, self.lock, self.close = self.vm.set_destination, self.vm.forget, self.vm.shut_down

    def offered(self, destination: Destination) -> None:
        self.vm.attach_engine(FakeEngine())
        self.vm.draft.set_text(PROMPT)
        self.run()
        self.vm.set_destination(destination)
        self.vm.sanitize()
        self.run()

    def paste(self, answer: str) -> str:
        self.vm.set_pasted(answer)
        self.vm.act()
        return self.vm.turns[-1].answer

    @property
    def delivered(self) -> int:
        return len(self.sender.deliveries)

    @property
    def told(self) -> int:
        self.vm.remember_told()
        return len(self.vm.conversation.turns)

    @property
    def problem(self) -> str:
        return self.vm.problem.code if self.vm.problem is not None else ""


class Unmeasured:
    """Of a review without predictions: what is certified is all that matters here."""

    dehydrator = SimpleNamespace(top=lambda _attribute: 1)

    def artifact(self, *_rest: object) -> None:
        raise Cancelled


class Certifying(FakeEngine):
    def what_if(self) -> Unmeasured:
        return Unmeasured()


class ReviewPage:
    def __init__(self) -> None:
        work, engine, conversation = ManualWork(), Certifying(), Conversation()
        self.sender, self.store = ScriptedSender(), MemoryReviewStore()
        self.review = ReviewViewModel(work, self.sender, "reviewer")
        self.flow, self.look, self.value = self.review.release.flow, self.review.release.look, "a1"
        self.run, self.stop, self.close = work.run_all, self.review.stop, self.review.shut_down
        self.play, self.play_test = self.sender.play, self.sender.play_test
        self.choose = self.review.release.set_destination
        self.copies = False
        self.review.use(self.store)
        self.review.attach_engine(engine)
        request = Request(PROMPT)
        self.review.intake.submit(Submission(request, conversation, STRICT, engine.sanitize(request, conversation)))
        self.run()
        self.review.select(self.review.queue.lines[0].id)
        self.run()

    def offered(self, destination: Destination) -> None:
        self.copies = destination == MANUAL
        self.choose(destination)
        self.press()
        self.run()

    def press(self) -> None:
        self.review.approve(copy=self.copies)

    def paste(self, answer: str) -> str:
        self.run()
        self.review.bring_answer(answer)
        self.run()
        return self.review.case.restored if self.review.case is not None else ""

    def lock(self) -> None:
        self.review.use(None)

    @property
    def delivered(self) -> int:
        return len(self.sender.deliveries)

    @property
    def told(self) -> int:
        self.run()
        assert self.review.case is not None
        return len(self.store.open(self.review.case.item.id).conversation.turns)

    @property
    def problem(self) -> str:
        return self.review.problem.code if self.review.problem is not None else ""


@pytest.fixture(params=[ComposePage, ReviewPage], ids=["compose", "review"])
def page(request: pytest.FixtureRequest, qapp: object) -> Iterator[Page]:
    made = request.param()
    yield made
    made.close()


def ready(page: Page, destination: Destination = CLOUD, policy: RetestPolicy = RetestPolicy.OFF) -> None:
    """Everything is there for a person's yes."""
    page.flow.require_retest(policy)
    page.offered(destination)
    page.flow.approval.set_confirmed(True)
    assert (page.flow.state, page.flow.blocked, page.delivered) == (FlowState.READY, "", 0)


def test_nothing_leaves_for_a_new_destination_before_the_tick(page: Page) -> None:
    page.offered(CLOUD)
    assert page.flow.blocked == "confirm_first"
    page.press()
    page.flow.approve()
    assert page.delivered == 0
    page.flow.approval.set_confirmed(True)
    page.press()
    assert (page.flow.state, page.delivered) == (FlowState.SENDING, 1)
    page.press()
    page.flow.approve()
    assert page.delivered == 1


def test_what_was_approved_is_sent_restored_and_not_offered_again(page: Page) -> None:
    ready(page)
    page.press()
    page.play(Connected(), AnswerGrew((PlainText("Rest."),), "Rest."), AnswerEnded())
    page.run()
    assert (page.told, page.problem) == (1, "")
    assert page.flow.dispatch.turns[-1].answer == "Rest."
    page.flow.approve()
    assert page.delivered == 1


def test_what_provably_did_not_leave_can_be_approved_again(page: Page) -> None:
    ready(page)
    page.press()
    page.play(SendFailed("destination.unreachable", "no"))
    assert (page.problem, page.flow.dispatch.turns) == ("destination.unreachable", ())
    page.run()
    assert (page.flow.state, page.flow.blocked, page.told) == (FlowState.READY, "", 0)
    page.press()
    assert page.delivered == 2


@pytest.mark.parametrize("sent", ["unknown", "yes"])
def test_what_may_have_left_counts_as_told(page: Page, sent: str) -> None:
    ready(page)
    page.press()
    page.play(SendFailed("destination.silent", sent))
    page.run()
    assert (page.problem, page.told) == ("destination.silent", 1)
    page.flow.approve()
    assert page.delivered == 1


def test_a_stop_ends_the_send(page: Page) -> None:
    ready(page)
    page.press()
    page.stop()
    assert page.flow.state is FlowState.SENDING, "what became of the bytes is not known yet"
    page.play(SendFailed("cancelled", "no"))
    page.run()
    assert (page.flow.state, page.told) == (FlowState.READY, 0)


def test_a_dry_run_tells_nobody_anything(page: Page) -> None:
    ready(page, DRY_RUN)
    page.press()
    page.play(Connected(), AnswerEnded(FinishReason.SIMULATED))
    page.run()
    assert (page.delivered, page.told) == (1, 0)


def test_what_is_copied_out_comes_back_restored(page: Page) -> None:
    ready(page, MANUAL)
    page.press()
    parcel = page.flow.approval.parcel
    assert parcel is not None
    token = next(item.token for item in parcel.artifact.replacements if item.token)
    page.play(Connected(), HandedOver(parcel.artifact.text))
    answer = page.paste(f"Dear {token}, rest.")
    assert token not in answer
    assert "Margaret" in answer
    page.run()
    assert page.told == 1


def test_another_destination_asks_and_packs_anew(page: Page) -> None:
    ready(page)
    page.choose(OTHER)
    page.run()
    assert (page.flow.state, page.flow.blocked) == (FlowState.READY, "confirm_first")
    assert page.flow.approval.parcel is not None
    assert page.flow.approval.parcel.destination == OTHER
    page.flow.approval.set_confirmed(True)
    page.press()
    page.choose(CLOUD)
    assert page.flow.approval.destination == OTHER, "it is on its way"


def test_a_parcel_that_cannot_be_made_blocks_and_says_why(page: Page) -> None:
    page.sender.refusal = KnownError("input.too_large")
    page.offered(CLOUD)
    assert (page.flow.state, page.flow.blocked, page.problem) == (FlowState.REFUSED, "refused", "input.too_large")
    page.flow.approve()
    assert page.delivered == 0


def test_what_the_page_waits_for_comes_before_the_tick(page: Page) -> None:
    ready(page)
    page.look.state = LookState.FAILED
    assert page.flow.blocked == "evaluator_failed"
    page.press()
    page.flow.approve()
    assert page.delivered == 0


def test_a_required_test_comes_first_and_what_passes_goes_on(page: Page) -> None:
    ready(page, policy=RetestPolicy.ALWAYS)
    page.press()
    assert (page.flow.state, page.delivered) == (FlowState.TESTING, 0)
    page.play_test(Retested(answered(page.sender.tests[-1].outcome)))
    page.run()
    assert (page.flow.state, page.delivered) == (FlowState.SENDING, 1)
    report = page.sender.deliveries[-1].outcome.certificate.retest
    assert report is not None
    assert report.passed


def test_a_test_on_request_sends_nothing_and_is_in_the_certificate_that_is_approved(page: Page) -> None:
    ready(page, policy=RetestPolicy.ASK)
    page.flow.test_first()
    page.play_test(Retested(answered(page.sender.tests[-1].outcome)))
    page.run()
    assert (page.flow.state, page.flow.retest_state, page.delivered) == (FlowState.READY, RetestState.PASSED, 0)
    assert page.flow.approval.parcel is not None
    assert page.flow.approval.parcel.certificate.retest is not None
    assert page.told == 1


def test_what_the_test_names_blocks_and_counts_as_told(page: Page) -> None:
    ready(page, policy=RetestPolicy.ALWAYS)
    page.press()
    page.play_test(Retested(answered(page.sender.tests[-1].outcome, page.value)))
    page.run()
    assert (page.flow.state, page.problem, page.delivered) == (FlowState.IDLE, "retest.hit", 0)
    assert page.told == 1


def test_no_list_is_no_test(page: Page) -> None:
    ready(page, policy=RetestPolicy.ALWAYS)
    page.press()
    page.play_test(Retested(answered(page.sender.tests[-1].outcome, listed=False)))
    page.run()
    assert (page.flow.state, page.problem, page.delivered) == (FlowState.READY, "retest.no_list", 0)
    assert page.flow.retest_state is RetestState.REQUIRED


@pytest.mark.parametrize(("sent", "told"), [("no", 0), ("unknown", 1)])
def test_a_test_without_a_result_sends_nothing_and_can_be_repeated(page: Page, sent: str, told: int) -> None:
    ready(page, policy=RetestPolicy.ALWAYS)
    page.press()
    page.stop()
    assert page.sender.cancelled == 1
    page.play_test(SendFailed("cancelled", sent))
    page.run()
    assert (page.flow.state, page.problem, page.delivered) == (FlowState.READY, "cancelled", 0)
    assert page.told == told


def test_a_lock_in_the_middle_leaves_nothing_and_nothing_follows(page: Page) -> None:
    ready(page, policy=RetestPolicy.ALWAYS)
    page.press()
    outcome = page.sender.tests[-1].outcome
    page.lock()
    assert (page.flow.state, page.flow.approval.parcel) == (FlowState.IDLE, None)
    page.play_test(Retested(answered(outcome)))
    page.run()
    assert (page.flow.state, page.delivered) == (FlowState.IDLE, 0)
