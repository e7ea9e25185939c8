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
from core.text.patterns import any_of

FILE = "active.toml"
LONGEST = 4_000
"""Code points of the longest link or tag that is looked at."""
_LINK = re.compile(
    rf"\]\([^)\n]{{1,{LONGEST}}}\n[^)\n]{{1,{LONGEST}}}\)|\]\([^)\n]{{0,{LONGEST}}}\)?|\]:[ \t]*[^\s]{{1,{LONGEST}}}"
    rf"|\burl\([^)\n]{{1,{LONGEST}}}"
)
_ADDRESS = re.compile(
    rf"[A-Za-z][A-Za-z0-9+.-]{{1,20}}[:：][/／]{{2}}\S{{1,{LONGEST}}}|\bwww\.\S{{1,{LONGEST}}}"
    rf"|(?<![:：/／\\\w])(?://|／／|\\\\)[\w-]+(?:\.[\w-]+)*[/／\\?]\S{{1,{LONGEST}}}"
    rf"|(?<![\w@.-])(?:[A-Za-z0-9-]{{1,63}}\.){{1,6}}[A-Za-z]{{2,24}}[/?#]\S{{1,{LONGEST}}}"
)
_HOST = re.compile(r"(?<![\w@.-])[\w-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,6}\.[A-Za-z]{2,24}(?![\w-])")
"""A host, one of whose labels may be a value: looking it up tells the value."""
_BODY = re.compile(rf"<(script|style)\b[^>]{{0,{LONGEST}}}>.{{0,{LONGEST}}}?</\1", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(rf"</?[A-Za-z!][^<>]{{0,{LONGEST}}}>?")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})[ \t]*([\w+#.-]*)[^\n]*\n(.*?)(?:^ {0,3}\1|\Z)", re.MULTILINE | re.DOTALL)
_PROMPT = re.compile(r"^[ \t]*(?:\$|#|>|PS [^\n>]{0,80}>|[A-Z]:\\[^\n>]{0,80}>)[ \t]+\S[^\n]*", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ActivePlaces:
    """`shells`: names of fenced blocks that hold commands; `commands`: lines, and code in a line, that begin with one;
    `schemes`: addresses without slashes; `calls`: lines of a program that reach out or run something."""

    shells: frozenset[str]
    commands: re.Pattern[str]
    schemes: re.Pattern[str]
    calls: re.Pattern[str]

    @classmethod
    def load(cls, root: Path) -> ActivePlaces:
        """From the resource folder. Raises ResourceError."""
        data = read_toml(root / "restore" / FILE)
        try:
            words = any_of(data["commands"])
            schemes = "|".join(map(re.escape, data["schemes"]))
            calls = "|".join(map(re.escape, data["calls"]))
            opens = r"^[ \t>]*(?:[-*+][ \t]+|\d{1,3}[.)、][ \t]*)?(?:(?:&&|\|\|?|;)[ \t]*)?`?|`"
            return cls(
                frozenset(data["shells"]),
                re.compile(rf"(?:{opens})(?:sudo[ \t]+\S|{words}[ \t]+\S)[^\n]*", re.MULTILINE),
                re.compile(rf"(?<![\w-])(?:{schemes})[:：](?=\S)\S{{1,{LONGEST}}}", re.IGNORECASE),
                re.compile(rf"^[^\n]*(?:{calls})[^\n]*", re.MULTILINE),
            )
        except (KeyError, TypeError) as error:
            raise ResourceError("resource.malformed", details={"file": FILE}) from error

    def of(self, pieces: tuple[Piece, ...]) -> frozenset[int]:
        """Places in `pieces` of the restored values that stand where something acts on them."""
        text = "".join(piece.text for piece in pieces)
        spans = list(self._spans(text))
        hosts = [match.span() for match in _HOST.finditer(text)]
        found, position = set(), 0
        for place, piece in enumerate(pieces):
            end = position + len(piece.text)
            if isinstance(piece, RestoredValue) and (
                any(start < end and position < stop for start, stop in spans)
                # A value that is an address itself ends with its host; one that is a label does not.
                or any(start < end < stop for start, stop in hosts)
            ):
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
        for pattern in (_LINK, _ADDRESS, _TAG, _BODY, _PROMPT, self.commands, self.schemes):
            yield from (match.span() for match in pattern.finditer(text))
        for block in _FENCE.finditer(text):
            if block[2].casefold() in self.shells:
                yield block.span(3)
            else:
                yield from (match.span() for match in self.calls.finditer(text, block.start(3), block.end(3)))
