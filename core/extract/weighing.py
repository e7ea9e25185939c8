"""Rules and span reader together: what stands, with its role, and what becomes a question (DESIGN 5.1).

Rules with a proof stand whatever the reader says. Of everything else the reader's probability decides whether it is
private, and what it does in this text; what the reader alone found is added.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from core.domain.disclosure import DisclosureRole
from core.domain.errors import ResourceError
from core.domain.sensitive import Layer
from core.domain.taxonomy import Family, Kind, Taxonomy
from core.extract.candidate import Candidate
from core.extract.circumstances import CIRCUMSTANCE, Circumstances
from core.extract.explicit.lexicons import read_set
from core.extract.public_lines import PublicLines
from core.extract.quasi import forms
from core.extract.quasi.dates import is_birth
from core.extract.quasi.day_values import DATED, Order, day_value, folded, is_pair, names_day, order_of
from core.extract.spans.borders import CODE_GROUPS
from core.extract.spans.reader import SpanFinding, SpanReading
from core.extract.spans.word_borders import WordBorders
from core.extract.told_of import ToldOf, is_whole_name
from core.resources import read_toml
from core.text.scripts import is_ideograph

FILE = "weighing.toml"
RECOGNIZER = "spans"
REFERENCE = "REFERENCE"
DATE, BIRTH_DATE = "DATE", "BIRTH_DATE"
HIDING = frozenset({DisclosureRole.IDENTIFIES, DisclosureRole.LOCATES})
_PROVING = frozenset({Layer.CHECKSUM, Layer.USER, Layer.LEARNED})
_PRIVATE = tuple(role for role in DisclosureRole if role is not DisclosureRole.PUBLIC)
_EMAIL = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")
_PHONE = re.compile(r"(?!\d{4}[-/.]\d{1,2}[-/.]\d{1,2}$)(?=(?:\D*\d){7})[+(]?\d[\d ()./-]{4,}\d")
_URL = re.compile(r"(?:https?://|www\.)\S+|[\w.-]+\.[a-z]{2,}/\S*")

_LETTERS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_BRAND_WORDS = re.compile(r"\w+(?:-\w+)*")
_MEASURE = re.compile(r"[-+]?\d{1,3}(?:[,' ]?\d{3})*[.,]\d{1,2}|0[.,]\d+|[\d.,]+ ?%")
"""A number with a decimal part: an amount or a rate, which names nobody."""
_SUM = re.compile(
    r"(?:R|RM|Rs\.?|K|N|[A-Z]{0,2}\$|[A-Z]{3}) ?\d{1,3}(?:[,.]?\d{3})*(?:[.,]\d{1,2})?[kKmM]?|\d{1,3}(?:[.,]\d)?[kK]"
)
"""A sum of money with a short sign of its currency, or in thousands."""
_RATIO = re.compile(r"\d{1,2}[-/~:]\d{1,2}")
"""Two small numbers: a range, a ratio, a day and a month."""
_THOUSANDS = re.compile(r" \d{3}(?!\d)")
_SPOKEN = "幺洞拐勾两兩零〇"
"""Names of digits that Unicode knows no number of."""
_BLOTS = "*xX•"
"""Signs in the place of digits."""
LONGEST_DIGIT = 6
"""Letters of the longest English word that is said for a digit or repeats one: double, triple."""
_GAP = re.compile(r"\t|[ \u3000]{3,}")
"""What parts the columns of a form."""
_NEXT_LABEL = re.compile(r"(?:[ \u3000]{2,}|\t|\n)[^\s:：]{1,16}\Z")
_BEHIND_LABEL = re.compile(r"\w[ ]?[:：=][ \t]*\Z")
_COLON = re.compile(r"[)\]）】]?[ \u3000]?[:：]")
_LOOSE_END = re.compile(r"[ \t]+[-–—]?[ \t]*\Z")
_COUNTED_CODE = re.compile(r"(?<!第)[!-~]{5,}(?P<word>[号號])")
"""A code with the word for number behind it, which is no part of it."""
DIALLED = frozenset({"PHONE", REFERENCE})
"""Types of numbers that may be called."""
NAMED_PLACES = frozenset({"place", "organisation", "address"})
"""Groups of places that have a name."""
KEYED = frozenset({"number", "secret", "contact"})
"""Families of codes, whose kind the word before them says better than the text around."""
GUESS = 0.5
"""Score of a rule whose type is a guess."""
LINK = "URL"
LISTED_NAMES = "names_"
"""Rules that know names from lists."""
LATIN_NAMES = "names_latin"
"""Rules that know names from lists; those of Chinese names go by the characters, of which places are made as well."""
SHAPED = 0.8
"""Score of the form of a telephone number that nothing else has."""
SETTLED = 0.6
"""Chance from which the reader's word that something is a place goes before a rule's that it is a name."""
_BRACKETS = (("(", ")"), ("（", "）"), ("[", "]"), ("【", "】"), ("「", "」"), ("《", "》"))
_KEY = re.compile(r"[A-Za-z_][\w.-]*=")
_NUMBERS = re.compile(r"(?<![\d./-])(?:\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d\d)|\d{4}([./-])\d{1,2}\2\d{1,2})(?![\d./-])")
"""A date in numbers."""
_CLOCK = re.compile(r"(?:[T ]?\d{2})?:\d{2}")
ACRONYM = (3, 4)
"""Capitals that are an acronym and nobody's initials."""
_WHOLE_TITLE = 2
"""Ideographs from which on a word of kin or a title at the edge of a name is certainly none of it."""
SHORT_NUMBER = 6
_PLAIN = re.compile(r"(?i:yes|no|none|null|true|false|required|\d{1,4}(?:[-/.: ]\d{1,4}){0,3})")
"""What no secret is made of: a word of a form, a bare short number, a date, a time."""
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

    def without(self, text: str, start: int, end: int) -> tuple[int, int]:
        """`[start, end)` without such words at its edges, also where one only begins inside (廖医|生); as it is where
        nothing else is in it."""
        first, last = start, end
        words = [(match.start(), match.end()) for match in _LETTERS.finditer(text, start, end)]
        while words and text[slice(*words[0])].casefold() in self.words:
            words.pop(0)
            first = words[0][0] if words else end
        while words and text[slice(*words[-1])].casefold() in self.words:
            words.pop()
            last = words[-1][1] if words else start
        if first >= last:
            return start, end
        head = self.chinese.match(text, first, last)
        if head is not None and head.end() - first >= _WHOLE_TITLE and head.end() < last:
            first = head.end()
        for at in range(first + 1, last):
            tail = self.chinese.match(text, at)
            if tail is not None and tail.end() >= last and tail.end() - at >= _WHOLE_TITLE:
                return first, at
        return first, last


