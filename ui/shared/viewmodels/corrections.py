"""A person's corrections while a prompt is a draft; spans follow the text as it is edited."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from core.domain.artifact import EXACT_LEVEL
from core.domain.disclosure import Task
from core.domain.request import AddedSpan, Decision, Decisions
from core.domain.sensitive import SensitiveAttribute


class Scope(StrEnum):
    """How long a correction holds. `always` lasts as long as the program runs until a vault can keep it."""

    ONCE = "once"
    CONVERSATION = "conversation"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class Dictionary:
    """`hide`: surface -> type id; `keep`: surfaces that are not sensitive."""

    hide: Mapping[str, str] = field(default_factory=dict)
    keep: frozenset[str] = frozenset()

    def with_hidden(self, surface: str, type_id: str) -> Dictionary:
        return Dictionary({**self.hide, surface: type_id}, self.keep - {surface})

    def with_kept(self, surfaces: frozenset[str]) -> Dictionary:
        hide = {surface: type_id for surface, type_id in self.hide.items() if surface not in surfaces}
        return Dictionary(hide, self.keep | surfaces)

    def without(self, surfaces: frozenset[str]) -> Dictionary:
        hide = {surface: type_id for surface, type_id in self.hide.items() if surface not in surfaces}
        return Dictionary(hide, self.keep - surfaces)


@dataclass(frozen=True, slots=True)
class Corrections:
    """Everything a person said about this draft, this conversation, and for as long as the program runs."""

    draft: Decisions = field(default_factory=Decisions)
    conversation: Dictionary = field(default_factory=Dictionary)
    lasting: Dictionary = field(default_factory=Dictionary)

    @property
    def decisions(self) -> Decisions:
        """All scopes merged, the narrower one winning."""
        return replace(
            self.draft,
            always_hide={**self.lasting.hide, **self.conversation.hide},
            never_hide=(self.lasting.keep - self.conversation.hide.keys()) | self.conversation.keep,
        )

    def with_level(self, attribute_id: str, level: int, reason: str = "") -> Corrections:
        """`reason`: for what stays as it is; a window takes one only together with the value typed back."""
        levels = {**self.draft.levels, attribute_id: Decision(level, reason, confirmed=bool(reason))}
        return replace(self, draft=replace(self.draft, levels=levels))

    def with_choices(self, levels: Mapping[str, int], unneeded: Iterable[str]) -> Corrections:
        """Several values at once at other levels. `unneeded`: those that the question can do without."""
        chosen = {**self.draft.levels, **{name: Decision(level) for name, level in levels.items()}}
        relevant = {**self.draft.task_relevant, **dict.fromkeys(unneeded, False)}
        return replace(self, draft=replace(self.draft, levels=chosen, task_relevant=relevant))

    def with_task(self, task: Task | None) -> Corrections:
        """What the prompt asks for; None: as it reads."""
        return replace(self, draft=replace(self.draft, task=task))

    def with_relevance(self, attribute_id: str, relevant: bool) -> Corrections:
        chosen = {**self.draft.task_relevant, attribute_id: relevant}
        return replace(self, draft=replace(self.draft, task_relevant=chosen))

    def not_sensitive(self, attribute: SensitiveAttribute, scope: Scope, reason: str = "") -> Corrections:
        """Marking a span that a person had added takes the addition back. `reason`: why, kept with the decision."""
        spans = {(mention.start, mention.end) for mention in attribute.mentions}
        added = tuple(span for span in self.draft.added if (span.start, span.end) not in spans)
        draft = replace(self.draft, added=added, not_sensitive=self.draft.not_sensitive | {attribute.id})
        if reason:
            draft = replace(draft, levels={**draft.levels, attribute.id: Decision(EXACT_LEVEL, reason, confirmed=True)})
        surfaces = frozenset(mention.text for mention in attribute.mentions)
        if scope is Scope.CONVERSATION:
            return replace(self, draft=draft, conversation=self.conversation.with_kept(surfaces))
        if scope is Scope.ALWAYS:
            conversation = Dictionary(
                {key: kind for key, kind in self.conversation.hide.items() if key not in surfaces},
                self.conversation.keep,
            )
            return replace(self, draft=draft, conversation=conversation, lasting=self.lasting.with_kept(surfaces))
        return replace(self, draft=draft)

    def hidden(self, start: int, end: int, surface: str, type_id: str, scope: Scope) -> Corrections:
        added = tuple(span for span in self.draft.added if span.end <= start or span.start >= end)
        draft = replace(self.draft, added=(*added, AddedSpan(start, end, type_id)))
        if scope is Scope.CONVERSATION:
            return replace(self, draft=draft, conversation=self.conversation.with_hidden(surface, type_id))
        if scope is Scope.ALWAYS:
            return replace(self, draft=draft, lasting=self.lasting.with_hidden(surface, type_id))
        return replace(self, draft=draft)

    def rebased(self, before: str, after: str) -> Corrections:
        """Added spans moved along with an edit; one that the edit touched is dropped."""
        if not self.draft.added or before == after:
            return self
        return replace(self, draft=replace(self.draft, added=_moved(self.draft.added, before, after)))

    def next_draft(self) -> Corrections:
        """What stays when a new turn begins."""
        return replace(self, draft=Decisions())

    def next_conversation(self) -> Corrections:
        return Corrections(lasting=self.lasting)


def _moved(spans: tuple[AddedSpan, ...], before: str, after: str) -> tuple[AddedSpan, ...]:
    limit = min(len(before), len(after))
    head = 0
    while head < limit and before[head] == after[head]:
        head += 1
    tail = 0
    while tail < limit - head and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    shift = len(after) - len(before)
    kept = []
    for span in spans:
        if span.end <= head:
            kept.append(span)
        elif span.start >= len(before) - tail:
            kept.append(AddedSpan(span.start + shift, span.end + shift, span.type_id))
    return tuple(kept)
