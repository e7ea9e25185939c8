"""Places by their names in both languages; a name that could mean two places has none in the other language."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from core.domain.errors import ResourceError
from core.domain.language import Language
from core.resources import read_csv, read_toml

FILE = "places.toml"
_SUFFIX = re.compile(r"(?<=..)(?:[省市]|特别行政区)$")
_TITLE = re.compile(r"(?:[\u4e00-\u9fff]{1,3}族)*自治[区州县旗]$|地区$")
_PREFECTURE = "00"
"""How the code of a province or a prefecture ends: what is below has no name in English that people know."""
Names = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PlaceNames:
    """`english`: Chinese name -> English one; `chinese`: folded English name -> Chinese one."""

    english: Names
    chinese: Names

    @classmethod
    def load(cls, root: Path) -> PlaceNames:
        """From `hierarchies/` and `restore/` below the resource root. Raises ResourceError."""
        chosen = read_toml(root / "restore" / FILE)
        try:
            known = tuple(_known(root / "hierarchies"))
            pairs: dict[str, str] = chosen["pairs"]
            rest = [(en, zh) for en, zh in known if _bare(zh) not in pairs]
            cities = {zh: pairs[_bare(zh)] for _, zh in known if _bare(zh) in pairs}
            english = _certain((name, en) for en, zh in rest for name in {zh, _bare(zh)})
            own = [(_folded(en), zh) for zh, en in pairs.items()]
            taken = {en for en, _ in own}
            chinese = _certain([*own, *((_folded(en), _bare(zh)) for en, zh in rest if _folded(en) not in taken)])
            further = {_folded(en): zh for en, zh in chosen["also"].items()}
            return cls({**english, **cities, **pairs, **chosen["full"]}, {**chinese, **further})
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ResourceError("resource.malformed", details={"file": FILE}) from error

    def said(self, surface: str, to: Language) -> str:
        """All of `surface`, the name of a place, in the language `to`; "" where that is not certain."""
        plain = " ".join(surface.split())
        return self.english.get(plain, "") if to is Language.EN else self.chinese.get(_folded(plain), "")


def _certain(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """What each name means; nothing for a name of several meanings."""
    meanings: dict[str, set[str]] = defaultdict(set)
    for name, meaning in pairs:
        meanings[name].add(meaning)
    return {name: next(iter(held)) for name, held in meanings.items() if len(held) == 1}


def _known(folder: Path) -> Iterator[tuple[str, str]]:
    """English and Chinese name of every place that has both."""
    for row in read_csv(folder / "countries.csv"):
        yield row["en"], row["zh"]
    for divisions in read_toml(folder / "place.toml")["divisions"].values():
        yield from ((words["en"], words["zh"]) for words in divisions.values())
    for row in read_csv(folder / "subdivisions.csv"):
        if row["kind"] == "division" and row["en"] and row["zh"]:
            yield row["en"].split("|")[0], row["zh"].split("|")[0]
    for row in read_csv(folder / "divisions_cn.csv"):
        if row["en"] and row["code"].endswith(_PREFECTURE) and not _TITLE.search(row["zh"]):
            yield row["en"], row["zh"]
    for row in read_csv(folder / "cities.csv"):
        if row["en"] and row["zh"]:
            yield row["en"], row["zh"]


def _bare(zh: str) -> str:
    return _SUFFIX.sub("", zh)


def _folded(en: str) -> str:
    return en.casefold().removeprefix("the ").replace(".", "")
