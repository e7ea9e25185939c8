"""What every detector of quasi-identifiers sees of one segment: the view, its term hits, its neighbourhood."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate, TextView
from core.extract.pattern_needs import Gate, Holdings
from core.extract.quasi.lexicon import Hit

_HAN = re.compile(r"[\u3400-\u9fff]")
_LATIN = re.compile(r"[A-Za-z]")
_DIGIT = re.compile(r"\d")
SENTENCE_ENDS = "。！？!?；;\n"


@dataclass(frozen=True, slots=True)
class Scan:
    """`text` and `lower` of the view, and all lexicon hits by group."""

    view: TextView
    text: str
    lower: str
    hits: dict[str, list[Hit]]
    has_han: bool
    has_latin: bool
    has_digit: bool
    holdings: Holdings
    gate: Gate

    @classmethod
    def of(cls, view: TextView, hits: dict[str, list[Hit]], gate: Gate | None = None) -> Scan:
        """Look once what occurs, so that patterns which cannot match cost nothing. `gate`: shared by scans."""
        text = view.text
        gate = gate if gate is not None else Gate()
        return cls(
            view,
            text,
            view.lower,
            hits,
            bool(_HAN.search(text)),
            bool(_LATIN.search(text)),
            bool(_DIGIT.search(text)),
            gate.holdings(text, view.lower),
            gate,
        )

    def all(self, pattern: re.Pattern[str]) -> Iterable[re.Match[str]]:
        """Matches in the lower-case text."""
        return pattern.finditer(self.lower) if self.gate.may_match(pattern, self.holdings) else ()

    def cased(self, pattern: re.Pattern[str]) -> Iterable[re.Match[str]]:
        """Matches in the text with its capitals."""
        return pattern.finditer(self.text) if self.gate.may_match(pattern, self.holdings) else ()

    def zh(self, pattern: re.Pattern[str]) -> Iterable[re.Match[str]]:
        """Matches of a pattern that needs ideographs, in the lower-case text."""
        return self.all(pattern) if self.has_han else ()

    def en(self, pattern: re.Pattern[str]) -> Iterable[re.Match[str]]:
        """Matches of a pattern that needs Latin letters, in the lower-case text."""
        return self.all(pattern) if self.has_latin else ()

    def num(self, pattern: re.Pattern[str]) -> Iterable[re.Match[str]]:
        """Matches of a pattern that needs digits, in the lower-case text."""
        return self.all(pattern) if self.has_digit else ()

    def group(self, name: str) -> list[Hit]:
        """Hits of one group in text order."""
        return self.hits.get(name, [])

    def before(self, start: int, width: int = 30) -> str:
        """Lower-case text before `start`, cut at the last sentence end."""
        return before(self.lower, start, width)

    def after(self, end: int, width: int = 30) -> str:
        """Lower-case text after `end`, cut at the first sentence end."""
        piece = self.lower[end : end + width]
        for index, char in enumerate(piece):
            if char in SENTENCE_ENDS:
                return piece[:index]
        return piece


Detector = Callable[[Scan], Iterable[Candidate]]
"""Pure function of a scan."""


def before(lower: str, start: int, width: int) -> str:
    """At most `width` code points before `start`, cut at the last sentence end."""
    piece = lower[max(0, start - width) : start]
    return piece[max(piece.rfind(char) for char in SENTENCE_ENDS) + 1 :]


def candidate(
    span: tuple[int, int],
    type_id: str,
    value: str,
    score: float,
    rule: str,
    form: str = "",
    layer: Layer = Layer.PATTERN,
    cues: tuple[str, ...] = (),
) -> Candidate:
    """A candidate of the quasi room; `rule` becomes `quasi.<rule>`. `cues`: words of our own lexicons."""
    return Candidate(span[0], span[1], type_id, value, score, layer, f"quasi.{rule}", score, None, cues, form)


def folded(surface: str) -> str:
    """Canonical value of an open-class term: lower case, one space between words, no article."""
    words = surface.lower().split()
    while len(words) > 1 and words[0] in ("the", "a", "an", "his", "her", "my", "their", "our"):
        words = words[1:]
    return " ".join(words)
