"""What a text must hold for a pattern to match at all, read from the pattern itself.

A segment is scanned by some two hundred patterns, and most of them cannot match: no segment holds all of 元, 岁, @
and a capital letter. `needs` derives, without loss, sets of characters of which a match holds at least one; a
pattern is run only on a text that has one of each set.
"""

from __future__ import annotations

import re
import re._constants as ops  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

LARGEST = 160
"""A set with more characters than this says nothing about ordinary text."""
KEPT = 3
"""Sets kept of one pattern, the smallest first; further ones cost more than they save."""
_CASELESS = {"i": "iIİı", "s": "sSſ", "k": "kK\u212a"}
"""Letters that match more than their two cases under IGNORECASE."""


_DIGITS = frozenset("0123456789")


@dataclass(frozen=True, slots=True)
class Needs:
    """`sets`: every match (with its look-around) holds a character of each. `digits`: it has at least that many.

    `plain`: it consumes and looks at printable ASCII only, so that it lies inside one run of such characters.
    """

    sets: tuple[frozenset[str], ...]
    digits: int
    plain: bool


def needs(pattern: re.Pattern[str]) -> Needs:
    """What every match holds; no sets and no digits when nothing is known."""
    parsed = parser.parse(pattern.pattern, pattern.flags)
    found = dict.fromkeys(_sequence(parsed, bool(parsed.state.flags & re.IGNORECASE)))
    digits = _digits(parsed)
    # Where digits are counted, a set that any digit meets says nothing more.
    telling = [item for item in found if len(item) <= LARGEST and not (digits and item >= _DIGITS)]
    return Needs(tuple(sorted(telling, key=len)[:KEPT]), digits, _plain(parsed))


def _sequence(items: Iterable[tuple[Any, Any]], caseless: bool) -> Iterator[frozenset[str]]:
    for op, argument in items:
        yield from _element(op, argument, caseless)


def _element(op: Any, argument: Any, caseless: bool) -> Iterator[frozenset[str]]:
    if op is ops.LITERAL:
        yield from _one(_cases(chr(argument), caseless))
    elif op is ops.IN:
        yield from _one(_class(argument, caseless))
    elif op is ops.SUBPATTERN:
        _, on, off, body = argument
        yield from _sequence(body, (caseless or bool(on & re.IGNORECASE)) and not off & re.IGNORECASE)
    elif op is ops.ATOMIC_GROUP:
        yield from _sequence(argument, caseless)
    elif op in (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT):
        least, _, body = argument
        if least > 0:
            yield from _sequence(body, caseless)
    elif op is ops.ASSERT:
        yield from _sequence(argument[1], caseless)
    elif op is ops.BRANCH:
        yield from _branches(argument[1], caseless)


def _digits(items: Iterable[tuple[Any, Any]]) -> int:
    """Digits that a match consumes at least; look-around is not counted, it may see the same digits again."""
    count = 0
    for op, argument in items:
        if op is ops.LITERAL:
            count += chr(argument) in _DIGITS
        elif op is ops.IN:
            chars = _class(argument, caseless=False)
            count += chars is not None and chars <= _DIGITS
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
    """Whether everything in the sequence is printable ASCII. Behind the match, text is seen as it is: no condition."""
    for op, argument in items:
        if op is ops.LITERAL:
            plain = " " <= chr(argument) <= "~"
        elif op is ops.IN:
            chars = _class(argument, caseless=False)
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
            plain = argument[0] < 0 or _plain(argument[1])
        else:
            plain = op is ops.GROUPREF
        if not plain:
            return False
    return True


def _one(found: frozenset[str] | None) -> Iterator[frozenset[str]]:
    if found is not None:
        yield found


def _branches(branches: Iterable[Iterable[tuple[Any, Any]]], caseless: bool) -> Iterator[frozenset[str]]:
    """The smallest set of every branch, together: a match takes one of them."""
    together: set[str] = set()
    for branch in branches:
        smallest = min(_sequence(branch, caseless), key=len, default=None)
        if smallest is None:
            return
        together |= smallest
    yield frozenset(together)


def _class(items: Iterable[tuple[Any, Any]], caseless: bool) -> frozenset[str] | None:
    chars: set[str] = set()
    for op, argument in items:
        if op is ops.LITERAL:
            found = _cases(chr(argument), caseless)
        elif op is ops.RANGE:
            low, high = argument
            if high - low > LARGEST:
                return None
            cases = [_cases(chr(code), caseless) for code in range(low, high + 1)]
            found = None if None in cases else frozenset().union(*(item for item in cases if item is not None))
        elif op is ops.CATEGORY and argument is ops.CATEGORY_DIGIT:
            # The view knows one kind of decimal digits (core.text.normalize).
            found = _DIGITS
        else:
            return None
        if found is None:
            return None
        chars |= found
    return frozenset(chars) if len(chars) <= LARGEST else None


def _cases(char: str, caseless: bool) -> frozenset[str] | None:
    if not caseless or not (char.isupper() or char.islower()):
        return frozenset(char)
    if not char.isascii():
        return None
    return frozenset(_CASELESS.get(char.lower(), char.lower() + char.upper()))


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


class Gate:
    """Tells which patterns a text may match. Grows with the patterns it is asked about; safe from any thread.

    Every set of characters that some pattern needs is one bit: a text is read once, a pattern costs one comparison.
    """

    def __init__(self) -> None:
        # By identity: hashing a compiled pattern reads all of it.
        self._asked: dict[int, Asked] = {}
        self._bits: dict[frozenset[str], int] = {}
        self._of_char: dict[str, int] = {}
        self._lock = threading.Lock()

    def holdings(self, *texts: str) -> Holdings:
        """Of one text in all the forms in which it is scanned."""
        chars = frozenset().union(*texts)
        digits = sum(map(texts[0].count, _DIGITS & chars)) if texts else 0
        limit, met = len(self._bits), 0
        of_char = self._of_char
        for char in chars:
            met |= of_char.get(char, 0)
        return Holdings(chars, digits, met, limit)

    def may_match(self, pattern: re.Pattern[str], holdings: Holdings) -> bool:
        """False when a text with these holdings has no match of `pattern`."""
        asked = self._asked.get(id(pattern))
        return (asked or self.learn(pattern)).met_by(holdings)

    def learn(self, pattern: re.Pattern[str]) -> Asked:
        """Take up a pattern; texts looked at before are not judged by it."""
        need = needs(pattern)
        with self._lock:
            sets, beyond = 0, 0
            for item in need.sets:
                bit = self._bits.setdefault(item, len(self._bits))
                sets |= 1 << bit
                beyond = max(beyond, bit + 1)
                for char in item:
                    self._of_char[char] = self._of_char.get(char, 0) | 1 << bit
            return self._asked.setdefault(id(pattern), Asked(pattern, sets, beyond, need.digits, need.plain))
