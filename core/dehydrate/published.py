"""Published shares of people by country for what people tell most: illnesses, medicines, faiths, occupations, degrees.

What is not in the table is unknown: nobody counted it here, or we are not sure of the figure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from core.domain.errors import ResourceError
from core.domain.language import Language
from core.resources import read_csv
from core.text.characters import in_simplified
from core.text.normalize import normalize

FILE = "prevalence.csv"
COUNTRIES: Mapping[Language, str] = {Language.EN: "us", Language.ZH: "cn"}
"""The country in whose population prompts of a language are counted."""


@dataclass(frozen=True, slots=True)
class Share:
    """One value under all its names, with its share of all people by the language whose country published it. `source`:
    key of resources/population/README.md, likewise."""

    names: tuple[str, ...]
    shares: Mapping[Language, float]
    sources: Mapping[Language, str]

    @property
    def most(self) -> float:
        """Its share where it is largest."""
        return max(self.shares.values())


class PublishedShares:
    """Shares of one attribute type. Immutable."""

    def __init__(self, rows: Iterable[Share] = ()) -> None:
        self.rows = tuple(rows)
        self._by_name = {_folded(name): row for row in self.rows for name in row.names}

    def find(self, value: str) -> Share | None:
        """What is published of a value; None = unknown."""
        return self._by_name.get(_folded(value))

    def share(self, value: str, language: Language) -> float | None:
        """Share of the people behind prompts of a language to whom the value applies; None = unknown there."""
        row = self.find(value)
        return row.shares.get(language) if row is not None else None


NONE = PublishedShares()
"""Nothing is published."""


def load_published(root: Path) -> Mapping[str, PublishedShares]:
    """Type id -> its shares, from the resource folder. Raises ResourceError."""
    found: dict[str, list[Share]] = {}
    try:
        for row in read_csv(root / "population" / FILE):
            found.setdefault(row["type"], []).append(_share(row))
    except (KeyError, ValueError) as error:
        raise ResourceError("resource.malformed", details={"file": FILE}) from error
    return {type_id: PublishedShares(rows) for type_id, rows in found.items()}


def _share(row: Mapping[str, str]) -> Share:
    shares = {language: float(row[country]) for language, country in COUNTRIES.items() if row[country]}
    sources = {language: row[f"{country}_source"] for language, country in COUNTRIES.items() if row[country]}
    names = tuple(name for language in Language for name in row[language.value].split("|") if name)
    if not shares or not names or not all(0 < share < 1 for share in shares.values()) or "" in sources.values():
        raise ValueError("a share without a value, a name or a source")
    return Share(names, shares, sources)


def _folded(value: str) -> str:
    return in_simplified(normalize(value).text.casefold()).strip()
