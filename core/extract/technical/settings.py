"""What names, schemes, hosts and options of technical strings mean (resources/recognizers/technical.toml)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from core.domain.errors import ResourceError
from core.resources import read_toml
from core.text.patterns import any_of

FILE = "technical.toml"
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_WORD = re.compile(r"[^\W_]+")
_NUMBERED = re.compile(r"v?\d+$")
LONGEST_NAME = 3
"""Words of the longest name that the table has."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The table, read. `names`: type by name in words; `options`: type by command and option."""

    buckets: frozenset[str]
    links: frozenset[str]
    uses: re.Pattern[str]
    tokens: re.Pattern[str]
    names: Mapping[str, str]
    ends: Mapping[str, str]
    plain: frozenset[str]
    plain_ends: frozenset[str]
    unopening: frozenset[str]
    placeholders: frozenset[str]
    filled: re.Pattern[str]
    generic: frozenset[str]
    public: frozenset[str]
    hosting: frozenset[str]
    service_words: frozenset[str]
    region: re.Pattern[str]
    said: tuple[str, ...]
    public_code: re.Pattern[str]
    password_before: re.Pattern[str]
    host_words: frozenset[str]
    folders: frozenset[str]
    documentation: frozenset[str]
    remote: frozenset[str]
    options: Mapping[str, Mapping[str, str]]

    @classmethod
    def load(cls, root: Path) -> Settings:
        """From the resource folder. Raises ResourceError."""
        data = read_toml(root / "recognizers" / FILE)
        sites = read_toml(root / "recognizers" / "contacts.toml")["url"]["public_hosts"]
        try:
            return cls(
                buckets=frozenset(data["schemes"]["buckets"]),
                links=frozenset(data["schemes"]["links"]),
                uses=re.compile(rf"(?<![A-Za-z])(?:{any_of(data['schemes']['used'])})(?![A-Za-z])"),
                tokens=re.compile(data["schemes"]["tokens"]),
                names={name: type_id for type_id, names in data["names"].items() for name in names},
                ends={end: type_id for type_id, ends in data["name_ends"].items() for end in ends},
                plain=frozenset(" ".join(words_of(name)) for name in data["plain"]["names"]),
                plain_ends=frozenset(data["plain"]["ends"]),
                unopening=frozenset(data["plain"]["keys"]),
                placeholders=frozenset(data["placeholders"]["words"]),
                filled=re.compile(data["placeholders"]["shapes"]),
                generic=frozenset(data["users"]["generic"]),
                public=frozenset((*sites, *data["services"]["public"])) - set(data["services"]["hosting"]),
                hosting=frozenset(data["services"]["hosting"]),
                service_words=frozenset(data["services"]["words"]),
                region=re.compile(data["services"]["region"]),
                said=tuple(name.casefold() for name in data["services"]["said"]),
                public_code=re.compile(rf"(?<![\w.])(?:{any_of(data['code']['public'])})\.[\w.$]{{1,200}}"),
                password_before=re.compile(data["told"]["password"]),
                host_words=frozenset(data["hosts"]["words"]),
                folders=frozenset(data["hosts"]["folders"]),
                documentation=frozenset(data["hosts"]["documentation"]),
                remote=frozenset(data["commands"]["remote"]),
                options=data["commands"]["options"],
            )
        except (KeyError, TypeError, AttributeError, re.error) as error:
            raise ResourceError("resource.malformed", details={"file": FILE}) from error

    def asks_for(self, name: str) -> str | None:
        """Type that a name asks for; empty for one whose value is how something is set, None for any other."""
        words = words_of(name)
        if " ".join(words) in self.plain or (words and words[-1] in self.plain_ends):
            return ""
        for first in range(max(0, len(words) - LONGEST_NAME), len(words)):
            type_id = self.names.get(" ".join(words[first:]))
            if type_id is not None:
                opens = type_id not in ("API_KEY", "ACCESS_TOKEN") or not self.unopening.intersection(words)
                return type_id if opens else None
        last = words[-1] if words else ""
        return next((type_id for end, type_id in self.ends.items() if last.endswith(end)), None)

    def is_placeholder(self, value: str) -> bool:
        """Whether a value stands for one that is filled in later, or is one of every first example."""
        low = value.casefold()
        return low in self.placeholders or self.filled.fullmatch(value) is not None

    def is_region(self, surface: str) -> bool:
        """Whether a word is the region of a cloud: eu-north-1."""
        return "-" in surface and surface[-1:].isdigit() and self.region.fullmatch(surface) is not None

    def is_service(self, surface: str) -> bool:
        """Whether a name is that of a public service, but for a word behind it."""
        low = surface.casefold()
        return any(low.startswith(name) and len(low) - len(name) <= LEAST_OWN for name in self.said)


LEAST_OWN = 2
"""Code points behind the name of a service that make no other name of it."""


@lru_cache(maxsize=2048)
def words_of(name: str) -> tuple[str, ...]:
    """The words of a name in lower case, without numbers at its words."""
    plain = _CAMEL.sub(" ", name) if not name.isupper() else name
    words = (word.casefold() for word in _WORD.findall(plain.replace("_", " ")))
    return tuple(kept for word in words if (kept := _NUMBERED.sub("", word)))
