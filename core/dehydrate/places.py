"""Places: district -> city -> province or country -> region, weighted by population."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.dehydrate.english import article, last_word
from core.dehydrate.phrase import Phrase
from core.dehydrate.rung import BaseHierarchy, Fitting, Rung, Setting, TypeWords
from core.domain.errors import ResourceError
from core.domain.language import Language
from core.text.normalize import normalize

_ZH_SUFFIX = re.compile(r"(?:特别行政区|(?:[\u4e00-\u9fff]{1,3}族)*自治[区州县旗]|[省市区县州盟旗]|地区|新区)$")
_DISTRICT = re.compile(r"[区县镇乡村旗]$")
_CLOSE_TO = frozenset({"near", "outside", "around"})
CONTINENT = "continent:"
WIDE_KINDS = frozenset({"country", "region", "province", "division"})
"""Places that millions share: the first level below a country, and what is above."""
_PLACED = frozenset({"in", "at", "within"})
_DETERMINED = frozenset({"a", "an", "the", "my", "your", "his", "her", "its", "our", "their", "this", "that"})
_CLOSE_AFTER = ("附近", "周边", "郊区", "城里", "市区")
_NOUN_AFTER = re.compile(
    r" (?!(?:and|or|but|who|that|which|from|in|by|at|on|of|is|was|are|were|with|so|because|since|as|to|now|then|for"
    r"|when|if|while)\b)"
    r"([A-Za-z][a-z]+)"
)
"""A noun, or another adjective, after a word for a nationality."""
_ROAD = re.compile(r"(?:[路街巷道弄]|\b(?:street|road|avenue|lane|drive|close|square|st|rd|ave)\.?)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Place:
    """One node: `code` as CN-320115, PT, US-OH, region:southern-europe; `kind` decides the wording."""

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
        self.wording: Mapping[str, Mapping[str, str]] = table["wording"]
        self.small = float(table["small_place"])
        self.premises = frozenset(table["premises"])
        self.places: dict[str, Place] = {}
        self.names: dict[str, str] = {}
        try:
            self._countries(folder, table)
            self._china(folder, table)
            self._cities(folder, table)
        except (OSError, KeyError, ValueError) as error:
            raise ResourceError("resource.malformed", details={"file": "places"}) from error

    def _add(self, place: Place, *names: str) -> None:
        self.places[place.code] = place
        for name in names:
            folded = name.casefold().removeprefix("the ")
            held = self.names.get(folded)
            if folded and (held is None or self._rank(self.places[held]) < self._rank(place)):
                self.names[folded] = place.code

    def _rank(self, place: Place) -> tuple[int, float]:
        """Which place an ambiguous name means: countries and provinces first, then the larger one or larger parent."""
        wide = place.kind in ("country", "region", "province")
        parent = self.places.get(place.parent)
        weight = place.population or (parent.population / 1000 if parent else 0.0)
        return int(wide), weight

    def _countries(self, folder: Path, table: Mapping[str, Any]) -> None:
        rows = list(_rows(folder / "countries.csv"))
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
            name: row["country"] for row in _rows(folder / "demonyms.csv") for name in row["names"].split("|")
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
        rows = list(_rows(folder / "divisions_cn.csv"))
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
        short = _ZH_SUFFIX.sub("", name)
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
        names = [name, *([short] if len(short) > 1 else [])]
        self._add(Place(key, parent, kind, population, row["en"] or "", name), *names, row["en"])

    def _cities(self, folder: Path, table: Mapping[str, Any]) -> None:
        for number, row in enumerate(_rows(folder / "cities.csv")):
            country = row["country"]
            division = f"{country}-{row['division']}" if row["division"] else ""
            parent = division if division in self.places else country
            place = Place(f"city:{number}", parent, "city", float(row["population"]), row["en"], row["zh"])
            self._add(place, row["en"], row["zh"])

    def find(self, value: str) -> Place | None:
        """The place a value names: the whole of it, else its last known part (江苏省南京市江宁区)."""
        folded = normalize(value).text.casefold().strip().removeprefix("the ")
        for name in (folded, folded.removesuffix(" city"), _ZH_SUFFIX.sub("", folded)):
            if name in self.names:
                return self.places[self.names[name]]
        for part in reversed(re.split(r"[,，、\s/]+|(?<=[省市区县])", folded)):
            if len(part) > 1 and part in self.names:
                return self.places[self.names[part]]
        return None

    def path(self, place: Place) -> tuple[Place, ...]:
        """The place and what it lies in, narrow to wide."""
        nodes = [place]
        while nodes[-1].parent:
            nodes.append(self.places[nodes[-1].parent])
        return tuple(nodes)


def _rows(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        yield from csv.DictReader(stream)


class PlaceHierarchy(BaseHierarchy):
    """A place told as what it lies in; an unknown one by its shape."""

    definite_kept = False

    def __init__(self, identifier: str, words: TypeWords, fitting: Fitting, gazetteer: Gazetteer) -> None:
        super().__init__(identifier, words, fitting)
        self._gazetteer = gazetteer

    def prior(self, value: str) -> float:
        place = self._gazetteer.find(value)
        return place.population / self._gazetteer.world if place else super().prior(value)

    def wide(self, value: str) -> bool:
        place = self._gazetteer.find(value)
        return place is not None and place.kind in WIDE_KINDS

    def rungs(self, value: str) -> tuple[Rung, ...]:
        gazetteer = self._gazetteer
        place = gazetteer.find(value)
        if place is None:
            return self._by_shape(value)
        found = []
        path = gazetteer.path(place)[1:]
        if place.kind != "country":
            # A country needs a second class above its region; for a town a whole continent says nothing any more.
            path = tuple(node for node in path if not node.code.startswith(CONTINENT))
        for index, node in enumerate(path):
            words = self._words_for(place, node, index)
            posterior = place.population / max(node.population, place.population, 1.0)
            found.append(Rung(node.code, posterior, node.population / gazetteer.world, words))
        return tuple(found) or self._by_shape(value)

    def _words_for(self, place: Place, node: Place, index: int) -> Mapping[Language, Mapping[str, str]]:
        name = {Language.EN: node.en or "China", Language.ZH: node.zh}
        narrow = index == 0 and place.kind in ("city", "district")
        pattern = "district_in" if place.kind == "district" else "city_in"
        words = {}
        for code in Language:
            text = self._gazetteer.wording[pattern][code].format(place=name[code]) if narrow else name[code]
            words[code] = {"noun": text, "bare": name[code]}
        return words

    def _by_shape(self, value: str) -> tuple[Rung, ...]:
        name = "unknown_road" if _ROAD.search(value) else "unknown_district" if _DISTRICT.search(value) else "somewhere"
        entry = self._gazetteer.wording[name]
        share = min(1.0, 1000 / self._words.type.domain_size)
        words = {code: {"noun": entry[code]} for code in Language}
        return (Rung(name, max(0.001, self.prior(value)), share, words),)

    def word_removed(self, setting: Setting) -> Phrase:
        """Suppression in English is an adverb: "in [Lisbon]" is somewhere, and an attribute is left out."""
        phrase = super().word_removed(setting)
        nowhere = self._words.removed[Language.EN]["noun"]
        if setting.language is not Language.EN or phrase.text.lower() != nowhere.lower():
            return phrase
        word, width = last_word(setting.before)
        if setting.after.startswith(("'s", "’s")):
            return Phrase("a town")
        if word in _DETERMINED and _NOUN_AFTER.match(setting.after):
            return self._fitting.english.without_adjective(setting.before, setting.after)
        if word in _PLACED:
            upper = setting.before[len(setting.before) - width].isupper()
            return Phrase(nowhere[0].upper() + nowhere[1:] if upper else nowhere, width)
        return phrase

    def fit(self, words: Mapping[str, str], setting: Setting, *, keep_the: bool | None = None) -> Phrase:
        if setting.language is Language.EN and setting.after.startswith("-based"):
            return Phrase(re.sub(r"^(?:the|an?) ", "", words.get("bare", words["noun"])))
        match = _NOUN_AFTER.match(setting.after) if setting.language is Language.EN and "bare" in words else None
        if match is not None and match.group(1).lower() in self._gazetteer.premises:
            whole = f"{match.group(1)} in {words['noun']}"
            one = whole if match.group(1).endswith("s") else f"{article(whole)} {whole}"
            phrase = self._fitting.english.noun(one, "", setting.before, "", keep_the=True)
            return Phrase(phrase.text, phrase.take_before, match.end())
        if "bare" in words and words["bare"] == words["noun"]:
            if setting.language is Language.EN and last_word(setting.before)[0] in _CLOSE_TO:
                return Phrase(f"a place in {words['noun']}")
            if setting.language is Language.ZH and setting.after.startswith(_CLOSE_AFTER):
                return Phrase(f"{words['noun']}某地")
        return super().fit(words, setting, keep_the=keep_the)


_PEOPLE = {"national": "person", "citizen": "person", "nationals": "people", "citizens": "people"}
_ANYWHERE = "part of the world"


def _of_country(noun: str, told: str) -> str:
    """A citizen or a passport with its country: "passport", "from eastern Europe" -> "passport of a country in eastern
    Europe"; without one where none is told."""
    if told.startswith("from ") and not told.endswith(_ANYWHERE):
        return f"{noun} of a country in {told.removeprefix('from ')}"
    return _PEOPLE.get(noun.lower(), noun)