@dataclass(frozen=True, slots=True)
class Kinds:
    """How places and organisations are named by their kind alone: the surgery, 某镇中学."""

    types: frozenset[str]
    words: frozenset[str]
    chinese: re.Pattern[str]

    @classmethod
    def parsed(cls, data: Mapping[str, Any]) -> Kinds:
        """From the table of the settings. Raises KeyError."""
        before, heads = _any_of(data["before"]), _any_of(data["heads"])
        return cls(frozenset(data["types"]), frozenset(data["words"]), re.compile(f"(?:{before}){{0,3}}(?:{heads})"))

    def only(self, surface: str) -> bool:
        """Whether the surface names a kind and nothing else."""
        words = _LETTERS.findall(surface)
        return bool(words) and (
            all(word.casefold() in self.words for word in words) or self.chinese.fullmatch(surface) is not None
        )


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
class Weighed:
    """`standing`: in text order, never overlapping. `aside`: findings of the rules that the reader takes for nobody's,
    with its word on them as score; they overlap nothing that stands."""

    standing: tuple[Candidate, ...]
    aside: tuple[Candidate, ...] = ()


@dataclass(frozen=True, slots=True)
class Weighing:
    """Settings of resources/recognizers/weighing.toml."""

    drop: float
    named: tuple[float, float]
    drop_link: float
    edge: float
    certain: float
    doubt: float
    floor: frozenset[str]
    types: Mapping[tuple[DisclosureRole, str], str]
    nobody: Nobody
    kinds: Kinds
    counted: Counted
    circumstances: Circumstances
    lines: PublicLines
    things: frozenset[str]
    told_of: ToldOf

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
                (float(data["named"][0]), float(data["named"][1])),
                float(data["drop_link"]),
                float(data["edge"]),
                float(data["certain"]),
                float(data["doubt"]),
                frozenset(data["floor"]),
                types,
                Nobody.parsed(data["nobody"]),
                Kinds.parsed(data["kinds"]),
                Counted.parsed(data["counted"]),
                Circumstances.load(root),
                PublicLines.parsed(data["lines"]),
                read_set(root, "brands.txt") | read_set(root, "languages.txt"),
                ToldOf.parsed(data["told_of"]),
            )
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise ResourceError("resource.malformed", details={"file": FILE}) from error

    def settle(self, candidates: Sequence[Candidate], reading: SpanReading, text: str, taxonomy: Taxonomy) -> Weighed:
        """What stands of both, and what does not. `text`: the view that both were found in.

        In a text that speaks of nobody only proved identifiers stand, unless it tells a name's circumstances.
        """
        told = self._named(candidates, reading, text)
        if reading.of_somebody or told:
            borders = WordBorders(text)
            trimmed = (_trimmed(item, text) for item in candidates)
            parts = (part for item in trimmed for part in self._parts(item, reading, text, taxonomy))
            weighed = (self._weighed(item, reading, text, taxonomy, told) for item in parts)
            fields = (field for finding in reading.findings for field in _fields(finding, text))
            added = (self._added(finding, text, borders) for finding in fields)
            found = [item for item in added if item is not None]
            both = _joined(
                sorted((item for item in weighed if item is not None), key=lambda item: item.start),
                [item for item in found if item.type_id != CIRCUMSTANCE],
                text,
                taxonomy,
                self._proved,
            )
            parted = {finding.start for finding in reading.findings} & {finding.end for finding in reading.findings}
            joined = (_closed(item, text) for item in _touching(both, parted, text, taxonomy))
            whole = _dated(tuple(joined), text)
            pieces = [item for item in found if item.type_id == CIRCUMSTANCE]
            standing = self.circumstances.settled(whole, pieces, text, taxonomy)
        else:
            standing = tuple(item for item in candidates if self._proved(item))
        return Weighed(standing, tuple(self._doubted(candidates, standing, reading, text)))

    def _named(self, candidates: Sequence[Candidate], reading: SpanReading, text: str) -> frozenset[tuple[int, int]]:
        """`[start, end)` of names that are somebody's at least doubtfully, whatever the reader makes of them.

        Those are names that personal facts are told of and, in a text of which it is not certain, whole names of the
        lists, which nobody famous bears. It learned from people who write of themselves; that a stranger is spoken of
        makes nobody public.
        """
        found: frozenset[tuple[int, int]] = frozenset()
        if reading.private >= self.told_of.private:
            found = self.told_of.names(candidates, text)
        if self.named[0] <= reading.private <= self.named[1]:
            listed = (item for item in candidates if item.recognizer.startswith(LISTED_NAMES))
            whole = (item for item in listed if is_whole_name(text[item.start : item.end]))
            found |= {(item.start, item.end) for item in whole}
        return found

    def _doubted(
        self, candidates: Sequence[Candidate], standing: Sequence[Candidate], reading: SpanReading, text: str
    ) -> Iterator[Candidate]:
        """Findings of the rules that touch nothing that stands: nobody's, says the reader. Kin words and timestamps are
        the rules' own mistakes and no matter of doubt."""
        starts = [item.start for item in standing]
        for item in candidates:
            at = bisect_left(starts, item.end)
            if at and standing[at - 1].end > item.start:
                continue
            if _in_timestamp(item.type_id, item.end, text) or self.nobody.calls(text[item.start : item.end]):
                continue
            weights = reading.weigh(item.start, item.end)
            private = sum(weights.get(role, 0.0) for role in _PRIVATE)
            yield replace(item, role=DisclosureRole.PUBLIC, score=round(private, 4), sure=False)

    def _proved(self, candidate: Candidate) -> bool:
        if candidate.validation is True or candidate.layer in _PROVING:
            return True
        return candidate.type_id in self.floor and not _PLAIN.fullmatch(candidate.value)

    def _parts(self, item: Candidate, reading: SpanReading, text: str, taxonomy: Taxonomy) -> Iterator[Candidate]:
        """A finding of the rules within the borders that the reader sees: parted where it holds several values, without
        words at its edges that are none of it. What is proved stays whole, and so does a link."""
        if self._proved(item) or "://" in text[item.start : item.end]:
            yield item
            return
        item = _narrowed(item, reading.findings, text, taxonomy)
        for start, end in reading.stretches(item.start, item.end, self.edge, text):
            if item.type_id == "PERSON":
                start, end = self.nobody.without(text, start, end)
            yield _cut(item, start, end, text)

    def _is_nobodys(self, item: Candidate, text: str) -> bool:
        """Whether a name is how anybody may be called, a number is one that anybody may call, or a place or
        organisation is named by its kind alone."""
        surface = text[item.start : item.end]
        if item.type_id == "PERSON":
            return self.nobody.calls(surface)
        if item.type_id in DIALLED and self.lines.holds(text, item.start, item.end):
            return True
        return item.type_id in self.kinds.types and self.kinds.only(surface)

    def _weighed(
        self, item: Candidate, reading: SpanReading, text: str, taxonomy: Taxonomy, told: Set[tuple[int, int]]
    ) -> Candidate | None:
        """A finding of the rules with what the reader says of it; None where it says that nothing is private. `told`:
        names that are somebody's at least doubtfully, whatever it says."""
        explicit = taxonomy[item.type_id].kind is Kind.EXPLICIT
        if self._proved(item):
            if explicit:
                return item
            weights = reading.weigh(item.start, item.end)
            return replace(item, role=max(_PRIVATE, key=lambda role: weights.get(role, 0.0)))
        if _in_timestamp(item.type_id, item.end, text) or self._is_nobodys(item, text):
            return None
        weights = reading.weigh(item.start, item.end)
        if explicit:
            hiding = sum(weights.get(role, 0.0) for role in HIDING)
            least = self.drop_link if item.type_id == LINK else self.drop
            if (item.start, item.end) in told:
                least = 0.0
            if hiding < least or self._is_thing(item.type_id, text[item.start : item.end], hiding):
                return None
            hiding = max(hiding, self.drop)
            sure = reading.is_sure(DisclosureRole.IDENTIFIES, hiding)
            return replace(item, role=DisclosureRole.IDENTIFIES, score=round(hiding, 4), sure=sure)
        if item.type_id == BIRTH_DATE and weights.get(DisclosureRole.PUBLIC, 0.0) < self.doubt:
            return replace(item, role=DisclosureRole.LOCATES)  # words or a header say whose it is
        role = max(_PRIVATE, key=lambda role: weights.get(role, 0.0))
        private = sum(weights.get(role, 0.0) for role in _PRIVATE)
        describes = taxonomy[item.type_id].does is DisclosureRole.DESCRIBES
        public = weights.get(DisclosureRole.PUBLIC, 0.0)
        if public >= self.doubt if describes else private < self.drop:
            return None  # what describes somebody counts in the crowd, however little the reader makes of it
        if taxonomy[item.type_id].does not in HIDING and role in HIDING:
            # What describes or is asked about stays so: what hides is the reader's own finding around it, not a class.
            return replace(item, role=None, score=round(private, 4))
        named = reading.is_sure(DisclosureRole.IDENTIFIES, weights.get(DisclosureRole.IDENTIFIES, 0.0))
        if taxonomy[item.type_id].family is Family.PLACE and not named and not _is_seen(item, reading.findings):
            return None
        sure = role not in HIDING or reading.is_sure(role, weights[role])
        return replace(item, role=role, score=round(private, 4), sure=sure)

    def _added(self, finding: SpanFinding, text: str, borders: WordBorders) -> Candidate | None:
        """What the reader found, as a candidate; None for what is told anyway and no rule can read, and for a splinter
        of something else."""
        type_id = self.types.get((finding.role, finding.group))
        if type_id is None or _in_timestamp(type_id, finding.end, text):
            return None
        start, end = _behind_key(text, *borders.whole(finding.start, finding.end, named=type_id == "PERSON"))
        if type_id == "PERSON":
            start, end = self.nobody.without(text, start, end)
        if finding.group in CODE_GROUPS and (counted := _COUNTED_CODE.fullmatch(text, start, end)) is not None:
            end = counted.start("word")
        surface = text[start:end]
        finding = replace(finding, start=start, end=end)
        if not surface or self._is_splinter(surface, type_id, finding, text):
            return None
        if finding.group in CODE_GROUPS and self.lines.holds(text, start, end):
            return None
        if finding.group in CODE_GROUPS and (_MEASURE.fullmatch(surface) or text.startswith("=", finding.end)):
            return None
        if self._is_thing(type_id, surface, finding.probability):
            return None
        if self.nobody.calls(surface) or (type_id in self.kinds.types and self.kinds.only(surface)):
            return None
        if finding.role is DisclosureRole.IDENTIFIES and finding.group in ("contact", "number", "handle"):
            type_id = _by_form(surface, finding.group) or type_id
        if type_id == LINK and finding.probability < self.drop_link:
            return None
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

    def _is_thing(self, type_id: str, surface: str, chance: float) -> bool:
        """Whether what is taken for a name is that of a product, a firm or a language, and nobody is certain."""
        words = _BRAND_WORDS.findall(surface.casefold())
        return type_id == "PERSON" and chance < self.certain and bool(words) and self.things.issuperset(words)

    def _is_splinter(self, surface: str, type_id: str, finding: SpanFinding, text: str) -> bool:
        """Whether a finding is too little to be the value that it is said to be: a sign, one ideograph that is no
        name, an acronym that is nobody's initials, a bare short number that nothing calls a code."""
        letters = [char for char in surface if char.isalnum()]
        if not letters:
            return True
        if len(letters) == 1 and not surface.isascii():
            return type_id != "PERSON"
        doubtful = finding.probability < self.certain
        labelled = _BEHIND_LABEL.search(text, max(0, finding.start - REACH), finding.start) is not None
        if len(surface) == 1 and surface.isascii():
            return not finding.sure and not labelled
        if surface.isascii() and surface.isupper() and surface.isalpha() and ACRONYM[0] <= len(surface) <= ACRONYM[1]:
            return doubtful and not labelled
        if finding.group not in CODE_GROUPS:
            return False
        if _SUM.fullmatch(surface) and (surface[-1].isalpha() or _THOUSANDS.match(text, finding.end) or doubtful):
            return True
        short = (surface.isdecimal() and len(surface) <= SHORT_NUMBER) or _RATIO.fullmatch(surface) is not None
        if not short or not doubtful:
            return False
        return not self.counted.beside(text, finding.start, finding.end)


