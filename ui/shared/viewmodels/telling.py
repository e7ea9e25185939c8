"""What a person may do with one value: tell, coarsen, hide, call it not private; and what is in the way."""

from __future__ import annotations

from core.domain.artifact import EXACT_LEVEL
from core.domain.disclosure import DisclosureRole, PlanItem, Treatment
from core.domain.sensitive import SensitiveAttribute
from core.domain.taxonomy import Kind

LEAST_WITH_MIDDLE = 3
"""Levels of a hierarchy from which there is something between told and hidden."""


def identifies(attribute: SensitiveAttribute, item: PlanItem | None) -> bool:
    """Whether the value names or reaches one person; without a plan its kind says so."""
    if item is not None:
        return item.role is DisclosureRole.IDENTIFIES
    return attribute.kind is Kind.EXPLICIT


def spellings_to_type(attribute: SensitiveAttribute) -> tuple[str, ...]:
    """Spellings of which a person types one back before the value is told; none where it identifies nobody."""
    return (*attribute.surfaces, attribute.value) if attribute.kind is Kind.EXPLICIT else ()


def treatment_of(level: int, levels: int) -> Treatment:
    """What a level means on a ladder of `levels` levels."""
    if level <= EXACT_LEVEL:
        return Treatment.TELL
    return Treatment.HIDE if level >= levels - 1 else Treatment.COARSEN


def level_for(treatment: Treatment, levels: int, coarse: int) -> int | None:
    """The level of a treatment; None where the value has no coarser form. `coarse`: level that the plan would take."""
    if treatment is Treatment.TELL:
        return EXACT_LEVEL
    if treatment is Treatment.HIDE:
        return levels - 1 if levels > 1 else None
    if levels < LEAST_WITH_MIDDLE:
        return None
    return min(max(EXACT_LEVEL + 1, coarse), levels - 2)
