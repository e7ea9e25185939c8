"""Putting rendered texts in the place of spans, with offsets on both sides."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from core.domain.artifact import Replacement


@dataclass(frozen=True, slots=True)
class Piece:
    """What stands for `[start, end)` of X. `level` is the hierarchy level that was rendered."""

    start: int
    end: int
    attribute_id: str
    level: int
    rendered: str
    node: str = ""
    token: str = ""
    scrubbed: bool = False


def splice(text: str, pieces: Iterable[Piece]) -> tuple[str, tuple[Replacement, ...]]:
    """D and its provenance. Pieces are in text order and do not overlap."""
    parts: list[str] = []
    replacements: list[Replacement] = []
    position = length = 0
    for piece in pieces:
        kept = text[position : piece.start]
        parts += (kept, piece.rendered)
        start = length + len(kept)
        length = start + len(piece.rendered)
        replacements.append(
            Replacement(
                attribute_id=piece.attribute_id,
                source_start=piece.start,
                source_end=piece.end,
                start=start,
                end=length,
                level=piece.level,
                rendered=piece.rendered,
                node=piece.node,
                token=piece.token,
            )
        )
        position = piece.end
    parts.append(text[position:])
    return "".join(parts), tuple(replacements)


class Provenance:
    """Where spans of D come from. Look-ups are logarithmic in the number of replacements."""

    def __init__(self, replacements: tuple[Replacement, ...]) -> None:
        self._items = replacements
        self._ends = [item.end for item in replacements]

    def touched(self, start: int, end: int) -> tuple[Replacement, ...]:
        """Replacements that overlap `[start, end)` of D."""
        first = last = bisect_right(self._ends, start)
        while last < len(self._items) and self._items[last].start < end:
            last += 1
        return self._items[first:last]

    def source(self, start: int, end: int) -> tuple[int, int]:
        """Span of X behind `[start, end)` of D; it covers the whole source of every replacement it touches."""
        source_start, source_end = self._point(start), self._point(end)
        for item in self.touched(start, end):
            source_start = min(source_start, item.source_start)
            source_end = max(source_end, item.source_end)
        return source_start, source_end

    def _point(self, offset: int) -> int:
        index = bisect_right(self._ends, offset) - 1
        return offset if index < 0 else offset + self._items[index].source_end - self._items[index].end
