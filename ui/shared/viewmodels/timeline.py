"""One undo stack for everything that a person does to a draft: its text, decisions, and edits by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from ui.shared.viewmodels.corrections import Corrections
from ui.shared.viewmodels.diff import common_head
from ui.shared.viewmodels.hand_edit import HandEdit

STEPS = 500
"""Steps that are remembered; older ones are forgotten."""


class Step(StrEnum):
    """What a step of undo takes back."""

    TEXT = "text"
    CHOICE = "choice"
    EDIT = "edit"


@dataclass(frozen=True, slots=True)
class DraftState:
    """All that a person decides about a draft."""

    text: str = ""
    corrections: Corrections = field(default_factory=Corrections)
    hand: HandEdit | None = None


@dataclass(frozen=True, slots=True)
class Timeline:
    """Immutable: every step gives another one. `past` and `future` hold states with the step that led away from them,
    the nearest last. `open_at`: where the next letter has to be typed to belong to the last step; -1 = nowhere."""

    state: DraftState = field(default_factory=DraftState)
    past: tuple[tuple[Step, DraftState], ...] = ()
    future: tuple[tuple[Step, DraftState], ...] = ()
    open_at: int = -1

    def step(self, kind: Step, state: DraftState) -> Timeline:
        """A person's change. Letters typed or erased in a row are one step."""
        if state == self.state:
            return self
        typed = _typed(self.state, state) if kind is not Step.CHOICE else None
        joins = typed is not None and self.past and self.past[-1][0] is kind and self.open_at in typed[:2]
        past = self.past if joins else (*self.past, (kind, self.state))[-STEPS:]
        return Timeline(state, past, (), typed[2] if typed is not None else -1)

    def moved(self, state: DraftState) -> Timeline:
        """A change that is nobody's step, such as edits carried over to another proposal."""
        return replace(self, state=state)

    def everywhere(self, change: Callable[[Corrections], Corrections]) -> Timeline:
        """A change of the corrections that holds whatever is undone."""

        def mended(steps: tuple[tuple[Step, DraftState], ...]) -> tuple[tuple[Step, DraftState], ...]:
            return tuple((kind, replace(item, corrections=change(item.corrections))) for kind, item in steps)

        state = replace(self.state, corrections=change(self.state.corrections))
        return replace(self, state=state, past=mended(self.past), future=mended(self.future))

    def undo(self) -> Timeline:
        """One step back; the same timeline where there is none."""
        if not self.past:
            return self
        kind, state = self.past[-1]
        return Timeline(state, self.past[:-1], (*self.future, (kind, self.state)))

    def redo(self) -> Timeline:
        """One step forward again; the same timeline where there is none."""
        if not self.future:
            return self
        kind, state = self.future[-1]
        return Timeline(state, (*self.past, (kind, self.state)), self.future[:-1])


def _typed(before: DraftState, after: DraftState) -> tuple[int, int, int] | None:
    """For one letter typed or erased: (start, end of what it replaced, where the next one would join); else None."""
    old, new = _written(before), _written(after)
    start, old_end, new_end = changed_stretch(old, new)
    if (old_end - start) + (new_end - start) != 1 or (old[start:old_end] or new[start:new_end]).isspace():
        return None
    return start, old_end, new_end


def _written(state: DraftState) -> str:
    return state.text if state.hand is None else f"{state.text}\0{state.hand.text}"


def changed_stretch(old: str, new: str) -> tuple[int, int, int]:
    """(start, end in `old`, end in `new`) of the shortest stretch in which both differ."""
    start = common_head(old, new)
    tail = common_head(old[start:][::-1], new[start:][::-1])
    return start, len(old) - tail, len(new) - tail
