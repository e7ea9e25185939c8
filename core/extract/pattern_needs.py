"""Tells before any search which patterns a text may match at all, by RE2's filter.

A segment is scanned by some four hundred patterns, and most of them cannot match: no segment holds all of 元, 岁, @
and a capital letter. RE2 derives from each pattern, widened where it cannot follow (`core.extract.wider_pattern`),
which strings a match must hold, and finds the strings of all patterns in one pass. A pattern is run only on a text that
has what it needs, and as many digits as it needs.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import re2

from core.extract.candidate import TextView
from core.extract.wider_pattern import Unreadable, Wider, folded, widen

DIGITS = frozenset("0123456789")
MOST_FILTERS = 4
"""Filters of patterns that were met one after the other, before they are made one."""
_ALWAYS = Wider("", 0, False)


@lru_cache(maxsize=2048)
def wider(pattern: re.Pattern[str]) -> Wider:
    """The pattern for the filter; one that matches everything where nothing is known. Worked out once, however many
    cascades are built."""
    try:
        return widen(pattern)
    except Unreadable:
        return _ALWAYS


@lru_cache(maxsize=64)
def _filter(sources: tuple[str, ...]) -> re2.Filter:
    """One for all gates that know the same patterns; it never changes."""
    options = re2.Options()
    options.never_capture, options.log_errors = True, False
    made = re2.Filter()
    for source in sources:
        try:
            made.Add(source, options)
        except re2.error:
            made.Add(_ALWAYS.source, options)
    made.Compile()
    return made


@dataclass(frozen=True, slots=True)
class Holdings:
    """What one text holds: its characters, how many digits, and which of the first `limit` patterns it may match."""

    chars: frozenset[str]
    digits: int
    met: frozenset[int]
    limit: int


@dataclass(frozen=True, slots=True)
class Asked:
    """A pattern with its place among those that a gate knows. It is kept, so that its id stays its own."""

    pattern: re.Pattern[str]
    place: int
    digits: int
    plain: bool

    def met_by(self, holdings: Holdings) -> bool:
        """False when a text with these holdings has no match of the pattern."""
        if self.digits > holdings.digits:
            return False
        return self.place in holdings.met or self.place >= holdings.limit


@dataclass(frozen=True, slots=True)
class _Index:
    """Filters with the place of their first pattern, and how many patterns they know."""

    filters: tuple[tuple[int, re2.Filter], ...] = ()
    limit: int = 0

    def met(self, text: str) -> frozenset[int]:
        found: set[int] = set()
        search = folded(text)
        for first, known in self.filters:
            places = known.Match(search, potential=True) or ()
            found.update([first + place for place in places] if first else places)
        return frozenset(found)


class Gate:
    """Tells which patterns a text may match. Grows with the patterns it is asked about; safe from any thread."""

    def __init__(self) -> None:
        # By identity: hashing a compiled pattern reads all of it.
        self._asked: dict[int, Asked] = {}
        self._sources: list[str] = []
        self._index = _Index()
        self._latest: tuple[str, str, Holdings] | None = None
        self._lock = threading.Lock()

    def holdings(self, text: str, lower: str) -> Holdings:
        """Of a text and its lower case of equal length. Asked again for the same text, it is not read again."""
        latest = self._latest
        if latest is not None and latest[0] is text and latest[1] is lower:
            return latest[2]
        found = _held(self._current(), text, frozenset(text).union(lower))
        self._latest = (text, lower, found)
        return found

    def forget(self) -> None:
        """Drop the text that was read last."""
        self._latest = None

    def within(self, holdings: Holdings, part: str) -> Holdings:
        """Of a part of the text with these holdings: what `part` alone cannot meet is taken away."""
        return _held(self._index, part, frozenset(part))

    def may_match(self, pattern: re.Pattern[str], holdings: Holdings) -> bool:
        """False when a text with these holdings has no match of `pattern`."""
        asked = self._asked.get(id(pattern)) or self.learn(pattern)
        if asked.digits > holdings.digits:
            return False
        return asked.place in holdings.met or asked.place >= holdings.limit

    def matches(self, pattern: re.Pattern[str], view: TextView) -> Iterable[re.Match[str]]:
        """All matches in the text with its capitals; of a text that has none, nothing is searched."""
        holdings = self.holdings(view.text, view.lower)
        return pattern.finditer(view.text) if self.may_match(pattern, holdings) else ()

    def matches_lower(self, pattern: re.Pattern[str], view: TextView) -> Iterable[re.Match[str]]:
        """All matches in the lower-case text."""
        holdings = self.holdings(view.text, view.lower)
        return pattern.finditer(view.lower) if self.may_match(pattern, holdings) else ()

    def learn(self, pattern: re.Pattern[str]) -> Asked:
        """Take up a pattern; texts looked at before are not judged by it."""
        need = wider(pattern)
        with self._lock:
            known = self._asked.get(id(pattern))
            if known is None:
                known = self._asked[id(pattern)] = Asked(pattern, len(self._sources), need.digits, need.plain)
                self._sources.append(need.source)
            return known

    def _current(self) -> _Index:
        """The index of all patterns known so far."""
        with self._lock:
            known = self._index
            if known.limit < len(self._sources):
                first = known.limit if len(known.filters) < MOST_FILTERS else 0
                kept = known.filters if first else ()
                made = _filter(tuple(self._sources[first:]))
                self._index = _Index((*kept, (first, made)), len(self._sources))
            return self._index


def _held(index: _Index, text: str, chars: frozenset[str]) -> Holdings:
    return Holdings(chars, sum(map(text.count, DIGITS & chars)), index.met(text), index.limit)
