"""The built-in verifier: baseline on X, search while the loop runs, one certification on the frozen bytes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path

from core.assure.bounds import AttributeRate, load_recall, recall_ceiling, witness_epsilon
from core.dehydrate.generalization import Generalization
from core.dehydrate.hard_line import HardLine
from core.dehydrate.library import HierarchyLibrary
from core.dehydrate.published import load_published
from core.disclose.implications import Implications
from core.disclose.special import special_categories
from core.domain.artifact import EXACT_LEVEL, Artifact
from core.domain.events import CancelToken, Progress, ignore_progress
from core.domain.evidence import (
    AttackerLevel,
    AttributeLift,
    AttributeReplay,
    CombinationCount,
    ControlReport,
    Evidence,
    LeakageEstimate,
    Probe,
    ProbeOutcome,
    ProbeResult,
    SampledRun,
    Spent,
    UtilityEstimate,
)
from core.domain.language import Language
from core.domain.protocol import DEFAULT, Profile, Protocol
from core.domain.request import Request
from core.domain.sensitive import SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Taxonomy
from core.extract.cascade import CascadeExtractor
from core.population.households import Households
from core.population.population import SyntheticPopulation
from core.verify import needs
from core.verify.attackers.base import Attacker, LiftingAttacker
from core.verify.attackers.implication import ImplicationAttacker
from core.verify.attackers.linkage import LinkageAttacker
from core.verify.attackers.literal import LiteralAttacker
from core.verify.attackers.objections import Objections
from core.verify.attackers.prior import PriorAttacker
from core.verify.attackers.reader import ReaderAttacker
from core.verify.attackers.replay import ReplayAttacker, Replayer
from core.verify.attackers.retrieval import RetrievalAttacker
from core.verify.caps import cap_kind, posterior_cap, reference_prior
from core.verify.case import Case, Origin, case_of_artifact, case_of_original, ladder_of, preceded
from core.verify.controls import PositiveControls
from core.verify.estimates import MemberScores, estimates, non_monotone
from core.verify.examination import Examination
from core.verify.gate import GateResult, assess
from core.verify.grading import GradingTable, Target
from core.verify.probes import ProbeTexts
from core.verify.restoration import restoration
from core.verify.utility import UtilityProbe

KEPT_SCORES = 128
KEPT_LADDERS = 2048

NOTHING_FOUND, NON_MONOTONE, KEPT_BY_PERSON, NOTHING_GATED, EARLIER_TURNS, PROXY_USED, K_UNKNOWN = (
    "nothing_found",
    "non_monotone",
    "kept_by_person",
    "nothing_gated",
    "earlier_turns_joined",
    "utility_fell_back",
    "k_unknown",
)


def told_so_far(case: Case, artifact: Artifact) -> frozenset[str]:
    """Attributes of this text that D, or an earlier turn, tells as they are: nothing of them is left to protect."""
    before = {key for turn in case.turns for key in turn.artifact.told}
    return artifact.told | (before & {item.id for item in case.sensitive.attributes})


def kept_by_person(request: Request) -> frozenset[str]:
    """Attributes that a person decided to send as they are."""
    return frozenset(key for key, decision in request.decisions.levels.items() if decision.level == EXACT_LEVEL)


@dataclass(frozen=True, slots=True)
class Found:
    """What the members of one evaluation found on one D. No run: nothing was drawn. `controls`: planted values, of the
    members that compute.

    `utility`: the first gates, the others stand beside it; where it is missing or could not be computed the
    structured proxy gates, and says so. `flags`: more reasons to look twice.
    """

    members: tuple[MemberScores, ...]
    outcomes: tuple[ProbeOutcome, ...] = ()
    runs: tuple[SampledRun, ...] = ()
    utility: tuple[UtilityEstimate, ...] = ()
    flags: tuple[str, ...] = ()
    lifts: tuple[AttributeLift, ...] = ()
    controls: ControlReport | None = None

    def and_also(self, other: Found) -> Found:
        """Both together."""
        return Found(
            (*self.members, *other.members),
            (*self.outcomes, *other.outcomes),
            (*self.runs, *other.runs),
            (*self.utility, *other.utility),
            (*self.flags, *other.flags),
            (*self.lifts, *other.lifts),
            other.controls or self.controls,
        )


class BuiltinVerifier:
    """Measures with the built-in ensemble. Safe from any thread; keeps recent scores in memory, so that an
    evaluation after one step of the loop repeats only what the step changed."""

    def __init__(
        self,
        taxonomy: Taxonomy,
        library: HierarchyLibrary,
        extractor: CascadeExtractor,
        population: SyntheticPopulation,
        root: Path,
        literal: HardLine | None = None,
        extra: Sequence[Attacker] = (),
        replayer: Replayer | None = None,
    ) -> None:
        """`root`: resource folder. `literal`: the hard line's search, by default the shipped one. `extra`: exact
        members beside the built-in ones, which always run. `replayer`: the method, for the member that runs it again.
        Raises ResourceError."""
        self._taxonomy = taxonomy
        self._library = library
        self._extractor = extractor
        self.grading = GradingTable.load(root)
        self._reader = ReaderAttacker(extractor, self.grading, root)
        self._linkage = LinkageAttacker(taxonomy, library, population, Households.load(root), load_published(root))
        self._retrieval = RetrievalAttacker(library, self.grading, root, extractor)
        self._special = frozenset(special_categories(root))
        gate = Objections(taxonomy, library, self._linkage, self._special)
        self._replay = ReplayAttacker(replayer.before(gate)) if replayer is not None else None
        self._attackers: tuple[Attacker, ...] = (
            LiteralAttacker(taxonomy, literal),
            self._reader,
            PriorAttacker(),
            ImplicationAttacker(library, self.grading, Implications(root)),
            *([self._replay] if self._replay is not None else []),
            self._retrieval,
            self._linkage,
            *extra,
        )
        self._texts = ProbeTexts(taxonomy, root)
        self._controls = PositiveControls(taxonomy, root)
        self._utility = UtilityProbe(taxonomy, root)
        self._recall = load_recall(root)
        self._scores: OrderedDict[tuple[str, str], Mapping[str, float]] = OrderedDict()
        self._ladders: OrderedDict[tuple[str, str, Language], tuple[Generalization, ...]] = OrderedDict()
        self._lock = threading.Lock()
        self.texts: Path | None = None

    @property
    def members(self) -> tuple[str, ...]:
        """Ids of the ensemble."""
        return tuple(attacker.id for attacker in self._attackers)

    def joined_by(self, *members: Attacker) -> BuiltinVerifier:
        """The same verifier with more exact members, for one run: what it learns is forgotten with it."""
        twin = copy(self)
        twin._attackers = (*self._attackers, *members)
        twin._scores = OrderedDict()
        return twin

    def read_texts(self) -> None:
        """Read the person's own folder of texts, if one is set in `texts`, for the attacker who searches. Raises
        InputError `texts.*`."""
        if self._retrieval.read(self.texts):
            with self._lock:
                self._scores.clear()

    def forget(self) -> None:
        """Drop what is remembered of texts, e.g. when the application locks."""
        self._retrieval.forget()
        with self._lock:
            self._scores.clear()
            self._ladders.clear()
        if self._replay is not None:
            self._replay.replayer.forget()

    def warm(self, language: Language) -> None:
        """Read the corpus and draw the population of one language now instead of at the first evaluation."""
        case = Case("", language, SensitiveSet(()), {}, {})
        for attacker in self._attackers:
            attacker.scores(case, {})
        self._linkage.warm(language)

    @property
    def falsifiers(self) -> frozenset[str]:
        """Members that read values out of the text: any chance of naming one refuses it."""
        return frozenset({self._reader.id})

    @property
    def special(self) -> frozenset[str]:
        """Types of special categories of personal data."""
        return self._special

    def baseline(
        self, request: Request, sensitive: SensitiveSet, protocol: Protocol
    ) -> Mapping[AttackerLevel, LeakageEstimate]:
        """The same attackers on X."""
        case = self.original(request, sensitive)
        targets = self.grading.targets(sensitive)
        members = self.scores(case, targets)
        return estimates(members, [item.id for item in sensitive.attributes], protocol)

    def search(self, subject: Examination, cancel: CancelToken | None = None) -> Evidence:
        """Falsifiers on D: deterministic, nothing sampled, no statistics claimed (`certified` False)."""
        if cancel is not None:
            cancel.check()
        case = self.case(subject.request, subject.sensitive, subject.artifact, subject.protocol)
        return self.evidence(subject, case, self.searched(subject.request, case))

    def searched(self, request: Request, case: Case) -> Found:
        """What the built-in falsifiers say of `case`, and where the reader sees a value."""
        targets = self.grading.targets(case.sensitive)
        members = self.scores(case, targets)
        told = frozenset(key for key, level in case.levels.items() if level == EXACT_LEVEL)
        return Found(members, self._found(case, targets, members, kept_by_person(request) | told))

    def certify(
        self,
        subject: Examination,
        seed: int,
        progress: Progress = ignore_progress,
        cancel: CancelToken | None = None,
    ) -> Evidence:
        """Once, on the frozen D: what the members compute, once planted values were found by them. Nothing is drawn;
        `seed` picks the planted values.

        Raises EvaluationInvalid (a planted value was missed), Cancelled.
        """
        if cancel is not None:
            cancel.check()
        case = self.case(subject.request, subject.sensitive, subject.artifact, subject.protocol)
        found = self.controlled(subject.request, case, subject.protocol, seed)
        return self.evidence(subject, case, found, certified=True)

    def controlled(self, request: Request, case: Case, protocol: Protocol, seed: int) -> Found:
        """The built-in part of a certification. Raises EvaluationInvalid when a planted value was missed."""
        found = self.searched(request, case)
        told = kept_by_person(request) | {key for key, level in case.levels.items() if level == EXACT_LEVEL}
        if all(attribute.id in told for attribute in case.sensitive.attributes):
            return found
        return replace(found, controls=self._controls.run(self._reader, self.grading, case, protocol, seed))

    def assess(self, request: Request, evidence: Evidence, protocol: Protocol) -> GateResult:
        """The release gate on this verifier's evidence."""
        return assess(evidence, kept_by_person(request), self.falsifiers, protocol)

    def support(
        self, request: Request, sensitive: SensitiveSet, artifact: Artifact, attribute_id: str
    ) -> Mapping[str, float]:
        """Through which other attributes an attribute is inferred: attribute id -> how far its posterior falls when
        the search does not read that attribute's replacements, or the linker is not told of it; only positive falls.
        """
        case = self.case(request, sensitive, artifact)
        target = {attribute_id: self.grading.target(sensitive.by_id(attribute_id))}
        searched = self._retrieval.scores(case, target)[attribute_id]
        linked = self._linkage.scores(case, target)[attribute_id]
        found: dict[str, float] = {}
        for other in sensitive.attributes:
            if other.id == attribute_id:
                continue
            rest = replace(case, text=case.without(other.id), gaps=())
            silent = replace(case, levels={**case.levels, other.id: len(case.generalizations[other.id]) - 1})
            unread = any(gap.attribute_id == other.id for gap in case.gaps)
            by_search = searched - self._retrieval.scores(rest, target)[attribute_id] if unread else 0.0
            found[other.id] = max(by_search, linked - self._linkage.scores(silent, target)[attribute_id])
        return {key: fall for key, fall in found.items() if fall > 0}

    def _language(self, request: Request) -> Language:
        return request.language or self._extractor.language(request.text)

    def original(self, request: Request, sensitive: SensitiveSet) -> Case:
        """The case of X."""
        language = self._language(request)
        return case_of_original(sensitive, request.text, self._ladders_of(sensitive, language), language)

    def case(self, request: Request, sensitive: SensitiveSet, artifact: Artifact, protocol: Protocol = DEFAULT) -> Case:
        """The case of D, made under `protocol`, with the turns that left before."""
        language = self._language(request)
        case = case_of_artifact(sensitive, artifact, self._ladders_of(sensitive, language), language)
        return replace(case, turns=request.earlier, origin=Origin(request, artifact, protocol))

    def _ladders_of(self, sensitive: SensitiveSet, language: Language) -> dict[str, tuple[Generalization, ...]]:
        return {attribute.id: self._ladder(attribute, language) for attribute in sensitive.attributes}

    def _ladder(self, attribute: SensitiveAttribute, language: Language) -> tuple[Generalization, ...]:
        key = (attribute.type_id, attribute.value, attribute.mentions[0].language if attribute.mentions else language)
        with self._lock:
            known = self._ladders.get(key)
        if known is None:
            known = ladder_of(attribute, self._library, language)
            with self._lock:
                self._ladders[key] = known
                while len(self._ladders) > KEPT_LADDERS:
                    self._ladders.popitem(last=False)
        return known

    def _score(self, attacker: Attacker, case: Case, targets: Mapping[str, Target]) -> Mapping[str, float]:
        key = (attacker.id, case.fingerprint)
        with self._lock:
            known = self._scores.get(key)
        if known is None:
            known = dict(attacker.scores(case, targets))
            with self._lock:
                self._scores[key] = known
                while len(self._scores) > KEPT_SCORES:
                    self._scores.popitem(last=False)
        return known

    def scores(self, case: Case, targets: Mapping[str, Target]) -> tuple[MemberScores, ...]:
        """Scores of every member on `case` and on the null document."""
        null = case.blanked()
        case = preceded(case, self._library)
        return tuple(
            MemberScores(
                attacker.id,
                attacker.level,
                self._score(attacker, case, targets),
                self._score(attacker, null, targets),
            )
            for attacker in self._attackers
        )

    def _found(
        self, case: Case, targets: Mapping[str, Target], members: Sequence[MemberScores], kept: frozenset[str]
    ) -> tuple[ProbeOutcome, ...]:
        """Where the reader sees a value in D: the evidence a reviewer needs."""
        reader = next(member for member in members if member.member == self._reader.id)
        found: list[ProbeOutcome] = []
        for attribute in case.sensitive.attributes:
            if attribute.id in kept or reader.posteriors[attribute.id] <= 0:
                continue
            hits = self._reader.hits(case, targets[attribute.id], attribute)
            for draw, (template, answer) in enumerate(hits):
                question = self._texts.question(attribute.type_id, template, case.language)
                probe = Probe(attribute.id, self._reader.id, template, draw)
                found.append(ProbeOutcome(probe, ProbeResult.HIT, question, answer.text))
        return tuple(found)

    def evidence(self, subject: Examination, case: Case, found: Found, *, certified: bool = False) -> Evidence:
        """Everything of one evaluation in one object. The controls of the last run stand for the whole: every run has
        passed its own to be here."""
        request, artifact, protocol = subject.request, subject.artifact, subject.protocol
        members, runs = found.members, found.runs
        gating = found.utility[0] if found.utility and found.utility[0].computed else None
        sensitive = case.sensitive
        protected = [item.id for item in sensitive.attributes if item.id not in artifact.told]
        leakage = estimates(members, protected, protocol, self._caps(case, protected, protocol))
        kept = kept_by_person(request) & {item.id for item in sensitive.attributes}
        combinations = self._linkage.combinations(case)
        replays = self._replay.replays(case, certified=certified) if self._replay is not None else ()
        raised = (
            (NOTHING_FOUND, not sensitive.attributes),
            (NOTHING_GATED, bool(sensitive.attributes) and len(kept | artifact.told) == len(sensitive.attributes)),
            (KEPT_BY_PERSON, bool(kept)),
            (K_UNKNOWN, any(not item.known for item in combinations)),
            (EARLIER_TURNS, bool(request.earlier)),
            (NON_MONOTONE, non_monotone(members, protocol.delta)),
            (PROXY_USED, bool(found.utility) and gating is None),
        )
        return Evidence(
            leakage=leakage,
            before=subject.before,
            utility=gating or self.proxy(subject, case),
            restoration=restoration(request.text, artifact, sensitive, protocol.tau_r),
            combinations=combinations,
            households=self._linkage.households(case),
            controls=next((run.controls for run in reversed(runs) if run.controls is not None), found.controls),
            certified=certified,
            outcomes=found.outcomes,
            bounds=self._bounds(leakage, kept | artifact.told, case),
            told=told_so_far(case, artifact),
            replays=replays,
            spent=_spent(request, artifact, combinations, replays) if certified else None,
            review_flags=(*(flag for flag, applies in raised if applies), *found.flags),
            runs=runs,
            further_utility=found.utility[1:] if gating is not None else found.utility,
            lifts=(
                *(
                    lift
                    for attacker in self._attackers
                    if isinstance(attacker, LiftingAttacker)
                    for lift in attacker.lifts(case)
                ),
                *found.lifts,
            ),
        )

    def _caps(self, case: Case, protected: Sequence[str], protocol: Protocol) -> dict[str, float]:
        """The largest posterior of every protected attribute that a gate tolerates."""
        found: dict[str, float] = {}
        for attribute_id in protected:
            attribute = case.sensitive.by_id(attribute_id)
            hierarchy = self._taxonomy[attribute.type_id].hierarchy or ""
            kind = cap_kind(attribute.kind, hierarchy, special=attribute.type_id in self._special)
            found[attribute_id] = posterior_cap(reference_prior(case.told(attribute_id)), protocol, kind)
        return found

    def proxy(self, subject: Examination, case: Case) -> UtilityEstimate:
        """Utility without a model: what the answer needs, or, where all of S is protected, structured questions."""
        request, artifact, protocol = subject.request, subject.artifact, subject.protocol
        if protocol.profile is not Profile.STRICT:
            return needs.measure(case.sensitive, artifact, case.generalizations, subject.task, protocol)
        return self._utility.measure(
            request.text, case.sensitive, artifact, case.generalizations, case.language, protocol
        )

    def _bounds(
        self, leakage: Mapping[AttackerLevel, LeakageEstimate], kept: frozenset[str], case: Case
    ) -> dict[str, float]:
        """Theoretical quantities of the strongest level; a bound without meaning is left out."""
        strongest = max(leakage.values(), key=lambda estimate: estimate.level.rank, default=None)
        if strongest is None or not case.sensitive.attributes:
            return {}
        rates = [
            AttributeRate(
                item.posterior,
                self._taxonomy[case.sensitive.by_id(item.attribute_id).type_id].domain_size,
                case.generalizations[item.attribute_id][-1].posterior,
            )
            for item in strongest.attributes
            if item.attribute_id not in kept
        ]
        recall = self._recall.get(case.language)
        found = {
            "witness_epsilon": witness_epsilon(rates),
            "recall_ceiling": recall_ceiling(strongest.advantage, recall.recall, recall.inflation) if recall else None,
        }
        return {name: value for name, value in found.items() if value is not None and value != float("inf")}


def _spent(
    request: Request,
    artifact: Artifact,
    combinations: tuple[CombinationCount, ...],
    replays: tuple[AttributeReplay, ...],
) -> Spent:
    """The gauge of a conversation with this turn in it."""
    literals = artifact.told.union(*(turn.artifact.told for turn in request.earlier))
    unknown = any(not item.known for item in combinations)
    least = None if unknown else min((item.k for item in combinations), default=None)
    return Spent(least, sum(item.bits or 0.0 for item in replays), len(literals))
