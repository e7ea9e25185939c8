"""What every detector of quasi-identifiers sees of one segment: the view, its term hits, its neighbourhood."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate, TextView
from core.extract.quasi.lexicon import Hit

SENTENCE_ENDS = "。！？!?；;\n"


@dataclass(frozen=True, slots=True)
class Scan:
    """`text` and `lower` of the view, and all lexicon hits by group."""

    view: TextView
    text: str
    lower: str
    hits: dict[str, list[Hit]]

    def group(self, name: str) -> list[Hit]:
        """Hits of one group in text order."""
        return self.hits.get(name, [])

    def before(self, start: int, width: int = 30) -> str:
        """Lower-case text before `start`, cut at the last sentence end."""
        piece = self.lower[max(0, start - width) : start]
        cut = max(piece.rfind(char) for char in SENTENCE_ENDS)
        return piece[cut + 1 :]

    def after(self, end: int, width: int = 30) -> str:
        """Lower-case text after `end`, cut at the first sentence end."""
        piece = self.lower[end : end + width]
        for index, char in enumerate(piece):
            if char in SENTENCE_ENDS:
                return piece[:index]
        return piece


Detector = Callable[[Scan], Iterable[Candidate]]
"""Pure function of a scan."""


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
