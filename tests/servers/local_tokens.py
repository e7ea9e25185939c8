"""A tokenizer without a model: short pieces of Latin script, one piece per Chinese character."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence

_PIECE = re.compile(r"[\u3400-\u9fff]| ?[^\s\u3400-\u9fff]{1,4}|\s")


class Vocabulary:
    """Remembers which piece an id stands for."""

    def __init__(self) -> None:
        self._pieces: dict[int, str] = {}

    def ids(self, text: str) -> list[int]:
        found = token_ids(text)
        self._pieces.update(zip(found, pieces_of(text), strict=True))
        return found

    def pieces(self) -> list[tuple[int, str]]:
        """Everything seen so far."""
        return list(self._pieces.items())

    def text(self, ids: Sequence[int]) -> str:
        return "".join(self._pieces[identifier] for identifier in ids)


def pieces_of(text: str) -> list[str]:
    """Pieces whose concatenation is `text`."""
    return _PIECE.findall(text)


def token_ids(text: str) -> list[int]:
    return [zlib.crc32(piece.encode("utf-8", "surrogatepass")) for piece in pieces_of(text)]


def count_tokens(text: str) -> int:
    return len(pieces_of(text))
