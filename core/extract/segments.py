"""Cutting a text into segments, so that a keystroke rescans only its paragraph.

Cuts depend only on what stands shortly before them: an edit moves the cuts of its own paragraph, never those
of paragraphs further down.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_BLANK_LINE = re.compile(r"\n[ \t]*\n\s*")
_SENTENCE_END = re.compile(r"[。！？；!?;]\s*|\.\s+|[，,]\s*|\s+")

SOFT_LIMIT = 1500
"""A paragraph longer than this many code points may be cut at a line end."""
HARD_LIMIT = 4000
"""No segment is longer than this many code points."""


@dataclass(frozen=True, slots=True)
class Segment:
    """`[start, end)` of the view."""

    start: int
    end: int


def _last_break(text: str, start: int, end: int) -> int:
    """End of the last sentence (else of the last word) in `[start, end)`, or `end` where there is none."""
    floor = start + (end - start) // 2
    cut = end
    for match in _SENTENCE_END.finditer(text, floor, end):
        cut = match.end()
    return cut


def _cut_paragraph(text: str, start: int, end: int) -> Iterator[Segment]:
    while end - start > SOFT_LIMIT:
        line_end = text.find("\n", start + SOFT_LIMIT, min(end, start + HARD_LIMIT))
        if line_end >= 0:
            cut = line_end + 1
        elif end - start > HARD_LIMIT:
            cut = _last_break(text, start, start + HARD_LIMIT)
        else:
            break
        yield Segment(start, cut)
        start = cut
    if start < end:
        yield Segment(start, end)


def segments(text: str) -> Iterator[Segment]:
    """Segments in order; together they cover the whole text."""
    start = 0
    for match in _BLANK_LINE.finditer(text):
        yield from _cut_paragraph(text, start, match.end())
        start = match.end()
    yield from _cut_paragraph(text, start, len(text))
