"""Contract of a generalisation hierarchy (k-anonymity practice; paper 3.1 and T21)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from core.domain.language import Language


@dataclass(frozen=True, slots=True)
class Generalization:
    """One level of the generalisation hierarchy of a value, which is also called its ladder.

    `level` 0 = exact .. top = suppressed. `node`: canonical name of the value set this level tells
    (`60-69`, `C10`; empty when it tells nothing). `label`: short name of the set, the same for every value in it.
    `posterior`: P(true value | node) under the domain's published frequencies, what a guesser with this
    knowledge reaches (1.0 at level 0). `prior`: P(true value) with no knowledge. `share`: fraction of the reference
    population that falls into the node, for k estimates (1.0 when it tells nothing). `peak`: the posterior of the most
    probable value of the set, 0 where all are alike: what a set gives away must not depend on where in it the true
    value lies.
    """

    level: int
    node: str
    label: str
    posterior: float
    prior: float
    share: float
    peak: float = 0.0

    @property
    def most(self) -> float:
        """Probability of the most probable value of the set, given the set."""
        return max(self.peak, self.posterior)


class GeneralizationHierarchy(Protocol):
    """Ladder of one type. Deterministic; the same value gives the same node at every mention."""

    @property
    def id(self) -> str: ...

    def ladder(self, value: str, language: Language) -> tuple[Generalization, ...]:
        """All levels for a canonical value, level 0 first; the last one is suppression."""
        ...

    def wide(self, value: str) -> bool:
        """Whether the value itself is no more exact than what its coarser form would say."""
        ...

    def says(self, value: str) -> bool:
        """Whether the value says its class by itself, so that the class may be told for it unasked."""
        ...

    def alike(self, node: str, label: str, surface: str, language: Language) -> str:
        """A value of the form of `surface` that tells the set `node`, named `label`: a month for a day, an interval
        for a number. Empty where the set has none."""
        ...
