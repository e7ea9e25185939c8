"""Which of several overlapping candidates stands (DESIGN 5.1)."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable
from dataclasses import replace

from core.domain.sensitive import Layer
from core.domain.taxonomy import Kind, Taxonomy
from core.extract.candidate import Candidate

LENGTH_WEIGHT = 0.01
"""What one more code point is worth beside the score: a full address outweighs a city of higher score."""
MERGED = frozenset({"ADDRESS", "PHONE"})
"""Types of which two overlapping spans are parts of one value."""
LENGTH_CAP = 25
"""Code points beyond this many add nothing."""


def _weight(candidate: Candidate, taxonomy: Taxonomy) -> tuple[int, float, int, int]:
    explicit = taxonomy[candidate.type_id].kind is Kind.EXPLICIT
    length = candidate.end - candidate.start
    weight = candidate.score + LENGTH_WEIGHT * min(length, LENGTH_CAP)
    return (int(candidate.layer is Layer.USER), round(weight, 4), int(explicit), -candidate.start)


def _merge(taken: list[tuple[int, int, Candidate]], starts: list[int], index: int, candidate: Candidate) -> None:
    """Widen an accepted span by an overlapping one of its type, as far as its neighbours allow."""
    start, end, kept = taken[index]
    floor = taken[index - 1][1] if index else 0
    ceiling = taken[index + 1][0] if index + 1 < len(taken) else max(end, candidate.end)
    start, end = min(start, max(candidate.start, floor)), max(end, min(candidate.end, ceiling))
    longer = candidate.value if len(candidate.value) > len(kept.value) else kept.value
    taken[index] = (start, end, replace(kept, start=start, end=end, value=longer))
    starts[index] = start


def resolve(candidates: Iterable[Candidate], taxonomy: Taxonomy) -> tuple[Candidate, ...]:
    """A person's spans first, then by score and length; explicit beats quasi when equal.

    Returns candidates that do not overlap, in text order. Same input, same output.
    """
    ordered = sorted(
        candidates, key=lambda item: (_weight(item, taxonomy), item.type_id, item.recognizer), reverse=True
    )
    taken: list[tuple[int, int, Candidate]] = []
    starts: list[int] = []
    for candidate in ordered:
        if candidate.start >= candidate.end:
            continue
        index = bisect_left(starts, candidate.end)
        if index and taken[index - 1][1] > candidate.start:
            if candidate.type_id in MERGED and taken[index - 1][2].type_id == candidate.type_id:
                _merge(taken, starts, index - 1, candidate)
            continue
        insort(starts, candidate.start)
        taken.insert(
            bisect_left(taken, candidate.start, key=lambda item: item[0]), (candidate.start, candidate.end, candidate)
        )
    return tuple(candidate for _, _, candidate in taken)
