"""Whose is a value? What a sentence of general knowledge says belongs to nobody in the conversation.

"What is the capital of France?" and "Einstein was born in Ulm" beside a person's own story would lend that person a
country and a birthplace, and hiding them would spoil the question. The rule is narrow, since an error would leak:

- a sentence whose subject is a person of history (`historic_names.txt`) or a sight that everybody knows, or
- a question about a country by an encyclopaedic head (capital, population, currency) that names nothing but countries,

and nothing in the sentence ties it to somebody: no pronoun of the conversation, no relative or party, no age or other
identifier. A value that occurs in any other sentence too is the person's, and takes its whole sentence with it: facts
of one person that are spread over sentences, with or without a pronoun, stay together.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.domain.errors import ResourceError
from core.domain.language import Language
from core.domain.sensitive import Layer, Mention, SensitiveAttribute
from core.domain.taxonomy import Kind
from core.extract.explicit.lexicons import read_lines
from core.extract.language import detect
from core.resources import read_csv, read_toml
from core.text.characters import in_simplified
from core.text.normalize import comparison_key
from core.text.patterns import any_of

_SENTENCE = re.compile(r"[^。！？!?\n；;.]*(?:\.(?=\w)[^。！？!?\n；;.]*)*[。！？!?\n；;.]*")
_OWN = frozenset({"AGE", "BIRTH_DATE", "SEX", "FAMILY", "INCOME", "LIFE_EVENT", "PHYSIQUE"})
"""Types that are only said of somebody: a sentence with one of them is about a person."""
_PLACES = frozenset({"LOCATION", "NATIONALITY"})


@dataclass(frozen=True, slots=True)
class Sentences:
    """How one language words general knowledge. Patterns search a sentence without margins, in Simplified script."""

    subject: re.Pattern[str]
    tied: re.Pattern[str]
    persons: re.Pattern[str]
    asks: re.Pattern[str]
    about: re.Pattern[str]
    events: re.Pattern[str]

    def of_history(self, sentence: str) -> bool:
        """Whether a person of history, or a sight known to everybody, is what the sentence speaks of."""
        return self.subject.match(sentence) is not None and self.tied.search(sentence) is None

    def of_countries(self, sentence: str) -> bool:
        """Whether an encyclopaedic question is asked."""
        asked = self.asks.search(sentence) is not None and self.about.search(sentence) is not None
        return asked and self._nobodys(sentence)

    def event(self, sentence: str) -> str:
        """The event of history or sport that a sentence is about, which ties it to nobody; empty for any other."""
        match = self.events.search(sentence)
        return match.group() if match and self._nobodys(sentence) else ""

    def _nobodys(self, sentence: str) -> bool:
        return self.tied.search(sentence) is None and self.persons.search(sentence) is None


class GeneralKnowledge:
    """Immutable after construction; safe from any thread."""

    def __init__(
        self, sentences: Mapping[Language, Sentences], names: frozenset[str], countries: frozenset[str]
    ) -> None:
        self._sentences = sentences
        self._names = names
        self._countries = countries

    @classmethod
    def load(cls, root: Path) -> GeneralKnowledge:
        """From the resource folder. Raises ResourceError."""
        data = read_toml(root / "lexicons" / "general_knowledge.toml")
        try:
            names = {*read_lines(root, "historic_names.txt"), *data["famous"]}
            sentences = {code: _sentences(code, data, names) for code in Language}
            known = frozenset(_key(name) for name in {*names, *data["things"]})
            return cls(sentences, known, _countries(root, data["areas"]))
        except (KeyError, TypeError, re.error) as error:
            raise ResourceError("resource.malformed", details={"file": "general_knowledge.toml"}) from error

    def aside(self, attributes: Sequence[SensitiveAttribute], text: str) -> tuple[SensitiveAttribute, ...]:
        """The attributes that are somebody's: all but those that occur in sentences of general knowledge only.

        `text`: the original, or its beginning; what lies beyond it counts as somebody's. Linear in its length.
        """
        if not any(self._open(item) for item in attributes):
            return tuple(attributes)
        spans = [match.span() for match in _SENTENCE.finditer(text) if match.end() > match.start()]
        starts = [start for start, _ in spans]
        held: dict[int, list[tuple[SensitiveAttribute, Mention]]] = {}
        for item in attributes:
            for mention in item.mentions:
                place = bisect_right(starts, mention.start) - 1 if mention.end <= len(text) else -1
                held.setdefault(place, []).append((item, mention))
        general = {
            place for place, pairs in held.items() if place >= 0 and self._general(text[slice(*spans[place])], pairs)
        }
        return self._somebodys(attributes, held, general)

    def _open(self, item: SensitiveAttribute) -> bool:
        """Whether a value may be general knowledge: no identifier but the name of whom everybody knows."""
        if item.type_id == "PERSON":
            return all(_key(mention.text) in self._names for mention in item.mentions)
        return item.kind is Kind.QUASI and item.type_id not in _OWN

    def _general(self, sentence: str, pairs: Sequence[tuple[SensitiveAttribute, Mention]]) -> bool:
        if not all(self._open(item) and mention.layer is not Layer.USER for item, mention in pairs):
            return False
        sentence = in_simplified(sentence.strip())
        words = self._sentences[detect(sentence)]
        if words.of_history(sentence):
            return True
        event = words.event(sentence)
        if event and all(self._of_event(item, mention, event) for item, mention in pairs):
            return True
        return words.of_countries(sentence) and all(self._country(item, mention) for item, mention in pairs)

    def _of_event(self, item: SensitiveAttribute, mention: Mention, event: str) -> bool:
        """Whether a mention is the event's own name, a year, or a country."""
        surface = in_simplified(mention.text)
        named = event in surface or surface in event
        year = item.type_id == "DATE" and _key(mention.text).removesuffix("年").isdecimal()
        return named or year or self._country(item, mention)

    def _country(self, item: SensitiveAttribute, mention: Mention) -> bool:
        return item.type_id in _PLACES and _key(mention.text).removeprefix("the") in self._countries

    def _somebodys(
        self,
        attributes: Sequence[SensitiveAttribute],
        held: Mapping[int, Sequence[tuple[SensitiveAttribute, Mention]]],
        general: set[int],
    ) -> tuple[SensitiveAttribute, ...]:
        """What one sentence shares with a person's own sentence makes it that person's too, until nothing changes."""
        own = {item.id for place, pairs in held.items() if place not in general for item, _ in pairs}
        while True:
            shared = {place for place in general if any(item.id in own for item, _ in held[place])}
            if not shared:
                return tuple(item for item in attributes if item.id in own)
            general -= shared
            own |= {item.id for place in shared for item, _ in held[place]}


