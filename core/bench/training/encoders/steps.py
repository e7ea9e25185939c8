"""The steps that both networks are trained by. Tensors come and go; torch itself is imported by the callers only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.bench.training.encoders.examples import IGNORED, LABELS

THREADS = 1
"""The sums of a step depend on how many threads share it, so the result does too."""
CLIPPED_AT = 1.0
"""The greatest norm of a gradient."""


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
