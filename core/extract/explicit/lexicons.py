"""Word lists of resources/lexicons: one entry a line, `#` begins a comment."""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path

from core.domain.errors import ResourceError
from core.resources import resource_root

_LETTERS = str.maketrans(
    {"ß": "ss", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i", "ð": "d", "þ": "th", "’": "'"}
)


def read_lines(root: Path, name: str) -> list[str]:
    """Entries of `lexicons/<name>`. Raises ResourceError when the file cannot be read."""
    try:
        text = (root / "lexicons" / name).read_text(encoding="utf-8")
    except OSError as error:
        raise ResourceError("resource.unreadable", details={"file": name}) from error
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def read_set(root: Path, name: str) -> frozenset[str]:
    """The entries as a set."""
    return frozenset(read_lines(root, name))


@cache
def surnames_zh() -> frozenset[str]:
    """Chinese surnames in Simplified script, compound ones among them. Raises ResourceError."""
    return frozenset(line.split("\t")[0] for line in read_lines(resource_root(), "surnames_zh.txt"))


def fold_latin(word: str) -> str:
    """Lower case without accents, the form of the name lexicons."""
    if word.isascii():
        return word.lower()
    plain = unicodedata.normalize("NFD", word.lower().translate(_LETTERS))
    return "".join(char for char in plain if not unicodedata.combining(char))
