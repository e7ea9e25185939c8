"""Rules and span reader together: what stands, with its role, and what becomes a question (DESIGN 5.1).

Rules with a proof stand whatever the reader says. Of everything else the reader's probability decides whether it is
private, and what it does in this text; what the reader alone found is added.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from core.domain.disclosure import DisclosureRole
from core.domain.errors import ResourceError
from core.domain.sensitive import Layer
from core.domain.taxonomy import Kind, Taxonomy
from core.extract.candidate import Candidate
from core.extract.spans.borders import CODE_GROUPS
from core.extract.spans.reader import SpanFinding, SpanReading
from core.extract.spans.word_borders import WordBorders
from core.resources import read_toml

FILE = "weighing.toml"
RECOGNIZER = "spans"
CIRCUMSTANCE = "SINGLING_OUT"
"""What singles somebody out in words: a question to the person, never hidden by itself."""
HIDING = frozenset({DisclosureRole.IDENTIFIES, DisclosureRole.LOCATES})
_PROVING = frozenset({Layer.CHECKSUM, Layer.USER, Layer.LEARNED})
_PRIVATE = tuple(role for role in DisclosureRole if role is not DisclosureRole.PUBLIC)
_EMAIL = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")
_PHONE = re.compile(r"(?!\d{4}[-/.]\d{1,2}[-/.]\d{1,2}$)(?=(?:\D*\d){7})[+(]?\d[\d ()./-]{4,}\d")
_URL = re.compile(r"(?:https?://|www\.)\S+|[\w.-]+\.[a-z]{2,}/\S*")

_LETTERS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_MEASURE = re.compile(r"[-+]?\d{1,3}(?:[,' ]?\d{3})*[.,]\d{1,2}|0[.,]\d+|[\d.,]+ ?%")
"""A number with a decimal part: an amount or a rate, which names nobody."""
_SUM = re.compile(
    r"(?:R|RM|Rs\.?|K|N|[A-Z]{0,2}\$|[A-Z]{3}) ?\d{1,3}(?:[,.]?\d{3})*(?:[.,]\d{1,2})?[kKmM]?|\d{1,3}(?:[.,]\d)?[kK]"
)
"""A sum of money with a short sign of its currency, or in thousands."""
_THOUSANDS = re.compile(r" \d{3}(?!\d)")
_CLOCK = re.compile(r"(?:[T ]?\d{2})?:\d{2}")
ACRONYM = (3, 4)
"""Capitals that are an acronym and nobody's initials."""
SHORT_NUMBER = 6
_PLAIN = re.compile(r"(?i:yes|no|none|null|true|false|required|\d{1,4}(?:[-/.: ]\d{1,4}){0,3})")
"""What no secret is made of: a word of a form, a bare short number, a date, a time."""
REFERENCE = "REFERENCE"
REACH = 24
"""Code points before a number in which the word is looked for that says what it counts."""


@dataclass(frozen=True, slots=True)
class Nobody:
    """How people are called without a name."""

    words: frozenset[str]
    chinese: re.Pattern[str]

    @classmethod
    def parsed(cls, data: Mapping[str, Any]) -> Nobody:
        """From the table of the settings. Raises KeyError."""
        kin = "|".join(sorted(map(re.escape, data["kin"]), key=len, reverse=True))
        chinese = re.compile(f"[{data['heads']}]{{0,2}}(?:{kin})[{data['tails']}]{{0,2}}")
        return cls(frozenset(data["words"]), chinese)

    def calls(self, surface: str) -> bool:
        """Whether the surface is made of such words alone."""
        words = _LETTERS.findall(surface)
        return bool(words) and all(word.casefold() in self.words or self.chinese.fullmatch(word) for word in words)


@dataclass(frozen=True, slots=True)
class Counted:
    """Words beside a bare number that make it the number of somebody's place: a bed, a room."""

    before: re.Pattern[str]
    after: re.Pattern[str]

    @classmethod
    def parsed(cls, data: Mapping[str, Any]) -> Counted:
        """From the table of the settings. Raises KeyError."""
        words, signs = (_any_of(data[name]) for name in ("words", "signs"))
        before, after = _any_of(data["before"]), _any_of(data["after"])
        joint = rf"\s*(?:{signs})?[\s:：]*"
        return cls(
            re.compile(rf"(?:(?<![^\W_])(?:{words})|(?:{before})){joint}\Z", re.IGNORECASE),
            re.compile(rf"\s?(?:{after})"),
        )

    def beside(self, text: str, start: int, end: int) -> bool:
        """Whether such a word stands right before or after `[start, end)`."""
        head = text[max(0, start - REACH) : start]
        return self.before.search(head) is not None or self.after.match(text, end) is not None


