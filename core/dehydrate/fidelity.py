"""Whether a smoothed D still says what D says, no more and no less (DESIGN 5.2). Deterministic; doubts refuse."""

from __future__ import annotations

import re
from collections import Counter
from enum import StrEnum
from pathlib import Path
from typing import Protocol as Interface

from core.dehydrate.allowed_words import AllowedWords
from core.dehydrate.hard_line import LiteralHit
from core.dehydrate.numerals import read_numbers
from core.domain.artifact import Artifact
from core.domain.errors import ResourceError
from core.domain.events import CancelToken, Progress, ignore_progress
from core.domain.language import Language
from core.domain.request import Request
from core.domain.sensitive import LayerState, SensitiveSet
from core.domain.tokens import TOKEN_PATTERN
from core.extract.language import detect
from core.resources import read_toml
from core.text.normalize import comparison_key, normalize

CHANGED_SHARE = 0.1
"""Share of D's content words that may come, and that may go: a smoothed article is none of them, a new clause is."""
CHANGED_LEAST = 2
"""So many may change in a text of any length."""
LENGTH_SHARE = 0.25
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_MARKUP = re.compile(r"[`*#<>|~]+")
_WORD = re.compile(r"[^\W\d_]+")
_QUESTION = re.compile(r"[?？]")
_LATIN_WORD = re.compile(r"[a-z']+")


class Unfaithful(StrEnum):
    """Why a smoothed text is refused; message keys."""

    EMPTY = "smoothing.empty"
    ODD_CHARACTERS = "smoothing.odd_characters"
    MARKUP = "smoothing.markup"
    LENGTH = "smoothing.length"
    LANGUAGE = "smoothing.language"
    LOST_VALUE = "smoothing.lost_value"
    TOKENS = "smoothing.tokens"
    LITERAL = "smoothing.literal"
    NUMBERS = "smoothing.numbers"
    NAMES = "smoothing.names"
    FACTS = "smoothing.facts"
    NEGATIONS = "smoothing.negations"
    QUESTIONS = "smoothing.questions"
    WORDS = "smoothing.words"
    UNCHECKED = "smoothing.unchecked"


class Extracts(Interface):
    """What is asked of core.extract.cascade.CascadeExtractor."""

    def extract(
        self, request: Request, key: bytes, progress: Progress = ignore_progress, cancel: CancelToken | None = None
    ) -> SensitiveSet: ...


class FindsLiterals(Interface):
    """What is asked of core.dehydrate.dehydrator.Dehydrator."""

    def violations(self, artifact: Artifact, sensitive: SensitiveSet) -> tuple[LiteralHit, ...]: ...


class Fidelity:
    """All checks but that of the renderings, which `smoothing.aligned` makes. Safe from any thread."""

    def __init__(self, literals: FindsLiterals, extractor: Extracts, root: Path) -> None:
        """Raises ResourceError."""
        self._literals = literals
        self._extractor = extractor
        self._words = AllowedWords.load(root)
        data = read_toml(root / "questions" / "utility.toml")
        try:
            self._negations = {language: tuple(data[language.value]["negations"]) for language in Language}
        except (KeyError, TypeError) as error:
            raise ResourceError("resource.malformed", details={"file": "utility.toml"}) from error

    def doubt(
        self, request: Request, sensitive: SensitiveSet, artifact: Artifact, smoothed: Artifact
    ) -> Unfaithful | None:
        """The first reason to refuse `smoothed`, None when there is none. Cheap checks first."""
        old, new = artifact.text, smoothed.text
        if not new.strip():
            return Unfaithful.EMPTY
        if Counter(_CONTROL.findall(new)) - Counter(_CONTROL.findall(old)):
            return Unfaithful.ODD_CHARACTERS
        if _MARKUP.findall(new) != _MARKUP.findall(old):
            return Unfaithful.MARKUP
        if abs(len(new) - len(old)) > LENGTH_SHARE * len(old) + CHANGED_LEAST:
            return Unfaithful.LENGTH
        if detect(new) is not detect(old):
            return Unfaithful.LANGUAGE
        return self._about_words(old, new) or self._about_facts(request, sensitive, artifact, smoothed)

    def _about_words(self, old: str, new: str) -> Unfaithful | None:
        before, after = normalize(old).text, normalize(new).text
        if _tokens(old) != _tokens(new):
            return Unfaithful.TOKENS
        if Counter(item.value for item in read_numbers(before)) != Counter(item.value for item in read_numbers(after)):
            return Unfaithful.NUMBERS
        if len(_QUESTION.findall(before)) != len(_QUESTION.findall(after)):
            return Unfaithful.QUESTIONS
        if self._negated(before) != self._negated(after):
            return Unfaithful.NEGATIONS
        known = set(_WORD.findall(before.casefold()))
        if any(word not in known and not self._words.is_small(word) for word in _capitalised(after)):
            return Unfaithful.NAMES
        return self._about_content(before, after)

    def _about_content(self, before: str, after: str) -> Unfaithful | None:
        old_words, old_signs = self._words.content(before)
        new_words, new_signs = self._words.content(after)
        old, new = old_words + Counter(old_signs), new_words + Counter(new_signs)
        allowed = max(CHANGED_LEAST, CHANGED_SHARE * old.total())
        return Unfaithful.WORDS if (new - old).total() > allowed or (old - new).total() > allowed else None

    def _about_facts(
        self, request: Request, sensitive: SensitiveSet, artifact: Artifact, smoothed: Artifact
    ) -> Unfaithful | None:
        if self._literals.violations(smoothed, sensitive):
            return Unfaithful.LITERAL
        # The key only shapes ids, and these are thrown away.
        seen = self._extractor.extract(Request(smoothed.text, language=request.language), b"smoothing")
        if any(health.state is LayerState.FAILED for health in seen.layers):
            return Unfaithful.UNCHECKED
        known = comparison_key(artifact.text)
        if any(comparison_key(mention.text) not in known for mention in seen.mentions):
            return Unfaithful.FACTS
        return None

    def _negated(self, text: str) -> Counter[str]:
        """How often each negating word stands in a normalised text, of both languages."""
        folded = text.casefold().replace("’", "'")
        words = Counter(_LATIN_WORD.findall(folded))
        found = {word: words[word] for word in self._negations[Language.EN]}
        found |= {word: folded.count(word) for word in self._negations[Language.ZH]}
        return Counter(found)


def _capitalised(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text) if word[0].isupper()]


def _tokens(text: str) -> Counter[str]:
    return Counter(match.group() for match in TOKEN_PATTERN.finditer(text))
