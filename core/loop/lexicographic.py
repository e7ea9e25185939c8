"""Algorithm 2': utility first as a hard gate, then leakage, one attribute at a time (paper 3.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Protocol as Interface

from core.dehydrate.starting_levels import LevelDehydrator
from core.domain.artifact import EXACT_LEVEL, Artifact
from core.domain.disclosure import EMPTY_PLAN, DisclosurePlan, Task
from core.domain.events import CancelToken, Progress, Stage, StageEvent, StageState, ignore_progress
from core.domain.evidence import AttackerLevel, Evidence, LeakageEstimate
from core.domain.language import Language
from core.domain.protocol import Protocol
from core.domain.request import Request
from core.domain.sensitive import SensitiveSet
from core.domain.tokens import TokenVault
from core.domain.verdict import StepKind, Verdict, VerdictKind
from core.loop.refinement import Refinement
from core.loop.residual import report
from core.loop.state import LOOSEST, PROGRESS, Point, Run, contribution, go_back, lost_agreement, lost_elsewhere
from core.verify.examination import Examination
from core.verify.gate import ADVANTAGE, POSTERIOR, GateResult

Polish = Callable[[Artifact], Artifact]
Covers = Sequence[tuple[str, int]]
"""What may be given up, first to last: (attribute id, level)."""


class EvidenceVerifier(Interface):
    """What the loop needs of core.verify.verifier."""

    def baseline(
        self, request: Request, sensitive: SensitiveSet, protocol: Protocol
    ) -> Mapping[AttackerLevel, LeakageEstimate]: ...

    def search(self, subject: Examination, cancel: CancelToken | None = None) -> Evidence: ...

    def certify(
        self,
        subject: Examination,
        seed: int,
        progress: Progress = ignore_progress,
        cancel: CancelToken | None = None,
    ) -> Evidence: ...

    def assess(self, request: Request, evidence: Evidence, protocol: Protocol) -> GateResult: ...

    def support(
        self, request: Request, sensitive: SensitiveSet, artifact: Artifact, attribute_id: str
    ) -> Mapping[str, float]:
        """What other attributes' replacements give away of one attribute: id -> fall of its posterior."""
        ...


def _guessed(point: Point) -> frozenset[str]:
    """Ids of attributes of which some attacker learns more than the protocol tolerates."""
    return frozenset(item.attribute_id for item in point.gate.violations if item.reason in (POSTERIOR, ADVANTAGE))


class LexicographicLoop:
    """Searches for a D that passes the gate, by Algorithm 2' or along a disclosure plan, and certifies it once.

    It asks a dehydrator for texts and a verifier for evidence, and keeps nothing between two runs.
    """

    def __init__(self, dehydrator: LevelDehydrator, verifier: EvidenceVerifier) -> None:
        self._dehydrator = dehydrator
        self.verifier = verifier

    def run(
        self,
        request: Request,
        sensitive: SensitiveSet,
        vault: TokenVault,
        protocol: Protocol,
        language: Language,
        seed: int,
        progress: Progress = ignore_progress,
        cancel: CancelToken | None = None,
        floor: Mapping[str, int] | None = None,
        polish: Polish | None = None,
        plan: DisclosurePlan | None = None,
        covers: Covers = (),
    ) -> Verdict:
        """PASS or INFEASIBLE for one request.

        `plan`: where the search starts, in place of the dehydrator's levels; `covers` then says what may be given up
        next, and the search moves plans instead of levels.
        `seed` drives the certification draws only. `floor`: attribute id -> level below which this conversation
        may not tell it any more. Levels that a person set are never moved. `polish`: may reword the D that passed the
        search; it is searched again, and kept only when it passes too. Raises EvaluationInvalid, Cancelled.
        """
        return _Iteration(
            self._dehydrator, self.verifier, request, sensitive, vault, protocol, language, progress, cancel,
            dict(floor or {}), plan.task if plan is not None else Task.REASON,
        ).verdict(seed, polish, plan, covers)  # fmt: skip

    def judge(
        self,
        request: Request,
        sensitive: SensitiveSet,
        artifact: Artifact,
        protocol: Protocol,
        language: Language,
        seed: int,
        progress: Progress = ignore_progress,
        cancel: CancelToken | None = None,
        plan: DisclosurePlan = EMPTY_PLAN,
    ) -> Verdict:
        """Verdict on exactly this artifact, which a person edited: it is measured and certified, and no level is
        moved."""
        iteration = _Iteration(
            self._dehydrator, self.verifier, request, sensitive, TokenVault(), protocol, language, progress, cancel, {},
            plan.task,
        )  # fmt: skip
        return iteration.verdict_on(artifact, seed)


