"""`bench learning`: does what was learned from a stream help on texts that come later? (paper 6.9, T13 and T17)

T13: a fresh stream, the first half distilled, the second half run through the whole loop under both versions. T17:
rules for the extractor from a stream, then recall on prompts of families that no development split uses. Both in two
worlds: the generator's own, which the shipped recognisers were made for, and an unfamiliar one with an organisation's
own identifiers. Distilled by the built-in distiller, from the corrections of a scripted person.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from bench.generated.unfamiliar import UnfamiliarWorld
from bench.learning_person import NOON, Remembered
from bench.result import Record
from core.domain.errors import EvaluationInvalid
from core.domain.events import CancelToken
from core.domain.evidence import LeakageEstimate
from core.domain.language import Language
from core.domain.learning import LearnedSnapshot
from core.domain.protocol import STRICT
from core.domain.request import Request
from core.domain.sensitive import SensitiveSet
from core.domain.taxonomy import Taxonomy
from core.domain.verdict import Verdict, VerdictKind
from core.engine.conversation import Conversation
from core.engine.engine import BuiltinEngine
from core.generate.prompts import GeneratedPrompt, PromptGenerator
from core.generate.splits import Plan, generate, load_plan
from core.learn.baseline import Baseline
from core.learn.distillation import BuiltinDistiller, DistillationSettings
from core.learn.distillation_job import DistillationJob, Distilled, tally
from core.learn.genscore import ScoreSettings, ScoringMaterial
from core.learn.in_memory import InMemoryPromptVersions, InMemorySettings
from core.learn.library import Library
from core.learn.materials import MarkedSpan
from core.learn.rule_matches import LabelledText, fire_alone
from core.learn.set_placement import changes_for
from core.learn.trial import Trial, TrialMaterial, TrialRow, TrialRun, TrialText, run_trial
from core.population.population import SyntheticPopulation

STREAM, HELD_OUT, SCORING = "stream", "test_ext", "calibration"
USUAL_N = 120
_PLACES = 6


class World(StrEnum):
    """FAMILIAR: the generator's own. UNFAMILIAR: with identifiers that no shipped recogniser was told about."""

    FAMILIAR = "familiar"
    UNFAMILIAR = "unfamiliar"


class Experiment(StrEnum):
    """The paper's two."""

    T13 = "t13"
    T17 = "t17"


@dataclass(frozen=True, slots=True)
class Learned:
    """One experiment in one world. `sources`, `validated`: prompts on either side."""

    world: World
    experiment: Experiment
    sources: int
    validated: int
    experiences: int
    distilled: Distilled
    trial: Trial


