"""Trial before adoption: a candidate version against the current one, on the same texts (paper 6.9, T13 and T17).

Both run on the generator's held-out split and on the person's own history, locally. What comes out is one row per
measure with its interval and the chance of such a difference without any effect; a person reads it and decides.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from core.assure.permutation import PairedDifference, compare_paired
from core.domain.events import CancelToken
from core.domain.language import Language
from core.domain.learning import LearnedSnapshot
from core.domain.protocol import Protocol
from core.domain.taxonomy import Domain, Kind
from core.learn.materials import MarkedSpan
from core.learn.progress import LearningEvent, LearningProgress, LearningStep, ignore_learning_progress

SIGNIFICANT = 0.05
"""The pre-registered criterion of the paper (T17)."""
NOISE = 1e-9


class Measure(StrEnum):
    """What is compared. OVER_EXTRACTION: |F| / |G|, spans found per span that somebody marked; FALSE_ALARMS: spans
    per text that touch nothing marked. LEAKAGE: of the system against everything marked (paper T17, P23): mean
    advantage of the worst attacker level for what was found, 1 for what was not. ROUNDS: of the loop. CALLS: questions
    to language models. PASS: share of texts that passed."""

    RECALL = "recall"
    RECALL_EXPLICIT = "recall_explicit"
    RECALL_QUASI = "recall_quasi"
    OVER_EXTRACTION = "over_extraction"
    FALSE_ALARMS = "false_alarms"
    LEAKAGE = "leakage"
    UTILITY = "utility"
    ROUNDS = "rounds"
    CALLS = "calls"
    PASS = "pass"

    @property
    def more_is_better(self) -> bool:
        return self in _MORE


_MORE = frozenset({Measure.RECALL, Measure.RECALL_EXPLICIT, Measure.RECALL_QUASI, Measure.UTILITY, Measure.PASS})
_JUDGED_BY_ALARMS = frozenset({Measure.OVER_EXTRACTION})
"""Finding more raises |F|, rightly or wrongly: only the false alarms say which, so their standing is its standing."""


class Standing(StrEnum):
    """What a row says. BETTER and WORSE are proven at SIGNIFICANT, LIKELY_* are differences that chance may explain."""

    BETTER = "better"
    LIKELY_BETTER = "likely_better"
    SAME = "same"
    LIKELY_WORSE = "likely_worse"
    WORSE = "worse"


class TrialMaterial(StrEnum):
    """Where the texts come from."""

    GENERATOR = "generator"
    HISTORY = "history"


@dataclass(frozen=True, slots=True)
class TrialText:
    """A text to run both versions on. `spans`: everything sensitive in it, as the generator knows or a person left it
    standing. `explicit`: types that point to a person by themselves."""

    text: str
    language: Language
    domain: Domain | None
    spans: tuple[MarkedSpan, ...]
    task: str = ""


@dataclass(frozen=True, slots=True)
class TrialRun:
    """What one version did with one text. The measures of the loop are None where it was not run."""

    found: tuple[MarkedSpan, ...]
    leakage: float | None = None
    utility: float | None = None
    rounds: int | None = None
    calls: int | None = None
    passed: bool | None = None


Runner = Callable[[LearnedSnapshot, TrialText, CancelToken], TrialRun]
"""Runs one text under one version, by the same code as the product. Raises Cancelled, KnownError."""


@dataclass(frozen=True, slots=True)
class TrialRow:
    """One measure. `before`, `after`: means over `n` texts that have it under both versions; the interval is of the
    difference. `p`: two-sided; `p_better`: one-sided, for the claim that the candidate is better."""

    measure: Measure
    n: int
    before: float
    after: float
    difference: float
    lower: float
    upper: float
    p: float
    p_better: float
    standing: Standing


@dataclass(frozen=True, slots=True)
class Trial:
    """A comparison as it stands, for a person to read. `current`, `candidate`: digests of the two versions."""

    material: TrialMaterial
    current: str
    candidate: str
    texts: int
    seed: int
    rows: tuple[TrialRow, ...]

    def row(self, measure: Measure) -> TrialRow | None:
        """The row of a measure, None where nothing could be compared."""
        return next((row for row in self.rows if row.measure is measure), None)

    @property
    def is_worse(self) -> bool:
        """Any measure worse than before, proven or not."""
        return any(row.standing in (Standing.WORSE, Standing.LIKELY_WORSE) for row in self.rows)

    @property
    def is_better(self) -> bool:
        """Nothing worse, and something proven better."""
        return not self.is_worse and any(row.standing is Standing.BETTER for row in self.rows)

    @property
    def evidence(self) -> dict[str, float]:
        """Numbers for the library: `<material>.<measure>.<what>`."""
        found: dict[str, float] = {f"{self.material}.texts": float(self.texts)}
        for row in self.rows:
            name = f"{self.material}.{row.measure}"
            found |= {f"{name}.before": row.before, f"{name}.after": row.after, f"{name}.p": row.p}
        return found


def run_trial(
    material: TrialMaterial,
    texts: Sequence[TrialText],
    current: LearnedSnapshot,
    candidate: LearnedSnapshot,
    runner: Runner,
    kinds: Mapping[str, Kind],
    protocol: Protocol,
    seed: int,
    progress: LearningProgress = ignore_learning_progress,
    cancel: CancelToken | None = None,
) -> Trial:
    """Every text under both versions. `kinds`: type id -> explicit or quasi. Raises Cancelled, and what `runner`
    raises: a trial with missing texts is no trial."""
    token = cancel or CancelToken()
    pairs: list[tuple[Mapping[Measure, float], Mapping[Measure, float]]] = []
    marked = statistics.fmean(len(text.spans) for text in texts) if texts else 0.0
    for number, text in enumerate(texts):
        progress(LearningEvent(LearningStep.TRY, number, len(texts)))
        token.check()
        before, after = (
            measured(text, runner(version, text, token), marked, kinds) for version in (current, candidate)
        )
        pairs.append((before, after))
    progress(LearningEvent(LearningStep.TRY, len(texts), len(texts)))
    rows = _judged_by_alarms(row for measure in Measure if (row := _row(measure, pairs, protocol, seed)) is not None)
    return Trial(material, current.digest, candidate.digest, len(texts), seed, rows)


def measured(text: TrialText, run: TrialRun, marked: float, kinds: Mapping[str, Kind]) -> dict[Measure, float]:
    """Every measure that one run has. `marked`: mean number of marked spans per text, the denominator of |F| / |G|."""
    right = sum(any(_touch(found, span) for span in text.spans) for found in run.found)
    values = {Measure.FALSE_ALARMS: float(len(run.found) - right)}
    if marked:
        values[Measure.OVER_EXTRACTION] = len(run.found) / marked
    covered = [(span, _covered(text.text, span, run.found)) for span in text.spans]
    for measure, kind in (
        (Measure.RECALL, None),
        (Measure.RECALL_EXPLICIT, Kind.EXPLICIT),
        (Measure.RECALL_QUASI, Kind.QUASI),
    ):
        own = [hit for span, hit in covered if kind is None or kinds.get(span.type_id) is kind]
        if own:
            values[measure] = sum(own) / len(own)
    missed = sum(not hit for _, hit in covered)
    leakage = run.leakage
    if leakage is not None and covered:
        leakage = (missed + (len(covered) - missed) * leakage) / len(covered)
    further = {
        Measure.LEAKAGE: leakage,
        Measure.UTILITY: run.utility,
        Measure.ROUNDS: run.rounds,
        Measure.CALLS: run.calls,
        Measure.PASS: run.passed,
    }
    return values | {measure: float(value) for measure, value in further.items() if value is not None}


def _touch(one: MarkedSpan, other: MarkedSpan) -> bool:
    return one.start < other.end and other.start < one.end


def _covered(text: str, span: MarkedSpan, found: Sequence[MarkedSpan]) -> bool:
    """Every letter and digit of the span is inside something that was found."""
    return all(
        any(item.start <= place < item.end for item in found)
        for place in range(span.start, span.end)
        if text[place].isalnum()
    )


def _row(
    measure: Measure,
    pairs: Sequence[tuple[Mapping[Measure, float], Mapping[Measure, float]]],
    protocol: Protocol,
    seed: int,
) -> TrialRow | None:
    both = [(old[measure], new[measure]) for old, new in pairs if measure in old and measure in new]
    if not both:
        return None
    before, after = [old for old, _ in both], [new for _, new in both]
    found = compare_paired(before, after, protocol.confidence, seed)
    return TrialRow(
        measure=measure,
        n=found.n,
        before=statistics.fmean(before),
        after=statistics.fmean(after),
        difference=found.mean,
        lower=found.lower,
        upper=found.upper,
        p=found.p_two_sided,
        p_better=found.p_greater if measure.more_is_better else found.p_less,
        standing=_standing(measure, found),
    )


def _judged_by_alarms(rows: Iterable[TrialRow]) -> tuple[TrialRow, ...]:
    found = tuple(rows)
    alarms = next((row.standing for row in found if row.measure is Measure.FALSE_ALARMS), Standing.SAME)
    return tuple(replace(row, standing=alarms) if row.measure in _JUDGED_BY_ALARMS else row for row in found)


def _standing(measure: Measure, found: PairedDifference) -> Standing:
    gain = found.mean if measure.more_is_better else -found.mean
    if abs(gain) <= NOISE:
        return Standing.SAME
    proven = found.p_two_sided < SIGNIFICANT
    if gain > 0:
        return Standing.BETTER if proven else Standing.LIKELY_BETTER
    return Standing.WORSE if proven else Standing.LIKELY_WORSE


@dataclass(frozen=True, slots=True)
class AdoptionPolicy:
    """Whether a candidate may be adopted without a person. Off unless somebody turns it on."""

    automatic: bool = False

    def adopts(self, trials: Sequence[Trial]) -> bool:
        """Only when it is on, every trial that was run is no worse in anything, and one is proven better."""
        ran = [trial for trial in trials if trial.texts]
        return (
            self.automatic
            and bool(ran)
            and not any(trial.is_worse for trial in ran)
            and any(trial.is_better for trial in ran)
        )


@dataclass(frozen=True, slots=True)
class Sentence:
    """A message key with what is filled in; the same facts in every language. Texts are keys themselves."""

    key: str
    details: Mapping[str, str | int | float]


def sentence(row: TrialRow) -> Sentence:
    """What a row says in plain words: "finds 1.5 points more, p = .06: not proven"."""
    shares = Measure.RECALL, Measure.RECALL_EXPLICIT, Measure.RECALL_QUASI, Measure.PASS
    scale = 100 if row.measure in shares else 1
    direction = "same" if row.standing is Standing.SAME else ("more" if row.difference > 0 else "less")
    proven = row.standing in (Standing.BETTER, Standing.WORSE)
    suffix = "" if direction == "same" else (".proven" if proven else ".unproven")
    return Sentence(
        f"learn.trial.{row.measure}.{direction}{suffix}",
        {"change": round(abs(row.difference) * scale, 2), "p": f"{row.p:.3f}", "n": row.n},
    )
