"""The built-in engine: extract -> dehydrate -> verify -> loop -> certificate, in process, without a server."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from core.dehydrate.dehydrator import Dehydrator
from core.dehydrate.generalization import Generalization
from core.dehydrate.library import HierarchyLibrary
from core.domain.artifact import EXACT_LEVEL
from core.domain.errors import InputError, KnownError
from core.domain.events import CancelToken, Progress, Stage, StageEvent, StageState, ignore_progress
from core.domain.language import Language
from core.domain.learning import LearnedSnapshot
from core.domain.protocol import STRICT, Protocol
from core.domain.release import Certificate, EngineInfo
from core.domain.request import Decisions, Request
from core.domain.sensitive import LayerState, SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Domain, Kind, Taxonomy
from core.domain.verdict import Verdict
from core.engine.conversation import Conversation
from core.engine.deepening import Deepening
from core.engine.evaluation import EvaluatorState, open_evaluator, with_evaluator, without_evaluator
from core.engine.hot_start import LIBRARY, MESSAGE, SETS, SHIPPED, HotStart, HotStarts, Steering
from core.engine.intake import check_text
from core.engine.memory import recall
from core.engine.outcome import EVALUATOR, Outcome, Preview
from core.engine.what_if import WhatIf, all_levels
from core.extract.cascade import CascadeExtractor
from core.extract.ner import load_ner
from core.loop.lexicographic import LexicographicLoop
from core.population.population import SyntheticPopulation
from core.release.certificate import issue
from core.resources import load_taxonomy, resource_root
from core.verify.verifier import BuiltinVerifier

ENGINE_NAME = "built-in"
DISTRIBUTION = "drsl-desktop"
PROMPTS = "prompts"
_WARM_TEXT = {
    Language.EN: "I am 60 and live in London.",
    Language.ZH: "\u6211\u4eca\u5e7460\u5c81\uff0c\u4f4f\u5728\u5317\u4eac\u3002",
}
"""Touches the name model, the hierarchies and every attacker; nobody's data."""


