"""Sentences by message key from resources/messages, in the language of the window; the command line has the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from core.domain.language import Language
from core.resources import read_toml


class Sentences:
    """Reads a language's file at first use. A key without a sentence is shown as itself: keys hold no user text."""

    def __init__(self, root: Path, language: Callable[[], Language]) -> None:
        self._root = root
        self._language = language
        self._loaded: dict[Language, Mapping[str, str]] = {}

    def get(self, key: str) -> str | None:
        """The sentence, None when there is none. Raises ResourceError when the file is missing."""
        language = self._language()
        if language not in self._loaded:
            self._loaded[language] = read_toml(self._root / "messages" / f"{language.value}.toml")
        found = self._loaded[language].get(key)
        return str(found) if found is not None else None

    def __call__(self, key: str) -> str:
        return self.get(key) or key
