"""What a model's answers add to the evidence: members, flags for a reviewer, calibration inputs."""

from __future__ import annotations

from collections.abc import Sequence

from core.domain.evidence import AttackerLevel, CalibrationInput, Regime, SampledRun
from core.domain.protocol import Protocol
from core.verify.case import Case
from core.verify.estimates import Draws, MemberScores
from core.verify.model_search import SearchFindings
from core.verify.statistics import clopper_pearson
from core.verify.verifier import NON_MONOTONE

SPECIAL_NOT_CERTIFIED = "special_not_certified"
NOT_ASKED, STRANGERS, NO_ANSWER = "attribute_not_asked", "undeclared_values_listed", "attacker_without_answer"


def as_members(screened: SearchFindings, case: Case) -> tuple[MemberScores, ...]:
    """A finding is a hit by the member that made it; members without one are named too, with nothing found."""
    priors = {item.id: case.generalizations[item.id][-1].posterior for item in case.sensitive.attributes}
    named: dict[str, dict[str, float]] = {member: {} for member in screened.asked}
    for finding in screened.findings:
        named.setdefault(finding.member, {})[finding.outcome.probe.attribute_id] = 1.0
    blank = dict.fromkeys(priors, 0.0)
    return tuple(
        MemberScores(member, AttackerLevel.A0, {**blank, **found}, priors if found else blank)
        for member, found in named.items()
    )


def screen_flags(screened: SearchFindings) -> tuple[str, ...]:
    """What a reviewer should look at after a search: values that nobody declared, questions without an answer."""
    flags = ((STRANGERS, bool(screened.strangers)), (NO_ANSWER, screened.unanswered > 0))
    return tuple(flag for flag, raised in flags if raised)


def run_flags(run: SampledRun, protocol: Protocol) -> tuple[str, ...]:
    """What a reviewer should look at: attributes no model could be asked about, and a level that clearly learns less
    than a weaker one (paper 3.3: knowledge nests, so that is an evaluation to be reviewed)."""
    drawn: dict[AttackerLevel, Draws] = {}
    for count in run.counts:
        known = drawn.get(count.level, Draws())
        drawn[count.level] = Draws(known.hits + count.hits, known.n + count.n)
    bounds = {level: clopper_pearson(item.hits, item.n, protocol.confidence) for level, item in drawn.items()}
    falling = any(
        weak.rank < strong.rank and bounds[weak].lower > bounds[strong].upper for weak in bounds for strong in bounds
    )
    flags = (
        (NOT_ASKED, bool(run.unasked)),
        (SPECIAL_NOT_CERTIFIED, bool(run.uncertified)),
        (NON_MONOTONE, falling),
    )
    return tuple(flag for flag, raised in flags if raised)


def calibration_inputs(runs: Sequence[SampledRun]) -> tuple[CalibrationInput, ...]:
    """Rates of sampled members on D, as far as they were drawn."""
    return tuple(CalibrationInput(Regime.DEHYDRATED, run.ensemble, run.hits, run.n) for run in runs)
