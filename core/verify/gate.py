"""The release gate on one piece of evidence (paper 3.3 completeness criterion, DESIGN 5.3).

Sampled members: curtailed two-stage rule, upper bound <= tau_L (Clopper-Pearson and Wilson); a search, which
samples nothing, instead fails on the first hit. Exact members: mean advantage <= tau_L, every posterior under
its cap, k >= k*. Attributes that a person kept, and what is told on purpose, are left out of L; k counts what is told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.domain.evidence import AttackerLevel, AttributeLeakage, Evidence, Metric, SampledRun
from core.domain.protocol import Profile, Protocol
from core.verify.estimates import posterior_cap
from core.verify.statistics import StopRule, clopper_pearson, two_stage, wilson

ADVANTAGE, POSTERIOR, K, UTILITY, HITS, KEPT, LIFT = (
    "advantage_above_tau",
    "posterior_above_cap",
    "k_below_star",
    "utility_below_tau",
    "certification_hits",
    "kept_by_person",
    "lift_above_threshold",
)


@dataclass(frozen=True, slots=True)
class Violation:
    """One condition that does not hold. `excess` >= 0 says by how much, for ordering only."""

    attribute_id: str
    level: AttackerLevel
    reason: str
    posterior: float
    prior: float
    excess: float


@dataclass(frozen=True, slots=True)
class GateResult:
    """`leakage_ok` and `utility_ok` together are Pass of Algorithm 2'. `contributions` is LeakContrib:
    attribute id -> weight, only ids that carry some."""

    leakage_ok: bool
    utility_ok: bool
    violations: tuple[Violation, ...] = ()
    contributions: Mapping[str, float] = field(default_factory=dict)

    @property
    def passed(self) -> bool:
        return self.leakage_ok and self.utility_ok

    @property
    def shortfall(self) -> float:
        """Sum of all excesses: what a round must lower to count as progress."""
        return sum(violation.excess for violation in self.violations)


def assess(evidence: Evidence, kept: frozenset[str], sampled: frozenset[str], protocol: Protocol) -> GateResult:
    """Judge `evidence`. `kept`: attributes a person keeps; `sampled`: ids of members whose answers are drawn."""
    violations: list[Violation] = []
    contributions: dict[str, float] = {}
    highest = max(evidence.leakage.values(), key=lambda estimate: estimate.level.rank, default=None)
    if highest is not None:
        gated = [item for item in highest.attributes if item.attribute_id not in kept | evidence.told]
        for item in gated:
            contributions[item.attribute_id] = item.advantage
            violations += _attribute(item, evidence, sampled, protocol)
        violations += _mean(gated, highest.level, protocol)
        violations += _sampled(evidence, gated, protocol)
    violations += _combinations(evidence, kept, protocol)
    violations += _lifted(evidence, kept | evidence.told)
    for violation in violations:
        contributions[violation.attribute_id] = contributions.get(violation.attribute_id, 0.0) + violation.excess
    leakage_ok = not violations
    utility_ok = not_measured(evidence) or evidence.utility.mean >= protocol.tau_u
    if not utility_ok:
        short = protocol.tau_u - evidence.utility.mean
        violations.append(Violation("", AttackerLevel.A0, UTILITY, 0.0, 0.0, short))
    positive = {key: value for key, value in contributions.items() if key and value > 0}
    return GateResult(leakage_ok, utility_ok, tuple(violations), positive)


def not_measured(evidence: Evidence) -> bool:
    """Whether the answer needs too few values to say anything of utility: that blocks nothing, and is said."""
    return evidence.utility.metric is Metric.NEEDS and not evidence.utility.computed


def first_level(evidence: Evidence, attribute_id: str, posterior: float) -> AttackerLevel:
    """The weakest attacker that already reaches `posterior`."""
    for level in sorted(evidence.leakage, key=lambda level: level.rank):
        for item in evidence.leakage[level].attributes:
            if item.attribute_id == attribute_id and item.posterior >= posterior:
                return level
    return AttackerLevel.A3


def _attribute(
    item: AttributeLeakage, evidence: Evidence, sampled: frozenset[str], protocol: Protocol
) -> list[Violation]:
    level = first_level(evidence, item.attribute_id, item.posterior)
    if item.attacker in sampled:
        if evidence.certified or item.advantage <= 0:
            return []
        return [Violation(item.attribute_id, level, ADVANTAGE, item.posterior, item.prior, item.advantage)]
    cap = posterior_cap(item.prior, protocol)
    if item.posterior <= cap:
        return []
    return [Violation(item.attribute_id, level, POSTERIOR, item.posterior, item.prior, item.posterior - cap)]


def _mean(gated: list[AttributeLeakage], level: AttackerLevel, protocol: Protocol) -> list[Violation]:
    mean = sum(item.advantage for item in gated) / len(gated) if gated else 0.0
    if mean <= protocol.tau_l:
        return []
    worst = max(gated, key=lambda item: item.advantage)
    return [Violation(worst.attribute_id, level, ADVANTAGE, worst.posterior, worst.prior, mean - protocol.tau_l)]


def _sampled(evidence: Evidence, gated: list[AttributeLeakage], protocol: Protocol) -> list[Violation]:
    """Only certification samples. No gated attribute: nothing could be asked. Every sampled ensemble must pass."""
    if not evidence.certified or not gated:
        return []
    if evidence.runs:
        return [item for run in evidence.runs for item in _run(run, gated, protocol)]
    drawn = [estimate for estimate in evidence.leakage.values() if estimate.n > 0]
    hits, n = max(((estimate.hits, estimate.n) for estimate in drawn), default=(0, 0))
    if rule_passes(hits, n, protocol):
        return []
    hit = [item for estimate in drawn for item in estimate.attributes if item.hits]
    named = {item.attribute_id: item for item in hit} or {"": AttributeLeakage("", 0.0, 0.0, "")}
    excess = upper_bound(hits, n, protocol) - protocol.tau_l
    return [Violation(key, AttackerLevel.A0, HITS, item.posterior, item.prior, excess) for key, item in named.items()]


def _lifted(evidence: Evidence, kept: frozenset[str]) -> list[Violation]:
    """Every value that a scoring model sees given away; the excess falls as the lift comes down to its threshold."""
    lowest = min(evidence.leakage.values(), key=lambda estimate: estimate.level.rank, default=None)
    known = {item.attribute_id: item for item in lowest.attributes} if lowest is not None else {}
    found: list[Violation] = []
    for item in evidence.lifts:
        if not item.flagged or item.attribute_id in kept or item.lift is None or item.threshold is None:
            continue
        told = known.get(item.attribute_id, AttributeLeakage(item.attribute_id, 0.0, 0.0, ""))
        excess = 1.0 - max(item.threshold, 0.0) / item.lift
        found.append(Violation(item.attribute_id, AttackerLevel.A0, LIFT, told.posterior, told.prior, excess))
    return found


def upper_bound(hits: int, n: int, protocol: Protocol) -> float:
    """The larger of the Clopper-Pearson and the Wilson upper bound; 1 for n = 0."""
    return max(bound(hits, n, protocol.confidence).upper for bound in (clopper_pearson, wilson))


def rule_passes(hits: int, n: int, protocol: Protocol) -> bool:
    """Whether a finished sample passes: the two-stage rule, and both upper bounds at most tau_L."""
    passed = two_stage(protocol.two_stage, n, hits) is StopRule.PASS
    return passed and upper_bound(hits, n, protocol) <= protocol.tau_l


def _run(run: SampledRun, gated: list[AttributeLeakage], protocol: Protocol) -> list[Violation]:
    """One ensemble: the rule over all draws, no hit among the best guesses, no attribute over its own cap."""
    drawn: dict[str, tuple[int, int]] = {}
    for count in run.counts:
        hits, n = drawn.get(count.attribute_id, (0, 0))
        drawn[count.attribute_id] = (hits + count.hits, n + count.n)
    priors = {item.attribute_id: item.prior for item in gated}
    failed = not rule_passes(run.hits, run.n, protocol) or run.best_guesses > 0
    found = []
    for attribute_id, (hits, n) in drawn.items():
        rate, prior = (hits / n if n else 0.0), priors.get(attribute_id, 0.0)
        cap = posterior_cap(prior, protocol)
        if attribute_id in priors and hits and (failed or rate > cap):
            excess = max(run.upper - protocol.tau_l, rate - cap, 0.0)
            found.append(Violation(attribute_id, AttackerLevel.A0, HITS, rate, prior, excess))
    if not found and failed:
        found.append(Violation("", AttackerLevel.A0, HITS, 0.0, 0.0, max(run.upper - protocol.tau_l, 0.0)))
    return found


def _combinations(evidence: Evidence, kept: frozenset[str], protocol: Protocol) -> list[Violation]:
    """k of every combination in which something is still ours to change."""
    found: dict[str, Violation] = {}
    for combination in evidence.combinations:
        movable = [attribute_id for attribute_id in combination.attribute_ids if attribute_id not in kept]
        strict = protocol.profile is Profile.STRICT
        share = combination.k / protocol.k_star if strict else combination.people / protocol.crowd
        if share >= 1.0:
            continue
        deficit = 1.0 - share
        identity = 1.0 / max(1.0, combination.k)
        for attribute_id in movable:
            known = found.get(attribute_id)
            if known is None or known.excess < deficit / len(movable):
                found[attribute_id] = Violation(
                    attribute_id, AttackerLevel.A3, K, identity, 0.0, deficit / len(movable)
                )
    return list(found.values())
