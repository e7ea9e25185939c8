"""The trained chain: weights of clues for labels and of labels for each other, read from a file, run by numpy.

The weights are a linear-chain CRF's. Inference is batched over the lines of a text: lines are independent of each
other, because no span crosses a line end.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from core.domain.errors import ResourceError
from core.extract.spans.clues import OFFSETS, Columns
from core.extract.spans.tokens import LINE_END, Tokens

Floats = npt.NDArray[np.float32]
Integers = npt.NDArray[np.int64]

LONGEST_CHAIN = 300
"""Tokens of one line that are labelled together; a longer line is cut, best behind the end of a sentence."""
CUT_WITHIN = 80
"""Tokens before the longest chain's end in which an end of a sentence is looked for."""
BATCH = 4_000
"""Tokens, padding included, whose chains are run together."""
SCALE = 256.0
"""Weights are stored as whole numbers of 1/SCALE."""
_SENTENCE_ENDS = frozenset(".!?;。！？；")


@dataclass(frozen=True, slots=True)
class _Slot:
    """Known values of a slot, and for each of its places the row of weights of every value (0 = none)."""

    known: Mapping[str, int]
    rows: Mapping[int, Integers]


class ChainModel:
    """Weights for inference. Immutable after construction; safe from any thread."""

    def __init__(
        self, labels: Sequence[str], state: Mapping[tuple[str, str], float], moves: Mapping[tuple[str, str], float]
    ) -> None:
        """`state`: (clue as `slot|offset|value`, label) -> weight; `moves`: (label, next label) -> weight."""
        self.labels = tuple(labels)
        self._index = {label: number for number, label in enumerate(self.labels)}
        clues = sorted({clue for clue, _ in state})
        row_of = {clue: number + 1 for number, clue in enumerate(clues)}
        weights = np.zeros((len(clues) + 1, len(self.labels)), dtype=np.float32)
        for (clue, label), weight in state.items():
            weights[row_of[clue], self._index[label]] = weight
        matrix = np.zeros((len(self.labels), len(self.labels)), dtype=np.float32)
        for (one, two), weight in moves.items():
            matrix[self._index[one], self._index[two]] = weight
        self._build(clues, weights, matrix)

    def _build(self, clues: Sequence[str], weights: Floats, moves: Floats) -> None:
        self._weights = weights
        self._moves = moves
        self._raised = np.exp(moves - moves.max()).astype(np.float64)
        self._bias = weights[clues.index("bias") + 1] if "bias" in clues else np.zeros(len(self.labels), np.float32)
        self._clues = tuple(clues)
        known: dict[str, dict[str, int]] = {slot: {} for slot in OFFSETS}
        places: dict[str, dict[int, dict[int, int]]] = {slot: {} for slot in OFFSETS}
        for number, clue in enumerate(clues):
            slot, _, rest = clue.partition("|")
            if slot not in known:
                continue
            place, _, value = rest.partition("|")
            identity = known[slot].setdefault(value, len(known[slot]) + 1)
            places[slot].setdefault(int(place), {})[identity] = number + 1
        self._slots: dict[str, _Slot] = {}
        for slot, values in known.items():
            rows: dict[int, Integers] = {}
            for offset, used in places[slot].items():
                table = np.zeros(len(values) + 1, dtype=np.int64)
                table[list(used)] = list(used.values())
                rows[offset] = table
            self._slots[slot] = _Slot(values, rows)

    def emissions(self, columns: Columns, size: int) -> Floats:
        """What every token's clues say for every label, `[size, labels]`, before the chain."""
        result = np.tile(self._bias, (size, 1))
        for name, slot in self._slots.items():
            get = slot.known.get
            ids = np.fromiter((get(value, 0) for value in columns[name]), dtype=np.int64, count=size)
            if not ids.any():
                continue
            for place, table in slot.rows.items():
                low, high = max(0, -place), size - max(0, place)
                if low >= high:
                    continue
                rows = table[ids[low + place : high + place]]
                hit = np.flatnonzero(rows)
                if hit.size:
                    result[hit + low] += self._weights[rows[hit]]
        return result

    def marginals(self, emissions: Floats, chains: Sequence[tuple[int, int]]) -> Floats:
        """Probability of every label at every token, `[size, labels]`; rows outside all chains are all zero."""
        result = np.zeros_like(emissions)
        for batch in _batches(chains):
            self._forward_backward(emissions, batch, result)
        return result

    def _padded(self, emissions: Floats, batch: Sequence[tuple[int, int]]) -> tuple[Floats, npt.NDArray[np.bool_]]:
        longest = max(end - start for start, end in batch)
        padded = np.zeros((longest, len(batch), len(self.labels)), dtype=np.float32)
        there = np.zeros((longest, len(batch)), dtype=np.bool_)
        for number, (start, end) in enumerate(batch):
            padded[: end - start, number] = emissions[start:end]
            there[: end - start, number] = True
        return padded, there

    def _forward_backward(self, emissions: Floats, batch: Sequence[tuple[int, int]], result: Floats) -> None:
        padded, there = self._padded(emissions, batch)
        raised = np.exp((padded - padded.max(axis=2, keepdims=True)).astype(np.float64))
        steps = len(padded)
        forward = np.empty_like(raised)
        current = raised[0] / raised[0].sum(axis=1, keepdims=True)
        forward[0] = current
        for step in range(1, steps):
            moved = (current @ self._raised) * raised[step]
            total = moved.sum(axis=1, keepdims=True)
            current = np.where(there[step][:, None], moved / np.maximum(total, 1e-300), current)
            forward[step] = current
        backward = np.ones_like(raised[0])
        for step in range(steps - 1, -1, -1):
            joint = forward[step] * backward
            joint /= np.maximum(joint.sum(axis=1, keepdims=True), 1e-300)
            forward[step] = joint
            moved = (raised[step] * backward) @ self._raised.T
            moved /= np.maximum(moved.sum(axis=1, keepdims=True), 1e-300)
            backward = np.where(there[step][:, None], moved, backward)
        for number, (start, end) in enumerate(batch):
            result[start:end] = forward[: end - start, number]

    def dump(self) -> bytes:
        """The model as the bytes of its file."""
        rows, labels = np.nonzero(np.rint(self._weights[1:] * SCALE))
        values = np.rint(self._weights[1:][rows, labels] * SCALE).astype(np.int16)
        used = np.unique(rows)
        renumbered = np.searchsorted(used, rows)
        counts = np.bincount(renumbered, minlength=len(used)).astype(np.uint8)
        stream = io.BytesIO()
        np.savez_compressed(
            stream,
            labels=np.frombuffer("\n".join(self.labels).encode(), dtype=np.uint8),
            clues=np.frombuffer("\x1e".join(self._clues[row] for row in used).encode(), dtype=np.uint8),
            counts=counts,
            targets=labels.astype(np.uint8),
            values=values,
            moves=np.rint(self._moves * SCALE).astype(np.int16),
        )
        return stream.getvalue()

    @classmethod
    def from_bytes(cls, content: bytes) -> ChainModel:
        """The model of a file's bytes. Raises ResourceError `resource.malformed`."""
        try:
            with np.load(io.BytesIO(content), allow_pickle=False) as data:
                parts: dict[str, Any] = {name: data[name] for name in data.files}
            model = cls.__new__(cls)
            model.labels = tuple(parts["labels"].tobytes().decode().split("\n"))
            model._index = {label: number for number, label in enumerate(model.labels)}
            clues = parts["clues"].tobytes().decode().split("\x1e")
            weights = np.zeros((len(clues) + 1, len(model.labels)), dtype=np.float32)
            rows = np.repeat(np.arange(1, len(clues) + 1), parts["counts"])
            weights[rows, parts["targets"]] = parts["values"].astype(np.float32) / SCALE
            model._build(clues, weights, parts["moves"].astype(np.float32) / np.float32(SCALE))
        except (KeyError, ValueError, IndexError, OSError, zipfile.BadZipFile) as error:
            raise ResourceError("resource.malformed", details={"file": "spans"}) from error
        return model


