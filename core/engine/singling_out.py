"""Words that single somebody out and that nobody has decided about: how many people fit is unknown (DESIGN 5.3).

Hiding them costs the sentence more than most texts bear, so the plan tells them; a pass would say that somebody looked.
"""

from __future__ import annotations

from dataclasses import replace

from core.domain.artifact import EXACT_LEVEL
from core.domain.evidence import AttackerLevel
from core.domain.request import Decisions
from core.domain.sensitive import SensitiveAttribute
from core.domain.verdict import ResidualItem, Verdict, VerdictKind
from core.extract.circumstances import CIRCUMSTANCE

SINGLED_OUT = "singled_out"


def undecided(verdict: Verdict, decisions: Decisions, bound: float) -> tuple[SensitiveAttribute, ...]:
    """The circumstances that D tells as they are, whose chance of singling somebody out is `bound` or more, and that no
    person has decided about."""
    levels = verdict.artifact.levels
    return tuple(
        item
        for item in verdict.sensitive.attributes
        if item.type_id == CIRCUMSTANCE
        and item.probability >= bound
        and levels.get(item.id, EXACT_LEVEL) == EXACT_LEVEL
        and item.id not in decisions.levels
        and item.id not in decisions.not_sensitive
    )


def held_for_review(verdict: Verdict, decisions: Decisions, bound: float) -> Verdict:
    """`verdict`, but no pass while such words stand undecided: each is an item of the residual report."""
    found = undecided(verdict, decisions, bound) if verdict.kind is VerdictKind.PASS else ()
    if not found:
        return verdict
    items = (*verdict.residual.items, *(_item(item, verdict.artifact.text) for item in found))
    evidence = replace(verdict.evidence, review_flags=(*verdict.evidence.review_flags, SINGLED_OUT))
    residual = replace(verdict.residual, items=items, reason=SINGLED_OUT)
    return replace(verdict, kind=VerdictKind.INFEASIBLE, evidence=evidence, residual=residual)


def _item(attribute: SensitiveAttribute, text: str) -> ResidualItem:
    """`text`: D, in which the words stand as they were pasted."""
    start, end = next(
        ((at, at + len(surface)) for surface in attribute.surfaces if (at := text.find(surface)) >= 0), (-1, -1)
    )
    return ResidualItem(attribute.id, AttackerLevel.A3, 0.0, 0.0, SINGLED_OUT, start, end)
