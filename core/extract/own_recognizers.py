"""Recognisers that a person makes: a pattern or a shape, with words that must stand near, or without."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from core.domain.errors import InputError
from core.domain.request import MAX_TEXT_BYTES
from core.domain.sensitive import Layer
from core.domain.taxonomy import Taxonomy
from core.extract.candidate import Candidate
from core.extract.dictionary import same_length_lower
from core.extract.linear_pattern import LinearPattern
from core.text.normalize import comparison_key, normalize
from core.text.shapes import compiled, cut_out, parse

MOST_RECOGNIZERS = 100
MOST_CUES = 16
LONGEST_CUE = 40
REACH = 32
"""Code points between a cue and the value, where nothing else is said."""
LONGEST_REACH = 200
LONGEST_NAME = 80
SHORTEST = 2
"""Code points of a match that counts: single characters are everywhere."""
RECOGNIZER = "user.recognizer"


@dataclass(frozen=True, slots=True)
class OwnRecognizer:
    """One definition. Exactly one of `pattern` (`core.extract.linear_pattern`) and `shape` (`core.text.shapes`) is
    given. `cues`: words of which one must stand within `reach` code points before or after; none = none is needed."""

    id: str
    type_id: str
    pattern: str = ""
    shape: str = ""
    cues: tuple[str, ...] = ()
    reach: int = REACH
    name: str = ""
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Tried:
    """What a definition finds in a sample: spans in code points of the sample. `error`: code of why it can find
    nothing, with the content-free `details` of its sentence."""

    spans: tuple[tuple[int, int], ...] = ()
    error: str = ""
    details: tuple[tuple[str, str | int | float], ...] = ()


@dataclass(frozen=True, slots=True)
class _Compiled:
    definition: OwnRecognizer
    matcher: LinearPattern | re.Pattern[str]
    cues: re.Pattern[str] | None

    def spans(self, view: str, lower: str) -> Iterator[tuple[int, int]]:
        if self.cues is not None and self.cues.search(lower) is None:
            return
        for start, end in self._matches(view):
            if end - start < SHORTEST or not view[start:end].strip() or cut_out(view, start, end):
                continue
            if self.cues is None or self._near(lower, start, end):
                yield start, end

    def candidates(self, view: str, lower: str) -> Iterator[Candidate]:
        for start, end in self.spans(view, lower):
            surface = view[start:end]
            value = comparison_key(surface) or surface.strip()
            yield Candidate(start, end, self.definition.type_id, value, 1.0, Layer.USER, RECOGNIZER, 1.0)

    def _matches(self, view: str) -> Iterator[tuple[int, int]]:
        if isinstance(self.matcher, LinearPattern):
            return self.matcher.finditer(view)
        return (match.span() for match in self.matcher.finditer(view))

    def _near(self, lower: str, start: int, end: int) -> bool:
        reach = self.definition.reach + LONGEST_CUE
        before = lower[max(0, start - reach) : start]
        after = lower[end : end + reach]
        assert self.cues is not None  # noqa: S101 - `spans` asked
        return any(
            gap <= self.definition.reach
            for gap in (
                *(len(before) - found.end() for found in self.cues.finditer(before)),
                *(found.start() for found in self.cues.finditer(after)),
            )
        )


@dataclass(frozen=True, slots=True)
class OwnRecognizers:
    """Definitions made ready. Immutable; safe from any thread."""

    _compiled: tuple[_Compiled, ...] = ()

    @classmethod
    def build(cls, definitions: Iterable[OwnRecognizer], taxonomy: Taxonomy) -> OwnRecognizers:
        """Only the enabled ones. Raises InputError as `check`, `recognizer.many`."""
        enabled = [definition for definition in definitions if definition.enabled]
        if len(enabled) > MOST_RECOGNIZERS:
            raise InputError("recognizer.many", details={"limit": MOST_RECOGNIZERS})
        return cls(tuple(_compile(definition, taxonomy) for definition in enabled))

    def __bool__(self) -> bool:
        return bool(self._compiled)

    def searches(self, view: str, lower: str) -> Iterator[tuple[str, Callable[[], Iterable[Candidate]]]]:
        """Every definition by its id, with its search in the normalised view; spans of several may overlap."""
        for item in self._compiled:
            yield item.definition.id, partial(item.candidates, view, lower)


def check(definition: OwnRecognizer, taxonomy: Taxonomy) -> None:
    """Whether a definition can be used. Raises InputError `recognizer.type`, `recognizer.form` (neither or both of
    pattern and shape), `recognizer.cues`, `shape.malformed`, `pattern.*`."""
    _compile(definition, taxonomy)


def try_recognizer(definition: OwnRecognizer, sample: str, taxonomy: Taxonomy) -> Tried:
    """What a definition, enabled or not, finds in a sample; for a box in which a person tries it. Never raises."""
    if len(sample.encode("utf-8", "surrogatepass")) > MAX_TEXT_BYTES:
        return Tried(error="recognizer.sample", details=(("limit", MAX_TEXT_BYTES),))
    try:
        found = _compile(definition, taxonomy)
    except InputError as error:
        return Tried(error=error.code, details=tuple(sorted(error.details.items())))
    normalized = normalize(sample)
    lower = same_length_lower(normalized.text)
    return Tried(tuple(normalized.to_original(*span) for span in found.spans(normalized.text, lower)))


def _compile(definition: OwnRecognizer, taxonomy: Taxonomy) -> _Compiled:
    if definition.type_id not in taxonomy:
        raise InputError("recognizer.type")
    if bool(definition.pattern) is bool(definition.shape) or len(definition.name) > LONGEST_NAME:
        raise InputError("recognizer.form")
    cues = tuple(dict.fromkeys(same_length_lower(normalize(cue).text).strip() for cue in definition.cues))
    fits = len(cues) <= MOST_CUES and all(0 < len(cue) <= LONGEST_CUE for cue in cues)
    if not fits or not 0 <= definition.reach <= LONGEST_REACH:
        raise InputError("recognizer.cues", details={"limit": MOST_CUES})
    matcher = compiled(parse(definition.shape)) if definition.shape else LinearPattern(definition.pattern)
    return _Compiled(definition, matcher, re.compile("|".join(map(_cue_source, cues))) if cues else None)


def _cue_source(cue: str) -> str:
    """Whole words where a cue begins or ends with a Latin letter or digit."""
    before = "(?<![0-9a-z])" if cue[0].isascii() and cue[0].isalnum() else ""
    after = "(?![0-9a-z])" if cue[-1].isascii() and cue[-1].isalnum() else ""
    return f"{before}{re.escape(cue)}{after}"
