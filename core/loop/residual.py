"""Why a verdict is INFEASIBLE, and what a person chose to keep: the residual report (paper 3.5)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from core.domain.artifact import Artifact
from core.domain.evidence import AttackerLevel, Evidence, ProbeOutcome, ProbeResult
from core.domain.request import Request
from core.domain.sensitive import SensitiveSet
from core.domain.verdict import ResidualItem, ResidualReport
from core.verify.gate import ADVANTAGE, HITS, KEPT, LIFT, POSTERIOR, UTILITY, GateResult, Violation
from core.verify.verifier import kept_by_person

REST_OF_TEXT = "rest_of_text"


def report(
    request: Request,
    sensitive: SensitiveSet,
    artifact: Artifact,
    evidence: Evidence,
    gate: GateResult,
    skipped: Collection[str],
    tops: Mapping[str, int],
) -> ResidualReport:
    """One item per attribute that violates a condition (its largest excess), that utility kept from being
    strengthened, that costs utility, or that a person kept.

    `tops`: level of every attribute at which nothing of it is told. `checked` names every attribute and attacker
    that was examined, so that an empty list still says something.
    """
    items: list[ResidualItem] = []
    for violation in _worst_of_each(gate):
        hits = _hits(evidence, violation.attribute_id)
        start, end = _where(artifact, violation.attribute_id, hits)
        items.append(
            ResidualItem(
                violation.attribute_id,
                violation.level,
                violation.posterior,
                violation.prior,
                _why(violation, artifact, tops),
                start,
                end,
                hits,
            )
        )
    named = {item.attribute_id for item in items}
    held = set() if gate.passed else set(skipped)
    if not gate.utility_ok:
        held |= {item.attribute_id for item in evidence.utility.items if item.agreement < 1}
    items += [
        _item(artifact, evidence, attribute.id, UTILITY)
        for attribute in sensitive.attributes
        if attribute.id in held and attribute.id not in named
    ]
    kept = kept_by_person(request)
    items += [
        _item(artifact, evidence, attribute.id, KEPT) for attribute in sensitive.attributes if attribute.id in kept
    ]
    members = {member for estimate in evidence.leakage.values() for member in estimate.members}
    checked = (*(attribute.id for attribute in sensitive.attributes), *sorted(members))
    return ResidualReport(tuple(items), checked, _reason(gate))


def _why(violation: Violation, artifact: Artifact, tops: Mapping[str, int]) -> str:
    """Message key of the condition that does not hold. A value that D tells nothing of has the key that says that the
    rest of the text gives it away: then no level helps any more, only other words do."""
    attribute_id = violation.attribute_id
    silent = attribute_id in tops and artifact.levels.get(attribute_id, 0) >= tops[attribute_id]
    return REST_OF_TEXT if silent and violation.reason in (POSTERIOR, ADVANTAGE, LIFT) else violation.reason


def _worst_of_each(gate: GateResult) -> list[Violation]:
    """Largest excess of every attribute, worst attribute first."""
    worst: dict[str, Violation] = {}
    for violation in sorted(gate.violations, key=lambda item: -item.excess):
        if violation.attribute_id:
            worst.setdefault(violation.attribute_id, violation)
    return list(worst.values())


def _reason(gate: GateResult) -> str:
    """Message key of the one condition that stands for the whole report: hits of a certification if there are any,
    else the condition that is missed by most."""
    if any(violation.reason == HITS for violation in gate.violations):
        return HITS
    worst = max(gate.violations, key=lambda violation: violation.excess, default=None)
    return worst.reason if worst is not None else ""


def _hits(evidence: Evidence, attribute_id: str) -> tuple[ProbeOutcome, ...]:
    return tuple(
        outcome
        for outcome in evidence.outcomes
        if outcome.probe.attribute_id == attribute_id and outcome.result is ProbeResult.HIT
    )


def _where(artifact: Artifact, attribute_id: str, hits: tuple[ProbeOutcome, ...]) -> tuple[int, int]:
    """Span of D that gives the value away: the answer of a hit, else the attribute's first replacement."""
    for outcome in hits:
        start = artifact.text.find(outcome.answer) if outcome.answer else -1
        if start >= 0:
            return start, start + len(outcome.answer)
    for replacement in artifact.replacements:
        if replacement.attribute_id == attribute_id:
            return replacement.start, replacement.end
    return -1, -1


def _item(artifact: Artifact, evidence: Evidence, attribute_id: str, reason: str) -> ResidualItem:
    strongest = max(evidence.leakage.values(), key=lambda estimate: estimate.level.rank, default=None)
    found = (
        next((item for item in strongest.attributes if item.attribute_id == attribute_id), None) if strongest else None
    )
    level = strongest.level if strongest is not None else AttackerLevel.A0
    start, end = _where(artifact, attribute_id, ())
    posterior, prior = (found.posterior, found.prior) if found is not None else (0.0, 0.0)
    return ResidualItem(attribute_id, level, posterior, prior, reason, start, end)
