"""Word diff of two texts, Chinese by ideograph (UI-28, UI-29). Pure Python; offsets are code points."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rapidfuzz.distance import Indel

# All blocks of unified ideographs (base, extensions A to J, compatibility), the iteration mark and zero.
_IDEOGRAPH = r"\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_PLACEHOLDER = r"\[[^\W\d_][^\[\]\n]{0,40}_\d{1,6}(?:[:：][^\[\]\n]{0,160})?\]"
"""What stands for a value is one word: no letter of it is compared with one of the value."""
_TOKEN = re.compile(
    rf"{_PLACEHOLDER}|[{_IDEOGRAPH}]|[^\W{_IDEOGRAPH}](?:[^\W{_IDEOGRAPH}]|[\u0300-\u036f])*|\r\n|\n|[^\S\n]+|[^\w\s]"
)

EXACT_CELLS = 4_000_000
"""Product of token counts up to which two stretches are compared exactly."""
ANCHOR_SIZES = (24, 8, 4)
"""Lengths in tokens of the unique stretches at which larger texts are cut, tried in this order."""


class DiffKind(StrEnum):
    """What happened to a stretch."""

    EQUAL = "equal"
    DELETED = "deleted"
    INSERTED = "inserted"
    REPLACED = "replaced"


@dataclass(frozen=True, slots=True)
class DiffPart:
    """`[before_start, before_end)` of the first text became `[after_start, after_end)` of the second."""

    kind: DiffKind
    before_start: int
    before_end: int
    after_start: int
    after_end: int


@dataclass(frozen=True, slots=True)
class Diff:
    """All parts in order; they cover both texts without gaps."""

    before: str
    after: str
    parts: tuple[DiffPart, ...]

    @property
    def changes(self) -> tuple[DiffPart, ...]:
        """The parts that are not equal: what a stepper steps through."""
        return tuple(part for part in self.parts if part.kind is not DiffKind.EQUAL)


@dataclass(frozen=True, slots=True)
class InlineRun:
    """One stretch of the merged text. `start` is its offset there; `change` is the index of its change or -1."""

    kind: DiffKind
    text: str
    start: int
    change: int


def tokens(text: str) -> list[str]:
    """Each ideograph alone, words, single punctuation marks, line ends, runs of spaces; nothing is lost."""
    return _TOKEN.findall(text)


def _codes(*sides: Iterable[str]) -> list[str]:
    """Each side as a string with one character per token: equal tokens, equal characters."""
    numbers: dict[str, int] = {}
    number = numbers.setdefault
    return ["".join([chr(number(token, len(numbers))) for token in side]) for side in sides]


def _anchors(old: str, new: str, size: int) -> list[tuple[int, int]]:
    """Stretches of `size` tokens that occur once on both sides, in one order, at most one per `size` tokens."""
    places: dict[str, int] = {}
    for at in range(0, len(old) - size + 1, size):
        gram = old[at : at + size]
        places[gram] = -1 if gram in places else at
    met: dict[int, int] = {}
    for at in range(len(new) - size + 1):
        place = places.get(new[at : at + size], -1)
        if place >= 0:
            met[place] = -1 if place in met else at
    return _longest_rising([(place, at) for place, at in sorted(met.items()) if at >= 0], size)


def _longest_rising(pairs: list[tuple[int, int]], size: int) -> list[tuple[int, int]]:
    """The longest subsequence that rises by at least `size` on the second side too."""
    tails: list[int] = []
    ends: list[int] = []
    previous: list[int] = []
    for index, (_, at) in enumerate(pairs):
        slot = bisect_right(ends, at - size)
        previous.append(tails[slot - 1] if slot else -1)
        if slot == len(ends):
            ends.append(at)
            tails.append(index)
        elif at < ends[slot]:
            ends[slot], tails[slot] = at, index
    chain: list[tuple[int, int]] = []
    index = tails[-1] if tails else -1
    while index >= 0:
        chain.append(pairs[index])
        index = previous[index]
    return chain[::-1]


def _matches(old: str, new: str, old_at: int, new_at: int, sizes: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
    """Equal stretches (old start, new start, length) in order. Large inputs are cut at unique stretches first,
    because an exact comparison needs time and memory in proportion to the product of both lengths."""
    head = common_head(old, new)
    tail = common_head(old[head:][::-1], new[head:][::-1])
    if head:
        yield old_at, new_at, head
    left, right = old[head : len(old) - tail], new[head : len(new) - tail]
    if left and right:
        yield from _inner(left, right, old_at + head, new_at + head, sizes)
    if tail:
        yield old_at + len(old) - tail, new_at + len(new) - tail, tail


def _inner(old: str, new: str, old_at: int, new_at: int, sizes: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
    if len(old) * len(new) <= EXACT_CELLS:
        for block in Indel.opcodes(old, new):
            if block.tag == "equal":
                yield old_at + block.src_start, new_at + block.dest_start, block.src_end - block.src_start
        return
    if not sizes:
        return
    first = second = 0
    for place, at in _anchors(old, new, sizes[0]):
        yield from _matches(old[first:place], new[second:at], old_at + first, new_at + second, sizes[1:])
        yield old_at + place, new_at + at, sizes[0]
        first, second = place + sizes[0], at + sizes[0]
    yield from _matches(old[first:], new[second:], old_at + first, new_at + second, sizes[1:])


def common_head(first: str, second: str) -> int:
    """How many characters both begin with."""
    limit = min(len(first), len(second))
    if first[:limit] == second[:limit]:
        return limit
    low, high = 0, limit
    while low + 1 < high:
        middle = (low + high) // 2
        low, high = (middle, high) if first[:middle] == second[:middle] else (low, middle)
    return low


def _starts(side: Sequence[str]) -> list[int]:
    starts = [0]
    for token in side:
        starts.append(starts[-1] + len(token))
    return starts


def _one_space(token: str) -> str:
    return " " if token.isspace() else token


def diff(before: str, after: str, *, ignore_spaces: bool = False) -> Diff:
    """Compare by words. `ignore_spaces`: two runs of white space are equal however long, line ends included.

    Words that merely sit between two changes, such as one space, are folded into the change around them, so that
    a replaced phrase is one change.
    """
    first, second = tokens(before), tokens(after)
    old, new = _codes(*(map(_one_space, first), map(_one_space, second)) if ignore_spaces else (first, second))
    parts = _parts(_matches(old, new, 0, 0, ANCHOR_SIZES), _starts(first), _starts(second))
    return Diff(before, after, tuple(_without_shared_space(list(_joined(parts, before)), before, after)))


Stretch = tuple[int, int, int, int]
"""`[start, end)` of the first text and `[start, end)` of the second, which took its place."""


def by_replacements(before: str, after: str, stretches: Sequence[Stretch], *, ignore_spaces: bool = False) -> Diff:
    """One change per replacement, whole: never letters within a word. What lies between is compared by words, since a
    person may have edited it. Stretches that do not fit both texts in order are left to the comparison."""
    parts: list[DiffPart] = []
    old = new = 0
    for start, end, after_start, after_end in (*sorted(stretches), (len(before), len(before), len(after), len(after))):
        if not (old <= start <= end <= len(before) and new <= after_start <= after_end <= len(after)):
            continue
        if before[start:end] == after[after_start:after_end] and start < len(before):
            continue
        between = diff(before[old:start], after[new:after_start], ignore_spaces=ignore_spaces)
        for part in between.parts:
            _append(parts, _shifted(part, old, new))
        if start < end or after_start < after_end:
            _append(parts, _named(DiffPart(DiffKind.REPLACED, start, end, after_start, after_end)))
        old, new = end, after_end
    return Diff(before, after, tuple(parts))


def _append(parts: list[DiffPart], part: DiffPart) -> None:
    if parts and part.kind is DiffKind.EQUAL and parts[-1].kind is DiffKind.EQUAL:
        parts[-1] = _span(parts[-1], part)
    else:
        parts.append(part)


def _shifted(part: DiffPart, old: int, new: int) -> DiffPart:
    return DiffPart(
        part.kind, part.before_start + old, part.before_end + old, part.after_start + new, part.after_end + new
    )


def _parts(matches: Iterable[tuple[int, int, int]], first: list[int], second: list[int]) -> list[DiffPart]:
    """Equal stretches of tokens as parts of the texts, with what lies between them; neighbours joined."""
    parts: list[DiffPart] = []
    old = new = 0
    for old_start, new_start, length in (*matches, (len(first) - 1, len(second) - 1, 0)):
        if old_start > old or new_start > new:
            parts.append(DiffPart(DiffKind.REPLACED, first[old], first[old_start], second[new], second[new_start]))
        if length:
            same = DiffPart(
                DiffKind.EQUAL,
                first[old_start],
                first[old_start + length],
                second[new_start],
                second[new_start + length],
            )
            if parts and parts[-1].kind is DiffKind.EQUAL:
                parts[-1] = _span(parts[-1], same)
            else:
                parts.append(same)
        old, new = old_start + length, new_start + length
    return parts


def _kind(before: int, after: int) -> DiffKind:
    if not before:
        return DiffKind.INSERTED
    return DiffKind.REPLACED if after else DiffKind.DELETED


def _joined(parts: Sequence[DiffPart], before: str) -> Iterator[DiffPart]:
    """Merge neighbouring changes, over a single equal space too, and name each by what is left of it."""
    pending: DiffPart | None = None
    bridge: DiffPart | None = None
    for part in parts:
        if part.kind is not DiffKind.EQUAL:
            pending = part if pending is None else _span(pending, part)
            bridge = None
        elif pending is not None and bridge is None and before[part.before_start : part.before_end] == " ":
            bridge = part
        else:
            if pending is not None:
                yield _named(pending)
            if bridge is not None:
                part = _span(bridge, part)
            pending, bridge = None, None
            yield part
    if pending is not None:
        yield _named(pending)
    if bridge is not None:
        yield bridge


def _without_shared_space(parts: Sequence[DiffPart], before: str, after: str) -> Iterator[DiffPart]:
    """White space that ends both sides of a replacement belongs to the equal stretch behind it."""
    carried = 0
    for part in parts:
        if part.kind is DiffKind.EQUAL:
            yield DiffPart(
                part.kind,
                part.before_start - carried,
                part.before_end,
                part.after_start - carried,
                part.after_end,
            )
            carried = 0
            continue
        shared = 0
        if part.kind is DiffKind.REPLACED:
            old, new = before[part.before_start : part.before_end], after[part.after_start : part.after_end]
            limit = min(len(old), len(new)) - 1
            while shared < limit and old[-1 - shared] == new[-1 - shared] == " ":
                shared += 1
        yield DiffPart(
            part.kind, part.before_start, part.before_end - shared, part.after_start, part.after_end - shared
        )
        carried = shared
    if carried:
        yield DiffPart(DiffKind.EQUAL, len(before) - carried, len(before), len(after) - carried, len(after))


def _span(first: DiffPart, last: DiffPart) -> DiffPart:
    return DiffPart(first.kind, first.before_start, last.before_end, first.after_start, last.after_end)


def _named(part: DiffPart) -> DiffPart:
    kind = _kind(part.before_end - part.before_start, part.after_end - part.after_start)
    return DiffPart(kind, part.before_start, part.before_end, part.after_start, part.after_end)


def inline(compared: Diff) -> tuple[InlineRun, ...]:
    """The merged text: equal stretches once, deleted before inserted."""
    runs: list[InlineRun] = []
    length = 0
    change = -1
    for part in compared.parts:
        old = compared.before[part.before_start : part.before_end]
        new = compared.after[part.after_start : part.after_end]
        if part.kind is DiffKind.EQUAL:
            runs.append(InlineRun(DiffKind.EQUAL, new, length, -1))
            length += len(new)
            continue
        change += 1
        for kind, text in ((DiffKind.DELETED, old), (DiffKind.INSERTED, new)):
            if text:
                runs.append(InlineRun(kind, text, length, change))
                length += len(text)
    return tuple(runs)


def to_inline(compared: Diff, point: int) -> int:
    """Offset in the merged text of code point `point` of the text before; -1 for none."""
    length = 0
    for part in compared.parts:
        old, new = part.before_end - part.before_start, part.after_end - part.after_start
        if part.before_start <= point < part.before_end:
            inside = point - part.before_start
            return length + (min(inside, new) if part.kind is DiffKind.EQUAL else inside)
        length += new if part.kind is DiffKind.EQUAL else old + new
    return -1


def from_inline(compared: Diff, point: int) -> int:
    """Code point of the text before at offset `point` of the merged text; the beginning of what was replaced where
    that is an inserted word, -1 behind the end."""
    length = 0
    for part in compared.parts:
        old, new = part.before_end - part.before_start, part.after_end - part.after_start
        size = new if part.kind is DiffKind.EQUAL else old + new
        if length <= point < length + size:
            inside = point - length
            return part.before_start + (inside if inside < old else 0)
        length += size
    return -1


def before_of(compared: Diff, start: int, end: int, *, merged: bool) -> tuple[int, int] | None:
    """What of the text before stands at `[start, end)` of the merged text, or (`merged` False) of the text after; None
    where nothing of it does."""
    spans = []
    at = 0
    for part in compared.parts:
        old, new = part.before_end - part.before_start, part.after_end - part.after_start
        equal = part.kind is DiffKind.EQUAL
        size = new if equal or not merged else old + new
        shows = old if equal or merged else 0
        first, last = max(start, at), min(end, at + shows)
        if first < last:
            spans.append((part.before_start + first - at, part.before_start + last - at))
        at += size
    return (spans[0][0], spans[-1][1]) if spans else None
