"""The network: BERT layers over frozen word pieces, and one linear layer that labels each piece.

Needs torch; imported by the trainer alone, when it trains.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from bench.training.encoders.base import Base
from bench.training.encoders.vocabulary import SPECIAL
from core.extract.spans.pieces import LAYOUTS, SHAPES, UNKNOWN

_MASKED = -1e4


@dataclass(frozen=True, slots=True)
class Sizes:
    """Sizes of the network; all but `labels` and `depth` come with the base model."""

    vocabulary: int
    positions: int
    width: int
    inner: int
    heads: int
    depth: int
    labels: int


class PieceTable(nn.Module):
    """Vectors of the word pieces, never trained: one byte per number and one scale per piece."""

    bytes_: Tensor
    scales: Tensor

    def __init__(self, rows: int, width: int) -> None:
        super().__init__()
        self.register_buffer("bytes_", torch.zeros(rows, width, dtype=torch.int8))
        self.register_buffer("scales", torch.ones(rows, 1))

    def fill(self, table: Tensor) -> None:
        """Takes over a table `[rows, width]`; the greatest number of each row becomes 127."""
        scales = table.abs().amax(dim=1, keepdim=True).clamp_min(1e-8) / 127
        self.bytes_ = torch.round(table / scales).clamp(-127, 127).to(torch.int8)
        self.scales = scales

    def forward(self, ids: Tensor) -> Tensor:
        """`[rows, pieces]` to `[rows, pieces, width]`."""
        found = nn.functional.embedding(ids, self.scales)
        return self.bytes_[ids].to(torch.float32) * found


class Layer(nn.Module):
    """One BERT layer: attention, then two dense layers, each added and normalised."""

    def __init__(self, sizes: Sizes, dropout: float) -> None:
        super().__init__()
        width = sizes.width
        self.heads, self.part = sizes.heads, width // sizes.heads
        self.query, self.key, self.value = (nn.Linear(width, width) for _ in range(3))
        self.attended = nn.Linear(width, width)
        self.first_norm = nn.LayerNorm(width, eps=1e-12)
        self.rise, self.fall = nn.Linear(width, sizes.inner), nn.Linear(sizes.inner, width)
        self.second_norm = nn.LayerNorm(width, eps=1e-12)
        self.drop = nn.Dropout(dropout)

    def forward(self, x: Tensor, masked: Tensor) -> Tensor:
        """`x` `[rows, pieces, width]`; `masked` `[rows, 1, 1, pieces]`, 0 or a large negative number."""
        rows, length = x.shape[0], x.shape[1]

        def split(y: Tensor) -> Tensor:
            return y.reshape(rows, length, self.heads, self.part).transpose(1, 2)

        scores = split(self.query(x)) @ split(self.key(x)).transpose(2, 3) / math.sqrt(self.part) + masked
        mixed = (self.drop(scores.softmax(dim=-1)) @ split(self.value(x))).transpose(1, 2)
        x = self.first_norm(x + self.drop(self.attended(mixed.reshape(rows, length, -1))))
        return self.second_norm(x + self.drop(self.fall(nn.functional.gelu(self.rise(x)))))


class PieceModule(nn.Module):
    """Ids, shapes and layouts, each `[rows, pieces]` with 0 for filling, to scores `[rows, pieces, labels]`."""

    positions: Tensor

    def __init__(self, sizes: Sizes, dropout: float) -> None:
        super().__init__()
        self.sizes = sizes
        self.pieces = PieceTable(sizes.vocabulary, sizes.width)
        self.register_buffer("positions", torch.zeros(sizes.positions, sizes.width))
        self.shapes = nn.Embedding(len(SHAPES), sizes.width)
        self.layouts = nn.Embedding(len(LAYOUTS), sizes.width)
        nn.init.normal_(self.shapes.weight, std=0.02)
        nn.init.normal_(self.layouts.weight, std=0.02)
        self.norm = nn.LayerNorm(sizes.width, eps=1e-12)
        self.layers = nn.ModuleList(Layer(sizes, dropout) for _ in range(sizes.depth))
        self.drop = nn.Dropout(dropout)
        self.head = nn.Linear(sizes.width, sizes.labels)
        nn.init.normal_(self.head.weight, std=0.02)
        nn.init.zeros_(self.head.bias)

    def forward(self, ids: Tensor, shapes: Tensor, layouts: Tensor) -> Tensor:
        """See the class."""
        masked = (ids == 0).to(torch.float32)[:, None, None, :] * _MASKED
        x = self.pieces(ids) + self.positions[: ids.shape[1]] + self.shapes(shapes) + self.layouts(layouts)
        x = self.drop(self.norm(x))
        for layer in self.layers:
            x = layer(x, masked)
        return self.head(self.drop(x))


def from_trained(
    tensors: Mapping[str, npt.NDArray[np.generic]], heads: int, labels: int, dropout: float
) -> PieceModule:
    """The network whose tensors were written before (`tensors_of`). Raises KeyError, ValueError, RuntimeError."""
    rows, width = tensors["pieces.bytes_"].shape
    depth = len({name.split(".")[1] for name in tensors if name.startswith("layers.")})
    inner = len(tensors["layers.0.rise.bias"])
    network = PieceModule(Sizes(rows, len(tensors["positions"]), width, inner, heads, depth, labels), dropout)
    network.load_state_dict({name: torch.from_numpy(np.array(value)) for name, value in tensors.items()})
    return network


def from_base(base: Base, kept: Sequence[int], depth: int, labels: int, dropout: float) -> PieceModule:
    """A network whose `depth` layers are the first of the base model. Its pieces are the special ones and the `kept`
    of the base model. Raises KeyError, ValueError."""
    sizes = Sizes(
        len(kept) + len(SPECIAL), base.positions, base.width, base.inner, base.heads, min(depth, base.depth), labels
    )
    network = PieceModule(sizes, dropout)
    vectors = base.tensors["pieces"]
    first = [base.pieces.index(piece) if piece in base.pieces else base.pieces.index(UNKNOWN) for piece in SPECIAL]
    network.pieces.fill(torch.from_numpy(np.concatenate([vectors[first], vectors[list(kept)]])))
    own = {name: module for name, module in network.named_parameters() if name in base.tensors}
    missing = [name for name, _ in network.layers.named_parameters() if f"layers.{name}" not in own]
    if missing:
        raise KeyError(missing[0])
    network.positions = torch.from_numpy(base.tensors["positions"])
    with torch.no_grad():
        for name, parameter in own.items():
            parameter.copy_(torch.from_numpy(base.tensors[name]))
    return network
