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
    """One attacker on one case. `posteriors` and `priors` by attribute id, exact unless `draws` has the id."""

    member: str
    level: AttackerLevel
    posteriors: Mapping[str, float]
    priors: Mapping[str, float]
    draws: Mapping[str, Draws] = field(default_factory=dict)

    def leakage(self, attribute_id: str, confidence: float) -> AttributeLeakage:
        """What this member learned of one attribute. `confidence`: two-sided level of the interval around what it
        drew."""
        prior = self.priors.get(attribute_id, 0.0)
        drawn = self.draws.get(attribute_id)
        if drawn is None or not drawn.n:
            return AttributeLeakage(attribute_id, self.posteriors.get(attribute_id, 0.0), prior, self.member)
        interval = clopper_pearson(drawn.hits, drawn.n, confidence)
        rate = drawn.hits / drawn.n
        return AttributeLeakage(
            attribute_id, rate, prior, self.member, drawn.hits, drawn.n, interval.lower, interval.upper
        )

    def advantage(self, attribute_id: str) -> float:
        """How much more often than by guessing it names the value."""
        drawn = self.draws.get(attribute_id)
        posterior = self.posteriors.get(attribute_id, 0.0) if drawn is None or not drawn.n else drawn.hits / drawn.n
        return max(0.0, posterior - self.priors.get(attribute_id, 0.0))

    def shortfall(self, weaker: Sequence[MemberScores]) -> float:
        """How much more the best of `weaker` members learns, on average over the attributes this one answers."""
        answered = [key for key in self.posteriors if self.posteriors[key] > 0 or self.priors.get(key, 0.0) > 0]
        if not answered or not weaker:
            return 0.0
        gaps = (max(other.advantage(key) for other in weaker) - self.advantage(key) for key in answered)
        return sum(gaps) / len(answered)


def estimates(
    members: Sequence[MemberScores],
    attribute_ids: Sequence[str],
    protocol: Protocol,
    caps: Mapping[str, float] | None = None,
) -> dict[AttackerLevel, LeakageEstimate]:
    """One estimate per level; a level contains every member of the levels below it. `caps`: the largest posterior that
    a gate tolerates, by attribute id."""
    words = [
        (member, [_capped(member.leakage(key, protocol.confidence), caps) for key in attribute_ids])
        for member in members
    ]
    found: dict[AttackerLevel, LeakageEstimate] = {}
    for level in AttackerLevel:
        inside = [(member, told) for member, told in words if member.level.rank <= level.rank]
        own = [told for member, told in inside if member.level is level]
        if own:
            names = tuple(dict.fromkeys(member.member for member, _ in inside))
            columns = zip(*(told for _, told in inside), strict=True)
            attributes = tuple(_strongest(column) for column in columns)
            found[level] = LeakageEstimate(level, names, attributes, tuple(item for told in own for item in told))
    return found


def joined_estimates(
    known: Mapping[AttackerLevel, LeakageEstimate], member: MemberScores, protocol: Protocol
) -> dict[AttackerLevel, LeakageEstimate]:
    """Finished estimates with one more exact member: it can only raise what they say."""
    found: dict[AttackerLevel, LeakageEstimate] = {}
    for level, estimate in known.items():
        if member.level.rank > level.rank:
            found[level] = estimate
            continue
        told = tuple(
            replace(member.leakage(item.attribute_id, protocol.confidence), cap=item.cap)
            for item in estimate.attributes
        )
        pairs = zip(estimate.attributes, told, strict=True)
        found[level] = replace(
            estimate,
            members=(*estimate.members, member.member),
            attributes=tuple(_strongest(pair) for pair in pairs),
            scores=(*estimate.words, *told) if member.level is level else estimate.scores,
        )
    return found


def _capped(item: AttributeLeakage, caps: Mapping[str, float] | None) -> AttributeLeakage:
    return item if caps is None else replace(item, cap=caps[item.attribute_id])


def _strongest(items: Sequence[AttributeLeakage]) -> AttributeLeakage:
    """Of what several members learned of one attribute, the one with the largest advantage."""
    return max(items, key=lambda item: item.advantage)


def non_monotone(members: Sequence[MemberScores], tolerance: float) -> bool:
    """Whether a member learns clearly less than weaker ones do, on average over what it answers at all: by the
    nesting of levels that is an evaluation to be reviewed."""
    return any(
        member.shortfall([other for other in members if other.level.rank < member.level.rank]) > tolerance
        for member in members
    )
