"""What a restored answer consists of, so that a view can mark values and badge what was left (SEC-15)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum


class More(Enum):
    """The text ends before a decision is possible."""

    MORE = "more"


MORE = More.MORE


class Left(StrEnum):
    """Why a token-like spelling was left as it was written.

    FORGED: a known label with a number that this conversation never issued (invented, or of another
    conversation). UNKNOWN: canonical shape with a label of no type. AMBIGUOUS: label and number fit several
    tokens. NESTED: a token inside another token-like construct.
    """

    FORGED = "forged"
    UNKNOWN = "unknown"
    AMBIGUOUS = "ambiguous"
    NESTED = "nested"


@dataclass(frozen=True, slots=True)
class PlainText:
    """Words of the cloud, unchanged."""

    text: str


@dataclass(frozen=True, slots=True)
class RestoredValue:
    """`text` is what stands in the answer: `original`, quoted as its surroundings ask, without a part that
    the cloud had already written beside the token. `as_written`: the token as it came. `said`: what `original` is
    called in the language of the text around the token, where it stands there under that name; else empty."""

    text: str
    original: str
    token: str
    attribute_id: str
    as_written: str
    said: str = ""


@dataclass(frozen=True, slots=True)
class UnresolvedToken:
    """A token-like spelling that was left verbatim."""

    text: str
    reason: Left


Piece = PlainText | RestoredValue | UnresolvedToken


@dataclass(frozen=True, slots=True)
class RestoreReport:
    """Counts of one answer. `forged` were never issued here; `unresolved` could not be told for other reasons."""

    restored: int = 0
    forged: int = 0
    unresolved: int = 0


@dataclass(frozen=True, slots=True)
class RestoredAnswer:
    """`text` is the concatenation of all pieces' texts; neighbouring plain pieces are joined."""

    pieces: tuple[Piece, ...]
    text: str
    report: RestoreReport


def report_of(pieces: tuple[Piece, ...]) -> RestoreReport:
    """Counts over pieces, of a stream or of a whole answer."""
    left = [piece.reason for piece in pieces if isinstance(piece, UnresolvedToken)]
    forged = sum(1 for reason in left if reason is Left.FORGED)
    restored = sum(1 for piece in pieces if isinstance(piece, RestoredValue))
    return RestoreReport(restored, forged, len(left) - forged)


def joined(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Neighbouring plain pieces as one; a stream cuts plain text where its chunks ended."""
    result: list[Piece] = []
    run: list[str] = []

    def flush() -> None:
        if run:
            result.append(PlainText("".join(run)))
            run.clear()

    for piece in pieces:
        if isinstance(piece, PlainText):
            run.append(piece.text)
        else:
            flush()
            result.append(piece)
    flush()
    return tuple(result)
