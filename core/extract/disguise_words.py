"""The words and signs by which values are disguised (resources/text/disguises.toml)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from core.domain.errors import ResourceError
from core.extract.explicit.lexicons import read_set
from core.resources import read_toml, resource_root

_FILE = "disguises.toml"


class _Ideographs:
    """The ideographs, for `in`."""

    def __contains__(self, char: str) -> bool:
        return "\u3400" <= char <= "\u9fff"


HAN = _Ideographs()


@dataclass(frozen=True, slots=True)
class Words:
    """What says a letter, digits or a pause.

    `spoken`: all of these words in Latin letters; `han`, `han_units`: Chinese digits and units; `plain_han`: spoken
    forms of digits to the usual ones; `leet`, `braille`, `upside_down`: signs to the letters that they stand for;
    `stems`: of the calendar, for 1 to 9 and 0; `fillers`: what says nothing between two signs, `fillers_han`: Chinese
    signs that may, `no_fillers`: what means something there; `parts_of`: parts of a character to the character;
    `signs`: words for the signs of an address, `named_signs` those that are said of nothing else; `asks`: how a text
    asks its reader to put something together; `lessons`: words of who learns.
    """

    letters: Mapping[str, str]
    digits: Mapping[str, str]
    tens: Mapping[str, str]
    repeats: Mapping[str, int]
    parts: frozenset[str]
    spoken: tuple[str, ...]
    han: str
    han_units: str
    plain_han: Mapping[str, str]
    morse: Mapping[str, str]
    leet: Mapping[str, str]
    braille: Mapping[str, str]
    upside_down: Mapping[str, str]
    stems: str
    fillers: frozenset[str]
    fillers_han: str
    no_fillers: frozenset[str]
    parts_of: Mapping[str, str]
    signs: Mapping[str, str]
    named_signs: frozenset[str]
    asks: Mapping[str, tuple[str, ...]]
    lessons: frozenset[str]


@lru_cache(maxsize=1)
def disguise_words() -> Words:
    """The table. Raises ResourceError when it does not fit."""
    data = read_toml(resource_root() / "text" / _FILE)
    try:
        letters = {word: letter for letter, words in data["letters"].items() for word in words}
        said = {word: digits for digits, words in data["digits"].items() for word in words}
        han = "".join(word for word in said if len(word) == 1 and (word in HAN or word in "〇○"))
        tens = {word: digit for digit, words in data["tens"].items() for word in words}
        between = data["between"]
        latin = [word for word in said if word not in han]
        plain = {char: "零一二三四五六七八九"[int(said[char])] for char in han}
        return Words(
            MappingProxyType(letters),
            MappingProxyType(said),
            MappingProxyType(tens),
            MappingProxyType(dict(between["repeats"])),
            frozenset(between["parts"]),
            (*letters, *latin, *tens, *between["repeats"], *between["parts"], *between["joins"]),
            han,
            data["units"]["han"],
            MappingProxyType(plain),
            MappingProxyType(dict(data["morse"])),
            MappingProxyType(dict(data["leet"])),
            MappingProxyType(dict(data["braille"])),
            MappingProxyType(dict(data["upside_down"])),
            data["stems"]["han"],
            frozenset(between["fillers"]),
            between["fillers_han"],
            frozenset(between["no_fillers"]),
            MappingProxyType(dict(data["parts"])),
            MappingProxyType(
                {word: sign for sign, words in data["signs"].items() for word in words if sign != "named"}
            ),
            frozenset(data["signs"]["named"]),
            MappingProxyType({name: tuple(words) for name, words in data["asks"].items()}),
            frozenset(data["lessons"]["words"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ResourceError("resource.malformed", details={"file": _FILE}) from error


@lru_cache(maxsize=1)
def english() -> frozenset[str]:
    """Ordinary English words in lower case."""
    return read_set(resource_root(), "words_en.txt")


@lru_cache(maxsize=1)
def names() -> frozenset[str]:
    """Given names and surnames in Latin letters, in lower case."""
    return read_set(resource_root(), "given_names_latin.txt") | read_set(resource_root(), "surnames_latin.txt")
