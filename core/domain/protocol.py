"""All thresholds of the method in one frozen object, defaults = those of paper 6.6 and of gate.md."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar


class Profile(StrEnum):
    """What is protected. MINIMISE: what the answer does not need (DESIGN 5.0); STRICT: all of S (the paper)."""

    MINIMISE = "minimise"
    STRICT = "strict"


@dataclass(frozen=True, slots=True)
class TwoStageRule:
    """Curtailed certification rule: PASS with 0 hits at `first`, or with <= 1 hit at `second` draws."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Protocol:
    """Frozen per run and recorded whole in every certificate.

    tau_l            threshold on leakage: upper bound of the hit rate of members that draw, for every attribute and
                     every family of questions; largest posterior of an identifier for members that compute
    tau_u            utility gate, strict metric; tau_u_semantic for the semantic metric
    tau_r            restoration score below which a diagnostic warning is shown
    delta            how much less a stronger attacker may learn than a weaker one before a person looks
    quote_length     l, longest quotation (characters) a learned rule may carry
    genscore         theta_g, least generalisation score of a learned rule
    distil_every     K, experiences between distillations
    distil_materials m, distinct materials that a pattern must come from before a rule may say it
    k_star           k*, smallest tolerated crowd; no attribute's posterior may be above 1/k* (of a place 1/2), or above
                     prior * e^eps where that is more
    eps, eps_special how much a posterior may grow over a prior: factor e^eps, of special categories e^eps_special
    min_probes       least number of probes of the paper's own procedure
    budget_per_attribute, budget_base   B = 3|S| + 5
    no_progress_rounds                  rounds without progress after which the loop stops
    max_missing      share of missing probes above which a run is INVALID
    controls         planted values per certification, all of which must be found
    certificate_temperature, procedure_temperature   draws of the gate, and of the paper's procedure
    canaries, sensitivity   offline controls per template of a model, and the least lower bound on the share found
    cannot_determine agreement credited to "cannot determine" in QA probes
    confidence       two-sided confidence level of all certifications of the same values together
    tau_choice       largest tolerated rise of right choices over the same choice without the document
    choices          most pairs of choices (with and without the document) of one attribute
    special_draws    least draws of its own for an attribute of a special category
    profile          what is protected; anything but STRICT starts from a disclosure plan
    crowd            smallest tolerated number of people whom what is told may fit, where it is told on purpose
    exposure         price of telling what certainly singles somebody out, in units of losing what the answer certainly
                     needs; with it the plan weighs the chance of the one against the chance of the other
    needless         price of changing what is certainly nobody's, in the same units
    singled_out      chance of singling somebody out from which told words keep a text from passing until a person has
                     decided about them
    least_needs      needs of the answer below which utility by needs is not measured
    """

    __retired__: ClassVar[frozenset[str]] = frozenset({"two_stage", "certifications", "seeds", "stability_window"})

    name: str = "strict"
    tau_l: float = 0.05
    tau_u: float = 0.7
    tau_u_semantic: float = 0.5
    tau_r: float = 0.9
    delta: float = 0.05
    quote_length: int = 16
    genscore: float = 0.8
    distil_every: int = 50
    distil_materials: int = 3
    k_star: int = 5
    eps: float = 0.1
    eps_special: float = 0.05
    min_probes: int = 75
    budget_per_attribute: int = 3
    budget_base: int = 5
    no_progress_rounds: int = 2
    max_missing: float = 0.02
    controls: int = 3
    canaries: int = 60
    sensitivity: float = 0.88
    certificate_temperature: float = 1.0
    procedure_temperature: float = 0.3
    cannot_determine: float = 0.25
    confidence: float = 0.95
    tau_choice: float = 0.1
    choices: int = 720
    special_draws: int = 72
    profile: Profile = Profile.STRICT
    least_needs: int = 4
    crowd: int = 100
    exposure: float = 1.0
    needless: float = 0.8
    singled_out: float = 0.4

    def error(self, attempt: int) -> float:
        """One-sided error of the `attempt`-th certification (from 1) of the same values: alpha / 2^attempt, so that all
        of them together stay within alpha."""
        return math.ldexp((1 - self.confidence) / 2, -attempt)

    def budget(self, attributes: int) -> int:
        """B, the greatest number of rounds for |S| = `attributes`."""
        return self.budget_per_attribute * attributes + self.budget_base


STRICT = Protocol()
BALANCED = Protocol(name="balanced", tau_u=0.5)
MINIMISE = Protocol(name="minimise", profile=Profile.MINIMISE)
DEFAULT = MINIMISE
"""What the product uses unless a person says otherwise."""
PROFILES: Mapping[str, Protocol] = {profile.name: profile for profile in (MINIMISE, STRICT, BALANCED)}
"""Named protocols that a person may choose."""
