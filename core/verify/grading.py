"""Is an answer a hit? One table of graders for every type and both languages (DESIGN 5.3)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import Any

from rapidfuzz.distance import Levenshtein

from core.domain.errors import ResourceError
from core.domain.evidence import ProbeResult
from core.domain.sensitive import SensitiveAttribute, SensitiveSet
from core.resources import read_toml
from core.text.normalize import comparison_key, normalize
from core.text.numerals import EN_NUMBER_WORD, ZH_NUMERAL, parse_number

_EN_WORD = rf"(?:{EN_NUMBER_WORD}|hundred|thousand|million|billion)"
_EN_NUMBER = rf"(?:an? (?=hundred|thousand|million|billion))?{_EN_WORD}(?:[ -](?:and )?{_EN_WORD})*"
_SCALE = "万|亿|thousand|million|billion|k"
_NUMBER = re.compile(rf"\d[\d,']*(?:\.\d+)?(?:\s*(?:{_SCALE})(?![a-z]))?|{ZH_NUMERAL}+|(?<![a-z]){_EN_NUMBER}(?![a-z])")
_YMD = re.compile(r"(?<!\d)(\d{4})\s*[-/.年]\s*(\d{1,2})(?:\s*[-/.月]\s*(\d{1,2}))?(?!\d)")
_DMY = re.compile(r"(?<!\d)(\d{1,2})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{4})(?!\d)")
_MD_ZH = re.compile(r"(?<!\d)(\d{1,2})\s*月(?:\s*(\d{1,2})\s*[日号])?")
_YEAR = re.compile(r"(?<!\d)((?:1[89]|20)\d{2})(?!\d)")
_SMALL = re.compile(r"(?<!\d)(\d{1,2})(?:st|nd|rd|th)?(?!\d)")
_WORD = re.compile(r"[^\W\d_]+", re.UNICODE)
_THOUSAND = Decimal(1000)
MONTHS = 12
KEPT_GRADES = 16_384


class Kind(StrEnum):
    """Ways of comparing (resources/questions/grading.toml explains each)."""

    IDENTIFIER = "identifier"
    NAME = "name"
    MEASURE = "measure"
    DATE = "date"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Measure:
    """A number with its unit: a key of the table, "" for a bare number, "?" for words that are no unit."""

    number: Decimal
    unit: str


@dataclass(frozen=True, slots=True)
class DateParts:
    """What a date tells; None for a part it leaves open."""

    year: int | None
    month: int | None
    day: int | None


@dataclass(frozen=True, slots=True)
class Target:
    """The truth about one attribute, prepared for comparison."""

    attribute_id: str
    type_id: str
    kind: Kind
    keys: frozenset[str]
    measures: frozenset[Measure]
    dates: frozenset[DateParts]
    parts: frozenset[str]


class GradingTable:
    """Graders of every type. Remembers recent grades (in memory, bounded); safe from any thread."""

    def __init__(self, data: Mapping[str, Any], addresses: Iterable[str] = ()) -> None:
        """`addresses`: titles and words of kin, which call a person without naming anybody."""
        self._addresses = frozenset(map(comparison_key, addresses))
        self._kinds = {type_id: Kind(kind) for kind, ids in data["kinds"].items() for type_id in ids}
        self._default = Kind(data["default"])
        self._refusals = frozenset(comparison_key(word) for word in data["refusals"])
        self._units = {word: unit for unit, words in data["unit_words"].items() for word in words}
        self._allowed = {type_id: frozenset(units) for type_id, units in data["units"].items()}
        self._months = {name: number + 1 for number, name in enumerate(data["months"]["names"])}
        self._months |= {name[:3]: number for name, number in list(self._months.items())}
        self._tail = int(data["tail"])
        self._longest = int(data["longest_answer"])
        self._edits = int(data["edits_per_characters"])
        self._fuzzy = int(data["shortest_fuzzy"])
        self._part = int(data["shortest_part"])
        self._part_zh = int(data["shortest_part_zh"])
        self._graded: dict[tuple[Target, str, bool], ProbeResult] = {}
        self._keys: dict[str, str] = {}

    @classmethod
    def load(cls, root: Path) -> GradingTable:
        """Read `questions/grading.toml` below `root`. Raises ResourceError."""
        data = read_toml(root / "questions" / "grading.toml")
        try:
            return cls(data, _addresses(root))
        except (KeyError, ValueError, TypeError) as error:
            raise ResourceError("resource.malformed", details={"file": "grading.toml"}) from error

    def kind(self, type_id: str) -> Kind:
        """How answers about this type are compared."""
        return self._kinds.get(type_id, self._default)

    def targets(self, sensitive: SensitiveSet) -> dict[str, Target]:
        """The truths of S by attribute id."""
        return {attribute.id: self.target(attribute) for attribute in sensitive.attributes}

    def target(self, attribute: SensitiveAttribute) -> Target:
        """Every spelling of one value, read once."""
        kind = self.kind(attribute.type_id)
        spellings = tuple(dict.fromkeys((attribute.value, *attribute.surfaces)))
        folded = tuple(normalize(text).text.casefold() for text in spellings)
        measures = (self._measure(text, attribute.type_id) for text in folded) if kind is Kind.MEASURE else ()
        dates = self._dates(folded) if kind is Kind.DATE else frozenset()
        return Target(
            attribute.id,
            attribute.type_id,
            kind,
            frozenset(key for key in map(comparison_key, spellings) if key),
            frozenset(item for item in measures if item is not None),
            dates,
            self._parts(spellings) if kind is Kind.NAME else frozenset(),
        )

    def grade(self, target: Target, answer: str, *, strict: bool = False) -> ProbeResult:
        """HIT, MISS, REFUSED ("unknown" counts as a miss) or MALFORMED (no answer at all: never a miss).

        `strict` accepts only the literal value, in any width, case and spacing.
        """
        question = (target, answer, strict)
        known = self._graded.get(question)
        if known is None:
            known = self._grade(target, answer, strict=strict)
            if len(self._graded) >= KEPT_GRADES:
                self._graded.clear()
            self._graded[question] = known
        return known

    def _grade(self, target: Target, answer: str, *, strict: bool) -> ProbeResult:
        if not answer.strip() or len(answer) > self._longest or "\0" in answer:
            return ProbeResult.MALFORMED
        key = self._key(answer)
        if key in target.keys:
            return ProbeResult.HIT
        if key in self._refusals:
            return ProbeResult.REFUSED
        if strict or not key:
            return ProbeResult.MISS
        return ProbeResult.HIT if self._tolerant(target, answer, key) else ProbeResult.MISS

    def _key(self, answer: str) -> str:
        key = self._keys.get(answer)
        if key is None:
            if len(self._keys) >= KEPT_GRADES:
                self._keys.clear()
            key = self._keys[answer] = comparison_key(answer)
        return key

    def _tolerant(self, target: Target, answer: str, key: str) -> bool:
        folded = normalize(answer).text.casefold()
        if target.kind is Kind.MEASURE:
            return self._measure(folded, target.type_id) in target.measures
        if target.kind is Kind.DATE:
            told = self._date(folded)
            return told is not None and any(_tells(told, truth) for truth in target.dates)
        if target.kind is Kind.IDENTIFIER:
            code = key.lstrip("".join(char for char in key if not char.isascii()))
            return len(code) >= self._tail and any(truth.endswith(code) for truth in target.keys)
        if target.kind is Kind.NAME:
            if comparison_key(answer) in self._addresses:
                return False
            if self._parts((answer,)) & target.parts:
                return True
        return any(self._close(truth, key) for truth in target.keys)

    def _dates(self, spellings: Iterable[str]) -> frozenset[DateParts]:
        """The most exact readings of the truth: a year that is a part of a spelled date is not the date."""
        read = [item for item in map(self._date, spellings) if item is not None]
        most = max((_exactness(item) for item in read), default=0)
        return frozenset(item for item in read if _exactness(item) == most)

    def _close(self, truth: str, key: str) -> bool:
        """Few typing differences, or the whole value inside a longer answer."""
        if len(truth) < self._fuzzy:
            return len(truth) > 1 and not truth.isascii() and truth in key
        allowed = len(truth) // self._edits
        return truth in key or Levenshtein.distance(truth, key, score_cutoff=allowed) <= allowed

    def _parts(self, spellings: Iterable[str]) -> frozenset[str]:
        """Parts of a person's name by which it is recognised: words, or a Chinese name without its surname."""
        found: set[str] = set()
        for text in spellings:
            for word in _WORD.findall(normalize(text).text.casefold()):
                if word.isascii() or not "\u4e00" <= word[0] <= "\u9fff":
                    found |= {word} if len(word) >= self._part else set()
                else:
                    found |= {word} if len(word) >= self._part_zh else set()
                    found |= {word[1:]} if len(word) == self._part_zh + 1 else set()
        return frozenset(found - self._addresses)

    def _measure(self, text: str, type_id: str) -> Measure | None:
        """The only number in `text` with its unit; None when there is no number or more than one."""
        numbers = list(_NUMBER.finditer(text))
        if len(numbers) != 1:
            return None
        number = parse_quantity(numbers[0].group())
        if number is None:
            return None
        rest = f"{text[: numbers[0].start()]} {text[numbers[0].end() :]}"
        words = " ".join(rest.replace("-", " ").split())
        compact = words.replace(" ", "")
        unit = "" if not words else self._units.get(words, self._units.get(compact, "?"))
        return Measure(number.normalize(), "" if unit in self._allowed.get(type_id, frozenset()) else unit)

    def _date(self, text: str) -> DateParts | None:
        if match := _YMD.search(text):
            year, month, day = match.groups()
            return DateParts(int(year), int(month), int(day) if day else None)
        if match := _DMY.search(text):
            first, second, year = (int(part) for part in match.groups())
            return DateParts(year, first, second) if second > MONTHS else DateParts(year, second, first)
        year_match = _YEAR.search(text)
        year_told = int(year_match.group(1)) if year_match else None
        if match := _MD_ZH.search(text):
            return DateParts(year_told, int(match.group(1)), int(match.group(2)) if match.group(2) else None)
        named = [self._months[word] for word in _WORD.findall(text) if word in self._months]
        if named:
            day_match = _SMALL.search(_YEAR.sub(" ", text))
            return DateParts(year_told, named[0], int(day_match.group(1)) if day_match else None)
        return DateParts(year_told, None, None) if year_told else None


def parse_quantity(text: str) -> Decimal | None:
    """Value of one written number, with `k` and separators."""
    compact = text.strip().replace("'", "")
    if compact.endswith("k") and compact[:-1].strip().replace(",", "").replace(".", "", 1).isdigit():
        base = parse_number(compact[:-1])
        return None if base is None else base * _THOUSAND
    return parse_number(compact)


def _exactness(parts: DateParts) -> int:
    return sum(part is not None for part in (parts.year, parts.month, parts.day))


def _tells(told: DateParts, truth: DateParts) -> bool:
    """Every part of the truth is told, and nothing told contradicts it."""
    pairs = ((told.year, truth.year), (told.month, truth.month), (told.day, truth.day))
    return all(known == true for known, true in pairs if true is not None)


def _addresses(root: Path) -> tuple[str, ...]:
    """Titles of both languages and words of kin. Raises ResourceError, KeyError."""
    latin, chinese = (read_toml(root / "lexicons" / f"person_{name}.toml")["titles"] for name in ("latin", "zh"))
    nobody = read_toml(root / "recognizers" / "weighing.toml")["nobody"]
    return (*latin, *chinese, *nobody["words"], *nobody["kin"])
