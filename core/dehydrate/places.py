"""Places: district -> city -> province or country -> region, weighted by population."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from core.dehydrate.base_hierarchy import BaseHierarchy, InnerLevel, Labels, labelled
from core.domain.errors import ResourceError
from core.domain.language import Language
from core.domain.taxonomy import AttributeType
from core.resources import read_csv, read_toml, resource_root
from core.text.characters import in_simplified
from core.text.normalize import normalize
from core.text.patterns import any_of

_UPON = re.compile(r" (?:upon|on|under) ")
"""What parts a town's full name from the one that people say: Kingston upon Hull, Newcastle upon Tyne."""
_DISTRICT = re.compile(r"[区县镇乡村旗]$")
_COUNTY = ("County", "Co", "Co.")
CONTINENT = "continent:"
WIDE_KINDS = frozenset({"country", "region", "province", "division"})
"""Places that millions share: the first level below a country, and what is above."""
_ROAD = re.compile(r"(?:[路街巷道弄]|\b(?:street|road|avenue|lane|drive|close|square|st|rd|ave)\.?)$", re.IGNORECASE)


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


@dataclass(frozen=True, slots=True)
class Place:
    """One node: `code` as CN-320115, PT, US-OH, region:southern-europe."""

    code: str
    parent: str
    kind: str
    population: float
    en: str
    zh: str


