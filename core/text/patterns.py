"""Pieces of patterns that are made of words."""

from __future__ import annotations

import re
from collections.abc import Iterable


def any_of(words: Iterable[str]) -> str:
    """A group that matches each of the words: of two that begin alike the longer one is tried first."""
    return "(?:" + "|".join(map(re.escape, sorted(words, key=len, reverse=True))) + ")"
