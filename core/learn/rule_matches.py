"""Where a rule would find something in a text, and whether it is right about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.domain.language import Language
from core.domain.learning import Rule
from core.extract.learned import LearnedRules
from core.learn.materials import MarkedSpan
from core.text.normalize import normalize

Fire = Callable[[Rule, str, Language], Sequence[tuple[int, int]]]
"""Spans, in code points of the text, that one CUE rule finds."""


def fire_alone(rule: Rule, text: str, language: Language) -> Sequence[tuple[int, int]]:
    """By the layer that runs in the product, beside nothing else."""
    normalized = normalize(text)
    spans, _ = _compiled(rule).find(normalized.text)
    return tuple(normalized.to_original(span.start, span.end) for span in spans)


@lru_cache(maxsize=64)
def _compiled(rule: Rule) -> LearnedRules:
    """A rule is looked for in hundreds of texts in a row."""
    return LearnedRules.compile((rule,))


@dataclass(frozen=True, slots=True)
class LabelledText:
    """A text with everything in it that is sensitive; `harmless` ones have no spans."""

    text: str
    language: Language
    spans: tuple[MarkedSpan, ...] = ()


@dataclass(frozen=True, slots=True)
class Fired:
    """What one rule did on labelled texts. `right`: spans that touch something sensitive, of whatever type, since
    hiding it is no false alarm. `touched`: texts with a wrong span. `texts`: how many there were."""

    right: int
    wrong: int
    touched: int
    texts: int

    @property
    def precision(self) -> float | None:
        """None where it never fired."""
        return self.right / (self.right + self.wrong) if self.right + self.wrong else None


def fired_on(rule: Rule, texts: Iterable[LabelledText], fire: Fire) -> Fired:
    """Run the rule over `texts` of its own language."""
    right = wrong = touched = count = 0
    for item in texts:
        if item.language is not rule.language:
            continue
        count += 1
        spans = fire(rule, item.text, item.language)
        good = sum(any(start < span.end and span.start < end for span in item.spans) for start, end in spans)
        right += good
        wrong += len(spans) - good
        touched += good < len(spans)
    return Fired(right, wrong, touched, count)
