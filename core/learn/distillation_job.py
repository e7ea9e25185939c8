"""One distillation as a job: read, distil, check, score; visible, and stopped without a trace at any time (paper 4.2).

It changes nothing. What it accepts is offered to a person beside a trial; only `Library.adopt` makes a version of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from core.domain.errors import InputError, ModelServerError
from core.domain.events import CancelToken
from core.domain.learning import Action, Experience, Rule, RuleKind
from core.domain.protocol import Protocol
from core.learn.distillation import (
    Aggregate,
    BuiltinDistiller,
    DistillationSettings,
    NeverHideSuggestion,
    aggregates,
)
from core.learn.genscore import BuiltinScorer, GenScore, ScoreSettings, ScoringMaterial, held_apart
from core.learn.materials import LocatedExperience, Materials, located_experiences, sources
from core.learn.memorization import MemorizationCheck, RejectionReason
from core.learn.model_distiller import ModelDistiller
from core.learn.model_scorer import ModelScorer, independent
from core.learn.progress import LearningEvent, LearningProgress, LearningStep, ignore_learning_progress
from core.learn.rule_matches import Fire, fire_alone

DAY = timedelta(days=1)
BUILTIN = "builtin"


class DueReason(StrEnum):
    """Why a distillation is due."""

    ENOUGH = "enough"
    DAILY = "daily"


@dataclass(frozen=True, slots=True)
class LastRun:
    """The last distillation: the highest number it saw, and when. None of either before the first."""

    upto: int = 0
    at: datetime | None = None


def due(total_since: int, last: LastRun, now: datetime, protocol: Protocol) -> DueReason | None:
    """Whether it is time: K new experiences, or a day since the last one with something new. `total_since`:
    experiences with a number above `last.upto`."""
    if total_since >= protocol.distil_every:
        return DueReason.ENOUGH
    if total_since and last.at is not None and now - last.at >= DAY:
        return DueReason.DAILY
    return None


@dataclass(frozen=True, slots=True)
class Accepted:
    """A rule that may be tried. `by`: the distiller; `score`: its GenScore."""

    rule: Rule
    by: str
    score: GenScore


@dataclass(frozen=True, slots=True)
class Rejected:
    """A rule that is never adopted. `reason` is a message key. The words of a rule that said a value are gone: only
    its kind and type are kept, so that no list of rejections says what the check stopped."""

    kind: RuleKind
    type_id: str
    by: str
    reason: RejectionReason
    score: GenScore | None = None


@dataclass(frozen=True, slots=True)
class Distilled:
    """The result of one job. `experiences`: how many were read; `gone`: how many had no material any more; `upto`: the
    highest number. `notes`: message keys, such as why no model took part."""

    accepted: tuple[Accepted, ...]
    rejected: tuple[Rejected, ...]
    suggestions: tuple[NeverHideSuggestion, ...]
    table: tuple[Aggregate, ...]
    experiences: int
    gone: int
    upto: int
    notes: tuple[str, ...] = ()

    @property
    def rules(self) -> tuple[Rule, ...]:
        return tuple(item.rule for item in self.accepted)


@dataclass(frozen=True, slots=True)
class DistillationJob:
    """What a distillation needs beside experiences. `scoring`: labelled and harmless texts that nobody's experiences
    come from. `model`: writes rules too; `model_scorer`: judges what it wrote, None: nothing it writes as a sentence
    can be accepted."""

    builtin: BuiltinDistiller
    settings: DistillationSettings
    score_settings: ScoreSettings
    scoring: ScoringMaterial
    protocol: Protocol
    model: ModelDistiller | None = None
    model_scorer: ModelScorer | None = None
    fire: Fire = field(default=fire_alone)
    seed: int = 0

    def distil(
        self,
        experiences: Sequence[Experience],
        materials: Materials,
        progress: LearningProgress = ignore_learning_progress,
        cancel: CancelToken | None = None,
    ) -> Distilled:
        """Raises Cancelled, StoreError from `materials`."""
        token = cancel or CancelToken()
        progress(LearningEvent(LearningStep.READ, 0, len(experiences)))
        seen = located_experiences(experiences, materials)
        token.check()
        progress(LearningEvent(LearningStep.READ, len(seen), len(experiences)))
        check = MemorizationCheck(sources(seen, self.settings.names), self.protocol, self.settings.common)
        aside = self._aside(seen)
        table = aggregates(seen, self.settings.cues, self.protocol)
        proposed: list[tuple[Rule, str]] = []
        progress(LearningEvent(LearningStep.DISTIL))
        kept = [item for item in seen if item not in aside]
        found = self.builtin.propose(kept, lambda words: check.fault_in(words) is None, token)
        proposed += ((rule, BUILTIN) for rule in found.rules)
        further, notes = self._by_model(table, token)
        proposed += further
        mended = tuple(item.experience for item in aside)
        accepted, rejected = self._judged(proposed, check, mended, progress, token)
        return Distilled(
            accepted=tuple(accepted),
            rejected=tuple(rejected),
            suggestions=found.suggestions,
            table=table,
            experiences=len(experiences),
            gone=len(experiences) - len(seen),
            upto=max((item.number for item in experiences), default=0),
            notes=notes,
        )

    def _by_model(
        self, table: Sequence[Aggregate], token: CancelToken
    ) -> tuple[list[tuple[Rule, str]], tuple[str, ...]]:
        """The model's rules; a model that gives no usable answer takes nothing from what was distilled without it."""
        if self.model is None:
            return [], ()
        try:
            found = self.model.propose(table, token).rules
        except ModelServerError as error:
            return [], (error.code,)
        return [(rule, self.model.name) for rule in found], ()

    def _aside(self, seen: Sequence[LocatedExperience]) -> tuple[LocatedExperience, ...]:
        """Mended strengthenings of some materials, which starting levels are held against and not distilled from."""
        mended = [item for item in seen if item.experience.action is Action.STRENGTHENED]
        chosen = held_apart((item.source for item in mended), self.score_settings.aside, self.seed)
        return tuple(item for item in mended if item.source in chosen)

    def _judged(
        self,
        proposed: Sequence[tuple[Rule, str]],
        check: MemorizationCheck,
        mended: Sequence[Experience],
        progress: LearningProgress,
        token: CancelToken,
    ) -> tuple[list[Accepted], list[Rejected]]:
        material = ScoringMaterial(self.scoring.labelled, self.scoring.harmless, (*self.scoring.mended, *mended))
        scorer = BuiltinScorer(self.score_settings, material, self.fire, self.seed)
        accepted: dict[str, Accepted] = {}
        rejected: list[Rejected] = []
        clean: list[tuple[Rule, str]] = []
        for number, (rule, by) in enumerate(proposed):
            token.check()
            progress(LearningEvent(LearningStep.CHECK, number, len(proposed)))
            reason = faulty(rule, check)
            if reason is None:
                clean.append((rule, by))
            else:
                rejected.append(Rejected(rule.kind, rule.type_id, by, reason))
        for number, (rule, by) in enumerate(clean):
            token.check()
            progress(LearningEvent(LearningStep.SCORE, number, len(clean)))
            score, reason = self._scored(rule, by, scorer, token)
            if reason is not None:
                rejected.append(Rejected(rule.kind, rule.type_id, by, reason, score))
            elif score is not None:
                accepted.setdefault(rule.id, Accepted(rule, by, score))
        progress(LearningEvent(LearningStep.SCORE, len(clean), len(clean)))
        return list(accepted.values()), rejected

    def _scored(
        self, rule: Rule, by: str, scorer: BuiltinScorer, token: CancelToken
    ) -> tuple[GenScore | None, RejectionReason | None]:
        """The independent score, and why it does not do. What can be measured is measured; a model judges the rest."""
        score = scorer.score(rule, token)
        if score.score is None and rule.kind is RuleKind.INSTRUCTION:
            if self.model_scorer is None:
                return score, RejectionReason.NO_SCORER
            writer = self.model.model if self.model is not None and by == self.model.name else None
            if not independent(writer, self.model_scorer.model):
                return score, RejectionReason.SAME_MODEL
            score = self.model_scorer.score(rule, token)
        if score.score is None:
            return score, RejectionReason.NO_SCORER
        if score.alarms is not None and score.alarms > self.score_settings.alarms:
            return score, RejectionReason.FALSE_ALARMS
        return score, None if score.score >= self.protocol.genscore else RejectionReason.GENSCORE


def faulty(rule: Rule, check: MemorizationCheck) -> RejectionReason | None:
    """The memorisation check of one rule; a rule that cannot be read is at fault too."""
    try:
        return check.fault(rule)
    except InputError:
        return RejectionReason.MALFORMED


def tally(rejected: Sequence[Rejected]) -> Mapping[str, int]:
    """How many rules each reason stopped."""
    counted: dict[str, int] = {}
    for item in rejected:
        counted[item.reason.value] = counted.get(item.reason.value, 0) + 1
    return counted
