"""A drawn value with every way it may be written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

PLAIN = ""
WRONG_CHECKSUM, WORD_NAME, SPELLED = "wrong-checksum", "word-name", "spelled-number"
"""Traps that come with a value."""


@dataclass(frozen=True, slots=True)
class Surface:
    """`gold` is the sensitive part, written between `before` and `after` (cue words that are not sensitive)."""

    gold: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """`value` is the answer to a question about it; `forms` maps a slot's form name to its surface.

    `traps`: what makes the value hard to find (`wrong-checksum`, `word-name`, `spelled-number`).
    """

    type_id: str
    value: str
    forms: Mapping[str, Surface]
    traps: frozenset[str] = frozenset()


def plain(type_id: str, gold: str, *, traps: frozenset[str] = frozenset(), **forms: Surface) -> Drawn:
    """A value whose plain surface is the value itself."""
    return Drawn(type_id, gold, {PLAIN: Surface(gold), **forms}, traps)
