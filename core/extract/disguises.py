"""Disguised values in plain letters: spelled sign by sign, in words, codes, backwards, in pieces of a program.

A disguise is a stretch of the text with what it says. The views map back to the text, so that what is found in them
has a place there; whatever touches a stretch covers all of it. Every pass is linear. The readers are in `disguised`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.extract.disguise_words import disguise_words
from core.extract.disguised.addressed import addressed
from core.extract.disguised.coded import codes, morse
from core.extract.disguised.drawn import braille, drawn, upside_down
from core.extract.disguised.filled import filled, roman
from core.extract.disguised.pieced import markup, pieces
from core.extract.disguised.spelled import named_letters, spelled
from core.extract.disguised.stretch import Disguise
from core.extract.disguised.told import described, pinyin
from core.extract.disguised.turned import backwards, leet, turned
from core.extract.disguised.wrapped import wrapped
from core.text.decoding import DecodedView

MOST_STRETCHES = 400
"""Disguises of one text that are undone; a text with more is no prompt."""
_READERS = (
    spelled, named_letters, addressed, wrapped, filled, roman, drawn, braille, morse, codes, pieces, markup, described,
    pinyin, backwards, upside_down, turned, leet,
)  # fmt: skip


def disguises(text: str) -> tuple[Disguise, ...]:
    """The disguised stretches of `text` in order, never overlapping; of several at one place the longest."""
    words = disguise_words()
    found: list[Disguise] = []
    for reader in _READERS:
        found.extend(reader(text, words))
    kept: list[Disguise] = []
    for item in sorted(found, key=lambda item: (item.start, -item.end)):
        if not kept or item.start >= kept[-1].end:
            kept.append(item)
    return tuple(kept[:MOST_STRETCHES])


def disguised_views(text: str, found: Sequence[Disguise]) -> tuple[DecodedView, ...]:
    """The text with every disguise undone, once with the groups of a number apart and once without."""
    if not found:
        return ()
    first = _view(text, [(item, item.said) for item in found])
    if not any(item.other and item.other != item.said for item in found):
        return (first,)
    return first, _view(text, [(item, item.other or item.said) for item in found])


def _view(text: str, found: Iterable[tuple[Disguise, str]]) -> DecodedView:
    parts: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    position = 0
    for item, said in found:
        starts += [*range(position, item.start), *([item.start] * len(said))]
        ends += [*range(position + 1, item.start + 1), *([item.end] * len(said))]
        parts += [text[position : item.start], said]
        position = item.end
    starts.extend(range(position, len(text)))
    ends.extend(range(position + 1, len(text) + 1))
    return DecodedView("".join([*parts, text[position:]]), tuple(starts), tuple(ends))
