"""What a text must hold for a pattern to match at all, and the one pass that tells which patterns may.

A segment is scanned by some three hundred patterns, and most of them cannot match: no segment holds all of 元, 岁, @
and a capital letter. `needs` derives, without loss, sets of strings of which a match holds at least one; a pattern is
run only on a text that has one of each set. One automaton finds the strings of all patterns together.
"""

from __future__ import annotations

import re
import re._constants as ops  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import ahocorasick

from core.extract.candidate import TextView
from core.extract.pattern_literals import DIGITS, Strings, characters, commonness, fold, sequence, shortened

BEHIND = 24
"""Code points before a run of printable ASCII that a pattern inside it may look at."""
KEPT = 3
"""Sets kept of one pattern, the rarest first; further ones cost more than they save."""


@dataclass(frozen=True, slots=True)
class Needs:
    """`sets`: every match (with its look-around) holds a string of each. `digits`: it has at least that many.

    `plain`: it consumes and looks at printable ASCII only, so that it lies inside one run of such characters.
    """

    sets: tuple[Strings, ...]
    digits: int
    plain: bool


@lru_cache(maxsize=2048)
def needs(pattern: re.Pattern[str]) -> Needs:
    """What every match holds; no sets and no digits when nothing is known. Worked out once, however many cascades are
    built: some four hundred patterns take longer than a text does."""
    parsed = parser.parse(pattern.pattern, pattern.flags)
    found = dict.fromkeys(map(shortened, sequence(parsed, bool(parsed.state.flags & re.IGNORECASE)).sets))
    digits = _digits(parsed)
    # Where digits are counted, a set that any digit meets says nothing more.
    telling = [item for item in found if not (digits and item >= DIGITS)]
    return Needs(tuple(sorted(telling, key=commonness)[:KEPT]), digits, _plain(parsed))


def _digits(items: Iterable[tuple[Any, Any]]) -> int:
    """Digits that a match consumes at least; look-around is not counted, it may see the same digits again."""
    count = 0
    for op, argument in items:
        if op is ops.LITERAL:
            count += chr(argument) in DIGITS
        elif op is ops.IN:
            chars = characters(argument, caseless=False)
            count += chars is not None and chars <= DIGITS
        elif op is ops.SUBPATTERN:
            count += _digits(argument[3])
        elif op is ops.ATOMIC_GROUP:
            count += _digits(argument)
        elif op in (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT):
            count += argument[0] * _digits(argument[2])
        elif op is ops.BRANCH:
            count += min(_digits(branch) for branch in argument[1])
    return count


def _plain(items: Iterable[tuple[Any, Any]]) -> bool:
    """Whether everything in the sequence is printable ASCII. Up to BEHIND before the match, text is seen as it is."""
    for op, argument in items:
        if op is ops.LITERAL:
            plain = " " <= chr(argument) <= "~"
        elif op is ops.IN:
            chars = characters(argument, caseless=False)
            plain = chars is not None and all(" " <= char <= "~" for char in chars)
        elif op is ops.SUBPATTERN:
            plain = _plain(argument[3])
        elif op is ops.ATOMIC_GROUP:
            plain = _plain(argument)
        elif op in (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT):
            plain = _plain(argument[2])
        elif op is ops.BRANCH:
            plain = all(_plain(branch) for branch in argument[1])
        elif op in (ops.ASSERT, ops.ASSERT_NOT):
            plain = argument[1].getwidth()[1] <= BEHIND if argument[0] < 0 else _plain(argument[1])
        else:
            plain = op is ops.GROUPREF
        if not plain:
            return False
    return True


@dataclass(frozen=True, slots=True)
class Holdings:
    """What one text holds: its characters, how many digits, and which of the first `limit` known sets it meets."""

    chars: frozenset[str]
    digits: int
    met: int
    limit: int


