"""The state machine of a turn, under a bare QCoreApplication's worth of Qt: no widget is built here."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from compose_fakes import NAME, FakeEngine, ManualWork, ScriptedSender

from core.domain.errors import EvaluationInvalid, InputError
from core.domain.events import Stage, StageState
from core.domain.protocol import BALANCED
from core.domain.release import Destination, DestinationKind
from core.net.answers import FinishReason
from core.restore.pieces import PlainText
from ui.compose.viewmodels.compose import ComposeViewModel
from ui.release.viewmodels.phases import EngineState, Phase, Primary, PrimaryKind
from ui.release.viewmodels.turns import TurnState
from ui.shared.viewmodels.corrections import Scope
from ui.shared.viewmodels.ports import AnswerEnded, AnswerGrew, Connected, HandedOver, SendFailed

CLOUD = Destination("c", DestinationKind.OPENAI, "Cloud", "https://api.example.com/v1", "model-1", "me")
MANUAL = Destination("m", DestinationKind.MANUAL, "Manual")
PROMPT = f"I am {NAME}."
SAFE = "I am [PERSON_1]."


class Bench:
    def __init__(self) -> None:
        self.engine = FakeEngine()
        self.work = ManualWork()
        self.sender = ScriptedSender()
        self.vm = ComposeViewModel(self.work, self.sender)

    def ready(self, text: str = PROMPT) -> ComposeViewModel:
        self.vm.attach_engine(self.engine)
        self.vm.draft.set_text(text)
        self.vm.draft.propose()
        self.work.run_all()
        return self.vm

    def judged(self, text: str = PROMPT, destination: Destination | None = None) -> ComposeViewModel:
        vm = self.ready(text)
        if destination is not None:
            vm.set_destination(destination)
        vm.act()
        self.work.run_all()
        return vm


@pytest.fixture
def bench(qapp: object) -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.vm.shut_down()


def test_before_the_engine_is_there_the_primary_action_says_why_it_waits(bench: Bench) -> None:
    bench.vm.draft.set_text(PROMPT)
    assert bench.vm.engine_state is EngineState.LOADING
    assert bench.vm.primary == Primary(PrimaryKind.SANITIZE, "engine_loading")
    bench.vm.attach_engine(bench.engine)
    assert bench.vm.primary.enabled
    bench.work.run_all()
    assert bench.vm.draft.fresh


def test_an_engine_that_cannot_be_built_is_a_problem_without_the_exceptions_text(bench: Bench) -> None:
    bench.vm.engine_failed(OSError("secret path"))
    assert bench.vm.primary.reason == "engine_failed"
    assert bench.vm.problem is not None
    assert "secret" not in repr(bench.vm.problem)


def test_typing_proposes_first_and_measures_after(bench: Bench) -> None:
    vm = bench.vm
    vm.attach_engine(bench.engine)
    vm.draft.set_text(PROMPT)
    vm.draft.propose()
    bench.work.run_next()
    assert vm.phase is Phase.EXTRACTED
    assert vm.draft.proposal is not None
    assert vm.draft.proposal.preview.artifact.text == SAFE
    bench.work.run_next()
    assert vm.phase is Phase.PROPOSED
    assert bench.engine.calls == ["preview", "measure"]


def test_a_result_for_an_older_text_is_dropped(bench: Bench) -> None:
    vm = bench.vm
    vm.attach_engine(bench.engine)
    vm.draft.set_text(PROMPT)
    vm.draft.propose()
    old = bench.work.jobs[0]
    vm.draft.set_text("Nothing here")
    bench.work.run_next()
    assert old.cancel.cancelled
    assert vm.draft.proposal is None
    assert vm.phase is Phase.DRAFT


def test_values_typed_and_deleted_use_up_no_tokens(bench: Bench) -> None:
    vm = bench.ready()
    vm.draft.set_text("other")
    vm.draft.set_text(PROMPT)
    vm.act()
    bench.work.run_all()
    assert vm.outcome is not None
    assert vm.outcome.verdict.artifact.text == SAFE


def test_an_empty_prompt_cannot_be_sanitized(bench: Bench) -> None:
    vm = bench.ready("  \n")
    assert vm.primary.reason == "empty_prompt"
    vm.act()
    assert vm.phase is Phase.DRAFT


def test_too_much_text_is_refused_before_the_engine_sees_it(bench: Bench) -> None:
    vm = bench.vm
    vm.attach_engine(bench.engine)
    vm.draft.set_text("汉" * 400_000)
    vm.draft.propose()
    assert vm.primary.reason == "too_large"
    assert bench.work.jobs == []


def test_sanitize_reports_stages_and_ends_in_a_verdict(bench: Bench) -> None:
    vm = bench.ready()
    vm.act()
    assert vm.phase is Phase.SANITIZING
    assert vm.primary.reason == "working"
    bench.work.run_all()
    assert vm.phase is Phase.PASSED
    assert vm.stages[Stage.EXTRACT].state is StageState.DONE


def test_while_a_run_holds_the_draft_nothing_changes_it(bench: Bench) -> None:
    vm = bench.ready()
    vm.act()
    vm.draft.set_text("other")
    vm.draft.choose_level("a1", 0, "because")
    assert vm.draft.text == PROMPT
    assert vm.draft.corrections.draft.levels == {}


def test_ui_06_cancel_is_acknowledged_at_once_and_a_late_result_is_dropped(bench: Bench) -> None:
    vm = bench.ready()
    vm.act()
    late = bench.work.jobs[-1]
    vm.cancel()
    assert late.cancel.cancelled
    assert vm.phase is not Phase.SANITIZING
    bench.work.run_all()
    assert vm.outcome is None
    assert vm.draft.text == PROMPT
    assert vm.problem is not None
    assert vm.problem.code == "cancelled"


def test_a_missed_control_is_invalid_not_a_pass_and_can_be_repeated(bench: Bench) -> None:
    bench.engine.error = EvaluationInvalid("verify.control_missed")
    vm = bench.judged()
    assert vm.phase is Phase.INVALID
    assert vm.problem is not None
    assert vm.problem.code == "verify.control_missed"
    assert vm.primary == Primary(PrimaryKind.SANITIZE)
    bench.engine.error = None
    vm.act()
    bench.work.run_all()
    assert vm.phase is Phase.PASSED


def test_an_unforeseen_error_shows_its_kind_only(bench: Bench) -> None:
    bench.engine.error = ValueError(NAME)
    vm = bench.judged()
    assert vm.problem is not None
    assert vm.problem.code == "bug"
    assert NAME not in repr(vm.problem)


@pytest.mark.parametrize("destination", [None, CLOUD, MANUAL])
def test_infeasible_cannot_be_sent_anywhere(bench: Bench, destination: Destination | None) -> None:
    vm = bench.ready()
    vm.draft.choose_level("a1", 0, "needed")
    bench.work.run_all()
    if destination is not None:
        vm.set_destination(destination)
        vm.flow.approval.set_confirmed(True)
    vm.act()
    bench.work.run_all()
    assert vm.phase is Phase.INFEASIBLE
    assert vm.primary.reason == "infeasible"
    vm.act()
    vm.flow.approve()
    assert bench.sender.deliveries == []


@pytest.mark.parametrize(
    "change",
    [
        lambda vm: vm.draft.set_text(PROMPT + "!"),
        lambda vm: vm.draft.choose_level("a1", 0, "needed"),
        lambda vm: vm.draft.mark_not_sensitive("a1", reason="public"),
        lambda vm: vm.draft.hide(0, 1, "PERSON"),
        lambda vm: vm.draft.set_relevance("a1", True),
        lambda vm: vm.set_protocol(BALANCED),
    ],
)
def test_every_change_voids_the_certificate(bench: Bench, change: object) -> None:
    vm = bench.judged()
    change(vm)  # type: ignore[operator]
    assert vm.stale
    assert vm.primary.kind is PrimaryKind.SANITIZE
    vm.flow.approve()
    assert bench.sender.deliveries == []


def test_a_hand_edit_goes_back_to_verification(bench: Bench) -> None:
    vm = bench.judged()
    vm.begin_edit()
    assert vm.primary.reason == "edit_first"
    vm.apply_edit("I am someone.")
    assert vm.outcome is None
    bench.work.run_all()
    assert bench.engine.calls[-1] == "recheck"
    assert vm.phase is Phase.PASSED
    assert vm.outcome.verdict.artifact.text == "I am someone."  # type: ignore[attr-defined]


def test_a_hand_edit_that_brings_a_value_back_is_infeasible(bench: Bench) -> None:
    vm = bench.judged()
    vm.begin_edit()
    vm.apply_edit(PROMPT)
    bench.work.run_all()
    assert vm.phase is Phase.INFEASIBLE


def test_an_edit_without_change_keeps_the_certificate(bench: Bench) -> None:
    vm = bench.judged()
    vm.begin_edit()
    vm.apply_edit(SAFE)
    assert vm.phase is Phase.PASSED
    assert "recheck" not in bench.engine.calls


def test_ui_33_the_first_cloud_send_and_every_change_of_destination_ask_for_confirmation(bench: Bench) -> None:
    vm = bench.judged(destination=CLOUD)
    assert vm.primary.reason == "confirm_first"
    vm.flow.approve()
    assert bench.sender.deliveries == []
    vm.flow.approval.set_confirmed(True)
    assert vm.primary == Primary(PrimaryKind.SEND)
    vm.set_destination(Destination("c", DestinationKind.OPENAI, "Cloud", "https://other.example", "model-1", "me"))
    assert vm.primary.reason == "packing"
    bench.work.run_all()
    assert vm.primary.reason == "confirm_first"
    vm.set_destination(CLOUD)
    bench.work.run_all()
    assert vm.primary.reason == "confirm_first"


def sent(bench: Bench) -> ComposeViewModel:
    vm = bench.judged(destination=CLOUD)
    vm.flow.approval.set_confirmed(True)
    vm.act()
    return vm


def test_ui_27_the_approved_bytes_are_what_the_sender_gets(bench: Bench) -> None:
    sent(bench)
    delivery = bench.sender.deliveries[0]
    assert delivery.outcome.verdict.artifact.payload == SAFE.encode()
    assert delivery.destination == CLOUD


def test_an_answer_streams_into_the_turn_and_the_next_draft_is_empty(bench: Bench) -> None:
    vm = sent(bench)
    bench.sender.play(Connected(), AnswerGrew((PlainText("Hel"),), "Hel"), AnswerGrew((PlainText("lo"),), "lo"))
    assert vm.turns[0].state is TurnState.STREAMING
    assert vm.turns[0].answer == "Hello"
    bench.sender.play(AnswerEnded())
    assert vm.turns[0].state is TurnState.ANSWERED
    assert vm.phase is Phase.ANSWERED
    assert vm.draft.text == ""
    assert vm.turns[0].prompt == PROMPT
    assert vm.turns[0].sent == SAFE


def test_same_person_same_token_in_the_next_turn(bench: Bench) -> None:
    vm = sent(bench)
    bench.sender.play(Connected(), AnswerEnded())
    vm.draft.set_text(f"And {NAME} again")
    vm.act()
    bench.work.run_all()
    assert vm.outcome is not None
    assert vm.outcome.verdict.artifact.text == "And [PERSON_1] again"
    vm.act()
    assert len(bench.sender.deliveries[-1].conversation.turns) == 1


def test_a_send_that_provably_failed_keeps_draft_and_verdict(bench: Bench) -> None:
    vm = sent(bench)
    bench.sender.play(SendFailed("destination.unauthorized", "no", {"status": 401}))
    assert vm.phase is Phase.PASSED
    assert vm.draft.text == PROMPT
    assert vm.turns == ()
    assert vm.problem is not None
    assert vm.problem.sent == "no"
    bench.work.run_all()
    assert vm.primary.enabled


def test_an_unknown_send_is_never_repeated_by_itself(bench: Bench) -> None:
    vm = sent(bench)
    bench.sender.play(SendFailed("destination.cut", "unknown"))
    assert vm.turns[0].state is TurnState.UNKNOWN
    assert vm.phase is Phase.ANSWERED
    assert vm.problem is not None
    assert vm.problem.sent == "unknown"
    assert len(bench.sender.deliveries) == 1


def test_a_cut_answer_keeps_what_came(bench: Bench) -> None:
    vm = sent(bench)
    bench.sender.play(Connected(), AnswerGrew((PlainText("Half"),), "Half"))
    vm.cancel()
    assert bench.sender.cancelled == 1
    bench.sender.play(SendFailed("cancelled", "yes"))
    assert vm.turns[0].state is TurnState.CUT
    assert vm.turns[0].answer == "Half"


def test_manual_hands_over_and_restores_what_is_pasted(bench: Bench) -> None:
    vm = bench.judged(destination=MANUAL)
    assert vm.primary == Primary(PrimaryKind.COPY)
    copied: list[object] = []
    vm.handed_over.connect(copied.append)
    vm.act()
    bench.sender.play(HandedOver(SAFE))
    assert copied == [SAFE]
    assert vm.phase is Phase.AWAITING
    assert vm.primary == Primary(PrimaryKind.RESTORE, "paste_first")
    vm.set_pasted("Dear [PERSON_1], rest.")
    vm.act()
    assert vm.turns[0].answer == f"Dear {NAME}, rest."
    assert vm.phase is Phase.ANSWERED


def test_a_dry_run_sends_nothing_and_remembers_nothing(bench: Bench) -> None:
    vm = bench.judged()
    assert vm.primary == Primary(PrimaryKind.DRY_RUN)
    vm.act()
    bench.sender.play(Connected(), AnswerGrew((PlainText("A simulation"),), "A simulation"))
    bench.sender.play(AnswerEnded(FinishReason.SIMULATED))
    assert vm.turns[0].state is TurnState.DRY_RUN
    assert bench.sender.deliveries[0].conversation.turns == []


def test_a_parcel_that_cannot_be_made_keeps_the_send_button_disabled(bench: Bench) -> None:
    bench.sender.refusal = InputError("address.plain_http")
    vm = bench.judged(destination=CLOUD)
    assert vm.problem is not None
    assert vm.problem.code == "address.plain_http"
    assert vm.primary.reason == "refused"


def test_events_of_a_forgotten_turn_are_ignored(bench: Bench) -> None:
    vm = sent(bench)
    vm.new_conversation()
    assert bench.sender.cancelled == 1
    bench.sender.play(Connected(), AnswerGrew((PlainText("late"),), "late"), AnswerEnded())
    assert vm.turns == ()
    assert vm.phase is Phase.DRAFT


def test_undo_all_then_redo_all_restores_both_ends(bench: Bench) -> None:
    vm = bench.ready()
    start = vm.draft.corrections
    vm.draft.choose_level("a1", 0, "needed")
    vm.draft.hide(0, 1, "PERSON", Scope.CONVERSATION)
    bench.work.run_all()
    vm.draft.set_relevance("a1", True)
    end = vm.draft.corrections
    while vm.draft.can_undo:
        vm.draft.undo()
    assert vm.draft.corrections == start
    while vm.draft.can_redo:
        vm.draft.redo()
    assert vm.draft.corrections == end


def test_a_draft_set_aside_comes_back_with_its_decisions(bench: Bench) -> None:
    vm = bench.ready()
    vm.draft.choose_level("a1", 0, "needed")
    vm.park()
    assert vm.draft.empty
    assert len(vm.parked) == 1
    vm.draft.set_text("meanwhile")
    vm.unpark(0)
    assert vm.draft.text == PROMPT
    assert vm.draft.corrections.draft.levels["a1"].reason == "needed"
    assert [item.text for item in vm.parked] == ["meanwhile"]


def test_what_is_written_after_a_draft_was_set_aside_is_another_conversation(bench: Bench) -> None:
    vm = bench.ready()
    first = vm.conversation.id
    vm.park()
    second = vm.conversation.id
    assert second != first
    vm.draft.set_text("meanwhile")
    vm.unpark(0)
    assert vm.conversation.id == first
    vm.unpark(0)
    assert (vm.draft.text, vm.conversation.id) == ("meanwhile", second)
