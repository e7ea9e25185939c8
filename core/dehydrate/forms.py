"""How a coarser value is written: a token that says its class, or a value of the same form (DESIGN 5.0)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from core.dehydrate.generalization import Generalization, GeneralizationHierarchy
from core.dehydrate.signs import Signs
from core.domain.errors import ResourceError
from core.domain.language import Language
from core.domain.sensitive import SensitiveAttribute
from core.domain.tokens import TokenEntry, classed
from core.resources import read_toml
from core.text.normalize import comparison_key

FILE = "forms.toml"


class Form(StrEnum):
    """CLASS: `[AGE_1: 60-69]`. SAME: a month for a day, a region for a town, an interval for a number."""

    CLASS = "class"
    SAME = "same"


@dataclass(frozen=True, slots=True)
class Forms:
    """Form by type id, and which values have parts of their own (resources/hierarchies/forms.toml)."""

    otherwise: Form
    types: Mapping[str, Form]
    compound: frozenset[str] = frozenset()
    renamed: frozenset[str] = frozenset()
    part: str = ""
    least_whole: float = 1.0
    also: Mapping[Language, str] = field(default_factory=dict)
    certain: float = 0.0
    signs: Signs = field(default_factory=Signs)

    @classmethod
    def load(cls, folder: Path) -> Forms:
        """Read the table in `folder`. Raises ResourceError."""
        data = read_toml(folder / FILE)
        try:
            types = {name: Form(form) for name, form in data["types"].items()}
            return cls(
                Form(data["otherwise"]),
                types,
                frozenset(data["compound"]),
                frozenset(data["renamed"]),
                str(data["part"]),
                float(data["least_whole"]),
                {Language(code): str(words) for code, words in data["also"].items()},
                float(data["certain"]),
                Signs.read(data["signs"]),
            )
        except (KeyError, ValueError, TypeError, AttributeError) as error:
            raise ResourceError("resource.malformed", details={"file": FILE}) from error

    def of(self, type_id: str) -> Form:
        """The form that coarser values of a type take where they have it."""
        return self.types.get(type_id, self.otherwise)

    def standing_for(self, attribute: SensitiveAttribute, surface: str) -> SensitiveAttribute:
        """Whose token stands for `surface`: the attribute's, or one of its own for a mere part of a compound value."""
        key, whole = comparison_key(surface), comparison_key(attribute.value)
        if attribute.type_id not in self.compound or not key or len(key) >= self.least_whole * len(whole):
            return attribute
        return replace(own(attribute, surface), type_id=self.part)

    def further(self, token: TokenEntry, first: TokenEntry) -> str:
        """The token of a further name of somebody, with whose it is: `[PERSON_2: also PERSON_1]`."""
        words = self.also[token.language].format(name=first.token.strip("[]"))
        return classed(token.token, words, token.language)

    def signed(self, token: TokenEntry, surface: str) -> str:
        """The token of a secret with the signs that `surface` holds, bare where there are none."""
        said = self.signs.of(surface, token.language)
        return classed(token.token, said, token.language) if said else token.token

    def same(
        self, type_id: str, hierarchy: GeneralizationHierarchy, told: Generalization, surface: str, language: Language
    ) -> str:
        """The value of the form of `surface` that stands for it at the level `told`, empty where a token does."""
        if not told.node or self.of(type_id) is not Form.SAME:
            return ""
        return hierarchy.alike(told.node, told.label, surface, language)


def own(attribute: SensitiveAttribute, surface: str) -> SensitiveAttribute:
    """What has a token of its own for one spelling of a value."""
    key = comparison_key(surface)
    identifier = hashlib.sha256(f"{attribute.id}\0{key}".encode()).hexdigest()[: len(attribute.id)]
    return replace(attribute, id=identifier, mentions=(), value=surface)


def spelled(entry: TokenEntry, told: Generalization, language: Language) -> str:
    """A token at the level `told`: with its class, in `language`, or bare where nothing is told."""
    return classed(entry.token, told.label, language) if told.node else entry.token
