"""Telephone numbers of all countries, in the ways people write them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import phonenumbers

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate, TextView
from core.extract.explicit.numbering_plans import NumberingPlans
from core.extract.explicit.vocabulary import Vocabulary
from core.extract.pattern_needs import Gate
from core.resources import read_toml

_NEEDS_CONTEXT = frozenset({"loose"})
_TRIED = frozenset({"international", "trunk", "loose"})
_PROVEN = frozenset({"international"})
"""Only with its country code is a number proven to be one: without, some country's plan has room for almost any."""
_DATE_LIKE = re.compile(
    r"(?:[01]?\d?\d|2[0-5]\d)(?:\.(?:[01]?\d?\d|2[0-5]\d)){3}|"
    r"(?:19|20)\d\d(?:[-/. ]\d{1,4})*|\d{1,2}[-/. ]\d{1,2}[-/. ](?:19|20)?\d\d|(?:19|20)\d{6}"
    r"|(?:\d{1,3} )?(?:\d{3} )?000|\d{1,5}\.\d{1,2}|\d{1,2}/\d{1,2}|0?\d{1,2}-0?\d{1,2}|\d{2,4}[-/]\d{2,4}"
)
_EXTENDED = re.compile("x|ext|转|分机|#", re.IGNORECASE)
_DIGITS = re.compile(r"\d")
CONTEXT_BEFORE = 48
CONTEXT_AFTER = 12
LONGEST_WORD = 40
LONGEST_NUMBER = 15
"""Digits of the longest telephone number (ITU-T E.164)."""
MOST_TRIES = 40
"""Numbers with a country code that one segment has checked: that costs much, and only raises a score."""


@dataclass(frozen=True, slots=True)
class _Written:
    """A way to write numbers: its name, its pattern, and the least and most digits of them."""

    name: str
    pattern: re.Pattern[str]
    least: int
    most: int

    @classmethod
    def of(cls, row: Mapping[str, Any], parts: Mapping[str, str]) -> _Written:
        """`parts`: expressions that patterns name in braces."""
        source = str(row["pattern"])
        for name, part in parts.items():
            source = source.replace(f"{{{name}}}", part)
        return cls(str(row["name"]), re.compile(source), *map(int, row["digits"]))


@dataclass(frozen=True, slots=True)
class PhoneScores:
    """Base score per pattern, and what a context word and a valid number add."""

    base: dict[str, float]
    context: float
    valid: float


class PhoneRecognizer:
    """PHONE. Validity by phonenumbers raises the score, and proves where the country is named; only loosely written
    numbers need a context word."""

    id = "phone"
    layer = Layer.PATTERN

    def __init__(self, root: Path, gate: Gate | None = None) -> None:
        data = read_toml(root / "recognizers" / "contacts.toml")["phone"]
        scores = {name: float(score) for name, score in data["score"].items()}
        self._scores = PhoneScores(scores, scores["context"], scores["valid"])
        self._ways = tuple(_Written.of(row, data["part"]) for row in data["pattern"])
        self._plans = NumberingPlans(data["regions"])
        self._gate = gate or Gate()
        self._vocabulary = Vocabulary(dict.fromkeys(data["context"], (0,)))

    def find(self, view: TextView) -> Iterator[Candidate]:
        """Candidates with the digits (and extension) as canonical value."""
        if len(_DIGITS.findall(view.text)) < 6 and "*" not in view.text:
            return
        holdings = self._gate.holdings(view.text, view.lower)
        words: list[tuple[int, int]] | None = None
        found: list[tuple[int, int]] = []
        left, tries = holdings.digits, 0
        for way in self._ways:
            name = way.name
            # Digits that a stricter pattern has read are nobody else's.
            unasked = left < way.least or (name in _NEEDS_CONTEXT and words == [])
            if unasked or not self._gate.may_match(way.pattern, holdings):
                continue
            for match in way.pattern.finditer(view.text):
                surface = match.group()
                start, end = match.span()
                before = bisect_right(found, (start, len(view.text)))
                if before and found[before - 1][1] >= end:
                    # A stricter pattern has read all of it; asking the numbering plans again costs most of the time.
                    continue
                count = len(_DIGITS.findall(surface))
                if not way.least <= count <= way.most or _DATE_LIKE.fullmatch(surface):
                    continue
                if words is None:
                    words = self._vocabulary.positions(view.lower).get(0, [])
                word = self._word_near(words, start, end, view)
                if name in _NEEDS_CONTEXT and not word:
                    continue
                if not (before and found[before - 1][1] > start):
                    left -= count
                insort(found, (start, end))
                tries += surface.lstrip(" (").startswith(("+", "00"))
                valid = self._valid(surface, count) if name in _TRIED and tries <= MOST_TRIES else None
                yield self._candidate(name, start, surface, word, valid)

    def _word_near(self, words: list[tuple[int, int]], start: int, end: int, view: TextView) -> str:
        first = bisect_left(words, (start - CONTEXT_BEFORE - LONGEST_WORD, 0))
        for word_start, word_end in islice(words, first, None):
            if word_start > end + CONTEXT_AFTER:
                break
            if start - CONTEXT_BEFORE <= word_end <= start or end <= word_start:
                return view.lower[word_start:word_end]
        return ""

    def _candidate(self, name: str, start: int, surface: str, word: str, valid: bool | None) -> Candidate:
        base = self._scores.base[name]
        score = base + (self._scores.context if word else 0.0) + (self._scores.valid if valid else 0.0)
        proven = valid if name in _PROVEN else None
        stripped = surface.rstrip(" (-./")
        if stripped.count(")") > stripped.count("(") and stripped.endswith(")"):
            stripped = stripped[:-1].rstrip()
        if stripped.count("(") > stripped.count(")") and stripped.startswith("("):
            stripped, start = stripped[1:], start + 1
        return Candidate(
            start=start,
            end=start + len(stripped),
            type_id="PHONE",
            value=canonical_phone(stripped),
            score=min(1.0, score),
            layer=Layer.CHECKSUM if proven else Layer.PATTERN,
            recognizer=f"phone.{name}",
            base_score=base,
            validation=proven,
            context=(word,) if word else (),
        )

    def _valid(self, surface: str, digits: int) -> bool:
        if digits > LONGEST_NUMBER:
            return False
        number = surface.replace("00", "+", 1) if surface.startswith("00") else surface
        if not number.lstrip(" (").startswith("+"):
            return self._plans.have("".join(_DIGITS.findall(_EXTENDED.split(surface, maxsplit=1)[0])))
        try:
            return phonenumbers.is_valid_number(phonenumbers.parse(number, None))
        except phonenumbers.NumberParseException:
            return False


def canonical_phone(surface: str) -> str:
    """Digits and mask signs; the Chinese country code before a mobile number goes."""
    kept = "".join(char for char in surface if char.isdigit() or char == "*")
    for prefix in ("0086", "86"):
        rest = kept[len(prefix) :]
        if kept.startswith(prefix) and len(rest) == 11 and rest.startswith("1"):
            return rest
    return kept
