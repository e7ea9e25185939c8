"""Texts that learning is measured on: generated ones that nobody's experiences come from, and the person's own runs."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from core.domain.errors import StoreError
from core.domain.events import CancelToken
from core.domain.evidence import LeakageEstimate
from core.domain.learning import LearnedSnapshot, MaterialRef, Rule
from core.domain.protocol import STRICT
from core.domain.request import Request
from core.domain.sensitive import SensitiveSet
from core.domain.verdict import VerdictKind
from core.engine.conversation import Conversation
from core.engine.engine import BuiltinEngine
from core.engine.outcome import Outcome
from core.generate.prompts import GeneratedPrompt, PromptGenerator
from core.generate.splits import generate, load_plan
from core.learn.distillation import DistillationSettings
from core.learn.distillation_job import faulty
from core.learn.genscore import ScoringMaterial
from core.learn.materials import MarkedSpan, Material
from core.learn.memorization import MemorizationCheck, Source
from core.learn.rule_matches import LabelledText
from core.learn.trial import TrialRun, TrialText
from core.store.repositories import VaultPort

SEED = 7
SCORING, HELD_OUT = "calibration", "test"
"""Splits of the generator: rules are scored on one, tried on families that no other split uses."""
SCORED, TRIED, REPLAYED, CHECKED = 200, 60, 12, 500
"""Texts of each; a trial of the person's own history runs the whole loop and so takes its seconds per text."""


@dataclass(frozen=True, slots=True)
class VaultMaterials:
    """`core.learn.materials.Materials` over kept runs."""

    vault: VaultPort

    def read(self, reference: MaterialRef) -> Material | None:
        """None when the run was deleted. Raises StoreError for anything else."""
        try:
            run = self.vault.runs.load(reference.run_id)
        except StoreError as error:
            if error.code != "store.no_run":
                raise
            return None
        return Material(run.request.text, marked(run.verdict.sensitive))


@dataclass(slots=True)
class InstallationCheck:
    """The memorisation check of a file from elsewhere: over the latest runs of this vault, read anew for every file."""

    vault: VaultPort
    root: Path
    _check: MemorizationCheck | None = field(default=None, init=False)

    def renew(self) -> None:
        """Forget what was read; the next question reads the vault again."""
        self._check = None

    def rule(self, rule: Rule) -> str:
        """Message key of why a rule may not enter, "" where it may. Raises StoreError, ResourceError."""
        reason = faulty(rule, self._ready())
        return reason.value if reason is not None else ""

    def text(self, text: str) -> str:
        """The same for bare words."""
        reason = self._ready().fault_in(text)
        return reason.value if reason is not None else ""

    def _ready(self) -> MemorizationCheck:
        if self._check is None:
            settings = DistillationSettings.load(self.root)
            self._check = MemorizationCheck(self._sources(settings.names), STRICT, settings.common)
        return self._check

    def _sources(self, names: frozenset[str]) -> Iterator[Source]:
        for text in own_history(self.vault, CHECKED):
            values = tuple({text.text[span.start : span.end] for span in text.spans})
            named = tuple({text.text[span.start : span.end] for span in text.spans if span.type_id in names})
            yield Source(text.text, values, named)


def marked(sensitive: SensitiveSet) -> tuple[MarkedSpan, ...]:
    """Every mention of S."""
    return tuple(
        MarkedSpan(mention.start, mention.end, attribute.type_id)
        for attribute in sensitive.attributes
        for mention in attribute.mentions
    )


def own_history(vault: VaultPort, most: int = REPLAYED) -> tuple[TrialText, ...]:
    """The latest runs, one per text, with the S that the person left standing. Raises StoreError."""
    found: dict[str, TrialText] = {}
    for line in vault.conversations.list():
        for entry in reversed(vault.runs.of_conversation(line.id)):
            if len(found) >= most:
                return tuple(found.values())
            run = vault.runs.load(entry.id)
            text = run.request.text
            spans = marked(run.verdict.sensitive)
            found.setdefault(text, TrialText(text, run.language, run.domain, spans, run.request.task))
    return tuple(found.values())


@dataclass(slots=True)
class GeneratedTexts:
    """Made at first use, since the generator reads its tables for a second; then kept. One thread at a time."""

    root: Path
    engine: BuiltinEngine
    _generator: PromptGenerator | None = field(default=None, init=False)

    def _prompts(self, split: str, size: int) -> Iterable[GeneratedPrompt]:
        if self._generator is None:
            self._generator = PromptGenerator(self.root, self.engine.taxonomy, self.engine.population)
        plan = load_plan(self.root)
        return generate(self._generator, plan, plan.split(split), SEED, size)

    def scoring(self) -> ScoringMaterial:
        """Labelled and harmless texts for the built-in scorer. Raises ResourceError."""
        prompts = list(self._prompts(SCORING, SCORED))
        labelled = tuple(LabelledText(item.text, item.language, _spans(item)) for item in prompts if item.spans)
        harmless = tuple(LabelledText(item.text, item.language) for item in prompts if not item.spans)
        return ScoringMaterial(labelled, harmless)

    def held_out(self) -> tuple[TrialText, ...]:
        """Texts of the held-out split. Raises ResourceError."""
        return tuple(
            TrialText(item.text, item.language, item.domain, _spans(item), item.task)
            for item in self._prompts(HELD_OUT, TRIED)
        )


def _spans(prompt: GeneratedPrompt) -> tuple[MarkedSpan, ...]:
    return tuple(MarkedSpan(span.start, span.end, span.type) for span in prompt.spans)


class TrialEngine:
    """Runs one version over one text, beside the engine that the window uses and without touching it. `whole`: the
    loop too, with leakage and utility; else S alone."""

    def __init__(self, engine: BuiltinEngine, *, whole: bool) -> None:
        self._engine = engine
        self._whole = whole
        self._steered: dict[str, BuiltinEngine] = {}

    def __call__(self, version: LearnedSnapshot, text: TrialText, cancel: CancelToken) -> TrialRun:
        """Raises Cancelled, InputError."""
        engine = self._steered.get(version.digest)
        if engine is None:
            # Everything heavy is shared and immutable; only what steers is its own.
            engine = copy.copy(self._engine)
            engine.use(version)
            self._steered[version.digest] = engine
        request = Request(text.text, text.task, text.language, text.domain)
        if not self._whole:
            return TrialRun(marked(engine.extract(request, Conversation(), cancel=cancel)))
        outcome = engine.sanitize(request, Conversation(), cancel=cancel)
        evidence = outcome.verdict.evidence
        return TrialRun(
            marked(outcome.verdict.sensitive),
            _worst(evidence.leakage.values()),
            evidence.utility.mean,
            outcome.verdict.rounds,
            outcome.llm_calls,
            passed(outcome),
        )


def passed(outcome: Outcome) -> bool:
    return outcome.verdict.kind is VerdictKind.PASS


def _worst(levels: Iterable[LeakageEstimate]) -> float | None:
    return max((level.advantage for level in levels), default=None)
