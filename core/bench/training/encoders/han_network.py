"""The network for ideographs: LAC's two layers of gated units over characters, and one more with features of its own.

Needs torch; imported by the trainer alone, when it trains.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from core.bench.training.encoders.lac import read_parameter
from core.extract.spans.characters import BORDERS, BUCKETS, CLASSES, NAMING

TINY = 1e-12
"""Added to probabilities, so that no tag is ever ruled out and no sum is nought."""

LAC_WIDTH = 128
"""Numbers of a state of LAC, one way."""


class _Scan(torch.autograd.Function):
    """Gated recurrent units over time with the gradient written out: a step costs a few small kernels only."""

    @staticmethod
    def forward(ctx: Any, inputs: Tensor, gates: Tensor, states: Tensor) -> Tensor:
        time, ways, rows, triple = inputs.shape
        width = triple // 3
        hidden = inputs.new_zeros(ways, rows, width)
        before, opened, news = (inputs.new_empty(time, ways, rows, n * width) for n in (1, 2, 1))
        out = inputs.new_empty(time, ways, rows, width)
        for t in range(time):
            before[t] = hidden
            both = torch.baddbmm(inputs[t, ..., : 2 * width], hidden, gates).sigmoid_()
            opened[t] = both
            new = torch.baddbmm(inputs[t, ..., 2 * width :], hidden * both[..., width:], states).tanh_()
            news[t] = new
            hidden = torch.lerp(hidden, new, both[..., :width])
            out[t] = hidden
        ctx.save_for_backward(before, opened, news, gates, states)
        return out

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        before, opened, news, gates, states = ctx.saved_tensors
        (given,) = grads
        time, ways, rows, width = before.shape
        to_inputs = before.new_empty(time, ways, rows, 3 * width)
        gates_back, states_back = gates.transpose(1, 2).contiguous(), states.transpose(1, 2).contiguous()
        update, reset = opened[..., :width], opened[..., width:]
        of_new = update * (1 - news * news)
        of_update = (news - before) * update * (1 - update)
        of_reset = before * reset * (1 - reset)
        late = before.new_zeros(ways, rows, width)
        for t in range(time - 1, -1, -1):
            total = given[t] + late
            new = total * of_new[t]
            held = torch.bmm(new, states_back)
            both = torch.cat([total * of_update[t], held * of_reset[t]], dim=-1)
            to_inputs[t, ..., : 2 * width] = both
            to_inputs[t, ..., 2 * width :] = new
            late = torch.baddbmm(total * (1 - update[t]) + held * reset[t], both, gates_back)

        def flat(x: Tensor) -> Tensor:
            return x.transpose(0, 1).reshape(ways, time * rows, -1)

        seen = flat(before).transpose(1, 2)
        to_gates = seen @ flat(to_inputs[..., : 2 * width])
        to_states = flat(reset * before).transpose(1, 2) @ flat(to_inputs[..., 2 * width :])
        return to_inputs, to_gates, to_states


class TwoWays(nn.Module):
    """Gated units forwards and backwards: h = (1 - u) h' + u tanh(x + (r h') S), the gates in the order u, r, new."""

    def __init__(self, inputs: int, width: int) -> None:
        super().__init__()
        self.width = width
        self.inputs = nn.Parameter(torch.empty(2, inputs, 3 * width))
        self.bias = nn.Parameter(torch.zeros(2, 3 * width))
        self.gates = nn.Parameter(torch.empty(2, width, 2 * width))
        self.states = nn.Parameter(torch.empty(2, width, width))
        for way in range(2):
            nn.init.xavier_uniform_(self.inputs[way])
            nn.init.orthogonal_(self.states[way])
            for gate in range(2):
                nn.init.orthogonal_(self.gates[way][:, gate * width : (gate + 1) * width])

    def forward(self, x: Tensor, back: Tensor) -> Tensor:
        """`x` `[rows, time, inputs]` to `[rows, time, 2 width]`; `back` `[rows, time]`: each row's order backwards."""
        rows, time, _ = x.shape
        pre = torch.einsum("rti,wij->twrj", x, self.inputs) + self.bias[:, None]
        order = back.t()[:, :, None]
        backwards = pre[:, 1].gather(0, order.expand(time, rows, 3 * self.width))
        out = _Scan.apply(torch.stack([pre[:, 0], backwards], 1), self.gates, self.states)
        turned = out[:, 1].gather(0, order.expand(time, rows, self.width))
        return torch.cat([out[:, 0], turned], dim=-1).transpose(0, 1)


class Chain(nn.Module):
    """LAC's chain of tags. It is not trained: its marginals are evidence for the layers above."""

    first: Tensor
    last: Tensor
    moves: Tensor

    def __init__(self, table: Tensor) -> None:
        """`table` `[tags + 2, tags]`: scores of the first tag, of the last tag, and of a tag (column) after a tag."""
        super().__init__()
        self.register_buffer("first", table[0].exp())
        self.register_buffer("last", table[1].exp())
        self.register_buffer("moves", table[2:].exp())

    def forward(self, scores: Tensor, lengths: Tensor) -> Tensor:
        """Scores `[rows, time, tags]` of the characters to the chances of their tags, of the same shape."""
        with torch.no_grad():
            return self._chances(scores, lengths)

    def _chances(self, scores: Tensor, lengths: Tensor) -> Tensor:
        signs = scores.softmax(dim=-1).transpose(0, 1) + TINY
        time = len(signs)
        before, after = torch.empty_like(signs), torch.empty_like(signs)
        state = self.first.expand(signs.shape[1], -1)
        for t in range(time):
            here = state * signs[t]
            before[t] = here = here / here.sum(dim=-1, keepdim=True)
            state = here @ self.moves
        state = end = self.last.expand(signs.shape[1], -1)
        for t in range(time - 1, -1, -1):
            after[t] = state
            earlier = (state * signs[t]) @ self.moves.t()
            state = torch.where((lengths > t)[:, None], earlier / earlier.sum(dim=-1, keepdim=True), end)
        both = before * after
        return (both / both.sum(dim=-1, keepdim=True)).transpose(0, 1)


