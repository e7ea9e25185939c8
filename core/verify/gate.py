"""The release gate on one piece of evidence (paper 3.3 completeness criterion, DESIGN 5.3).

Every member is heard about every attribute by itself; nothing is averaged, so nothing can be thinned out by what is
added. Members that read values out of the text: any chance of naming one refuses it. Members that compute: each
posterior within its cap (core.verify.caps). Members that draw: their certification passed
(core.verify.model_certification); in a search, one hit refuses. k >= k*, or the crowd. What a person kept, and what is
told on purpose, is left out of L; k counts what is told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.domain.evidence import AttackerLevel, AttributeLeakage, CombinationCount, Evidence, Metric, SampledRun
from core.domain.protocol import Profile, Protocol
from core.verify.caps import posterior_cap

ADVANTAGE, POSTERIOR, K, UTILITY, HITS, KEPT, LIFT, REPLAY = (
    "advantage_above_tau",
    "posterior_above_cap",
    "k_below_star",
    "utility_below_tau",
    "certification_hits",
    "kept_by_person",
    "lift_above_threshold",
    "replay_below_star",
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
    """What the gate says of one piece of evidence. Both flags together are "Pass" of Algorithm 2'. `violations`: every
    condition that does not hold. `contributions`: attribute id -> its part in them (LeakContrib), only where it has
    one."""

    leakage_ok: bool
    utility_ok: bool
    violations: tuple[Violation, ...] = ()
    contributions: Mapping[str, float] = field(default_factory=dict)

    @property
    def passed(self) -> bool:
        return self.leakage_ok and self.utility_ok

    @property
    def shortfall(self) -> float:
        """Sum of the excesses of all violations. A step of the search counts as progress only if it lowers this."""
        return sum(violation.excess for violation in self.violations)


def assess(evidence: Evidence, kept: frozenset[str], falsifiers: frozenset[str], protocol: Protocol) -> GateResult:
    """Judge `evidence`. `kept`: attributes a person keeps; `falsifiers`: ids of members of which one hit refuses."""
    violations: list[Violation] = []
    contributions: dict[str, float] = {}
    left_out = kept | evidence.told
    for estimate in sorted(evidence.leakage.values(), key=lambda estimate: estimate.level.rank):
        for item in estimate.words:
            if item.attribute_id not in left_out:
                known = contributions.get(item.attribute_id, 0.0)
                contributions[item.attribute_id] = max(known, item.advantage)
                violations += _attribute(item, estimate.level, evidence, falsifiers, protocol)
    violations = _worst_of_each(violations)
    gated = {item.attribute_id: item for estimate in evidence.leakage.values() for item in estimate.attributes}
    violations += _sampled(evidence, [item for key, item in gated.items() if key not in left_out])
    violations += _combinations(evidence, kept, protocol)
    violations += _lifted(evidence, left_out)
    violations += _replayed(evidence, left_out, protocol)
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
    """Whether the answer needs too few values for utility to be measured. That blocks nothing; the window says so."""
    return evidence.utility.metric is Metric.NEEDS and not evidence.utility.computed


def _attribute(
    item: AttributeLeakage, level: AttackerLevel, evidence: Evidence, falsifiers: frozenset[str], protocol: Protocol
) -> list[Violation]:
    """The violations in what one member learned of one attribute; empty where it stays within its cap."""
    if item.n and evidence.certified:
        return []
    if item.n or item.attacker in falsifiers:
        if item.advantage <= 0:
            return []
        return [Violation(item.attribute_id, level, ADVANTAGE, item.posterior, item.prior, item.advantage)]
    cap = posterior_cap(item.prior, protocol) if item.cap is None else item.cap
    if item.posterior <= cap:
        return []
    return [Violation(item.attribute_id, level, POSTERIOR, item.posterior, item.prior, item.posterior - cap)]


def _worst_of_each(violations: Sequence[Violation]) -> list[Violation]:
    """Of several violations of one attribute for one reason only the largest, in the name of the weakest attacker that
    reaches it: what several members see counts once."""
    worst: dict[tuple[str, str], Violation] = {}
    for item in violations:
        known = worst.get((item.attribute_id, item.reason))
        if known is None or item.excess > known.excess:
            worst[item.attribute_id, item.reason] = item
    return list(worst.values())


def _sampled(evidence: Evidence, gated: list[AttributeLeakage]) -> list[Violation]:
    """Violations of members that draw. They draw in a certification only, and every one of them must pass; where no
    attribute is gated nothing could be asked."""
    if not evidence.certified or not gated:
        return []
    return [item for run in evidence.runs for item in _run(run, gated)]


def _lifted(evidence: Evidence, kept: frozenset[str]) -> list[Violation]:
    """A violation for each value that a scoring model sees given away. Its excess falls as the lift comes down to the
    threshold, so that the search can tell progress."""
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


def _replayed(evidence: Evidence, kept: frozenset[str], protocol: Protocol) -> list[Violation]:
    """A violation for each told class of which fewer than k* values give the same D when the method is replayed."""
    return [
        Violation(
            item.attribute_id, AttackerLevel.A1, REPLAY, item.posterior, item.prior, 1.0 - item.values / protocol.k_star
        )
        for item in evidence.replays
        if item.told and item.attribute_id not in kept and item.values < protocol.k_star
    ]


def _run(run: SampledRun, gated: list[AttributeLeakage]) -> list[Violation]:
    """Violations of one certification by draws: the attributes, families and choices that did not pass."""
    if run.passed:
        return []
    rates = {item.subject: item.hits / item.n for item in run.attributes if item.n}
    named = {item.subject for item in run.attributes if not item.passed and item.hits}
    named |= {count.attribute_id for count in run.counts if count.hits}
    if not named:
        # A run that stops at a hit leaves its choices undecided; without a hit it is they that did not pass.
        named = {key for item in run.choices if not item.passed for key in item.attribute_ids}
    priors = {item.attribute_id: item.prior for item in gated}
    found = [
        Violation(key, AttackerLevel.A0, HITS, rates.get(key, 0.0), priors[key], run.upper)
        for key in sorted(named & priors.keys())
    ]
    return found or [Violation("", AttackerLevel.A0, HITS, 0.0, 0.0, run.upper)]


def crowd_shares(
    combinations: Sequence[CombinationCount], households: Sequence[CombinationCount], protocol: Protocol
) -> list[tuple[CombinationCount, float]]:
    """Every combination with its crowd as a share of the smallest tolerated one; below 1 it is too small."""
    strict = protocol.profile is Profile.STRICT
    counted = [(item, item.k / protocol.k_star if strict else item.people / protocol.crowd) for item in combinations]
    return counted + [(item, item.people / protocol.k_star) for item in households]


def _combinations(evidence: Evidence, kept: frozenset[str], protocol: Protocol) -> list[Violation]:
    """k of every combination in which something is still ours to change; of the people of one household together, where
    facts of several are told, in households, of which fewer fit than do."""
    found: dict[str, Violation] = {}
    for combination, share in crowd_shares(evidence.combinations, evidence.households, protocol):
        movable = [attribute_id for attribute_id in combination.attribute_ids if attribute_id not in kept]
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
