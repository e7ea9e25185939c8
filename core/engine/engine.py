"""The built-in engine: extract -> dehydrate -> verify -> loop -> certificate, in process, without a server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from core.dehydrate.dehydrator import Dehydrator
from core.dehydrate.generalization import Generalization
from core.dehydrate.library import HierarchyLibrary
from core.dehydrate.starting_levels import LevelDehydrator
from core.disclose.planner import Planner
from core.domain.events import CancelToken, Progress, Stage, StageEvent, StageState, ignore_progress
from core.domain.language import Language
from core.domain.learning import LearnedSnapshot
from core.domain.protocol import DEFAULT, Profile, Protocol
from core.domain.release import EngineInfo
from core.domain.request import Request
from core.domain.sensitive import SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Domain, Taxonomy
from core.engine.conversation import Conversation
from core.engine.earlier_turns import hidden_earlier
from core.engine.embedded_evaluator import EvaluatorState, open_evaluator, without_evaluator
from core.engine.hot_start import LIBRARY, MESSAGE, SHIPPED, HotStart, HotStarts, Steering
from core.engine.input_checks import check_text
from core.engine.outcome import Preview
from core.engine.pipeline import Pipeline, Run, unforeseeable
from core.engine.stage_clock import StageClock
from core.engine.what_if import WhatIf
from core.extract.cascade import CascadeExtractor
from core.extract.ner import load_ner
from core.extract.spans.reader import SpanReader
from core.extract.user_words import UserWords
from core.llm.model import LanguageModel
from core.population.population import SyntheticPopulation
from core.resources import load_taxonomy, resource_root
from core.verify.attackers.replay import Replayer
from core.verify.examination import Examination
from core.verify.verifier import BuiltinVerifier

ENGINE_NAME = "built-in"
DISTRIBUTION = "drsl-desktop"
PROMPTS = "prompts"
_WARM_TEXT = {
    Language.EN: "I am 60 and live in London.",
    Language.ZH: "\u6211\u4eca\u5e7460\u5c81\uff0c\u4f4f\u5728\u5317\u4eac\u3002",
}
"""Touches the name model, the hierarchies and every attacker; nobody's data."""


