"""Facts about single characters, as data of Unicode and OpenCC (`resources/text`).

Every table is read once. Raises ResourceError where one cannot be used: without them nothing can be compared safely.
"""

from __future__ import annotations

import csv
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from core.domain.errors import ResourceError
from core.resources import resource_root

UNKNOWN_SCRIPT = "Unknown"


def _rows(name: str) -> Iterator[list[str]]:
    try:
        with (resource_root() / "text" / name).open(encoding="utf-8", newline="") as stream:
            table = csv.reader(stream)
            next(table, None)
            yield from table
    except (OSError, ValueError) as error:
        raise ResourceError("resource.unreadable", details={"file": name}) from error


def _malformed(name: str) -> ResourceError:
    return ResourceError("resource.malformed", details={"file": name, "entry": ""})


@lru_cache(maxsize=1)
def ignorable() -> frozenset[str]:
    """All code points that are drawn as nothing (Default_Ignorable_Code_Point)."""
    found: set[str] = set()
    try:
        for first, last in _rows("ignorable.csv"):
            found.update(map(chr, range(int(first, 16), int(last, 16) + 1)))
    except ValueError:
        raise _malformed("ignorable.csv") from None
    return frozenset(found)


@lru_cache(maxsize=1)
def lookalikes() -> Mapping[str, str]:
    """Letter -> the ASCII letter or digit, or the ideograph, that it looks like."""
    try:
        return {chr(int(letter.removeprefix("U+"), 16)): like for letter, like in _rows("lookalikes.csv")}
    except ValueError:
        raise _malformed("lookalikes.csv") from None


@lru_cache(maxsize=1)
def simplified() -> Mapping[str, str]:
    """Ideograph -> its Simplified form, for those that have another one."""
    try:
        return dict(_pair(row) for row in _rows("simplified.csv"))
    except ValueError:
        raise _malformed("simplified.csv") from None


def in_simplified(text: str) -> str:
    """Of the same length, every ideograph in its Simplified form."""
    return text if text.isascii() else text.translate(_to_simplified())


@lru_cache(maxsize=1)
def _to_simplified() -> dict[int, str]:
    return {ord(char): plain for char, plain in simplified().items()}


def _pair(row: list[str]) -> tuple[str, str]:
    traditional, plain = row
    if len(traditional) != 1 or len(plain) != 1:
        raise ValueError
    return traditional, plain


@dataclass(frozen=True, slots=True)
class Scripts:
    """Script of a code point by sorted ranges."""

    _starts: tuple[int, ...]
    _ends: tuple[int, ...]
    _names: tuple[str, ...]

    def of(self, char: str) -> str:
        """Its script ("Latin", "Han", "Common", ...); UNKNOWN_SCRIPT where the table has none."""
        code = ord(char)
        place = bisect_right(self._starts, code) - 1
        return self._names[place] if place >= 0 and code <= self._ends[place] else UNKNOWN_SCRIPT


@lru_cache(maxsize=1)
def scripts() -> Scripts:
    """The property Script."""
    try:
        rows = [(int(first, 16), int(last, 16), name) for first, last, name in _rows("scripts.csv")]
    except ValueError:
        raise _malformed("scripts.csv") from None
    return Scripts(tuple(row[0] for row in rows), tuple(row[1] for row in rows), tuple(row[2] for row in rows))
