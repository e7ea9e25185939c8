"""The evaluator behind a verdict, and the provisional verdict before a model's: sending waits for the last word."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

pytest.importorskip("PySide6.QtCore", reason="the window is not installed here")

from compose_fakes import NAME, FakeEngine, ManualWork, ScriptedSender
from model_fakes import LookingEngine, SlowEngine

from core.domain.artifact import Artifact
from core.domain.errors import EvaluationInvalid, ModelServerError
from core.domain.events import Stage, StageEvent, StageState
from core.domain.verdict import VerdictKind
from core.engine.outcome import Outcome
from ui.compose.viewmodels.compose import ComposeViewModel
from ui.release.viewmodels.phases import Phase
from ui.release.viewmodels.second_look import LIMIT, LIMIT_MS, LOST_CAUSE, SKIPPED, STOPPED, LookState, Revision
from ui.shared.viewmodels.ports import EnginePort
from ui.shared.viewmodels.preferences import DRY_RUN, MANUAL

PROMPT = f"I am {NAME}."


class Desk:
    def __init__(self, engine: EnginePort) -> None:
        self.work, self.sender = ManualWork(), ScriptedSender()
        self.model = ComposeViewModel(self.work, self.sender)
        self.model.set_destination(MANUAL)
        self.model.attach_engine(engine)
        self.model.draft.set_text(PROMPT)
        self.model.draft.propose()
        self.work.run_all()

    def judged(self) -> None:
        """Up to the verdict; what looks behind it has not begun."""
        self.model.sanitize()
        self.work.run_next()


@pytest.fixture
def looking(qapp: object) -> LookingEngine:
    return LookingEngine()


def made_vaguer(outcome: Outcome) -> Outcome:
    artifact = Artifact("I am somebody.", (), {"a1": 1})
    verdict = replace(outcome.verdict, artifact=artifact)
    certificate = replace(outcome.certificate, sha256=artifact.sha256, byte_count=len(artifact.payload))
    return replace(outcome, verdict=verdict, certificate=certificate)


def refused(outcome: Outcome) -> Outcome:
    return replace(outcome, verdict=replace(outcome.verdict, kind=VerdictKind.INFEASIBLE))


def test_the_verdict_is_there_at_once_and_sending_waits(looking: LookingEngine) -> None:
    desk = Desk(looking)
    desk.judged()
    assert desk.model.phase is Phase.PASSED
    assert desk.model.look.state is LookState.RUNNING
    assert desk.model.primary.reason == "evaluator_running"
    desk.model.act()
    desk.model.approve_and_send()
    assert desk.sender.deliveries == []
    desk.work.run_all()
    assert desk.model.look.state is LookState.DONE
    assert desk.model.primary.enabled
    assert desk.model.outcome is not None


def test_a_text_that_became_vaguer_replaces_the_first_and_is_what_is_sent(looking: LookingEngine) -> None:
    looking.change = made_vaguer
    desk = Desk(looking)
    desk.judged()
    desk.work.run_all()
    assert desk.model.revision is Revision.TEXT
    assert desk.model.parcel is not None
    assert desk.model.parcel.artifact.text == "I am somebody."
    desk.model.act()
    assert desk.sender.deliveries[-1].outcome.verdict.artifact.text == "I am somebody."


def test_a_verdict_that_turned_is_for_a_person(looking: LookingEngine) -> None:
    looking.change = refused
    desk = Desk(looking)
    desk.judged()
    desk.work.run_all()
    assert desk.model.phase is Phase.INFEASIBLE
    assert desk.model.revision is Revision.VERDICT
    assert desk.model.parcel is None


def test_doing_without_it_is_written_into_the_certificate(looking: LookingEngine) -> None:
    desk = Desk(looking)
    desk.judged()
    desk.model.look.skip()
    desk.work.run_all()
    assert desk.model.primary.enabled
    assert desk.model.outcome is not None
    engine = desk.model.outcome.certificate.engine
    assert engine.off_reasons["evaluator"] == SKIPPED
    assert "evaluator" in engine.layers_off
    assert desk.model.parcel is not None
    assert desk.model.parcel.certificate.engine.off_reasons["evaluator"] == SKIPPED


def test_esc_stops_it_and_sending_still_waits(looking: LookingEngine) -> None:
    desk = Desk(looking)
    desk.judged()
    assert desk.model.can_cancel
    desk.model.cancel()
    assert desk.model.look.state is LookState.FAILED
    assert desk.model.look.code == STOPPED
    desk.work.run_all()
    assert desk.model.primary.reason == "evaluator_failed", "what came late changes nothing"
    desk.model.look.retry()
    desk.work.run_all()
    assert desk.model.primary.enabled


def test_an_evaluator_that_saw_no_control_opens_nothing(looking: LookingEngine) -> None:
    looking.trouble = EvaluationInvalid("verify.control_missed")
    desk = Desk(looking)
    desk.judged()
    desk.work.run_all()
    assert desk.model.phase is Phase.PASSED
    assert desk.model.primary.reason == "evaluator_failed"
    desk.model.look.skip()
    assert desk.model.outcome is not None
    assert desk.model.outcome.certificate.engine.off_reasons["evaluator"] == "verify.control_missed"


def test_switched_off_or_absent_nothing_waits(looking: LookingEngine) -> None:
    desk = Desk(looking)
    desk.model.want_evaluator(False)
    desk.judged()
    desk.work.run_all()
    assert desk.model.look.state is LookState.OFF
    assert desk.model.primary.enabled
    absent = LookingEngine()
    absent.info = replace(absent.info, off_reasons={"evaluator": "evaluator.model_missing"})
    other = Desk(absent)
    other.judged()
    assert (other.model.look.state, other.model.look.code) == (LookState.OFF, "evaluator.model_missing")
    assert "deepen" not in looking.calls + absent.calls


@pytest.mark.parametrize("how", [lambda m: m.begin_edit(), lambda m: m.draft.set_text("x")])
def test_editing_drops_the_look(looking: LookingEngine, how: Callable[[ComposeViewModel], None]) -> None:
    looking.change = made_vaguer
    desk = Desk(looking)
    desk.judged()
    before = desk.model.outcome
    how(desk.model)
    desk.work.run_all()
    desk.model.draft.rest()
    assert desk.model.outcome is before
    assert desk.model.look.state is LookState.NONE


def test_leaving_the_edit_looks_again(looking: LookingEngine) -> None:
    desk = Desk(looking)
    desk.judged()
    desk.model.begin_edit()
    desk.model.discard_edit()
    assert desk.model.look.state is LookState.RUNNING
    desk.work.run_all()
    assert desk.model.primary.enabled


# A local model


def test_the_built_in_verdict_comes_first_and_opens_nothing(qapp: object) -> None:
    desk = Desk(SlowEngine())
    desk.judged()
    assert desk.model.provisional
    assert desk.model.outcome is not None
    assert desk.model.phase is Phase.SANITIZING
    assert desk.model.parcel is None
    assert not desk.model.primary.enabled
    desk.work.run_all()
    assert not desk.model.provisional
    assert desk.model.phase is Phase.PASSED
    assert desk.model.primary.enabled


def test_a_lost_server_takes_the_provisional_verdict_with_it_and_leaves_the_draft(qapp: object) -> None:
    engine = SlowEngine()
    engine.error = ModelServerError("llm.unreachable")
    desk = Desk(engine)
    desk.judged()
    desk.work.run_all()
    assert desk.model.phase is Phase.INVALID
    assert desk.model.outcome is None
    assert desk.model.problem is not None
    assert desk.model.problem.code == "llm.unreachable"
    assert desk.model.draft.text == PROMPT
    desk.model.use_engine(engine.builtin)
    desk.work.run_all()
    desk.model.act()
    desk.work.run_all()
    assert desk.model.phase is Phase.PASSED


def test_cancel_while_the_model_works_is_told_at_once(qapp: object) -> None:
    desk = Desk(SlowEngine())
    desk.judged()
    desk.model.cancel()
    assert desk.model.phase is Phase.DRAFT
    assert desk.model.outcome is None
    desk.work.run_all()
    assert desk.model.phase is Phase.PROPOSED
    assert desk.model.draft.text == PROMPT


def test_another_engine_keeps_draft_and_decisions_and_makes_the_verdict_stale(qapp: object) -> None:
    desk = Desk(FakeEngine())
    desk.model.draft.choose_level("a1", 1)
    desk.work.run_all()
    desk.judged()
    desk.work.run_all()
    decisions = desk.model.draft.corrections
    other = SlowEngine()
    desk.model.use_engine(other)
    assert desk.model.stale
    assert desk.model.draft.text == PROMPT
    assert desk.model.draft.corrections == decisions
    desk.work.run_all()
    assert "preview" in other.calls


def test_a_count_of_tokens_moves_no_stage_back(qapp: object) -> None:
    desk = Desk(FakeEngine())
    judging = desk.model._judging
    judging.tell(StageEvent(Stage.EXTRACT, StageState.RUNNING))
    judging.tell(StageEvent(Stage.EXTRACT, StageState.DONE))
    counting = StageEvent(Stage.EXTRACT, StageState.RUNNING, tokens=40, tokens_per_second=9.0)
    judging.tell(counting)
    assert desk.model.stages[Stage.EXTRACT].state is StageState.DONE
    assert desk.model.stages[Stage.DEHYDRATE].state is StageState.RUNNING
    judging.tell(counting)
    assert desk.model.stages[Stage.EXTRACT].state is StageState.DONE


def test_a_dry_run_is_not_held_up_and_another_destination_is_looked_at(looking: LookingEngine) -> None:
    desk = Desk(looking)
    desk.model.set_destination(DRY_RUN)
    desk.judged()
    assert desk.model.look.state is LookState.SPARED
    desk.work.run_all()
    assert desk.model.primary.enabled
    desk.model.set_destination(MANUAL)
    assert desk.model.look.state is LookState.RUNNING
    assert desk.model.primary.reason == "evaluator_running"
    desk.work.run_all()
    assert desk.model.look.state is LookState.DONE


def test_a_lost_cause_is_not_looked_at_unless_a_person_asks(looking: LookingEngine) -> None:
    desk = Desk(looking)
    desk.model.draft.choose_level("a1", 0, "reason")
    desk.work.run_all()
    desk.judged()
    assert desk.model.phase is Phase.INFEASIBLE
    assert (desk.model.look.state, desk.model.look.code) == (LookState.SPARED, LOST_CAUSE)
    desk.model.look.retry()
    assert desk.model.look.state is LookState.RUNNING
    desk.work.run_all()
    assert desk.model.look.state is LookState.DONE


def test_it_counts_and_ends_at_its_limit(looking: LookingEngine) -> None:
    desk = Desk(looking)
    desk.judged()
    look, counted = desk.model.look, []
    look.moved.connect(lambda: counted.append((look.done, look.total)))
    look._moved(StageEvent(Stage.VERIFY, StageState.RUNNING, done=3, total=40))
    assert counted == [(3, 40)]
    look._limit.timeout.emit()
    assert (look.state, look.code) == (LookState.FAILED, LIMIT)
    look.skip()
    desk.work.run_all()
    assert desk.model.outcome is not None
    assert desk.model.outcome.certificate.engine.off_reasons["evaluator"] == LIMIT
    assert desk.model.primary.enabled


def test_the_time_left_follows_the_pace_and_never_exceeds_the_limit(looking: LookingEngine) -> None:
    desk = Desk(looking)
    now = [0.0]
    desk.model.look.clock = lambda: now[0]
    desk.judged()
    look = desk.model.look
    assert look.seconds_left is None
    now[0] = 10.0
    look._moved(StageEvent(Stage.VERIFY, StageState.RUNNING, 5, 20))
    assert look.seconds_left == pytest.approx(30.0)
    look._moved(StageEvent(Stage.VERIFY, StageState.RUNNING, 1, 2000))
    assert look.seconds_left == pytest.approx(LIMIT_MS / 1000 - 10)
    look.stop()
    assert look.seconds_left is None


def coarser(outcome: Outcome) -> Outcome:
    vaguer, levels = made_vaguer(outcome), outcome.verdict.artifact.levels
    artifact = replace(vaguer.verdict.artifact, levels={name: level + 1 for name, level in levels.items()})
    return replace(vaguer, verdict=replace(vaguer.verdict, artifact=artifact))


def test_what_it_changed_is_known_until_the_draft_changes(looking: LookingEngine) -> None:
    looking.change = coarser
    desk = Desk(looking)
    desk.judged()
    assert desk.model.moved == ()
    desk.work.run_all()
    assert desk.model.revision is Revision.TEXT
    assert desk.model.outcome is not None
    assert desk.model.moved == tuple(item.id for item in desk.model.outcome.verdict.sensitive.attributes) != ()
    desk.model.draft.set_text("Another text.")
    assert desk.model.moved == ()
    desk.model.draft.rest()
