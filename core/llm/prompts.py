"""The prompts that steer a local model: data in `resources/prompts`, one file per purpose, both languages in each."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.domain.errors import ResourceError
from core.domain.language import Language
from core.resources import read_toml

FOLDER = "prompts"


@dataclass(frozen=True, slots=True)
class PromptText:
    """One prompt in one language. `texts`: part name -> text with `{fields}` (`system`, `stage`, ...)."""

    id: str
    language: Language
    texts: Mapping[str, str]

    @property
    def digest(self) -> str:
        """Content address: equal for equal texts."""
        whole = "\0".join(f"{name}\0{self.texts[name]}" for name in sorted(self.texts))
        return hashlib.sha256(f"{self.id}\0{self.language}\0{whole}".encode()).hexdigest()

    def part(self, name: str, **fields: object) -> str:
        """A part with its fields filled in. Raises KeyError for a part or field that is not there."""
        return self.texts[name].format(**fields) if fields else self.texts[name]


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

    @property
    def identifiers(self) -> tuple[str, ...]:
        """Every prompt, by name."""
        return tuple(sorted({identifier for identifier, _ in self._prompts}))

    @property
    def digest(self) -> str:
        """Content address of the whole book."""
        digests = sorted(prompt.digest for prompt in self._prompts.values())
        return hashlib.sha256("".join(digests).encode()).hexdigest()
