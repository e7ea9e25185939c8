"""Algorithm 2' branch by branch, with a scripted evaluator."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import pytest

from core.domain.artifact import Artifact
from core.domain.disclosure import DisclosurePlan, DisclosureRole, PlanItem, Task, Treatment
from core.domain.errors import Cancelled
from core.domain.events import CancelToken, Progress, Stage, StageEvent, ignore_progress
from core.domain.evidence import (
    AttackerLevel,
    AttributeLeakage,
    Evidence,
    LeakageEstimate,
    MemberCount,
    Metric,
    Probe,
    ProbeOutcome,
    ProbeResult,
    RestorationScore,
    SampledRun,
    UtilityEstimate,
    UtilityItem,
)
from core.domain.language import Language
from core.domain.protocol import STRICT, Protocol
from core.domain.request import Decision, Decisions, Request
from core.domain.sensitive import SensitiveSet
from core.domain.tokens import TokenVault
from core.domain.verdict import LoopStep, StepKind, Verdict, VerdictKind
from core.loop.lexicographic import LexicographicLoop
from core.verify.examination import Examination
from core.verify.gate import GateResult, assess
from core.verify.verifier import kept_by_person
from tests.verify_fakes import FakeDehydrator, in_text, with_relevance

TEXT = "Vera Quill, 47 years old, from Ohio, takes aspirin."
AGE, PLACE, DRUG = "age-47", "location-Ohio", "drug-aspirin"
Leak = Callable[[Mapping[str, int]], dict[str, float]]
Useful = Callable[[Mapping[str, int]], dict[str, float]]


def subject() -> SensitiveSet:
    found = SensitiveSet(
        (
            in_text(TEXT, "AGE", "47 years old", "47"),
            in_text(TEXT, "LOCATION", "Ohio"),
            in_text(TEXT, "DRUG", "aspirin"),
        )
    )
    return with_relevance(found, "AGE", "DRUG")


@dataclass
class Scripted:
    """Leakage and utility as functions of the levels."""

    leak: Leak
    useful: Useful
    hits: int = 0
    supported: Mapping[str, float] = field(default_factory=dict)
    certified: list[Artifact] = field(default_factory=list)
    searched: list[dict[str, int]] = field(default_factory=list)

    def evidence(self, artifact: Artifact, certified: bool) -> Evidence:
        levels = artifact.levels
        leaks, values = self.leak(levels), self.useful(levels)
        items = tuple(AttributeLeakage(key, leaks.get(key, 0.0), 0.0, "prior") for key in levels)
        estimate = LeakageEstimate(AttackerLevel.A1, ("prior",), items)
        counts = (MemberCount(AGE, "llm_open", "open", AttackerLevel.A0, self.hits, 86),)
        run = SampledRun("model", self.hits == 0, self.hits, 86, 86, 86, 0.042, 0.042, counts=counts)
        outcomes = tuple(
            ProbeOutcome(Probe(AGE, "reader", "same_type", draw), ProbeResult.HIT, "?", "Quill")
            for draw in range(self.hits if certified else 0)
        )
        utility = sum(values.values()) / len(values) if values else 1.0
        asked = tuple(UtilityItem("?", value, key) for key, value in values.items())
        return Evidence(
            {AttackerLevel.A1: estimate},
            {},
            UtilityEstimate(Metric.STRUCTURED_PROXY, utility, utility, utility, asked),
            RestorationScore(1.0),
            (),
            None,
            certified,
            outcomes,
            runs=(run,) if certified else (),
        )

    def baseline(
        self, request: Request, sensitive: SensitiveSet, protocol: Protocol
    ) -> Mapping[AttackerLevel, LeakageEstimate]:
        return {}

    def search(self, subject: Examination, cancel: CancelToken | None = None) -> Evidence:
        self.searched.append(dict(subject.artifact.levels))
        return self.evidence(subject.artifact, certified=False)

    def certify(
        self,
        subject: Examination,
        seed: int,
        progress: Progress = ignore_progress,
        cancel: CancelToken | None = None,
    ) -> Evidence:
        self.certified.append(subject.artifact)
        return self.evidence(subject.artifact, certified=True)

    def assess(self, request: Request, evidence: Evidence, protocol: Protocol) -> GateResult:
        return assess(evidence, kept_by_person(request), frozenset({"reader"}), protocol)

    def support(
        self, request: Request, sensitive: SensitiveSet, artifact: Artifact, attribute_id: str
    ) -> Mapping[str, float]:
        return self.supported


def no_leak(levels: Mapping[str, int]) -> dict[str, float]:
    return {}


def all_useful(levels: Mapping[str, int]) -> dict[str, float]:
    return {AGE: 1.0, DRUG: 1.0}


def run(
    evaluator: Scripted,
    start: int = 1,
    decisions: Decisions | None = None,
    progress: Progress = ignore_progress,
    cancel: CancelToken | None = None,
    floor: Mapping[str, int] | None = None,
) -> Verdict:
    loop = LexicographicLoop(FakeDehydrator(start=start), evaluator)
    request = Request(TEXT, decisions=decisions or Decisions())
    return loop.run(
        request, subject(), TokenVault(), STRICT, Language.EN, seed=1, progress=progress, cancel=cancel, floor=floor
    )


def trace(verdict: Verdict) -> list[tuple[StepKind, str, int, int, bool]]:
    return [(s.kind, s.attribute_id, s.level_before, s.level_after, s.accepted) for s in verdict.steps]


def test_a_good_start_is_certified_at_once() -> None:
    evaluator = Scripted(no_leak, all_useful)
    verdict = run(evaluator)
    assert verdict.kind is VerdictKind.PASS
    assert [step.kind for step in verdict.steps] == [StepKind.START, StepKind.CERTIFY]
    assert verdict.rounds == 0
    assert verdict.evidence.certified
    assert verdict.residual.items == ()
    assert AGE in verdict.residual.checked
    assert [artifact.sha256 for artifact in evaluator.certified] == [verdict.artifact.sha256]


def test_phase_one_loosens_the_worst_answered_attribute_until_the_gate_holds() -> None:
    def useful(levels: Mapping[str, int]) -> dict[str, float]:
        return {AGE: 1.0 - 0.25 * (levels[AGE] - 1), DRUG: 1.0 - 0.25 * (levels[DRUG] - 1)}

    verdict = run(Scripted(no_leak, useful), start=4)
    assert verdict.kind is VerdictKind.PASS
    assert trace(verdict)[1:] == [
        (StepKind.LOOSEN, AGE, 4, 3, True),
        (StepKind.LOOSEN, AGE, 3, 2, True),
        (StepKind.CERTIFY, "", 0, 0, True),
    ]
    assert verdict.artifact.levels[AGE] == 2


def test_phase_one_gives_up_after_two_loosens_without_gain() -> None:
    evaluator = Scripted(no_leak, lambda levels: {AGE: 0.4, DRUG: 0.4})
    verdict = run(evaluator, start=2)
    assert verdict.kind is VerdictKind.INFEASIBLE
    loosens = [step for step in verdict.steps if step.kind is StepKind.LOOSEN]
    assert [step.accepted for step in loosens] == [False, False]
    assert verdict.artifact.levels == {AGE: 2, PLACE: 2, DRUG: 2}
    text = verdict.artifact.text
    assert verdict.steps[-1] == LoopStep(2, StepKind.STOP, "", 0, 0, False, 0.0, 0.4, "utility_below_tau", text)
    assert not evaluator.certified
    assert {item.reason for item in verdict.residual.items} == {"utility_below_tau"}


def test_loosening_never_returns_to_the_literal() -> None:
    verdict = run(Scripted(no_leak, lambda levels: {AGE: 0.1, DRUG: 0.1}), start=1)
    assert verdict.kind is VerdictKind.INFEASIBLE
    assert [step.kind for step in verdict.steps] == [StepKind.START, StepKind.STOP]
    assert all(level >= 1 for level in verdict.artifact.levels.values())


def test_phase_two_strengthens_the_largest_contribution_first() -> None:
    def leak(levels: Mapping[str, int]) -> dict[str, float]:
        return {AGE: 0.5 / levels[AGE] ** 3, PLACE: 0.9 if levels[PLACE] < 2 else 0.0}

    verdict = run(Scripted(leak, all_useful))
    assert verdict.kind is VerdictKind.PASS
    assert trace(verdict)[1:3] == [(StepKind.STRENGTHEN, PLACE, 1, 2, True), (StepKind.STRENGTHEN, AGE, 1, 2, True)]
    assert verdict.rounds == 2


def test_a_step_that_breaks_the_utility_gate_is_rolled_back_and_skipped() -> None:
    def leak(levels: Mapping[str, int]) -> dict[str, float]:
        return {AGE: 0.9}

    def useful(levels: Mapping[str, int]) -> dict[str, float]:
        return {AGE: 1.0 if levels[AGE] == 1 else 0.0, DRUG: 1.0}

    verdict = run(Scripted(leak, useful))
    assert verdict.kind is VerdictKind.INFEASIBLE
    assert trace(verdict)[1:4] == [
        (StepKind.STRENGTHEN, AGE, 1, 2, False),
        (StepKind.SKIP, AGE, 1, 1, False),
        (StepKind.STOP, "", 0, 0, False),
    ]
    assert verdict.artifact.levels[AGE] == 1
    item = next(item for item in verdict.residual.items if item.attribute_id == AGE)
    assert item.reason in {"posterior_above_cap", "advantage_above_tau"}
    assert verdict.artifact.text[item.start : item.end] == "<AGE 1>"


def test_a_compensatory_loosen_opens_headroom_and_resets_the_tried_set() -> None:
    def leak(levels: Mapping[str, int]) -> dict[str, float]:
        return {AGE: 0.9 / 4 ** levels[AGE]}

    def useful(levels: Mapping[str, int]) -> dict[str, float]:
        return {AGE: 1.0 - 0.3 * (levels[AGE] - 1), DRUG: 1.0 - 0.45 * (levels[DRUG] - 1)}

    verdict = run(Scripted(leak, useful), decisions=Decisions({PLACE: Decision(1)}))
    assert verdict.kind is VerdictKind.PASS

    loop = LexicographicLoop(StartAt({AGE: 1, PLACE: 1, DRUG: 2}), Scripted(leak, useful))
    verdict = loop.run(Request(TEXT), subject(), TokenVault(), STRICT, Language.EN, seed=1)
    assert trace(verdict)[1:4] == [
        (StepKind.STRENGTHEN, AGE, 1, 2, False),
        (StepKind.COMPENSATE, DRUG, 2, 1, True),
        (StepKind.STRENGTHEN, AGE, 1, 2, True),
    ]
    assert verdict.kind is VerdictKind.PASS


class StartAt(FakeDehydrator):
    def __init__(self, levels: Mapping[str, int]) -> None:
        super().__init__()
        self._levels = levels

    def initial_levels(self, sensitive: SensitiveSet, decisions: Decisions) -> dict[str, int]:
        return dict(self._levels)


def test_a_refused_compensation_skips_the_attribute() -> None:
    def useful(levels: Mapping[str, int]) -> dict[str, float]:
        return {AGE: 1.0 if levels[AGE] == 1 else 0.0, DRUG: 0.9}

    loop = LexicographicLoop(StartAt({AGE: 1, PLACE: 1, DRUG: 2}), Scripted(lambda levels: {AGE: 0.9}, useful))
    verdict = loop.run(Request(TEXT), subject(), TokenVault(), STRICT, Language.EN, seed=1)
    assert [step.kind for step in verdict.steps] == [
        StepKind.START,
        StepKind.STRENGTHEN,
        StepKind.COMPENSATE,
        StepKind.SKIP,
        StepKind.COMPENSATE,
        StepKind.STRENGTHEN,
        StepKind.STOP,
    ]
    assert not any(step.accepted for step in verdict.steps if step.reason == "exchange")
    assert verdict.artifact.levels[DRUG] == 2


def test_it_stops_after_two_rounds_without_progress() -> None:
    verdict = run(Scripted(lambda levels: {AGE: 0.9}, all_useful))
    assert verdict.kind is VerdictKind.INFEASIBLE
    assert verdict.steps[-1].reason == "no_progress"
    ahead = [step for step in verdict.steps if step.reason == "exchange"]
    assert verdict.rounds == STRICT.no_progress_rounds + len(ahead)
    assert not any(step.accepted for step in ahead)


def test_a_look_ahead_finds_the_step_that_large_contributions_hid() -> None:
    def leak(levels: Mapping[str, int]) -> dict[str, float]:
        return {AGE: 0.9 if levels[PLACE] < 2 else 0.0, DRUG: 0.02, PLACE: 0.01}

    verdict = run(Scripted(leak, all_useful))
    assert verdict.kind is VerdictKind.PASS
    accepted = [step for step in verdict.steps if step.reason == "exchange" and step.accepted]
    assert [step.attribute_id for step in accepted] == [PLACE]


def test_a_level_is_exchanged_for_another_where_both_do_not_fit_the_utility_gate() -> None:
    def leak(levels: Mapping[str, int]) -> dict[str, float]:
        together = levels[AGE] == levels[DRUG] == 1
        return {AGE: {1: 0.3}.get(levels[AGE], 0.05), DRUG: 0.35 if together else 0.05}

    def useful(levels: Mapping[str, int]) -> dict[str, float]:
        return {AGE: 1.0 if levels[AGE] == 1 else 0.4, DRUG: {1: 1.0, 2: 0.7}.get(levels[DRUG], 0.3)}

    verdict = run(Scripted(leak, useful), decisions=Decisions({PLACE: Decision(1)}))
    assert verdict.kind is VerdictKind.PASS
    assert (verdict.artifact.levels[AGE], verdict.artifact.levels[DRUG]) == (2, 1)
    exchanged = [step for step in verdict.steps if step.reason == "exchange"]
    assert {(step.kind, step.attribute_id) for step in exchanged if step.accepted} == {
        (StepKind.COMPENSATE, DRUG),
        (StepKind.STRENGTHEN, AGE),
    }


def test_nothing_is_exchanged_for_a_value_that_the_rest_of_the_text_gives_away() -> None:
    verdict = run(Scripted(lambda levels: {AGE: 0.9, DRUG: 0.01}, all_useful), start=9)
    assert not any(step.reason == "exchange" for step in verdict.steps)
    item = next(item for item in verdict.residual.items if item.attribute_id == AGE)
    assert item.reason == "rest_of_text"


def test_what_others_give_away_of_a_stubborn_attribute_is_taken_from_them() -> None:
    def leak(levels: Mapping[str, int]) -> dict[str, float]:
        return {AGE: 0.9 if levels[PLACE] < 2 else 0.0, DRUG: 0.01}

    evaluator = Scripted(leak, all_useful)
    evaluator.supported = {PLACE: 0.5}
    verdict = run(evaluator)
    assert trace(verdict)[1:3] == [(StepKind.STRENGTHEN, AGE, 1, 2, True), (StepKind.STRENGTHEN, PLACE, 1, 2, True)]
    assert verdict.kind is VerdictKind.PASS


def test_it_stops_when_nothing_can_move() -> None:
    verdict = run(Scripted(lambda levels: {AGE: 0.9}, all_useful), start=9)
    assert verdict.steps[-1].reason == "nothing_left"


def test_a_persons_level_is_never_moved() -> None:
    evaluator = Scripted(lambda levels: {AGE: 0.9}, all_useful)
    verdict = run(evaluator, decisions=Decisions({AGE: Decision(2)}))
    assert verdict.kind is VerdictKind.INFEASIBLE
    assert {levels[AGE] for levels in evaluator.searched} == {2}


def test_a_kept_value_is_reported_and_does_not_block() -> None:
    evaluator = Scripted(lambda levels: {AGE: 1.0}, all_useful)
    verdict = run(evaluator, decisions=Decisions({AGE: Decision(0, "the doctor needs it")}))
    assert verdict.kind is VerdictKind.PASS
    assert [(item.attribute_id, item.reason) for item in verdict.residual.items] == [(AGE, "kept_by_person")]


def test_hits_in_certification_end_the_run() -> None:
    evaluator = Scripted(no_leak, all_useful, hits=2)
    verdict = run(evaluator)
    assert verdict.kind is VerdictKind.INFEASIBLE
    assert len(evaluator.certified) == 1
    assert verdict.steps[-1].kind is StepKind.CERTIFY
    assert not verdict.steps[-1].accepted
    assert verdict.residual.reason == "certification_hits"


def test_the_conversation_floor_is_kept() -> None:
    evaluator = Scripted(no_leak, lambda levels: {AGE: 1.0 if levels[AGE] < 3 else 0.2, DRUG: 1.0})
    verdict = run(evaluator, floor={AGE: 3, "unknown": 2})
    assert verdict.artifact.levels[AGE] == 3
    assert verdict.kind is VerdictKind.INFEASIBLE


def test_it_tells_its_stages_in_order_and_obeys_cancel() -> None:
    events: list[StageEvent] = []
    run(Scripted(no_leak, all_useful), progress=events.append)
    order = list(dict.fromkeys(event.stage for event in events))
    assert order == [Stage.DEHYDRATE, Stage.VERIFY, Stage.CERTIFY]
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        run(Scripted(no_leak, all_useful), cancel=token)


def test_judge_moves_nothing() -> None:
    evaluator = Scripted(lambda levels: {AGE: 0.9}, all_useful)
    edited = Artifact("Edited.", (), {AGE: 1, PLACE: 1, DRUG: 1}, edited=True)
    loop = LexicographicLoop(FakeDehydrator(), evaluator)
    verdict = loop.judge(Request(TEXT), subject(), edited, STRICT, Language.EN, seed=1)
    assert verdict.kind is VerdictKind.INFEASIBLE
    assert verdict.artifact is edited
    assert verdict.rounds == 0
    passing = LexicographicLoop(FakeDehydrator(), Scripted(no_leak, all_useful))
    assert passing.judge(Request(TEXT), subject(), edited, STRICT, Language.EN, seed=1).kind is VerdictKind.PASS


def planned(
    leak: Leak, useful: Useful, protocol: Protocol = STRICT, coarse: Mapping[str, int] | None = None
) -> Verdict:
    """A search that starts from a plan: all told but `coarse`, and age, then place, may be given up."""
    levels = coarse or {}
    sensitive = subject()
    plan = DisclosurePlan(
        Task.REASON,
        tuple(
            PlanItem(item.id, DisclosureRole.DESCRIBES, Treatment.TELL, levels.get(item.id, 0), "describes")
            for item in sensitive.attributes
        ),
    )
    loop = LexicographicLoop(FakeDehydrator(), Scripted(leak, useful))
    return loop.run(
        Request(TEXT),
        sensitive,
        TokenVault(),
        protocol,
        Language.EN,
        1,
        plan=plan,
        covers=((AGE, 1), (AGE, 2), (PLACE, 2)),
    )


def test_a_plan_that_passes_moves_nothing() -> None:
    verdict = planned(lambda _: {}, lambda _: {})
    assert (verdict.kind, set(verdict.artifact.levels.values())) == (VerdictKind.PASS, {0})


def test_told_values_are_given_up_in_order_and_only_where_it_helps() -> None:
    verdict = planned(lambda levels: {DRUG: 0.0 if levels[PLACE] else 0.9}, lambda _: {})
    assert verdict.kind is VerdictKind.PASS
    assert {key: verdict.artifact.levels[key] for key in (AGE, PLACE, DRUG)} == {AGE: 0, PLACE: 2, DRUG: 0}
    covers = [(step.attribute_id, step.accepted) for step in verdict.steps if step.kind is StepKind.COVER]
    assert covers == [(AGE, False), (AGE, False), (PLACE, True)]


def test_what_cannot_be_broken_is_infeasible_and_keeps_what_was_told() -> None:
    verdict = planned(lambda _: {DRUG: 0.9}, lambda _: {})
    assert (verdict.kind, set(verdict.artifact.levels.values())) == (VerdictKind.INFEASIBLE, {0})
    assert verdict.steps[-1].reason == "nothing_left"


def test_a_class_that_too_few_fit_is_hidden_though_nothing_told_may_be_given_up() -> None:
    verdict = planned(lambda levels: {DRUG: 0.9 if levels[DRUG] == 1 else 0.0}, lambda _: {}, coarse={DRUG: 1})
    assert verdict.kind is VerdictKind.PASS
    assert {key: verdict.artifact.levels[key] for key in (AGE, PLACE, DRUG)} == {AGE: 0, PLACE: 0, DRUG: 2}


def test_a_class_that_nobody_objects_to_stays() -> None:
    verdict = planned(lambda _: {AGE: 0.9}, lambda _: {}, coarse={DRUG: 1})
    assert verdict.kind is VerdictKind.INFEASIBLE
    assert verdict.artifact.levels[DRUG] == 1


def test_what_hiding_would_only_let_others_guess_stays_told() -> None:
    """To hide the age lowers the whole shortfall, but the rest of the text gives it away: the place goes."""
    verdict = planned(
        lambda levels: {DRUG: 0.0 if levels[PLACE] else 0.3 if levels[AGE] else 0.9, AGE: 0.4 if levels[AGE] else 0.0},
        lambda _: {},
    )
    assert verdict.kind is VerdictKind.PASS
    assert {key: verdict.artifact.levels[key] for key in (AGE, PLACE, DRUG)} == {AGE: 0, PLACE: 2, DRUG: 0}
