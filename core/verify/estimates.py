"""From member scores to one leakage estimate per attacker level (paper 3.3: maximum over nested levels)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.domain.evidence import AttackerLevel, AttributeLeakage, LeakageEstimate
from core.domain.protocol import Protocol
from core.verify.statistics import clopper_pearson


@dataclass(frozen=True, slots=True)
class Draws:
    """What a sampled member was seen to do on one attribute."""

    hits: int = 0
    n: int = 0


@dataclass(frozen=True, slots=True)
class MemberScores:
    """One attacker on one case. `posteriors` and `priors` by attribute id, exact unless `draws` has the id.

    `ensemble`: members that were sampled together under one rule, whose draws count as one sample; "" the member alone.
    """

    member: str
    level: AttackerLevel
    posteriors: Mapping[str, float]
    priors: Mapping[str, float]
    draws: Mapping[str, Draws] = field(default_factory=dict)
    ensemble: str = ""

    def leakage(self, attribute_id: str) -> AttributeLeakage:
        """This member's word on one attribute."""
        drawn = self.draws.get(attribute_id)
        posterior = self.posteriors.get(attribute_id, 0.0)
        if drawn is not None and drawn.n:
            posterior = drawn.hits / drawn.n
        return AttributeLeakage(
            attribute_id,
            posterior,
            self.priors.get(attribute_id, 0.0),
            self.member,
            drawn.hits if drawn else 0,
            drawn.n if drawn else 0,
        )

    def shortfall(self, weaker: Sequence[MemberScores]) -> float:
        """How much more the best of `weaker` members learns, on average over the attributes this one answers."""
        answered = [key for key in self.posteriors if self.posteriors[key] > 0 or self.priors.get(key, 0.0) > 0]
        if not answered or not weaker:
            return 0.0
        gaps = (max(other.leakage(key).advantage for other in weaker) - self.leakage(key).advantage for key in answered)
        return sum(gaps) / len(answered)


def posterior_cap(prior: float, protocol: Protocol) -> float:
    """Largest tolerated posterior of one attribute: 1/k*, or where the prior is higher, the prior and tau_L.

    The allowance of tau_L above a high prior is the paper's leakage threshold applied to that attribute alone;
    with none, any fact that correlates with a two-valued attribute would forbid every release.
    """
    return max(1 / protocol.k_star, prior + protocol.tau_l)


def estimates(
    members: Sequence[MemberScores], attribute_ids: Sequence[str], protocol: Protocol
) -> dict[AttackerLevel, LeakageEstimate]:
    """One estimate per level; a level contains every member of the levels below it."""
    found: dict[AttackerLevel, LeakageEstimate] = {}
    words = {member.member: {key: member.leakage(key) for key in attribute_ids} for member in members}
    for level in AttackerLevel:
        inside = [member for member in members if member.level.rank <= level.rank]
        if any(member.level is level for member in inside):
            found[level] = _estimate(level, inside, words, attribute_ids, protocol)
    return found


def _estimate(
    level: AttackerLevel,
    members: Sequence[MemberScores],
    words: Mapping[str, Mapping[str, AttributeLeakage]],
    attribute_ids: Sequence[str],
    protocol: Protocol,
) -> LeakageEstimate:
    attributes = tuple(
        _strongest([words[member.member][attribute_id] for member in members], protocol)
        for attribute_id in attribute_ids
    )
    mean = _mean(attributes)
    hits, n = _strongest_sample(members, protocol)
    lower = upper = mean
    if n:
        interval = clopper_pearson(hits, n, protocol.confidence)
        mean = max(mean, hits / n)
        computed = _mean([_computed(words, members, attribute_id) for attribute_id in attribute_ids])
        lower, upper = max(computed, min(mean, interval.lower)), max(mean, interval.upper)
    names = tuple(member.member for member in members)
    return LeakageEstimate(level, mean, lower, upper, hits, n, n, names, attributes)


def joined_estimates(
    known: Mapping[AttackerLevel, LeakageEstimate], member: MemberScores, protocol: Protocol
) -> dict[AttackerLevel, LeakageEstimate]:
    """Finished estimates with one more exact member: it can only raise what they say."""
    found: dict[AttackerLevel, LeakageEstimate] = {}
    for level, estimate in known.items():
        if member.level.rank > level.rank:
            found[level] = estimate
            continue
        words = {item.attribute_id: member.leakage(item.attribute_id) for item in estimate.attributes}
        attributes = tuple(_strongest([item, words[item.attribute_id]], protocol) for item in estimate.attributes)
        own, mean = _mean(tuple(words.values())), _mean(attributes)
        found[level] = replace(
            estimate,
            mean=max(estimate.mean, mean),
            lower=max(estimate.lower, own),
            upper=max(estimate.upper, mean),
            members=(*estimate.members, member.member),
            attributes=attributes,
        )
    return found


def _strongest_sample(members: Sequence[MemberScores], protocol: Protocol) -> tuple[int, int]:
    """Hits and draws of the ensemble whose upper bound is the highest; (0, 0) where nothing was sampled."""
    samples: dict[str, tuple[int, int]] = {}
    for member in members:
        for draw in member.draws.values():
            hits, n = samples.get(member.ensemble or member.member, (0, 0))
            samples[member.ensemble or member.member] = (hits + draw.hits, n + draw.n)
    asked = [sample for sample in samples.values() if sample[1]]
    return max(asked, key=lambda sample: clopper_pearson(*sample, protocol.confidence).upper, default=(0, 0))


def _mean(items: Sequence[AttributeLeakage]) -> float:
    return sum(item.advantage for item in items) / len(items) if items else 0.0


def _computed(
    words: Mapping[str, Mapping[str, AttributeLeakage]], members: Sequence[MemberScores], attribute_id: str
) -> AttributeLeakage:
    """The best of the members that compute exactly: no draw can put the level below it."""
    exact = [item for member in members if (item := words[member.member][attribute_id]).n == 0]
    return max(exact, key=lambda item: item.advantage, default=AttributeLeakage(attribute_id, 0.0, 0.0, ""))


def _strongest(items: Sequence[AttributeLeakage], protocol: Protocol) -> AttributeLeakage:
    """The member that learns most; one that computes exactly and exceeds its cap comes before all others."""

    def rank(item: AttributeLeakage) -> tuple[bool, float]:
        return item.n == 0 and item.posterior > posterior_cap(item.prior, protocol), item.advantage

    return max(items, key=rank)


def non_monotone(members: Sequence[MemberScores], tolerance: float) -> bool:
    """Whether a member learns clearly less than weaker ones do, on average over what it answers at all: by the
    nesting of levels that is an evaluation to be reviewed."""
    return any(
        member.shortfall([other for other in members if other.level.rank < member.level.rank]) > tolerance
        for member in members
    )
