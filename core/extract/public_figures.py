"""People of whom everybody speaks; their names are left alone where nothing makes them somebody's acquaintance."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.domain.errors import ResourceError
from core.domain.language import Language
from core.extract.explicit.lexicons import read_lines
from core.resources import read_toml
from core.text.characters import in_simplified
from core.text.normalize import comparison_key
from core.text.patterns import any_of

_KEYS = ("eponyms", "orders", "tales", "about_names")
_POSSESSIVE = re.compile(r"[’']s?$")
_ENDS_ALONE = frozenset(".!?。！？\n")
_REACH = 40
"""Code points around a name in which a word stands that ties it to a person."""
_SENTENCE_END = re.compile(r"[.!?。！？\n](?=\s|$)|[。！？\n]")


@dataclass(frozen=True, slots=True)
class Owned:
    """Words that make a name somebody's acquaintance: what ends right before it (my neighbour Ned Kelly), what begins
    right behind it (Ned Kelly, my neighbour)."""

    before: re.Pattern[str]
    behind: re.Pattern[str]

    @classmethod
    def of(cls, words: Mapping[str, Mapping[str, Sequence[str]]]) -> Owned:
        """From the words of public_figures.toml, by language. Raises KeyError."""
        latin, copula = (any_of(words["en"][key]) for key in ("owners", "copulas"))
        han, links, titles = (any_of(words["zh"][key]) for key in ("owners", "copulas", "titles"))
        owner = rf"(?<![\w'’-]){latin}(?![\w-])"
        return cls(
            re.compile(
                rf"(?:{owner}(?:[ ,:]+[\w'’-]+)?(?:[ ,:]+{copula}){{0,2}}|{han}[^，。；！？,;!?\s]{{0,2}})"
                r"[\s,:，：]*\Z",
                re.IGNORECASE,
            ),
            re.compile(
                rf"(?:\s*,|\s+{copula})?\s+(?:an? |the )?{owner}|[，,]?{links}?{han}|{titles}",
                re.IGNORECASE,
            ),
        )

    def by_somebody(self, text: str, start: int, end: int) -> bool:
        """Whether such words stand beside `[start, end)`."""
        return (
            self.before.search(text[max(0, start - _REACH) : start]) is not None
            or self.behind.match(text[end : end + _REACH]) is not None
        )


class PublicFigures:
    """Names of public_figures.*.txt and the words that tie one to a person. Immutable after construction."""

    def __init__(self, names: frozenset[str], owned: Owned, eponyms: re.Pattern[str], tales: re.Pattern[str]) -> None:
        self._names = names
        self._owned = owned
        self._eponyms = eponyms
        self._tales = tales

    @classmethod
    def load(cls, root: Path) -> PublicFigures:
        """From the resource folder. Raises ResourceError."""
        names = {comparison_key(name) for code in Language for name in read_lines(root, f"public_figures.{code}.txt")}
        data = read_toml(root / "lexicons" / "public_figures.toml")
        try:
            eponyms, orders, tales, asked = (any_of(data["en"][key]) for key in _KEYS)
            owned = Owned.of(data)
        except KeyError as error:
            raise ResourceError("resource.malformed", details={"file": "public_figures.toml"}) from error
        return cls(
            frozenset(names),
            owned,
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
            return public and not self._owned.by_somebody(text, start, end)

        return [span for span in spans if named(*span)]


def _sentence(text: str, start: int, end: int, ends: Sequence[int]) -> tuple[int, int]:
    """From the sentence end before `start` (right before it a full stop needs no space) to the next after `end`."""
    before, after = bisect_right(ends, start), bisect_right(ends, end)
    opening = start if text[max(0, start - 1) : start] in _ENDS_ALONE else ends[before - 1] if before else 0
    return opening, ends[after] - 1 if after < len(ends) else len(text)
