"""Putting rendered texts in the place of spans, with offsets on both sides."""

from __future__ import annotations

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


def source_span(hit_start: int, hit_end: int, replacements: tuple[Replacement, ...]) -> tuple[int, int, bool]:
    """Span of X behind `[hit_start, hit_end)` of D, and whether it touches a replacement.

    A hit that touches a replacement covers that replacement's whole source.
    """
    touched = [item for item in replacements if item.start < hit_end and hit_start < item.end]
    start = _source_point(hit_start, replacements)
    end = _source_point(hit_end, replacements)
    for item in touched:
        start, end = min(start, item.source_start), max(end, item.source_end)
    return start, end, bool(touched)


def _source_point(offset: int, replacements: tuple[Replacement, ...]) -> int:
    shift = 0
    for item in replacements:
        if item.end > offset:
            break
        shift = item.source_end - item.end
    return offset + shift
