"""QUANTITY: how many people, hearings, plots of land or hectares a story has; what is counted is data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.extract.candidate import Candidate
from core.extract.quasi import forms
from core.extract.quasi.lexicon import Lexicon
from core.extract.quasi.scan import Scan, candidate
from core.extract.quasi.scores import GUESS, LIKELY_TYPE
from core.text.numerals import EN_NUMBER_WORD, parse_number

_NUMBER = rf"(?:\d{{1,3}}(?:,\d{{3}})+|\d{{1,6}}(?:\.\d{{1,3}})?|{EN_NUMBER_WORD})"
_COUNT_BEFORE = re.compile(rf"(?<![\w.,$£€/§#-])(?!(?:1[5-9]|20)\d\d )({_NUMBER})((?: [a-z][\w'’-]*){{0,2}}) $")
_MEASURE_BEFORE = re.compile(rf"(?<![\w.,$£€/-])({_NUMBER}(?: ?[x×] ?{_NUMBER})?) ?-?$")
_DEFINITE = re.compile(r"(?:^|\b)(?:the|these|those|first|last|next|top|best|following|in|into|least|most|only) $")
"""What is counted again, or asked for, tells nothing new: "which of the two patients", "in four sentences"."""
REACH = 48
"""Code points before the counted word in which its number may stand."""
LEAST = 2
"""One of a thing is no count."""


@dataclass(frozen=True, slots=True)
class QuantityDetector:
    """`stop`: words that may not stand between a number and what it counts."""

    stop: frozenset[str]

    @classmethod
    def create(cls, lexicon: Lexicon) -> QuantityDetector:
        """Stop words from the lexicon's group `quantity.stop`."""
        return cls(frozenset(lexicon.terms("quantity.stop")))

    def detect(self, scan: Scan) -> Iterator[Candidate]:
        """Counts and measures of the segment."""
        if not scan.has_latin:
            return
        for hit in scan.group("quantity.thing"):
            match = _COUNT_BEFORE.search(scan.before(hit.start, REACH))
            if match is None or any(word in self.stop for word in match.group(2).split()):
                continue
            number = parse_number(match.group(1))
            if number is None or number < LEAST:
                continue
            if _DEFINITE.search(scan.before(hit.start - len(match.group()), 24)):
                continue
            start = hit.start - len(match.group())
            rest = scan.lower[start + len(match.group(1)) : hit.end].strip()
            value = f"{number.normalize():f} {rest}"
            yield candidate((start, hit.end), "QUANTITY", value, LIKELY_TYPE, "quantity.count", forms.PLAIN)
        for hit in scan.group("quantity.unit"):
            match = _MEASURE_BEFORE.search(scan.before(hit.start, REACH))
            if match is None:
                continue
            number = parse_number(match.group(1).split("x")[0].strip())
            if number is not None:
                start = hit.start - len(match.group())
                value = f"{number.normalize():f} {scan.lower[hit.start : hit.end]}"
                yield candidate((start, hit.end), "QUANTITY", value, GUESS, "quantity.measure", forms.MEASURE)
