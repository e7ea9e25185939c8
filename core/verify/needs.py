"""Utility read off D: whether each value that the answer needs is told, coarse, restorable or lost (DESIGN 5.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from core.dehydrate.generalization import Generalization
from core.domain.artifact import EXACT_LEVEL, Artifact
from core.domain.disclosure import Task
from core.domain.evidence import Metric, UtilityEstimate, UtilityItem
from core.domain.protocol import Protocol
from core.domain.sensitive import SensitiveAttribute, SensitiveSet
from core.verify.statistics import bootstrap_mean

TOO_FEW = "needs.too_few"
BOOTSTRAP_DRAWS = 400
BOOTSTRAP_SEED = 0


class Standing(StrEnum):
    """What D says of a needed value. RESTORABLE: hidden, and put back into the answer by itself."""

    TOLD = "needs.told"
    COARSE = "needs.coarse"
    RESTORABLE = "needs.restorable"
    LOST = "needs.lost"


@dataclass(frozen=True, slots=True)
class Need:
    """One needed value and how it stands."""

    attribute_id: str
    standing: Standing


def needs(sensitive: SensitiveSet, artifact: Artifact, tops: Mapping[str, int], task: Task) -> tuple[Need, ...]:
    """Every value that the answer needs, in the order of S. `tops`: level at which nothing is told.

    In a text that a person edited, a value without its replacement is lost. A text that is only reworked needs all
    that is hidden in it, and all of it comes back.
    """
    survivors = {item.attribute_id for item in artifact.replacements}
    found = []
    for attribute in sensitive.attributes:
        if attribute.task_relevant or task is Task.REWORK:
            lost = artifact.edited and attribute.id not in survivors | artifact.told
            found.append(Need(attribute.id, _standing(attribute, artifact, tops, task, lost=lost)))
    return tuple(found)


def _standing(
    attribute: SensitiveAttribute, artifact: Artifact, tops: Mapping[str, int], task: Task, *, lost: bool
) -> Standing:
    level = artifact.levels.get(attribute.id, tops[attribute.id])
    if lost:
        return Standing.LOST
    if level == EXACT_LEVEL:
        return Standing.TOLD
    if task is Task.REWORK:
        return Standing.RESTORABLE
    return Standing.COARSE if level < tops[attribute.id] else Standing.LOST


def measure(
    sensitive: SensitiveSet,
    artifact: Artifact,
    generalizations: Mapping[str, tuple[Generalization, ...]],
    task: Task,
    protocol: Protocol,
) -> UtilityEstimate:
    """U as the mean standing of the needs: told and restorable count 1, lost as "cannot determine", coarse halfway.

    `computed` False with fewer than `protocol.least_needs` needs: then nothing can be said.
    """
    worth = {
        Standing.TOLD: 1.0,
        Standing.RESTORABLE: 1.0,
        Standing.COARSE: (1.0 + protocol.cannot_determine) / 2,
        Standing.LOST: protocol.cannot_determine,
    }
    tops = {key: len(ladder) - 1 for key, ladder in generalizations.items()}
    items = tuple(
        UtilityItem(need.standing.value, worth[need.standing], need.attribute_id)
        for need in needs(sensitive, artifact, tops, task)
    )
    values = [item.agreement for item in items]
    if len(values) < protocol.least_needs:
        return UtilityEstimate(Metric.NEEDS, 0.0, 0.0, 0.0, items, computed=False, notes=(TOO_FEW,))
    mean = sum(values) / len(values)
    interval = bootstrap_mean(values, protocol.confidence, BOOTSTRAP_SEED, BOOTSTRAP_DRAWS)
    return UtilityEstimate(Metric.NEEDS, mean, min(mean, interval.lower), max(mean, interval.upper), items)