class Gazetteer:
    """All places by code and by folded name. Read lazily, once."""

    def __init__(self, folder: Path, table: Mapping[str, Any]) -> None:
        self.world = float(table["world_population"])
        self.shapes: Mapping[str, Mapping[str, str]] = table["shapes"]
        self.small = float(table["small_place"])
        self.county = float(table["county"])
        self.places: dict[str, Place] = {}
        self.names: dict[str, str] = {}
        self.rivals: dict[str, list[str]] = {}
        """Codes of the towns that bear a name."""
        self.rival = float(table["rival"])
        try:
            self._countries(folder, table)
            self._china(folder, table)
            self._subdivisions(folder)
            self._cities(folder, table)
            self.unlisted = self._unlisted(table["unlisted"])
        except (KeyError, ValueError) as error:
            raise ResourceError("resource.malformed", details={"file": "places"}) from error

    def _unlisted(self, table: Mapping[str, Any]) -> Mapping[str, Unlisted]:
        towns = sum(place.population for place in self.places.values() if place.kind == "city")
        rest = {TOWN: max(0.0, self.world - towns)}
        return {
            shape: Unlisted(float(row.get("people") or rest[shape]), float(row["largest"]), labelled(row))
            for shape, row in table.items()
        }

    def _add(self, place: Place, *names: str) -> None:
        self.places[place.code] = place
        for name in names:
            folded = in_simplified(name.casefold()).removeprefix("the ")
            held = self.names.get(folded)
            if folded and (held is None or self._rank(self.places[held]) < self._rank(place)):
                self.names[folded] = place.code
            if folded and place.kind == "city":
                self.rivals.setdefault(folded, []).append(place.code)

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
                share = self.places[country].population / len(divisions)
                self._add(
                    Place(f"{country}-{code}", country, "division", share, words["en"], words["zh"]),
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
        """First-level regions of further countries, and counties: these stand for what lies around them only."""
        rows = read_csv(folder / "subdivisions.csv")
        wide = Counter(row["parent"] for row in rows if row["kind"] == "division")
        for row in rows:
            english, chinese = row["en"].split("|"), [name for name in row["zh"].split("|") if name]
            parent = self.places[row["parent"]]
            if row["kind"] == "division":
                kind, population = "division", parent.population / wide[parent.code]
            else:
                kind, population = "city", self.county
            code = f"{parent.code}/{english[0]}"
            shown = chinese[-1] if chinese else english[0]
            names = [*english, *chinese, *((f"{word} {english[0]}" for word in _COUNTY) if kind == "city" else ())]
            self._add(Place(code, parent.code, kind, population, english[0], shown), *names)

    def _cities(self, folder: Path, table: Mapping[str, Any]) -> None:
        for number, row in enumerate(read_csv(folder / "cities.csv")):
            country = row["country"]
            division = f"{country}-{row['division']}" if row["division"] else ""
            parent = division if division in self.places else country
            place = Place(f"city:{number}", parent, "city", float(row["population"]), row["en"], row["zh"])
            self._add(place, row["en"], row["zh"], *_said(row["en"]))

    def find(self, value: str) -> Place | None:
        """The place a value names: the whole of it, else its last known part (江苏省南京市江宁区). A word of a longer
        name in letters is none of its own, unless it is a country or a province (south Canterbury, Leeds UK)."""
        name = self._name(value)
        return self.places[self.names[name]] if name else None

    def _name(self, value: str) -> str:
        folded = in_simplified(normalize(value).text.casefold()).strip().removeprefix("the ")
        for name in (folded, folded.removesuffix(" city"), bare(folded)):
            if name in self.names:
                return name
        for part in reversed(re.split(r"[,，、/]\s*|(?<=[省市区县])", folded)):
            if len(part) > 1 and part in self.names:
                return part
        last = folded.rsplit(maxsplit=1)[-1] if folded else ""
        return last if last in self.names and self.places[self.names[last]].kind != "city" else ""

    def around(self, value: str) -> tuple[Place, ...]:
        """What the place a value names surely lies in, narrow to wide: what all towns of the name share of which none
        is much smaller than the largest."""
        name = self._name(value)
        if not name:
            return ()
        place = self.places[self.names[name]]
        path = self.path(place)[1:]
        if place.kind != "city":
            return path
        for code in self.rivals[name]:
            other = self.places[code]
            if other.population >= self.rival * place.population:
                held = {node.code for node in self.path(other)}
                path = tuple(node for node in path if node.code in held)
        return path

    @cached_property
    def _largest(self) -> Mapping[tuple[str, bool], float]:
        """People of the largest place inside each node, by its code ("" for the world) and whether countries count
        as what is inside, or towns and districts."""
        found: dict[tuple[str, bool], float] = {}
        for place in self.places.values():
            if place.kind not in ("city", "district", "country"):
                continue
            country = place.kind == "country"
            for code in (*(node.code for node in self.path(place)[1:]), ""):
                found[code, country] = max(found.get((code, country), 0.0), place.population)
        return found

    @cached_property
    def _towns(self) -> Mapping[str, float]:
        """People of all cities inside each node, by its code."""
        found: dict[str, float] = {}
        for place in self.places.values():
            if place.kind == "city":
                for node in self.path(place)[1:]:
                    found[node.code] = found.get(node.code, 0.0) + place.population
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


class PlaceHierarchy(BaseHierarchy):
    """A place told as the region that it lies in, first level below the country first; an unknown one by its shape."""

    def __init__(self, identifier: str, kind: AttributeType, gazetteer: Gazetteer) -> None:
        super().__init__(identifier, kind)
        self._gazetteer = gazetteer

    @property
    def gazetteer(self) -> Gazetteer:
        """The places behind it."""
        return self._gazetteer

    def prior(self, value: str) -> float:
        place = self._gazetteer.find(value)
        return place.population / self._gazetteer.world if place else super().prior(value)

    def peak(self, value: str) -> float:
        place = self._gazetteer.find(value)
        if place is None:
            return self.prior(value)
        most = self._gazetteer.largest("", country=place.kind in WIDE_KINDS)
        return max(most / self._gazetteer.world, self.prior(value))

    def wide(self, value: str) -> bool:
        place = self._gazetteer.find(value)
        return place is not None and place.kind in WIDE_KINDS

    def alike(self, node: str, label: str, surface: str, language: Language) -> str:
        place = self._gazetteer.places.get(node)
        return self._names(place)[language] if place else ""

    def inner_levels(self, value: str) -> tuple[InnerLevel, ...]:
        gazetteer = self._gazetteer
        place = gazetteer.find(value)
        if place is None:
            return self._by_shape(value)
        found = []
        for node in gazetteer.around(value):
            # A country needs a second class above its region; for a town a whole continent says nothing any more. A
            # district goes straight to its province, as a town does.
            if node.kind == "city" or (place.kind != "country" and node.code.startswith(CONTINENT)):
                continue
            posterior = place.population / max(node.population, place.population, 1.0)
            share = node.population / gazetteer.world
            inside = gazetteer.largest(node.code, country=place.kind in WIDE_KINDS)
            peak = inside / max(gazetteer.people(node), inside, 1.0)
            found.append(InnerLevel(node.code, posterior, share, self._names(node), peak))
        return tuple(found) or self._by_shape(value)

    def _names(self, node: Place) -> Labels:
        """A node by its name, in English by that of what it lies in where it has none."""
        named = next((item for item in self._gazetteer.path(node) if item.en), node)
        return {Language.EN: named.en, Language.ZH: node.zh}

    @staticmethod
    def shape(value: str) -> str:
        """What the form of a name says of a place that no table lists."""
        return "road" if _ROAD.search(value) else "district" if _DISTRICT.search(value) else TOWN

    def _by_shape(self, value: str) -> tuple[InnerLevel, ...]:
        name = self.shape(value)
        if name == TOWN:
            return ()
        share = min(1.0, 1000 / self._kind.domain_size)
        return (InnerLevel(name, max(0.001, self.prior(value)), share, labelled(self._gazetteer.shapes[name])),)


class NationalityHierarchy(PlaceHierarchy):
    """A country of origin told as its region of the world."""

    def _country(self, value: str) -> Place | None:
        code = self._gazetteer.demonyms.get(value.casefold())
        return self._gazetteer.places[code] if code else self._gazetteer.find(value)

    def wide(self, value: str) -> bool:
        return False

    def prior(self, value: str) -> float:
        place = self._country(value)
        return place.population / self._gazetteer.world if place else super().prior(value)

    def peak(self, value: str) -> float:
        most = self._gazetteer.largest("", country=True) / self._gazetteer.world
        return max(most, self.prior(value)) if self._country(value) else self.prior(value)

    def inner_levels(self, value: str) -> tuple[InnerLevel, ...]:
        place = self._country(value)
        found = []
        for node in self._gazetteer.path(place)[1:] if place else ():
            if place is not None and node.kind == "region" and not node.code.startswith("CN"):
                share = node.population / self._gazetteer.world
                posterior = min(1.0, place.population / max(1.0, node.population))
                inside = self._gazetteer.largest(node.code, country=True)
                peak = min(1.0, inside / max(1.0, node.population))
                found.append(InnerLevel(node.code, posterior, share, self._names(node), peak))
        return tuple(found)
