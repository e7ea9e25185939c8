"""A text in pieces that a model can read at once, cut between paragraphs, each with the end of the one before."""

from __future__ import annotations

from core.extract.segments import segments
from core.llm.token_budget import at_most

LONGEST, LEAST, OVERLAP = 3000, 300, 120
"""Code points. Longer documents make small models forgetful; OVERLAP of them are read twice, so that a value at a cut
is read whole."""


def chunks(text: str, room: int) -> list[str]:
    """Pieces of at most `room` tokens and LONGEST code points each, blank ones left out.

    A piece of LEAST code points is made even where it does not fit: the call then fails and says so.
    """
    room -= at_most(text[:OVERLAP])
    cuts: list[tuple[int, int]] = []
    for segment in segments(text):
        if cuts and _fits(text[cuts[-1][0] : segment.end], room):
            cuts[-1] = (cuts[-1][0], segment.end)
            continue
        start = segment.start
        while start < segment.end:
            width = min(LONGEST, segment.end - start)
            while width > LEAST and not _fits(text[start : start + width], room):
                width = max(LEAST, width * 3 // 4)
            cuts.append((start, start + width))
            start += width
    return [text[max(0, start - OVERLAP) : end] for start, end in cuts if text[start:end].strip()]


def _fits(piece: str, room: int) -> bool:
    return len(piece) <= LONGEST and at_most(piece) <= room
