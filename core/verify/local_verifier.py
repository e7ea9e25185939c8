"""The verifier with a local model: the built-in ensemble always, the model's attackers on top (DESIGN 5.3).

One object serves one run. Search asks the cheapest falsifier first and stops at the first that names a value; the model
is asked nothing about a text that the built-in members have already refused. Certification happens on the frozen bytes,
with fresh draws; it is asked of the built-in reader first, because that costs no time.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol as Interface

from core.domain.artifact import Artifact
from core.domain.events import CancelToken, Progress, Stage, StageEvent, StageState, ignore_progress
from core.domain.evidence import (
    AttackerLevel,
    CalibrationInput,
    Evidence,
    LeakageEstimate,
    ProbeOutcome,
    Regime,
    SampledRun,
    TemplateUse,
    UtilityEstimate,
)
from core.domain.language import Language
from core.domain.protocol import Protocol
from core.domain.request import Request
from core.domain.sensitive import SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Taxonomy
from core.llm.fence import new_nonce
from core.llm.model import LanguageModel, Usage
from core.llm.prompts import PromptBook
from core.llm.side_by_side import both
from core.verify.attackers.corpus import Corpus
from core.verify.attackers.decoys import DecoyBook
from core.verify.attackers.llm_members import ModelAttackers, Stand
from core.verify.attackers.llm_questions import Member, QuestionBook
from core.verify.case import Case
from core.verify.controls import PositiveControls
from core.verify.estimates import Draws, MemberScores
from core.verify.gate import GateResult, assess
from core.verify.model_run import ModelCertifier, ModelSample, Watch
from core.verify.model_screen import ModelScreen, Screened
from core.verify.ports import Library
from core.verify.sensitivity import SensitivityBench, SensitivityStore, Told
from core.verify.statistics import clopper_pearson, mixture_upper
from core.verify.verifier import NON_MONOTONE, BuiltinVerifier, kept_by_person

READER = "reader"
NOT_ASKED, STRANGERS, NO_ANSWER, PROXY_USED = (
    "attribute_not_asked",
    "undeclared_values_listed",
    "attacker_without_answer",
    "utility_fell_back",
)
SEARCH_RUN = 0


class UtilityMeter(Interface):
    """Utility with a model, prepared on one X (core.verify.qa); None where it could not be measured."""

    def measure(
        self,
        artifact: Artifact,
        language: Language,
        protocol: Protocol,
        cancel: CancelToken | None,
        model: LanguageModel | None = None,
    ) -> tuple[UtilityEstimate, ...]:
        """The gating estimate first, further metrics behind it. `model`: through which the run's model is asked."""
        ...

    def judged(
        self, artifact: Artifact, language: Language, cancel: CancelToken | None, model: LanguageModel | None = None
    ) -> tuple[UtilityEstimate, ...]:
        """Further metrics of the D that is certified."""
        ...


class ModelRoom:
    """What all runs share, whichever model they ask. Safe from any thread."""

    def __init__(
        self,
        builtin: BuiltinVerifier,
        prompts: PromptBook,
        taxonomy: Taxonomy,
        library: Library,
        root: Path,
        store: SensitivityStore | None = None,
    ) -> None:
        """Raises ResourceError."""
        self.builtin = builtin
        self.taxonomy = taxonomy
        self.controls = PositiveControls(taxonomy, root)
        self.sensitivity = SensitivityBench(taxonomy, library, root, store)
        self._corpora: dict[Language, Corpus] = {}
        self._root = root
        decoys = DecoyBook(taxonomy, library, builtin.grading, root)
        self.attackers = ModelAttackers(QuestionBook(prompts, taxonomy), decoys, builtin.grading, library, self._corpus)

    def beside(self, builtin: BuiltinVerifier) -> ModelRoom:
        """The same room with other built-in members, for one run."""
        other = copy(self)
        other.builtin = builtin
        return other

    @property
    def members(self) -> tuple[str, ...]:
        """Ids of the whole ensemble."""
        return (*self.builtin.members, *(member.value for member in Member))

    def _corpus(self, language: Language) -> Corpus:
        known = self._corpora.get(language)
        if known is None:
            known = self._corpora[language] = Corpus.load(self._root, language)
        return known


