"""Questions without anybody's data; every one is used at most once per seed."""

from __future__ import annotations

import random
from pathlib import Path

from core.domain.errors import BugError
from core.domain.language import Language
from core.generate.family import FOLDER
from core.resources import read_toml

HELD_OUT_EVERY = 3
"""Of the questions, one in three is seen by test splits only."""


class HarmlessPool:
    """Questions of one language in every wording, split by question."""

    def __init__(self, root: Path, language: Language) -> None:
        """`root` is the resource folder. Raises ResourceError."""
        lines = (root / FOLDER / f"harmless.{language}.txt").read_text(encoding="utf-8").splitlines()
        self.questions = tuple(line.strip() for line in lines if line.strip() and not line.startswith("#"))
        self._wrappers: tuple[str, ...] = tuple(read_toml(root / FOLDER / "wrappers.toml")[language.value])
        self._language = language

    def order(self, seed: int, *, held_out: bool) -> list[str]:
        """All texts of one side, shuffled by `seed`; every question comes once before any comes again."""
        rng = random.Random(f"harmless/{self._language}/{held_out}/{seed}")  # noqa: S311 - repeatable, not secret
        own = [line for number, line in enumerate(self.questions) if (number % HELD_OUT_EVERY == 0) is held_out]
        rng.shuffle(own)
        return [question + wrapper for wrapper in self._wrappers for question in own]

    def text(self, seed: int, position: int, *, held_out: bool) -> str:
        """The text at `position`. Raises BugError when there are not that many."""
        texts = self.order(seed, held_out=held_out)
        if position >= len(texts):
            raise BugError("generator.harmless_exhausted", details={"position": position})
        return texts[position]
