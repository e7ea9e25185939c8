"""How a name is read as a place: its own name, or a town and what it lies in ("Spokane WA", 佛山顺德大良). What a place
surely lies in is read here too: of a name that many places bear, only what all of them have around them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from core.extract.explicit.lexicons import fold_latin
from core.text.characters import in_simplified
from core.text.normalize import normalize
from core.text.patterns import any_of
from core.text.scripts import is_ideograph

LONGEST_REGION = 4
"""Most words of a region behind a town."""
LONGEST_PART, SHORTEST_PART = 12, 2
"""Ideographs of one place in a name that is made of several."""
_SEPARATOR = re.compile(r"[\s,，、/()（）]+")
_COMMA = re.compile(r"[,，、/]\s*")
_NUMBER = re.compile(r"\w*\d\w*")
_PART = re.compile(r"(?<=[省市区县])")
_FULL = re.compile(r"[省市区县州盟旗]$")


def folded_name(name: str) -> str:
    """The form of names in which they are compared: Simplified, lower case, without accents, points and article."""
    # Nearly all of the tables is ASCII, where there is nothing else to fold.
    plain = name.lower() if name.isascii() else fold_latin(in_simplified(normalize(name).text.casefold()).strip())
    return " ".join(plain.replace(".", "").split()).removeprefix("the ")


@dataclass(frozen=True, slots=True)
class Place:
    """One node: `code` as CN-320115, PT, US-OH, region:southern-europe; empty for a town that no table lists."""

    code: str
    parent: str
    kind: str
    population: float
    en: str
    zh: str


@dataclass(frozen=True, slots=True)
class Named:
    """What a name says: the place that it most likely means, and what that surely lies in, narrow to wide. `full`:
    whether the name says by itself that it is one of a place (合肥市, Webb county, Spokane WA)."""

    place: Place
    around: tuple[Place, ...]
    full: bool


@dataclass(frozen=True, slots=True)
class Leading:
    """The places of the last of `parts` names with which a longer name begins, and where that ends in it."""

    name: str
    places: tuple[Place, ...]
    end: int
    parts: int


class Places(Protocol):
    """What the reader needs of a gazetteer."""

    @property
    def places(self) -> Mapping[str, Place]: ...

    @property
    def names(self) -> Mapping[str, str]: ...

    @property
    def bearers(self) -> Mapping[str, Sequence[str]]: ...

    @property
    def short(self) -> Mapping[str, Sequence[str]]: ...

    @property
    def counties(self) -> frozenset[str]: ...

    @property
    def wide(self) -> frozenset[str]: ...

    @property
    def rival(self) -> float: ...

    @property
    def small_rival(self) -> float: ...

    @property
    def listed(self) -> float: ...

    @property
    def small(self) -> float: ...

    def path(self, place: Place) -> tuple[Place, ...]:
        """The place and what it lies in, narrow to wide."""


class PlaceWords:
    """Words of place.toml by which names are read."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        words = table["words"]
        self.also_words = frozenset(words["also_words"])
        self.directions = frozenset(words["directions"])
        self.county = frozenset(words["county"])
        self.road = re.compile(rf"{any_of(words['of_roads'])}*{any_of(words['roads'])}")
        self.inside = re.compile(rf".{{2,}}{any_of(words['parts'])}|{any_of(words['stations'])}")


