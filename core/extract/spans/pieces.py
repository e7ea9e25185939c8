"""What the network sees of a text: word pieces, the shape of the word around each, its place.

Offsets are code points of the text given. The same code reads in training and at run time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from core.text.scripts import is_ideograph

SHAPES = ("none", "lower", "title", "upper", "mixed", "digit", "alnum", "punctuation", "uncased")
LAYOUTS = ("none", "line", "space", "glued")
FILLING, UNKNOWN, OPENING, CLOSING, MASK = "<pad>", "<unk>", "<s>", "</s>", "<mask>"
"""Special pieces."""
WINDOW = 254
"""Pieces of one run of the network, without the two that open and close it."""
OVERLAP = 64
"""Pieces that two neighbouring runs share."""

Ids = npt.NDArray[np.int64]


class Encoded(Protocol):
    """The part of `tokenizers.Encoding` that is read here."""

    @property
    def ids(self) -> list[int]: ...

    @property
    def offsets(self) -> list[tuple[int, int]]: ...


class Tokenizer(Protocol):
    """The part of `tokenizers.Tokenizer` that is used here."""

    def encode(self, sequence: str, *, add_special_tokens: bool = ...) -> Encoded: ...

    def token_to_id(self, token: str) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of one text in order, without special ones; `words` numbers the run of letters and digits."""

    ids: Ids
    shapes: Ids
    layouts: Ids
    words: Ids
    offsets: tuple[tuple[int, int], ...]

    def __len__(self) -> int:
        return len(self.offsets)


@dataclass(frozen=True, slots=True)
class Run:
    """Pieces (or characters) `[start, end)` of a text; those from `first` to `last` this run sees most around."""

    start: int
    end: int
    first: int
    last: int


def word_runs(text: str) -> tuple[list[int], list[tuple[int, int]]]:
    """For every code point the number of its run (letters and digits together, an ideograph by itself), and the
    borders."""
    owner: list[int] = []
    runs: list[tuple[int, int]] = []
    joins = [sign.isalnum() and not is_ideograph(sign) and not "\u3040" <= sign <= "\u30ff" for sign in text]
    for at in range(len(text)):
        if at and joins[at] and joins[at - 1]:
            runs[-1] = (runs[-1][0], at + 1)
        else:
            runs.append((at, at + 1))
        owner.append(len(runs) - 1)
    return owner, runs


def shape_of(word: str) -> int:
    """The index in SHAPES of a run of letters and digits, or of one other sign."""
    has_digit, has_letter = any(c.isdigit() for c in word), any(c.isalpha() for c in word)
    if not (has_digit or has_letter):
        return SHAPES.index("punctuation")
    if has_digit:
        return SHAPES.index("alnum" if has_letter else "digit")
    if word.lower() == word.upper():
        return SHAPES.index("uncased")
    if word.islower():
        return SHAPES.index("lower")
    if word[0].isupper() and (len(word) == 1 or word[1:].islower()):
        return SHAPES.index("title")
    return SHAPES.index("upper" if word.isupper() else "mixed")


def layout_of(text: str, start: int) -> int:
    """The index in LAYOUTS of a piece that begins at `start`: first of a line, after space, or glued."""
    at = start
    while at and text[at - 1] in " \t\u00a0":
        at -= 1
    if at == 0 or text[at - 1] in "\r\n":
        return LAYOUTS.index("line")
    return LAYOUTS.index("space" if at < start or text[start - 1].isspace() else "glued")


def pieces_of(text: str, tokenizer: Tokenizer) -> Pieces:
    """The pieces of a text with their features."""
    owner, runs = word_runs(text)
    shapes = [shape_of(text[start:end]) for start, end in runs]
    encoded = tokenizer.encode(text, add_special_tokens=False)
    placed = ((i, _without_space(text, *o)) for i, o in zip(encoded.ids, encoded.offsets, strict=True))
    kept: list[tuple[int, tuple[int, int]]] = []
    for number, (start, end) in placed:
        if kept and kept[-1][1][0] == start:
            kept.pop()  # the mark of a word's beginning, set before a sign that is a piece of its own
        if start < end:
            kept.append((number, (start, end)))
    offsets = tuple(o for _, o in kept)
    return Pieces(
        ids=np.asarray([i for i, _ in kept], dtype=np.int64),
        shapes=np.asarray([shapes[owner[start]] for start, _ in offsets], dtype=np.int64),
        layouts=np.asarray([layout_of(text, start) for start, _ in offsets], dtype=np.int64),
        words=np.asarray([owner[start] for start, _ in offsets], dtype=np.int64),
        offsets=offsets,
    )


def _without_space(text: str, start: int, end: int) -> tuple[int, int]:
    """The borders of a piece without the space before its word."""
    while start < end and text[start].isspace():
        start += 1
    return start, end


def edges_of(tokenizer: Tokenizer) -> tuple[int, int]:
    """The pieces that open and close a run. Raises ValueError where the tokenizer has none."""
    opening, closing = tokenizer.token_to_id(OPENING), tokenizer.token_to_id(CLOSING)
    if opening is None or closing is None:
        raise ValueError("no edges")
    return opening, closing


def runs_of(count: int, size: int = WINDOW, overlap: int = OVERLAP) -> list[Run]:
    """Runs over `count` pieces; neighbours share `overlap` pieces and each piece is owned by exactly one run."""
    found: list[Run] = []
    start = 0
    while start < count:
        end = min(start + size, count)
        first = 0 if start == 0 else start + overlap // 2
        last = count if end == count else end - overlap // 2
        found.append(Run(start, end, first, last))
        if end == count:
            break
        start = end - overlap
    return found


def framed(values: Ids, run: Run, opening: int, closing: int) -> Ids:
    """The values of one run between those of the special pieces that open and close it, `[1, pieces + 2]`."""
    return np.concatenate(([opening], values[run.start : run.end], [closing])).astype(np.int64)[None]


def word_borders(pieces: Pieces) -> tuple[Ids, Ids]:
    """First piece of every word, and the piece after its last."""
    starts = np.flatnonzero(np.diff(pieces.words, prepend=-1))
    return starts, np.append(starts[1:], len(pieces))
