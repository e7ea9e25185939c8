"""Which of the people in a text are tied by kin, marriage or one home (resources/population/households.toml)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from core.domain.errors import ResourceError
from core.domain.language import Language
from core.population.population import FOLDER
from core.resources import read_toml

FILE = "households.toml"
WRITERS = frozenset({"me", ""})
"""Whoever writes, and whoever facts are about of which the text names nobody: on the safe side one of the household."""


@dataclass(frozen=True, slots=True)
class Households:
    """`kin`: words for somebody tied to others. `shared`: columns that hold for a whole household."""

    kin: frozenset[str]
    shared: frozenset[str]

    @classmethod
    def load(cls, root: Path) -> Households:
        """From the resource folder. Raises ResourceError."""
        data = read_toml(root / FOLDER / FILE)
        try:
            kin = frozenset(str(word) for language in Language for word in data["kin"][language.value])
            return cls(kin, frozenset(map(str, data["shared"])))
        except (KeyError, TypeError) as error:
            raise ResourceError("resource.malformed", details={"file": FILE}) from error

    def tied(self, owners: Iterable[str]) -> frozenset[str]:
        """Those of `owners` (`SensitiveAttribute.person`) who make one household; none where nobody is kin."""
        known = frozenset(owners)
        return known & (self.kin | WRITERS) if known & self.kin else frozenset()
