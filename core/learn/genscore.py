"""GenScore: how far a rule holds beyond its own materials, by a scorer that had no part in making it (paper 4.3).

The built-in scorer measures. A CUE rule is run on labelled texts and harmless ones that no rule was distilled from:
its score is the product of the share of places it should find and finds, and the share of what it finds that is right;
a rule that fires in harmless texts scores 0. A START_LEVEL rule is held against mended strengthenings that it was not
distilled from. An INSTRUCTION cannot be measured without a model: `core.learn.model_scorer`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from typing import Protocol as TypingProtocol

from core.domain.errors import ResourceError
from core.domain.events import CancelToken
from core.domain.language import Language
from core.domain.learning import Experience, Rule, RuleKind
from core.learn.cues import FOLDER
from core.learn.materials import MarkedSpan
from core.learn.rule_matches import Fire, LabelledText, fired_on
from core.resources import read_toml
from core.text.shapes import RunClass, Sign, parse

BUILTIN_SCORER = "builtin"


@dataclass(frozen=True, slots=True)
class GenScore:
    """`score` in [0, 1], None: this scorer cannot judge such a rule. The parts are None where they do not apply.

    `recall`: of `places` that it should have found; `planted`: there were too few in labelled texts, so the places
    were made. `precision`: of what it found in labelled texts, 1 where it found nothing there. `alarms`: share of
    harmless texts it fired in. `scorer`: who judged.
    """

    score: float | None
    scorer: str
    recall: float | None = None
    places: int = 0
    planted: bool = False
    precision: float | None = None
    alarms: float | None = None


class Scorer(TypingProtocol):
    """Judges one rule. Raises Cancelled."""

    def score(self, rule: Rule, cancel: CancelToken | None = None) -> GenScore: ...


@dataclass(frozen=True, slots=True)
class ScoreSettings:
    """`[score]` of `resources/learn/distillation.toml`: see there."""

    alarms: float
    least: int
    planted: int
    frames: Mapping[Language, tuple[str, ...]]
    frames_after: Mapping[Language, tuple[str, ...]]
    alphabets: Mapping[RunClass, str]
    aside: float

    @classmethod
    def load(cls, root: Path) -> ScoreSettings:
        """Raises ResourceError."""
        path = root / FOLDER / "distillation.toml"
        table: dict[str, Any] = read_toml(path)
        try:
            own = table["score"]
            before, after = (
                {language: tuple(own[name][language.value]) for language in Language}
                for name in ("frames", "frames_after")
            )
            alphabets = {kind: str(own["alphabets"][kind.name.lower()]) for kind in RunClass}
            counts = int(own["least"]), int(own["planted"])
            return cls(float(own["alarms"]), *counts, before, after, alphabets, float(own["aside"]))
        except (KeyError, ValueError, TypeError) as error:
            raise ResourceError("resource.malformed", details={"file": path.name}) from error


@dataclass(frozen=True, slots=True)
class ScoringMaterial:
    """What the built-in scorer measures on; none of it may be material that rules were distilled from. `labelled`:
    everything sensitive is marked. `harmless`: nothing is. `mended`: strengthenings kept aside."""

    labelled: tuple[LabelledText, ...]
    harmless: tuple[LabelledText, ...]
    mended: tuple[Experience, ...] = ()


class BuiltinScorer:
    """Deterministic; reads nothing but what it was given."""

    def __init__(self, settings: ScoreSettings, material: ScoringMaterial, fire: Fire, seed: int = 0) -> None:
        self._settings = settings
        self._material = material
        self._fire = fire
        self._seed = seed

    def score(self, rule: Rule, cancel: CancelToken | None = None) -> GenScore:
        """See the module. Raises Cancelled."""
        if cancel is not None:
            cancel.check()
        if rule.kind is RuleKind.CUE:
            return self._cue(rule)
        return self._level(rule) if rule.kind is RuleKind.START_LEVEL else GenScore(None, BUILTIN_SCORER)

    def _cue(self, rule: Rule) -> GenScore:
        there = list(self._places(rule))
        planted = len(there) < self._settings.least
        if planted:
            there = list(self._planted(rule))
        found = sum(
            any(start <= span.start and span.end <= end for start, end in self._fire(rule, item.text, item.language))
            for item, span in there
        )
        recall = found / len(there) if there else 0.0
        measured = fired_on(rule, self._material.labelled, self._fire)
        precision = 1.0 if measured.precision is None else measured.precision
        harmless = fired_on(rule, self._material.harmless, self._fire)
        alarms = harmless.touched / harmless.texts if harmless.texts else 0.0
        quiet = 1.0 if alarms <= self._settings.alarms else 0.0
        return GenScore(recall * precision * quiet, BUILTIN_SCORER, recall, len(there), planted, precision, alarms)

    def _places(self, rule: Rule) -> Iterator[tuple[LabelledText, MarkedSpan]]:
        """Values of the rule's type and shape in labelled texts that stand beside one of its cues."""
        shape = parse(rule.shape)
        for item in self._material.labelled:
            if item.language is not rule.language:
                continue
            lower = item.text.lower()
            for span in item.spans:
                if span.type_id != rule.type_id or not shape.matches(item.text[span.start : span.end]):
                    continue
                beside = lower[span.end : span.end + rule.reach] if rule.after else lower[: span.start][-rule.reach :]
                if any(cue in beside for cue in rule.cues):
                    yield item, span

    def _planted(self, rule: Rule) -> Iterator[tuple[LabelledText, MarkedSpan]]:
        """Values of the rule's shape beside its cues, in sentences of our own."""
        rng = random.Random(f"{self._seed}/{rule.id}")  # noqa: S311 - repeatable, not secret
        frames = (self._settings.frames_after if rule.after else self._settings.frames)[rule.language]
        for number in range(self._settings.planted):
            value = value_of(rule.shape, self._settings.alphabets, rng)
            cue = rule.cues[number % len(rule.cues)]
            head, _, tail = frames[number % len(frames)].replace("{cue}", cue).partition("{value}")
            span = MarkedSpan(len(head), len(head) + len(value), rule.type_id)
            yield LabelledText(head + value + tail, rule.language, (span,)), span

    def _level(self, rule: Rule) -> GenScore:
        """The share of strengthenings elsewhere that ended at the level or above: a start there overshoots in none of
        them. Without any the rule stands on what it came from and is not judged."""
        own = set(rule.experiences)
        levels = [
            item.level
            for item in self._material.mended
            if item.number not in own
            and item.level is not None
            and (item.cause.type_id, item.domain, item.language) == (rule.type_id, rule.domain, rule.language)
        ]
        if not levels or rule.level is None:
            return GenScore(None, BUILTIN_SCORER)
        share = sum(level >= rule.level for level in levels) / len(levels)
        return GenScore(share, BUILTIN_SCORER, share, len(levels))


def value_of(notation: str, alphabets: Mapping[RunClass, str], rng: random.Random) -> str:
    """A value of the shape, drawn evenly."""
    parts: list[str] = []
    for part in parse(notation).parts:
        if isinstance(part, Sign):
            parts.append(part.char)
        else:
            parts.append("".join(rng.choices(alphabets[part.kind], k=rng.randint(part.least, part.most))))
    return "".join(parts)


def held_apart(sources: Iterable[str], share: float, seed: int) -> frozenset[str]:
    """`share` of the sources (rounded down), kept aside for the scorer; the same for the same sources and seed."""
    ordered = sorted(set(sources))
    random.Random(seed).shuffle(ordered)  # noqa: S311 - repeatable, not secret
    return frozenset(ordered[: int(len(ordered) * share)])
