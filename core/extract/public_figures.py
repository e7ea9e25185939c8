"""People of whom everybody speaks; their names are left alone where nothing makes them somebody's acquaintance."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from core.domain.errors import ResourceError
from core.domain.language import Language
from core.extract.explicit.lexicons import read_lines
from core.resources import read_toml
from core.text.normalize import comparison_key

_KEYS = ("owners", "eponyms", "orders", "tales", "about_names")
_POSSESSIVE = re.compile(r"[’']s?$")
_SENTENCE_END = re.compile(r"[.!?。！？\n](?=\s|$)|[。！？\n]")


class PublicFigures:
    """Names of public_figures.*.txt and the words that tie one to a person. Immutable after construction."""

    def __init__(
        self, names: frozenset[str], owners: re.Pattern[str], eponyms: re.Pattern[str], tales: re.Pattern[str]
    ) -> None:
        self._names = names
        self._owners = owners
        self._eponyms = eponyms
        self._tales = tales

    @classmethod
    def load(cls, root: Path) -> PublicFigures:
        """From the resource folder. Raises ResourceError."""
        names = {comparison_key(name) for code in Language for name in read_lines(root, f"public_figures.{code}.txt")}
        data = read_toml(root / "lexicons" / "public_figures.toml")
        try:
            latin, eponyms, orders, tales, asked = (_any_of(data["en"][key]) for key in _KEYS)
            other = _any_of(data["zh"]["owners"])
        except KeyError as error:
            raise ResourceError("resource.malformed", details={"file": "public_figures.toml"}) from error
        return cls(
            frozenset(names),
            re.compile(rf"(?<![\w'’-])(?:{latin})(?![\w-])|(?:{other})", re.IGNORECASE),
            re.compile(rf"(?:[’']s?)? (?:[a-z]+ ){{0,2}}(?:{eponyms})(?![\w-])"),
            re.compile(rf"\b(?:{orders})\b[^.!?\n]{{0,60}}\b(?:{tales})\b|\b(?:{asked})\b", re.IGNORECASE),
        )

    def named(self, text: str, start: int, end: int) -> bool:
        """Whether `[start, end)` names such a person and nothing in its sentence says that it is another one.

        So does a name that a thing bears (Moore's law), and a single name in an order for a tale.
        """
        surface = _POSSESSIVE.sub("", text[start:end])
        opening = max((match.end() for match in _SENTENCE_END.finditer(text, 0, start)), default=0)
        ending = _SENTENCE_END.search(text, end)
        stop = ending.start() if ending else len(text)
        public = (
            comparison_key(surface) in self._names
            or self._eponyms.match(text, start + len(surface)) is not None
            or (" " not in surface and self._tales.search(text, opening, stop) is not None)
        )
        return public and self._owners.search(text, opening, stop) is None


def _any_of(words: Sequence[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
