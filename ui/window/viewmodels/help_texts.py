"""Help as data: what each page is for, and every word and symbol of the window."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.domain.errors import ResourceError
from core.domain.language import Language
from core.resources import read_toml

FOLDER = "help"


@dataclass(frozen=True, slots=True)
class PageHelp:
    """`about`: what a page is for; `steps`: what to do there, in order."""

    about: str
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """A word of ours in plain words. `symbol`: how it is abbreviated, "" where it is not."""

    symbol: str
    name: str
    text: str

    def matches(self, wanted: str) -> bool:
        """Whether it is about what somebody looks for; letters of either case."""
        sought = wanted.strip().casefold()
        return not sought or any(sought in part.casefold() for part in (self.symbol, self.name, self.text))


def page_help(root: Path, language: Language) -> Mapping[str, PageHelp]:
    """Page id -> its help. Raises ResourceError for a malformed file."""
    return {page: _page(row[language.value]) for page, row in _read(root, "pages.toml").items()}


def glossary(root: Path, language: Language) -> tuple[Term, ...]:
    """Symbols first, in the order of the file. Raises ResourceError for a malformed file."""
    try:
        rows = _read(root, "glossary.toml")["entry"]
        return tuple(Term(row["symbol"], row[language.value]["name"], row[language.value]["text"]) for row in rows)
    except (KeyError, TypeError) as error:
        raise ResourceError("resource.malformed", details={"file": "glossary.toml"}) from error


def _page(row: Mapping[str, Any]) -> PageHelp:
    try:
        return PageHelp(str(row["about"]), tuple(str(step) for step in row["steps"]))
    except (KeyError, TypeError) as error:
        raise ResourceError("resource.malformed", details={"file": "pages.toml"}) from error


def _read(root: Path, name: str) -> Mapping[str, Any]:
    return read_toml(root / FOLDER / name)
