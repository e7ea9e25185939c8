"""What a told word says of something that is not told: tables of clues in both languages (resources/implications)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.domain.errors import ResourceError
from core.domain.language import Language
from core.resources import read_toml
from core.text.characters import in_simplified
from core.text.normalize import normalize

FOLDER, FILE = "implications", "clues.toml"
OFFICE, PLACE = "office", "place"
PERSON = "PERSON"
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_NEVER = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class Implied:
    """`value` of a type is given away with `probability` by the clue at `[start, end)` of the text. `values`: the same
    in every language; empty: somebody whom no table names."""

    type_id: str
    kind: str
    probability: float
    values: tuple[str, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Planted:
    """A fictional sentence with a clue, and what it gives away."""

    language: Language
    kind: str
    type_id: str
    value: str
    text: str


@dataclass(frozen=True, slots=True)
class _Clue:
    pattern: re.Pattern[str]
    kind: str
    type_id: str
    probability: float
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Office:
    pattern: re.Pattern[str]
    probability: float
    holders: tuple[tuple[int, int, tuple[str, ...]], ...]


class Implications:
    """Reads clues in texts. Immutable; safe from any thread."""

    def __init__(self, root: Path) -> None:
        """`root`: resource folder. Raises ResourceError."""
        data = read_toml(root / FOLDER / FILE)
        try:
            self._clues = tuple(_clue(entry) for entry in data["clue"])
            self._offices = tuple(_office(entry) for entry in data[OFFICE])
            rare = data["rare"]
            self._rare = _words((*rare["en"], *rare["zh"]))
            self._rare_probability = float(rare["probability"])
            self.controls = tuple(
                Planted(Language(item["language"]), item["kind"], item["type"], item["value"], item["text"])
                for item in data["control"]
            )
            self.harmless: Mapping[Language, tuple[str, ...]] = {
                Language(code): tuple(texts) for code, texts in data["harmless"].items()
            }
        except (KeyError, ValueError, TypeError, AttributeError, re.error) as error:
            raise ResourceError("resource.malformed", details={"file": FILE}) from error

    @property
    def types(self) -> frozenset[str]:
        """Attribute types that a clue can give away."""
        return frozenset({*(clue.type_id for clue in self._clues), PERSON})

    def read(self, text: str) -> tuple[Implied, ...]:
        """Every clue of a text."""
        normal = normalize(text)
        folded = normal.text.casefold()
        if len(folded) != len(normal.text):
            folded = normal.text
        folded = in_simplified(folded)
        return tuple(
            Implied(item.type_id, item.kind, item.probability, item.values, *normal.to_original(item.start, item.end))
            for item in self._found(folded)
        )

    def _found(self, folded: str) -> Iterator[Implied]:
        for clue in self._clues:
            for match in clue.pattern.finditer(folded):
                yield Implied(clue.type_id, clue.kind, clue.probability, clue.values, *match.span())
        years = [int(match.group()) for match in _YEAR.finditer(folded)]
        for office in self._offices:
            for match in office.pattern.finditer(folded):
                for first, last, names in office.holders:
                    if any(first <= year <= last for year in years):
                        yield Implied(PERSON, OFFICE, office.probability, names, *match.span())
        for match in self._rare.finditer(folded):
            yield Implied(PERSON, PLACE, self._rare_probability, (), *match.span())


def _clue(entry: Mapping[str, Any]) -> _Clue:
    pattern = (
        re.compile(entry["pattern"]) if "pattern" in entry else _words((*entry.get("en", ()), *entry.get("zh", ())))
    )
    return _Clue(
        pattern, entry["kind"], entry["type"], float(entry["probability"]), (entry["value_en"], entry["value_zh"])
    )


def _office(entry: Mapping[str, Any]) -> _Office:
    holders = tuple((int(item["from"]), int(item["to"]), (item["en"], item["zh"])) for item in entry["holders"])
    return _Office(_words((entry["en"], entry["zh"])), float(entry["probability"]), holders)


def _words(words: Iterable[str]) -> re.Pattern[str]:
    """Latin words whole unless `*` opens their end; Chinese words anywhere."""
    parts = []
    for word in sorted(words, key=len, reverse=True):
        bare = re.escape(in_simplified(word.rstrip("*").casefold()))
        latin = word.isascii()
        tail = "" if word.endswith("*") or not latin else r"(?![a-z0-9])"
        parts.append((r"(?<![a-z0-9])" if latin else "") + bare + tail)
    return re.compile("|".join(parts)) if parts else _NEVER
