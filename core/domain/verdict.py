"""PASS or INFEASIBLE, and why (paper 3.5, Algorithm 2')."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from core.domain.artifact import Artifact
from core.domain.disclosure import EMPTY_PLAN, DisclosurePlan
from core.domain.evidence import AttackerLevel, Evidence, ProbeOutcome
from core.domain.sensitive import SensitiveSet


class VerdictKind(StrEnum):
    """PASS: D fulfils every condition of the protocol. INFEASIBLE: no D was found that does."""

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
    """Why a verdict is INFEASIBLE: the attributes that still leak, and one message key for the whole. `checked` names
    the attributes and attackers that were examined, so that an empty list still says something."""

    items: tuple[ResidualItem, ...]
    checked: tuple[str, ...]
    reason: str = ""


class StepKind(StrEnum):
    """Kinds of steps of a search.

    START: the first D. LOOSEN: a needed value is told more exactly. STRENGTHEN: an attribute is told less exactly.
    COMPENSATE: another one is told more exactly to make room for that. COVER: a told value is given up. SKIP: an
    attribute cannot be strengthened. RETURN: back to the best D met, one step per attribute, so that following every
    accepted step leads to the final levels. POLISH: other words for the same levels. CERTIFY: the certification. STOP:
    the search ended without a pass.
    """

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
