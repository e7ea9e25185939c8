"""What chain and network say together: their chances multiplied, each raised to a weight, and the spans that follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.extract.spans.coarse import COLUMNS, HIDDEN, NOTHING, Floats
from core.extract.spans.network import SILENT, VOICES, Heard
from core.extract.spans.tokens import LINE_END

FLOOR = 1e-4
"""The least chance that either is taken to give: nobody's word is final."""
NAME = COLUMNS.index("I-name")
_COMMAS = frozenset(",，")
_FIELD_EDGES = frozenset((LINE_END, *",，;；|\t\"'[]{}()*-"))
ALONE = "alone"
"""The mixing of tokens that no network read."""


@dataclass(frozen=True, slots=True)
class Weights:
    """How much chain and network count, and from which chance of hiding a token is hidden."""

    chain: float
    network: float
    threshold: float


@dataclass(frozen=True, slots=True)
class Run:
    """Tokens `[first, last)` of one column."""

    first: int
    last: int
    column: int


class Mixing:
    """The weights of each voice, and of the chain alone."""

    def __init__(self, weights: Mapping[str, Weights]) -> None:
        """`weights`: by VOICES and ALONE. Raises KeyError where one is missing."""
        self._weights = [weights[name] for name in (*VOICES, ALONE)]

    def mixed(self, chances: Floats, begins: Floats, heard: Heard) -> tuple[Floats, Floats]:
        """Chain's and network's chances of columns `[tokens, columns]` and of beginnings `[tokens]` as one."""
        total, first = chances.copy(), begins.copy()
        for number, voice in ((0, 0), (1, 1), (2, SILENT)):
            rows = np.flatnonzero(heard.voices == voice)
            if not rows.size:
                continue
            weights = self._weights[number]
            said = weights.chain * np.log(np.maximum(chances[rows], FLOOR))
            if voice != SILENT:
                said = said + weights.network * np.log(np.maximum(heard.chances[rows], FLOOR))
                share = weights.network / max(1e-6, weights.chain + weights.network)
                first[rows] = (1 - share) * begins[rows] + share * heard.begins[rows]
            raised = np.exp(said - said.max(axis=1, keepdims=True))
            total[rows] = raised / raised.sum(axis=1, keepdims=True)
        return total, first

    def thresholds(self, voices: npt.NDArray[np.int8]) -> Floats:
        """From which chance of hiding on each token is hidden."""
        return np.array([weights.threshold for weights in self._weights], dtype=np.float32)[voices]


def runs(chances: Floats, begins: Floats, thresholds: Floats, words: Sequence[str]) -> Iterator[Run]:
    """Runs of tokens of one column, never across a line end: hiding columns win from the threshold on, else the
    likeliest of the others."""
    hides = chances[:, HIDDEN].sum(axis=1) >= thresholds
    best = np.where(hides[:, None] == HIDDEN[None], chances, -1.0).argmax(axis=1)
    own = np.take_along_axis(chances, best[:, None], axis=1)[:, 0] if len(chances) else begins
    new = begins > own / 2
    first = 0
    for index in range(len(words) + 1):
        ended = index == len(words) or words[index] == LINE_END
        if ended or (index > first and (best[index] != best[first] or (new[index] and best[index] != NOTHING))):
            if index > first and best[first] != NOTHING:
                yield Run(first, index, int(best[first]))
            first = index + 1 if ended else index


def inverted(found: Sequence[Run], words: Sequence[str]) -> list[Run]:
    """The runs, with `Surname, Given` in a field of its own (a roster, a table) as one name."""
    result: list[Run] = []
    for run in found:
        last = result[-1] if result else None
        if (
            last is not None
            and last.column == run.column == NAME
            and run.first == last.last + 1
            and words[last.last] in _COMMAS
            and _is_edge(words, last.first - 1)
            and _is_edge(words, run.last)
        ):
            result[-1] = Run(last.first, run.last, NAME)
        else:
            result.append(run)
    return result


def _is_edge(words: Sequence[str], index: int) -> bool:
    """Whether the token ends or begins a field; nothing stands beyond a text's ends."""
    return not 0 <= index < len(words) or words[index] in _FIELD_EDGES
