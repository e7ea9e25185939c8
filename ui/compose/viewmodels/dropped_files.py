"""Files that a person drops on the prompt: read on this computer, or refused with a reason (UI-36). No Qt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from core.domain.request import MAX_TEXT_BYTES

SUFFIXES = frozenset({".txt", ".md"})
"""Files whose bytes are their text. Others have to be opened by a program that knows them."""


class Refused(StrEnum):
    """KIND: not a text file. SIZE: more than a prompt may hold. UNREADABLE: not there, no permission, not UTF-8."""

    KIND = "kind"
    SIZE = "size"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Dropped:
    """`name` without its folder. Exactly one of `text` (None where refused) and `refused` says what came of it."""

    name: str
    text: str | None = None
    refused: Refused | None = None


def read_dropped(paths: Iterable[Path]) -> tuple[Dropped, ...]:
    """Every file in order; never raises. Reads at most MAX_TEXT_BYTES of each."""
    return tuple(_read(path) for path in paths)


def _read(path: Path) -> Dropped:
    if path.suffix.lower() not in SUFFIXES:
        return Dropped(path.name, refused=Refused.KIND)
    try:
        with path.open("rb") as file:
            data = file.read(MAX_TEXT_BYTES + 1)
        if len(data) > MAX_TEXT_BYTES:
            return Dropped(path.name, refused=Refused.SIZE)
        return Dropped(path.name, data.decode("utf-8-sig"))
    except (OSError, UnicodeDecodeError):
        return Dropped(path.name, refused=Refused.UNREADABLE)
