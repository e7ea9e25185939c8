"""Which attributes the task needs (paper T24)."""

from __future__ import annotations

from dataclasses import replace

from core.domain.request import Decisions
from core.domain.sensitive import SensitiveAttribute
from core.domain.taxonomy import Domain, Taxonomy


def detect_domain(text: str, task: str = "") -> Domain:
    """The task domain of a request."""
    return Domain.GENERAL


def assign(
    attributes: tuple[SensitiveAttribute, ...],
    domain: Domain,
    text: str,
    task: str,
    decisions: Decisions,
    taxonomy: Taxonomy,
) -> tuple[SensitiveAttribute, ...]:
    """Attributes with `task_relevant` set by the domain policy, unless a person decided."""
    return tuple(
        replace(
            item,
            task_relevant=decisions.task_relevant.get(item.id, domain in taxonomy[item.type_id].relevant_in),
            relevance_reason="by_person" if item.id in decisions.task_relevant else "domain_policy",
        )
        for item in attributes
    )
