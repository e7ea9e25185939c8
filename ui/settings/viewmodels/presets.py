"""Providers that are known by name, so that a person has only the key to give."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from core.domain.errors import ResourceError
from core.domain.language import Language
from core.domain.release import Destination, DestinationKind
from core.resources import read_toml

FILE = "destinations.toml"


@dataclass(frozen=True, slots=True)
class Provider:
    """`names`: by language of the window. `models`: to choose from, the usual one first. `first`: language in which it
    stands at the top."""

    id: str
    names: Mapping[Language, str]
    kind: DestinationKind
    base_url: str
    models: tuple[str, ...]
    first: Language

    def fits(self, destination: Destination) -> bool:
        """Whether a destination is one at this provider."""
        return (self.kind, self.base_url) == (destination.kind, destination.base_url.rstrip("/"))


def load_providers(root: Path, language: Language) -> tuple[Provider, ...]:
    """All providers, those that people of `language` use most first. Raises ResourceError for a malformed file."""
    path = root / "release" / FILE
    try:
        found = tuple(_provider(row) for row in read_toml(path)["provider"])
    except (KeyError, TypeError, ValueError) as error:
        raise ResourceError("resource.malformed", details={"file": FILE}) from error
    return tuple(sorted(found, key=lambda item: item.first is not language))


def _provider(row: Mapping[str, object]) -> Provider:
    names, models = row["name"], row["models"]
    if not isinstance(names, dict) or not isinstance(models, list) or not models:
        raise TypeError
    return Provider(
        str(row["id"]),
        MappingProxyType({language: str(names[language.value]) for language in Language}),
        DestinationKind(str(row["kind"])),
        str(row["base_url"]).rstrip("/"),
        tuple(str(item) for item in models),
        Language(str(row["first"])),
    )
