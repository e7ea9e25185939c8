"""The order in which a reviewer did things, across items: what undo takes back, one whole move at a time (UI-14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class MoveKind(StrEnum):
    """STEPS: choices or edits. DECIDED: returned, rejected or answered here; a send is no move."""

    STEPS = "steps"
    DECIDED = "decided"


class Word(StrEnum):
    """What is said about an undo. `elsewhere`, `decision`: what the next one would take back, out of sight."""

    NONE = ""
    ELSEWHERE = "elsewhere"
    DECISION = "decision"
    TAKEN_BACK = "taken_back"


@dataclass(frozen=True, slots=True)
class Move:
    """`items`: item id -> number of its steps in this move. `before`: state of the item before a decision; `state`,
    `reason`: of the decision, to make it again. `at`: the item that was open then."""

    kind: MoveKind
    items: Mapping[str, int]
    state: str = ""
    reason: str = ""
    before: str = ""
    at: str = ""


class MoveLog:
    """Two stacks without limit. Pure."""

    def __init__(self) -> None:
        self._done: list[Move] = []
        self._undone: list[Move] = []

    @property
    def can_undo(self) -> bool:
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    @property
    def last(self) -> Move | None:
        """What `back` would take off."""
        return self._done[-1] if self._done else None

    def add(self, move: Move) -> None:
        """A new move; what was undone before it cannot be redone."""
        self._done.append(move)
        self._undone.clear()

    def back(self) -> Move | None:
        """Take the last move off; the caller undoes it."""
        if not self._done:
            return None
        self._undone.append(self._done.pop())
        return self._undone[-1]

    def forth(self) -> Move | None:
        """Put the last undone move back; the caller makes it again."""
        if not self._undone:
            return None
        self._done.append(self._undone.pop())
        return self._done[-1]

    def drop(self, identifier: str) -> None:
        """An item has been sent: nothing about it can be taken back, nor what was done together with it."""
        self._done = [move for move in self._done if identifier not in move.items]
        self._undone = [move for move in self._undone if identifier not in move.items]

    def dump(self) -> list[list[Any]]:
        """Plain data: [done, undone]."""
        return [[_plain(move) for move in stack] for stack in (self._done, self._undone)]

    @classmethod
    def load(cls, data: object) -> MoveLog:
        """What `dump` gave; anything else is an empty log: a lost undo is no lost choice."""
        log = cls()
        if not isinstance(data, list) or len(data) != 2:
            return log
        try:
            log._done, log._undone = ([_move(item) for item in stack] for stack in data)
        except (TypeError, ValueError, KeyError, AttributeError):
            return cls()
        return log


def _plain(move: Move) -> dict[str, Any]:
    return {
        "kind": move.kind.value,
        "items": dict(move.items),
        "state": move.state,
        "reason": move.reason,
        "before": move.before,
        "at": move.at,
    }


def _move(data: Any) -> Move:
    items = {str(name): int(count) for name, count in data["items"].items()}
    before, at = str(data["before"]), str(data.get("at", ""))
    return Move(MoveKind(data["kind"]), items, str(data["state"]), str(data["reason"]), before, at)
