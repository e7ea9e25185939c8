"""What verification measured: leakage, utility, restoration, k (paper 3.3, DESIGN 5.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class AttackerLevel(StrEnum):
    """Graded auxiliary knowledge; levels nest: A0 in A1 in A2 in A3 (paper 3.3)."""

    A0 = "A0"
    A1 = "A1"
    A2 = "A2"
    A3 = "A3"

    @property
    def rank(self) -> int:
        """0 to 3."""
        return int(self.value[1])


class ProbeResult(StrEnum):
    """A refusal or "unknown" is a miss; malformed output is not: it is redrawn, then blocks."""

    HIT = "hit"
    MISS = "miss"
    REFUSED = "refused"
    MALFORMED = "malformed"


@dataclass(frozen=True, slots=True)
class Probe:
    """One question of one attacker about one attribute (or combination), with its draw index."""

    attribute_id: str
    attacker: str
    template: str
    seed: int


@dataclass(frozen=True, slots=True)
class ProbeOutcome:
    """`question` and `answer` are local evidence for the reviewer: never logged, never sent."""

    probe: Probe
    result: ProbeResult
    question: str = ""
    answer: str = ""


@dataclass(frozen=True, slots=True)
class AttributeLeakage:
    """What one level learns of one attribute.

    `posterior`: probability that the attacker names the true value from D. `prior`: the same on the null
    document. Both in [0, 1]; exact for members that compute them, hit rate of draws for sampled members.
    `attacker` names the member that reached the maximum.
    """

    attribute_id: str
    posterior: float
    prior: float
    attacker: str
    hits: int = 0
    n: int = 0

    @property
    def advantage(self) -> float:
        """max(0, posterior - prior): guessing is not leaking."""
        return max(0.0, self.posterior - self.prior)


@dataclass(frozen=True, slots=True)
class LeakageEstimate:
    """L at one attacker level: the maximum over that level's ensemble.

    `mean`: mean advantage over the attributes of S, in [0, 1]. `lower`/`upper`: interval at the protocol's
    confidence; equal to `mean` when every member is exact (`n` = 0: nothing was sampled).
    `clusters`: independent requests behind the `n` probes. `members`: ids of the attackers that ran.
    """

    level: AttackerLevel
    mean: float
    lower: float
    upper: float
    hits: int
    n: int
    clusters: int
    members: tuple[str, ...]
    attributes: tuple[AttributeLeakage, ...] = ()

    @property
    def worst(self) -> AttributeLeakage | None:
        """The attribute with the largest advantage, None for an empty S."""
        return max(self.attributes, key=lambda item: item.advantage, default=None)


@dataclass(frozen=True, slots=True)
class CombinationCount:
    """k of one combination: expected records of the population that match D's quasi-identifiers.

    `dimensions`: what was matched, as population columns (`age`, `sex`, `region`). `population`: its name. `people`: k
    in people of the real population instead of records.
    """

    attribute_ids: tuple[str, ...]
    k: float
    dimensions: tuple[str, ...]
    population: str
    people: float = 0.0


class Metric(StrEnum):
    """Which utility was measured. A proxy is always labelled as one."""

    STRUCTURED_PROXY = "structured_proxy"
    NEEDS = "needs"
    QA = "qa"
    SEMANTIC = "semantic"


@dataclass(frozen=True, slots=True)
class UtilityItem:
    """One task question and the agreement of the answer on D with the answer on X, in [0, 1].

    `reason`: what a judge said, local evidence for the reviewer: never logged, never sent.
    """

    question: str
    agreement: float
    attribute_id: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class UtilityEstimate:
    """U with a bootstrap interval; `items` empty means nothing could be asked and `mean` is 1.

    `computed` False: the measurement failed; `mean` is 0 so that no gate takes it for useful, and nobody may show it
    as a number. `missing`: questions without a grade; they are left out, never imputed. `notes`: message keys, such as
    why it was not computed, or that the judge is the model that wrote.
    """

    metric: Metric
    mean: float
    lower: float
    upper: float
    items: tuple[UtilityItem, ...] = ()
    computed: bool = True
    missing: int = 0
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RestorationScore:
    """R, diagnostic only: literal similarity of the text rebuilt from (D, S) to X, in [0, 1].

    `fallback`: similarity of the two by embeddings, computed where the literal one is below tau_R; None elsewhere.
    `embedding`: which ones.
    """

    score: float
    fallback: float | None = None
    embedding: str = ""


@dataclass(frozen=True, slots=True)
class ControlReport:
    """Positive controls: planted values and how many the attackers found."""

    planted: int
    found: int
    missing_probes: int = 0

    @property
    def valid(self) -> bool:
        return self.planted > 0 and self.found == self.planted


@dataclass(frozen=True, slots=True)
class MemberCount:
    """What one template of a sampled member did on one attribute. `unknown`: answers that said so; they are misses
    too and part of `n`."""

    attribute_id: str
    member: str
    template: str
    level: AttackerLevel
    hits: int
    n: int
    unknown: int = 0


@dataclass(frozen=True, slots=True)
class TemplateUse:
    """One template of a model's attackers. `digest`: content address of its wording. `found` of `planted`: its offline
    controls; `counted` False: it missed too many, so what it does not find says nothing and is left out."""

    template: str
    member: str
    digest: str
    found: int
    planted: int
    sensitivity: float
    counted: bool


@dataclass(frozen=True, slots=True)
class SampledRun:
    """One certification of one sampled ensemble under the two-stage rule.

    `n` draws of one question each with `hits`; `clusters`: independent requests behind them (a draw that asked more
    than once, as a confirmed choice does, is one). `upper`: larger of Clopper-Pearson and Wilson; `corrected_upper`:
    divided by the templates' measured sensitivity, None where none was measured. `worst_upper`: upper bound on the
    attribute with the highest rate. `refused`, `missing`, `redrawn` were answers that were no answers. `best_guesses`:
    hits among the answers at temperature 0, one per attribute; any one fails. `unasked`: attributes that no sampled
    question can be fair about; only the members that compute exactly speak about them.
    """

    ensemble: str
    passed: bool
    hits: int
    n: int
    clusters: int
    requests: int
    upper: float
    worst_upper: float
    corrected_upper: float | None = None
    controls: ControlReport | None = None
    refused: int = 0
    missing: int = 0
    redrawn: int = 0
    best_guesses: int = 0
    temperature: float = 0.0
    seed_honoured: bool = True
    counts: tuple[MemberCount, ...] = ()
    templates: tuple[TemplateUse, ...] = ()
    unasked: tuple[str, ...] = ()


class Regime(StrEnum):
    """Text that an attacker was measured on; the gap to a stronger attacker differs between them (paper 5.2)."""

    ORIGINAL = "original"
    DEHYDRATED = "dehydrated"


@dataclass(frozen=True, slots=True)
class CalibrationInput:
    """Hit rate of one attacker in one regime, the material of the paper's calibrated certificate
    (L_local + delta, delta = L_cloud - L_local, per regime)."""

    regime: Regime
    attacker: str
    hits: int
    n: int


@dataclass(frozen=True, slots=True)
class AttributeLift:
    """How much more probable D makes the true value than no document, for a model that scores exactly (LLM.md 3f).

    `lift`: nats, mean over the fixed templates; None: not scored. `threshold`: calibrated per language and type; None:
    the model is not counted for this type, because its measured calibration does not pass or it was never measured.
    """

    attribute_id: str
    lift: float | None
    threshold: float | None

    @property
    def flagged(self) -> bool:
        """Whether the value counts as given away."""
        return self.lift is not None and self.threshold is not None and self.lift > self.threshold


@dataclass(frozen=True, slots=True)
class Evidence:
    """Everything measured on one artifact. `before` holds the same levels measured on X.

    `certified` is True only for the final certification; search evaluations carry False and claim no
    statistics. `bounds` holds named theoretical quantities (`fano_bits`, `witness_epsilon`,
    `recall_ceiling`), each absent when it was not computed. `review_flags` are message keys. `runs`: one entry per
    sampled ensemble of a certification; all of them must pass. `further_utility`: metrics beside the one that gates.
    `lifts`: what a scoring model says of every attribute; empty when none ran. `told`: attributes that D tells on
    purpose; they count in k, and L is about the others.
    """

    leakage: Mapping[AttackerLevel, LeakageEstimate]
    before: Mapping[AttackerLevel, LeakageEstimate]
    utility: UtilityEstimate
    restoration: RestorationScore
    combinations: tuple[CombinationCount, ...]
    controls: ControlReport | None
    certified: bool
    outcomes: tuple[ProbeOutcome, ...] = ()
    bounds: Mapping[str, float] = field(default_factory=dict)
    review_flags: tuple[str, ...] = ()
    runs: tuple[SampledRun, ...] = ()
    calibration: tuple[CalibrationInput, ...] = ()
    further_utility: tuple[UtilityEstimate, ...] = ()
    lifts: tuple[AttributeLift, ...] = ()
    told: frozenset[str] = frozenset()

    @property
    def k(self) -> float | None:
        """The smallest k over all combinations, None when none was counted."""
        return min((item.k for item in self.combinations), default=None)

    @property
    def crowd(self) -> float | None:
        """The smallest number of people whom what is told fits, None when none was counted."""
        return min((item.people for item in self.combinations), default=None)
