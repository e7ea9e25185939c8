"""How well a network does on marked texts while it learns: recall by mention, precision by letter and digit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np

from bench.training.encoders.examples import Example
from core.extract.spans.coarse import COLUMNS, HIDDEN, Floats

Reading = Callable[[str], tuple[Floats, Floats]]
"""From a text to what a network says of it: `Network.read`."""
WATCHED_FROM = 0.5
"""Chance of identifying or locating from which a sign counts as hidden."""
_LETTERS = np.array([column[0] for column in COLUMNS])


@dataclass(slots=True)
class Score:
    """Counts over texts. `mentions`, `found` (at least half hidden): by role letter, I or L; `hidden`, `right`: signs
    hidden, and those of them that are marked I or L; `harmless`, `touched`: texts, and those with a hidden sign."""

    mentions: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    hidden: int = 0
    right: int = 0
    harmless: int = 0
    touched: int = 0

    def recall(self, role: str) -> float:
        """Share of the mentions of a role that are found, in [0, 1]."""
        return self.found[role] / max(1, self.mentions[role])

    @property
    def precision(self) -> float:
        """Share of the hidden signs that are marked as identifying or locating, in [0, 1]."""
        return self.right / max(1, self.hidden)

    @property
    def merit(self) -> float:
        """By what the best round is chosen: recall of I, half the recall of L, and precision; in [0, 2.5]."""
        return self.recall("I") + 0.5 * self.recall("L") + self.precision

    def line(self) -> str:
        """The figures in one line."""
        return (
            f"I {self.recall('I'):.3f} L {self.recall('L'):.3f} precision {self.precision:.3f}"
            f" harmless touched {self.touched}/{self.harmless} merit {self.merit:.3f}"
        )

    def add(self, example: Example, chances: Floats) -> None:
        """Scores one text by its chances, `[code points, columns]`."""
        counted = np.array([sign.isalnum() for sign in example.text], dtype=bool)
        hidden = (chances[:, HIDDEN].sum(axis=1) >= WATCHED_FROM) & counted
        marked = np.zeros(len(counted), dtype=bool)
        for stretch in example.stretches:
            inside = slice(stretch.start, stretch.end)
            size = int(counted[inside].sum())
            if HIDDEN[stretch.column] and size:
                role = str(_LETTERS[stretch.column])
                marked[inside] = True
                self.mentions[role] += 1
                self.found[role] += int(2 * int(hidden[inside].sum()) >= size)
        self.hidden += int(hidden.sum())
        self.right += int((hidden & marked).sum())
        self.harmless += not example.private
        self.touched += not example.private and bool(hidden.any())


def scored(examples: Iterable[Example], read: Reading) -> Score:
    """The counts over the examples."""
    score = Score()
    for example in examples:
        score.add(example, read(example.text)[0])
    return score
