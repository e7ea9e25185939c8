"""Learning as the library page steers it: experiences counted, a distillation, a trial, an adoption. Blocks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

from app.library.reader import step_of
from app.library.texts import SEED, GeneratedTexts, TrialEngine, VaultMaterials, own_history
from app.models.borrowed import BorrowedModel
from core.domain.errors import InputError
from core.domain.events import CancelToken, Progress, Stage, StageEvent, StageState
from core.domain.learning import Experience
from core.domain.protocol import STRICT
from core.engine.engine import BuiltinEngine
from core.learn.distillation import BuiltinDistiller, DistillationSettings
from core.learn.distillation_job import BUILTIN, Accepted, DistillationJob, Distilled, LastRun, due
from core.learn.experience import ExperienceFilter, Experiences
from core.learn.genscore import ScoreSettings
from core.learn.library import Change, Library
from core.learn.model_distiller import ModelDistiller
from core.learn.model_scorer import ModelScorer
from core.learn.progress import LearningEvent, LearningProgress
from core.learn.rule_matches import fire_alone
from core.learn.set_placement import changes_for
from core.learn.trial import AdoptionPolicy, Trial, TrialMaterial, run_trial
from core.llm.model import LanguageModel
from core.llm.prompts import PromptBook
from core.store.repositories import VaultPort
from ui.library.viewmodels.ports import (
    ExperienceLine,
    ItemKey,
    Proposals,
    ProposedRule,
    Standing,
    Step,
    Suggestion,
    TrialReport,
    TrialRow,
)

AUTOMATIC, LAST = "learning.automatic", "learning.last"
REASON = "library.distilled"


@dataclass(frozen=True, slots=True)
class _Tried:
    """What a report was about."""

    trials: tuple[Trial, ...]

    @property
    def evidence(self) -> dict[str, float]:
        return {name: value for trial in self.trials for name, value in trial.evidence.items()}


class LearningService:
    """`ui.library.viewmodels.ports.LearningPort`. Experiences and settings from the store's thread; distillation and
    trial from one that may take its time."""

    def __init__(self, vault: VaultPort, library: Library, experiences: Experiences, root: Path) -> None:
        self._vault = vault
        self._library = library
        self._experiences = experiences
        self._root = root
        self._texts: GeneratedTexts | None = None
        self._engine: BuiltinEngine | None = None
        self._writer: LanguageModel | None = None
        self._scorer: LanguageModel | None = None

    def attach(self, engine: BuiltinEngine) -> None:
        """What trials run on."""
        self._engine = engine

    def use_models(self, writer: LanguageModel | None, scorer: LanguageModel | None = None) -> None:
        """From now on `writer` proposes rules beside the built-in distiller, and `scorer` judges its sentences; without
        one, or with one of the writer's own family, every sentence is refused with that reason. The service owns
        neither: what a closed connection does not answer any more is a note of the distillation."""
        self._writer = writer and BorrowedModel(writer)
        self._scorer = scorer and BorrowedModel(scorer)

    # Experiences

    def experiences(self) -> tuple[ExperienceLine, ...]:
        """As the port says. Raises StoreError."""
        groups: dict[tuple[object, ...], list[Experience]] = defaultdict(list)
        for item in self._experiences.find():
            cause = item.cause
            groups[item.domain, cause.type_id, cause.mode, cause.structure, item.language].append(item)
        return tuple(
            ExperienceLine(
                first.domain,
                first.cause.type_id,
                first.cause.mode,
                first.cause.structure,
                first.language,
                len(members),
                max(member.at for member in members),
            )
            for members in groups.values()
            for first in members[:1]
        )

    def is_due(self) -> bool:
        """Whether K experiences came since the last distillation, or a day with something new. Raises StoreError."""
        last = self._last()
        new = len(self._experiences.find(ExperienceFilter(after=last.upto)))
        return due(new, last, datetime.now(UTC), STRICT) is not None

    def _last(self) -> LastRun:
        kept = self._vault.settings.get(LAST)
        if not isinstance(kept, dict) or type(kept.get("upto")) is not int:
            return LastRun()
        return LastRun(kept["upto"], datetime.fromisoformat(str(kept["at"])))

    # Distillation

    def distil(self, progress: Progress, cancel: CancelToken) -> Proposals:
        """As the port says. Raises Cancelled, StoreError, ResourceError, InputError `library.no_engine`."""
        items = self._experiences.find()
        distillery = self._distillery()
        by = distillery.model.model.id if distillery.model is not None else BUILTIN
        found = distillery.distil(items, VaultMaterials(self._vault), _watched(progress), cancel)
        cancel.check()
        now = datetime.now(UTC)
        self._vault.settings.put(LAST, {"upto": found.upto, "at": now.isoformat()}, now)
        return _proposals(found, by)

    def _distillery(self) -> DistillationJob:
        root = self._root
        settings, taxonomy = DistillationSettings.load(root), self._running.taxonomy
        builtin = BuiltinDistiller(settings, STRICT, taxonomy, fire_alone)
        scoring, book = self._generated.scoring(), PromptBook.load(root)
        writer, scorer, reach = self._writer, self._scorer, settings.cues.reach
        return DistillationJob(
            builtin,
            settings,
            ScoreSettings.load(root),
            scoring,
            STRICT,
            model=ModelDistiller(writer, book, taxonomy, STRICT, reach) if writer is not None else None,
            model_scorer=ModelScorer(scorer, book, taxonomy) if scorer is not None else None,
            seed=SEED,
        )

    @property
    def _running(self) -> BuiltinEngine:
        if self._engine is None:
            raise InputError("library.no_engine")
        return self._engine

    @property
    def _generated(self) -> GeneratedTexts:
        if self._texts is None:
            self._texts = GeneratedTexts(self._root, self._running)
        return self._texts

    # Trial

    def trial(self, proposals: Proposals, progress: Progress, cancel: CancelToken) -> TrialReport:
        """As the port says. Raises Cancelled, StoreError, InputError."""
        return self._tried(self._changes(proposals), progress, cancel)

    def trial_of_version(self, key: ItemKey, version: int, progress: Progress, cancel: CancelToken) -> TrialReport:
        """As the port says. Raises Cancelled, StoreError, InputError."""
        body = self._library.body(key.name, key.language, version)
        return self._tried([Change(key.name, key.language, body)], progress, cancel)

    def _tried(self, changes: Sequence[Change], progress: Progress, cancel: CancelToken) -> TrialReport:
        engine = self._running
        current, candidate = self._library.snapshot(), self._library.snapshot(changes=changes)
        kinds = {entry.id: entry.kind for entry in engine.taxonomy}
        parts = (
            (TrialMaterial.GENERATOR, self._generated.held_out(), TrialEngine(engine, whole=False)),
            (TrialMaterial.HISTORY, own_history(self._vault), TrialEngine(engine, whole=True)),
        )
        total, before = sum(len(texts) for _, texts, _ in parts), 0
        trials: list[Trial] = []
        for material, texts, runner in parts:
            watch = _shifted(progress, before, total)
            trials.append(run_trial(material, texts, current, candidate, runner, kinds, STRICT, SEED, watch, cancel))
            before += len(texts)
        return _report(tuple(trials))

    # Adoption

    def adopt(self, proposals: Proposals, report: TrialReport | None, author: str) -> Step:
        """As the port says. Raises InputError, StoreError."""
        evidence = cast("_Tried", report.handle).evidence if report is not None else {}
        return step_of(self._library.adopt(self._changes(proposals), author, REASON, evidence))

    def _changes(self, proposals: Proposals) -> tuple[Change, ...]:
        """Every accepted rule in the item of the set that its experiences belong to."""
        found = cast("Distilled", proposals.handle)
        return changes_for(found.rules, self._experiences.find(), self._library)

    def automatic(self) -> bool:
        """As the port says. Raises StoreError."""
        return self._vault.settings.get(AUTOMATIC) is True

    def set_automatic(self, on: bool) -> None:
        """As the port says. Raises StoreError."""
        self._vault.settings.put(AUTOMATIC, on, datetime.now(UTC))


def _watched(progress: Progress) -> LearningProgress:
    """Steps of a distillation as events that the window knows."""

    def tell(event: LearningEvent) -> None:
        progress(StageEvent(Stage.EXTRACT, StageState.RUNNING, event.done, event.total, f"learn.step.{event.step}"))

    return tell


def _shifted(progress: Progress, before: int, total: int) -> LearningProgress:
    """Texts of one part of a trial as texts of the whole."""

    def tell(event: LearningEvent) -> None:
        message = f"learn.step.{event.step}"
        progress(StageEvent(Stage.EXTRACT, StageState.RUNNING, before + event.done, total, message))

    return tell


def _proposals(found: Distilled, by: str) -> Proposals:
    accepted = tuple(_accepted(item) for item in found.accepted)
    refused = tuple(ProposedRule(item.kind, item.type_id, reason=item.reason.value) for item in found.rejected)
    suggestions = tuple(Suggestion(item.surface, item.type_id, item.times) for item in found.suggestions)
    return Proposals((*accepted, *refused), found.experiences, by, suggestions, found, found.notes)


def _accepted(item: Accepted) -> ProposedRule:
    return ProposedRule(item.rule.kind, item.rule.type_id, item.rule, support=len(item.rule.experiences))


def _report(trials: tuple[Trial, ...]) -> TrialReport:
    """One table of both materials."""
    rows = tuple(
        TrialRow(
            row.measure.value,
            row.n,
            row.before,
            row.after,
            row.lower,
            row.upper,
            row.p,
            Standing(row.standing.value),
            own=trial.material is TrialMaterial.HISTORY,
        )
        for trial in trials
        for row in trial.rows
    )
    by_material = {trial.material: trial.texts for trial in trials}
    return TrialReport(
        rows,
        by_material.get(TrialMaterial.GENERATOR, 0),
        by_material.get(TrialMaterial.HISTORY, 0),
        worse=any(trial.is_worse for trial in trials),
        adoptable=AdoptionPolicy(automatic=True).adopts(trials),
        handle=_Tried(trials),
    )
