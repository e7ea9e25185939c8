"""Sentences for people by message key, in both languages, from resources/messages/*.toml."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.domain.errors import DrslError
from core.domain.language import Language
from core.resources import read_toml

_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
BUG = "error.bug"
CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]")


@dataclass(frozen=True, slots=True)
class Messages:
    """`texts` of one language. A key that has no sentence is shown as itself: never an error while reporting one."""

    language: Language
    texts: Mapping[str, str]

    @classmethod
    def load(cls, root: Path, language: Language) -> Messages:
        """Read the sentences of `language` below the resource root. Raises ResourceError."""
        data = read_toml(root / "messages" / f"{language.value}.toml")
        return cls(language, {key: str(text) for key, text in data.items()})

    def __call__(self, key: str, **details: object) -> str:
        """The sentence of `key` with `{name}` filled from `details`; a name without a value stays visible."""
        text = self.texts.get(key, key)
        return _PLACEHOLDER.sub(lambda match: str(details.get(match[1], match[0])), text)

    def __contains__(self, key: object) -> bool:
        return key in self.texts

    def error(self, error: BaseException) -> str:
        """What a person reads about an exception. Only codes and content-free details of ours are shown."""
        if not isinstance(error, DrslError):
            return self(BUG, kind=type(error).__name__)
        details = {name: self.name(value) for name, value in error.details.items()}
        return CONTROLS.sub(" ", self(error.code, **details))

    def name(self, value: object) -> str:
        """A detail for people: message keys among them are translated."""
        text = str(value)
        return self.texts.get(text, text)


def interface_language(choice: str, environment: Mapping[str, str] | None = None) -> Language:
    """`en` or `zh` as chosen, else by the locale of the environment; English when nothing says otherwise."""
    if choice in {Language.EN, Language.ZH}:
        return Language(choice)
    variables = os.environ if environment is None else environment
    locale = next((variables[name] for name in _LOCALE_VARIABLES if variables.get(name)), "")
    return Language.ZH if locale.lower().startswith("zh") else Language.EN