def _any_of(words: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


@dataclass(frozen=True, slots=True)
class Weighing:
    """Settings of resources/recognizers/weighing.toml."""

    drop: float
    edge: float
    certain: float
    doubt: float
    floor: frozenset[str]
    types: Mapping[tuple[DisclosureRole, str], str]
    nobody: Nobody
    counted: Counted

    @classmethod
    def load(cls, root: Path) -> Weighing:
        """From the resource folder. Raises ResourceError."""
        data = read_toml(root / "recognizers" / FILE)
        try:
            types = {
                (DisclosureRole(role), group): str(type_id)
                for role, groups in data["types"].items()
                for group, type_id in groups.items()
            }
            return cls(
                float(data["drop"]),
                float(data["edge"]),
                float(data["certain"]),
                float(data["doubt"]),
                frozenset(data["floor"]),
                types,
                Nobody.parsed(data["nobody"]),
                Counted.parsed(data["counted"]),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise ResourceError("resource.malformed", details={"file": FILE}) from error

    def settle(
        self, candidates: Sequence[Candidate], reading: SpanReading, text: str, taxonomy: Taxonomy
    ) -> tuple[Candidate, ...]:
        """What stands of both, in text order, never overlapping. `text`: the view that both were found in.

        In a text that speaks of nobody only proved identifiers stand.
        """
        if not reading.of_somebody:
            return tuple(item for item in candidates if self._proved(item))
        borders = WordBorders(text)
        standing = [kept for item in candidates if (kept := self._weighed(item, reading, text, taxonomy)) is not None]
        found = [item for finding in reading.findings if (item := self._added(finding, text, borders)) is not None]
        return _touching(_joined(standing, found, text, taxonomy, self._proved), text, taxonomy)

    def _proved(self, candidate: Candidate) -> bool:
        if candidate.validation is True or candidate.layer in _PROVING:
            return True
        return candidate.type_id in self.floor and not _PLAIN.fullmatch(candidate.value)

    def _weighed(self, item: Candidate, reading: SpanReading, text: str, taxonomy: Taxonomy) -> Candidate | None:
        """A finding of the rules with what the reader says of it; None where it says that nothing is private."""
        explicit = taxonomy[item.type_id].kind is Kind.EXPLICIT
        if self._proved(item):
            if explicit:
                return item
            weights = reading.weigh(item.start, item.end)
            return replace(item, role=max(_PRIVATE, key=lambda role: weights.get(role, 0.0)))
        if _in_timestamp(item.type_id, item.end, text):
            return None
        start, end = reading.trimmed(item.start, item.end, self.edge)
        item = _cut(item, start, end, text)
        weights = reading.weigh(item.start, item.end)
        if item.type_id == "PERSON" and self.nobody.calls(text[item.start : item.end]):
            return None
        if explicit:
            hiding = sum(weights.get(role, 0.0) for role in HIDING)
            if hiding < self.drop:
                return None
            sure = reading.is_sure(DisclosureRole.IDENTIFIES, hiding)
            return replace(item, role=DisclosureRole.IDENTIFIES, score=round(hiding, 4), sure=sure)
        role = max(_PRIVATE, key=lambda role: weights.get(role, 0.0))
        private = sum(weights.get(role, 0.0) for role in _PRIVATE)
        describes = taxonomy[item.type_id].does is DisclosureRole.DESCRIBES
        public = weights.get(DisclosureRole.PUBLIC, 0.0)
        if public >= self.doubt if describes else private < self.drop:
            return None  # what describes somebody counts in the crowd, however little the reader makes of it
        if taxonomy[item.type_id].does not in HIDING and role in HIDING:
            # What describes or is asked about stays so: what hides is the reader's own finding around it, not a class.
            return replace(item, role=None, score=round(private, 4))
        sure = role not in HIDING or reading.is_sure(role, weights[role])
        return replace(item, role=role, score=round(private, 4), sure=sure)

    def _added(self, finding: SpanFinding, text: str, borders: WordBorders) -> Candidate | None:
        """What the reader found, as a candidate; None for what is told anyway and no rule can read, and for a splinter
        of something else."""
        type_id = self.types.get((finding.role, finding.group))
        if type_id is None or _in_timestamp(type_id, finding.end, text):
            return None
        start, end = borders.whole(finding.start, finding.end, named=type_id == "PERSON")
        surface = text[start:end]
        finding = replace(finding, start=start, end=end)
        if not surface or self._is_splinter(surface, type_id, finding, text):
            return None
        if finding.group in CODE_GROUPS and (_MEASURE.fullmatch(surface) or text.startswith("=", finding.end)):
            return None
        if self.nobody.calls(surface):
            return None
        if finding.role is DisclosureRole.IDENTIFIES and finding.group in ("contact", "number", "handle"):
            type_id = _by_form(surface, finding.group) or type_id
        return Candidate(
            start=finding.start,
            end=finding.end,
            type_id=type_id,
            value=" ".join(surface.split()).casefold() if type_id != "PERSON" else " ".join(surface.split()),
            score=finding.probability,
            layer=Layer.SPANS,
            recognizer=f"{RECOGNIZER}.{finding.group}",
            base_score=finding.probability,
            role=finding.role,
            sure=finding.sure and type_id != CIRCUMSTANCE,
        )

    def _is_splinter(self, surface: str, type_id: str, finding: SpanFinding, text: str) -> bool:
        """Whether a finding is too little to be the value that it is said to be: a sign, one ideograph that is no
        name, an acronym that is nobody's initials, a bare short number that nothing calls a code."""
        letters = [char for char in surface if char.isalnum()]
        if not letters:
            return True
        if len(letters) == 1 and not surface.isascii():
            return type_id != "PERSON"
        doubtful = finding.probability < self.certain
        if surface.isascii() and surface.isupper() and surface.isalpha() and ACRONYM[0] <= len(surface) <= ACRONYM[1]:
            return doubtful
        if finding.group not in CODE_GROUPS:
            return False
        if _SUM.fullmatch(surface) and (surface[-1].isalpha() or _THOUSANDS.match(text, finding.end) or doubtful):
            return True
        if not surface.isdecimal() or len(surface) > SHORT_NUMBER or not doubtful:
            return False
        return not self.counted.beside(text, finding.start, finding.end)


def _in_timestamp(type_id: str, end: int, text: str) -> bool:
    """Whether a date is the beginning of a machine's timestamp, which locates nobody."""
    return type_id == "DATE" and _CLOCK.match(text, end) is not None


def _touching(candidates: Sequence[Candidate], text: str, taxonomy: Taxonomy) -> tuple[Candidate, ...]:
    """Hidden spans of one family that touch each other are one value in pieces."""
    joined: list[Candidate] = []
    for item in candidates:
        last = joined[-1] if joined else None
        if (
            last is not None
            and last.end == item.start
            and _hides(last, taxonomy)
            and _hides(item, taxonomy)
            and item.type_id != CIRCUMSTANCE
            and last.type_id != CIRCUMSTANCE
        ):
            head, tail = (last, item) if last.end - last.start >= item.end - item.start else (item, last)
            joined[-1] = _grown(head, last.start, item.end, tail, text)
        else:
            joined.append(item)
    return tuple(joined)


def _cut(item: Candidate, start: int, end: int, text: str) -> Candidate:
    """The finding without words at its edges; a value that has lost some is read anew from its letters."""
    if (start, end) == (item.start, item.end):
        return item
    surface = " ".join(text[start:end].split())
    return replace(item, start=start, end=end, value=surface if item.type_id == "PERSON" else surface.casefold())


def _by_form(surface: str, group: str) -> str:
    """Type of an identifier that its form names, empty where it names none.

    Only what the reader took for a way to reach somebody is a telephone number: account and file numbers are as long.
    """
    for pattern, type_id in ((_EMAIL, "EMAIL"), (_URL, "URL"), (_PHONE, "PHONE")):
        if pattern.fullmatch(surface):
            return type_id if type_id != "PHONE" or group == "contact" else REFERENCE
    return REFERENCE if not any(char.isalpha() for char in surface) else ""


def _joined(
    standing: Sequence[Candidate],
    found: Iterable[Candidate],
    text: str,
    taxonomy: Taxonomy,
    proved: Callable[[Candidate], bool],
) -> tuple[Candidate, ...]:
    """Both lists without overlaps.

    A rule's span and the reader's of one thing become one, from the first to the last of both. A circumstance gives way
    to what stands inside it; what is only told gives way to what is hidden around it.
    """
    kept = list(standing)
    for item in found:
        touching = [other for other in kept if other.start < item.end and item.start < other.end]
        if not touching:
            kept.append(item)
            continue
        if item.type_id == CIRCUMSTANCE:
            continue
        hidden = [other for other in touching if _hides(other, taxonomy)]
        if not hidden:
            inside = all(item.start <= other.start and other.end <= item.end for other in touching)
            if inside:
                kept = [other for other in kept if other not in touching]
                kept.append(item)
            continue
        head = max(hidden, key=lambda other: (other.validation is True, other.end - other.start))
        start = min(item.start, *(other.start for other in hidden))
        end = max(item.end, *(other.end for other in hidden))
        others = [other for other in kept if other not in hidden]
        start = max([start, *(other.end for other in others if other.start < head.start and other.end <= head.start)])
        end = min([end, *(other.start for other in others if other.start >= head.end)])
        kept = others
        if item.sure and not proved(head) and taxonomy[head.type_id].family is not taxonomy[item.type_id].family:
            # A name that the rules took for a town is a name: the reader saw the whole text.
            head = replace(head, type_id=item.type_id, value=item.value, start=item.start, end=item.end)
        kept.append(_grown(head, start, end, item, text))
    kept.sort(key=lambda other: (other.start, other.end))
    return tuple(kept)


def _grown(head: Candidate, start: int, end: int, item: Candidate, text: str) -> Candidate:
    """`head` from `start` to `end`; a value that has grown is read anew from its letters."""
    if (start, end) == (head.start, head.end):
        return replace(head, role=head.role or item.role, sure=head.sure or item.sure)
    surface = " ".join(text[start:end].split())
    value = surface if head.type_id == "PERSON" else surface.casefold()
    return replace(head, start=start, end=end, value=value, role=head.role or item.role, sure=head.sure or item.sure)


def _hides(candidate: Candidate, taxonomy: Taxonomy) -> bool:
    kind = taxonomy[candidate.type_id]
    role = candidate.role or kind.does
    return kind.kind is Kind.EXPLICIT or role in HIDING