def _key(name: str) -> str:
    """Form under which names are equal, in either script."""
    return comparison_key(in_simplified(name))


def _sentences(code: Language, data: Mapping[str, Any], names: AbstractSet[str]) -> Sentences:
    entry, things = data[code], set(data["things"])
    latin = code is Language.EN
    flags = re.IGNORECASE if latin else re.NOFLAG

    def words(key: str) -> re.Pattern[str]:
        joined = any_of(entry[key])
        return re.compile(rf"(?<![\w'’-]){joined}(?![\w-])" if latin else joined, flags)

    # A name has its capitals; only the words around it may be written either way.
    around = {key: f"(?i:{entry[key]})" if latin else entry[key] for key in ("before", "after", "after_things")}
    the = "(?:[Tt]he )?" if latin else ""
    # Latin names are known in Chinese sentences too.
    person, thing, events = (
        any_of(name for name in each if name.isascii() or not latin) for each in (names, things, data["events"])
    )
    subject = re.compile(
        rf"[\W_]*{around['before']}{the}(?:{person}{around['after']}|{thing}(?:{around['after_things']}))"
    )
    return Sentences(
        subject,
        words("tied"),
        words("persons"),
        words("asks"),
        words("about"),
        re.compile(events),
    )


def _countries(root: Path, areas: Sequence[str]) -> frozenset[str]:
    """Comparison keys of countries, of what their people are called, and of `areas`."""
    folder = root / "hierarchies"
    found = {_key(area) for area in areas}
    for row in read_csv(folder / "countries.csv"):
        found |= {_key(row["en"]).removeprefix("the"), _key(row["zh"])}
    for row in read_csv(folder / "demonyms.csv"):
        found |= {_key(name) for name in row["names"].split("|")}
    return frozenset(found)
