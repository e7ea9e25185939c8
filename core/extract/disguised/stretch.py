"""A disguise, and what all of its readers know."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.extract.disguise_words import english

LEAST_LETTERS = 4
"""Letters one by one that are a word."""
LEAST_SURE = 5
"""Letters of a spelled word that is no ordinary one and therefore somebody's."""
LEAST_SPOKEN = 3
LEAST_DIGITS = 7
"""Digits of a spoken number that is somebody's whatever it counts."""
MOST_DIGITS = 20
LONGEST_FILLER = 3
LATIN = "A-Za-z0-9\u00c0-\u024f"
"""What a sign in Latin letters may not touch; ideographs may stand right beside it."""


@dataclass(frozen=True, slots=True)
class Disguise:
    """`[start, end)` in code points of the text and what it says; `other`: the same with its groups run together.

    `deliberate`: nobody writes so but to spell a value, so that it is one whether or not a layer knows it.
    """

    start: int
    end: int
    said: str
    other: str = ""
    deliberate: bool = False


def is_strange(said: str) -> bool:
    """Whether a decoded text is words of which at least one is no ordinary one."""
    words = re.findall(r"[^\W\d_]{3,}", said)
    letters = sum(char.isalpha() or char.isspace() for char in said)
    return letters >= 0.8 * len(said) and any(word.lower() not in english() for word in words)
