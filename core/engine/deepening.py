"""What happens to an outcome once the embedded evaluator has looked at its D."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from core.dehydrate.dehydrator import Dehydrator
from core.domain.events import CancelToken, Progress
from core.domain.evidence import Evidence
from core.domain.protocol import Protocol
from core.domain.verdict import LoopStep, Verdict, VerdictKind
from core.engine.conversation import Conversation
from core.engine.embedded_evaluator import InstalledEvaluator
from core.engine.outcome import Outcome
from core.loop.lexicographic import LexicographicLoop
from core.loop.residual import report
from core.verify.attackers.lift import LiftAttacker
from core.verify.case import Case
from core.verify.estimates import MemberScores, joined_estimates
from core.verify.gate import GateResult
from core.verify.verifier import BuiltinVerifier


@dataclass(frozen=True, slots=True)
class Deepening:
    """The second opinion of the embedded evaluator on one outcome, bound to its progress and its cancel token.
    `verifier`: the built-in members with the evaluator among them; `loop`: how a run of this engine goes on with these
    members."""

    evaluator: InstalledEvaluator
    attacker: LiftAttacker
    verifier: BuiltinVerifier
    loop: LexicographicLoop
    dehydrator: Dehydrator
    progress: Progress
    cancel: CancelToken | None

    def verdict(self, outcome: Outcome, conversation: Conversation, seed: int) -> Verdict:
        """The verdict with the evaluator's word in it. Raises EvaluationInvalid, Cancelled."""
        known = outcome.verdict
        protocol = outcome.certificate.protocol
        case = self.verifier.case(outcome.request, known.sensitive, known.artifact, protocol)
        if known.sensitive.attributes:
            self.evaluator.check(case, protocol, self.cancel)
        evidence = widened(known.evidence, self.attacker, case, self.verifier, protocol)
        gate = self.loop.verifier.assess(outcome.request, evidence, protocol)
        if known.kind is VerdictKind.INFEASIBLE or gate.passed:
            return replace(known, evidence=evidence)
        if outcome.fixed or known.artifact.edited:
            return self._refused(outcome, evidence, gate)
        return self._continued(outcome, conversation, seed)

    def _continued(self, outcome: Outcome, conversation: Conversation, seed: int) -> Verdict:
        """Algorithm 2' from the levels reached, none of which is told more exactly again."""
        known = outcome.verdict
        verdict = self.loop.run(
            outcome.request,
            known.sensitive,
            conversation.vault,
            outcome.certificate.protocol,
            outcome.language,
            seed=seed,
            progress=self.progress,
            cancel=self.cancel,
            floor={**conversation.levels, **known.artifact.levels},
        )
        later = tuple(_behind(step, known.rounds) for step in verdict.steps)
        return replace(verdict, steps=(*known.steps, *later), rounds=known.rounds + verdict.rounds)

    def _refused(self, outcome: Outcome, evidence: Evidence, gate: GateResult) -> Verdict:
        known = outcome.verdict
        tops = {attribute.id: self.dehydrator.top(attribute) for attribute in known.sensitive.attributes}
        residual = report(outcome.request, known.sensitive, known.artifact, evidence, gate, (), tops)
        return replace(known, kind=VerdictKind.INFEASIBLE, evidence=evidence, residual=residual)


def widened(
    evidence: Evidence, attacker: LiftAttacker, case: Case, verifier: BuiltinVerifier, protocol: Protocol
) -> Evidence:
    """Finished evidence with E6's word added: posteriors join every level, lifts stand beside them."""
    targets = verifier.grading.targets(case.sensitive)
    posteriors: Mapping[str, float] = attacker.scores(case, targets)
    member = MemberScores(attacker.id, attacker.level, posteriors, attacker.scores(case.blanked(), targets))
    leakage = joined_estimates(evidence.leakage, member, protocol)
    return replace(evidence, leakage=leakage, lifts=(*evidence.lifts, *attacker.lifts(case)))


def _behind(step: LoopStep, rounds: int) -> LoopStep:
    return replace(step, round=step.round + rounds)
