"""Chinese personal names in Hanyu Pinyin, without tones: Wang Xiaoming.

Readings come from pypinyin; where it is not installed, names stay in characters. A name is read only where surname and
given name can be told apart and every character has one reading in names.
"""

from __future__ import annotations

import importlib.util
import json
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from core.domain.errors import ResourceError
from core.text.characters import simplified
from core.text.normalize import normalize

PACKAGE, TABLE = "pypinyin", "pinyin_dict.json"
SURNAMES = ("lexicons", "surnames_zh.txt")
LONGEST_GIVEN = 2
GIVEN, SURNAME = "given", "surname"
"""Forms of a name (`AttributeType.token_forms`) that are read by themselves."""
_HAN = re.compile(r"[\u4e00-\u9fff]{1,4}")
_TONES = {"\u0304", "\u0301", "\u030c", "\u0300"}
_VOWELS = ("a", "e", "o")
Reader = Callable[[str], str]
"""Reading of one character with its tone; "" where there is none."""


@lru_cache(maxsize=1)
def library_reader() -> Reader | None:
    """How the library's table reads a character, None without the library. Read at the first name. Raises
    ResourceError."""
    # Its code is not imported: that would load a table of phrases fifty times as long.
    spec = importlib.util.find_spec(PACKAGE)
    folders = spec.submodule_search_locations if spec is not None else None
    if not folders:
        return None
    try:
        readings: dict[str, str] = json.loads(Path(folders[0], TABLE).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ResourceError("resource.unreadable", details={"file": TABLE}) from error
    return lambda char: readings.get(str(ord(char)), "").partition(",")[0]


@dataclass(frozen=True, slots=True)
class NameReader:
    """`surnames`: those that begin a name; `read`: surname -> how it is read in names, "" where that is not one way;
    `doubtful`: characters with two readings in given names; `titles`: what stands behind a surname and is no given
    name; `foreign`: names that look Chinese and are not."""

    surnames: frozenset[str]
    read: Mapping[str, str]
    doubtful: frozenset[str]
    titles: frozenset[str]
    foreign: frozenset[str]

    @classmethod
    def load(cls, root: Path, data: Mapping[str, Any]) -> NameReader:
        """`data`: the table `names` of `said.toml`. Raises OSError, KeyError, TypeError,
        ValueError."""
        lines = root.joinpath(*SURNAMES).read_text(encoding="utf-8").splitlines()
        rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
        surnames = {name for name, prior in rows if float(prior) >= data["least_prior"]}
        readings: dict[str, str] = data["surnames"]
        return cls(
            frozenset(surnames | readings.keys()),
            readings,
            frozenset(data["doubtful"]),
            frozenset(data["titles"]),
            frozenset(data["foreign"]),
        )

    def said(self, surface: str, reader: Reader | None, form: str = "") -> str:
        """All of `surface`, a person's name, or by `form` a part of one, in Pinyin; "" where it stays in characters."""
        name = normalize(surface).text.strip()
        if reader is None or not _HAN.fullmatch(name) or name in self.foreign:
            return ""
        if any(simplified().get(char, char) != char for char in name):
            return ""  # a name in Traditional characters is spelled as its bearer spells it
        surname = next((name[:length] for length in (2, 1) if name[:length] in self.surnames), "")
        if form == GIVEN:
            surname = ""
        given = name[len(surname) :]
        if not (surname or form == GIVEN) or (form == SURNAME and given) or form not in ("", GIVEN, SURNAME):
            return ""
        if len(given) > LONGEST_GIVEN or given in self.titles or self.doubtful & set(given):
            return ""
        family = self.read[surname] if surname in self.read else _joined([reader(char) for char in surname])
        first = _joined([reader(char) for char in given])
        if (surname and not family) or (given and not first):
            return ""
        return f"{family.capitalize()} {first.capitalize()}".strip()


def _joined(readings: list[str]) -> str:
    """Syllables as one word: Xi'an, not Xian; "" when one is unknown."""
    if not all(readings):
        return ""
    word = ""
    for syllable in map(_toneless, readings):
        word += f"'{syllable}" if word and syllable.startswith(_VOWELS) else syllable
    return word


def _toneless(syllable: str) -> str:
    marks = unicodedata.normalize("NFD", syllable)
    return unicodedata.normalize("NFC", "".join(char for char in marks if char not in _TONES))
