"""Closed classes of words that patterns are made of, read once from resources/lexicons/word_lists.toml."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from core.domain.errors import ResourceError
from core.resources import read_toml, resource_root
from core.text import patterns

FILE = "word_lists.toml"


@cache
def _data() -> Mapping[str, Any]:
    return read_toml(resource_root() / "lexicons" / FILE)


def words(language: str, name: str) -> tuple[str, ...]:
    """The list `name` of `en` or `zh`. Raises ResourceError when there is none, or when it holds anything but words."""
    found = _data().get(language, {}).get(name)
    if not isinstance(found, list) or not found or not all(isinstance(word, str) and word for word in found):
        raise ResourceError("resource.malformed", details={"file": FILE, "entry": f"{language}.{name}"})
    return tuple(found)


def any_of(language: str, name: str) -> str:
    """The list as a group of a pattern: of two words that begin alike the longer one is tried first."""
    return patterns.any_of(words(language, name))


def table(name: str) -> Mapping[str, str]:
    """What each word of the table `name` means. Raises ResourceError when there is none."""
    found = _data().get("tables", {}).get(name)
    if not isinstance(found, dict) or not found or not all(isinstance(value, str) for value in found.values()):
        raise ResourceError("resource.malformed", details={"file": FILE, "entry": name})
    return dict(found)
