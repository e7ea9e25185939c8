"""Public facts of the shipped tables as entries of the corpus: cities with their size, what a medicine or a rite points
to, who held an office when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.dehydrate.gazetteer import Gazetteer
from core.dehydrate.place_names import Place
from core.domain.errors import ResourceError
from core.domain.language import Language
from core.resources import read_toml

FILE = "facts.toml"
PLACE_TYPE, PERSON = "LOCATION", "PERSON"
DIGITS = 2


@dataclass(frozen=True, slots=True)
class Entry:
    """One public fact: a sentence and the entities it names, by attribute type."""

    id: str
    text: str
    entities: Mapping[str, tuple[str, ...]]


def table_facts(root: Path, language: Language) -> tuple[Entry, ...]:
    """All facts of the tables in one language. Raises ResourceError."""
    settings = read_toml(root / "corpus" / FILE)
    clues = read_toml(root / "implications" / "clues.toml")
    places = Gazetteer(root / "hierarchies", read_toml(root / "hierarchies" / "place.toml"))
    try:
        words: Mapping[str, str] = settings[language]
        cities = _cities(places, words["city"], language, float(settings["least_people"]))
        found = [*cities, *_clues(clues, words, language)]
    except (KeyError, TypeError, ValueError) as error:
        raise ResourceError("resource.malformed", details={"file": FILE}) from error
    return tuple(Entry(f"{language}-table-{number}", *fact) for number, fact in enumerate(found, 1))


Fact = tuple[str, Mapping[str, tuple[str, ...]]]


def _cities(places: Gazetteer, form: str, language: Language, least: float) -> Iterator[Fact]:
    for place in places.places.values():
        name = place.zh if language is Language.ZH else place.en
        if place.kind != "city" or place.population < least or not name or places.find(name) is not place:
            continue
        around = _joined([item for item in places.path(place)[1:] if item.kind != "region"], language)
        rounded = round(place.population, DIGITS - len(str(int(place.population))))
        yield form.format(name=name, around=around, people=int(rounded)), {PLACE_TYPE: (name,)}


def _joined(nodes: Sequence[Place], language: Language) -> str:
    """What a place lies in: narrow to wide in English, wide to narrow in Chinese."""
    if language is Language.ZH:
        return "".join(node.zh for node in reversed(nodes))
    return ", ".join(node.en for node in nodes if node.en)


def _clues(data: Mapping[str, Any], words: Mapping[str, str], language: Language) -> Iterator[Fact]:
    for row in data["clue"]:
        value = str(row[f"value_{language}"])
        for clue in row.get(language, ()):
            yield words["clue"].format(clue=clue.rstrip("*"), value=value), {row["type"]: (value,)}
    for row in data["office"]:
        for holder in row["holders"]:
            text = words["office"].format(
                office=row[language], first=holder["from"], last=holder["to"], value=holder[language]
            )
            yield text, {PERSON: (holder[language],)}