def _trimmed(item: Candidate, text: str) -> Candidate:
    """The finding without the label of the next field and the bracket that closes one which opened before it."""
    start, end = item.start, _before_label(text, item.start, item.end)
    line = text.rfind("\n", 0, start) + 1
    for one, two in _BRACKETS:
        alone = text.count(two, start, end) > text.count(one, start, end)
        if text[end - 1] == two and alone and text.count(one, line, start) > text.count(two, line, start):
            end -= 1
    if (loose := _LOOSE_END.search(text, start + 1, end)) is not None:
        end = loose.start()
    return item if end == item.end else _cut(item, start, end, text)


def _narrowed(item: Candidate, findings: Sequence[SpanFinding], text: str, taxonomy: Taxonomy) -> Candidate:
    """A place or organisation in ideographs from the first to the last of the reader's places inside it: a rule only
    guesses where such a name begins ([报了警]韩森寨派出所)."""
    if taxonomy[item.type_id].kind is not Kind.QUASI or taxonomy[item.type_id].family is not Family.PLACE:
        return item
    inside = [
        finding
        for finding in findings
        if finding.start < item.end
        and item.start < finding.end
        and finding.sure
        and finding.role in HIDING
        and finding.group in NAMED_PLACES
    ]
    if not inside or not is_ideograph(text[item.start]) or not is_ideograph(text[item.end - 1]):
        return item
    start, end = max(item.start, inside[0].start), min(item.end, inside[-1].end)
    return _cut(item, start, end, text) if end - start > 1 else item


