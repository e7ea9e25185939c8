"""PASS or INFEASIBLE, and why (paper 3.5, Algorithm 2')."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from core.domain.artifact import Artifact
from core.domain.disclosure import EMPTY_PLAN, DisclosurePlan
from core.domain.evidence import AttackerLevel, Evidence, ProbeOutcome
from core.domain.sensitive import SensitiveSet


class VerdictKind(StrEnum):
    PASS = "PASS"
    INFEASIBLE = "INFEASIBLE"


@dataclass(frozen=True, slots=True)
class ResidualItem:
    """One attribute that still leaks, or that could not be strengthened within the utility gate.

    `reason`: message key (`advantage_above_tau`, `posterior_above_cap`, `k_below_star`, `utility_below_tau`,
    `certification_hits`, `kept_by_person`, `rest_of_text`: told nothing of, yet other words give it away,
    `singled_out`: words that few people fit, which nobody has decided about).
    `start`/`end`: where it shows in D (-1 = nowhere in particular).
    `hits`: the probes that hit, for the reviewer.
    """

    attribute_id: str
    level: AttackerLevel
    posterior: float
    prior: float
    reason: str
    start: int = -1
    end: int = -1
    hits: tuple[ProbeOutcome, ...] = ()


@dataclass(frozen=True, slots=True)
class ResidualReport:
    """Why a verdict is INFEASIBLE. `checked` names what was examined, for an empty list too."""

    items: tuple[ResidualItem, ...]
    checked: tuple[str, ...]
    reason: str = ""


class StepKind(StrEnum):
    """Moves of Algorithm 2'. RETURN: back to the best D met, one step per attribute; following every accepted step
    from the start leads to the final levels. POLISH: other words for the same levels. COVER: a told value is given
    up."""

    START = "start"
    LOOSEN = "loosen"
    STRENGTHEN = "strengthen"
    COMPENSATE = "compensate"
    COVER = "cover"
    SKIP = "skip"
    RETURN = "return"
    POLISH = "polish"
    CERTIFY = "certify"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class LoopStep:
    """One recorded round: enough for a view to replay the run.

    `text`: D of this step: what stood after it where it was accepted, what was tried where it was not. Empty in runs
    that were recorded without it.
    """

    round: int
    kind: StepKind
    attribute_id: str
    level_before: int
    level_after: int
    accepted: bool
    leakage: float
    utility: float
    reason: str = ""
    text: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The loop's result: the artifact stands in both cases, but only PASS may be certified. `plan`: what is told,
    coarsened and hidden in it, and why."""

    kind: VerdictKind
    sensitive: SensitiveSet
    artifact: Artifact
    evidence: Evidence
    residual: ResidualReport
    steps: tuple[LoopStep, ...]
    rounds: int
    plan: DisclosurePlan = EMPTY_PLAN
