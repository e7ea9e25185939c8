"""Fictional measurements for widget tests."""

from __future__ import annotations

from sample_set import sample

from core.dehydrate.generalization import Generalization
from core.domain.evidence import (
    AttackerLevel,
    AttributeLeakage,
    CombinationCount,
    Evidence,
    LeakageEstimate,
    Metric,
    RestorationScore,
    UtilityEstimate,
    UtilityItem,
)
from core.domain.language import Language
from core.domain.taxonomy import Taxonomy
from ui.compose.views.sensitive_model import SensitiveRow
from ui.shared.wording.spans import SpanStatus


def estimate(level: AttackerLevel, mean: float, upper: float, n: int = 0, hits: int = 0) -> LeakageEstimate:
    lower = max(0.0, 2 * mean - upper)
    word = AttributeLeakage("a1", mean, 0.0, "reader", hits, n, lower if n else None, upper if n else None)
    return LeakageEstimate(level, ("reader",), (word,))


def evidence(*, certified: bool = True, k: float | None = 1240.0, flags: tuple[str, ...] = ()) -> Evidence:
    before = {
        level: estimate(level, 0.8 + 0.05 * level.rank, 0.9 + 0.02 * level.rank, 78, 60) for level in AttackerLevel
    }
    after = {
        AttackerLevel.A0: estimate(AttackerLevel.A0, 0.0, 0.0),
        AttackerLevel.A2: estimate(AttackerLevel.A2, 0.0, 0.046, 78, 0),
        AttackerLevel.A3: estimate(AttackerLevel.A3, 0.12, 0.2, 78, 9),
    }
    combinations = () if k is None else (CombinationCount(("a1", "a2"), k, ("age", "region"), "synthetic"),)
    utility = UtilityEstimate(Metric.STRUCTURED_PROXY, 0.83, 0.7, 0.9, (UtilityItem("?", 0.8),))
    return Evidence(
        after,
        before,
        utility,
        RestorationScore(0.6),
        combinations,
        None,
        certified,
        (),
        {"witness_epsilon": 3.2},
        flags,
    )


def ladder(*labels: str) -> tuple[Generalization, ...]:
    top = len(labels) - 1
    return tuple(
        Generalization(level, "" if level == top else f"n{level}", label, 0.5, 0.1, 1.0)
        for level, label in enumerate(labels)
    )


def rows(taxonomy: Taxonomy, language: Language) -> list[SensitiveRow]:
    _, found = sample(taxonomy, language)
    ladders = {
        "AGE": ladder("67", "65-69", "60-69", ""),
        "HOSPITAL": ladder("x", "a university hospital in a northern town", "a university hospital", "a hospital", ""),
    }
    return [
        SensitiveRow(
            attribute,
            taxonomy[attribute.type_id],
            ladders.get(attribute.type_id, ladder("x", "")),
            1,
            "something",
            SpanStatus.HIDDEN,
        )
        for attribute in found.attributes
    ]
