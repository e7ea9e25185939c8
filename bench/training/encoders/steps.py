"""The steps that the network is trained by. torch is imported where it is used: it is there for training only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bench.training.encoders.examples import IGNORED, LABELS

THREADS = 2
"""The sums of a step depend on how many threads share it, so the result does too."""
CLIPPED_AT = 1.0
"""The greatest norm of a gradient."""
WEIGHT_DECAY = 0.01


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a network is trained by: `epochs` rounds over all examples, in batches of `rows` runs; `hidden_weight`,
    `focus`: see label_weights and focal_loss."""

    epochs: int = 8
    rows: int = 8
    dropout: float = 0.15
    hidden_weight: float = 1.6
    focus: float = 1.0
    seed: int = 1


class Descent:
    """The steps of one training, in place."""

    def __init__(self, network: Any, rates: Sequence[dict[str, Any]], recipe: Recipe, runs: int) -> None:
        """`rates`: the parameters of the network by rate; `runs`: how many runs a round has."""
        import torch

        self._network = network
        self._recipe = recipe
        self._weights = torch.tensor(label_weights(recipe.hidden_weight))
        self._optimiser = torch.optim.AdamW(rates, weight_decay=WEIGHT_DECAY)
        steps = recipe.epochs * -(-runs // recipe.rows)
        self._schedule = torch.optim.lr_scheduler.LambdaLR(self._optimiser, step_sizes(steps))

    def loss(self, scores: Any, labels: Any) -> Any:
        """The focal loss of a batch by the recipe."""
        return focal_loss(scores, labels, self._weights, self._recipe.focus)

    def step(self, loss: Any) -> float:
        """One step down the loss of a batch; what the loss was."""
        import torch

        self._optimiser.zero_grad(set_to_none=True)
        torch.autograd.backward(loss)
        torch.nn.utils.clip_grad_norm_(self._network.parameters(), CLIPPED_AT)
        self._optimiser.step()
        self._schedule.step()
        return float(loss.item())


def label_weights(hidden: float) -> list[float]:
    """What each label counts in the loss: those of spans that identify or locate `hidden`, all others 1."""
    return [hidden if label[2:3] in ("I", "L") else 1.0 for label in LABELS]


def focal_loss(scores: Any, labels: Any, weights: Any, focus: float) -> Any:
    """Cross entropy of `[rows, units, labels]` and `[rows, units]`: weighted by label, and by `(1 - chance) ** focus`,
    so that the surer a right answer is, the less it counts."""
    flat, gold = scores.reshape(-1, scores.shape[-1]), labels.reshape(-1)
    kept = gold != IGNORED
    logs = flat[kept].log_softmax(dim=-1).gather(1, gold[kept, None])[:, 0]
    share = weights[gold[kept]]
    return -(share * (1 - logs.exp()) ** focus * logs).sum() / share.sum()


def step_sizes(steps: int) -> Callable[[int], float]:
    """The factor on every rate by the number of the step: it rises over the first tenth, then falls to nothing."""
    warm = max(1, steps // 10)
    return lambda step: min((step + 1) / warm, max(0.0, (steps - step) / max(1, steps - warm)))
