"""What a reviewer has decided about one item so far, as a value: folded from its steps, never stored by itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from core.domain.artifact import EXACT_LEVEL
from core.domain.request import AddedSpan, Decision, Decisions
from core.store.records import MarkedValue, ReviewAction, ReviewStep

KEPT_OUT = frozenset({ReviewAction.REMOVE})
"""Actions by which a reviewer also says that the question does not need the value."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to do to one attribute. `level` -1 where none applies; `reason` what the reviewer typed. `marked`: the
    value to hide that is no attribute yet."""

    action: ReviewAction
    level: int = -1
    reason: str = ""
    marked: MarkedValue | None = None

    @property
    def needs_reason(self) -> bool:
        """Whether the value may leave as it is because of this choice."""
        return self.action in (ReviewAction.KEEP, ReviewAction.NOT_SENSITIVE)


@dataclass(frozen=True, slots=True)
class Choices:
    """`by_attribute`: the latest choice for each. `edited`: the whole text as written by hand, empty for none; a choice
    made after it keeps the edit, on the text that the choice leads to. `marked`: values that only the reviewer saw."""

    by_attribute: Mapping[str, Choice] = field(default_factory=dict)
    edited: str = ""
    marked: tuple[MarkedValue, ...] = ()

    @classmethod
    def of(cls, steps: Iterable[ReviewStep]) -> Choices:
        """The state after `steps`."""
        found: dict[str, Choice] = {}
        marked: list[MarkedValue] = []
        edited = ""
        for step in steps:
            if step.action is ReviewAction.EDIT:
                edited = step.text_after
                continue
            if step.marked is not None:
                marked.append(step.marked)
            else:
                found[step.attribute_id] = Choice(step.action, step.level_after, step.reason)
            edited = step.text_after if edited else ""
        return cls(found, edited, tuple(marked))

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for equal effects; reasons change nothing that is measured."""
        parts = sorted((name, item.action.value, item.level) for name, item in self.by_attribute.items())
        return (*parts, self.marked, self.edited)

    @property
    def empty(self) -> bool:
        return not self.by_attribute and not self.edited and not self.marked

    @property
    def released(self) -> frozenset[str]:
        """Attributes that are not sensitive after all."""
        return frozenset(name for name, item in self.by_attribute.items() if item.action is ReviewAction.NOT_SENSITIVE)

    @property
    def unneeded(self) -> frozenset[str]:
        """Attributes that the question can do without."""
        return frozenset(name for name, item in self.by_attribute.items() if item.action in KEPT_OUT)

    @property
    def levels(self) -> dict[str, int]:
        """Level per attribute, for all but the released ones."""
        found = {}
        for name, item in self.by_attribute.items():
            if item.action is not ReviewAction.NOT_SENSITIVE:
                found[name] = EXACT_LEVEL if item.action is ReviewAction.KEEP else item.level
        return found

    def only_hide(self, before: Mapping[str, int]) -> bool:
        """Whether nothing is told more exactly than at the levels `before`, and nothing was written by hand."""
        lower = any(level < before.get(name, EXACT_LEVEL) for name, level in self.levels.items())
        return not (self.edited or self.released or lower)

    def with_choice(self, attribute_id: str, choice: Choice) -> Choices:
        if choice.marked is not None:
            return Choices(self.by_attribute, marked=(*self.marked, choice.marked))
        return Choices({**self.by_attribute, attribute_id: choice}, marked=self.marked)

    def without(self, attribute_id: str) -> Choices:
        """As if nothing had been said about one attribute."""
        kept = {name: item for name, item in self.by_attribute.items() if name != attribute_id}
        return Choices(kept, marked=self.marked)

    def decisions(self, before: Decisions) -> Decisions:
        """The author's decisions with the reviewer's on top."""
        levels = {name: item for name, item in before.levels.items() if name not in self.released}
        for name, level in self.levels.items():
            levels[name] = Decision(level, self.by_attribute[name].reason)
        for name in self.released:
            # A step is stored with its reason only after the value was typed back.
            reason = self.by_attribute[name].reason
            levels[name] = Decision(EXACT_LEVEL, reason, confirmed=bool(reason))
        spans = [AddedSpan(item.start, item.end, item.type_id) for item in self.marked]
        kept = (old for old in before.added if not any(old.start < new.end and new.start < old.end for new in spans))
        return replace(
            before,
            added=(*kept, *spans),
            always_hide={**before.always_hide, **{item.text: item.type_id for item in self.marked}},
            levels=levels,
            not_sensitive=before.not_sensitive | self.released,
            task_relevant={**before.task_relevant, **dict.fromkeys(self.unneeded, False)},
        )
