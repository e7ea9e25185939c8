"""The one path up to the certificate, the same for every engine: S, D, loop, verdict, outcome (DESIGN 2).

An engine says what finds S, what makes D, what verifies it and what else a verdict gets; the order, the memory of the
conversation, a person's part and the second look of the embedded evaluator are here.
"""

from __future__ import annotations

import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, TypedDict, TypeVar

from core.dehydrate.dehydrator import Dehydrator
from core.dehydrate.starting_levels import LevelDehydrator
from core.disclose.planner import Planner
from core.domain.artifact import EXACT_LEVEL, Artifact
from core.domain.disclosure import DisclosurePlan, Treatment
from core.domain.errors import InputError
from core.domain.events import CancelToken, Progress, Stage, StageEvent, StageState, ignore_progress
from core.domain.language import Language
from core.domain.protocol import DEFAULT, Profile, Protocol
from core.domain.release import EngineInfo
from core.domain.request import Decisions, Request
from core.domain.sensitive import LayerState, SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Kind, Taxonomy
from core.domain.verdict import Verdict, VerdictKind
from core.engine.conversation import Conversation
from core.engine.deepening import Deepening
from core.engine.embedded_evaluator import EvaluatorState, with_evaluator
from core.engine.hot_start import LIBRARY, SETS, HotStart, Steering
from core.engine.input_checks import check_text
from core.engine.outcome import EVALUATOR, Outcome
from core.engine.sealing import sealed
from core.engine.singling_out import held_for_review
from core.engine.stage_clock import StageClock
from core.engine.telling_identifiers import check_told, told_openly
from core.engine.what_if import all_levels
from core.extract.cascade import CascadeExtractor
from core.extract.riddles import may_hide
from core.extract.unread import unread
from core.llm.model import Usage
from core.loop.lexicographic import Covers, EvidenceVerifier, LexicographicLoop, Polish
from core.verify.verifier import BuiltinVerifier

PROMPTS = "prompts"
NOT_UNDERSTOOD = "not_understood"
"""Why a text is not passed of which a passage was in a script that no layer reads."""
RECOGNIZER_FAILED = "recognizer_failed"
"""Why a text is not passed on which a recogniser raised; the health of its layer names it."""
MAY_HIDE = "may_hide"
"""Why a text is not passed that asks its reader to put together what no layer can."""


@dataclass(slots=True, kw_only=True)
class Run:
    """One run: what it is about, its clock, what of the library it began with. `before`: the outcome whose D is only
    looked at again."""

    request: Request
    conversation: Conversation
    protocol: Protocol
    language: Language
    clock: StageClock
    cancel: CancelToken | None
    steering: Steering
    started: float = field(default_factory=time.perf_counter)
    start: HotStart = field(default_factory=HotStart)
    before: Outcome | None = None

    def usage(self) -> Mapping[str, Usage]:
        """What language models were asked, by purpose."""
        return {}


R = TypeVar("R", bound=Run)


class StartingPlan(TypedDict, total=False):
    """Arguments of the loop for a search that starts from a plan."""

    plan: DisclosurePlan
    covers: Covers


