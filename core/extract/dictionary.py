"""A person's own words on the text: always hide, never hide, and spans marked by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import ahocorasick

from core.domain.request import AddedSpan, Decisions
from core.domain.sensitive import Layer
from core.domain.taxonomy import Taxonomy
from core.extract.candidate import Candidate
from core.text.characters import in_simplified
from core.text.normalize import NormalizedText, comparison_key, normalize


def same_length_lower(text: str) -> str:
    """Lower case with every offset kept: the few letters whose lower case is longer stay as they are."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low := char.lower()) == 1 else char for char in text)


def folded(text: str) -> str:
    """Of the same length: lower case, Simplified."""
    return in_simplified(same_length_lower(text))


def _is_latin(char: str) -> bool:
    return char.isascii() and char.isalnum()


def _whole_word(text: str, start: int, end: int) -> bool:
    """False where the span cuts through a run of Latin letters or digits."""
    if start > 0 and _is_latin(text[start]) and _is_latin(text[start - 1]):
        return False
    return not (end < len(text) and _is_latin(text[end - 1]) and _is_latin(text[end]))


def always_hidden(lower: str, surfaces: Mapping[str, str], taxonomy: Taxonomy) -> Iterator[Candidate]:
    """All occurrences of the dictionary's surfaces in the lower-cased view."""
    automaton = ahocorasick.Automaton()
    for surface, type_id in surfaces.items():
        folded = same_length_lower(normalize(surface).text).strip()
        if folded and type_id in taxonomy:
            automaton.add_word(folded, (folded, type_id))
    if not len(automaton):
        return
    automaton.make_automaton()
    for last, (folded, type_id) in automaton.iter(lower):
        start, end = last + 1 - len(folded), last + 1
        if _whole_word(lower, start, end):
            yield Candidate(start, end, type_id, comparison_key(folded), 1.0, Layer.USER, "user.always_hide", 1.0)


def added(
    spans: Iterable[AddedSpan], normalized: NormalizedText, found: Iterable[Candidate], taxonomy: Taxonomy
) -> Iterator[Candidate]:
    """Spans marked by hand. A value that a recogniser of the same type read from the same place is kept."""
    known = {(candidate.start, candidate.end, candidate.type_id): candidate for candidate in found}
    for span in spans:
        if span.type_id not in taxonomy or not 0 <= span.start < span.end <= len(normalized.original):
            continue
        start, end = normalized.to_view(span.start, span.end)
        surface = normalized.text[start:end]
        if not surface.strip():
            continue
        same = known.get((start, end, span.type_id))
        value = same.value if same else comparison_key(surface) or surface.strip()
        form = same.form if same else ""
        yield Candidate(start, end, span.type_id, value, 1.0, Layer.USER, "user.added", 1.0, form=form)


class NeverHide:
    """Surfaces that are not sensitive, compared as folded letters and digits."""

    def __init__(self, decisions: Decisions) -> None:
        self._keys = frozenset(comparison_key(surface) for surface in decisions.never_hide) - {""}

    def allows(self, surface: str) -> bool:
        """True when the surface may be taken as sensitive."""
        return not self._keys or comparison_key(surface) not in self._keys
