"""Is a text about a person? Decides over values that nothing near them ties to anybody."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.domain.sensitive import Layer, Mention
from core.domain.taxonomy import Kind, Taxonomy
from core.extract.pattern_needs import Gate
from core.extract.quasi.lexicon import FOLDER, read_terms
from core.extract.quasi.scores import SELF_STANDING
from core.extract.quasi.word_lists import any_of
from core.text.characters import in_simplified

CUES = Path("reading") / "cues.txt"
SPECIFIC = frozenset({"DATE", "AMOUNT", "DURATION", "TRIP_NUMBER", "TIME", "INCOME", "DOSE", "RATE", "BIRTH_DATE"})
"""Types whose presence makes a plan out of a wish: "I want to go" + date + budget."""
SOUGHT = frozenset({"AMOUNT", "DURATION", "TIME", "DATE", "RATE", "LANDMARK", "QUANTITY"})
"""Types of what is looked for ("a restaurant below 100 yuan"): beside a first person that tells something, they alone
make no text personal."""
FIXING = frozenset({"DATE", "TRIP_NUMBER"})
"""At least one of these must be among them: a filter (price, length) is no plan yet."""
ENOUGH = 2
"""Distinct specific types that, beside a first person, make a text personal."""
NO_LABEL = r"(?!\s*[:：=])"
"""`When: 14:00` is a field, not a question."""
SENTENCE_START = r"(?:^|[.!?\n:;]\s{0,3}[\"'“]?)"
EDGE = r"\b"
PUBLIC = frozenset({"URL", "IP_ADDRESS", "HOST", "MAC_ADDRESS", "API_KEY", "COMPANY_ID"})
"""Explicit types that do not show that a text is about a person."""

_TELLING = re.compile(
    rf"\b(?:i|we)\b(?! ?(?:(?:also|just|really|only|still) )?{any_of('en', 'asking_after')}\b)"
    rf"|\b(?:my|our)\b(?! (?:[a-z]+ )?{any_of('en', 'asked_about')}\b)"
    rf"|[我咱俺](?!{any_of('zh', 'asking_after')})"
)
_ASKED = re.compile(rf"(?:\b{any_of('en', 'asked_before')} |{any_of('zh', 'asked_before')})$")
"""What stands before a first person that merely asks."""


@dataclass(frozen=True, slots=True)
class Reading:
    """`strong`: words that are only said of a person; `weak`: a first person that may merely ask;
    `request`: what a general question or an order to write something contains."""

    strong: re.Pattern[str]
    weak: re.Pattern[str]
    request: re.Pattern[str]
    gate: Gate

    @classmethod
    def load(cls, root: Path) -> Reading:
        """Cues from the lexicon folder below `root`."""
        cues: dict[str, list[str]] = {"person.strong": [], "person.weak": [], "request": []}
        asking, past = [], []
        for term in read_terms(root / FOLDER / CUES):
            if term.group == "request.start":
                cues["request"].append(SENTENCE_START + _pattern(term.surface) + NO_LABEL)
            elif term.group == "person.asking":
                asking.append(_pattern(term.surface))
            elif term.group == "person.past":
                past.append(_pattern(term.surface))
            else:
                cues[term.group].append(_pattern(term.surface))
        # Whoever tells what they did tells of themselves: "I crossed the border", "I never drove".
        told = "|".join([r"[a-z]{3,}ed\b", *past])
        cues["person.strong"].append(rf"\bi (?:[a-z]+ly |never |also |just |then )?(?!{'|'.join(asking)})(?:{told})")
        strong, weak, request = (
            re.compile("|".join(cues[group])) for group in ("person.strong", "person.weak", "request")
        )
        return cls(strong, weak, request, Gate())

    def personal(self, lower: str, mentions: Sequence[Mention], taxonomy: Taxonomy) -> bool:
        """True when the text speaks of a person: an identifier, a self-standing value, a phrase, or a plan.

        A text that neither asks nor orders anything is material (a record, a report): it counts as personal.
        """
        for mention in mentions:
            if mention.layer is Layer.USER:
                return True
            explicit = taxonomy[mention.type_id].kind is Kind.EXPLICIT
            if explicit and mention.type_id not in PUBLIC:
                return True
            if not explicit and mention.layer is not Layer.NER and mention.explanation.score >= SELF_STANDING:
                return True
        if self._says(self.strong, lower):
            return True
        if any(mention.type_id not in SOUGHT for mention in mentions) and self._tells(lower):
            return True
        specific = {mention.type_id for mention in mentions} & SPECIFIC
        planned = len(specific) >= ENOUGH and bool(specific & FIXING) and self._says(self.weak, lower)
        return planned or not self._says(self.request, lower)

    def _says(self, cues: re.Pattern[str], lower: str) -> bool:
        holdings = self.gate.holdings(lower, lower)
        return self.gate.may_match(cues, holdings) and cues.search(lower) is not None

    def _tells(self, lower: str) -> bool:
        """Whether a first person tells something: one that stands in no frame of asking."""
        return any(not _ASKED.search(lower, 0, found.start()) for found in _TELLING.finditer(lower))

    def settle(self, mentions: Sequence[Mention], text: str, taxonomy: Taxonomy) -> tuple[Mention, ...]:
        """The mentions that stand: all of a personal text, else explicit, self-standing and hand-marked ones."""
        if self.personal(in_simplified(text.lower()), mentions, taxonomy):
            return tuple(mentions)
        return tuple(
            mention
            for mention in mentions
            if mention.layer is Layer.USER
            or taxonomy[mention.type_id].kind is Kind.EXPLICIT
            or (mention.layer is not Layer.NER and mention.explanation.score >= SELF_STANDING)
        )


def _pattern(surface: str) -> str:
    escaped = re.escape(surface).replace(r"\ ", r"\s+")
    if not surface.isascii():
        return escaped
    # A word's edges, but none at a sign: there is no word to end before the question mark of a Chinese sentence.
    return rf"{EDGE if surface[0].isalnum() else ''}{escaped}{EDGE if surface[-1].isalnum() else ''}"
