"""`bench evaluator`: can the embedded evaluator tell a text that gives a value away from one that does not?

Positives: the value stands in the text (X). Negatives: the dehydrated text D of the same prompt, and X asked about a
value of another person. Each is a lift against the null document. Measured apart by language and type, on prompts of
one split; thresholds are chosen on the calibration split and judged on template families that it never saw.
"""

from __future__ import annotations

import math
import random
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bench.result import Record
from core.domain.errors import Cancelled
from core.domain.events import CancelToken
from core.domain.language import Language
from core.domain.protocol import STRICT
from core.domain.sensitive import SensitiveAttribute
from core.verify.attackers.lift import LiftReader, Reading
from core.verify.attackers.lift_calibration import Calibrated, Calibration
from core.verify.statistics import clopper_pearson

MOST_PER_TYPE = 12
"""Attributes of one type and language that are measured; more would only cost time."""
LEAST_LIFT = math.log(20)
"""Nats: a value that the text makes 20 times as probable (gate.md 4: no false alarm, 98.8 % sensitivity)."""
MARGIN = 1.1
_PLACES = 4


@dataclass(frozen=True, slots=True)
class Treated:
    """One prompt after the built-in engine: X, its D, and S."""

    language: Language
    text: str
    artifact: str
    attributes: tuple[SensitiveAttribute, ...]


