"""Prompts as the network learns them: the text that is read at run time, and a column for every mark."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from bench.prompt_corpus import Prompt
from core.extract.spans.coarse import COLUMNS, column_of_kind
from core.extract.spans.pieces import Ids, Pieces
from core.text.normalize import normalize

LABELS = ("O", *(f"{edge}-{column}" for column in COLUMNS[1:] for edge in "BI"))
"""What the network tells of a piece: nothing, or that it begins or continues a span of a column."""
IGNORED = -100
"""The label of a unit that teaches nothing: filling, and the pieces that open and close a run."""
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Stretch:
    """`[start, end)` in code points, not empty, and the index of its column in COLUMNS."""

    start: int
    end: int
    column: int


@dataclass(frozen=True, slots=True)
class Example:
    """One text; its stretches are in order and do not overlap. `private`: whether it was written as private."""

    text: str
    stretches: tuple[Stretch, ...]
    private: bool

    def values(self) -> list[str]:
        """The text of every stretch."""
        return [self.text[stretch.start : stretch.end] for stretch in self.stretches]


def examples_of(prompts: Iterable[Prompt]) -> list[Example]:
    """The prompts as the reader sees them: normalised, marks moved along."""
    return [_example(prompt) for prompt in prompts]


def _example(prompt: Prompt) -> Example:
    view = normalize(prompt.text)
    stretches: list[Stretch] = []
    position = 0
    for span in prompt.spans:
        start, end = view.to_view(span.start, span.end)
        start = max(start, position)
        if start < end:
            stretches.append(Stretch(start, end, column_of_kind(span.role, span.kind)))
            position = end
    return Example(view.text, tuple(stretches), prompt.kind != "harmless")


def begins(column: int) -> int:
    """The index in LABELS of what begins a span of a column; the one behind it continues it."""
    return 2 * column - 1


def labels_of_pieces(pieces: Pieces, stretches: Sequence[Stretch]) -> Ids:
    """One label for every piece: the first that touches a stretch begins it, the others continue it."""
    labels = np.zeros(len(pieces), dtype=np.int64)
    at = 0
    for stretch in stretches:
        while at < len(pieces) and pieces.offsets[at][1] <= stretch.start:
            at += 1
        label = begins(stretch.column)
        while at < len(pieces) and pieces.offsets[at][0] < stretch.end:
            labels[at] = label
            label = begins(stretch.column) + 1
            at += 1
    return labels


def batches_of(
    rows: Iterable[Row], length: Callable[[Row], int], size: int, spread: int, draw: random.Random
) -> list[list[Row]]:
    """Batches of rows of about the same length (within `spread` units of chance), in random order."""
    ordered = sorted(rows, key=lambda row: length(row) + draw.random() * spread)
    batches = [ordered[at : at + size] for at in range(0, len(ordered), size)]
    draw.shuffle(batches)
    return batches


def filled(rows: Sequence[Ids], filling: int = 0) -> Ids:
    """Rows of different lengths as one array, filled up along the first axis."""
    width = max(len(row) for row in rows)
    rest = ((0, 0),) * (rows[0].ndim - 1)
    return np.stack([np.pad(row, ((0, width - len(row)), *rest), constant_values=filling) for row in rows])
