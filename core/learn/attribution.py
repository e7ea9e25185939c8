"""Attribution: what a run and a person's corrections say went wrong, as (material, cause, action) triples (paper 4.2).

Pure functions. An experience holds where, which type, which form of text and what mended it; never what stood there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from core.domain.language import Language
from core.domain.learning import Action, Cause, Experience, FailureMode, MaterialRef
from core.domain.request import AddedSpan, Decisions
from core.domain.sensitive import Layer, Mention, SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Domain
from core.domain.verdict import LoopStep, StepKind, Verdict, VerdictKind
from core.extract.structure import structure_of

MALFORMED_NOTES = {"llm_ungrounded": Layer.LLM, "llm_unknown_type": Layer.LLM}
"""Counts in the notes of S that mean: a model's answer was not what was asked for."""


@dataclass(frozen=True, slots=True)
class RunContext:
    """What all experiences of one run share. `text`: X, read here for its form only."""

    conversation_id: str
    run_id: str
    text: str
    domain: Domain
    language: Language
    at: datetime

    def experience(
        self,
        mode: FailureMode,
        action: Action,
        type_id: str = "",
        place: tuple[int, int] = (0, 0),
        layer: Layer | None = None,
        level: int | None = None,
    ) -> Experience:
        """One triple of this run. `place`: code points of the original text, (0, 0) = the whole of it."""
        material = MaterialRef(self.conversation_id, self.run_id, *place)
        cause = Cause(mode, type_id, structure_of(self.text, *place), layer)
        return Experience(material, cause, action, self.domain, self.language, self.at, level)


def of_corrections(occasion: RunContext, proposed: SensitiveSet, decisions: Decisions) -> tuple[Experience, ...]:
    """What a person corrected. `proposed`: S as the program found it, before the corrections.

    An added span was missed; over a place that had another type it was retyped; what was marked as not sensitive was
    over-extracted, unless a retyped span stands in its place.
    """
    items: list[Experience] = []
    retyped: set[str] = set()
    for span in decisions.added:
        known = _at(proposed, span)
        if known is None:
            items.append(occasion.experience(FailureMode.MISSED, Action.ADDED, span.type_id, (span.start, span.end)))
            continue
        attribute, mention = known
        retyped.add(attribute.id)
        if attribute.type_id != span.type_id:
            place = (span.start, span.end)
            items.append(occasion.experience(FailureMode.MISSED, Action.RETYPED, span.type_id, place, mention.layer))
    for attribute in proposed.attributes:
        if attribute.id in decisions.not_sensitive and attribute.id not in retyped and attribute.mentions:
            first = attribute.mentions[0]
            place = (first.start, first.end)
            items.append(
                occasion.experience(FailureMode.OVER_EXTRACTED, Action.UNMARKED, attribute.type_id, place, first.layer)
            )
    return tuple(items)


def _at(sensitive: SensitiveSet, span: AddedSpan) -> tuple[SensitiveAttribute, Mention] | None:
    """The first value found at a place by a layer of the program, not by the person."""
    for attribute in sensitive.attributes:
        for mention in attribute.mentions:
            if mention.layer is not Layer.USER and mention.start < span.end and span.start < mention.end:
                return attribute, mention
    return None


def of_verdict(occasion: RunContext, verdict: Verdict) -> tuple[Experience, ...]:
    """What the loop learned about S: starting levels that told too much, and what could not be made safe.

    An attribute that started too exact and ended safe is a failed first strengthening that was mended at its final
    level; a strengthening that was refused, or an attribute that was skipped, was not mended; the residual items of an
    INFEASIBLE verdict were queued for a person.
    """
    items = [*_strengthened(occasion, verdict), *_not_strengthened(occasion, verdict)]
    if verdict.kind is VerdictKind.INFEASIBLE:
        for residual in verdict.residual.items:
            attribute = _known(verdict.sensitive, residual.attribute_id)
            type_id = "" if attribute is None else attribute.type_id
            level = verdict.artifact.levels.get(residual.attribute_id)
            place = _place(attribute)
            items.append(occasion.experience(FailureMode.INFEASIBLE, Action.QUEUED, type_id, place, level=level))
    return tuple(items)


def _strengthened(occasion: RunContext, verdict: Verdict) -> Iterator[Experience]:
    if verdict.kind is not VerdictKind.PASS:
        return
    raised = {
        step.attribute_id: step
        for step in verdict.steps
        if step.kind is StepKind.STRENGTHEN and step.accepted and step.attribute_id
    }
    for attribute_id in raised:
        attribute, level = _known(verdict.sensitive, attribute_id), verdict.artifact.levels.get(attribute_id)
        if attribute is not None and level is not None and level > _started(verdict.steps, attribute_id):
            yield occasion.experience(
                FailureMode.STRENGTHENING_FAILED, Action.STRENGTHENED, attribute.type_id, _place(attribute), level=level
            )


def _started(steps: tuple[LoopStep, ...], attribute_id: str) -> int:
    """The level before the first move of the attribute."""
    return next(step.level_before for step in steps if step.attribute_id == attribute_id)


def _not_strengthened(occasion: RunContext, verdict: Verdict) -> Iterator[Experience]:
    refused = {
        step.attribute_id: step.level_before
        for step in verdict.steps
        if step.attribute_id
        and (step.kind is StepKind.SKIP or (step.kind is StepKind.STRENGTHEN and not step.accepted))
    }
    for attribute_id, level in refused.items():
        attribute = _known(verdict.sensitive, attribute_id)
        if attribute is not None:
            yield occasion.experience(
                FailureMode.STRENGTHENING_FAILED, Action.QUEUED, attribute.type_id, _place(attribute), level=level
            )


def of_malformed(occasion: RunContext, notes: Mapping[str, int]) -> tuple[Experience, ...]:
    """One experience per way in which a model's answers were unusable and were repaired or dropped.

    `notes`: the counts of `SensitiveSet.notes`.
    """
    return tuple(
        occasion.experience(FailureMode.MALFORMED_OUTPUT, Action.REPAIRED, layer=layer)
        for name, layer in MALFORMED_NOTES.items()
        if notes.get(name, 0) > 0
    )


def _known(sensitive: SensitiveSet, attribute_id: str) -> SensitiveAttribute | None:
    return next((item for item in sensitive.attributes if item.id == attribute_id), None)


def _place(attribute: SensitiveAttribute | None) -> tuple[int, int]:
    if attribute is None or not attribute.mentions:
        return (0, 0)
    return (attribute.mentions[0].start, attribute.mentions[0].end)