@dataclass(slots=True)
class Meter:
    """Tokens and speed of one run, read from the model's accounts."""

    model: LanguageModel
    before: Usage
    started: float

    @classmethod
    def start(cls, model: LanguageModel) -> Meter:
        return cls(model, spent(model), time.perf_counter())

    @property
    def tokens(self) -> int:
        now = spent(self.model)
        return now.prompt_tokens + now.completion_tokens - self.before.prompt_tokens - self.before.completion_tokens

    @property
    def tokens_per_second(self) -> float:
        """Written tokens per second of wall clock."""
        seconds = time.perf_counter() - self.started
        written = spent(self.model).completion_tokens - self.before.completion_tokens
        return written / seconds if seconds > 0 else 0.0


def spent(model: LanguageModel) -> Usage:
    """Everything a model was asked so far."""
    total = Usage()
    for usage in model.usage().values():
        total = total.plus(usage)
    return total


class LocalVerifier:
    """One run; the same methods as BuiltinVerifier. Not shared between threads."""

    def __init__(
        self, room: ModelRoom, model: LanguageModel, nonce: str = "", utility: UtilityMeter | None = None
    ) -> None:
        """`nonce`: of the run's fence, a new one when empty. `utility`: None = the structured proxy."""
        self._room = room
        self._model = model
        self._nonce = nonce or new_nonce()
        self._utility = utility
        self._clean: dict[str, int] = {}
        self._searched: dict[tuple[str, tuple[tuple[str, int], ...]], Evidence] = {}
        self._measured: dict[str, tuple[UtilityEstimate, ...]] = {}
        self._rated: dict[str, tuple[UtilityEstimate, ...]] = {}

    @property
    def members(self) -> tuple[str, ...]:
        """Ids of the ensemble."""
        return self._room.members

    @property
    def sampled_members(self) -> frozenset[str]:
        """Members whose answers are drawn."""
        return self._room.builtin.sampled_members | {member.value for member in Member}

    def baseline(
        self, request: Request, sensitive: SensitiveSet, protocol: Protocol
    ) -> Mapping[AttackerLevel, LeakageEstimate]:
        """The built-in attackers on X: the values stand there, no model is needed to see that."""
        return self._room.builtin.baseline(request, sensitive, protocol)

    def search(
        self,
        request: Request,
        sensitive: SensitiveSet,
        artifact: Artifact,
        protocol: Protocol,
        before: Mapping[AttackerLevel, LeakageEstimate],
        cancel: CancelToken | None = None,
    ) -> Evidence:
        """Falsifiers, cheapest first. Raises KnownError with the server's code, Cancelled."""
        if cancel is not None:
            cancel.check()
        key = artifact.sha256, tuple(sorted(artifact.levels.items()))
        if key not in self._searched:
            self._searched[key] = self._search(request, sensitive, artifact, protocol, before, cancel)
        return self._searched[key]

    def _search(
        self,
        request: Request,
        sensitive: SensitiveSet,
        artifact: Artifact,
        protocol: Protocol,
        before: Mapping[AttackerLevel, LeakageEstimate],
        cancel: CancelToken | None,
    ) -> Evidence:
        builtin = self._room.builtin
        case = builtin.case(request, sensitive, artifact)
        members, outcomes = builtin.searched(request, case)
        evidence = builtin.evidence(request, case, artifact, protocol, before, members, outcomes=outcomes)
        gated = self._gated(request, sensitive)
        if not gated or not self.assess(request, evidence, protocol).leakage_ok:
            return evidence
        on = self._stand(case, protocol, SEARCH_RUN)
        screened, utility = self._screened(on, gated, artifact, protocol, cancel)
        if screened.findings:
            utility = ()
            for finding in screened.findings:
                self._clean.pop(finding.outcome.probe.attribute_id, None)
        else:
            self._clean.update({item.id: artifact.levels.get(item.id, 0) for item in gated})
        return self._assembled(
            request,
            case,
            artifact,
            protocol,
            before,
            (*members, *_as_members(screened, case)),
            (*outcomes, *(finding.outcome for finding in screened.findings)),
            utility,
            _flags(screened),
        )

    def _screened(
        self,
        on: Stand,
        gated: Sequence[SensitiveAttribute],
        artifact: Artifact,
        protocol: Protocol,
        cancel: CancelToken | None,
    ) -> tuple[Screened, tuple[UtilityEstimate, ...]]:
        """First the lists, which look at everything at once; on what they leave clean attribute by attribute, and
        beside that the questions about utility."""
        lists = ModelScreen(self._model, self._room.attackers).lists(on, gated, protocol, cancel)
        if lists.findings:
            return lists, ()
        touched = self._open_again(artifact, gated)
        single, utility = both(
            self._model,
            lambda model: ModelScreen(model, self._room.attackers).single(on, gated, touched, protocol, cancel),
            lambda model: self._usefulness(artifact, on.case.language, protocol, cancel, model)[0],
        )
        return lists.then(single), utility

    def certify(
        self,
        request: Request,
        sensitive: SensitiveSet,
        artifact: Artifact,
        protocol: Protocol,
        before: Mapping[AttackerLevel, LeakageEstimate],
        seed: int,
        progress: Progress = ignore_progress,
        cancel: CancelToken | None = None,
    ) -> Evidence:
        """Once on the frozen bytes. Raises EvaluationInvalid (controls, missing draws, a model that finds too little),
        KnownError with the server's code, Cancelled."""
        builtin = self._room.builtin
        case = builtin.case(request, sensitive, artifact)
        sample = builtin.sampled(request, case, protocol, seed, cancel=cancel)
        members, outcomes, runs = sample.members, sample.outcomes, sample.runs
        gated = self._gated(request, sensitive)
        flags: tuple[str, ...] = ()
        if gated and all(run.passed for run in runs):
            meter = Meter.start(self._model)
            uses = self._room.sensitivity.uses(
                self._model, self._room.attackers, case.language, protocol, _told(progress, meter), cancel
            )
            on = self._stand(case, protocol, seed)
            (utility, judged), drawn = both(
                self._model,
                lambda model: self._usefulness(artifact, case.language, protocol, cancel, model),
                lambda model: self._drawn(model, on, gated, uses, protocol, _watch(progress, protocol, meter), cancel),
            )
            members += drawn.members
            outcomes += drawn.outcomes
            runs += (drawn.run,) if drawn.run.n or drawn.run.best_guesses else ()
            flags = _run_flags(drawn.run, protocol)
        else:
            utility, judged = self._usefulness(artifact, case.language, protocol, cancel, self._model)
        evidence = self._assembled(
            request, case, artifact, protocol, before, members, outcomes, utility, flags, runs, certified=True
        )
        further = (*evidence.further_utility, *judged)
        return replace(evidence, calibration=_calibration(before, runs), further_utility=further)

    def _drawn(
        self,
        model: LanguageModel,
        on: Stand,
        gated: Sequence[SensitiveAttribute],
        uses: Sequence[TemplateUse],
        protocol: Protocol,
        watch: Watch,
        cancel: CancelToken | None,
    ) -> ModelSample:
        certifier = ModelCertifier(model, self._room.attackers, self._room.controls, self._room.taxonomy)
        return certifier.certify(on, gated, uses, protocol, self._nonce, watch, cancel)

    def assess(self, request: Request, evidence: Evidence, protocol: Protocol) -> GateResult:
        """The release gate on this verifier's evidence."""
        return assess(evidence, kept_by_person(request), self.sampled_members, protocol)

    def support(
        self, request: Request, sensitive: SensitiveSet, artifact: Artifact, attribute_id: str
    ) -> Mapping[str, float]:
        """What other attributes' replacements give away of one attribute, as the built-in members see it."""
        return self._room.builtin.support(request, sensitive, artifact, attribute_id)

    def _gated(self, request: Request, sensitive: SensitiveSet) -> list[SensitiveAttribute]:
        kept = kept_by_person(request)
        return [item for item in sensitive.attributes if item.id not in kept]

    def _stand(self, case: Case, protocol: Protocol, run: int) -> Stand:
        targets = self._room.builtin.grading.targets(case.sensitive)
        seeds = self._model.capabilities.seed_honoured
        temperature = protocol.certificate_temperature
        return self._room.attackers.stand(case, targets, self._nonce, temperature, seeds=seeds, run=run)

    def _open_again(self, artifact: Artifact, gated: Sequence[SensitiveAttribute]) -> frozenset[str]:
        """Attributes that a step touched since they were last found clean, and those that were never."""
        return frozenset(item.id for item in gated if self._clean.get(item.id) != artifact.levels.get(item.id, 0))

    def _usefulness(
        self,
        artifact: Artifact,
        language: Language,
        protocol: Protocol,
        cancel: CancelToken | None,
        model: LanguageModel,
    ) -> tuple[tuple[UtilityEstimate, ...], tuple[UtilityEstimate, ...]]:
        """(utility, further metrics) of one D, each measured once, side by side."""
        if self._utility is None:
            return (), ()
        meter, key = self._utility, artifact.sha256
        if key not in self._measured:
            # The judge's long question goes first: behind the short ones it would be waited for alone.
            judged, measured = both(
                model,
                lambda model: meter.judged(artifact, language, cancel, model),
                lambda model: meter.measure(artifact, language, protocol, cancel, model),
            )
            self._measured[key], self._rated[key] = measured, judged
        return self._measured[key], self._rated[key]

    def _assembled(
        self,
        request: Request,
        case: Case,
        artifact: Artifact,
        protocol: Protocol,
        before: Mapping[AttackerLevel, LeakageEstimate],
        members: Sequence[MemberScores],
        outcomes: tuple[ProbeOutcome, ...],
        utility: tuple[UtilityEstimate, ...],
        flags: tuple[str, ...],
        runs: tuple[SampledRun, ...] = (),
        *,
        certified: bool = False,
    ) -> Evidence:
        """The first utility gates; where it could not be computed the proxy does, and says so."""
        gating = utility[0] if utility and utility[0].computed else None
        further = utility[1:] if gating is not None else utility
        if utility and gating is None:
            flags = (*flags, PROXY_USED)
        evidence = self._room.builtin.evidence(
            request,
            case,
            artifact,
            protocol,
            before,
            members,
            outcomes=outcomes,
            runs=runs,
            utility=gating,
            flags=flags,
            certified=certified,
        )
        return replace(evidence, further_utility=further)