def backwards(lengths: Tensor, time: int) -> Tensor:
    """For each row the places of its characters in reverse, those of the filling where they are: `[rows, time]`."""
    places = torch.arange(time)[None]
    return torch.where(places < lengths[:, None], lengths[:, None] - 1 - places, places)


@dataclass(frozen=True, slots=True)
class Sizes:
    """Widths of the parts that are new, and how many labels there are."""

    labels: int
    mixed: int = 192
    top: int = 96
    pair: int = 16
    small: int = 12
    gist: int = 48


class HanModule(nn.Module):
    """Features `[rows, characters, COLUMNS]` and lengths `[rows]` to scores `[rows, characters, labels]`."""

    def __init__(self, vectors: Tensor, chain: Tensor, sizes: Sizes, dropout: float) -> None:
        super().__init__()
        self.sizes = sizes
        width, tags = vectors.shape[1], chain.shape[1]
        self.vectors = nn.Embedding(vectors.shape[0], width)
        self.vectors.weight = nn.Parameter(vectors)
        self.lower, self.upper = TwoWays(width, LAC_WIDTH), TwoWays(2 * LAC_WIDTH, LAC_WIDTH)
        self.tags = nn.Linear(2 * LAC_WIDTH, tags).requires_grad_(False)
        self.chain = Chain(chain)
        self.classes = nn.Embedding(len(CLASSES), sizes.small)
        self.naming = nn.Embedding(len(NAMING), sizes.small)
        self.borders = nn.Embedding(len(BORDERS), sizes.small)
        self.pairs = nn.Embedding(BUCKETS, sizes.pair)
        for table in (self.classes, self.naming, self.borders):
            nn.init.normal_(table.weight, std=0.3)
        nn.init.normal_(self.pairs.weight, std=0.1)
        self.mix = nn.Linear(width + 4 * LAC_WIDTH + tags + 3 * sizes.small + 2 * sizes.pair, sizes.mixed)
        self.gist = nn.Linear(2 * sizes.mixed, sizes.gist)
        self.private = nn.Linear(sizes.gist, 1)
        self.top = TwoWays(sizes.mixed + sizes.gist, sizes.top)
        self.head = nn.Linear(sizes.mixed + 2 * sizes.top, sizes.labels)
        self.drop = nn.Dropout(dropout)

    def forward(self, features: Tensor, lengths: Tensor) -> Tensor:
        """See the class."""
        return self.judged(features, lengths)[0]

    def judged(self, features: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        """The scores of the labels, and for every row the log odds that anything in it is private (for training)."""
        back = backwards(lengths, features.shape[1])
        x = self.vectors(features[..., 0])
        low = self.lower(x, back)
        high = self.upper(low, back)
        parts = [
            x, low, high, self.chain(self.tags(high), lengths),
            self.classes(features[..., 1]), self.naming(features[..., 2]), self.borders(features[..., 3]),
            self.pairs(features[..., 4]), self.pairs(features[..., 5]),
        ]  # fmt: skip
        mixed = torch.relu(self.mix(self.drop(torch.cat(parts, dim=-1))))
        inside = (torch.arange(features.shape[1])[None] < lengths[:, None])[..., None].float()
        mean = (mixed * inside).sum(dim=1) / lengths[:, None]
        gist = torch.tanh(self.gist(self.drop(torch.cat([mean, (mixed * inside).amax(dim=1)], dim=-1))))
        spread = gist[:, None].expand(-1, features.shape[1], -1)
        top = self.top(self.drop(torch.cat([mixed, spread], dim=-1)), back)
        scores = self.head(self.drop(torch.cat([mixed, top], dim=-1)))
        return scores, self.private(gist)[:, 0]


def from_base(base: Path, labels: int, dropout: float) -> HanModule:
    """A network whose lower part is LAC. Raises OSError, ValueError, RuntimeError for a folder of another kind."""

    def read(name: str) -> Tensor:
        return torch.from_numpy(read_parameter(base, name))

    network = HanModule(read("word_emb"), read("crfw"), Sizes(labels), dropout)
    with torch.no_grad():
        network.tags.weight.copy_(read("fc_4.w_0").t())
        network.tags.bias.copy_(read("fc_4.b_0"))
        for layer, numbers in ((network.lower, (0, 1)), (network.upper, (2, 3))):
            width = layer.width
            for way, number in enumerate(numbers):
                layer.inputs[way].copy_(read(f"fc_{number}.w_0"))
                layer.bias[way].copy_(read(f"fc_{number}.b_0") + read(f"gru_{number}.b_0")[0])
                # One block of numbers holds first the weights of both gates and behind them those of the new state.
                block = read(f"gru_{number}.w_0").reshape(-1)
                layer.gates[way].copy_(block[: 2 * width * width].reshape(width, 2 * width))
                layer.states[way].copy_(block[2 * width * width :].reshape(width, width))
    return network
