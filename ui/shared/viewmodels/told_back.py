"""An answer with what a person put back into it, or without what would act on being clicked or pasted. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from core.restore.active import ActivePlaces
from core.restore.pieces import Piece, PlainText, RestoredValue, joined
from core.restore.suggestion import Suggestion

Chosen = Callable[[Suggestion], str | None]
"""What a person chose for a phrase of the answer; None leaves it as the answer says."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Pieces to draw and to copy; `active`: places in `pieces` of values that something acts on."""

    pieces: tuple[Piece, ...]
    active: frozenset[int] = frozenset()

    @property
    def active_marks(self) -> frozenset[int]:
        """The same places, counted among the pieces that are no plain text."""
        marked = [place for place, piece in enumerate(self.pieces) if not isinstance(piece, PlainText)]
        return frozenset(mark for mark, place in enumerate(marked) if place in self.active)


def told_back(pieces: Iterable[Piece], suggestions: Iterable[Suggestion], chosen: Chosen) -> tuple[Piece, ...]:
    """`pieces` with the chosen originals in the place of their phrases, as restored values of their own.

    `suggestions`: places (code points) in the joined text of `pieces`, in order. Only words of the cloud are exchanged:
    a phrase that reaches into a restored value stays.
    """
    waiting = [(item, value) for item in suggestions if (value := chosen(item)) is not None]
    if not waiting:
        return tuple(pieces)
    result: list[Piece] = []
    position = 0
    for piece in joined(tuple(pieces)):
        end = position + len(piece.text)
        if isinstance(piece, PlainText):
            inside = [(item, value) for item, value in waiting if position <= item.start and item.end <= end]
            result += _exchanged(piece.text, position, inside)
        else:
            result.append(piece)
        position = end
    return tuple(result)


def _exchanged(text: str, position: int, inside: list[tuple[Suggestion, str]]) -> Iterator[Piece]:
    done = 0
    for item, value in inside:
        start, end = item.start - position, item.end - position
        if start > done:
            yield PlainText(text[done:start])
        yield RestoredValue(value, value, item.phrase, item.attribute_ids[0], item.phrase)
        done = end
    if done < len(text):
        yield PlainText(text[done:])


def prepared(pieces: tuple[Piece, ...], places: ActivePlaces | None, *, leave_out: bool) -> Shown:
    """What is drawn of a complete answer. `leave_out`: tokens stay where a value would stand in something active."""
    if places is None:
        return Shown(pieces)
    whole = joined(pieces)
    if leave_out:
        return Shown(places.inert(whole))
    return Shown(whole, places.of(whole))