class NameReader:
    """Reads names by a gazetteer. Never guesses: a part that no table knows leaves what surely holds around it."""

    def __init__(self, places: Places, words: PlaceWords) -> None:
        self._places = places
        self._words = words

    def read(self, value: str) -> Named | None:
        """The place of a whole value, None where no table knows any of it."""
        folded = folded_name(value)
        return self._read(folded) if folded else None

    def _read(self, folded: str) -> Named | None:
        exact = self.exact(folded) or self.exact(folded.removesuffix(" city"))
        if exact is not None:
            return exact
        if any(map(is_ideograph, folded)):
            return self._by_parts(folded) or self._listed_part(folded)
        return self._behind(folded) or self._listed_part(folded)

    def exact(self, name: str) -> Named | None:
        """The place of a name that stands in a table as it is."""
        code = self._places.names.get(name)
        if code is None:
            return None
        place = self._places.places[code]
        path = self._places.path(place)
        full = place.code in self._places.counties or bool(_FULL.search(name)) or place.code in self._places.wide
        if place.code in self._places.wide:
            return Named(place, path[1:], full)
        others = [self._places.places[other] for other in self._places.bearers[name]]
        return Named(place, self._surely(place, others), full)

    def _surely(self, place: Place, bearers: Iterable[Place]) -> tuple[Place, ...]:
        """What all places of a name lie in of which none is much smaller than the one that is meant: a large town's
        name goes before those of towns that took it, a small one's does not."""
        path = self._places.path(place)[1:]
        for other in bearers:
            if other.population >= self._least(place, other) * place.population:
                held = {node.code for node in self._places.path(other)}
                path = tuple(node for node in path if node.code in held)
        return path

    def _least(self, place: Place, other: Place) -> float:
        """Part of the people of `place` from which on `other` may be meant as well; of districts the tables know too
        little to leave one out."""
        if place.kind == other.kind == "district":
            return 0.0
        large = place.population >= self._places.listed and other.kind == place.kind
        return self._places.rival if large else self._places.small_rival

    def _behind(self, folded: str) -> Named | None:
        """A town with what it lies in behind it, or with the word for a county."""
        words = [word for word in _SEPARATOR.split(folded) if word]
        for size in range(min(LONGEST_REGION, len(words) - 1), 0, -1):
            tail = " ".join(words[-size:])
            regions = self._regions(tail)
            if not regions:
                continue
            rest = " ".join(words[:-size])
            if all(word in self._words.directions for word in words[:-size]):
                return self.exact(tail) if self._places.names.get(tail) in self._places.wide else None
            return self._within(rest, regions, certain=tail not in self._words.also_words)
        return None

    def _regions(self, tail: str) -> tuple[Place, ...]:
        """Regions, countries and counties that a name may mean behind a town."""
        codes = [*self._places.short.get(tail, ()), *self._places.bearers.get(tail, ())]
        allowed = self._places.wide
        if any(word in self._words.county for word in tail.split()):
            allowed |= self._places.counties
        return tuple(self._places.places[code] for code in dict.fromkeys(codes) if code in allowed)

    def region(self, folded: str) -> Named | None:
        """See Gazetteer."""
        named = self.exact(folded)
        if named is not None:
            return named if named.full else None
        regions = () if folded in self._words.also_words else self._regions(folded)
        return self._unlisted(folded, regions) if regions else None

    def _within(self, rest: str, regions: Sequence[Place], *, certain: bool) -> Named | None:
        """The town `rest` inside one of `regions`; a town that no table knows there has what all of them have."""
        inside = {region.code for region in regions}
        known = [self._places.places[code] for code in self._places.bearers.get(rest, ())]
        held = [place for place in known if inside & {node.code for node in self._places.path(place)[1:]}]
        if held:
            place = max(held, key=lambda item: item.population)
            return Named(place, self._surely(place, held), True)
        further = self._behind(rest)
        if further is not None and any(node.code in inside for node in further.around):
            return further
        return self._unlisted(rest, regions) if certain else None

    def _unlisted(self, name: str, regions: Sequence[Place]) -> Named | None:
        around = self._places.path(regions[0])
        for region in regions[1:]:
            held = {node.code for node in self._places.path(region)}
            around = tuple(node for node in around if node.code in held)
        around = tuple(node for node in around if node.code in self._places.wide)
        if not around:
            return None
        return Named(Place("", around[0].code, "city", self._places.small, name, name), around, True)

    def leading(self, folded: str) -> Leading | None:
        """The places with which a name begins that goes from wide to narrow: 佛山顺德 of 佛山顺德大良."""
        held, found = self._longest(folded, 0, ()), None
        while held is not None:
            start, (places, end) = found.end if found else 0, held
            found = Leading(folded[start:end].strip(" ,，"), places, end, found.parts + 1 if found else 1)
            held = self._longest(folded, end, places)
        return found

    def is_full(self, name: str) -> bool:
        """See Gazetteer."""
        return bool(_FULL.search(name))

    def is_road(self, rest: str) -> bool:
        """See Gazetteer."""
        return self._words.road.match(rest) is not None

    def _by_parts(self, folded: str) -> Named | None:
        """A name in ideographs that goes from wide to narrow: 佛山顺德大良, 苏州市吴中区."""
        found = self.leading(folded)
        if found is None:
            return None
        rest = folded[found.end :].strip(" ,，")
        place = max(found.places, key=lambda item: item.population)
        if not rest:
            return Named(place, self._surely(place, found.places), True)
        sure = found.parts > 1 or self.is_full(found.name) or place.kind == "country"
        if not (sure or self._words.inside.fullmatch(rest)) or len(rest) < SHORTEST_PART:
            return None
        if self._words.road.fullmatch(rest):
            return None
        paths = (self._places.path(item) for item in found.places)
        wide = [next((node for node in path if node.code in self._places.wide), None) for path in paths]
        return self._unlisted(rest, [node for node in wide if node is not None]) if all(wide) else None

    def _longest(self, folded: str, start: int, within: Sequence[Place]) -> tuple[tuple[Place, ...], int] | None:
        """Places of the longest name at `start` that lie in one of `within` (anywhere where that is empty), and where
        it ends."""
        while start < len(folded) and folded[start] in " ,，":
            start += 1
        codes = {place.code for place in within}
        for end in range(min(len(folded), start + LONGEST_PART), start + SHORTEST_PART - 1, -1):
            named = self.exact(folded[start:end])
            if named is None:
                continue
            bearers = [self._places.places[code] for code in self._places.bearers[folded[start:end]]]
            if not codes:
                return ((named.place,) if named.place.code in self._places.wide else tuple(bearers)), end
            held = [item for item in bearers if codes & {node.code for node in self._places.path(item)[1:]}]
            if held:
                return tuple(held), end
        return None

    def _listed_part(self, folded: str) -> Named | None:
        """The last part of an enumeration that a table knows, also without the numbers around it."""
        parts = [part for part in (*_COMMA.split(folded), *_PART.split(folded)) if len(part) > 1]
        for part in (*reversed(parts), " ".join(word for word in folded.split() if not _NUMBER.fullmatch(word))):
            named = self.exact(part.strip()) if part != folded else None
            if named is not None and named.place.code not in self._places.wide:
                return named
        return None