class StageClock:
    """Wall-clock seconds per stage, taken from the events that pass through."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._started: dict[str, float] = {}
        self.seconds: dict[str, float] = {}

    def __call__(self, event: StageEvent) -> None:
        now = time.perf_counter()
        if event.state is StageState.RUNNING:
            self._started.setdefault(event.stage, now)
        elif event.stage in self._started:
            self.seconds[event.stage] = now - self._started.pop(event.stage)
        self._progress(event)


class BuiltinEngine:
    """Thread-safe after construction; one instance serves every conversation of a process."""

    def __init__(self, root: Path) -> None:
        self.taxonomy: Taxonomy = load_taxonomy(root)
        ner = load_ner(root)
        self.extractor = CascadeExtractor(self.taxonomy, root, ner)
        self.library = HierarchyLibrary(self.taxonomy, root)
        self.dehydrator = Dehydrator(self.taxonomy, self.library)
        self.population = SyntheticPopulation.load(root)
        self.verifier = BuiltinVerifier(self.taxonomy, self.library, self.extractor, self.population, root)
        self.loop = LexicographicLoop(self.dehydrator, self.verifier)
        self.hot_starts = HotStarts(self.taxonomy, root)
        self.steering: Steering = self.hot_starts.nothing
        self.evaluator: EvaluatorState = open_evaluator(self.taxonomy, root)
        bare = EngineInfo(
            name=ENGINE_NAME,
            versions=self._versions(),
            members=self.verifier.members,
            layers_off=() if ner.available else ("ner",),
        )
        self.info = without_evaluator(bare, self.evaluator.reason)

    @classmethod
    def create(cls, root: Path | None = None) -> BuiltinEngine:
        """The engine over shipped resources, or those below `root`. Raises ResourceError."""
        return cls(root or resource_root())

    def warm(self, cancel: CancelToken | None = None) -> None:
        """Read and build now what the first text of each language would wait for. Raises Cancelled, ResourceError.

        Meant for a background thread; whatever was read already is not read again.
        """
        token = cancel or CancelToken()
        self.library.warm()
        for language in Language:
            token.check()
            self.verifier.warm(language)
            token.check()
            self.preview(Request(_WARM_TEXT[language]), Conversation(), evidence=True, cancel=token)

    def _versions(self) -> dict[str, str]:
        return {
            "drsl": version(DISTRIBUTION),
            "taxonomy": self.taxonomy.version,
            "population": self.population.name,
            LIBRARY: SHIPPED,
        }

    def use(self, snapshot: LearnedSnapshot, pinned: Mapping[Domain, LearnedSnapshot] | None = None) -> None:
        """From the next run on, start from this version of the prompt library; `pinned` where a domain holds on to
        another. A run that has begun keeps what it began with. Raises InputError for what may not steer a run, and
        then changes nothing."""
        self.steering = self.hot_starts.compile(snapshot, pinned)

    def extract(
        self,
        request: Request,
        conversation: Conversation,
        progress: Progress = ignore_progress,
        cancel: CancelToken | None = None,
    ) -> SensitiveSet:
        """S of one request. Raises InputError for text that cannot be processed, Cancelled."""
        return self.extract_started(request, conversation, progress, cancel)[0]

    def extract_started(
        self,
        request: Request,
        conversation: Conversation,
        progress: Progress = ignore_progress,
        cancel: CancelToken | None = None,
    ) -> tuple[SensitiveSet, HotStart]:
        """S, and what of the library the text started from. Raises as `extract`."""
        check_text(request.text)
        steering = self.steering
        found = self.extractor.extract(request, conversation.key, progress, cancel)
        found, start = self.started(request, conversation, found, steering)
        if start.steers:
            progress(StageEvent(Stage.EXTRACT, StageState.RUNNING, len(start.sets), message=MESSAGE))
        disclosed, hard_line = conversation.disclosed, self.dehydrator.hard_line
        return recall(request.text, found, disclosed, request.decisions, hard_line), start

    def started(
        self, request: Request, conversation: Conversation, found: SensitiveSet, steering: Steering
    ) -> tuple[SensitiveSet, HotStart]:
        """The rules' S with what learned rules add to it, and the start that its signature picked."""
        domain = request.domain or self.extractor.domain(request.text, request.task)
        language = request.language or self.extractor.language(request.text)
        start = self.hot_starts.begin(request, found, domain, language, steering)
        widened = self.hot_starts.layer.widened(request, found, start.cues, conversation.key, domain)
        return widened, start

    def ladder(self, attribute: SensitiveAttribute, language: Language) -> tuple[Generalization, ...]:
        """Every level that a person may choose for `attribute`, exact first, suppressed last."""
        return self.library.for_type(attribute.type_id).ladder(attribute.value, language)

    def preview(
        self,
        request: Request,
        conversation: Conversation,
        *,
        evidence: bool = False,
        protocol: Protocol = STRICT,
        cancel: CancelToken | None = None,
    ) -> Preview:
        """The first proposal, without the loop; with `evidence` also the search evaluation of it."""
        sensitive, start = self.extract_started(request, conversation, cancel=cancel)
        language = request.language or self.extractor.language(request.text)
        conversation.vault.reserve(request.text)
        levels = self._levels(request, sensitive, conversation, start)
        artifact = self.dehydrator.dehydrate(request.text, sensitive, levels, conversation.vault, language)
        measured = None
        if evidence:
            request = replace(request, earlier=conversation.disclosed)
            before = self.verifier.baseline(request, sensitive, protocol)
            measured = self.verifier.search(request, sensitive, artifact, protocol, before, cancel)
        domain = request.domain or self.extractor.domain(request.text, request.task)
        return Preview(request, sensitive, artifact, measured, language, domain, start.digest, start.sets)

    def sanitize(
        self,
        request: Request,
        conversation: Conversation,
        protocol: Protocol = STRICT,
        progress: Progress = ignore_progress,
        cancel: CancelToken | None = None,
    ) -> Outcome:
        """The whole path up to the certificate.

        Raises InputError, EvaluationInvalid (a control was missed: neither PASS nor INFEASIBLE), Cancelled,
        KnownError `extract.layer_failed` when a layer that should have run did not.
        """
        started = time.perf_counter()
        clock = StageClock(progress)
        sensitive, start = self._extract_watched(request, conversation, clock, cancel)
        language = request.language or self.extractor.language(request.text)
        request = replace(request, earlier=conversation.disclosed)
        conversation.vault.reserve(request.text)
        verdict = self._loop(start).run(
            request,
            sensitive,
            conversation.vault,
            protocol,
            language,
            seed=secrets.randbits(32),
            progress=clock,
            cancel=cancel,
            floor=conversation.levels,
        )
        return self._outcome(request, verdict, protocol, language, started, clock.seconds, start=start)

    def _loop(self, start: HotStart) -> LexicographicLoop:
        return LexicographicLoop(start.dehydrator(self.dehydrator), self.verifier) if start.levels else self.loop

    def deepen(
        self,
        outcome: Outcome,
        conversation: Conversation,
        progress: Progress = ignore_progress,
        cancel: CancelToken | None = None,
    ) -> Outcome:
        """The embedded evaluator's word on an outcome, some seconds behind it; D may become stronger, never weaker.

        Nothing seen: the same D with a new certificate. A value seen in a D that had passed: the loop goes on with the
        evaluator among the falsifiers and certifies once more, if the protocol allows two certifications
        (`Protocol.twice`, fixed before the first); otherwise, and for a D that a person edited, the outcome is
        INFEASIBLE. Without an evaluator the outcome comes back as it is, its certificate says why.
        Raises KnownError `evaluator.*`, EvaluationInvalid, Cancelled.
        """
        room = self.evaluator.room
        if room is None:
            return outcome
        started = time.perf_counter()
        clock = StageClock(progress)
        clock(StageEvent(Stage.VERIFY, StageState.RUNNING, message="evaluator.running"))
        room.ready()
        deeper = Deepening(room, self.verifier, self.dehydrator, clock, cancel)
        verdict = deeper.verdict(outcome, conversation, secrets.randbits(32))
        clock(StageEvent(Stage.VERIFY, StageState.DONE))
        info = with_evaluator(same_library(self.info, outcome), room, outcome.language)
        protocol = outcome.certificate.protocol
        found = self._outcome(outcome.request, verdict, protocol, outcome.language, started, clock.seconds, info)
        whole = {**outcome.stage_seconds, EVALUATOR: found.seconds}
        versions = outcome.prompt_versions
        seconds = outcome.seconds + found.seconds
        return replace(found, seconds=seconds, stage_seconds=whole, prompt_versions=versions)

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
        started = time.perf_counter()
        clock = StageClock(progress)
        protocol = outcome.certificate.protocol
        sensitive = outcome.verdict.sensitive
        artifact = self.dehydrator.edited(edited, outcome.verdict.artifact, sensitive)
        verdict = self.loop.judge(
            outcome.request,
            sensitive,
            artifact,
            protocol,
            outcome.language,
            seed=secrets.randbits(32),
            progress=clock,
            cancel=cancel,
        )
        info = same_library(self.info, outcome)
        found = self._outcome(outcome.request, verdict, protocol, outcome.language, started, clock.seconds, info)
        return replace(found, prompt_versions=outcome.prompt_versions)

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
        started = time.perf_counter()
        clock = StageClock(progress)
        request = replace(outcome.request, decisions=decisions)
        sensitive, start = self._extract_watched(request, conversation, clock, cancel)
        for attribute in sensitive.attributes:
            chosen = decisions.levels.get(attribute.id)
            if attribute.kind is Kind.EXPLICIT and chosen is not None and chosen.level == EXACT_LEVEL:
                raise InputError("review.explicit_kept", details={"type": attribute.type_id})
        levels = all_levels(outcome, decisions)
        conversation.vault.reserve(request.text)
        artifact = self.dehydrator.dehydrate(request.text, sensitive, levels, conversation.vault, outcome.language)
        protocol = outcome.certificate.protocol
        verdict = self.loop.judge(
            request, sensitive, artifact, protocol, outcome.language,
            seed=secrets.randbits(32), progress=clock, cancel=cancel,
        )  # fmt: skip
        return self._outcome(request, verdict, protocol, outcome.language, started, clock.seconds, start=start)

    def what_if(self) -> WhatIf:
        """Predictions for a reviewer, on this engine's falsifiers."""
        return WhatIf(self.dehydrator, self.verifier)

    def _levels(
        self, request: Request, sensitive: SensitiveSet, conversation: Conversation, start: HotStart
    ) -> Mapping[str, int]:
        levels = start.dehydrator(self.dehydrator).initial_levels(sensitive, request.decisions)
        for attribute_id, sent_at in conversation.levels.items():
            if attribute_id in levels and attribute_id not in request.decisions.levels:
                levels[attribute_id] = max(levels[attribute_id], sent_at)
        return levels

    def _extract_watched(
        self, request: Request, conversation: Conversation, progress: Progress, cancel: CancelToken | None
    ) -> tuple[SensitiveSet, HotStart]:
        progress(StageEvent(Stage.EXTRACT, StageState.RUNNING))
        sensitive, start = self.extract_started(request, conversation, cancel=cancel)
        if start.steers:
            progress(StageEvent(Stage.EXTRACT, StageState.RUNNING, len(start.sets), message=MESSAGE))
        failed = [health for health in sensitive.layers if health.state is LayerState.FAILED]
        if failed:
            progress(StageEvent(Stage.EXTRACT, StageState.FAILED, message="extract.layer_failed"))
            raise KnownError("extract.layer_failed", details={"layer": failed[0].layer})
        progress(StageEvent(Stage.EXTRACT, StageState.DONE, done=len(sensitive.attributes)))
        return sensitive, start

    def _outcome(
        self,
        request: Request,
        verdict: Verdict,
        protocol: Protocol,
        language: Language,
        started: float,
        stage_seconds: Mapping[str, float],
        info: EngineInfo | None = None,
        start: HotStart | None = None,
    ) -> Outcome:
        start = start or HotStart()
        certificate = self._certify(request, verdict, protocol, info or started_from(self.info, start))
        domain = request.domain or self.extractor.domain(request.text, request.task)
        seconds = time.perf_counter() - started
        stages = dict(stage_seconds)
        return Outcome(
            request, verdict, certificate, language, domain, seconds, stages, prompt_versions=start.prompt_versions
        )

    def _certify(self, request: Request, verdict: Verdict, protocol: Protocol, info: EngineInfo) -> Certificate:
        kept = {
            attribute_id: decision.reason
            for attribute_id, decision in request.decisions.levels.items()
            if decision.level == 0
        }
        return issue(
            verdict,
            protocol=protocol,
            engine=info,
            taxonomy=self.taxonomy,
            overrides=kept,
            now=datetime.now(UTC),
            identifier=secrets.token_hex(16),
        )


def started_from(info: EngineInfo, start: HotStart, prompts: str = "") -> EngineInfo:
    """The engine as a certificate names it after a run that started so. `prompts`: digest of the book it used."""
    return replace(info, versions={**info.versions, **start.named, **({PROMPTS: prompts} if prompts else {})})


def same_library(info: EngineInfo, outcome: Outcome) -> EngineInfo:
    """The engine with the library that `outcome` started from: looking at its D again starts from nothing new."""
    before = outcome.certificate.engine.versions
    kept = {name: before[name] for name in (LIBRARY, SETS, PROMPTS) if name in before}
    return replace(info, versions={**info.versions, **kept})
