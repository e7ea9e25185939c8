"""What verification measured: leakage, utility, restoration, k (paper 3.3, DESIGN 5.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar


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


class Depth(StrEnum):
    """What attacked a text: every verdict leads with it. Each stands beside the ones before it."""

    COMPUTED = "computed"
    EVALUATOR = "evaluator"
    MODEL = "local_model"
    DESTINATION = "destination"

    @property
    def rank(self) -> int:
        """0 to 3, weakest first."""
        return list(Depth).index(self)


MODEL_MEMBER = "llm_"
"""Ids of members that ask a language model begin so."""


class ProbeResult(StrEnum):
    """What one answer was. REFUSED: it says that it does not know, which is a miss. MALFORMED: there is no answer,
    since the model declined or wrote what cannot be read; it is asked again; what stays missing can block the run."""

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
    """One probe with its result. `question` and `answer` are evidence for the reviewer on this machine: they are never
    logged and never sent."""

    probe: Probe
    result: ProbeResult
    question: str = ""
    answer: str = ""


@dataclass(frozen=True, slots=True)
class AttributeLeakage:
    """What one member learns of one attribute.

    `posterior`: probability that the attacker names the true value from D. `prior`: the same on the null
    document. Both in [0, 1]. A member that computes has them exactly, `n` is 0 and there is no interval; a member that
    draws has `hits` of `n`, its rate as the posterior, and `lower` to `upper` around that rate. `cap`: the largest
    posterior that the protocol tolerates, None where nobody has said.
    """

    attribute_id: str
    posterior: float
    prior: float
    attacker: str
    hits: int = 0
    n: int = 0
    lower: float | None = None
    upper: float | None = None
    cap: float | None = None

    @property
    def advantage(self) -> float:
        """max(0, posterior - prior): guessing is not leaking."""
        return max(0.0, self.posterior - self.prior)


@dataclass(frozen=True, slots=True)
class LeakageEstimate:
    """L at one attacker level, attribute by attribute; nothing is averaged over attributes or pooled over members.

    `members`: ids of all attackers of this level and the weaker ones it contains. `attributes`: for each attribute the
    word of the member that learns most. `scores`: the word of every member that belongs to exactly this level.
    """

    __retired__: ClassVar[frozenset[str]] = frozenset({"mean", "lower", "upper", "hits", "n", "clusters"})

    level: AttackerLevel
    members: tuple[str, ...]
    attributes: tuple[AttributeLeakage, ...] = ()
    scores: tuple[AttributeLeakage, ...] = ()

    @property
    def worst(self) -> AttributeLeakage | None:
        """The attribute with the largest advantage, None for an empty S."""
        return max(self.attributes, key=lambda item: item.advantage, default=None)

    @property
    def advantage(self) -> float:
        """Advantage of the worst attribute, 0 for an empty S."""
        return self.worst.advantage if self.worst is not None else 0.0

    @property
    def words(self) -> tuple[AttributeLeakage, ...]:
        """What each member learned of each attribute, all of which a gate judges. A level that kept only the strongest
        figures gives those."""
        return self.scores or self.attributes


@dataclass(frozen=True, slots=True)
class CombinationCount:
    """k of one combination: expected records of the population that match D's quasi-identifiers.

    `dimensions`: what was matched, as population columns (`age`, `sex`, `region`). `population`: its name. `people`:
    k in people of the real population instead of records, `fewest` and `most` its interval. `known` False: a place lies
    outside the countries whose population is modelled, so that nobody was counted; `k` is then only what a careful
    guess would be, and no claim.
    """

    attribute_ids: tuple[str, ...]
    k: float
    dimensions: tuple[str, ...]
    population: str
    people: float = 0.0
    fewest: float = 0.0
    most: float = 0.0
    known: bool = True


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
    """Positive controls of one run: how many values were planted, how many of them the attackers found, and how many
    probes had no answer. The run is valid only if all were found."""

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
class DrawnBound:
    """What draws about one attribute, or of one family of questions, say. `clusters`: distinct prompts among the `n`
    draws; `upper` is computed from them. `passed`: the bound holds at the error of this attempt."""

    subject: str
    hits: int
    n: int
    clusters: int
    upper: float
    passed: bool


@dataclass(frozen=True, slots=True)
class PairedBound:
    """Forced choices about these attributes, each put with the document and without it. `told`: pairs right only with
    the document, `blind`: only without it. `upper`: bound on the rise of right choices, a scale of its own."""

    attribute_ids: tuple[str, ...]
    n: int
    told: int
    blind: int
    upper: float
    passed: bool


@dataclass(frozen=True, slots=True)
class SampledRun:
    """One certification by draws: passed when every attribute, every family of questions and every choice is.

    `hits` of `n` open draws; `clusters`: distinct prompts behind them. `attempt`: which one of these values in this
    conversation, from 1, and `error`, its one-sided share of alpha (0 where a run from before attempts was kept).
    `attributes`: bounds per attribute, over all families; `families`: per wording of questions, over all attributes;
    `choices`: paired choices. `upper`: the largest of the bounds of attributes and families; `worst_upper`: of
    attributes alone; `corrected_upper`: `upper` divided by the least measured sensitivity of the templates, None where
    none was measured. `refused`, `missing`, `redrawn` were answers that were no answers. `best_guesses`: hits among the
    answers at temperature 0, one per attribute; any one fails. `unasked`: attributes that no question can be fair
    about; only the members that compute exactly speak about them. `uncertified`: attributes of special categories with
    too few draws of their own: this run says nothing of them.
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
    attempt: int = 0
    error: float = 0.0
    attributes: tuple[DrawnBound, ...] = ()
    families: tuple[DrawnBound, ...] = ()
    choices: tuple[PairedBound, ...] = ()
    uncertified: tuple[str, ...] = ()


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
    """How much more probable D makes the true value than no document, for a model that scores exactly (gate.md 4).

    `lift`: nats, mean over the fixed templates; None: not scored. `threshold`: calibrated per language and type; None:
    the model is not counted for this type, because its measured calibration does not pass or it was never measured.
    """

    attribute_id: str
    lift: float | None
    threshold: float | None
    type_id: str = ""

    @property
    def counted(self) -> bool:
        """Whether the model could have seen the value given away."""
        return self.lift is not None and self.threshold is not None

    @property
    def flagged(self) -> bool:
        """Whether the value counts as given away."""
        return self.lift is not None and self.threshold is not None and self.lift > self.threshold