@dataclass(frozen=True, slots=True)
class Asked:
    """A pattern with its needs as bits. It is kept, so that its id stays its own."""

    pattern: re.Pattern[str]
    sets: int
    beyond: int
    digits: int
    plain: bool

    def met_by(self, holdings: Holdings) -> bool:
        """False when a text with these holdings has no match of the pattern."""
        if self.digits > holdings.digits:
            return False
        return holdings.met & self.sets == self.sets or self.beyond > holdings.limit


@dataclass(frozen=True, slots=True)
class _Index:
    """The first `limit` sets: the bits of each character, and an automaton with those of each longer string.

    `of_chars_only`: the bits of sets without a longer string.
    """

    of_char: dict[str, int]
    automaton: Any | None
    limit: int
    of_chars_only: int = 0


class Gate:
    """Tells which patterns a text may match. Grows with the patterns it is asked about; safe from any thread.

    Every set of strings that some pattern needs is one bit: a text is read once, a pattern costs one comparison.
    """

    def __init__(self) -> None:
        # By identity: hashing a compiled pattern reads all of it.
        self._asked: dict[int, Asked] = {}
        self._bits: dict[Strings, int] = {}
        self._index = _Index({}, None, 0)
        self._latest: tuple[str, str, Holdings] | None = None
        self._lock = threading.Lock()

    def holdings(self, text: str, lower: str) -> Holdings:
        """Of a text and its lower case of equal length. Asked again for the same text, it is not read again."""
        latest = self._latest
        if latest is not None and latest[0] is text and latest[1] is lower:
            return latest[2]
        index = self._current()
        chars = frozenset(text).union(lower)
        met = 0
        of_char = index.of_char
        for char in chars:
            met |= of_char.get(char, 0)
        if index.automaton is not None:
            for _, bits in index.automaton.iter(fold(lower)):
                met |= bits
        found = Holdings(chars, sum(map(text.count, DIGITS & chars)), met, index.limit)
        self._latest = (text, lower, found)
        return found

    def forget(self) -> None:
        """Drop the text that was read last."""
        self._latest = None

    def within(self, holdings: Holdings, part: str) -> Holdings:
        """Of a part of the text: what `part` alone cannot meet is taken away, as far as single characters tell."""
        index = self._index
        chars = frozenset(part)
        met = 0
        for char in chars:
            met |= index.of_char.get(char, 0)
        return Holdings(
            chars, sum(map(part.count, DIGITS & chars)), holdings.met & (met | ~index.of_chars_only), holdings.limit
        )

    def may_match(self, pattern: re.Pattern[str], holdings: Holdings) -> bool:
        """False when a text with these holdings has no match of `pattern`."""
        asked = self._asked.get(id(pattern)) or self.learn(pattern)
        if asked.digits > holdings.digits:
            return False
        return holdings.met & asked.sets == asked.sets or asked.beyond > holdings.limit

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
        need = needs(pattern)
        with self._lock:
            sets, beyond = 0, 0
            for item in need.sets:
                bit = self._bits.setdefault(item, len(self._bits))
                sets |= 1 << bit
                beyond = max(beyond, bit + 1)
            return self._asked.setdefault(id(pattern), Asked(pattern, sets, beyond, need.digits, need.plain))

    def _current(self) -> _Index:
        """The index of all sets known so far."""
        with self._lock:
            if self._index.limit < len(self._bits):
                self._index = _indexed(self._bits)
            return self._index


def _indexed(sets: dict[Strings, int]) -> _Index:
    of_string: dict[str, int] = {}
    for strings, bit in sets.items():
        for item in strings:
            of_string[item] = of_string.get(item, 0) | 1 << bit
    automaton = ahocorasick.Automaton()
    for item, bits in of_string.items():
        if len(item) > 1:
            automaton.add_word(item, bits)
    words = len(automaton)
    if words:
        automaton.make_automaton()
    singles = {item: bits for item, bits in of_string.items() if len(item) == 1}
    of_chars_only = sum(1 << bit for strings, bit in sets.items() if max(map(len, strings)) == 1)
    return _Index(singles, automaton if words else None, len(sets), of_chars_only)
