"""People of whom everybody speaks; their names are left alone where nothing makes them somebody's acquaintance."""

from __future__ import annotations

import re
from pathlib import Path

from core.domain.errors import ResourceError
from core.domain.language import Language
from core.extract.explicit.lexicons import read_lines
from core.resources import read_toml
from core.text.normalize import comparison_key

_POSSESSIVE = re.compile(r"[’']s?$")
_SENTENCE_END = re.compile(r"[.!?。！？\n](?=\s|$)|[。！？\n]")


class PublicFigures:
    """Names of public_figures.*.txt and the words that tie one to a person. Immutable after construction."""

    def __init__(self, names: frozenset[str], owners: re.Pattern[str]) -> None:
        self._names = names
        self._owners = owners

    @classmethod
    def load(cls, root: Path) -> PublicFigures:
        """From the resource folder. Raises ResourceError."""
        names = {comparison_key(name) for code in Language for name in read_lines(root, f"public_figures.{code}.txt")}
        data = read_toml(root / "lexicons" / "public_figures.toml")
        try:
            latin = "|".join(re.escape(word) for word in data["en"]["owners"])
            other = "|".join(re.escape(word) for word in data["zh"]["owners"])
        except KeyError as error:
            raise ResourceError("resource.malformed", details={"file": "public_figures.toml"}) from error
        return cls(frozenset(names), re.compile(rf"(?<![\w'’-])(?:{latin})(?![\w-])|(?:{other})", re.IGNORECASE))

    def named(self, text: str, start: int, end: int) -> bool:
        """Whether `[start, end)` names such a person and nothing in its sentence says that it is another one."""
        if comparison_key(_POSSESSIVE.sub("", text[start:end])) not in self._names:
            return False
        opening = max((match.end() for match in _SENTENCE_END.finditer(text, 0, start)), default=0)
        ending = _SENTENCE_END.search(text, end)
        return self._owners.search(text, opening, ending.start() if ending else len(text)) is None