@dataclass(frozen=True, slots=True)
class Measured:
    """One attribute. `raw`: lift on X; `dehydrated`: on D; `foreign`: on X, of another person's value."""

    language: Language
    type_id: str
    raw: float | None
    dehydrated: float | None
    foreign: float | None


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds of one prompt with all its attributes, on D and on the null document."""

    language: Language
    characters: int
    attributes: int
    seconds: float


def measure(
    prompts: Iterable[Treated],
    reader: LiftReader,
    seed: int,
    watch: Callable[[int, int], None] = lambda done, total: None,
    cancel: CancelToken | None = None,
) -> tuple[list[Measured], list[Timing]]:
    """Lifts of at most MOST_PER_TYPE attributes of every language and type, in the order of `prompts`.

    `watch`: prompts done, of how many. A stop ends it with what whole prompts have given so far.
    """
    everything = list(prompts)
    pools = _pools(everything)
    rng = random.Random(seed)  # noqa: S311 - repeatable, not secret
    taken: dict[tuple[Language, str], int] = {}
    nulls: dict[tuple[Language, str, str], Reading] = {}
    found: list[Measured] = []
    timings: list[Timing] = []
    for number, prompt in enumerate(everything):
        watch(number, len(everything))
        if cancel is not None and cancel.cancelled:
            break
        chosen = _chosen(prompt, taken)
        if not chosen:
            continue
        others = {item.id: _foreigner(prompt, item, pools, rng) for item in chosen}
        try:
            own, timing = _read(prompt, chosen, others, reader, nulls, cancel)
        except Cancelled:
            break
        found += own
        timings.append(timing)
    return found, timings


def _read(
    prompt: Treated,
    chosen: Sequence[SensitiveAttribute],
    others: Mapping[str, SensitiveAttribute | None],
    reader: LiftReader,
    nulls: dict[tuple[Language, str, str], Reading],
    cancel: CancelToken | None,
) -> tuple[list[Measured], Timing]:
    """One prompt. `others`: whose value stands for a foreign one, by id; `nulls`: readings without a text, kept."""
    language = prompt.language

    def null(items: Sequence[SensitiveAttribute]) -> None:
        fresh = [item for item in items if (language, item.type_id, item.value) not in nulls]
        _remember(nulls, reader.read("", language, fresh, cancel), language, fresh)

    started = time.perf_counter()
    dehydrated = reader.read(prompt.artifact, language, chosen, cancel)
    null(chosen)
    timing = Timing(language, len(prompt.text), len(chosen), time.perf_counter() - started)
    raw = reader.read(prompt.text, language, chosen, cancel)
    strangers = [item for item in others.values() if item is not None]
    foreign = reader.read(prompt.text, language, strangers, cancel)
    null(strangers)
    found: list[Measured] = []
    for item in chosen:
        without = nulls[language, item.type_id, item.value]
        other = others[item.id]
        away = None
        if other is not None:
            away = foreign[other.id].lift(nulls[language, other.type_id, other.value])
        lifts = raw[item.id].lift(without), dehydrated[item.id].lift(without)
        found.append(Measured(language, item.type_id, *lifts, away))
    return found, timing


def _pools(prompts: Sequence[Treated]) -> dict[tuple[Language, str], list[SensitiveAttribute]]:
    pools: dict[tuple[Language, str], list[SensitiveAttribute]] = {}
    for prompt in prompts:
        for item in prompt.attributes:
            pools.setdefault((prompt.language, item.type_id), []).append(item)
    return pools


def _chosen(prompt: Treated, taken: dict[tuple[Language, str], int]) -> list[SensitiveAttribute]:
    """Attributes of types that are not measured often enough yet, and of which no spelling is left in D."""
    chosen: list[SensitiveAttribute] = []
    for item in prompt.attributes:
        key = prompt.language, item.type_id
        gone = not any(surface.casefold() in prompt.artifact.casefold() for surface in (*item.surfaces, item.value))
        if gone and taken.get(key, 0) < MOST_PER_TYPE:
            taken[key] = taken.get(key, 0) + 1
            chosen.append(item)
    return chosen


def _foreigner(
    prompt: Treated,
    item: SensitiveAttribute,
    pools: Mapping[tuple[Language, str], Sequence[SensitiveAttribute]],
    rng: random.Random,
) -> SensitiveAttribute | None:
    text = prompt.text.casefold()
    others = [
        other
        for other in pools[prompt.language, item.type_id]
        if not any(surface.casefold() in text for surface in (*other.surfaces, other.value))
    ]
    return rng.choice(others) if others else None


def _remember(
    nulls: dict[tuple[Language, str, str], Reading],
    readings: Mapping[str, Reading],
    language: Language,
    items: Sequence[SensitiveAttribute],
) -> None:
    for item in items:
        nulls[language, item.type_id, item.value] = readings[item.id]


def calibrate(measured: Sequence[Measured], model: str, prompts: str) -> Calibration:
    """A threshold per language and type, with what it does on the prompts that it was chosen on."""
    types: dict[tuple[Language, str], Calibrated] = {}
    for key, own in _by_type(measured):
        positives, negatives = _sides(own)
        if positives and negatives:
            types[key] = judged(threshold(negatives), positives, negatives)
    return Calibration(model, prompts, types)


def threshold(negatives: Sequence[float]) -> float:
    """A little above the highest negative, because one text has many attributes, each of which could raise a false
    alarm; never below LEAST_LIFT, which a coincidence reaches."""
    return max(LEAST_LIFT, MARGIN * max(negatives))


def judged(limit: float, positives: Sequence[float], negatives: Sequence[float]) -> Calibrated:
    """How a threshold does on measured lifts."""
    return Calibrated(
        round(limit, _PLACES),
        round(sum(value > limit for value in positives) / len(positives), _PLACES),
        round(sum(value > limit for value in negatives) / len(negatives), _PLACES),
        len(positives),
        len(negatives),
        round(auc(positives, negatives), _PLACES),
    )


def auc(positives: Sequence[float], negatives: Sequence[float]) -> float:
    """Chance that a random positive lies above a random negative; ties count half."""
    above = sum((one > other) + (one == other) / 2 for one in positives for other in negatives)
    return above / (len(positives) * len(negatives))


def summary(measured: Sequence[Measured], calibration: Calibration, timings: Sequence[Timing]) -> Record:
    """Per language: what the shipped calibration does on these prompts, over the types it counts and over all."""
    found: Record = {}
    for language in Language:
        own = [item for item in measured if item.language is language]
        counted = [item for item in own if calibration.threshold(language, item.type_id) is not None]
        times = [item for item in timings if item.language is language]
        found[language.value] = {
            "attributes": len(own),
            "types": len({item.type_id for item in own}),
            "types_counted": len({item.type_id for item in counted}),
            "auc_all": _auc_of(own),
            "auc_counted": _auc_of(counted),
            **_rates(counted, calibration),
            "not_scored": sum(item.raw is None for item in own),
            "seconds_per_prompt": round(statistics.fmean(item.seconds for item in times), _PLACES) if times else None,
            "attributes_per_prompt": round(statistics.fmean(item.attributes for item in times), 2) if times else None,
        }
    return found


def rows(measured: Sequence[Measured], calibration: Calibration) -> Iterator[Record]:
    """One row per language and type: measured here, beside what the calibration says."""
    for (language, type_id), own in _by_type(measured):
        positives, negatives = _sides(own)
        known = calibration.types.get((language, type_id))
        row: Record = {
            "lang": language.value,
            "type": type_id,
            "counted": known is not None and known.counts,
            "positives": len(positives),
            "negatives": len(negatives),
            "auc": round(auc(positives, negatives), _PLACES) if positives and negatives else None,
            "threshold": known.threshold if known else None,
        }
        if known is not None and positives and negatives:
            here = judged(known.threshold, positives, negatives)
            row |= {"sensitivity": here.sensitivity, "false_alarm": here.false_alarm}
        yield row


def _rates(counted: Sequence[Measured], calibration: Calibration) -> Record:
    """Sensitivity on X and false alarms on D and on foreign values, each with its interval."""
    limits = {(item.language, item.type_id): calibration.threshold(item.language, item.type_id) for item in counted}

    def rate(values: Iterable[tuple[Measured, float | None]]) -> Record:
        kept = [(limits[item.language, item.type_id], value) for item, value in values if value is not None]
        hits, n = sum(limit is not None and value > limit for limit, value in kept), len(kept)
        interval = clopper_pearson(hits, n, STRICT.confidence)
        return {
            "rate": round(hits / n, _PLACES) if n else None,
            "lower": round(interval.lower, _PLACES),
            "upper": round(interval.upper, _PLACES),
            "n": n,
        }

    return {
        "sensitivity": rate((item, item.raw) for item in counted),
        "false_alarm_dehydrated": rate((item, item.dehydrated) for item in counted),
        "false_alarm_foreign": rate((item, item.foreign) for item in counted),
    }


def _auc_of(own: Sequence[Measured]) -> float | None:
    positives, negatives = _sides(own)
    return round(auc(positives, negatives), _PLACES) if positives and negatives else None


def _sides(own: Sequence[Measured]) -> tuple[list[float], list[float]]:
    positives = [item.raw for item in own if item.raw is not None]
    negatives = [value for item in own for value in (item.dehydrated, item.foreign) if value is not None]
    return positives, negatives


def _by_type(measured: Sequence[Measured]) -> Iterator[tuple[tuple[Language, str], list[Measured]]]:
    keys = sorted({(item.language, item.type_id) for item in measured})
    for key in keys:
        yield key, [item for item in measured if (item.language, item.type_id) == key]


def as_toml(calibration: Calibration, split: str, seed: int) -> str:
    """The file that ships, with its origin."""
    lines = [
        "# Written by `drsl bench evaluator --calibrate`; do not edit. See README.md beside this file.",
        f'model = "{calibration.model}"',
        f'prompts = "{calibration.prompts}"',
        f'split = "{split}"',
        f"seed = {seed}",
    ]
    for (language, type_id), item in sorted(calibration.types.items()):
        lines += [
            "",
            f"[types.{language.value}.{type_id}]",
            f"threshold = {item.threshold}",
            f"sensitivity = {item.sensitivity}",
            f"false_alarm = {item.false_alarm}",
            f"positives = {item.positives}",
            f"negatives = {item.negatives}",
            f"auc = {item.auc}",
        ]
    return "\n".join(lines) + "\n"
