"""Settings of resources/recognizers/weighing.toml, and what they say of one finding by itself."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.domain.disclosure import DisclosureRole
from core.domain.errors import ResourceError
from core.domain.sensitive import Layer
from core.domain.taxonomy import Taxonomy
from core.extract.acquaintance import Acquaintance
from core.extract.candidate import Candidate
from core.extract.circumstances import Circumstances
from core.extract.explicit.lexicons import read_lines, read_set, surnames_zh
from core.extract.public_lines import PublicLines
from core.extract.spans.reader import SpanFinding
from core.extract.told_of import ToldOf
from core.extract.weighing.field_labels import FieldLabels
from core.extract.weighing.plain_words import PlainWords
from core.extract.weighing.public_things import PublicThings
from core.extract.weighing.regions import Regions
from core.extract.weighing.words import Counted, Kinds, Nobody
from core.resources import read_toml
from core.text.characters import in_simplified
from core.text.scripts import is_ideograph

FILE = "weighing.toml"
HIDING = frozenset({DisclosureRole.IDENTIFIES, DisclosureRole.LOCATES})
_PROVING = frozenset({Layer.CHECKSUM, Layer.USER, Layer.LEARNED})
_NAME_WORDS = re.compile(r"\w+(?:[-'’]\w+)*")
_CODE = re.compile(r"(?<!\w)(?=[A-Za-z]*\d)\w+(?:[ -](?:(?=[A-Za-z]*\d)\w+|[A-Z]{4}(?=[ -]\d)))*")
"""Groups of letters and digits, each with a digit, but for the four letters of a bank."""
_CHANCES = ("drop", "drop_link", "told", "guess", "edge", "certain", "doubt", "age", "plain_place")
_PLAIN = re.compile(r"(?i:yes|no|none|null|true|false|required|\d{1,4}(?:[-/.: ]\d{1,4}){0,3})")
"""What no secret is made of: a word of a form, a bare short number, a date, a time."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Thresholds are chances of the span reader; the file says what each of them is for."""

    drop: float
    named: tuple[float, float]
    drop_link: float
    told: float
    guess: float
    edge: float
    certain: float
    doubt: float
    age: float
    plain_place: float
    guessing: tuple[str, ...]
    floor: frozenset[str]
    types: Mapping[tuple[DisclosureRole, str], str]
    nobody: Nobody
    kinds: Kinds
    counted: Counted
    circumstances: Circumstances
    lines: PublicLines
    things: PublicThings
    told_of: ToldOf
    acquaintance: Acquaintance
    samples: frozenset[str]
    plain: PlainWords
    spaced: frozenset[str]
    surnames: frozenset[str]
    labels: FieldLabels
    small: frozenset[str]
    regions: Regions

    @classmethod
    def load(cls, root: Path) -> Settings:
        """From the resource folder. Raises ResourceError."""
        data = read_toml(root / "recognizers" / FILE)
        try:
            types = {
                (DisclosureRole(role), group): str(type_id)
                for role, groups in data["types"].items()
                for group, type_id in groups.items()
            }
            return cls(
                **{name: float(data[name]) for name in _CHANCES},
                named=(float(data["named"][0]), float(data["named"][1])),
                guessing=tuple(map(str, data["guessing"])),
                floor=frozenset(data["floor"]),
                types=types,
                nobody=Nobody.parsed(data["nobody"]),
                kinds=Kinds.parsed(data["kinds"]),
                counted=Counted.parsed(data["counted"]),
                circumstances=Circumstances.load(root),
                lines=PublicLines.parsed(data["lines"]),
                things=PublicThings.load(root, data["things"]),
                told_of=ToldOf.parsed(data["told_of"]),
                acquaintance=Acquaintance.of_writer(root),
                samples=frozenset(_signs(line) for line in read_lines(root, "published_samples.txt")),
                plain=PlainWords.load(root),
                spaced=frozenset(data["spaced"]),
                surnames=surnames_zh(),
                labels=FieldLabels.load(root, data["labels"]),
                small=read_set(root, "small_words.en.txt") | frozenset(data["small"]),
                regions=Regions.load(root, data["provinces"]),
            )
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise ResourceError("resource.malformed", details={"file": FILE}) from error

    def samples_in(self, text: str) -> tuple[tuple[int, int], ...]:
        """`[start, end)` of the values that documentation publishes as samples: nobody's, whatever proves them."""
        found = (match.span() for match in _CODE.finditer(text) if _signs(match[0]) in self.samples)
        return tuple(found)

    def is_sample(self, surface: str) -> bool:
        """Whether documentation publishes the value as a sample."""
        return _signs(surface) in self.samples

    def is_surname(self, sign: str) -> bool:
        """Whether an ideograph, Traditional or Simplified, is a Chinese surname."""
        return in_simplified(sign) in self.surnames

    def lean(self, text: str, start: int, end: int) -> tuple[int, int]:
        """`[start, end)` of a name without small words of English at its edges that are written in small letters;
        as it is where nothing else is in it."""
        words = [(match.start(), match.end()) for match in _NAME_WORDS.finditer(text, start, end)]
        inner = [span for span in words if text[slice(*span)] not in self.small]
        if not inner or len(inner) == len(words):
            return start, end
        first = start if words[0] == inner[0] else inner[0][0]
        last = end if words[-1] == inner[-1] else inner[-1][1]
        return first, last

    def proves(self, candidate: Candidate) -> bool:
        """Whether a finding of the rules stands whatever the reader says."""
        if candidate.validation is True or candidate.layer in _PROVING:
            return True
        return candidate.type_id in self.floor and not _PLAIN.fullmatch(candidate.value)

    def guesses(self, candidate: Candidate, text: str) -> bool:
        """Whether a rule guesses where a value in ideographs begins and ends."""
        surface = text[candidate.start : candidate.end]
        return candidate.recognizer.startswith(self.guessing) and any(map(is_ideograph, surface))

    def agrees(self, type_id: str, finding: SpanFinding, taxonomy: Taxonomy) -> bool:
        """Whether a rule's type is what the reader sees, or says more exactly what it is: a school is an
        organisation."""
        own = self.types.get((finding.role, finding.group), "")
        if not own or own == type_id:
            return own == type_id
        return taxonomy[own].family is taxonomy[type_id].family and type_id not in self.types.values()

    def is_thing(self, type_id: str, text: str, start: int, end: int, chance: float) -> bool:
        """Whether what is taken for a person, a firm or a place is the name of a thing, a service, a body or a language
        that anybody may write, and nobody is certain."""
        return type_id in self.things.types and chance < self.certain and self.things.hold(text, start, end)


def _signs(surface: str) -> str:
    """What samples are compared by: letters and digits."""
    return "".join(char for char in in_simplified(surface.casefold()) if char.isalnum())
