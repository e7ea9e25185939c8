"""The evaluator behind a verdict, and the provisional verdict before a model's: sending waits for the last word."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from core.engine.interface import Engine

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
from ui.shared.viewmodels.preferences import DRY_RUN, MANUAL

PROMPT = f"I am {NAME}."


class Harness:
    def __init__(self, engine: Engine) -> None:
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
    harness = Harness(looking)
    harness.judged()
    assert harness.model.phase is Phase.PASSED
    assert harness.model.look.state is LookState.RUNNING
    assert harness.model.primary.reason == "evaluator_running"
    harness.model.act()
    harness.model.flow.approve()
    assert harness.sender.deliveries == []
    harness.work.run_all()
    assert harness.model.look.state is LookState.DONE
    assert harness.model.primary.enabled
    assert harness.model.outcome is not None


def test_a_text_that_became_vaguer_replaces_the_first_and_is_what_is_sent(looking: LookingEngine) -> None:
    looking.change = made_vaguer
    harness = Harness(looking)
    harness.judged()
    harness.work.run_all()
    assert harness.model.revision is Revision.TEXT
    assert harness.model.parcel is not None
    assert harness.model.parcel.artifact.text == "I am somebody."
    harness.model.act()
    assert harness.sender.deliveries[-1].outcome.verdict.artifact.text == "I am somebody."


def test_a_verdict_that_turned_is_for_a_person(looking: LookingEngine) -> None:
    looking.change = refused
    harness = Harness(looking)
    harness.judged()
    harness.work.run_all()
    assert harness.model.phase is Phase.INFEASIBLE
    assert harness.model.revision is Revision.VERDICT
    assert harness.model.parcel is None


def test_doing_without_it_is_written_into_the_certificate(looking: LookingEngine) -> None:
    harness = Harness(looking)
    harness.judged()
    harness.model.look.skip()
    harness.work.run_all()
    assert harness.model.primary.enabled
    assert harness.model.outcome is not None
    engine = harness.model.outcome.certificate.engine
    assert engine.off_reasons["evaluator"] == SKIPPED
    assert "evaluator" in engine.layers_off
    assert harness.model.parcel is not None
    assert harness.model.parcel.certificate.engine.off_reasons["evaluator"] == SKIPPED


def test_esc_stops_it_and_sending_still_waits(looking: LookingEngine) -> None:
    harness = Harness(looking)
    harness.judged()
    assert harness.model.can_cancel
    harness.model.cancel()
    assert harness.model.look.state is LookState.FAILED
    assert harness.model.look.code == STOPPED
    harness.work.run_all()
    assert harness.model.primary.reason == "evaluator_failed", "what came late changes nothing"
    harness.model.look.retry()
    harness.work.run_all()
    assert harness.model.primary.enabled


def test_an_evaluator_that_saw_no_control_opens_nothing(looking: LookingEngine) -> None:
    looking.trouble = EvaluationInvalid("verify.control_missed")
    harness = Harness(looking)
    harness.judged()
    harness.work.run_all()
    assert harness.model.phase is Phase.PASSED
    assert harness.model.primary.reason == "evaluator_failed"
    harness.model.look.skip()
    assert harness.model.outcome is not None
    assert harness.model.outcome.certificate.engine.off_reasons["evaluator"] == "verify.control_missed"


def test_switched_off_or_absent_nothing_waits(looking: LookingEngine) -> None:
    harness = Harness(looking)
    harness.model.want_evaluator(False)
    harness.judged()
    harness.work.run_all()
    assert harness.model.look.state is LookState.OFF
    assert harness.model.primary.enabled
    absent = LookingEngine()
    absent.info = replace(absent.info, off_reasons={"evaluator": "evaluator.model_missing"})
    other = Harness(absent)
    other.judged()
    assert (other.model.look.state, other.model.look.code) == (LookState.OFF, "evaluator.model_missing")
    assert "deepen" not in looking.calls + absent.calls


@pytest.mark.parametrize("how", [lambda m: m.begin_edit(), lambda m: m.draft.set_text("x")])
def test_editing_drops_the_look(looking: LookingEngine, how: Callable[[ComposeViewModel], None]) -> None:
    looking.change = made_vaguer
    harness = Harness(looking)
    harness.judged()
    before = harness.model.outcome
    how(harness.model)
    harness.work.run_all()
    harness.model.draft.rest()
    assert harness.model.outcome is before
    assert harness.model.look.state is LookState.NONE


def test_leaving_the_edit_looks_again(looking: LookingEngine) -> None:
    harness = Harness(looking)
    harness.judged()
    harness.model.begin_edit()
    harness.model.hand.discard()
    assert harness.model.look.state is LookState.RUNNING
    harness.work.run_all()
    assert harness.model.primary.enabled


# A local model


def test_the_built_in_verdict_comes_first_and_opens_nothing(qapp: object) -> None:
    harness = Harness(SlowEngine())
    harness.judged()
    assert harness.model.provisional
    assert harness.model.outcome is not None
    assert harness.model.phase is Phase.SANITIZING
    assert harness.model.parcel is None
    assert not harness.model.primary.enabled
    harness.work.run_all()
    assert not harness.model.provisional
    assert harness.model.phase is Phase.PASSED
    assert harness.model.primary.enabled


def test_a_lost_server_takes_the_provisional_verdict_with_it_and_leaves_the_draft(qapp: object) -> None:
    engine = SlowEngine()
    engine.error = ModelServerError("llm.unreachable")
    harness = Harness(engine)
    harness.judged()
    harness.work.run_all()
    assert harness.model.phase is Phase.INVALID
    assert harness.model.outcome is None
    assert harness.model.problem is not None
    assert harness.model.problem.code == "llm.unreachable"
    assert harness.model.draft.text == PROMPT
    harness.model.use_engine(engine.builtin)
    harness.work.run_all()
    harness.model.act()
    harness.work.run_all()
    assert harness.model.phase is Phase.PASSED


def test_cancel_while_the_model_works_is_told_at_once(qapp: object) -> None:
    harness = Harness(SlowEngine())
    harness.judged()
    harness.model.cancel()
    assert harness.model.phase is Phase.DRAFT
    assert harness.model.outcome is None
    harness.work.run_all()
    assert harness.model.phase is Phase.PROPOSED
    assert harness.model.draft.text == PROMPT


def test_another_engine_keeps_draft_and_decisions_and_makes_the_verdict_stale(qapp: object) -> None:
    harness = Harness(FakeEngine())
    harness.model.draft.choose_level("a1", 1)
    harness.work.run_all()
    harness.judged()
    harness.work.run_all()
    decisions = harness.model.draft.corrections
    other = SlowEngine()
    harness.model.use_engine(other)
    assert harness.model.stale
    assert harness.model.draft.text == PROMPT
    assert harness.model.draft.corrections == decisions
    harness.work.run_all()
    assert "preview" in other.calls


def test_a_count_of_tokens_moves_no_stage_back(qapp: object) -> None:
    harness = Harness(FakeEngine())
    judging = harness.model._judging
    judging.tell(StageEvent(Stage.EXTRACT, StageState.RUNNING))
    judging.tell(StageEvent(Stage.EXTRACT, StageState.DONE))
    counting = StageEvent(Stage.EXTRACT, StageState.RUNNING, tokens=40, tokens_per_second=9.0)
    judging.tell(counting)
    assert harness.model.stages[Stage.EXTRACT].state is StageState.DONE
    assert harness.model.stages[Stage.DEHYDRATE].state is StageState.RUNNING
    judging.tell(counting)
    assert harness.model.stages[Stage.EXTRACT].state is StageState.DONE


def test_a_dry_run_is_not_held_up_and_another_destination_is_looked_at(looking: LookingEngine) -> None:
    harness = Harness(looking)
    harness.model.set_destination(DRY_RUN)
    harness.judged()
    assert harness.model.look.state is LookState.SPARED
    harness.work.run_all()
    assert harness.model.primary.enabled
    harness.model.set_destination(MANUAL)
    assert harness.model.look.state is LookState.RUNNING
    assert harness.model.primary.reason == "evaluator_running"
    harness.work.run_all()
    assert harness.model.look.state is LookState.DONE


def test_a_lost_cause_is_not_looked_at_unless_a_person_asks(looking: LookingEngine) -> None:
    harness = Harness(looking)
    harness.model.draft.choose_level("a1", 0, "reason")
    harness.work.run_all()
    harness.judged()
    assert harness.model.phase is Phase.INFEASIBLE
    assert (harness.model.look.state, harness.model.look.code) == (LookState.SPARED, LOST_CAUSE)
    harness.model.look.retry()
    assert harness.model.look.state is LookState.RUNNING
    harness.work.run_all()
    assert harness.model.look.state is LookState.DONE


def test_it_counts_and_ends_at_its_limit(looking: LookingEngine) -> None:
    harness = Harness(looking)
    harness.judged()
    look, counted = harness.model.look, []
    look.moved.connect(lambda: counted.append((look.done, look.total)))
    look._moved(StageEvent(Stage.VERIFY, StageState.RUNNING, done=3, total=40))
    assert counted == [(3, 40)]
    look._limit.timeout.emit()
    assert (look.state, look.code) == (LookState.FAILED, LIMIT)
    look.skip()
    harness.work.run_all()
    assert harness.model.outcome is not None
    assert harness.model.outcome.certificate.engine.off_reasons["evaluator"] == LIMIT
    assert harness.model.primary.enabled


def test_the_time_left_follows_the_pace_and_never_exceeds_the_limit(looking: LookingEngine) -> None:
    harness = Harness(looking)
    now = [0.0]
    harness.model.look.clock = lambda: now[0]
    harness.judged()
    look = harness.model.look
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
    harness = Harness(looking)
    harness.judged()
    assert harness.model.moved == ()
    harness.work.run_all()
    assert harness.model.revision is Revision.TEXT
    assert harness.model.outcome is not None
    assert harness.model.moved == tuple(item.id for item in harness.model.outcome.verdict.sensitive.attributes) != ()
    harness.model.draft.set_text("Another text.")
    assert harness.model.moved == ()
    harness.model.draft.rest()