class BuiltinEngine(Pipeline[Run]):
    """Thread-safe after construction; one instance serves every conversation of a process."""

    def __init__(self, root: Path) -> None:
        self.seeds = unforeseeable
        self.taxonomy: Taxonomy = load_taxonomy(root)
        ner = load_ner(root)
        self.spans = SpanReader.load(root)
        self.extractor = CascadeExtractor(self.taxonomy, root, ner, self.spans)
        self.library = HierarchyLibrary(self.taxonomy, root)
        self.dehydrator = Dehydrator(self.taxonomy, self.library)
        self.planner = Planner(self.taxonomy, self.library, root)
        self.population = SyntheticPopulation.load(root)
        replayer = Replayer(self.taxonomy, self.library, self.dehydrator, self.planner)
        self.verifier = BuiltinVerifier(
            self.taxonomy, self.library, self.extractor, self.population, root, replayer=replayer
        )
        self.hot_starts = HotStarts(self.taxonomy, root)
        self.steering: Steering = self.hot_starts.nothing
        self.words = UserWords()
        self.evaluator: EvaluatorState = open_evaluator(self.taxonomy, root)
        bare = EngineInfo(
            name=ENGINE_NAME,
            versions=self._versions(),
            members=self.verifier.members,
            layers_off=(*(() if ner.available else ("ner",)), *(() if self.spans.available else ("spans",))),
        )
        self.info = without_evaluator(bare, self.evaluator.reason)

    @property
    def builtin(self) -> BuiltinEngine:
        """Itself."""
        return self

    @property
    def models(self) -> tuple[LanguageModel | None, LanguageModel | None]:
        """It asks no language model."""
        return None, None

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

    def use_words(self, words: UserWords) -> None:
        """From the next run on, a person's own dictionary and recognisers. Attackers and the evaluation never see
        them."""
        self.words = words

    def use_texts(self, folder: Path | None) -> None:
        """From the next check on, a person's own folder of texts beside the public corpus; None = none."""
        self.verifier.texts = folder

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
        steering, words = self.steering, self.words
        found = self.extractor.extract(request, conversation.key, progress, cancel, words)
        found, start = self.started(request, conversation, found, steering, words)
        if start.steers:
            progress(StageEvent(Stage.EXTRACT, StageState.RUNNING, len(start.sets), message=MESSAGE))
        disclosed, hard_line = conversation.disclosed, self.dehydrator.hard_line
        return hidden_earlier(request.text, found, disclosed, request.decisions, hard_line, words), start

    def started(
        self,
        request: Request,
        conversation: Conversation,
        found: SensitiveSet,
        steering: Steering,
        words: UserWords,
    ) -> tuple[SensitiveSet, HotStart]:
        """The rules' S with what learned rules add to it, and the start that its signature picked."""
        domain = request.domain or self.extractor.domain(request.text, request.task)
        language = request.language or self.extractor.language(request.text)
        start = self.hot_starts.begin(request, found, domain, language, steering)
        widened = self.hot_starts.layer.widened(request, found, start.cues, conversation.key, domain, words)
        return widened, start

    def ladder(self, attribute: SensitiveAttribute, language: Language) -> tuple[Generalization, ...]:
        """Every level that a person may choose for `attribute`, exact first, suppressed last."""
        return self.library.for_type(attribute.type_id).ladder(attribute.value, language)

    def measure_attackers(self, language: Language, cancel: CancelToken | None = None) -> None:
        """Nothing: its attackers compute."""

    def close(self) -> None:
        """Nothing: it holds no connection."""

    def preview(
        self,
        request: Request,
        conversation: Conversation,
        *,
        evidence: bool = False,
        protocol: Protocol = DEFAULT,
        cancel: CancelToken | None = None,
    ) -> Preview:
        """The first proposal, without the loop; with `evidence` also the search evaluation of it."""
        sensitive, start = self.extract_started(request, conversation, cancel=cancel)
        language = request.language or self.extractor.language(request.text)
        conversation.vault.reserve(request.text)
        plan = self.planner.plan(request, sensitive, conversation.levels, protocol)
        strict = protocol.profile is Profile.STRICT
        levels = self._levels(request, sensitive, conversation, start) if strict else plan.levels
        artifact = self.dehydrator.dehydrate(request.text, sensitive, levels, conversation.vault, language)
        measured = None
        if evidence:
            request = replace(request, earlier=conversation.disclosed)
            before = self.verifier.baseline(request, sensitive, protocol)
            subject = Examination(request, sensitive, artifact, protocol, before, plan.task)
            measured = self.verifier.search(subject, cancel)
        domain = request.domain or self.extractor.domain(request.text, request.task)
        plan = self.planner.settled(plan, sensitive, artifact.levels)
        return Preview(request, sensitive, artifact, measured, language, domain, start.digest, start.sets, plan)

    def what_if(self) -> WhatIf:
        """Predictions for a reviewer, on this engine's falsifiers."""
        return WhatIf(self.dehydrator, self.verifier, self.extract)

    def _levels(
        self, request: Request, sensitive: SensitiveSet, conversation: Conversation, start: HotStart
    ) -> Mapping[str, int]:
        levels = start.dehydrator(self.dehydrator).initial_levels(sensitive, request.decisions)
        for attribute_id, sent_at in conversation.levels.items():
            if attribute_id in levels and attribute_id not in request.decisions.levels:
                levels[attribute_id] = max(levels[attribute_id], sent_at)
        return levels

    @property
    def _builtin_verifier(self) -> BuiltinVerifier:
        return self.verifier

    def _begin(
        self,
        request: Request,
        conversation: Conversation,
        protocol: Protocol,
        language: Language,
        progress: Progress,
        cancel: CancelToken | None,
    ) -> Run:
        self.verifier.read_texts()
        return Run(
            request=request,
            conversation=conversation,
            protocol=protocol,
            language=language,
            clock=StageClock(progress),
            cancel=cancel,
            steering=self.steering,
        )

    def _survey(self, run: Run) -> SensitiveSet:
        run.clock(StageEvent(Stage.EXTRACT, StageState.RUNNING))
        sensitive, run.start = self.extract_started(run.request, run.conversation, cancel=run.cancel)
        if run.start.steers:
            run.clock(StageEvent(Stage.EXTRACT, StageState.RUNNING, len(run.start.sets), message=MESSAGE))
        run.clock(StageEvent(Stage.EXTRACT, StageState.DONE, done=len(sensitive.attributes)))
        return sensitive

    def _dehydrates(self, run: Run, sensitive: SensitiveSet) -> LevelDehydrator:
        return run.start.dehydrator(self.dehydrator)

    def _verifies(self, run: Run, builtin: BuiltinVerifier | None = None) -> BuiltinVerifier:
        return builtin or self.verifier
