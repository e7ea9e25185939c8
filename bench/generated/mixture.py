"""Mixtures of T_new with S (paper 4.7, 6.1)."""

from __future__ import annotations

import random
from collections.abc import Sequence

from core.domain.errors import BugError
from core.generate.prompts import GeneratedPrompt


def mix(
    base: Sequence[GeneratedPrompt], new: Sequence[GeneratedPrompt], alpha: float, seed: int
) -> tuple[GeneratedPrompt, ...]:
    """T_alpha = (1 - alpha) S + alpha T_new with `len(base)` prompts.

    The places taken by T_new grow with alpha for one seed, so that a dose-response curve is paired. Raises BugError
    for alpha outside [0, 1] or too few new prompts.
    """
    wanted = round(alpha * len(base)) if 0 <= alpha <= 1 else -1
    if not 0 <= wanted <= len(new):
        raise BugError("generator.mixture", details={"alpha": alpha, "new": len(new)})
    order = list(range(len(base)))
    random.Random(f"mix/{seed}").shuffle(order)  # noqa: S311 - repeatable, not secret
    taken = {place: new[rank] for rank, place in enumerate(order[:wanted])}
    return tuple(taken.get(place, prompt) for place, prompt in enumerate(base))
