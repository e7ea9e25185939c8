"""T_new: test prompts under three controlled transformations, and mixtures of T_new with S (paper 4.7, 6.1)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from core.bench.generate.family import FOLDER
from core.bench.generate.prompts import Change, GeneratedPrompt
from core.domain.errors import BugError
from core.domain.language import Language
from core.resources import read_toml


class Variant(StrEnum):
    """The paper's three transformations."""

    LEXICAL = "lexical"
    INJECTION = "injection"
    FORMAT = "format"


def kinds() -> tuple[Variant, ...]:
    """All transformations, in the order in which prompts take turns."""
    return tuple(Variant)


@dataclass(frozen=True, slots=True)
class Changes:
    """What the transformations of one language draw from."""

    lexical: Mapping[str, str]
    injection: tuple[str, ...]
    layouts: tuple[str, ...]

    def pick(self, variant: Variant, seed: int) -> Change:
        """One concrete change of that kind."""
        rng = random.Random(f"{variant}/{seed}")  # noqa: S311 - repeatable, not secret
        if variant is Variant.LEXICAL:
            return Change(variant.value, self.lexical)
        if variant is Variant.INJECTION:
            return Change(variant.value, {}, extra=rng.choice(self.injection))
        return Change(variant.value, {}, layout=rng.choice(self.layouts))


def changes(root: Path, language: Language) -> Changes:
    """Read `generator/shift.<language>.toml` below `root`. Raises ResourceError."""
    data = read_toml(root / FOLDER / f"shift.{language}.toml")
    return Changes(data["lexical"], tuple(data["injection"]), tuple(data["layouts"]))


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
