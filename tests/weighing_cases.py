"""Readings and findings for the tests of what the rules and the span reader make together."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field

from core.domain.disclosure import DisclosureRole
from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.spans.reader import SpanFinding
from core.extract.weighing import Weighing
from core.resources import load_taxonomy, resource_root

WHO, WHERE = DisclosureRole.IDENTIFIES, DisclosureRole.LOCATES
TOPIC, PUBLIC = DisclosureRole.TOPIC, DisclosureRole.PUBLIC
TAXONOMY = load_taxonomy(resource_root())
WEIGHING = Weighing.load(resource_root())
TEXT = "Call Vera Quill at Elm Clinic about case HX-22/0931, she is one beekeeper of two in Oddfield."


@dataclass(frozen=True)
class Said:
    """A reading whose word on every stretch is written down."""

    findings: tuple[SpanFinding, ...] = ()
    weights: Mapping[str, Mapping[DisclosureRole | None, float]] = field(default_factory=dict)

    of_somebody: bool = True
    private: float = 1.0
    edges: Mapping[str, str] = field(default_factory=dict)

    def stretches(self, start: int, end: int, least: float, text: str) -> tuple[tuple[int, int], ...]:
        inner = self.edges.get(text[start:end], text[start:end])
        begin = start + text[start:end].index(inner)
        return ((begin, begin + len(inner)),)

    def is_sure(self, role: DisclosureRole, probability: float) -> bool:
        return probability >= 0.5

    def said(self, start: int, end: int) -> tuple[float, ...] | None:
        return None

    def weigh(self, start: int, end: int) -> Mapping[DisclosureRole | None, float]:
        return self.weights.get(TEXT[start:end], {None: 1.0})


@dataclass(frozen=True)
class Certain(Said):
    """A reading that takes every stretch for somebody's."""

    def weigh(self, start: int, end: int) -> Mapping[DisclosureRole | None, float]:
        return {WHO: 0.45, WHERE: 0.5}


def rule(surface: str, type_id: str, *, validation: bool | None = None, layer: Layer = Layer.PATTERN) -> Candidate:
    start = TEXT.index(surface)
    return Candidate(start, start + len(surface), type_id, surface, 0.8, layer, "rule", 0.8, validation)


def finding(surface: str, role: DisclosureRole, group: str, *, sure: bool = True) -> SpanFinding:
    start = TEXT.index(surface)
    return SpanFinding(start, start + len(surface), role, group, 0.9 if sure else 0.4, sure)


def settled(*candidates: Candidate, said: Said) -> dict[str, Candidate]:
    found = WEIGHING.settle(candidates, said, TEXT, TAXONOMY).standing  # type: ignore[arg-type]
    ends = [(item.start, item.end) for item in found]
    assert all(left[1] <= right[0] for left, right in itertools.pairwise(ends))
    return {TEXT[item.start : item.end]: item for item in found}


def in_text(text: str, surface: str, role: DisclosureRole, group: str, *, chance: float = 0.6) -> SpanFinding:
    start = text.index(surface)
    return SpanFinding(start, start + len(surface), role, group, chance, sure=True)


def shown(text: str, *candidates: Candidate | SpanFinding) -> list[str]:
    """The surfaces that stand, of findings of the rules and of the reader in another text."""
    found = tuple(item for item in candidates if isinstance(item, SpanFinding))
    rules = [item for item in candidates if isinstance(item, Candidate)]
    weights = {TEXT[item.start : item.end]: {WHERE: 0.9, None: 0.1} for item in rules}
    settled_in = WEIGHING.settle(rules, Said(found, weights), text, TAXONOMY).standing  # type: ignore[arg-type]
    return [text[item.start : item.end] for item in settled_in]


def ruled(
    text: str, surface: str, type_id: str, recognizer: str = "rule", base: float = 0.8, **more: object
) -> Candidate:
    start = text.index(surface)
    end = start + len(surface)
    return Candidate(start, end, type_id, surface, 0.8, Layer.PATTERN, recognizer, base, **more)  # type: ignore[arg-type]


def typed(text: str, candidate: Candidate, *found: SpanFinding) -> list[tuple[str, str]]:
    """What stands of a rule's finding and the reader's, where the reader takes all of it for somebody's."""
    said = Certain(tuple(found))
    items = WEIGHING.settle([candidate], said, text, TAXONOMY).standing  # type: ignore[arg-type]
    return [(text[item.start : item.end], item.type_id) for item in items]