class LearningBench:
    """Holds the engine and the generator; every experiment starts from the shipped library."""

    def __init__(self, root: Path, engine: BuiltinEngine, seed: int) -> None:
        """Raises ResourceError."""
        self._engine = engine
        self._seed = seed
        self._taxonomy: Taxonomy = engine.taxonomy
        self._generator = PromptGenerator(root, engine.taxonomy, SyntheticPopulation.load(root))
        self._plan: Plan = load_plan(root)
        self._unfamiliar = UnfamiliarWorld(root, engine.taxonomy)
        self._baseline = Baseline.load(root)
        settings = DistillationSettings.load(root)
        self._distillery = DistillationJob(
            BuiltinDistiller(settings, STRICT, engine.taxonomy, fire_alone),
            settings,
            ScoreSettings.load(root),
            scoring_material(self._prompts(SCORING, seed), self._generator, seed),
            STRICT,
            seed=seed,
        )

    def run(self, world: World, experiment: Experiment, n: int) -> Learned:
        """T13 on `n` prompts, half and half; T17 on `n` and twice as many. Raises EvaluationInvalid, ResourceError."""
        if experiment is Experiment.T13:
            stream = self._in_world(world, self._prompts(STREAM, self._seed, n), held_out=False)
            sources, later = stream[: n // 2], stream[n // 2 :]
        else:
            sources = self._in_world(world, self._prompts(STREAM, self._seed + 1, n), held_out=False)
            later = self._in_world(world, self._prompts(HELD_OUT, self._seed + 1, 2 * n), held_out=True)
        whole = experiment is Experiment.T13
        self._engine.use(self._library().snapshot())
        remembered = Remembered()
        for prompt in sources:
            found, verdict = self._loop(prompt) if whole else (self._extracted(prompt.text), None)
            remembered.work_through(prompt, found, verdict, self._seed)
        experiences = remembered.all
        distilled = self._distillery.distil(experiences, remembered)
        library = self._library()
        current = library.snapshot()
        candidate = current
        if distilled.rules:
            library.adopt(changes_for(distilled.rules, experiences, library), "bench", "distilled")
            candidate = library.snapshot()
        trial = run_trial(
            TrialMaterial.GENERATOR,
            [trial_text(prompt) for prompt in later],
            current,
            candidate,
            self._loop_run if whole else self._extraction_run,
            {kind.id: kind.kind for kind in self._taxonomy},
            STRICT,
            self._seed,
        )
        self._engine.use(current)
        return Learned(world, experiment, len(sources), len(later), len(experiences), distilled, trial)

    def _prompts(self, split: str, seed: int, n: int | None = None) -> list[GeneratedPrompt]:
        return list(generate(self._generator, self._plan, self._plan.split(split), seed, n))

    def _in_world(self, world: World, prompts: Iterable[GeneratedPrompt], *, held_out: bool) -> list[GeneratedPrompt]:
        if world is World.FAMILIAR:
            return list(prompts)
        return list(self._unfamiliar.moved(prompts, self._seed, held_out=held_out))

    def _library(self) -> Library:
        return Library(InMemoryPromptVersions(), InMemorySettings(), self._baseline, lambda: NOON)

    def _extracted(self, text: str) -> SensitiveSet:
        return self._engine.extract(Request(text), Conversation())

    def _loop(self, prompt: GeneratedPrompt) -> tuple[SensitiveSet, Verdict]:
        verdict = self._engine.sanitize(Request(prompt.text, prompt.task), Conversation()).verdict
        return verdict.sensitive, verdict

    def _extraction_run(self, version: LearnedSnapshot, text: TrialText, cancel: CancelToken) -> TrialRun:
        self._engine.use(version)
        return TrialRun(spans_of(self._extracted(text.text)))

    def _loop_run(self, version: LearnedSnapshot, text: TrialText, cancel: CancelToken) -> TrialRun:
        self._engine.use(version)
        try:
            outcome = self._engine.sanitize(Request(text.text, text.task), Conversation(), cancel=cancel)
        except EvaluationInvalid:
            # Neither PASS nor INFEASIBLE: counted as not passed, and in no other measure.
            return TrialRun(spans_of(self._extracted(text.text)), passed=False)
        return run_of(outcome.verdict, outcome.llm_calls)


def run_of(verdict: Verdict, calls: int) -> TrialRun:
    """What a trial keeps of one run of the loop."""
    evidence = verdict.evidence
    utility = evidence.utility.mean if evidence.utility.computed else None
    return TrialRun(
        found=spans_of(verdict.sensitive),
        leakage=worst(evidence.leakage.values()),
        utility=utility,
        rounds=verdict.rounds,
        calls=calls,
        passed=verdict.kind is VerdictKind.PASS,
    )


def worst(estimates: Iterable[LeakageEstimate]) -> float | None:
    """The worst attribute's advantage over attacker levels, None without any."""
    return max((estimate.advantage for estimate in estimates), default=None)


def spans_of(sensitive: SensitiveSet) -> tuple[MarkedSpan, ...]:
    """Every mention as a span."""
    return tuple(
        MarkedSpan(mention.start, mention.end, attribute.type_id)
        for attribute in sensitive.attributes
        for mention in attribute.mentions
    )


def trial_text(prompt: GeneratedPrompt) -> TrialText:
    """A generated prompt as a text to try versions on."""
    spans = tuple(MarkedSpan(span.start, span.end, span.type) for span in prompt.spans)
    return TrialText(prompt.text, prompt.language, prompt.domain, spans, prompt.task)


def scoring_material(prompts: Sequence[GeneratedPrompt], generator: PromptGenerator, seed: int) -> ScoringMaterial:
    """Material for the built-in scorer: a development split that no stream is drawn from, and every harmless question
    of the development side."""
    labelled = tuple(
        LabelledText(prompt.text, prompt.language, trial_text(prompt).spans) for prompt in prompts if prompt.spans
    )
    harmless = tuple(
        LabelledText(text, language)
        for language in Language
        for text in generator.harmless[language].order(seed, held_out=False)
    )
    return ScoringMaterial(labelled, harmless)


def summary(items: Sequence[Learned]) -> Record:
    """Per world and experiment what was learned and what came of it; `p` gathers every p-value by name."""
    result: Record = {}
    values: Record = {}
    for item in items:
        own = result.setdefault(item.world.value, {})
        own[item.experiment.value] = _summary(item)
        for row in item.trial.rows:
            name = f"{item.world}.{item.experiment}.{row.measure}"
            values[name] = {"two_sided": round(row.p, _PLACES), "better": round(row.p_better, _PLACES)}
    return {**result, "p": values}


def _summary(item: Learned) -> Record:
    distilled = item.distilled
    return {
        "distilled_from": item.sources,
        "validated_on": item.validated,
        "experiences": item.experiences,
        "rules": len(distilled.rules),
        "rejected": dict(tally(distilled.rejected)),
        "worse": item.trial.is_worse,
        **{row.measure.value: _figures(row) for row in item.trial.rows},
    }


def _figures(row: TrialRow) -> Record:
    return {
        "n": row.n,
        "before": round(row.before, _PLACES),
        "after": round(row.after, _PLACES),
        "difference": round(row.difference, _PLACES),
        "lower": round(row.lower, _PLACES),
        "upper": round(row.upper, _PLACES),
        "p": round(row.p, _PLACES),
        "p_better": round(row.p_better, _PLACES),
        "standing": row.standing.value,
    }


def detail_rows(items: Sequence[Learned]) -> list[Record]:
    """One row per measure, and one per rule that was accepted: type, language and counts, no words of it."""
    rows: list[Record] = []
    for item in items:
        base = {"world": item.world.value, "experiment": item.experiment.value}
        rows += [{**base, "measure": row.measure.value, **_figures(row)} for row in item.trial.rows]
        for accepted in item.distilled.accepted:
            rule, score = accepted.rule, accepted.score
            rows.append(
                {
                    **base,
                    "rule": rule.kind.value,
                    "type": rule.type_id,
                    "lang": rule.language.value,
                    "cues": len(rule.cues),
                    "experiences": len(rule.experiences),
                    "genscore": None if score.score is None else round(score.score, _PLACES),
                    "places": score.places,
                    "planted": score.planted,
                }
            )
    return rows


Ran = Callable[[Learned], None]


def run_all(bench: LearningBench, n: int, ran: Ran) -> tuple[Learned, ...]:
    """Both experiments in both worlds; `ran` is told after each."""
    items: list[Learned] = []
    for world in World:
        for experiment in Experiment:
            item = bench.run(world, experiment, n)
            ran(item)
            items.append(item)
    return tuple(items)
