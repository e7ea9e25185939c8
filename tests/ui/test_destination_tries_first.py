"""The destination's model tries first: offer, caveat, pass, failure into the queue, error, cancel, nothing to test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

import pytest

pytest.importorskip("PySide6.QtCore", reason="the window is not installed here")

from compose_fakes import FakeEngine, ManualWork, ScriptedSender
from pytestqt.qtbot import QtBot
from release_cases import NAME, START, PlainFinder, certificate, destination_at, verdict
from servers import replies

from app.release.journal import CurrentJournal
from app.release.retesting import Retester
from app.release.sending import GatewaySender, Post
from app.runtime.io_runtime import Bridge, IoRuntime
from app.runtime.work import CpuPool
from core.domain.errors import ReleaseRefused
from core.domain.language import Language
from core.domain.release import Destination, DestinationKind, RetestPolicy, RetestReport
from core.domain.request import Request
from core.domain.taxonomy import Domain
from core.domain.verdict import VerdictKind
from core.engine.conversation import Conversation
from core.engine.outcome import Outcome
from core.release.approval import approve
from core.release.gateway import Gateway
from core.release.retest import after_retest
from core.release.texts import ReleaseTexts
from core.resources import load_taxonomy, resource_root
from core.restore.labels import RestoreRules
from core.verify.grading import GradingTable
from ui.compose.viewmodels.compose import ComposeViewModel
from ui.release.viewmodels.phases import Phase
from ui.release.viewmodels.retest import RetestState
from ui.release.viewmodels.submission import Submission
from ui.release.views.retest_row import RetestCaveat, RetestRow, RetestSituation
from ui.shared.theme.theme import Theme
from ui.shared.viewmodels.ports import Delivery, Retested, RetestEvent, SendFailed
from ui.shared.wording.problem_texts import describe

CLOUD = Destination("c", DestinationKind.OPENAI, "Cloud", "https://api.example.com/v1", "model-1", "me")
DRY = Destination("d", DestinationKind.DRY_RUN, "Dry run")
PROMPT = "I am Margaret."


def answered(outcome: Outcome, *found: str, listed: bool = True) -> Outcome:
    """`outcome` after a test at CLOUD."""
    sha = outcome.certificate.sha256
    report = RetestReport(CLOUD.id, CLOUD.model, sha, listed, found, len(found), datetime(2026, 1, 1, tzinfo=UTC))
    judged, issued = after_retest(outcome.verdict, outcome.certificate, report)
    return replace(outcome, verdict=judged, certificate=issued)


class Bench:
    def __init__(self) -> None:
        self.work = ManualWork()
        self.sender = ScriptedSender()
        self.queued: list[Submission] = []
        self.vm = ComposeViewModel(self.work, self.sender)
        self.vm.queue_with = self.queue

    def queue(self, submission: Submission) -> bool:
        self.queued.append(submission)
        return True

    def judged(self, policy: RetestPolicy, destination: Destination = CLOUD) -> ComposeViewModel:
        vm = self.vm
        vm.flow.require_retest(policy)
        vm.attach_engine(FakeEngine())
        vm.draft.set_text(PROMPT)
        vm.draft.propose()
        self.work.run_all()
        vm.set_destination(destination)
        vm.act()
        self.work.run_all()
        vm.flow.approval.set_confirmed(True)
        assert vm.phase is Phase.PASSED
        return vm

    def outcome(self) -> Outcome:
        return self.sender.tests[-1].outcome


@pytest.fixture
def bench(qapp: object) -> Iterator[Bench]:
    made = Bench()
    yield made
    made.vm.shut_down()


def test_off_tests_nothing_and_offers_nothing(bench: Bench) -> None:
    vm = bench.judged(RetestPolicy.OFF)
    assert vm.flow.retest_state is RetestState.OFF
    vm.flow.test_first()
    vm.act()
    assert bench.sender.tests == []
    assert vm.phase is Phase.SENDING


@pytest.mark.parametrize("policy", list(RetestPolicy))
def test_a_destination_without_a_wire_has_nobody_to_ask(bench: Bench, policy: RetestPolicy) -> None:
    vm = bench.judged(policy, DRY)
    assert vm.flow.retest_state is RetestState.OFF
    vm.act()
    assert (bench.sender.tests, vm.phase) == ([], Phase.SENDING)


def test_ask_tests_on_request_and_then_waits_for_the_person(bench: Bench) -> None:
    vm = bench.judged(RetestPolicy.ASK)
    assert vm.flow.retest_state is RetestState.OFFERED
    vm.flow.test_first()
    assert (vm.phase, vm.flow.retest_state, vm.draft.locked) == (Phase.TESTING, RetestState.RUNNING, True)
    assert not vm.primary.enabled
    bench.sender.play_test(Retested(answered(bench.outcome())))
    bench.work.run_all()
    assert (vm.phase, vm.flow.retest_state) == (Phase.PASSED, RetestState.PASSED)
    assert bench.sender.deliveries == []
    vm.act()
    sent = bench.sender.deliveries[-1].outcome.certificate.retest
    assert sent is not None
    assert sent.passed


def test_ask_may_be_left_unused(bench: Bench) -> None:
    vm = bench.judged(RetestPolicy.ASK)
    vm.act()
    assert (vm.phase, bench.sender.tests) == (Phase.SENDING, [])


def test_without_the_tick_nothing_goes_out_for_a_test(bench: Bench) -> None:
    vm = bench.judged(RetestPolicy.ASK)
    vm.flow.approval.set_confirmed(False)
    vm.flow.test_first()
    assert bench.sender.tests == []


def test_always_tests_before_it_sends_and_goes_on_after_a_pass(bench: Bench) -> None:
    vm = bench.judged(RetestPolicy.ALWAYS)
    assert vm.flow.retest_state is RetestState.REQUIRED
    vm.act()
    assert (vm.phase, bench.sender.deliveries) == (Phase.TESTING, [])
    bench.sender.play_test(Retested(answered(bench.outcome())))
    assert bench.sender.deliveries == []
    bench.work.run_all()
    assert vm.phase is Phase.SENDING
    assert len(bench.sender.deliveries) == 1


def test_a_change_after_the_test_stops_what_was_to_follow(bench: Bench) -> None:
    vm = bench.judged(RetestPolicy.ALWAYS)
    vm.act()
    bench.sender.play_test(Retested(answered(bench.outcome())))
    vm.draft.set_text(PROMPT + " And more.")
    bench.work.run_all()
    assert bench.sender.deliveries == []
    assert len(vm.conversation.turns) == 1, "the destination has the text all the same"


def test_a_finding_blocks_and_queues_with_its_reason(bench: Bench) -> None:
    vm = bench.judged(RetestPolicy.ALWAYS)
    vm.act()
    bench.sender.play_test(Retested(answered(bench.outcome(), "a1")))
    bench.work.run_all()
    assert bench.sender.deliveries == []
    assert vm.draft.empty
    item = bench.queued[-1]
    assert item.outcome is not None
    assert item.outcome.verdict.kind is VerdictKind.INFEASIBLE
    assert item.outcome.verdict.residual.reason == "retest_hit"
    assert [turn.cloud_answer for turn in item.conversation.turns] == [""]
    assert vm.problem is not None
    assert (vm.problem.code, vm.problem.sent, vm.problem.details["found"]) == ("retest.queued", "yes", 1)
    assert "It has the text" in describe(vm.problem).effect


def test_without_a_queue_a_finding_stays_here_and_blocks(bench: Bench) -> None:
    vm = bench.judged(RetestPolicy.ASK)
    vm.queue_with = None
    vm.flow.test_first()
    bench.sender.play_test(Retested(answered(bench.outcome(), "a1")))
    bench.work.run_all()
    assert (vm.phase, vm.primary.enabled) == (Phase.INFEASIBLE, False)
    assert vm.draft.text == PROMPT


def test_no_list_is_no_test(bench: Bench) -> None:
    vm = bench.judged(RetestPolicy.ALWAYS)
    vm.act()
    bench.sender.play_test(Retested(answered(bench.outcome(), listed=False)))
    bench.work.run_all()
    assert (vm.phase, vm.flow.retest_state, bench.sender.deliveries) == (Phase.PASSED, RetestState.REQUIRED, [])
    assert vm.problem is not None
    assert vm.problem.code == "retest.no_list"


def test_an_error_and_a_stop_send_nothing(bench: Bench) -> None:
    vm = bench.judged(RetestPolicy.ALWAYS)
    vm.act()
    vm.cancel()
    assert bench.sender.cancelled == 1
    bench.sender.play_test(SendFailed("cancelled", "unknown"))
    bench.work.run_all()
    assert (vm.phase, vm.flow.retest_state, bench.sender.deliveries) == (Phase.PASSED, RetestState.REQUIRED, [])
    assert vm.problem is not None
    assert (vm.problem.code, vm.problem.sent) == ("cancelled", "unknown")


def compose_row(theme: Theme, vm: ComposeViewModel, language: Language) -> RetestRow:
    def now() -> RetestSituation:
        return RetestSituation(vm.flow.retest_state, vm.destination.name, vm.primary.enabled)

    return RetestRow(theme, vm.flow.retest, now, vm.flow.test_first, RetestCaveat(resource_root(), language))


@pytest.mark.parametrize("language", list(Language))
def test_the_caveat_stands_before_the_button_that_discloses(
    bench: Bench, theme: Theme, qtbot: QtBot, language: Language
) -> None:
    vm = bench.judged(RetestPolicy.ASK)
    row = compose_row(theme, vm, language)
    qtbot.addWidget(row)
    row.refresh()
    assert (row.offer.isVisibleTo(row), row.go.isVisibleTo(row)) == (True, False)
    row.offer.click()
    row.refresh()
    assert bench.sender.tests == []
    told = ReleaseTexts.load(resource_root()).retest_caveat[language].replace("{destination}", "Cloud")
    assert row.text.text() == told
    row.go.click()
    assert len(bench.sender.tests) == 1


@dataclass
class Line:
    """The window's sender over a real gateway and a scripted destination."""

    sender: GatewaySender
    gateway: Gateway
    events: list[RetestEvent] = field(default_factory=list)

    def delivery(self, destination: Destination) -> Delivery:
        judged = verdict()
        outcome = Outcome(Request("text"), judged, certificate(judged), Language.EN, Domain.GENERAL, 0.1, {})
        return Delivery(outcome, destination, Conversation())


