"""From chances of columns to spans: the likeliest path over the tokens of a text (Viterbi).

Taken token by token, a name whose words waver between place and organisation falls into pieces, and a name in
ideographs ends inside a word. The path pays for both: a new span needs a likely beginning, and one that begins or ends
inside a word of the dictionary needs better evidence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.extract.spans.coarse import COLUMNS, HIDDEN, NOTHING, Floats
from core.extract.spans.tokens import LINE_END
from core.extract.spans.word_borders import word_starts
from core.text.scripts import is_ideograph

SHARE = 0.5
"""How much it counts which of the hiding columns a token leans to, beside that it hides at all (1: as much)."""
INSIDE_WORD = 2.0
"""What a border inside a word of the dictionary costs, in natural logarithms of chances."""
CLEAR = 0.98
"""Chance of nothing from which on a token is nothing without more ado."""
NAME = COLUMNS.index("I-name")
_FLOOR = 1e-6
_UNSURE = 0.01
"""Chance that no beginning and no continuation falls below."""
_COMMAS = frozenset(",，")
_FIELD_EDGES = frozenset((LINE_END, *",，;；|\t\"'[]{}()*-"))


@dataclass(frozen=True, slots=True)
class Run:
    """Tokens `[first, last)` of one column."""

    first: int
    last: int
    column: int


def runs(chances: Floats, begins: Floats, thresholds: Floats, words: Sequence[str]) -> Iterator[Run]:
    """Runs of tokens of one column, never across a line end, in order.

    `chances`: `[tokens, columns]`. `begins`: chance that a span begins, `[tokens]`. `thresholds`: the chance of hiding
    from which on a token is hidden, `[tokens]`. `words`: the tokens.
    """
    nothing = chances[:, NOTHING]
    ends = np.array([word == LINE_END for word in words], dtype=bool)
    scores, inside = _scores(chances, thresholds), _inside_words(words)
    for one, two in _stretches((nothing < CLEAR) & ~ends):
        costs = np.where(inside[one:two], INSIDE_WORD, 0.0)
        path, continued = _path(scores[one:two], begins[one:two], nothing[one:two], costs)
        first = 0
        for index in range(1, two - one + 1):
            if index == two - one or not continued[index]:
                if path[first] != NOTHING:
                    yield Run(one + first, one + index, path[first])
                first = index


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


def _scores(chances: Floats, thresholds: Floats) -> npt.NDArray[np.float64]:
    """Logarithms `[tokens, columns]`, in which hiding goes before the rest from the threshold on."""
    scores = np.log(np.maximum(chances, _FLOOR)).astype(np.float64)
    hides = np.log(np.maximum(chances[:, HIDDEN].sum(axis=1), _FLOOR))
    lean = scores[:, HIDDEN] - hides[:, None]
    scores[:, HIDDEN] = (hides + np.log((1 - thresholds) / thresholds))[:, None] + SHARE * lean
    return scores


def _stretches(open_: npt.NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """`[first, last)` of tokens that may be something."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], open_, [False])).astype(np.int8)))
    return ((int(one), int(two)) for one, two in zip(edges[::2], edges[1::2], strict=True))


def _path(
    scores: npt.NDArray[np.float64], begins: Floats, nothing: Floats, costs: npt.NDArray[np.float64]
) -> tuple[list[int], list[bool]]:
    """The column of each token on the likeliest path, and whether the token continues the span before it.

    `costs`: of a border before each token. Nothing stands before and behind the tokens.
    """
    count, columns = scores.shape
    begin = np.clip(begins / np.maximum(1 - nothing, _UNSURE), _UNSURE, 1 - _UNSURE)
    starting, going_on = np.log(begin), np.log(1 - begin)
    starting[0] = 0.0  # the first token continues nothing, whatever is said of beginnings
    own = np.arange(columns)
    came = np.zeros((count, columns), dtype=np.int16)
    goes_on = np.zeros((count, columns), dtype=bool)
    best = np.where(own == NOTHING, 0.0, -np.inf)
    for at in range(count):
        before = int(best.argmax())
        fresh = best[before] - costs[at] + starting[at]
        on = best + going_on[at]
        goes_on[at] = on >= fresh
        came[at] = np.where(goes_on[at], own, before)
        left = best - costs[at]
        left[NOTHING] = best[NOTHING]
        came[at, NOTHING] = left.argmax()
        goes_on[at, NOTHING] = False
        best = np.where(goes_on[at], on, fresh) + scores[at]
        best[NOTHING] = left[came[at, NOTHING]] + scores[at, NOTHING]
    path, continued = [NOTHING] * count, [False] * count
    column = int(best.argmax())
    for at in range(count - 1, -1, -1):
        path[at], continued[at] = column, bool(goes_on[at, column])
        column = int(came[at, column])
    return path, continued


def _inside_words(words: Sequence[str]) -> npt.NDArray[np.bool_]:
    """Which tokens are ideographs that continue a word of the dictionary."""
    inside = np.zeros(len(words), dtype=bool)
    first = 0
    for index in range(len(words) + 1):
        if index < len(words) and len(words[index]) == 1 and is_ideograph(words[index]):
            continue
        if index - first > 1:
            inside[first:index] = True
            inside[[first + start for start in word_starts("".join(words[first:index]))]] = False
        first = index + 1
    return inside


def _is_edge(words: Sequence[str], index: int) -> bool:
    """Whether the token ends or begins a field; nothing stands beyond a text's ends."""
    return not 0 <= index < len(words) or words[index] in _FIELD_EDGES
