"""The type names a model may use: ids of the taxonomy, and what else people call them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from core.domain.errors import ResourceError
from core.domain.language import Language
from core.domain.taxonomy import Family, Kind, Taxonomy
from core.resources import read_toml


class TypeNames:
    """Type names to type ids. Immutable after construction."""

    def __init__(
        self,
        taxonomy: Taxonomy,
        explicit: Collection[str],
        aliases: Mapping[str, list[str]],
        families: Mapping[str, str],
    ) -> None:
        """`explicit`: identifiers that are offered beside all quasi-identifiers. Raises KeyError for an unknown id."""
        offered = [
            *(taxonomy[type_id] for type_id in explicit),
            *(item for item in taxonomy if item.kind is Kind.QUASI),
        ]
        self.ids = tuple(kind.id for kind in offered)
        self._labels = {
            Language.EN: ", ".join(self.ids),
            Language.ZH: "、".join(f"{kind.id}（{kind.labels[Language.ZH]}）" for kind in offered),
        }
        self._names: dict[str, str] = {_folded(Family(family)): taxonomy[kind].id for family, kind in families.items()}
        for type_id, names in aliases.items():
            self._names |= dict.fromkeys(map(_folded, names), taxonomy[type_id].id)
        for kind in taxonomy:
            self._names |= dict.fromkeys(map(_folded, kind.labels.values()), kind.id)
            self._names[_folded(kind.id)] = kind.id

    @classmethod
    def load(cls, taxonomy: Taxonomy, root: Path) -> TypeNames:
        """Read `recognizers/llm.toml` below `root`. Raises ResourceError."""
        data = read_toml(root / "recognizers" / "llm.toml")
        try:
            return cls(taxonomy, data["explicit"], data["aliases"], data["families"])
        except (KeyError, ValueError, AttributeError, TypeError) as error:
            raise ResourceError("resource.malformed", details={"file": "llm.toml"}) from error

    def listed(self, language: Language) -> str:
        """The offered ids, for a prompt; in Chinese with their labels."""
        return self._labels[language]

    def resolve(self, name: str) -> str | None:
        """The type id meant by `name`: the id, an alias, a label, else the type that shares its words; else None."""
        known = self._names.get(_folded(name))
        if known is not None:
            return known
        parts = [self._names[word] for word in map(_folded, name.replace("_", " ").split()) if word in self._names]
        # "place name", "employer name": the name of what the other word says.
        specific = [part for part in parts if part != self._names.get("name")]
        return specific[-1] if specific else next(iter(parts), None)


def _folded(name: str) -> str:
    return "".join(char for char in name.casefold() if char.isalnum())
