"""Parts and forms of one person's name: full name, surname with title, given name; ideographs in Simplified script."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from core.extract.explicit.lexicons import read_set
from core.resources import read_toml, resource_root
from core.text.characters import in_simplified
from core.text.patterns import any_of

_IDEOGRAPHS = re.compile(r"[\u3400-\u9fff\U00020000-\U0002fa1f·]+")
_NICK = re.compile(r"^[老小阿](.)$")
LEAST_PART = 3
"""Letters of the shortest part of a Latin name that is looked for by itself."""


@lru_cache(maxsize=1)
def _latin() -> Mapping[str, Any]:
    return read_toml(resource_root() / "lexicons" / "person_latin.toml")


@lru_cache(maxsize=1)
def _chinese() -> Mapping[str, Any]:
    return read_toml(resource_root() / "lexicons" / "person_zh.toml")


@lru_cache(maxsize=1)
def _title_end() -> re.Pattern[str]:
    return re.compile(f"{any_of(_chinese()['addressed'])}$")


@lru_cache(maxsize=1)
def _called() -> re.Pattern[str]:
    """How people are called before their name: titles and kin of many languages that nobody is named, small words of a
    sentence before them (the Rev., my aunt)."""
    root = resource_root()
    others = read_toml(root / "recognizers" / "weighing.toml")["nobody"]["words"]
    names = read_set(root, "given_names_latin.txt") | read_set(root, "surnames_latin.txt")
    small = read_set(root, "small_words.en.txt")
    words = {*_latin()["hard_titles"], *({*_latin()["titles"], *others} - names - small)}
    return re.compile(rf"^(?:(?:{any_of(small)}\s+)*{any_of(words)}\b\.?\s*)+", re.IGNORECASE)


def is_chinese(name: str) -> bool:
    """Written in ideographs only."""
    return bool(_IDEOGRAPHS.fullmatch(name))


def surname_length(name: str) -> int:
    """Ideographs of the family name."""
    return 2 if name[:2] in _chinese()["compound"] and len(name) > 2 else 1


def bare(name: str) -> str:
    """Without Western honorifics and possessive ending."""
    stripped = _called().sub("", name.strip())
    return re.sub(r"[’']s$", "", stripped).strip(" .,")


def surname_of_title(name: str) -> str:
    """Family name in a form like 周先生, 老周; empty for anything else."""
    nick = _NICK.match(name)
    if nick:
        return nick.group(1)
    stripped = _title_end().sub("", name)
    if stripped != name and (len(stripped) == 1 or stripped in _chinese()["compound"]):
        return stripped
    return name if name in _chinese()["compound"] else ""


def tokens(name: str) -> tuple[str, ...]:
    """Lower-case parts of a Latin name that can stand for it."""
    return tuple(
        part
        for part in re.split(r"[\s,]+", bare(name).lower())
        if len(part.strip(".")) > 1 and part not in _latin()["never_alone"]
    )


@dataclass(frozen=True, slots=True)
class NameForm:
    """A name taken apart once. `family`: surname of a form like 周先生; `parts`: of a Latin name; `titled`: Mr, Dr."""

    name: str
    chinese: bool
    family: str
    parts: tuple[str, ...]
    titled: bool

    @classmethod
    def of(cls, name: str) -> NameForm:
        """Of a name in either script. Linear in its length."""
        if is_chinese(name):
            plain = in_simplified(name)
            return cls(plain, True, surname_of_title(plain), (), False)
        return cls(name, False, "", tokens(name), _called().match(name) is not None)

    @property
    def keys(self) -> tuple[str, ...]:
        """What a shorter form of this name holds at least one of."""
        if not self.chinese:
            return tuple(dict.fromkeys(self.parts))
        length = surname_length(self.name)
        return self.name[:length], self.name[length:]

    @property
    def asks(self) -> tuple[str, ...]:
        """Keys that a longer name, of which this may be a form, has all of."""
        if self.chinese and "某" in self.name[1:-1]:
            return (self.name[0],)
        return (self.family or self.name,) if self.chinese else self.parts

    def belongs_to(self, full: NameForm) -> bool:
        """Whether this may be a form of the longer name `full`; a name with 某 only where both its ends fit."""
        if self.chinese and full.chinese and "某" in self.name[1:-1] and "某" not in full.name:
            return self.name[0] == full.name[0] and self.name[-1] == full.name[-1] != "某"
        if "某" in self.name or "某" in full.name or self.chinese != full.chinese:
            return False
        if self.chinese:
            length = surname_length(full.name)
            if self.family:
                return full.name[:length] == self.family
            longer = len(self.name) < len(full.name) and len(full.name) > length + 1
            return longer and self.name == full.name[length:]
        if not self.parts or len(full.parts) < 2 or len(self.parts) >= len(full.parts):
            return False
        if len(self.parts) == 1 and self.titled:
            return self.parts[0] in (full.parts[-1], full.parts[0])
        return all(part in full.parts for part in self.parts)


def is_particle(word: str) -> bool:
    """Whether a word of a Latin name says nothing alone: van, de, Jr."""
    return word.lower() in _latin()["never_alone"]


def without_title(name: str) -> str:
    """A Chinese name without the title or kin word behind it, one of a single sign only behind a surname alone; the
    name itself where nothing would be left."""
    match = _title_end().search(name)
    if match is None or not match.start() or (len(match.group()) == 1 and match.start() > 1):
        return name
    return name[: match.start()]


def is_title(text: str) -> bool:
    """Whether Chinese text is a title or kin word and nothing else: 阿姨 is nobody's whose surname is 阿."""
    return text in _chinese()["addressed"]


def title_forms(family: str, given: str) -> Iterator[str]:
    """Chinese forms of address: the family name with a title, 老 or 小; a given name of two characters with a title."""
    yield from (family + title for title in _chinese()["addressed"])
    if len(family) == 1:
        yield from ("老" + family, "小" + family)
    if len(given) >= 2:
        yield from (given + title for title in _chinese()["addressed_by_given"])


def belongs(short: str, full: str) -> bool:
    """Whether `short` may be a form of the longer name `full`."""
    return NameForm.of(short).belongs_to(NameForm.of(full))


def part_forms(full: str) -> Iterator[str]:
    """Shorter and turned forms of a Latin name to look for besides its parts; with their capitals."""
    if is_chinese(full):
        return
    words = [word.strip(",.") for word in bare(full).split()]
    if len(words) >= 2:
        yield f"{words[0]} {words[-1]}"
        yield f"{words[0][0]}. {words[-1]}"
        yield f"{words[-1]}, {words[0]}"
        yield f"{words[-1]} {words[0]}"