class NationalityHierarchy(PlaceHierarchy):
    """A country of origin told as its region of the world."""

    def fit(self, words: Mapping[str, str], setting: Setting, *, keep_the: bool | None = None) -> Phrase:
        if setting.language is Language.ZH:
            country = words["noun"].removesuffix("国籍")
            if setting.mention.text.endswith("人"):
                return Phrase(f"{country}人")
            if setting.after.startswith(("人", "籍")):
                return Phrase(country)
            return super().fit(words, setting, keep_the=keep_the)
        english = self._fitting.english
        match = _NOUN_AFTER.match(setting.after)
        word, _ = last_word(setting.before)
        if match is None and word in english.languages:
            return Phrase("language" if word in english.adjectives else "the language")
        last = setting.mention.text.split()[-1]
        if " " in setting.mention.text and last.lower() in english.documents:
            whole = _of_country(last, words["noun"])
            if last.endswith("s") or last.lower() in ("citizenship", "nationality"):
                return Phrase(whole)
            one = f"{article(whole)} {whole}"
            return english.noun(one, setting.mention.text, setting.before, setting.after, keep_the=True)
        if match is None:
            return super().fit(words, setting, keep_the=keep_the)
        noun = match.group(1)
        if noun.lower() not in english.documents:
            return english.without_adjective(setting.before, setting.after)
        whole = _of_country(noun, words["noun"])
        phrase = english.noun(f"{article(whole)} {whole}", "", setting.before, "", keep_the=True)
        bare = phrase.text if phrase.take_before or last_word(setting.before)[0] == "the" else whole
        return Phrase(bare, phrase.take_before, match.end())

    def _country(self, value: str) -> Place | None:
        code = self._gazetteer.demonyms.get(value.casefold())
        return self._gazetteer.places[code] if code else self._gazetteer.find(value)

    def prior(self, value: str) -> float:
        place = self._country(value)
        return place.population / self._gazetteer.world if place else super().prior(value)

    def rungs(self, value: str) -> tuple[Rung, ...]:
        place = self._country(value)
        found = []
        for node in self._gazetteer.path(place)[1:] if place else ():
            if node.kind == "region" and not node.code.startswith("CN"):
                words = {
                    Language.EN: {"noun": f"from {node.en}"},
                    Language.ZH: {"noun": f"{node.zh}国家国籍"},
                }
                share = node.population / self._gazetteer.world
                posterior = min(1.0, place.population / max(1.0, node.population)) if place else 1.0
                found.append(Rung(node.code, posterior, share, words))
        if not found:
            words = {Language.EN: {"noun": "from some part of the world"}, Language.ZH: {"noun": "某地区国家国籍"}}
            found.append(Rung("world", self.prior(value), 1.0, words))
        return tuple(found)