@dataclass(frozen=True, slots=True)
class AttributeReplay:
    """What somebody who runs the method himself learns of one attribute: every value of the told class is put in its
    place, and those stay that give the same D.

    `values`: how many stay; `posterior`: probability of the most probable of them, `own` of the true one, both under
    the published frequencies; `prior`: of the most probable value of all. `told`: whether D tells a class at all.
    `bits`: log2 of the number of different D over all values, the most that D can say of the attribute (maximal
    leakage), summed over the turns; None where nobody can list the values, or in a search.
    """

    attribute_id: str
    values: float
    posterior: float
    own: float
    prior: float
    told: bool
    bits: float | None = None


@dataclass(frozen=True, slots=True)
class Spent:
    """What a conversation has told so far, this turn included: the smallest crowd (None: unknown), bits of the
    attributes whose values can be listed, values that stand there literally."""

    k: float | None
    bits: float
    literals: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """Everything measured on one artifact. `before` holds the same levels measured on X.

    `certified` is True only for the final certification; search evaluations carry False and claim no
    statistics. `bounds` holds named theoretical quantities (`witness_epsilon`, `recall_ceiling`), each absent when
    it was not computed. `review_flags` are message keys. `runs`: one entry per
    sampled ensemble of a certification; all of them must pass. `further_utility`: metrics beside the one that gates.
    `lifts`: what a scoring model says of every attribute; empty when none ran. `replays`: of every attribute whose
    values can be listed. `spent`: of the whole conversation, only certified. `told`: attributes that D tells on
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
    replays: tuple[AttributeReplay, ...] = ()
    spent: Spent | None = None
    households: tuple[CombinationCount, ...] = ()

    @property
    def depth(self) -> Depth:
        """The strongest of what attacked this text here; a destination's own attack stands in the certificate."""
        named = (member for estimate in self.leakage.values() for member in estimate.members)
        if any(member.startswith(MODEL_MEMBER) for member in named):
            return Depth.MODEL
        return Depth.EVALUATOR if any(item.counted for item in self.lifts) else Depth.COMPUTED

    @property
    def attempt(self) -> int:
        """Which certification by draws of these values this is, from 1; 0 where nothing was drawn."""
        return max((run.attempt for run in self.runs), default=0)

    @property
    def evaluated_types(self) -> tuple[str, ...]:
        """Types of attributes that a scoring model spoke about in this text, each once."""
        return tuple(dict.fromkeys(item.type_id for item in self.lifts if item.counted and item.type_id))

    @property
    def k(self) -> float | None:
        """The smallest k over all combinations, None when none was counted or one is unknown."""
        if any(not item.known for item in self.combinations):
            return None
        return min((item.k for item in self.combinations), default=None)

    @property
    def crowd(self) -> float | None:
        """The smallest number of people whom what is told fits, None when none was counted or one is unknown."""
        if any(not item.known for item in self.combinations):
            return None
        return min((item.people for item in self.combinations), default=None)

    @property
    def counted(self) -> frozenset[str]:
        """Attributes that k counts; what else is told, no published share knows."""
        return frozenset(key for item in self.combinations for key in item.attribute_ids)

    @property
    def homes(self) -> float | None:
        """How many households fit what is told of several people of one, None where facts of fewer than two are told or
        one lies outside the modelled populations."""
        if any(not item.known for item in self.households):
            return None
        return min((item.people for item in self.households), default=None)
