"""The exact text beside what a Qt text widget can hold, and the map between both (UI-26, UI-27). No Qt.

Qt documents count UTF-16 units, end every line with one separator, and cannot hold lone surrogates or a few
reserved code points. The shown text replaces only those; everything else, no-break spaces included, stays.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

_SPECIAL = re.compile("\r\n|[\r\u2028\u2029\x00\ufdd0\ufdd1\ud800-\udfff]|[\U00010000-\U0010ffff]")
_LINE_END = "\n"
_REPLACED = "\ufffd"
_BREAKS = frozenset("\r\u2028\u2029")


def shown(text: str) -> str:
    """What a Qt document shows for `text`: one LF per line end, U+FFFD for what Qt cannot hold."""
    return _SPECIAL.sub(_shown_special, text)


def _shown_special(match: re.Match[str]) -> str:
    found = match.group()
    if len(found) == 2 or found in _BREAKS:
        return _LINE_END
    return found if ord(found) > 0xFFFF else _REPLACED


def utf16_length(text: str) -> int:
    """Length in UTF-16 units."""
    return len(text) + sum(1 for char in text if char > "\uffff")


@dataclass(frozen=True, slots=True)
class OffsetMap:
    """Code points of the exact text <-> UTF-16 positions of the shown text.

    `_points`/`_units`: parallel starts just behind each place where both counts part (a pair, CRLF).
    """

    length: int
    units: int
    _points: tuple[int, ...]
    _units: tuple[int, ...]

    def to_unit(self, point: int, *, closing: bool = False) -> int:
        """UTF-16 position of a code point offset. Inside CRLF: before the line end, or behind it if `closing`."""
        point = min(max(point, 0), self.length)
        index = bisect_right(self._points, point) - 1
        unit = self._units[index] + point - self._points[index]
        if index + 1 < len(self._units) and unit > self._units[index + 1] - 1:
            unit = self._units[index + 1] if closing else self._units[index + 1] - 1
        return unit

    def to_point(self, unit: int, *, closing: bool = False) -> int:
        """Code point offset of a UTF-16 position. Inside a surrogate pair: before it, or behind if `closing`."""
        unit = min(max(unit, 0), self.units)
        index = bisect_right(self._units, unit) - 1
        point = self._points[index] + unit - self._units[index]
        if index + 1 < len(self._points):
            following = self._points[index + 1]
            first_unit = self._first_unit(index + 1)
            if unit > first_unit:
                return following if closing else following - 1
        return point

    def _first_unit(self, index: int) -> int:
        """Where the special element that ends at segment `index` begins, in UTF-16 units."""
        points = self._points[index] - self._points[index - 1]
        units = self._units[index] - self._units[index - 1]
        return self._units[index] - (2 if units > points else 1)

    def span_to_units(self, start: int, end: int) -> tuple[int, int]:
        """A span of code points as UTF-16 positions; covers every touched element whole."""
        if start >= end:
            unit = self.to_unit(start)
            return unit, unit
        return self.to_unit(start), self.to_unit(end, closing=True)

    def span_to_points(self, start: int, end: int) -> tuple[int, int]:
        """A span of UTF-16 positions as code points; covers every touched element whole."""
        if start >= end:
            point = self.to_point(start)
            return point, point
        return self.to_point(start), self.to_point(end, closing=True)


def map_offsets(text: str) -> OffsetMap:
    """The map for one text; linear in its length."""
    points, units = [0], [0]
    shift = 0
    for match in _SPECIAL.finditer(text):
        found = match.group()
        if len(found) == 2:
            shift -= 1
        elif ord(found) > 0xFFFF:
            shift += 1
        else:
            continue
        points.append(match.end())
        units.append(match.end() + shift)
    return OffsetMap(len(text), len(text) + shift, tuple(points), tuple(units))