class Pipeline(ABC, Generic[R]):
    """What all engines share. Thread-safe: everything of a run is in its `Run`."""

    info: EngineInfo
    taxonomy: Taxonomy
    extractor: CascadeExtractor
    dehydrator: Dehydrator
    planner: Planner
    evaluator: EvaluatorState
    seeds: Callable[[], int]

    def sanitize(
        self,
        request: Request,
        conversation: Conversation,
        protocol: Protocol = DEFAULT,
        progress: Progress = ignore_progress,
        cancel: CancelToken | None = None,
    ) -> Outcome:
        """The whole path up to the certificate.

        Raises InputError, EvaluationInvalid (a control was missed: neither PASS nor INFEASIBLE), Cancelled, KnownError
        with a model server's code. A recogniser that raised takes nothing with it, but no text passes without it.
        """
        check_text(request.text)
        language = request.language or self.extractor.language(request.text)
        run = self._begin(request, conversation, protocol, language, progress, cancel)
        sensitive = self._survey(run)
        check_told(sensitive, request.decisions)
        run.request = replace(request, earlier=conversation.disclosed)
        conversation.vault.reserve(request.text)
        verdict = LexicographicLoop(self._dehydrates(run, sensitive), self._verifies(run)).run(
            run.request,
            sensitive,
            conversation.vault,
            protocol,
            language,
            seed=self.seeds(),
            progress=run.clock,
            cancel=cancel,
            floor=conversation.levels,
            polish=self._polish(run, sensitive),
            **self._planned(run.request, sensitive, conversation, protocol),
        )
        return self._outcome(run, verdict)

    def recheck(
        self,
        outcome: Outcome,
        edited: str,
        conversation: Conversation,
        progress: Progress = ignore_progress,
        cancel: CancelToken | None = None,
    ) -> Outcome:
        """A person edited D: verify exactly that text; no loop moves it. Raises as `sanitize`."""
        check_text(edited)
        run = self._again(outcome, conversation, progress, cancel)
        sensitive = outcome.verdict.sensitive
        self._settle(run, sensitive)
        return self._judged(run, sensitive, self.dehydrator.edited(edited, outcome.verdict.artifact, sensitive))

    def decide(
        self,
        outcome: Outcome,
        decisions: Decisions,
        conversation: Conversation,
        progress: Progress = ignore_progress,
        cancel: CancelToken | None = None,
    ) -> Outcome:
        """A reviewer has decided: D at exactly these levels, certified once; no loop moves anything.

        Levels that `decisions` does not name stay as in `outcome`. Raises as `sanitize`, and InputError
        `review.explicit_kept` when an explicit identifier would be told as it is: it must first be marked as not
        sensitive.
        """
        request = replace(outcome.request, decisions=decisions)
        protocol = outcome.certificate.protocol
        run = self._begin(request, conversation, protocol, outcome.language, progress, cancel)
        sensitive = self._survey(run)
        for attribute in sensitive.attributes:
            chosen = decisions.levels.get(attribute.id)
            if attribute.kind is Kind.EXPLICIT and chosen is not None and chosen.level == EXACT_LEVEL:
                raise InputError("review.explicit_kept", details={"type": attribute.type_id})
        check_told(sensitive, decisions)
        levels = {**self.dehydrator.initial_levels(sensitive, decisions), **all_levels(outcome, decisions)}
        levels = {item.id: levels[item.id] for item in sensitive.attributes}
        conversation.vault.reserve(request.text)
        artifact = self.dehydrator.dehydrate(request.text, sensitive, levels, conversation.vault, outcome.language)
        return self._judged(run, sensitive, artifact)

    def deepen(
        self,
        outcome: Outcome,
        conversation: Conversation,
        progress: Progress = ignore_progress,
        cancel: CancelToken | None = None,
    ) -> Outcome:
        """The embedded evaluator's word on an outcome, some seconds behind it; D may become stronger, never weaker.

        Nothing seen: the same D with a new certificate. A value seen in a D that had passed: the loop goes on with the
        evaluator among the falsifiers and certifies once more, which is another attempt; where a person set every
        level or edited D, the outcome is INFEASIBLE. Without an evaluator the outcome comes back as it is, its
        certificate says why.
        Raises KnownError `evaluator.*` or with a model server's code, EvaluationInvalid, Cancelled.
        """
        evaluator = self.evaluator.evaluator
        if evaluator is None:
            return outcome
        run = self._again(outcome, conversation, progress, cancel)
        run.clock(StageEvent(Stage.VERIFY, StageState.RUNNING, message="evaluator.running"))
        evaluator.ready()
        self._settle(run, outcome.verdict.sensitive)
        attacker = evaluator.attacker(run.clock, cancel)
        joined = self._builtin_verifier.joined_by(attacker)
        loop = LexicographicLoop(self.dehydrator, self._verifies(run, joined))
        deeper = Deepening(evaluator, attacker, joined, loop, self.dehydrator, run.clock, cancel)
        verdict = deeper.verdict(outcome, conversation, self.seeds())
        run.clock(StageEvent(Stage.VERIFY, StageState.DONE))
        found = self._sealed(
            run, verdict, with_evaluator(same_library(self.info, outcome), evaluator, outcome.language)
        )
        whole = {**outcome.stage_seconds, EVALUATOR: found.seconds}
        usage = {**outcome.usage}
        for purpose, spent in found.usage.items():
            usage[purpose] = usage.get(purpose, Usage()).plus(spent)
        return replace(found, seconds=outcome.seconds + found.seconds, stage_seconds=whole, usage=usage)

    def coarse_level(self, attribute: SensitiveAttribute) -> int:
        """The level at which the plan would coarsen a value."""
        return self.planner.level(attribute, Treatment.COARSEN)

    def forget(self) -> None:
        """Drop what is remembered of texts and their values, e.g. when the application locks. Safe while a run goes
        on: it computes again what it misses."""
        self._builtin_verifier.forget()

    @property
    @abstractmethod
    def _builtin_verifier(self) -> BuiltinVerifier:
        """The built-in ensemble, which always runs."""

    @abstractmethod
    def _begin(
        self,
        request: Request,
        conversation: Conversation,
        protocol: Protocol,
        language: Language,
        progress: Progress,
        cancel: CancelToken | None,
    ) -> R:
        """A new run."""

    @abstractmethod
    def _survey(self, run: R) -> SensitiveSet:
        """S of a run that may go on. Raises KnownError where a model that was asked did not answer."""

    @abstractmethod
    def _dehydrates(self, run: R, sensitive: SensitiveSet) -> LevelDehydrator:
        """What makes D from levels in this run."""

    @abstractmethod
    def _verifies(self, run: R, builtin: BuiltinVerifier | None = None) -> EvidenceVerifier:
        """What verifies D in this run; `builtin` in place of the usual built-in ensemble."""

    def _polish(self, run: R, sensitive: SensitiveSet) -> Polish | None:
        """What may reword the D that passed the search."""
        return None

    def _settle(self, run: R, sensitive: SensitiveSet) -> None:
        """A run whose S is known from before."""

    def _finished(self, run: R, verdict: Verdict) -> Verdict:
        """What a verdict gets before it is sealed."""
        return verdict

    def _named(self, run: R) -> EngineInfo:
        """The engine as the certificate names it."""
        if run.before is not None:
            return same_library(self.info, run.before)
        return started_from(self.info, run.start)

    def _again(self, outcome: Outcome, conversation: Conversation, progress: Progress, cancel: CancelToken | None) -> R:
        protocol = outcome.certificate.protocol
        run = self._begin(outcome.request, conversation, protocol, outcome.language, progress, cancel)
        run.before = outcome
        return run

    def _judged(self, run: R, sensitive: SensitiveSet, artifact: Artifact) -> Outcome:
        verdict = LexicographicLoop(self.dehydrator, self._verifies(run)).judge(
            run.request,
            sensitive,
            artifact,
            run.protocol,
            run.language,
            seed=self.seeds(),
            progress=run.clock,
            cancel=run.cancel,
            plan=self.planner.plan(run.request, sensitive, run.conversation.levels, run.protocol),
        )
        return replace(self._outcome(run, verdict), fixed=True)

    def _planned(
        self, request: Request, sensitive: SensitiveSet, conversation: Conversation, protocol: Protocol
    ) -> StartingPlan:
        """Where a search starts that minimises what is told; nothing for the paper's protocol."""
        if protocol.profile is Profile.STRICT:
            return {}
        plan = self.planner.plan(request, sensitive, conversation.levels, protocol)
        return {"plan": plan, "covers": self.planner.covers(plan, sensitive)}

    def _understood(self, verdict: Verdict, asked: str) -> Verdict:
        """`verdict`, but never a pass of text that not every recogniser has read, or that no layer could read or undo:
        a person has to look (DESIGN 5.3).

        `asked`: the prompt as it was written; what is hidden in it may have taken the words that say so.
        """
        if verdict.kind is not VerdictKind.PASS:
            return verdict
        reason = _not_read(verdict, asked)
        if not reason:
            return verdict
        evidence = replace(verdict.evidence, review_flags=(*verdict.evidence.review_flags, reason))
        residual = replace(verdict.residual, reason=reason)
        return replace(verdict, kind=VerdictKind.INFEASIBLE, evidence=evidence, residual=residual)

    def _outcome(self, run: R, verdict: Verdict) -> Outcome:
        plan = self.planner.plan(run.request, verdict.sensitive, run.conversation.levels, run.protocol)
        settled = self.planner.settled(plan, verdict.sensitive, verdict.artifact.levels)
        decisions = run.request.decisions
        understood = self._understood(self._finished(run, verdict), run.request.text)
        finished = told_openly(held_for_review(understood, decisions, run.protocol.singled_out), decisions)
        return self._sealed(run, replace(finished, plan=settled), self._named(run))

    def _sealed(self, run: R, verdict: Verdict, info: EngineInfo) -> Outcome:
        request = run.request
        found = sealed(
            request,
            verdict,
            protocol=run.protocol,
            engine=info,
            taxonomy=self.taxonomy,
            language=run.language,
            domain=request.domain or self.extractor.domain(request.text, request.task),
            started=run.started,
            stage_seconds=run.clock.seconds,
            usage=run.usage(),
        )
        known = run.start.prompt_versions if run.before is None else run.before.prompt_versions
        return replace(found, prompt_versions=known)


def _not_read(verdict: Verdict, asked: str) -> str:
    """Why D has not been read whole; "" where it has."""
    text = verdict.artifact.text
    if any(health.state is LayerState.FAILED for health in verdict.sensitive.layers):
        return RECOGNIZER_FAILED
    if unread(text):
        return NOT_UNDERSTOOD
    return MAY_HIDE if may_hide(text) or may_hide(asked) else ""


def unforeseeable() -> int:
    """A seed for one certification."""
    return secrets.randbits(32)


def started_from(info: EngineInfo, start: HotStart, prompts: str = "") -> EngineInfo:
    """The engine as a certificate names it after a run that started so. `prompts`: digest of the book it used."""
    return replace(info, versions={**info.versions, **start.named, **({PROMPTS: prompts} if prompts else {})})


def same_library(info: EngineInfo, outcome: Outcome) -> EngineInfo:
    """The engine with the library that `outcome` started from: looking at its D again starts from nothing new."""
    before = outcome.certificate.engine.versions
    kept = {name: before[name] for name in (LIBRARY, SETS, PROMPTS) if name in before}
    return replace(info, versions={**info.versions, **kept})
