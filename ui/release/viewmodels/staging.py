"""What a reviewer's choices would do, before they are made: measured on the built-in falsifiers, never certified."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from core.domain.artifact import Artifact
from core.domain.events import CancelToken
from core.domain.protocol import Protocol
from core.domain.sensitive import SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Kind
from core.engine.conversation import Conversation
from core.engine.outcome import Outcome
from core.engine.what_if import Prediction, WhatIf
from core.store.records import MarkedValue, ReviewAction
from ui.release.viewmodels.choices import Choice, Choices
from ui.shared.viewmodels.hand_edit import merged
from ui.shared.viewmodels.ports import ReviewCase


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a card with what it would do. `rendered`: the words that would stand in the text. `hides`: it is
    the most that can be done."""

    choice: Choice
    rendered: str
    prediction: Prediction
    hides: bool = False


@dataclass(frozen=True, slots=True)
class Assessed:
    """The text after all choices, what the falsifiers find in it, and S with what a reviewer has marked."""

    artifact: Artifact
    prediction: Prediction
    sensitive: SensitiveSet


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Choices that the program would make for what is undecided; `prediction` of all choices together."""

    choices: Choices
    prediction: Prediction


@dataclass(frozen=True, slots=True)
class Bench:
    """Measures choices on one case. Any thread."""

    what_if: WhatIf
    case: ReviewCase
    _with_marked: dict[tuple[MarkedValue, ...], SensitiveSet] = field(default_factory=dict, repr=False, compare=False)

    @property
    def protocol(self) -> Protocol:
        return self.case.outcome.certificate.protocol

    def staged(self, choices: Choices) -> Outcome:
        """The outcome with S, the request and the disclosed turns as the choices leave them."""
        outcome, released = self.case.outcome, choices.released
        verdict = outcome.verdict
        request = replace(
            outcome.request,
            decisions=choices.decisions(outcome.request.decisions),
            earlier=self.case.conversation.disclosed,
        )
        known = self.sensitive(choices)
        sensitive = _without(known, released, choices.unneeded)
        levels = {name: level for name, level in verdict.artifact.levels.items() if name not in released}
        for item in sensitive.attributes:
            levels.setdefault(item.id, self.what_if.dehydrator.top(item))
        levels = {item.id: levels[item.id] for item in sensitive.attributes}
        artifact = replace(verdict.artifact, levels=levels)
        return replace(outcome, request=request, verdict=replace(verdict, sensitive=sensitive, artifact=artifact))

    def sensitive(self, choices: Choices) -> SensitiveSet:
        """S with the values that a reviewer has marked, wherever they stand."""
        before = self.case.outcome.verdict.sensitive
        if not choices.marked:
            return before
        if choices.marked not in self._with_marked:
            request = self.case.outcome.request
            decisions = Choices(marked=choices.marked).decisions(request.decisions)
            found = self.what_if.find(replace(request, decisions=decisions), self._working())
            self._with_marked[choices.marked] = _joined(before, found, choices.marked)
        return self._with_marked[choices.marked]

    def assess(self, choices: Choices, cancel: CancelToken | None = None) -> Assessed:
        """D after `choices`, and L, U and k of it."""
        staged, working = self.staged(choices), self._working()
        if choices.edited:
            prediction = self.what_if.measure_text(staged, choices.edited, self.protocol, cancel)
            artifact = self.what_if.dehydrator.edited(
                choices.edited, self.case.outcome.verdict.artifact, staged.verdict.sensitive
            )
            return Assessed(artifact, prediction, self.sensitive(choices))
        artifact = self.what_if.artifact(staged, choices.levels, working)
        prediction = self.what_if.measure(staged, choices.levels, working, self.protocol, cancel)
        return Assessed(artifact, prediction, self.sensitive(choices))

    def text(self, choices: Choices) -> str:
        """D after `choices`, unmeasured."""
        return choices.edited or self._by_levels(choices)

    def carried(self, before: Choices, after: Choices) -> str:
        """D after a choice that led from `before` to `after`: an edit by hand stays, on the words of the choice."""
        text = self._by_levels(after)
        return merged(self._by_levels(before), before.edited, text) if before.edited else text

    def _by_levels(self, choices: Choices) -> str:
        return self.what_if.artifact(self.staged(choices), choices.levels, self._working()).text

    def options(
        self, attribute: SensitiveAttribute, choices: Choices, cancel: CancelToken | None = None
    ) -> tuple[Option, ...]:
        """Every choice for one attribute, the others being as chosen: levels, remove, keep, not sensitive.

        An explicit identifier is never kept; it can only be marked as not sensitive first.
        """
        others = choices.without(attribute.id)
        staged, working = self.staged(others), self._working()
        ladder = self.what_if.ladder(staged, attribute.id, others.levels, working, self.protocol, cancel)
        found = [
            Option(Choice(ReviewAction.LEVEL, item.level), item.rendered, item, hides=item is ladder[-1])
            for item in (ladder if attribute.kind is Kind.EXPLICIT else ladder[:-1])
        ]
        extra = [Choice(ReviewAction.REMOVE, ladder[-1].level)] if attribute.kind is not Kind.EXPLICIT else []
        if attribute.kind is not Kind.EXPLICIT:
            extra.append(Choice(ReviewAction.KEEP, 0))
        extra.append(Choice(ReviewAction.NOT_SENSITIVE))
        exact = attribute.mentions[0].text if attribute.mentions else attribute.value
        for choice in extra:
            if cancel is not None:
                cancel.check()
            made = others.with_choice(attribute.id, choice)
            prediction = self.what_if.measure(self.staged(made), made.levels, working, self.protocol, cancel)
            rendered = ladder[-1].rendered if choice.action is ReviewAction.REMOVE else exact
            found.append(Option(choice, rendered, prediction, hides=choice.action is ReviewAction.REMOVE))
        return tuple(found)

    def suggest(self, choices: Choices, cancel: CancelToken | None = None) -> Suggestion:
        """One choice after the other for what leaks and is undecided: the mildest that passes, else the one that
        leaks least. What lets a value leave as it is is never suggested."""
        prediction = self.assess(choices, cancel).prediction
        for attribute in self.residual():
            if prediction.passes:
                break
            if attribute.id in choices.by_attribute:
                continue
            options = [item for item in self.options(attribute, choices, cancel) if not item.choice.needs_reason]
            if not options:
                continue
            passing = next((item for item in options if item.prediction.passes), None)
            best = passing or min(options, key=lambda item: self._shortfall(item.prediction))
            choices = choices.with_choice(attribute.id, best.choice)
            prediction = best.prediction
        return Suggestion(choices, prediction)

    def residual(self) -> tuple[SensitiveAttribute, ...]:
        """What leaks, worst first, each once."""
        known = {item.id: item for item in self.case.outcome.verdict.sensitive.attributes}
        order = dict.fromkeys(item.attribute_id for item in self.case.item.residual)
        return tuple(known[name] for name in order if name in known)

    def better(self, before: Prediction, after: Prediction) -> bool:
        """Whether `after` passes, or falls short of that by less than `before`."""
        return after.passes or self._shortfall(after) < self._shortfall(before)

    def _shortfall(self, found: Prediction) -> float:
        protocol = self.protocol
        missing = max(0.0, protocol.tau_u - found.utility)
        crowd = 0.0 if found.k is None else max(0.0, 1 - found.k / protocol.k_star)
        return missing + max(0.0, found.leakage - protocol.tau_l) + found.posterior + crowd

    def _working(self) -> Conversation:
        return self.case.conversation.fork()


def _joined(before: SensitiveSet, found: SensitiveSet, marked: tuple[MarkedValue, ...]) -> SensitiveSet:
    """`before` with those values of `found` that were marked; where a mark and an older value overlap, the mark
    stands."""
    new = [item for item in found.attributes if any(_is_marked(item, mark) for mark in marked)]
    names = {item.id for item in new}
    taken = [(mention.start, mention.end) for item in new for mention in item.mentions]
    kept = []
    for item in before.attributes:
        free = tuple(
            mention
            for mention in item.mentions
            if not any(mention.start < end and start < mention.end for start, end in taken)
        )
        if item.id not in names and free:
            kept.append(item if len(free) == len(item.mentions) else replace(item, mentions=free))
    attributes = sorted((*kept, *new), key=lambda item: item.mentions[0].start)
    known = {item.id for item in attributes}
    combinations = tuple(item for item in before.combinations if known.issuperset(item.attribute_ids))
    return replace(before, attributes=tuple(attributes), combinations=combinations)


def _is_marked(item: SensitiveAttribute, mark: MarkedValue) -> bool:
    same = item.type_id == mark.type_id
    return same and any(mention.start < mark.end and mark.start < mention.end for mention in item.mentions)


def _without(sensitive: SensitiveSet, released: frozenset[str], unneeded: frozenset[str]) -> SensitiveSet:
    attributes = tuple(
        replace(item, task_relevant=False) if item.id in unneeded else item
        for item in sensitive.attributes
        if item.id not in released
    )
    combinations = tuple(item for item in sensitive.combinations if not released & set(item.attribute_ids))
    return replace(sensitive, attributes=attributes, combinations=combinations)
