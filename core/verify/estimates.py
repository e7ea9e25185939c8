"""From member scores to one leakage estimate per attacker level (paper 3.3: maximum over nested levels)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

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
    """One attacker on one case. `posteriors` and `priors` by attribute id, exact unless `draws` has the id."""

    member: str
    level: AttackerLevel
    posteriors: Mapping[str, float]
    priors: Mapping[str, float]
    draws: Mapping[str, Draws] = field(default_factory=dict)

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

    @property
    def mean(self) -> float:
        """Mean advantage over the attributes."""
        items = [self.leakage(attribute_id).advantage for attribute_id in self.posteriors]
        return sum(items) / len(items) if items else 0.0


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
    for level in AttackerLevel:
        inside = [member for member in members if member.level.rank <= level.rank]
        if any(member.level is level for member in inside):
            found[level] = _estimate(level, inside, attribute_ids, protocol)
    return found


def _estimate(
    level: AttackerLevel, members: Sequence[MemberScores], attribute_ids: Sequence[str], protocol: Protocol
) -> LeakageEstimate:
    attributes = tuple(_strongest(members, attribute_id, protocol) for attribute_id in attribute_ids)
    mean = sum(item.advantage for item in attributes) / len(attributes) if attributes else 0.0
    drawn = [draw for member in members for draw in member.draws.values()]
    hits, n = sum(draw.hits for draw in drawn), sum(draw.n for draw in drawn)
    lower = upper = mean
    if n:
        interval = clopper_pearson(hits, n, protocol.confidence)
        mean = max(mean, hits / n)
        lower, upper = min(mean, interval.lower), max(mean, interval.upper)
    names = tuple(member.member for member in members)
    return LeakageEstimate(level, mean, lower, upper, hits, n, n, names, attributes)


def _strongest(members: Sequence[MemberScores], attribute_id: str, protocol: Protocol) -> AttributeLeakage:
    """The member that learns most; one that computes exactly and exceeds its cap comes before all others."""

    def rank(item: AttributeLeakage) -> tuple[bool, float]:
        return item.n == 0 and item.posterior > posterior_cap(item.prior, protocol), item.advantage

    return max((member.leakage(attribute_id) for member in members), key=rank)


def non_monotone(members: Sequence[MemberScores], tolerance: float) -> bool:
    """Whether a level's own members learn clearly less than the level below: evaluation to be reviewed."""
    by_level: dict[AttackerLevel, float] = {}
    for member in members:
        by_level[member.level] = max(by_level.get(member.level, 0.0), member.mean)
    ordered = [by_level[level] for level in AttackerLevel if level in by_level]
    return any(upper < lower - tolerance for lower, upper in pairwise(ordered))