def digest(content: bytes) -> str:
    """The hash of a model file, as its metadata names it."""
    return hashlib.sha256(content).hexdigest()


def read_model(path: Path, expected: str) -> ChainModel:
    """The model of a file whose hash is `expected`. Raises ResourceError where it is unreadable or another file."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ResourceError("resource.unreadable", details={"file": path.name}) from error
    if digest(content) != expected:
        raise ResourceError("resource.malformed", details={"file": path.name})
    return ChainModel.from_bytes(content)


def chains(tokens: Tokens) -> list[tuple[int, int]]:
    """`[start, end)` token indices of the lines, long ones cut; line ends belong to none."""
    result: list[tuple[int, int]] = []
    start = 0
    for index, word in enumerate((*tokens.words, LINE_END)):
        if word != LINE_END:
            continue
        while index - start > LONGEST_CHAIN:
            limit = start + LONGEST_CHAIN
            ends = (at + 1 for at in range(limit - 1, limit - CUT_WITHIN, -1) if tokens.words[at] in _SENTENCE_ENDS)
            cut = next(ends, limit)
            result.append((start, cut))
            start = cut
        if index > start:
            result.append((start, index))
        start = index + 1
    return result


def _batches(found: Sequence[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Chains of like length together, so that little is padded."""
    result: list[list[tuple[int, int]]] = []
    batch: list[tuple[int, int]] = []
    for chain in sorted(found, key=lambda item: (item[1] - item[0], item[0])):
        if batch and (chain[1] - chain[0]) * (len(batch) + 1) > BATCH:
            result.append(batch)
            batch = []
        batch.append(chain)
    if batch:
        result.append(batch)
    return result
