"""The paper's splits (section 6.1): sizes, seeds, and which families belong to which."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.bench.generate.prompts import Family, GeneratedPrompt, PromptGenerator
from core.domain.language import Language

HARMLESS_EVERY = 4
"""Every fourth prompt carries nothing sensitive."""
HELD_OUT_EVERY = 3
"""Of the families of a domain, one in three (at least one) is seen by test splits only."""


@dataclass(frozen=True, slots=True)
class Split:
    """`held_out`: drawn from families that no development split uses. `size`: prompts over both languages."""

    name: str
    size: int
    held_out: bool


SPLITS = (
    Split("calibration", 290, held_out=False),
    Split("train", 400, held_out=False),
    Split("test", 160, held_out=True),
    Split("test_ext", 240, held_out=True),
    Split("mixed", 120, held_out=True),
    Split("stream", 120, held_out=False),
)


def held_out(families: Sequence[Family]) -> frozenset[str]:
    """Ids of the families that only test splits use: fixed by their names, equal in both languages."""
    chosen: set[str] = set()
    for domain in {family.domain for family in families}:
        ids = sorted((family.id for family in families if family.domain is domain and not family.harmless), key=_order)
        chosen.update(ids[: max(1, len(ids) // HELD_OUT_EVERY)])
    return frozenset(chosen)


def _order(family_id: str) -> str:
    return hashlib.sha256(family_id.encode()).hexdigest()


def generate(generator: PromptGenerator, split: Split, seed: int, size: int | None = None) -> Iterator[GeneratedPrompt]:
    """The prompts of one split; languages alternate, families take turns, every fourth prompt is harmless."""
    wanted = size or split.size
    for index in range(wanted):
        language = list(Language)[index % 2]
        families = generator.families[language]
        reserved = held_out(families)
        turn = index // 2
        if turn % HARMLESS_EVERY == HARMLESS_EVERY - 1:
            pool = [family for family in families if family.harmless]
        else:
            pool = [family for family in families if not family.harmless and (family.id in reserved) is split.held_out]
        family = pool[(turn - turn // HARMLESS_EVERY) % len(pool)]
        yield generator.prompt(language, family, _seed(split.name, seed, index))


def _seed(name: str, seed: int, index: int) -> int:
    return int.from_bytes(hashlib.sha256(f"{name}/{seed}/{index}".encode()).digest()[:6], "big")