class NoKeys:
    def get(self, _name: str) -> None:
        return None


@pytest.fixture
def line(qapp: object) -> Iterator[Line]:
    bridge, runtime = Bridge(), IoRuntime()
    pool = CpuPool(bridge)
    sender = GatewaySender(runtime, bridge, pool, NoKeys())  # type: ignore[arg-type]
    journal, finder = CurrentJournal(), PlainFinder()
    gateway = Gateway(ReleaseTexts.load(resource_root()), finder, journal=journal)  # type: ignore[arg-type]
    retester = Retester(gateway, journal, GradingTable.load(resource_root()), finder)  # type: ignore[arg-type]
    taxonomy = load_taxonomy(resource_root())
    sender.attach(Post(gateway, retester, journal, taxonomy, RestoreRules.load(resource_root())))
    yield Line(sender, gateway)
    bridge.close()
    runtime.stop(2.0)
    assert pool.stop()


def ended(line: Line, qtbot: QtBot, destination: Destination) -> RetestEvent:
    line.sender.retest(line.delivery(destination), line.events.extend)
    qtbot.waitUntil(lambda: bool(line.events), timeout=10_000)
    return line.events[0]


@pytest.mark.parametrize(
    ("answer", "kind", "found"),
    [("LIST\nEND", VerdictKind.PASS, ()), (f"LIST\nname: {NAME}\nEND", VerdictKind.INFEASIBLE, ("a1",))],
)
def test_the_exact_bytes_go_out_once_and_the_answer_decides(
    line: Line,
    qtbot: QtBot,
    scripted_server: Callable[..., object],
    answer: str,
    kind: VerdictKind,
    found: tuple[str, ...],
) -> None:
    server = scripted_server(replies.streamed(answer))
    event = ended(line, qtbot, destination_at(server.url))  # type: ignore[attr-defined]
    assert isinstance(event, Retested)
    report = event.outcome.certificate.retest
    assert report is not None
    assert (event.outcome.verdict.kind, report.found) == (kind, found)
    assert [item.user for item in server.received] == [verdict().artifact.text]  # type: ignore[attr-defined]


