"""Marked stretches of a text, and how they follow from S and D."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from core.domain.artifact import EXACT_LEVEL, Artifact
from core.domain.sensitive import SensitiveSet
from core.domain.taxonomy import Family, Kind, Taxonomy
from ui.shared.wording.tags import type_tag


class SpanStatus(StrEnum):
    """Shown as a drawn mark, so that it reads without colour."""

    PENDING = "pending"
    HIDDEN = "hidden"
    KEPT = "kept"
    EDITED = "edited"


@dataclass(frozen=True, slots=True)
class HighlightSpan:
    """`[start, end)` in code points of the exact text that the widget holds."""

    start: int
    end: int
    attribute_id: str
    tag: str
    family: Family
    kind: Kind
    status: SpanStatus = SpanStatus.PENDING


def statuses(levels: Mapping[str, int]) -> dict[str, SpanStatus]:
    """Status per attribute: level 0 leaves as it is, anything above is hidden."""
    return {
        attribute_id: SpanStatus.KEPT if level == EXACT_LEVEL else SpanStatus.HIDDEN
        for attribute_id, level in levels.items()
    }


def mention_spans(
    sensitive: SensitiveSet, taxonomy: Taxonomy, status: Mapping[str, SpanStatus]
) -> tuple[HighlightSpan, ...]:
    """The mentions of S in X. Attributes without a status are pending."""
    return tuple(
        HighlightSpan(
            mention.start,
            mention.end,
            attribute.id,
            type_tag(taxonomy[attribute.type_id]),
            taxonomy[attribute.type_id].family,
            attribute.kind,
            status.get(attribute.id, SpanStatus.PENDING),
        )
        for attribute in sensitive.attributes
        for mention in attribute.mentions
    )


def replacement_spans(
    artifact: Artifact, sensitive: SensitiveSet, taxonomy: Taxonomy, status: Mapping[str, SpanStatus]
) -> tuple[HighlightSpan, ...]:
    """The replacements in D; those that left nothing behind have no span."""
    known = {attribute.id: attribute for attribute in sensitive.attributes}
    spans: list[HighlightSpan] = []
    for item in artifact.replacements:
        attribute = known.get(item.attribute_id)
        if attribute is None or item.start >= item.end:
            continue
        entry = taxonomy[attribute.type_id]
        state = status.get(attribute.id, SpanStatus.PENDING)
        spans.append(
            HighlightSpan(item.start, item.end, attribute.id, type_tag(entry), entry.family, attribute.kind, state)
        )
    return tuple(spans)
