"""The dehydrated text D with the provenance of every replacement (paper 3.1)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

EXACT_LEVEL = 0
"""Level 0 of every hierarchy is the exact value."""


@dataclass(frozen=True, slots=True)
class Replacement:
    """One mention of S and what stands in its place in D.

    `source_*` are code points of X, `start`/`end` code points of D. `level` is the hierarchy level that was
    rendered; `node` is the hierarchy's canonical name of the generalised value set (`60-69`, `C10`), by which
    attackers know what the band says; `token` is set when a stable typed token was used.
    """

    attribute_id: str
    source_start: int
    source_end: int
    start: int
    end: int
    level: int
    rendered: str
    node: str = ""
    token: str = ""


@dataclass(frozen=True, slots=True)
class Artifact:
    """The dehydrated text D. `levels` gives the level of every attribute of S; replacements are in text order.

    `scrubbed` counts literals that only the hard line caught. `edited` is true once a person changed the
    text by hand; replacements then cover what is left of the provenance.
    """

    text: str
    replacements: tuple[Replacement, ...]
    levels: Mapping[str, int]
    scrubbed: int = 0
    edited: bool = False

    @property
    def told(self) -> frozenset[str]:
        """Attributes that the text tells as they are."""
        return frozenset(key for key, level in self.levels.items() if level == EXACT_LEVEL)

    @property
    def says(self) -> frozenset[str]:
        """Attributes of which the text says anything: the value as it is, or a wider one."""
        return self.told | {item.attribute_id for item in self.replacements if item.node}

    @property
    def payload(self) -> bytes:
        """The bytes a certificate and a ticket are bound to."""
        return self.text.encode("utf-8")

    @property
    def sha256(self) -> str:
        """Lower-case hexadecimal SHA-256 of `payload`."""
        return hashlib.sha256(self.payload).hexdigest()
