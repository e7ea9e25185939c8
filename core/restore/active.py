"""Values that were restored where something acts on them: links, images, HTML, commands.

A hostile answer can put a token into the address of a picture or into a command; once the value stands there, one click
or one paste sends it away. Such values are marked, and the answer is offered with their tokens in place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from core.domain.errors import ResourceError
from core.resources import read_toml
from core.restore.pieces import Piece, PlainText, RestoredValue

FILE = "active.toml"
LONGEST = 4_000
"""Code points of the longest link or tag that is looked at."""
_LINK = re.compile(rf"\]\([^)\n]{{0,{LONGEST}}}\)?|\]:[ \t]*[^\s]{{1,{LONGEST}}}")
_ADDRESS = re.compile(
    rf"(?:[A-Za-z][A-Za-z0-9+.-]{{1,20}}://|\b(?:mailto|tel|data|javascript):|\bwww\.)\S{{1,{LONGEST}}}"
)
_TAG = re.compile(rf"</?[A-Za-z!][^<>]{{0,{LONGEST}}}>?")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})[ \t]*([\w+#.-]*)[^\n]*\n(.*?)(?:^ {0,3}\1|\Z)", re.MULTILINE | re.DOTALL)
_PROMPT = re.compile(r"^[ \t]*(?:\$|#|>|PS [^\n>]{0,80}>|[A-Z]:\\[^\n>]{0,80}>)[ \t]+\S[^\n]*", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ActivePlaces:
    """`shells`: names of fenced blocks that hold commands; `commands`: first words of lines that do."""

    shells: frozenset[str]
    commands: re.Pattern[str]

    @classmethod
    def load(cls, root: Path) -> ActivePlaces:
        """From the resource folder. Raises ResourceError."""
        data = read_toml(root / "restore" / FILE)
        try:
            words = "|".join(sorted(map(re.escape, data["commands"]), key=len, reverse=True))
            return cls(
                frozenset(data["shells"]),
                re.compile(rf"^[ \t]*`?(?:sudo[ \t]+)?(?:{words})[ \t]+\S[^\n]*", re.MULTILINE),
            )
        except (KeyError, TypeError) as error:
            raise ResourceError("resource.malformed", details={"file": FILE}) from error

    def of(self, pieces: tuple[Piece, ...]) -> frozenset[int]:
        """Places in `pieces` of the restored values that stand where something acts on them."""
        text = "".join(piece.text for piece in pieces)
        spans = list(self._spans(text))
        found, position = set(), 0
        for place, piece in enumerate(pieces):
            end = position + len(piece.text)
            if isinstance(piece, RestoredValue) and any(start < end and position < stop for start, stop in spans):
                found.add(place)
            position = end
        return frozenset(found)

    def without(self, pieces: tuple[Piece, ...]) -> str:
        """The answer with the tokens, as they were written, in the place of those values."""
        return "".join(piece.text for piece in self.inert(pieces))

    def inert(self, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        """`pieces` with those tokens as plain text."""
        active = self.of(pieces)
        return tuple(
            PlainText(piece.as_written) if place in active and isinstance(piece, RestoredValue) else piece
            for place, piece in enumerate(pieces)
        )

    def _spans(self, text: str) -> Iterator[tuple[int, int]]:
        for pattern in (_LINK, _ADDRESS, _TAG, _PROMPT, self.commands):
            yield from (match.span() for match in pattern.finditer(text))
        for block in _FENCE.finditer(text):
            if block[2].casefold() in self.shells:
                yield block.span(3)
