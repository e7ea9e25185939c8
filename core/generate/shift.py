"""T_new: test prompts under three controlled transformations (paper 4.7, 6.1)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from core.domain.language import Language
from core.generate.family import FOLDER
from core.generate.prompts import Change
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
