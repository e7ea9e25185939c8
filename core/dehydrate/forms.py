"""How a coarser value is written: a token that says its class, or a value of the same form (DESIGN 5.0)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import pairwise
from pathlib import Path

from core.dehydrate.generalization import Generalization, GeneralizationHierarchy
from core.dehydrate.signs import Signs
from core.domain.errors import ResourceError
from core.domain.language import Language
from core.domain.sensitive import Mention, SensitiveAttribute
from core.domain.tokens import TokenEntry, classed
from core.extract.aliases import Called, are_forms, are_one
from core.extract.explicit.lexicons import fold_latin
from core.resources import read_toml
from core.text.normalize import comparison_key, normalize
from core.text.scripts import is_ideograph

FILE = "forms.toml"
_WORD = re.compile(r"[^\W\d_]+")
_BESIDE = re.compile(r"\s?[(（\"“'‘「/]\s?")


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
                Signs.read(data["signs"]),
            )
        except (KeyError, ValueError, TypeError, AttributeError) as error:
            raise ResourceError("resource.malformed", details={"file": FILE}) from error

    def of(self, type_id: str) -> Form:
        """The form that coarser values of a type take where they have it."""
        return self.types.get(type_id, self.otherwise)

    def apart(self, text: str, mentions: Iterable[tuple[Mention, SensitiveAttribute]]) -> frozenset[tuple[str, str]]:
        """Names that the text sets beside another of the same person (小贺(贺铭), Liz, short for Elizabeth): a text
        that says both means both. Attribute and comparison key of each. `mentions`: in text order."""
        found = set()
        for (first, owner), (second, attribute) in pairwise(mentions):
            keys = comparison_key(first.text), comparison_key(second.text)
            if owner.id == attribute.id and attribute.type_id in self.renamed and keys[0] != keys[1]:
                between = text[first.end : second.start]
                if _BESIDE.fullmatch(between) or are_one(between):
                    found.add((attribute.id, keys[1]))
        return frozenset(found)

    def standing_for(
        self, attribute: SensitiveAttribute, surface: str, apart: Collection[tuple[str, str]] = ()
    ) -> SensitiveAttribute:
        """Whose token stands for `surface`: the attribute's, or one of its own for a mere part of a compound value, and
        for another name of a person that shares nothing with the first or is set beside it (`apart`)."""
        key, whole = comparison_key(surface), comparison_key(attribute.value)
        if attribute.type_id in self.renamed:
            if not key or not ((attribute.id, key) in apart or _is_other_name(surface, attribute)):
                return attribute
            return replace(attribute, id=_own_id(attribute, key), mentions=(), value=surface)
        if attribute.type_id not in self.compound:
            return attribute
        if not key or len(key) >= self.least_whole * len(whole):
            return attribute
        return replace(attribute, id=_own_id(attribute, key), type_id=self.part, mentions=(), value=surface)

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


def _own_id(attribute: SensitiveAttribute, key: str) -> str:
    return hashlib.sha256(f"{attribute.id}\0{key}".encode()).hexdigest()[: len(attribute.id)]


def _is_other_name(surface: str, attribute: SensitiveAttribute) -> bool:
    """Whether `surface` shares nothing with the person's name, nor with a spelling in this text that does; where no
    spelling of this text does, the longest of them stands for the name."""
    spellings = {mention.text for mention in attribute.mentions}
    named = {spelling for spelling in spellings if _share(spelling, attribute.value)}
    named = named or {max(spellings, key=lambda spelling: (len(spelling), spelling), default=surface)}
    return not any(_share(surface, spelling) for spelling in named)


def _share(surface: str, name: str) -> bool:
    """Whether two names have an ideograph, a word, the beginning of a word, initials included, or forms of one name in
    common; two full Chinese names one of the given name, since the surname stays when somebody is named anew."""
    first, second = (normalize(text).text.casefold() for text in (surface, name))
    called = Called.of(first), Called.of(second)
    if first != second and all(form.core and form.full for form in called):
        first, second = (form.given for form in called)
    if any(is_ideograph(char) and char in second for char in first):
        return True
    return any(
        one.startswith(two) or two.startswith(one) or are_forms(one, two)
        for one in map(fold_latin, _WORD.findall(first))
        for two in map(fold_latin, _WORD.findall(second))
    )


def spelled(entry: TokenEntry, told: Generalization, language: Language) -> str:
    """A token at the level `told`: with its class, in `language`, or bare where nothing is told."""
    return classed(entry.token, told.label, language) if told.node else entry.token
