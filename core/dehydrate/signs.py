"""Which signs a secret holds, in words: what a question about a connection string turns on, and nothing else of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from core.domain.language import Language
from core.domain.tokens import LONGEST_CLASS

LEAST_HIDDEN = 4
"""Letters and digits of a secret that its token keeps to itself; of a shorter one the signs would be too much."""
_ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}")


@dataclass(frozen=True, slots=True)
class Signs:
    """How signs are told (resources/hierarchies/forms.toml, `signs`). `words`: by language how they are put together;
    `names`: names of signs by language. Without words nothing is told."""

    unreserved: str = ""
    words: Mapping[Language, Mapping[str, str]] = field(default_factory=dict)
    names: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Signs:
        """From the table. Raises KeyError where it does not fit."""
        words = {language: dict(data[language.value]) for language in Language}
        return cls(str(data["unreserved"]), words, {sign: dict(name) for sign, name in data["names"].items()})

    def of(self, surface: str, language: Language) -> str:
        """The signs of `surface`, each once and in an order of their own, so that nothing is said of where they stand
        or how often. Empty where there are none, or too many to name in a token, or where they are most of it."""
        words = self.words.get(language)
        if not words or sum(map(str.isalnum, _ESCAPE.sub("", surface))) < LEAST_HIDDEN:
            return ""
        escapes = {chr(int(match.group()[1:], 16)) for match in _ESCAPE.finditer(surface)}
        plain = {char for char in _ESCAPE.sub("", surface) if self._is_sign(char)}
        named = list(dict.fromkeys(self._name(char, language, words) for char in sorted(plain)))
        escaped = {
            words["escaped"].format(sign=self._name(char, language, words)) for char in escapes if self._is_sign(char)
        }
        named += sorted(escaped)
        if not named:
            return ""
        said = words["comma"].join(named[:-1]) + (words["and"] if named[1:] else "") + named[-1]
        told = words["with"].format(signs=said)
        return told if len(told) <= LONGEST_CLASS else ""

    def _is_sign(self, char: str) -> bool:
        return not char.isalnum() and char not in self.unreserved

    def _name(self, char: str, language: Language, words: Mapping[str, str]) -> str:
        known = self.names.get(" " if char.isspace() else char)
        if known is not None:
            return known[language.value]
        return char if char.isascii() and char.isprintable() else words["other"]