def _as_members(screened: Screened, case: Case) -> tuple[MemberScores, ...]:
    """A finding is a hit by the member that made it; members without one are named too, with nothing found."""
    priors = {item.id: case.rungs[item.id][-1].posterior for item in case.sensitive.attributes}
    named: dict[str, dict[str, float]] = {member: {} for member in screened.asked}
    for finding in screened.findings:
        named.setdefault(finding.member, {})[finding.outcome.probe.attribute_id] = 1.0
    blank = dict.fromkeys(priors, 0.0)
    return tuple(
        MemberScores(member, AttackerLevel.A0, {**blank, **found}, priors if found else blank)
        for member, found in named.items()
    )


def _flags(screened: Screened) -> tuple[str, ...]:
    flags = ((STRANGERS, bool(screened.strangers)), (NO_ANSWER, screened.unanswered > 0))
    return tuple(flag for flag, raised in flags if raised)


def _run_flags(run: SampledRun, protocol: Protocol) -> tuple[str, ...]:
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
    flags = ((NOT_ASKED, bool(run.unasked)), (NON_MONOTONE, falling))
    return tuple(flag for flag, raised in flags if raised)


def _calibration(
    before: Mapping[AttackerLevel, LeakageEstimate], runs: Sequence[SampledRun]
) -> tuple[CalibrationInput, ...]:
    """Rates of sampled members in both regimes, as far as they were drawn."""
    original = before.get(AttackerLevel.A0)
    found = [CalibrationInput(Regime.ORIGINAL, READER, original.hits, original.n)] if original and original.n else []
    found += [CalibrationInput(Regime.DEHYDRATED, run.ensemble, run.hits, run.n) for run in runs]
    return tuple(found)


def _watch(progress: Progress, protocol: Protocol, meter: Meter) -> Watch:
    def watch(n: int, hits: int) -> None:
        rule = protocol.two_stage
        progress(
            StageEvent(
                Stage.CERTIFY,
                StageState.RUNNING,
                n,
                rule.second if hits else rule.first,
                bound=mixture_upper(hits, n, protocol.confidence),
                tokens=meter.tokens,
                tokens_per_second=meter.tokens_per_second,
            )
        )

    return watch


MEASURING = "verify.measuring_attackers"


def _told(progress: Progress, meter: Meter) -> Told:
    def told(done: int, total: int) -> None:
        progress(
            StageEvent(
                Stage.CERTIFY,
                StageState.RUNNING,
                done,
                total,
                MEASURING,
                tokens=meter.tokens,
                tokens_per_second=meter.tokens_per_second,
            )
        )

    return told
