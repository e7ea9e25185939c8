"""Template families: each is of one style and belongs to one side of the splits as a whole."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.domain.errors import ResourceError
from core.domain.language import Language
from core.domain.taxonomy import Domain
from core.resources import read_toml

SLOT = re.compile(r"\{(?P<foreign>~?)(?P<type>[A-Z_]+)(?:#(?P<instance>[2-9]))?(?:\.(?P<form>[a-z-]+))?\}")
FOLDER = "generator"
RUNNING_TEXT = frozenset({"prose", "mixed", "question"})
"""Styles whose parts follow each other in one paragraph."""
ORDINARY, ADVERSARIAL, FRESH = "ordinary", "adversarial", "fresh"


@dataclass(frozen=True, slots=True)
class Family:
    """`parts`: alternatives of each part, in order. `group`: ordinary, adversarial, or fresh (written last)."""

    id: str
    domain: Domain
    style: str
    group: str
    parts: tuple[tuple[str, ...], ...]
    ask: tuple[str, ...]

    def separator(self, language: Language) -> str:
        """What stands between two parts."""
        if self.style not in RUNNING_TEXT:
            return "\n"
        return "" if language is Language.ZH else " "


def load_families(root: Path, language: Language) -> tuple[Family, ...]:
    """Every family of `generator/families/<domain>.<language>.toml`. Raises ResourceError."""
    families: list[Family] = []
    for domain in Domain:
        name = f"{domain.value}.{language.value}.toml"
        entries: Sequence[Mapping[str, Any]] = read_toml(root / FOLDER / "families" / name)["family"]
        try:
            families.extend(
                Family(
                    id=entry["id"],
                    domain=domain,
                    style=entry["style"],
                    group=entry.get("group", ORDINARY),
                    parts=tuple(tuple(part) for part in entry["parts"]),
                    ask=tuple(entry["ask"]),
                )
                for entry in entries
            )
        except (KeyError, TypeError) as error:
            raise ResourceError("resource.malformed", details={"file": name}) from error
    return tuple(families)
