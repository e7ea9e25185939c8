"""People of whom everybody speaks; their names are left alone where nothing makes them somebody's acquaintance."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from pathlib import Path

from core.domain.errors import ResourceError
from core.domain.language import Language
from core.extract.acquaintance import Acquaintance
from core.extract.explicit.lexicons import read_lines
from core.resources import read_toml
from core.text.characters import in_simplified
from core.text.normalize import comparison_key
from core.text.patterns import any_of

_KEYS = ("eponyms", "orders", "tales", "about_names")
_POSSESSIVE = re.compile(r"[’']s?$")
_ENDS_ALONE = frozenset(".!?。！？\n")
_SENTENCE_END = re.compile(r"[.!?。！？\n](?=\s|$)|[。！？\n]")


class PublicFigures:
    """Names of public_figures.*.txt and the words that tie one to a person. Immutable after construction."""

    def __init__(
        self, names: frozenset[str], acquaintance: Acquaintance, eponyms: re.Pattern[str], tales: re.Pattern[str]
    ) -> None:
        self._names = names
        self._acquaintance = acquaintance
        self._eponyms = eponyms
        self._tales = tales

    @classmethod
    def load(cls, root: Path) -> PublicFigures:
        """From the resource folder. Raises ResourceError."""
        names = {comparison_key(name) for code in Language for name in read_lines(root, f"public_figures.{code}.txt")}
        data = read_toml(root / "lexicons" / "public_figures.toml")
        try:
            eponyms, orders, tales, asked = (any_of(data["en"][key]) for key in _KEYS)
            acquaintance = Acquaintance.of_anybody(root, data)
        except KeyError as error:
            raise ResourceError("resource.malformed", details={"file": "public_figures.toml"}) from error
        return cls(
            frozenset(names),
            acquaintance,
            re.compile(rf"(?:[’']s?)? (?:[a-z]+ ){{0,2}}{eponyms}(?![\w-])"),
            re.compile(rf"\b{orders}\b[^.!?\n]{{0,60}}\b{tales}\b|\b{asked}\b", re.IGNORECASE),
        )

    def named(self, text: str, start: int, end: int) -> bool:
        """Whether `[start, end)` names such a person; see `among`."""
        return bool(self.among([(start, end)], text))

    def among(self, spans: Iterable[tuple[int, int]], text: str) -> list[tuple[int, int]]:
        """The spans that name such a person, where nothing beside the name says that it is another one.

        So does a name that a thing bears (Moore's law), and a single name in an order for a tale.
        """
        text = in_simplified(text)
        ends = [match.end() for match in _SENTENCE_END.finditer(text)]
        searched: dict[tuple[re.Pattern[str], int, int], bool] = {}

        def says(pattern: re.Pattern[str], sentence: tuple[int, int]) -> bool:
            """Once for all names of a sentence."""
            asked = (pattern, *sentence)
            if asked not in searched:
                searched[asked] = pattern.search(text, *sentence) is not None
            return searched[asked]

        def named(start: int, end: int) -> bool:
            surface = _POSSESSIVE.sub("", text[start:end])
            sentence = _sentence(text, start, end, ends)
            public = (
                comparison_key(surface) in self._names
                or self._eponyms.match(text, start + len(surface)) is not None
                or (" " not in surface and says(self._tales, sentence))
            )
            return public and not self._acquaintance.owns(text, start, end)

        return [span for span in spans if named(*span)]


def _sentence(text: str, start: int, end: int, ends: Sequence[int]) -> tuple[int, int]:
    """From the sentence end before `start` (right before it a full stop needs no space) to the next after `end`."""
    before, after = bisect_right(ends, start), bisect_right(ends, end)
    opening = start if text[max(0, start - 1) : start] in _ENDS_ALONE else ends[before - 1] if before else 0
    return opening, ends[after] - 1 if after < len(ends) else len(text)
