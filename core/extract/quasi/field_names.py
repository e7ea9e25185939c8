"""What the name of a column, field or question asks for; the names are data (resources/lexicons/fields.toml)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.domain.errors import ResourceError
from core.resources import read_toml

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_SEPARATORS = re.compile(r"[\s_/*#\"'`|.-]+")
_BRACKETS = re.compile(r"[(\[（【].*?[)\]）】]")
LONGEST_NAME = 40
"""Code points; anything longer is no name of a field."""


@dataclass(frozen=True, slots=True)
class FieldNames:
    """`names`: folded name -> type id. `outside`: names that say nothing where they stand alone before a colon.

    `continued`: names of columns that go on with the value before them; `part_ends`: ends of a name that say which
    part of the value it is; `personal`: types by which a table is about people; `listed`: types whose values are
    parted at commas; `questions`, `leads`, `refusals`: questions by type and the words around their answers.
    """

    names: Mapping[str, str]
    prefixes: tuple[str, ...]
    outside: frozenset[str]
    continued: frozenset[str]
    part_ends: tuple[str, ...]
    empty: frozenset[str]
    personal: frozenset[str]
    listed: frozenset[str]
    questions: Mapping[str, str]
    leads: frozenset[str]
    refusals: tuple[str, ...]

    @classmethod
    def load(cls, root: Path) -> FieldNames:
        """Raises ResourceError when the file does not fit."""
        data: dict[str, Any] = read_toml(root / "lexicons" / "fields.toml")
        try:
            return cls(
                {_folded(name): type_id for type_id, names in data["names"].items() for name in names},
                tuple(sorted((f"{prefix} " for prefix in data["prefixes"]), key=len, reverse=True)),
                frozenset(_folded(name) for name in data["outside"]["not_fields"]),
                frozenset(data["continued"]),
                tuple(sorted(data["part_ends"], key=len, reverse=True)),
                frozenset(data["empty"]),
                frozenset(data["personal"]),
                frozenset(data["listed"]),
                {words: type_id for type_id, asked in data["questions"].items() for words in asked},
                frozenset(data["answers"]["leads"]),
                tuple(data["answers"]["refusals"]),
            )
        except (KeyError, AttributeError, TypeError) as error:
            raise ResourceError("resource.malformed", details={"file": "fields.toml"}) from error

    def type_of(self, name: str) -> str:
        """Type of a column or field of this name, "" when it is not known."""
        if len(name) > LONGEST_NAME:
            return ""
        key = _folded(name)
        found = self.names.get(key, "")
        if found:
            return found
        if not key.startswith(self.prefixes):
            return ""
        for prefix in self.prefixes:
            if key.startswith(prefix):
                return self.names.get(key[len(prefix) :], "")
        return ""

    def types_of(self, names: Sequence[str]) -> tuple[str, ...]:
        """Types of columns beside each other, with those that hold a part of a value or go on with the one before."""
        found: list[str] = []
        for name in names:
            folded = _folded(name)
            known = self.type_of(name)
            end = next((end for end in self.part_ends if folded.endswith(end)), "")
            if not known and end:
                known = self.type_of(folded.removesuffix(end))
            if not known and folded in self.continued and found:
                known = found[-1]
            found.append(known)
        return tuple(found)

    def type_alone(self, name: str) -> str:
        """The same for a name that stands alone before a colon."""
        return "" if _folded(name) in self.outside else self.type_of(name)

    def asked(self, question: str) -> str:
        """Type that the last question of a line (lower case) asks for, "" when none of ours."""
        best = max((words for words in self.questions if words in question), key=len, default="")
        return self.questions.get(best, "")


def _folded(name: str) -> str:
    if name.isalpha() and name.lower() == name:
        return name
    plain = _BRACKETS.sub(" ", _CAMEL.sub(" ", name))
    return _SEPARATORS.sub(" ", plain).strip().lower()
