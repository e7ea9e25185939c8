"""The engine with a local model: the paper's section 3 whole, with the built-in members always beside it (DESIGN 1).

extract (rules, then the model) -> dehydrate (as the built-in engine) -> loop with the model's
attackers and its utility -> one certification. A server that fails at any stage ends the run with its own error:
nothing is decided, nothing is sent, the text stands as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from core.dehydrate.generalization import Generalization
from core.dehydrate.starting_levels import LevelDehydrator
from core.domain.errors import KnownError
from core.domain.events import CancelToken, Progress, Stage, StageEvent, StageState, ignore_progress
from core.domain.language import Language
from core.domain.learning import LearnedSnapshot
from core.domain.protocol import DEFAULT, STRICT, Protocol
from core.domain.release import EngineInfo, ModelReport
from core.domain.request import Request
from core.domain.sensitive import Layer, LayerHealth, LayerState, SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Domain, Taxonomy
from core.domain.verdict import Verdict, VerdictKind
from core.engine.conversation import Conversation
from core.engine.earlier_turns import hidden_earlier
from core.engine.engine import BuiltinEngine
from core.engine.hot_start import MESSAGE
from core.engine.input_checks import check_text
from core.engine.metered import MeteredModel
from core.engine.outcome import Preview
from core.engine.pipeline import Pipeline, Run, started_from, unforeseeable
from core.engine.run_utility import RunUtility
from core.engine.stage_clock import StageClock
from core.engine.what_if import WhatIf
from core.extract.llm_layer import DISAGREEMENT, AnswerMemory, LlmLayer
from core.extract.llm_merge import LlmMerge
from core.extract.user_words import UserWords
from core.llm.combined_work import run_together
from core.llm.fence import new_nonce
from core.llm.model import LanguageModel, Usage
from core.llm.prompts import PromptBook
from core.resources import resource_root
from core.verify.judge import SemanticJudge
from core.verify.local_verifier import LocalVerifier
from core.verify.model_ensemble import ModelEnsemble
from core.verify.qa import QaPlan, QaUtility
from core.verify.sensitivity import SensitivityStore
from core.verify.verifier import BuiltinVerifier

ENGINE_NAME = "local"
MODEL, JUDGE = "model", "judge"
LAYERS_DISAGREE = "layers_disagree"
Meanwhile = Callable[[SensitiveSet, LanguageModel], None]


@dataclass(frozen=True, slots=True)
class LocalOptions:
    """What of the model's work is wanted. `qa`: utility by questions instead of the structured proxy. `semantic`: U_sem
    beside it, once on the final D."""

    qa: bool = True
    semantic: bool = True
    plan: QaPlan = field(default_factory=QaPlan)


@dataclass(slots=True, kw_only=True)
class LocalRun(Run):
    """A run with its fence, its metered models and prompts, its utility, and what is to be flagged."""

    nonce: str
    model: MeteredModel
    judge: MeteredModel
    book: PromptBook
    words: UserWords
    utility: RunUtility
    flags: tuple[str, ...] = ()

    def usage(self) -> dict[str, Usage]:
        """Both models, by purpose."""
        total = dict(self.model.usage())
        if self.judge is not self.model:
            for purpose, spent in self.judge.usage().items():
                total[purpose] = total.get(purpose, Usage()).plus(spent)
        return total


class LocalEngine(Pipeline[LocalRun]):
    """The same public methods as BuiltinEngine. Thread-safe after construction."""

    def __init__(
        self,
        builtin: BuiltinEngine,
        model: LanguageModel,
        judge: LanguageModel | None = None,
        *,
        options: LocalOptions | None = None,
        store: SensitivityStore | None = None,
        closing: Callable[[], None] = lambda: None,
        seeds: Callable[[], int] = unforeseeable,
    ) -> None:
        """`judge`: grades utility; `model` itself where None, which every estimate then says. `store`: keeps what the
        offline controls of a model found. `closing`: ends the models' connections. `seeds`: one for every
        certification, unforeseeable but where a run is to be repeated. Raises ResourceError."""
        root = resource_root()
        self.builtin = builtin
        self.taxonomy: Taxonomy = builtin.taxonomy
        self.extractor = builtin.extractor
        self.library = builtin.library
        self.dehydrator = builtin.dehydrator
        self.planner = builtin.planner
        self.evaluator = builtin.evaluator
        self._root = root
        self._closing = closing
        self.seeds = seeds
        self._model = model
        self._judge = judge
        self._options = options or LocalOptions()
        self._book = PromptBook.load(root)
        self._answers = AnswerMemory()
        self._merge = LlmMerge(self.taxonomy, root)
        self._ensemble = ModelEnsemble(builtin.verifier, self._book, self.taxonomy, self.library, root, store)
        self.info = EngineInfo(
            name=ENGINE_NAME,
            versions={**builtin.info.versions, "prompts": self._book.digest},
            members=self._ensemble.members,
            layers_off=builtin.info.layers_off,
            off_reasons=builtin.info.off_reasons,
            models={MODEL: report_of(model), **({JUDGE: report_of(judge)} if judge is not None else {})},
        )

    @property
    def models(self) -> tuple[LanguageModel | None, LanguageModel | None]:
        """The model, and the second one that judges, None where the model itself does."""
        return self._model, self._judge

    def close(self) -> None:
        """End the models' connections; the engine is of no use afterwards."""
        self._closing()

    def forget(self) -> None:
        """As the built-in engine's, and what the model said about texts."""
        super().forget()
        self._ensemble.attackers.decoys.forget()
        self._answers.forget()

    def warm(self, cancel: CancelToken | None = None) -> None:
        """As the built-in engine's."""
        self.builtin.warm(cancel)

    def use(self, snapshot: LearnedSnapshot, pinned: Mapping[Domain, LearnedSnapshot] | None = None) -> None:
        """As the built-in engine's. Attackers and judges keep the shipped prompts."""
        self.builtin.use(snapshot, pinned)

    def use_words(self, words: UserWords) -> None:
        """As the built-in engine's."""
        self.builtin.use_words(words)

    def measure_attackers(self, language: Language, cancel: CancelToken | None = None) -> None:
        """Offline controls of this model now instead of before its first certification. Raises as `sanitize`."""
        self._ensemble.measure(self._model, language, STRICT, cancel)

    def ladder(self, attribute: SensitiveAttribute, language: Language) -> tuple[Generalization, ...]:
        """As the built-in engine's."""
        return self.builtin.ladder(attribute, language)

    def preview(
        self,
        request: Request,
        conversation: Conversation,
        *,
        evidence: bool = False,
        protocol: Protocol = DEFAULT,
        cancel: CancelToken | None = None,
    ) -> Preview:
        """The built-in proposal: it is there at once."""
        return self.builtin.preview(request, conversation, evidence=evidence, protocol=protocol, cancel=cancel)

    def what_if(self) -> WhatIf:
        """Predictions for a reviewer, on the built-in falsifiers: they answer while a person looks."""
        return self.builtin.what_if()

    def extract(
        self,
        request: Request,
        conversation: Conversation,
        progress: Progress = ignore_progress,
        cancel: CancelToken | None = None,
    ) -> SensitiveSet:
        """S by rules and model. A model that failed, or saw nothing of what the rules found, is a FAILED layer with
        its reason. Raises InputError, Cancelled."""
        check_text(request.text)
        language = request.language or self.extractor.language(request.text)
        return self._extracted(self._begin(request, conversation, STRICT, language, progress, cancel))

    @property
    def _builtin_verifier(self) -> BuiltinVerifier:
        return self.builtin.verifier

    def _begin(
        self,
        request: Request,
        conversation: Conversation,
        protocol: Protocol,
        language: Language,
        progress: Progress,
        cancel: CancelToken | None,
    ) -> LocalRun:
        self.builtin.verifier.read_texts()
        stage: list[Stage] = [Stage.EXTRACT]

        def follow(event: StageEvent) -> None:
            if event.state is StageState.RUNNING:
                stage[0] = event.stage
            progress(event)

        def told(tokens: int, speed: float) -> None:
            progress(StageEvent(stage[0], StageState.RUNNING, tokens=tokens, tokens_per_second=speed))

        model = MeteredModel(self._model, told)
        judge = model if self._judge is None else MeteredModel(self._judge, told)
        nonce = new_nonce()
        return LocalRun(
            request=request,
            conversation=conversation,
            protocol=protocol,
            language=language,
            clock=StageClock(follow),
            cancel=cancel,
            steering=self.builtin.steering,
            nonce=nonce,
            model=model,
            judge=judge,
            book=self._book,
            words=self.builtin.words,
            utility=self._utility(request, model, judge, nonce),
        )

    def _utility(self, request: Request, model: MeteredModel, judge: MeteredModel, nonce: str) -> RunUtility:
        options = self._options
        qa = semantic = None
        if options.qa:
            qa = QaUtility(model, judge, self._book, self.taxonomy, self._root, options.plan)
        if options.semantic:
            semantic = SemanticJudge(judge, self._book, model.info)
        return RunUtility(qa, request, None, nonce, semantic)

    def _extracted(self, run: LocalRun, meanwhile: Meanwhile = lambda found, model: None) -> SensitiveSet:
        """The rules' S, the model's additions, what earlier turns hid. `meanwhile`: what else may be asked."""
        request, conversation = run.request, run.conversation
        words = run.words
        found = self.extractor.extract(request, conversation.key, cancel=run.cancel, words=words)
        found, run.start = self.builtin.started(request, conversation, found, run.steering, words)
        run.book = run.start.book(self._book)
        if run.start.steers:
            run.clock(StageEvent(Stage.EXTRACT, StageState.RUNNING, len(run.start.sets), message=MESSAGE))
        findings, _ = run_together(
            run.model,
            lambda model: self._layer(model, run.book).find(request, found, run.nonce, run.cancel),
            lambda model: meanwhile(found, model),
        )
        # A person's "never" holds over the model too; a word that this text's own decisions hide is there already.
        findings = replace(findings, mentions=tuple(item for item in findings.mentions if words.allows(item.text)))
        domain = request.domain or self.extractor.domain(request.text, request.task)
        merged = self._merge.merged(request, found, findings, conversation.key, domain)
        return hidden_earlier(
            request.text, merged, conversation.disclosed, request.decisions, self.dehydrator.hard_line, words
        )

    def _layer(self, model: LanguageModel, book: PromptBook) -> LlmLayer:
        return LlmLayer(model, book, self.taxonomy, self._root, self.extractor.recognizers, self._answers)

    def _survey(self, run: LocalRun) -> SensitiveSet:
        """A model that failed ends the run; a disagreement is for a person and only flagged."""
        run.clock(StageEvent(Stage.EXTRACT, StageState.RUNNING))
        sensitive = self._extracted(
            run, lambda found, model: run.utility.prepare(found, run.language, run.protocol, model, run.cancel)
        )
        run.utility.settle(sensitive)
        for health in sensitive.layers:
            failed = health.layer is Layer.LLM and health.state is LayerState.FAILED
            if failed and health.reason != DISAGREEMENT:
                run.clock(StageEvent(Stage.EXTRACT, StageState.FAILED, message=health.reason))
                raise KnownError(health.reason, details={"layer": health.layer}, retryable=True)
        run.clock(StageEvent(Stage.EXTRACT, StageState.DONE, done=len(sensitive.attributes)))
        if any(health.reason == DISAGREEMENT for health in sensitive.layers):
            run.flags = (*run.flags, LAYERS_DISAGREE)
            return replace(sensitive, layers=tuple(map(_for_a_person, sensitive.layers)))
        return sensitive

    def _settle(self, run: LocalRun, sensitive: SensitiveSet) -> None:
        run.utility.settle(sensitive)

    def _dehydrates(self, run: LocalRun, sensitive: SensitiveSet) -> LevelDehydrator:
        """The hierarchies, not below the learned levels: a model proposes spans and values, never wording."""
        return run.start.dehydrator(self.dehydrator)

    def _verifies(self, run: LocalRun, builtin: BuiltinVerifier | None = None) -> LocalVerifier:
        ensemble = self._ensemble if builtin is None else self._ensemble.with_builtin(builtin)
        return LocalVerifier(ensemble, run.model, run.nonce, run.utility, run.conversation.attempts)

    def _finished(self, run: LocalRun, verdict: Verdict) -> Verdict:
        """A D that was not certified is judged all the same; a disagreement of the layers is for a person."""
        evidence = verdict.evidence
        if not evidence.certified:
            judged = run.utility.judged(verdict.artifact, run.language, run.cancel)
            evidence = replace(evidence, further_utility=(*evidence.further_utility, *judged))
        evidence = replace(evidence, review_flags=(*evidence.review_flags, *run.flags))
        verdict = replace(verdict, evidence=evidence)
        if LAYERS_DISAGREE in run.flags and verdict.kind is VerdictKind.PASS:
            residual = replace(verdict.residual, reason=LAYERS_DISAGREE)
            verdict = replace(verdict, kind=VerdictKind.INFEASIBLE, residual=residual)
        return verdict

    def _named(self, run: LocalRun) -> EngineInfo:
        return super()._named(run) if run.before is not None else started_from(self.info, run.start, run.book.digest)


def _for_a_person(health: LayerHealth) -> LayerHealth:
    """A disagreement does not forbid a reviewer's release; the layer counts as not having taken part."""
    if health.reason != DISAGREEMENT:
        return health
    return LayerHealth(health.layer, LayerState.OFF, health.reason)


def report_of(model: LanguageModel) -> ModelReport:
    """A model for the certificate."""
    info, seen = model.info, model.capabilities
    facts: Mapping[str, str] = {
        "schema": seen.schema.value,
        "thinking_off": str(seen.thinking_off).lower(),
        "logprobs": str(seen.logprobs).lower(),
        "slots": str(seen.slots),
        "context": str(seen.context),
    }
    return ModelReport(info.id, info.server, info.digest, seen.seed_honoured, seen.ignored, facts)
