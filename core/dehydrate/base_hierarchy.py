"""What all generalisation hierarchies share: from the levels of one type to the ladder of a value."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from core.dehydrate.generalization import Generalization
from core.domain.artifact import EXACT_LEVEL
from core.domain.language import Language
from core.domain.taxonomy import AttributeType

CACHED_VALUES = 4096
TELLS_NOTHING = 1.0
"""Share of a set that holds everything: naming it says no more than the type does."""

Labels = Mapping[Language, str]


@dataclass(frozen=True, slots=True)
class InnerLevel:
    """One generalisation between exact and suppressed. `posterior`, `share` and `peak` as in Generalization; `peak` 0:
    all values of the set are equally probable.

    `labels` follow from `node` alone, never from the value: where in the set it lies must not be told.
    """

    node: str
    posterior: float
    share: float
    labels: Labels
    peak: float = 0.0


class BaseHierarchy(ABC):
    """Ladder of one attribute type. Immutable after construction; safe from any thread."""

    def __init__(self, identifier: str, kind: AttributeType) -> None:
        self._id = identifier
        self._kind = kind
        self._inner_levels = lru_cache(maxsize=CACHED_VALUES)(self.inner_levels)

    @property
    def id(self) -> str:
        return self._id

    @abstractmethod
    def inner_levels(self, value: str) -> tuple[InnerLevel, ...]:
        """Generalisations of a canonical value from narrow to wide, without exact and suppressed.

        Never fails: a value that cannot be read has none.
        """

    def prior(self, value: str) -> float:
        """P(value) of a guesser who was told nothing."""
        return 1.0 / self._kind.domain_size

    def peak(self, value: str) -> float:
        """P(the most probable value of all) of that guesser, among values of the kind of `value`."""
        return self.prior(value)

    def wide(self, value: str) -> bool:
        """Whether the value is no more exact than its coarser form would be, such as a month or a country."""
        return False

    def says(self, value: str) -> bool:
        """Whether the value says its class by itself, so that the class may be told for it unasked."""
        return True

    def alike(self, node: str, label: str, surface: str, language: Language) -> str:
        """See GeneralizationHierarchy. A classification has no values of its own."""
        return ""

    def ladder(self, value: str, language: Language) -> tuple[Generalization, ...]:
        """All levels for a canonical value, level 0 first; the last one is suppression."""
        prior = self.prior(value)
        steps = [Generalization(EXACT_LEVEL, value, value, 1.0, prior, prior)]
        ceiling, floor = 1.0, prior
        for step in self._inner_levels(value):
            if step.share >= TELLS_NOTHING:
                continue
            ceiling = max(prior, min(ceiling, step.posterior))
            floor = min(1.0, max(floor, step.share))
            peak = min(1.0, step.peak)
            steps.append(Generalization(len(steps), step.node, step.labels[language], ceiling, prior, floor, peak))
        suppressed = f"[{self._kind.token[language]}]"
        steps.append(Generalization(len(steps), "", suppressed, prior, prior, 1.0, min(1.0, self.peak(value))))
        return tuple(steps)


class IntervalHierarchy(BaseHierarchy):
    """A hierarchy whose sets are intervals: one stands for a number as a value of its form."""

    def alike(self, node: str, label: str, surface: str, language: Language) -> str:
        return label


_BETWEEN = {Language.EN: " to ", Language.ZH: "至"}


def bounds(low: str, high: str) -> str:
    """The name of an interval without a unit: "60-69"."""
    return f"{low}-{high}"


def interval(low: str, high: str, unit: str, language: Language) -> str:
    """The name of an interval with its unit behind: "2 to 5 years", "2至5年".

    The word between the bounds keeps them apart where only letters and digits are compared: "1-2 years" reads like 12.
    """
    gap = " " if unit and unit[0].isascii() and unit[0] != "%" else ""
    return f"{low}{_BETWEEN[language]}{high}{gap}{unit}"


def labelled(entry: Mapping[str, str]) -> Labels:
    """Labels of a table entry with `en` and `zh`."""
    return {code: entry[code] for code in Language}
