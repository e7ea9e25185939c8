"""The prompts that steer a local model: data in `resources/prompts`, one file per purpose, both languages in each."""

from __future__ import annotations

import hashlib
import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from core.domain.errors import ResourceError
from core.domain.language import Language
from core.resources import read_toml

FOLDER = "prompts"
ADDED_TO = "stage"
"""The part that learned sentences join."""


@dataclass(frozen=True, slots=True)
class PromptText:
    """One prompt in one language. `texts`: part name -> text with `{fields}` (`system`, `stage`, ...). `added`: learned
    sentences, each a line of the part `ADDED_TO` before its last line, which asks for the form of the answer."""

    id: str
    language: Language
    texts: Mapping[str, str]
    added: tuple[str, ...] = field(default=())

    @property
    def digest(self) -> str:
        """Content address: equal for equal texts."""
        whole = "\0".join((*(f"{name}\0{self.texts[name]}" for name in sorted(self.texts)), *self.added))
        return hashlib.sha256(f"{self.id}\0{self.language}\0{whole}".encode()).hexdigest()

    def part(self, name: str, **fields: object) -> str:
        """A part with its fields filled in. Raises KeyError for a part or field that is not there."""
        text = self.texts[name].format(**fields) if fields else self.texts[name]
        if not self.added or name != ADDED_TO:
            return text
        head, _, form = text.rpartition("\n")
        return "\n".join((*([head] if head else []), *self.added, form))


class PromptBook:
    """All prompts of one version."""

    def __init__(self, prompts: Mapping[tuple[str, Language], PromptText], version: str) -> None:
        self._prompts = dict(prompts)
        self.version = version

    @classmethod
    def load(cls, root: Path) -> PromptBook:
        """The shipped baseline below `root`. Raises ResourceError."""
        prompts: dict[tuple[str, Language], PromptText] = {}
        for path in sorted((root / FOLDER).glob("*.toml")):
            data = read_toml(path)
            for language in Language:
                texts = data.get(language.value)
                if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
                    raise ResourceError("resource.malformed", details={"file": path.name})
                prompts[path.stem, language] = PromptText(path.stem, language, dict(texts))
        return cls(prompts, "1")

    def get(self, identifier: str, language: Language) -> PromptText:
        """Raises ResourceError `resource.missing` for an unknown prompt."""
        found = self._prompts.get((identifier, language))
        if found is None:
            raise ResourceError("resource.missing", details={"file": f"{FOLDER}/{identifier}.toml"})
        return found

    def learned(
        self,
        parts: Mapping[tuple[str, Language], Mapping[str, str]],
        sentences: Mapping[tuple[str, Language], Sequence[str]],
    ) -> PromptBook:
        """This book with other words for some parts, and sentences added. Raises ResourceError as `get`."""
        prompts = dict(self._prompts)
        for key, texts in parts.items():
            prompts[key] = replace(self.get(*key), texts={**self.get(*key).texts, **texts})
        for key, added in sentences.items():
            prompts[key] = replace(prompts.get(key) or self.get(*key), added=tuple(added))
        return PromptBook(prompts, self.version)

    @property
    def identifiers(self) -> tuple[str, ...]:
        """Every prompt, by name."""
        return tuple(sorted({identifier for identifier, _ in self._prompts}))

    @property
    def digest(self) -> str:
        """Content address of the whole book."""
        digests = sorted(prompt.digest for prompt in self._prompts.values())
        return hashlib.sha256("".join(digests).encode()).hexdigest()


def field_names(text: str) -> frozenset[str] | None:
    """The `{fields}` of a part that is filled in; None for what cannot be filled in, or asks for more than a plain
    field (attributes, indices, formats)."""
    try:
        found = list(string.Formatter().parse(text))
    except ValueError:
        return None
    named = [(name, spec, conversion) for _, name, spec, conversion in found if name is not None]
    if any(spec or conversion or not name.isidentifier() for name, spec, conversion in named):
        return None
    return frozenset(name for name, _, _ in named)