def _before_label(text: str, start: int, end: int) -> int:
    """Where the value ends: before the label of the next field (`HTWE  Given` before a colon)."""
    label = _NEXT_LABEL.search(text, start, end)
    return label.start() if label is not None and label.start() > start and _COLON.match(text, end) else end


def _is_seen(item: Candidate, findings: Iterable[SpanFinding]) -> bool:
    """Whether the reader found something of somebody's inside a place that a rule saw: capitals and heads of names
    alone are anybody's."""
    return any(finding.role in HIDING and finding.start < item.end and item.start < finding.end for finding in findings)


def _fields(finding: SpanFinding, text: str) -> Iterator[SpanFinding]:
    """The finding, parted where the columns of a form are parted."""
    start, end = finding.start, _before_label(text, finding.start, finding.end)
    for gap in _GAP.finditer(text, start, end):
        if gap.start() > start:
            yield replace(finding, start=start, end=gap.start())
        start = gap.end()
    if start < end:
        yield replace(finding, start=start, end=end)


def _behind_key(text: str, start: int, end: int) -> tuple[int, int]:
    """The value without the key of an assignment: `X` of `DB_PASS=X`; nothing is left of a key alone."""
    key = _KEY.match(text, start, end)
    return (key.end(), end) if key is not None else (start, end)