def test_a_destination_that_fails_gives_no_result(
    line: Line, qtbot: QtBot, scripted_server: Callable[..., object]
) -> None:
    server = scripted_server(replies.status(401))
    event = ended(line, qtbot, destination_at(server.url))  # type: ignore[attr-defined]
    assert isinstance(event, SendFailed)
    assert event.code == "destination.unauthorized"


def test_a_stop_closes_the_connection_and_says_what_became_of_the_bytes(
    line: Line, qtbot: QtBot, scripted_server: Callable[..., object]
) -> None:
    server = scripted_server(replies.stalled_before_head())
    handle = line.sender.retest(line.delivery(destination_at(server.url)), line.events.extend)  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: bool(server.received), timeout=10_000)  # type: ignore[attr-defined]
    handle.cancel()
    qtbot.waitUntil(lambda: bool(line.events), timeout=10_000)
    event = line.events[0]
    assert isinstance(event, SendFailed)
    assert event.code == "cancelled"
    assert event.sent in {"unknown", "yes"}


def test_the_policy_reaches_the_gateway(line: Line) -> None:
    line.sender.require(RetestPolicy.ALWAYS)
    parcel = line.sender.pack(line.delivery(destination_at("https://cloud.example")))
    approval = approve(parcel.certificate, parcel.artifact, parcel.destination, "reviewer", START)
    with pytest.raises(ReleaseRefused, match=r"retest\.required"):
        line.gateway.admit(parcel, approval)