class _Iteration:
    """One run of the search: what it was given, where it stands, and the record of its steps."""

    def __init__(
        self,
        dehydrator: LevelDehydrator,
        verifier: EvidenceVerifier,
        request: Request,
        sensitive: SensitiveSet,
        vault: TokenVault,
        protocol: Protocol,
        language: Language,
        progress: Progress,
        cancel: CancelToken | None,
        floor: Mapping[str, int],
        task: Task,
    ) -> None:
        self._task = task
        self._dehydrator = dehydrator
        self._verifier = verifier
        self._request = request
        self._sensitive = sensitive
        self._vault = vault
        self._protocol = protocol
        self._language = language
        self._progress = progress
        self._cancel = cancel
        self._pinned = frozenset(request.decisions.levels)
        self._floor = {key: level for key, level in floor.items() if key not in self._pinned}
        self._top = {attribute.id: dehydrator.top(attribute) for attribute in sensitive.attributes}
        self._relevant = {item.id for item in sensitive.attributes if item.task_relevant}
        self._before: Mapping[AttackerLevel, LeakageEstimate] = {}
        self._run = Run(protocol.budget(len(sensitive.attributes)))
        self._refinement = Refinement(self._moved_by, self._run, self._top, self._floor, self._pinned, self._relevant)

    def verdict(
        self,
        seed: int,
        polish: Polish | None = None,
        plan: DisclosurePlan | None = None,
        covers: Covers = (),
    ) -> Verdict:
        """Without a plan: phase 1 (utility), phase 2 (leakage), then a look ahead where both are stuck. With a plan:
        told values are given up in its order. Either way one certification ends it."""
        self._tell(Stage.DEHYDRATE, StageState.RUNNING)
        start = (
            self._dehydrator.initial_levels(self._sensitive, self._request.decisions) if plan is None else plan.levels
        )
        levels = dict(start)
        for attribute_id, lowest in self._floor.items():
            if attribute_id in levels:
                levels[attribute_id] = max(levels[attribute_id], min(lowest, self._top[attribute_id]))
        artifact = self._dehydrate(levels)
        self._tell(Stage.DEHYDRATE, StageState.DONE)
        self._tell(Stage.VERIFY, StageState.RUNNING)
        self._measure_before()
        point = self._evaluate(levels, artifact)
        self._run.record(StepKind.START, "", 0, 0, True, point)
        if plan is None:
            point = self._meet_utility(point)
            point = self._refinement.exchange(self._lower_leakage(point))
        else:
            point = self._cover(point, covers)
        if not point.gate.passed:
            self._run.record(StepKind.STOP, "", 0, 0, False, point, self._run.stopped)
        if polish is not None and point.gate.passed:
            point = self._polished(point, polish)
        self._tell(Stage.VERIFY, StageState.DONE)
        return self._close(point, seed)

    def _polished(self, point: Point, polish: Polish) -> Point:
        """The text in other words at the same levels, if it passes the gate too; else the text as it was."""
        artifact = polish(point.artifact)
        if artifact.text == point.artifact.text:
            return point
        candidate = self._evaluate(point.levels, artifact)
        self._run.record(StepKind.POLISH, "", 0, 0, candidate.gate.passed, candidate)
        return candidate if candidate.gate.passed else point

    def verdict_on(self, artifact: Artifact, seed: int) -> Verdict:
        """Measure a given artifact once and certify it once; returns the verdict on it."""
        self._tell(Stage.VERIFY, StageState.RUNNING)
        self._measure_before()
        point = self._evaluate(artifact.levels, artifact)
        self._run.record(StepKind.START, "", 0, 0, True, point)
        self._tell(Stage.VERIFY, StageState.DONE)
        return self._close(point, seed)

    def _cover(self, point: Point, covers: Covers) -> Point:
        """Where the gate objects, give up told values one by one in the plan's order, until it passes; then hide what
        is told as a class only and is objected to (a month of which too few days fit).

        A step stands where the shortfall falls; one that does not help is undone, so that nothing is lost for nothing.
        What is left is INFEASIBLE: identity cannot be broken without a person's consent to lose more.
        """
        point = self._given_up(point, covers)
        point = self._given_up(point, self._classes(point))
        if not point.gate.passed:
            self._run.stopped = "nothing_left" if self._run.open else "budget"
        return point

    def _classes(self, point: Point) -> Covers:
        """Values that D tells as a class and that the gate objects to, the largest excess first. They may be hidden
        without asking anybody, since nobody asked for the class to be told."""
        weights: dict[str, float] = {}
        for violation in point.gate.violations:
            weights[violation.attribute_id] = weights.get(violation.attribute_id, 0.0) + violation.excess
        told = point.artifact.levels
        return tuple(
            (attribute_id, self._top[attribute_id])
            for attribute_id in sorted(weights, key=lambda key: (-weights[key], key))
            if attribute_id in self._top and EXACT_LEVEL < told[attribute_id] < self._top[attribute_id]
        )

    def _given_up(self, point: Point, covers: Covers) -> Point:
        """Give up the told values of `covers` one after the other until the leakage gate passes; keep the steps that
        help."""
        run = self._run
        for attribute_id, level in covers:
            if point.gate.leakage_ok or not run.open:
                break
            if attribute_id in self._pinned or point.levels[attribute_id] >= level:
                continue
            run.round += 1
            covered = self._moved(point, attribute_id, level - point.levels[attribute_id])
            moved = _guessed(covered) - _guessed(point)  # what the rest of the text gives away is not hidden by hiding
            better = covered.gate.shortfall < point.gate.shortfall - PROGRESS and attribute_id not in moved
            accepted = covered.gate.leakage_ok or better
            self._note(StepKind.COVER, attribute_id, point, covered, accepted=accepted)
            point = covered if accepted else point
        return point

    def _meet_utility(self, point: Point) -> Point:
        """Phase 1: tell one needed value more exactly at a time until U reaches tau_U. A step that does not raise U is
        undone, and two such steps in a row end the phase."""
        idle = 0
        refused: set[str] = set()
        while not point.gate.utility_ok and self._run.open and idle < self._protocol.no_progress_rounds:
            chosen = self._loosenable(point, refused)
            if chosen is None:
                break
            self._run.round += 1
            looser = self._moved(point, chosen, -1)
            improved = looser.utility > point.utility
            self._note(StepKind.LOOSEN, chosen, point, looser, accepted=improved)
            if improved:
                idle, point = 0, looser
                continue
            idle += 1
            refused.add(chosen)
        return point

    def _lower_leakage(self, point: Point) -> Point:
        """Phase 2: tell less of the attribute that leaks most, one level at a time; a step that breaks the utility gate
        is taken back.

        Returns the passing point, else the best one met: a reviewer gets the D that falls short least.
        """
        run, best = self._run, point
        if not point.gate.utility_ok:
            run.stopped = "utility_below_tau"
            return point
        while not point.gate.passed and run.open:
            chosen = self._strengthenable(point)
            if run.idle >= self._protocol.no_progress_rounds or chosen is None:
                run.stopped = "nothing_left" if chosen is None else "no_progress"
                return go_back(run, point, best)
            run.round += 1
            point = self._strengthen(point, chosen)
            improved = point.gate.shortfall < best.gate.shortfall - PROGRESS
            run.idle = 0 if improved else run.idle + 1
            best = point if improved else best
        if point.gate.passed:
            return point
        run.stopped = "budget"
        return go_back(run, point, best)

    def _strengthen(self, point: Point, chosen: str) -> Point:
        """One round on one attribute. The stronger level stays if utility still passes; else one loosening elsewhere
        may make room for it; if that does not help either, the attribute is skipped for the rest of the run."""
        run = self._run
        stronger = self._weaker_clue(point, chosen)
        if stronger.gate.utility_ok:
            self._note(StepKind.STRENGTHEN, chosen, point, stronger, accepted=True)
            run.strengthened.add(chosen)
            self._learn(point, stronger, chosen)
            return stronger
        self._note(StepKind.STRENGTHEN, chosen, point, stronger, accepted=False)
        if chosen not in run.tried_loosen:
            run.tried_loosen.add(chosen)
            other = self._loosenable(point, {chosen} | run.strengthened)
            if other is not None:
                looser = self._moved(point, other, -1)
                accepted = looser.utility > point.utility and looser.gate.utility_ok
                self._note(StepKind.COMPENSATE, other, point, looser, accepted=accepted)
                if accepted:
                    run.tried_loosen.clear()
                    return looser
        run.skipped.add(chosen)
        run.record(StepKind.SKIP, chosen, point.levels[chosen], point.levels[chosen], False, point, "utility_below_tau")
        return point

    def _weaker_clue(self, point: Point, chosen: str) -> Point:
        """One level up; further where a wider class gives more away than the narrow one did (most of those with a
        condition of the nerves have migraine)."""
        stronger = self._moved(point, chosen, +1)
        while contribution(stronger, chosen) > contribution(point, chosen) + PROGRESS:
            level = stronger.levels[chosen]
            if level >= self._top[chosen]:
                break
            stronger = self._moved(point, chosen, level + 1 - point.levels[chosen])
        return stronger

    def _learn(self, before: Point, after: Point, chosen: str) -> None:
        """After a step that did not help, or that was the last one possible and not enough: ask the verifier through
        which other attributes the value is given away, and remember it."""
        run = self._run
        stuck = contribution(after, chosen) >= contribution(before, chosen) - PROGRESS
        if stuck:
            run.futile.add(chosen)
        spent = after.levels[chosen] >= self._top[chosen]
        violating = any(violation.attribute_id == chosen for violation in after.gate.violations)
        if not violating or not (stuck or spent):
            return
        found = self._verifier.support(self._request, self._sensitive, after.artifact, chosen)
        for attribute_id, fall in found.items():
            run.support[attribute_id] = max(fall, run.support.get(attribute_id, 0.0))

    def _strengthenable(self, point: Point) -> str | None:
        """The attribute to strengthen next: of those that may still be told less, the one that leaks most; among equals
        the one that the task needs least. None when nothing can move.

        An attribute that a step did not help leaks through the rest of the text: it comes last, and what the
        others give away of it counts as their contribution.
        """

        def weight(attribute_id: str) -> float:
            return contribution(point, attribute_id) + self._run.support.get(attribute_id, 0.0)

        movable = [
            attribute_id
            for attribute_id, level in point.levels.items()
            if attribute_id not in self._run.skipped
            and attribute_id not in self._pinned
            and level < self._top.get(attribute_id, level)
            and weight(attribute_id) > 0
        ]
        futile, relevant = self._run.futile, self._relevant
        return max(movable, key=lambda i: (i not in futile, weight(i), i not in relevant, i), default=None)

    def _loosenable(self, point: Point, besides: AbstractSet[str]) -> str | None:
        """The task-relevant attribute whose questions are answered worst, and among equals leaks least. Where the
        questions that lost belong to no attribute, as a model's do, any of them may help."""
        candidates = [
            attribute_id
            for attribute_id, level in point.levels.items()
            if attribute_id not in besides
            and attribute_id not in self._pinned
            and attribute_id in self._relevant
            and level > max(LOOSEST, self._floor.get(attribute_id, LOOSEST))
        ]
        lost = lost_agreement(point)
        useful = [attribute_id for attribute_id in candidates if attribute_id in lost]
        if not lost and lost_elsewhere(point):
            useful = candidates
        return max(useful, key=lambda i: (lost.get(i, 0.0), -contribution(point, i), i), default=None)

    def _moved(self, point: Point, attribute_id: str, by: int) -> Point:
        return self._moved_by(point, {attribute_id: by})

    def _moved_by(self, point: Point, steps: Mapping[str, int]) -> Point:
        levels = {**point.levels, **{key: point.levels[key] + by for key, by in steps.items()}}
        return self._evaluate(levels, self._dehydrate(levels))

    def _dehydrate(self, levels: Mapping[str, int]) -> Artifact:
        return self._dehydrator.dehydrate(self._request.text, self._sensitive, levels, self._vault, self._language)

    def _measure_before(self) -> None:
        self._before = self._verifier.baseline(self._request, self._sensitive, self._protocol)

    def _evaluate(self, levels: Mapping[str, int], artifact: Artifact) -> Point:
        if self._cancel is not None:
            self._cancel.check()
        evidence = self._verifier.search(self._subject(artifact), self._cancel)
        return Point(levels, artifact, evidence, self._verifier.assess(self._request, evidence, self._protocol))

    def _subject(self, artifact: Artifact) -> Examination:
        return Examination(self._request, self._sensitive, artifact, self._protocol, self._before, self._task)

    def _close(self, point: Point, seed: int) -> Verdict:
        """Certify what the search lets through. There is one certification, and what it says is final: another look
        would use up the error (gate.md 2)."""
        if not point.gate.passed:
            return self._result(VerdictKind.INFEASIBLE, point)
        self._tell(Stage.CERTIFY, StageState.RUNNING)
        evidence = self._verifier.certify(self._subject(point.artifact), seed, self._progress, self._cancel)
        gate = self._verifier.assess(self._request, evidence, self._protocol)
        certified = Point(point.levels, point.artifact, evidence, gate)
        self._run.record(StepKind.CERTIFY, "", 0, 0, gate.passed, certified)
        self._tell(Stage.CERTIFY, StageState.DONE)
        return self._result(VerdictKind.PASS if gate.passed else VerdictKind.INFEASIBLE, certified)

    def _result(self, kind: VerdictKind, point: Point) -> Verdict:
        run = self._run
        residual = report(
            self._request, self._sensitive, point.artifact, point.evidence, point.gate, run.skipped, self._top
        )
        return Verdict(kind, self._sensitive, point.artifact, point.evidence, residual, tuple(run.steps), run.round)

    def _note(self, kind: StepKind, attribute_id: str, before: Point, after: Point, *, accepted: bool) -> None:
        levels = before.levels[attribute_id], after.levels[attribute_id]
        self._run.record(kind, attribute_id, *levels, accepted, after)
        self._tell(Stage.VERIFY, StageState.RUNNING)

    def _tell(self, stage: Stage, state: StageState) -> None:
        total = self._run.budget if stage is Stage.VERIFY else 0
        self._progress(StageEvent(stage, state, self._run.round, total))