def _in_timestamp(type_id: str, end: int, text: str) -> bool:
    """Whether a date is the beginning of a machine's timestamp, which locates nobody."""
    return type_id == DATE and _CLOCK.match(text, end) is not None


def _touching(
    candidates: Sequence[Candidate], parted: Set[int], text: str, taxonomy: Taxonomy
) -> tuple[Candidate, ...]:
    """Hidden spans of one family that touch each other are one value in pieces, but for two names that the reader
    parted (`parted`: where one finding of it ends and another begins)."""
    joined: list[Candidate] = []
    for item in candidates:
        last = joined[-1] if joined else None
        if (
            last is not None
            and last.end == item.start
            and not (item.start in parted and _are_names(last, item))
            and _hides(last, taxonomy)
            and _hides(item, taxonomy)
            and taxonomy[last.type_id].family is taxonomy[item.type_id].family
            and item.type_id != CIRCUMSTANCE
            and last.type_id != CIRCUMSTANCE
        ):
            head, tail = (last, item) if last.end - last.start >= item.end - item.start else (item, last)
            joined[-1] = _grown(head, last.start, item.end, tail, text)
        else:
            joined.append(item)
    return tuple(joined)


def _are_names(last: Candidate, item: Candidate) -> bool:
    """Whether both are names, and neither a single sign, which is rather a piece of the other."""
    shorter = min(last.end - last.start, item.end - item.start)
    return last.type_id == item.type_id == "PERSON" and shorter > 1


