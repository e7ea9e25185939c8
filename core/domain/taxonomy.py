"""Attribute types: the vocabulary of what can be sensitive (paper section 3.1, s_i and V_i)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from core.domain.disclosure import DisclosureRole
from core.domain.language import Language


class Kind(StrEnum):
    """`explicit` points to one person or account by itself; `quasi` only together with others."""

    EXPLICIT = "explicit"
    QUASI = "quasi"


class Family(StrEnum):
    """Group of types that belong together for a reader; each has one colour in every view."""

    PERSON = "person"
    CONTACT = "contact"
    NUMBER = "number"
    PLACE = "place"
    TIME = "time"
    HEALTH = "health"
    MONEY = "money"
    LAW = "law"
    SECRET = "secret"


class Domain(StrEnum):
    """Task domains of the paper's benchmark (paper 6.1) and the fallback."""

    MEDICAL = "medical"
    BANKING = "banking"
    TRAVEL = "travel"
    LEGAL = "legal"
    GENERAL = "general"


class Role(StrEnum):
    """Part a type plays in a combination: a localiser and demographics single a person out."""

    LOCALISER = "localiser"
    DEMOGRAPHIC = "demographic"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class AttributeType:
    """One entry of resources/taxonomy.toml.

    `id`: upper snake case, stable. `tag`: at most five capitals shown next to a highlight.
    `labels`: name for people. `token`: label inside a typed token, as in `[PERSON_1]`, `[姓名_1]`.
    `token_forms`: the label in its place where a token stands for a form of the value, by the form's name.
    `hierarchy`: id of a generalisation hierarchy, or None where only removal or a token is possible.
    `domain_size`: |V|, the number of values a guesser without knowledge must choose from (>= 2).
    `relevant_in`: domains in which the value is task-critical (paper T24).
    `dimension`: column of the synthetic population that the type maps to, or None. `does`: what a value of the type
    does in a prompt where nothing else is known of it (DESIGN 5.0).
    """

    id: str
    kind: Kind
    family: Family
    tag: str
    labels: Mapping[Language, str]
    token: Mapping[Language, str]
    hierarchy: str | None
    domain_size: int
    relevant_in: frozenset[Domain]
    role: Role
    dimension: str | None
    does: DisclosureRole = DisclosureRole.TOPIC
    token_forms: Mapping[str, Mapping[Language, str]] = field(default_factory=dict)

    @property
    def token_labels(self) -> tuple[str, ...]:
        """Every label that a token of the type may have, in any language."""
        return tuple(label for words in (self.token, *self.token_forms.values()) for label in words.values())

    def token_form(self, label: str) -> str:
        """The form of a value that a token with this label stands for, "" for the value itself."""
        return next((form for form, words in self.token_forms.items() if label in words.values()), "")


@dataclass(frozen=True, slots=True)
class Taxonomy:
    """All attribute types by id. `version` enters every certificate."""

    version: str
    types: Mapping[str, AttributeType]

    def __getitem__(self, type_id: str) -> AttributeType:
        return self.types[type_id]

    def __contains__(self, type_id: object) -> bool:
        return type_id in self.types

    def __iter__(self) -> Iterator[AttributeType]:
        return iter(self.types.values())
