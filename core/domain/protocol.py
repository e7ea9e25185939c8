"""All thresholds of the method in one frozen object, defaults = the paper's (section 6.6) and LLM.md 7."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum


class Profile(StrEnum):
    """What is protected. MINIMISE: what the answer does not need (DESIGN 5.0); STRICT: all of S (the paper)."""

    MINIMISE = "minimise"
    STRICT = "strict"


@dataclass(frozen=True, slots=True)
class TwoStageRule:
    """Curtailed certification rule: PASS with 0 hits at `first`, or with <= 1 hit at `second` probes.

    At true leakage .05 it passes with probability .0247 (LLM.md 3g, design D).
    """

    first: int = 78
    second: int = 126


TWICE = TwoStageRule(107, 127)
"""Both times, where a second certification may follow a first: at true leakage .05 a run passes either with
probability .0248 (LLM.md 3g). Never a rule to change to after the first one has failed."""


@dataclass(frozen=True, slots=True)
class Protocol:
    """Frozen per run and recorded whole in every certificate.

    tau_l            threshold on leakage: upper bound of hit rate, mean advantage of exact members
    tau_u            utility gate, strict metric; tau_u_semantic for the semantic metric
    tau_r            restoration score below which a diagnostic warning is shown
    stability_window N, consecutive passes a re-testing protocol needs
    delta            allowed fluctuation of L and R within the window; also the monotonicity tolerance
    quote_length     l, longest quotation (characters) a learned rule may carry
    genscore         theta_g, least generalisation score of a learned rule
    distil_every     K, experiences between distillations
    distil_materials m, distinct materials that a pattern must come from before a rule may say it
    k_star           k*, smallest tolerated crowd; 1/k* caps the worst attribute's posterior
    min_probes       least number of probes of the paper's own procedure
    budget_per_attribute, budget_base   B = 3|S| + 5
    no_progress_rounds                  rounds without progress after which the loop stops
    max_missing      share of missing probes above which a run is INVALID
    controls         planted values per certification, all of which must be found
    certificate_temperature, procedure_temperature   draws of the gate, and of the paper's procedure
    canaries, sensitivity   offline controls per template of a model, and the least lower bound on the share found
    seeds            independent seeds
    cannot_determine agreement credited to "cannot determine" in QA probes
    confidence       two-sided confidence level of every interval
    certifications   K, certifications a run may spend; fixed before the first one, 1 or 2
    profile          what is protected; anything but STRICT starts from a disclosure plan
    crowd            smallest tolerated number of people whom what is told may fit, where it is told on purpose
    least_needs      needs of the answer below which utility by needs is not measured
    """

    name: str = "strict"
    tau_l: float = 0.05
    tau_u: float = 0.7
    tau_u_semantic: float = 0.5
    tau_r: float = 0.9
    stability_window: int = 3
    delta: float = 0.05
    quote_length: int = 16
    genscore: float = 0.8
    distil_every: int = 50
    distil_materials: int = 3
    k_star: int = 5
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
    seeds: int = 3
    cannot_determine: float = 0.25
    confidence: float = 0.95
    two_stage: TwoStageRule = field(default_factory=TwoStageRule)
    certifications: int = 1
    profile: Profile = Profile.STRICT
    least_needs: int = 4
    crowd: int = 100

    def twice(self) -> Protocol:
        """The same thresholds for a run that may certify a second time, after a slower falsifier has spoken."""
        rule = TwoStageRule(max(self.two_stage.first, TWICE.first), max(self.two_stage.second, TWICE.second))
        return replace(self, two_stage=rule, certifications=2)

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