def _cut(item: Candidate, start: int, end: int, text: str) -> Candidate:
    """The finding without words at its edges; a value that has lost some is read anew from its letters."""
    if (start, end) == (item.start, item.end):
        return item
    surface = " ".join(text[start:end].split())
    return replace(item, start=start, end=end, value=surface if item.type_id == "PERSON" else surface.casefold())


def _by_form(surface: str, group: str) -> str:
    """Type of an identifier that its form names, empty where it names none.

    Only what the reader took for a way to reach somebody is a telephone number: account and file numbers are as long.
    A way to reach somebody is never a name that they chose, whatever its form.
    """
    for pattern, type_id in ((_EMAIL, "EMAIL"), (_URL, "URL"), (_PHONE, "PHONE")):
        if pattern.fullmatch(surface):
            return type_id if type_id != "PHONE" or group == "contact" else REFERENCE
    if group == "contact":
        return "PHONE" if _is_dialled(surface) else REFERENCE
    return REFERENCE if not any(char.isalpha() for char in surface) else ""


def _is_dialled(surface: str) -> bool:
    """Whether a number has as many digits as a telephone number, blotted out or spoken ones among them."""
    words = _LETTERS.findall(surface)
    if surface.isascii() and len(words) > SHORT_NUMBER:
        return all(len(word) <= LONGEST_DIGIT for word in words)
    signs = [char for char in surface if char.isalnum() or char in _BLOTS]
    digits = [char for char in signs if unicodedata.numeric(char, None) is not None or char in _SPOKEN + _BLOTS]
    return len(digits) > SHORT_NUMBER and len(signs) - len(digits) <= SHORT_NUMBER // 2


def _closed(item: Candidate, text: str) -> Candidate:
    """With the bracket that closes one which opened inside it."""
    surface = text[item.start : item.end]
    after = text[item.end : item.end + 1]
    if any(surface.count(one) > surface.count(two) and after == two for one, two in _BRACKETS):
        return _grown(item, item.start, item.end + 1, item, text)
    return item


def _dated(candidates: Sequence[Candidate], text: str) -> tuple[Candidate, ...]:
    """The candidates, dates among them with their canonical value where only their letters were known, or which number
    of a pair is the month; a date beside words of birth is one of birth."""
    order, lower = order_of(text), folded(text)
    result: list[Candidate] = []
    for at, item in enumerate(candidates):
        if item.type_id in DATED:
            start = max(item.start - REACH, result[-1].end if result else 0)
            end = candidates[at + 1].start if at + 1 < len(candidates) else len(text)
            item = _with_day(_whole_numbers(item, text, (start, end)), text, lower, order)
        result.append(item)
    return tuple(result)


