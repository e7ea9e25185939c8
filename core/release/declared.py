"""What must not leave, over all turns of a conversation, and the check that it does not (DESIGN 5.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from core.dehydrate.hard_line import HardLine
from core.domain.sensitive import SensitiveAttribute, SensitiveSet


@dataclass(frozen=True, slots=True)
class Declared:
    """S of one turn and the level each attribute left at. Level 0 = a person kept it."""

    sensitive: SensitiveSet
    levels: Mapping[str, int]


def harmonised(turns: Iterable[Declared]) -> tuple[Declared, ...]:
    """The turns, oldest first, with every attribute at the level of the latest turn that names it.

    So a value that a person keeps today is not forbidden by yesterday, and one hidden today is forbidden
    in what was said before.
    """
    listed = tuple(turns)
    latest: dict[str, int] = {}
    for turn in listed:
        latest.update({item.id: turn.levels[item.id] for item in turn.sensitive.attributes if item.id in turn.levels})
    return tuple(Declared(turn.sensitive, {**turn.levels, **latest}) for turn in listed)


def union(turns: Iterable[Declared]) -> Declared:
    """All turns as one, so that every text is searched once: each attribute with every spelling it ever had, at
    the level of the latest turn that names it."""
    attributes: dict[str, SensitiveAttribute] = {}
    levels: dict[str, int] = {}
    for turn in turns:
        levels.update(turn.levels)
        for item in turn.sensitive.attributes:
            known = attributes.get(item.id)
            spellings = {*item.surfaces, *(known.surfaces if known else ())}
            attributes[item.id] = replace(item, aliases=tuple(sorted(spellings)))
    return Declared(SensitiveSet(tuple(attributes.values())), levels)


def literal_spans(finder: HardLine, text: str, declared: Declared) -> tuple[tuple[int, int], ...]:
    """Spans of `text` that spell a declared value, merged, in order."""
    found = sorted({(hit.start, hit.end) for hit in finder.find(text, declared.sensitive, declared.levels)})
    merged: list[tuple[int, int]] = []
    for start, end in found:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)


def without_literals(finder: HardLine, text: str, declared: Declared, instead: str) -> tuple[str, int]:
    """`text` with every such span replaced by `instead`, and how many there were."""
    spans = literal_spans(finder, text, declared)
    parts: list[str] = []
    position = 0
    for start, end in spans:
        parts += [text[position:start], instead]
        position = end
    parts.append(text[position:])
    return "".join(parts), len(spans)
