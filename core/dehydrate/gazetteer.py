"""The places of the world that tables list: by code, by name, and what each lies in, with people."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from core.dehydrate.base_hierarchy import Labels, labelled
from core.dehydrate.place_names import Leading, Named, NameReader, Place, PlaceWords, folded_name
from core.domain.errors import ResourceError
from core.domain.language import Language
from core.resources import read_csv, read_toml, resource_root
from core.text.patterns import any_of

_UPON = re.compile(r" (?:upon|on|under) ")
"""What parts a town's full name from the one that people say: Kingston upon Hull, Newcastle upon Tyne."""
_COUNTY = ("County", "Co", "Co.")
WIDE_KINDS = frozenset({"country", "region", "province", "division"})
"""Places that millions share: the first level below a country, and what is above."""


@cache
def _kind() -> re.Pattern[str]:
    peoples = any_of(read_toml(resource_root() / "hierarchies" / "place.toml")["peoples"])
    autonomous = rf"(?:{peoples}族?)*自治[区州县旗]"
    return re.compile(rf"(?<=[\u4e00-\u9fff]{{2}})(?:特别行政区|{autonomous}|[省市区县州盟旗]|地区|新区)$")


def bare(name: str) -> str:
    """A Chinese place without the words for what it is and for whom it is named: 四川 of 四川省, 广西 of
    广西壮族自治区; a name of which a single sign would be left as it is."""
    return _kind().sub("", name)


TOWN = "town"
"""Shape of a place of which nothing is known."""


@dataclass(frozen=True, slots=True)
class Unlisted:
    """Places of one shape that no table lists: all people who live in them, the most who can live in one, and
    names that stand for them."""

    people: float
    largest: float
    names: Labels


