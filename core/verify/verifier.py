"""The built-in verifier: baseline on X, search while the loop runs, one certification on the frozen bytes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path

from core.assure.bounds import AttributeRate, fano_bits, load_recall, recall_ceiling, witness_epsilon
from core.dehydrate.generalization import Generalization
from core.domain.artifact import EXACT_LEVEL, Artifact
from core.domain.events import CancelToken, Progress, Stage, StageEvent, StageState, ignore_progress
from core.domain.evidence import (
    AttackerLevel,
    AttributeLift,
    Evidence,
    LeakageEstimate,
    Probe,
    ProbeOutcome,
    ProbeResult,
    SampledRun,
    UtilityEstimate,
)
from core.domain.language import Language
from core.domain.protocol import Profile, Protocol
from core.domain.request import Request
from core.domain.sensitive import SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Taxonomy
from core.verify import needs
from core.verify.attackers.base import Attacker, LiftingAttacker
from core.verify.attackers.linkage import LinkageAttacker
from core.verify.attackers.literal import LiteralAttacker
from core.verify.attackers.prior import PriorAttacker
from core.verify.attackers.reader import ReaderAttacker
from core.verify.attackers.retrieval import RetrievalAttacker
from core.verify.case import Case, case_of_artifact, case_of_original, ladder_of
from core.verify.controls import PositiveControls
from core.verify.estimates import MemberScores, estimates, non_monotone
from core.verify.examination import Examination
from core.verify.gate import GateResult, assess
from core.verify.grading import GradingTable, Target
from core.verify.ports import Extractor, Library, LiteralFinder, Population
from core.verify.probes import DrawResult, Interviewer, ProbeTexts
from core.verify.restoration import restoration
from core.verify.runs import by_attribute, reader_run
from core.verify.utility import UtilityProbe

KEPT_SCORES = 128
KEPT_LADDERS = 2048
BASELINE_SEED = 0
EVENT_EVERY = 10
"""Certification probes between two progress events."""

NOTHING_FOUND, NON_MONOTONE, KEPT_BY_PERSON, NOTHING_GATED, EARLIER_TURNS, PROXY_USED = (
    "nothing_found",
    "non_monotone",
    "kept_by_person",
    "nothing_gated",
    "earlier_turns_joined",
    "utility_fell_back",
)


def kept_by_person(request: Request) -> frozenset[str]:
    """Attributes that a person decided to send as they are."""
    return frozenset(key for key, decision in request.decisions.levels.items() if decision.level == EXACT_LEVEL)


@dataclass(frozen=True, slots=True)
class Found:
    """What the members of one evaluation found on one D. No run: nothing was drawn.

    `utility`: the first gates, the others stand beside it; where it is missing or could not be computed the
    structured proxy gates, and says so. `flags`: more reasons to look twice.
    """

    members: tuple[MemberScores, ...]
    outcomes: tuple[ProbeOutcome, ...] = ()
    runs: tuple[SampledRun, ...] = ()
    utility: tuple[UtilityEstimate, ...] = ()
    flags: tuple[str, ...] = ()
    lifts: tuple[AttributeLift, ...] = ()

    def and_also(self, other: Found) -> Found:
        """Both together."""
        return Found(
            (*self.members, *other.members),
            (*self.outcomes, *other.outcomes),
            (*self.runs, *other.runs),
            (*self.utility, *other.utility),
            (*self.flags, *other.flags),
            (*self.lifts, *other.lifts),
        )


class BuiltinVerifier:
    """Measures with the built-in ensemble. Safe from any thread; keeps recent scores in memory, so that an
    evaluation after one step of the loop repeats only what the step changed."""

    def __init__(
        self,
        taxonomy: Taxonomy,
        library: Library,
        extractor: Extractor,
        population: Population,
        root: Path,
        literal: LiteralFinder | None = None,
        extra: Sequence[Attacker] = (),
    ) -> None:
        """`root`: resource folder. `literal`: the hard line's search, by default the shipped one. `extra`: exact
        members beside the built-in ones, which always run. Raises ResourceError."""
        self._taxonomy = taxonomy
        self._library = library
        self._extractor = extractor
        self.grading = GradingTable.load(root)
        self._reader = ReaderAttacker(extractor, self.grading, root)
        self._linkage = LinkageAttacker(taxonomy, library, population)
        self._retrieval = RetrievalAttacker(library, self.grading, root)
        self._attackers: tuple[Attacker, ...] = (
            LiteralAttacker(taxonomy, literal),
            self._reader,
            PriorAttacker(),
            self._retrieval,
            self._linkage,
            *extra,
        )
        self._texts = ProbeTexts(taxonomy, root)
        self._interviewer = Interviewer(self._reader, self.grading, self._texts)
        self._controls = PositiveControls(taxonomy, root)
        self._utility = UtilityProbe(taxonomy, root)
        self._recall = load_recall(root)
        self._scores: OrderedDict[tuple[str, str], Mapping[str, float]] = OrderedDict()
        self._ladders: OrderedDict[tuple[str, str, Language], tuple[Generalization, ...]] = OrderedDict()
        self._lock = threading.Lock()

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

    def forget(self) -> None:
        """Drop what is remembered of texts, e.g. when the application locks."""
        with self._lock:
            self._scores.clear()
            self._ladders.clear()

    def warm(self, language: Language) -> None:
        """Read the corpus and draw the population of one language now instead of at the first evaluation."""
        case = Case("", language, SensitiveSet(()), {}, {})
        for attacker in self._attackers:
            attacker.scores(case, {})
        self._linkage.warm(language)

    @property
    def sampled_members(self) -> frozenset[str]:
        """Members whose answers are drawn under the two-stage rule."""
        return frozenset({self._reader.id})

    def baseline(
        self, request: Request, sensitive: SensitiveSet, protocol: Protocol
    ) -> Mapping[AttackerLevel, LeakageEstimate]:
        """The same attackers on X."""
        case = self.original(request, sensitive)
        targets = self.grading.targets(sensitive)
        drawn = self._interviewer.sample(
            case, sensitive.attributes, targets, protocol.two_stage.first if targets else 0, BASELINE_SEED
        )
        members = self.scores(case, targets, drawn)
        return estimates(members, [item.id for item in sensitive.attributes], protocol)

    def search(self, subject: Examination, cancel: CancelToken | None = None) -> Evidence:
        """Falsifiers on D: deterministic, nothing sampled, no statistics claimed (`certified` False)."""
        if cancel is not None:
            cancel.check()
        case = self.case(subject.request, subject.sensitive, subject.artifact)
        return self.evidence(subject, case, self.searched(subject.request, case))

    def searched(self, request: Request, case: Case) -> Found:
        """What the built-in falsifiers say of `case`, and where the reader sees a value."""
        targets = self.grading.targets(case.sensitive)
        members = self.scores(case, targets, None)
        told = frozenset(key for key, level in case.levels.items() if level == EXACT_LEVEL)
        return Found(members, self._found(case, targets, members, kept_by_person(request) | told))

    def certify(
        self,
        subject: Examination,
        seed: int,
        progress: Progress = ignore_progress,
        cancel: CancelToken | None = None,
    ) -> Evidence:
        """Once, on the frozen D, with fresh draws from `seed`.

        Raises EvaluationInvalid (a planted value was missed, or probes are missing), Cancelled.
        """
        case = self.case(subject.request, subject.sensitive, subject.artifact)
        found = self.sampled(subject.request, case, subject.protocol, seed, progress, cancel)
        return self.evidence(subject, case, found, certified=True)

    def sampled(
        self,
        request: Request,
        case: Case,
        protocol: Protocol,
        seed: int,
        progress: Progress = ignore_progress,
        cancel: CancelToken | None = None,
    ) -> Found:
        """The built-in part of a certification. Raises as `certify`."""
        targets = self.grading.targets(case.sensitive)
        kept = kept_by_person(request)
        told = kept | {key for key, level in case.levels.items() if level == EXACT_LEVEL}
        gated = [attribute for attribute in case.sensitive.attributes if attribute.id not in told]
        if not gated:
            return Found(self.scores(case, targets, None))

        def watch(asked: int) -> None:
            if cancel is not None:
                cancel.check()
            if asked % EVENT_EVERY == 0:
                total = protocol.two_stage.first if asked <= protocol.two_stage.first else protocol.two_stage.second
                progress(StageEvent(Stage.CERTIFY, StageState.RUNNING, asked, total))

        controls = self._controls.run(self._interviewer, case, protocol, seed)
        drawn = self._interviewer.certify(case, gated, targets, protocol, seed, watch)
        run = reader_run(self._reader, drawn, replace(controls, missing_probes=drawn.missing), protocol)
        return Found(self.scores(case, targets, drawn), drawn.outcomes, (run,))

    def assess(self, request: Request, evidence: Evidence, protocol: Protocol) -> GateResult:
        """The release gate on this verifier's evidence."""
        return assess(evidence, kept_by_person(request), self.sampled_members, protocol)

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
            silent = replace(case, levels={**case.levels, other.id: len(case.rungs[other.id]) - 1})
            unread = any(gap.attribute_id == other.id for gap in case.gaps)
            by_search = searched - self._retrieval.scores(rest, target)[attribute_id] if unread else 0.0
            found[other.id] = max(by_search, linked - self._linkage.scores(silent, target)[attribute_id])
        return {key: fall for key, fall in found.items() if fall > 0}

    def _language(self, request: Request) -> Language:
        return request.language or self._extractor.language(request.text)

    def original(self, request: Request, sensitive: SensitiveSet) -> Case:
        """The case of X."""
        language = self._language(request)
        return case_of_original(sensitive, request.text, self._rungs(sensitive, language), language)

    def case(self, request: Request, sensitive: SensitiveSet, artifact: Artifact) -> Case:
        """The case of D, with the turns that left before."""
        language = self._language(request)
        case = case_of_artifact(sensitive, artifact, self._rungs(sensitive, language), language)
        return replace(case, turns=request.earlier)

    def _rungs(self, sensitive: SensitiveSet, language: Language) -> dict[str, tuple[Generalization, ...]]:
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

    def scores(self, case: Case, targets: Mapping[str, Target], drawn: DrawResult | None) -> tuple[MemberScores, ...]:
        """Scores of every member on `case` and on the null document; the reader's replaced by `drawn`."""
        null = case.blanked()
        found: list[MemberScores] = []
        for attacker in self._attackers:
            priors = self._score(attacker, null, targets)
            if drawn is not None and attacker.id in self.sampled_members:
                blank = dict.fromkeys(targets, 0.0)
                found.append(MemberScores(attacker.id, attacker.level, blank, priors, by_attribute(drawn)))
                continue
            found.append(MemberScores(attacker.id, attacker.level, self._score(attacker, case, targets), priors))
        return tuple(found)

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
        leakage = estimates(members, protected, protocol)
        kept = kept_by_person(request) & {item.id for item in sensitive.attributes}
        raised = (
            (NOTHING_FOUND, not sensitive.attributes),
            (NOTHING_GATED, bool(sensitive.attributes) and len(kept | artifact.told) == len(sensitive.attributes)),
            (KEPT_BY_PERSON, bool(kept)),
            (EARLIER_TURNS, bool(request.earlier)),
            (NON_MONOTONE, non_monotone(members, protocol.delta)),
            (PROXY_USED, bool(found.utility) and gating is None),
        )
        return Evidence(
            leakage=leakage,
            before=subject.before,
            utility=gating or self.proxy(subject, case),
            restoration=restoration(request.text, artifact, sensitive, protocol.tau_r),
            combinations=self._linkage.combinations(case),
            controls=runs[-1].controls if runs else None,
            certified=certified,
            outcomes=found.outcomes,
            bounds=self._bounds(leakage, kept | artifact.told, case),
            told=artifact.told,
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

    def proxy(self, subject: Examination, case: Case) -> UtilityEstimate:
        """Utility without a model: what the answer needs, or, where all of S is protected, structured questions."""
        request, artifact, protocol = subject.request, subject.artifact, subject.protocol
        if protocol.profile is not Profile.STRICT:
            return needs.measure(case.sensitive, artifact, case.rungs, subject.task, protocol)
        return self._utility.measure(request.text, case.sensitive, artifact, case.rungs, case.language, protocol)

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
                case.rungs[item.attribute_id][-1].posterior,
            )
            for item in strongest.attributes
            if item.attribute_id not in kept
        ]
        recall = self._recall.get(case.language)
        found = {
            "fano_bits": fano_bits(rates),
            "witness_epsilon": witness_epsilon(rates),
            "recall_ceiling": recall_ceiling(strongest.upper, recall.recall, recall.inflation) if recall else None,
        }
        return {name: value for name, value in found.items() if value is not None and value != float("inf")}
