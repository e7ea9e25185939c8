"""The hard line: no declared value stays literally, in any spelling the normaliser knows (DESIGN 5.2, paper T18).

Four passes over one normalised text, all linear and independent of any model:
1. all surfaces, aliases and the canonical value of every declared attribute in one automaton over the comparison view
   (letters and digits only, width, case, spaces, dashes and zero-width characters folded away), names also with their
   parts reversed; short keys only between boundaries (`comparison.text_key`);
2. digit strings also over the view in which spelled digits (one, 一, 幺) are digits;
3. parts of names, houses, streets and mail addresses that identify by themselves (`core.extract.parts`);
4. numbers, dates and clock times read as values, in the context of their unit (`literal`).
All of them over the text and over every decoded view of it (percent-encoding, escapes, base64; `core.text.decoding`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import ahocorasick

from core.dehydrate.comparison import TextKey, accepted, squeeze_digits, text_key
from core.dehydrate.numeric_literals import NUMERIC_TYPES, is_bare_number, numeric_spans, read
from core.domain.artifact import EXACT_LEVEL
from core.domain.sensitive import SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Kind, Taxonomy
from core.domain.tokens import veiled
from core.extract.parts import PartFinder, parts_of
from core.text.comparison import ComparisonView, squeeze_normal
from core.text.decoding import decoded_views
from core.text.normalize import NormalizedText, normalize

SPELLED_DIGITS = 4
"""Shortest digit string that is looked for in spelled digits."""
MAX_PASSES = 8
NOTHING = "…"

ReplacementFor = Callable[[str, int, int], str]


@dataclass(frozen=True, slots=True)
class LiteralHit:
    """A literal of a declared value at `[start, end)` in code points of the examined text."""

    attribute_id: str
    start: int
    end: int


Entry = tuple[str, TextKey]


class HardLine:
    """Deterministic value-level matcher. Stateless but for a cache of automata; safe from any thread."""

    def __init__(self, taxonomy: Taxonomy) -> None:
        self._taxonomy = taxonomy
        self._labels = frozenset(label for kind in taxonomy for label in kind.token_labels)
        self._automata = lru_cache(maxsize=16)(_automaton)
        self._part_finders = lru_cache(maxsize=16)(PartFinder)
        self._keys_of = lru_cache(maxsize=4096)(self._keys)

    def find(self, text: str, sensitive: SensitiveSet, levels: Mapping[str, int]) -> tuple[LiteralHit, ...]:
        """Every literal of every declared attribute in text order; longest first where several overlap.

        An attribute at level 0 was kept by a person and is not declared; one without a level is. Label and number of
        a token are no part of any value; the class that it says may be.
        """
        declared = tuple(item for item in sensitive.attributes if levels.get(item.id, EXACT_LEVEL + 1) > EXACT_LEVEL)
        if not declared or not text:
            return ()
        text = veiled(text, self._labels)
        spans = self._spans(text, declared)
        for view in decoded_views(text):
            spans |= {(*view.span(start, end), owner) for start, end, owner in self._spans(view.text, declared)}
        return _hits(spans)

    def _spans(self, text: str, declared: tuple[SensitiveAttribute, ...]) -> set[tuple[int, int, str]]:
        """Literals in one reading of a text, in its code points."""
        normal = normalize(text)
        found = self._textual(declared, normal) | _numeric(declared, normal)
        if normal.text == normal.original:
            return found
        return {(*normal.to_original(start, end), owner) for start, end, owner in found}

    def scrub(
        self, text: str, sensitive: SensitiveSet, levels: Mapping[str, int], replacement_for: ReplacementFor
    ) -> tuple[str, int]:
        """Replace every literal; returns the text and how many were replaced.

        `replacement_for(attribute_id, start, end)` gives the text for a hit; one that brings a literal back is
        overruled by an ellipsis, so that the result never holds a literal.
        """
        count = 0
        for attempt in range(MAX_PASSES):
            hits = self.find(text, sensitive, levels)
            if not hits:
                return text, count
            count += len(hits)
            for hit in reversed(hits):
                given = replacement_for(hit.attribute_id, hit.start, hit.end) if attempt < 2 else NOTHING
                text = text[: hit.start] + given + text[hit.end :]
        while hits := self.find(text, sensitive, levels):
            for hit in reversed(hits):
                text = text[: hit.start] + " " * min(1, hit.start) + text[hit.end :]
            count += len(hits)
        return text, count

    def _textual(self, declared: tuple[SensitiveAttribute, ...], normal: NormalizedText) -> set[tuple[int, int, str]]:
        entries = tuple((item.id, key) for item in declared for key in self._keys_of(item))
        found: set[tuple[int, int, str]] = set()
        view = squeeze_normal(normal)
        owned = tuple(
            (item.id, part) for item in declared for name in _names(item) for part in parts_of(item.type_id, name)
        )
        if owned:
            found.update(self._part_finders(owned).find(normal, view))
        if not entries:
            return found
        _search(self._automata(entries), view, found)
        spelled = tuple(entry for entry in entries if entry[1].key.isdigit() and len(entry[1].key) >= SPELLED_DIGITS)
        digits = squeeze_digits(normal) if spelled else None
        if digits is not None:
            _search(self._automata(spelled), digits, found, spelled=True)
        return found

    def _keys(self, attribute: SensitiveAttribute) -> tuple[TextKey, ...]:
        numeric = attribute.type_id in NUMERIC_TYPES
        surfaces = [*attribute.surfaces]
        if not numeric:
            surfaces.append(attribute.value)
        if attribute.kind is Kind.EXPLICIT and attribute.type_id == "PERSON":
            surfaces += [" ".join(reversed(surface.split())) for surface in surfaces if surface.count(" ") in (1, 2)]
        keys: dict[str, TextKey] = {}
        for surface in surfaces:
            key = text_key(surface)
            if key is None or (numeric and is_bare_number(surface)):
                continue
            keys.setdefault(key.key, replace(key, counted=numeric))
        return tuple(keys.values())


def _names(attribute: SensitiveAttribute) -> tuple[str, ...]:
    """The spellings whose parts identify: the value itself and what stands in the text; an alias is a part already."""
    return tuple(dict.fromkeys((attribute.value, *(mention.text for mention in attribute.mentions))))


def _automaton(entries: tuple[Entry, ...]) -> ahocorasick.Automaton:
    holders: dict[str, list[Entry]] = {}
    for attribute_id, key in entries:
        holders.setdefault(key.key, []).append((attribute_id, key))
    automaton = ahocorasick.Automaton()
    for key_text, owners in holders.items():
        automaton.add_word(key_text, (len(key_text), tuple(owners)))
    automaton.make_automaton()
    return automaton


def _search(
    automaton: ahocorasick.Automaton, view: ComparisonView, found: set[tuple[int, int, str]], *, spelled: bool = False
) -> None:
    for last, (length, owners) in automaton.iter(view.text):
        start, end = view.span(last + 1 - length, last + 1)
        first = last + 1 - length
        around = view.text[max(0, first - 1) : first] + view.text[last + 1 : last + 2]
        inside = spelled and any(map(str.isdigit, around))
        for attribute_id, key in owners:
            if (not key.bounded or not inside) if spelled else accepted(view, key, start, end):
                found.add((start, end, attribute_id))


def _numeric(declared: tuple[SensitiveAttribute, ...], normal: NormalizedText) -> set[tuple[int, int, str]]:
    wanted = tuple(item for item in declared if item.type_id in NUMERIC_TYPES)
    if not wanted:
        return set()
    readings = read(normal.text, frozenset(item.type_id for item in wanted))
    return {
        (start, end, item.id) for item in wanted for start, end in numeric_spans(item.type_id, item.value, readings)
    }


def _hits(spans: set[tuple[int, int, str]]) -> tuple[LiteralHit, ...]:
    ordered = sorted(spans, key=lambda span: (span[0], -span[1], span[2]))
    chosen: list[LiteralHit] = []
    for start, end, attribute_id in ordered:
        if chosen and start < chosen[-1].end:
            last = chosen[-1]
            chosen[-1] = LiteralHit(last.attribute_id, last.start, max(last.end, end))
            continue
        chosen.append(LiteralHit(attribute_id, start, end))
    return tuple(chosen)
