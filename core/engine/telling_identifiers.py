"""Telling what identifies somebody: which identifiers a person may tell, after which confirmation, and how a verdict
says so. Nobody approves an identifier by accident."""

from __future__ import annotations

from dataclasses import replace

from core.domain.artifact import EXACT_LEVEL
from core.domain.errors import InputError
from core.domain.request import Decision, Decisions
from core.domain.sensitive import SensitiveAttribute, SensitiveSet, proved
from core.domain.taxonomy import Kind
from core.domain.verdict import Verdict
from core.text.normalize import comparison_key

NOTHING_FOUND = "nothing_found"
TOLD = "told_by_decision"
"""Flag of evidence in which an identifier was told by a decision; it stands in the place of `NOTHING_FOUND`."""


def confirmed(attribute: SensitiveAttribute, reason: str, typed: str) -> Decision:
    """The decision to tell a value that identifies. Raises InputError: `input.proved`; `input.not_typed_back` without
    a reason, or where `typed` is none of its spellings."""
    if proved(attribute):
        raise InputError("input.proved", details={"type": attribute.type_id})
    key = comparison_key(typed)
    if not reason.strip() or key not in {comparison_key(surface) for surface in (*attribute.surfaces, attribute.value)}:
        raise InputError("input.not_typed_back", details={"type": attribute.type_id})
    return Decision(EXACT_LEVEL, reason.strip(), confirmed=True)


def check_told(sensitive: SensitiveSet, decisions: Decisions) -> None:
    """Whether `decisions` may tell what they tell of S. Raises InputError as `confirmed`."""
    for item in sensitive.attributes:
        decision = decisions.levels.get(item.id)
        told = decision is not None and decision.level == EXACT_LEVEL
        if item.kind is not Kind.EXPLICIT or not (told or item.id in decisions.not_sensitive):
            continue
        if proved(item):
            raise InputError("input.proved", details={"type": item.type_id})
        _require(item.type_id, decision)
    for overruled in sensitive.overruled:
        if overruled.attribute_id in decisions.not_sensitive:
            _require(overruled.type_id, decisions.levels.get(overruled.attribute_id))


def _require(type_id: str, decision: Decision | None) -> None:
    if decision is None or not decision.confirmed or not decision.reason.strip():
        raise InputError("input.not_typed_back", details={"type": type_id})


def told_openly(verdict: Verdict, decisions: Decisions) -> Verdict:
    """A verdict over told identifiers never says that nothing was found."""
    kept = any(
        item.kind is Kind.EXPLICIT and item.id in decisions.levels and decisions.levels[item.id].level == EXACT_LEVEL
        for item in verdict.sensitive.attributes
    )
    if not kept and not verdict.sensitive.overruled:
        return verdict
    flags = tuple(flag for flag in verdict.evidence.review_flags if flag not in (NOTHING_FOUND, TOLD))
    return replace(verdict, evidence=replace(verdict.evidence, review_flags=(TOLD, *flags)))