class Gazetteer:
    """All places by code and by folded name. Read lazily, once."""

    def __init__(self, folder: Path, table: Mapping[str, Any]) -> None:
        self.world = float(table["world_population"])
        self.shapes: Mapping[str, Mapping[str, str]] = table["shapes"]
        self.small = float(table["small_place"])
        self.county = float(table["county"])
        self.places: dict[str, Place] = {}
        self._paths: dict[str, tuple[str, ...]] = {}
        self.names: dict[str, str] = {}
        self.bearers: dict[str, list[str]] = {}
        """Codes of all places that bear a name."""
        self.counties: frozenset[str] = frozenset()
        self.rival, self.small_rival = float(table["rival"]), float(table["small_rival"])
        self.listed = float(table["listed"])
        self._parts: Mapping[str, str] = table["parts_of_countries"]
        try:
            self._countries(folder, table)
            self._china(folder, table)
            self._subdivisions(folder)
            self._counties(folder)
            self._cities(read_csv(folder / "cities.csv"))
            self._cities(read_csv(folder / "towns.csv"))
            for name, meant in table["nicknames"].items():
                self._add(self.places[self.names[meant]], name)
            self.unlisted = self._unlisted(table["unlisted"])
            self.wide = frozenset(code for code, place in self.places.items() if place.kind in WIDE_KINDS)
            self.short = self._short(table)
            self._reader = NameReader(self, PlaceWords(table))
        except (KeyError, ValueError) as error:
            raise ResourceError("resource.malformed", details={"file": "places"}) from error

    def _unlisted(self, table: Mapping[str, Any]) -> Mapping[str, Unlisted]:
        towns = sum(place.population for place in self.places.values() if place.kind == "city")
        rest = {TOWN: max(0.0, self.world - towns)}
        return {
            shape: Unlisted(float(row.get("people") or rest[shape]), float(row["largest"]), labelled(row))
            for shape, row in table.items()
        }

    def _add(self, place: Place, *names: str, alone: bool = True) -> None:
        """`alone`: whether a name says the place by itself, and not only before what it lies in."""
        self.places[place.code] = place
        for name in dict.fromkeys(map(folded_name, names)):
            held = self.names.get(name)
            if name and alone and (held is None or self._rank(self.places[held]) < self._rank(place)):
                self.names[name] = place.code
            if name:
                self.bearers.setdefault(name, []).append(place.code)

    def _rank(self, place: Place) -> tuple[int, float]:
        """Which place an ambiguous name means: countries and provinces first, then the larger one or larger parent."""
        wide = place.kind in ("country", "region", "province")
        parent = self.places.get(place.parent)
        weight = place.population or (parent.population / 1000 if parent else 0.0)
        return int(wide), weight

    def _countries(self, folder: Path, table: Mapping[str, Any]) -> None:
        rows = read_csv(folder / "countries.csv")
        totals: dict[str, float] = {}
        for row in rows:
            totals[row["region"]] = totals.get(row["region"], 0.0) + float(row["population"])
        around: dict[str, str] = {}
        for name, entry in table["continents"].items():
            total = sum(totals.get(region, 0.0) for region in entry["regions"])
            continent = Place(f"continent:{name}", "", "region", total, entry["en"], entry["zh"])
            self._add(continent, entry["en"], entry["zh"])
            around.update(dict.fromkeys(entry["regions"], continent.code))
        for name, words in table["regions"].items():
            parent = around.get(name, "")
            self._add(
                Place(f"region:{name}", parent, "region", totals.get(name, 0.0), words["en"], words["zh"]),
                words["en"],
                words["zh"],
            )
        for row in rows:
            place = Place(
                row["code"], f"region:{row['region']}", "country", float(row["population"]), row["en"], row["zh"]
            )
            self._add(place, row["en"], row["zh"], f"{row['zh']}籍", f"{row['zh']}人")
        self.demonyms = {
            name: row["country"] for row in read_csv(folder / "demonyms.csv") for name in row["names"].split("|")
        }
        for country, divisions in table["divisions"].items():
            for code, words in divisions.items():
                people = float(words["population"])
                self._add(
                    Place(f"{country}-{code}", country, "division", people, words["en"], words["zh"]),
                    words["en"],
                    words["zh"],
                )

    def _china(self, folder: Path, table: Mapping[str, Any]) -> None:
        region_of = {code: name for name, entry in table["cn_regions"].items() for code in entry["codes"]}
        rows = read_csv(folder / "divisions_cn.csv")
        totals: dict[str, float] = {}
        for row in rows:
            if row["code"].endswith("0000"):
                region = region_of[row["code"][:2]]
                totals[region] = totals.get(region, 0.0) + float(row["population"])
        for name, entry in table["cn_regions"].items():
            self.places[f"CN/{name}"] = Place(
                f"CN/{name}", "CN", "region", totals.get(name, 0.0), entry["en"], entry["zh"]
            )
        counties: dict[str, int] = {}
        for row in rows:
            counties[row["code"][:4]] = counties.get(row["code"][:4], 0) + 1
        for row in rows:
            self._division(row, region_of, counties)

    def _division(self, row: Mapping[str, str], region_of: Mapping[str, str], counties: Mapping[str, int]) -> None:
        code, name = row["code"], row["zh"]
        population = float(row["population"])
        if code.endswith("0000"):
            parent, kind, key = f"CN/{region_of[code[:2]]}", "province", f"CN-{code[:2]}"
            population = population or self.small
        elif code.endswith("00"):
            parent, kind, key = f"CN-{code[:2]}", "city", f"CN-{code[:4]}"
            population = population or 10 * self.small
        else:
            held = self.places.get(f"CN-{code[:4]}")
            parent, kind, key = (held.code if held else f"CN-{code[:2]}"), "district", f"CN-{code}"
            base = held.population if held else self.places[f"CN-{code[:2]}"].population / 10
            population = base / max(2, counties[code[:4]])
        if kind == "city" and self.places[parent].zh == name:
            return
        self._add(
            Place(key, parent, kind, population, row["en"] or "", name), *dict.fromkeys((name, bare(name))), row["en"]
        )

    def _subdivisions(self, folder: Path) -> None:
        """First-level regions of further countries, and counties and parts of countries that have no borders: these
        stand for what lies around them only."""
        rows = read_csv(folder / "subdivisions.csv")
        wide = Counter(row["parent"] for row in rows if row["kind"] == "division")
        self.divisions: dict[tuple[str, str], str] = {}
        counties = set()
        for row in rows:
            english, chinese = row["en"].split("|"), [name for name in row["zh"].split("|") if name]
            parent = self.places[row["parent"]]
            code = f"{parent.code}/{english[0]}"
            if row["kind"] == "division":
                kind, population = "division", float(row["population"] or parent.population / wide[parent.code])
                self.divisions[parent.code, row["code"]] = code
            else:
                kind, population = "city", self.county if row["kind"] == "county" else self.listed
                counties.add(code)
            shown = chinese[-1] if chinese else english[0]
            names = [*english, *chinese]
            if row["kind"] == "county":
                names += [form for word in _COUNTY for form in (f"{word} {english[0]}", f"{english[0]} {word}")]
            self._add(Place(code, parent.code, kind, population, english[0], shown), *names)
        self.counties |= counties

    def _counties(self, folder: Path) -> None:
        """Counties of the United States, by names that say that they are."""
        counties = set()
        for row in read_csv(folder / "counties_us.csv"):
            parent = f"US-{row['division']}"
            for name in row["names"].split("|"):
                code = f"{parent}/{name}"
                counties.add(code)
                self._add(Place(code, parent, "city", self.county, name, name), name)
        self.counties |= counties

    def _cities(self, rows: Iterable[Mapping[str, str]]) -> None:
        for row in rows:
            country, division = self._parts.get(row["country"], row["country"]), row["division"]
            code = self.divisions.get((country, division), f"{country}-{division}")
            parent = code if division and code in self.places else country
            place = Place(
                f"city:{len(self.places)}", parent, "city", float(row["population"]), row["en"], row.get("zh", "")
            )
            also = [form for name in row["also"].split("|") for form in (name, bare(name))]
            if self.places[parent].en == row["en"]:
                continue  # a city that is a first-level region itself
            alone = row.get("alone") != "no"
            self._add(place, row["en"], row.get("zh", ""), *_said(row["en"]), alone=alone)
            self._add(place, *also)

    def _short(self, table: Mapping[str, Any]) -> Mapping[str, tuple[str, ...]]:
        """Codes of what stands in short behind a town, by that short name."""
        found: dict[str, list[str]] = {name: list(codes) for name, codes in table["abbreviations"].items()}
        own = ((code, f"{country}-{code}") for country in table["divisions"] for code in table["divisions"][country])
        for short, code in (*own, *((short, code) for (_, short), code in self.divisions.items() if short)):
            found.setdefault(short.casefold(), []).append(code)
        return {name: tuple(codes) for name, codes in found.items()}

    def read(self, value: str) -> Named | None:
        """What a value says as a name of a place; None where no table knows it."""
        return self._reader.read(value)

    def region(self, name: str) -> Named | None:
        """A region that stands by itself, in full or in short (UK); a town only where its name says that it is one."""
        return self._reader.region(folded_name(name))

    def leading(self, name: str) -> Leading | None:
        """The place with which a name in ideographs begins, however many say it."""
        return self._reader.leading(folded_name(name))

    def is_full(self, name: str) -> bool:
        """Whether a name in ideographs says by its last sign that it is one of a place."""
        return self._reader.is_full(name)

    def is_road(self, rest: str) -> bool:
        """Whether what follows a place makes it the name of a road (南京|东路)."""
        return self._reader.is_road(rest)

    def labels(self, place: Place) -> Labels:
        """A place by its name, in English by that of what it lies in where it has none."""
        named = next((item for item in self.path(place) if item.en), place)
        return {Language.EN: named.en, Language.ZH: place.zh}

    def find(self, value: str) -> Place | None:
        """The place a value names; a word of a longer name is none of its own, unless the rest is said to lie in it."""
        named = self.read(value)
        return named.place if named else None

    def around(self, value: str) -> tuple[Place, ...]:
        """What the place a value names surely lies in, narrow to wide."""
        named = self.read(value)
        return named.around if named else ()

    def _above(self, parent: str) -> tuple[str, ...]:
        """Codes of a node and of what it lies in; thousands of towns share theirs."""
        held = self._paths.get(parent)
        if held is None:
            held = tuple(node.code for node in self.path(self.places[parent])) if parent else ()
            self._paths[parent] = held
        return held

    @cached_property
    def _largest(self) -> Mapping[tuple[str, bool], float]:
        """People of the largest place inside each node, by its code ("" for the world) and whether countries count
        as what is inside, or towns and districts."""
        found: dict[tuple[str, bool], float] = {}
        for place in self.places.values():
            if place.kind not in ("city", "district", "country"):
                continue
            country = place.kind == "country"
            for code in (*self._above(place.parent), ""):
                found[code, country] = max(found.get((code, country), 0.0), place.population)
        return found

    @cached_property
    def _towns(self) -> Mapping[str, float]:
        """People of all cities inside each node, by its code."""
        found: dict[str, float] = {}
        for place in self.places.values():
            if place.kind == "city":
                for code in self._above(place.parent):
                    found[code] = found.get(code, 0.0) + place.population
        return found

    def people(self, place: Place) -> float:
        """People of a node, no fewer than live in its towns: of divisions only their country's average is known."""
        return max(place.population, self._towns.get(place.code, 0.0))

    def largest(self, code: str, *, country: bool = False) -> float:
        """People of the largest town inside a node, or of its largest country; "" is the world."""
        return self._largest.get((code, country), 0.0)

    def path(self, place: Place) -> tuple[Place, ...]:
        """The place and what it lies in, narrow to wide."""
        nodes = [place]
        while nodes[-1].parent:
            nodes.append(self.places[nodes[-1].parent])
        return tuple(nodes)


def _said(name: str) -> tuple[str, ...]:
    """Both parts of a name that says on what river a town lies; nothing of another."""
    parts = _UPON.split(name)
    return tuple(parts) if len(parts) > 1 else ()
