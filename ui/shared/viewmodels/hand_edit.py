"""Edits that a person made by hand in what will be sent, carried over to another proposal. Pure; offsets are code
points."""

from __future__ import annotations

from dataclasses import dataclass

from ui.shared.viewmodels.diff import DiffPart, diff, tokens


@dataclass(frozen=True, slots=True)
class HandEdit:
    """`text`: what the person made of the proposal `base`."""

    base: str
    text: str

    @property
    def changed(self) -> bool:
        return self.text != self.base

    def on(self, proposal: str) -> HandEdit:
        """The same edits on another proposal."""
        return self if proposal == self.base else HandEdit(proposal, merged(self.base, self.text, proposal))


def merged(base: str, mine: str, theirs: str) -> str:
    """What becomes of `base` when a person's edits lead to `mine` and the program's to `theirs`.

    Where both changed one place, the person's words stay unless they repeat what the program has just taken out: hiding
    more must never be undone by an older edit."""
    if mine == base:
        return theirs
    own, other = list(diff(base, mine).changes), list(diff(base, theirs).changes)
    pieces: list[str] = []
    place = 0
    while own or other:
        group_own, group_other, start, end = _next_group(own, other)
        pieces.append(base[place:start])
        first = _applied(base, mine, group_own, start, end)
        second = _applied(base, theirs, group_other, start, end)
        pieces.append(second if not group_own or (group_other and _repeats(base, group_other, first)) else first)
        place = end
    pieces.append(base[place:])
    return "".join(pieces)


def _next_group(own: list[DiffPart], other: list[DiffPart]) -> tuple[list[DiffPart], list[DiffPart], int, int]:
    """The next changes of both sides that touch each other, taken off both lists, with the stretch they cover."""
    groups: tuple[list[DiffPart], list[DiffPart]] = ([], [])
    start = min(side[0].before_start for side in (own, other) if side)
    end = start
    grown = True
    while grown:
        grown = False
        for side, group in zip((own, other), groups, strict=True):
            while side and (side[0].before_start < end or side[0].before_start == start == end):
                part = side.pop(0)
                group.append(part)
                end = max(end, part.before_end)
                grown = True
            if side and not group and side[0].before_start == start:
                part = side.pop(0)
                group.append(part)
                end = max(end, part.before_end)
                grown = True
    return *groups, start, end


def _applied(base: str, after: str, parts: list[DiffPart], start: int, end: int) -> str:
    """`base[start:end]` with the changes of one side."""
    pieces: list[str] = []
    place = start
    for part in parts:
        pieces += (base[place : part.before_start], after[part.after_start : part.after_end])
        place = part.before_end
    pieces.append(base[place:end])
    return "".join(pieces)


def _repeats(base: str, parts: list[DiffPart], words: str) -> bool:
    """Whether `words` still hold a word that these changes took out."""
    kept = {token.casefold() for token in tokens(words) if token[0].isalnum()}
    gone = {token.casefold() for part in parts for token in tokens(base[part.before_start : part.before_end])}
    return bool(kept & {token for token in gone if token[0].isalnum()})