def _with_day(item: Candidate, text: str, lower: str, order: Order) -> Candidate:
    surface = text[item.start : item.end]
    letters = " ".join(surface.split()).casefold()
    value = item.value
    if item.form == forms.NUMERIC or value == letters:
        # Of a pair without a year that may be read both ways nobody knows the month: it says none.
        value = day_value(surface, order) or (letters if is_pair(surface) else value)
    if not is_birth(lower, item.start, item.end):
        return replace(item, value=value)
    role = DisclosureRole.LOCATES if item.role is DisclosureRole.DESCRIBES and names_day(value) else item.role
    return replace(item, value=value, type_id=BIRTH_DATE, role=role)


def _whole_numbers(item: Candidate, text: str, free: tuple[int, int]) -> Candidate:
    """The date with the rest of its numbers where it begins or ends between them. `free`: what no other value holds."""
    for match in _NUMBERS.finditer(text, max(free[0], item.start - REACH), min(len(text), item.end + REACH)):
        start, end = min(match.start(), item.start), max(match.end(), item.end)
        inside = match.start() < item.end and item.start < match.end()
        if inside and (start, end) != (item.start, item.end) and free[0] <= start and end <= free[1]:
            return replace(item, start=start, end=end, value=" ".join(text[start:end].split()).casefold())
    return item


def _joined(
    standing: Sequence[Candidate],
    found: Iterable[Candidate],
    text: str,
    taxonomy: Taxonomy,
    proved: Callable[[Candidate], bool],
) -> tuple[Candidate, ...]:
    """Both lists without overlaps.

    A rule's span and the reader's of one thing become one, from the first to the last of both; what is only told gives
    way to what is hidden around it.
    """
    kept = list(standing)
    for item in found:
        touching = [other for other in kept if other.start < item.end and item.start < other.end]
        if not touching:
            kept.append(item)
            continue
        hidden = [other for other in touching if _hides(other, taxonomy)]
        if not hidden:
            inside = all(item.start <= other.start and other.end <= item.end for other in touching)
            if inside:
                kept = [other for other in kept if other not in touching]
                kept.append(item)
            continue
        start = min(item.start, *(other.start for other in hidden))
        end = max(item.end, *(other.end for other in hidden))
        # What is proved of a small part says nothing of the whole: the number at the end of an address.
        proof = [other for other in hidden if other.validation is True and 2 * (other.end - other.start) >= end - start]
        head = max(proof or hidden, key=lambda other: other.end - other.start)
        others = [other for other in kept if other not in hidden]
        start = max([start, *(other.end for other in others if other.start < head.start and other.end <= head.start)])
        end = min([end, *(other.start for other in others if other.start >= head.end)])
        kept = others
        if not proved(head) and _renames(item, head, taxonomy):
            # A name that the rules took for a town is a name: the reader saw the whole text.
            head = replace(head, type_id=item.type_id, value=item.value, start=item.start, end=item.end)
        kept.append(_grown(head, start, end, item, text))
    kept.sort(key=lambda other: (other.start, other.end))
    return tuple(kept)


def _renames(item: Candidate, head: Candidate, taxonomy: Taxonomy) -> bool:
    """Whether the reader's type goes before the rule's: the word beside a code says what it counts, a list of names
    knows names, and a guess of a rule gives way."""
    ours, theirs = taxonomy[item.type_id].family, taxonomy[head.type_id].family
    if ours is theirs or 2 * (item.end - item.start) < head.end - head.start:
        return False  # of a small part it says nothing of the whole: the number at the end of an address
    if ours in KEYED and theirs in KEYED and _is_typed(head):
        return False
    if item.role is not DisclosureRole.IDENTIFIES and head.recognizer.startswith(LATIN_NAMES):
        return item.score >= SETTLED
    return item.sure or (item.type_id == "PERSON" and head.base_score <= GUESS)


def _is_typed(head: Candidate) -> bool:
    """Whether a word before a code, or its form alone, says what it is. The words that make a number one to call
    (number, call) are said of any number."""
    if head.type_id == "PHONE":
        return head.base_score >= SHAPED and head.validation is not False
    return bool(head.context) or head.layer is Layer.CONTEXT


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
