"""Contract of an attacker."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from core.domain.evidence import AttackerLevel, AttributeLift
from core.verify.case import Case
from core.verify.grading import Target


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer with the place of the text that it was read from (-1: none). Empty text: no idea."""

    text: str
    start: int = -1
    end: int = -1


class Attacker(Protocol):
    """Asks the text what the value of each attribute is.

    `id`: stable name for certificates. `level`: the knowledge it needs. Deterministic and safe from any
    thread. On the null document (`Case.blanked`) it guesses with its knowledge alone.
    """

    @property
    def id(self) -> str: ...

    @property
    def level(self) -> AttackerLevel: ...

    def scores(self, case: Case, targets: Mapping[str, Target]) -> Mapping[str, float]:
        """Attribute id -> probability in [0, 1] of naming the true value; an id for every attribute of S."""
        ...


@runtime_checkable
class LiftingAttacker(Attacker, Protocol):
    """An exact attacker that can also say what counts as given away: one flagged lift fails the text."""

    def lifts(self, case: Case) -> tuple[AttributeLift, ...]:
        """One entry for every attribute of S."""
        ...
