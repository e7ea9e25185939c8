"""Which strings a match of a pattern must hold, read from the pattern itself (the idea of RE2's FilteredRE2)."""

from __future__ import annotations

import re
import re._constants as ops  # type: ignore[import-not-found]
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

LARGEST = 160
"""A set with more members than this says nothing about ordinary text."""
LONGEST = 16
"""Strings longer than this are cut off: more letters tell nothing more."""
DIGITS = frozenset("0123456789")

Strings = frozenset[str]
_NOTHING: Strings = frozenset({""})
_CASELESS = {"i": "iIİı", "s": "sSſ", "k": "kK\u212a"}
"""Letters that match more than their two cases under IGNORECASE."""
_FOLDED = str.maketrans("İıſ\u212aς", "iiskσ")
"""Letters whose lower case is not their own alone, or depends on where they stand."""
_UNUSUAL = frozenset("İıſ\u212aς")


def fold(text: str) -> str:
    """`text`, in lower case already, as strings of more than one letter are compared: of equal length, without case."""
    return text if _UNUSUAL.isdisjoint(text) else text.translate(_FOLDED)


@dataclass(frozen=True, slots=True)
class Holds:
    """What a part of a pattern matches. `exact`: all strings it may match, None when they are too many or unknown.

    `needs`: sets of strings, every match of the part (with its look-around) holds one of each. Single characters
    stand as they are in the text; longer strings are folded.
    """

    exact: Strings | None
    needs: tuple[Strings, ...] = ()

    @property
    def sets(self) -> tuple[Strings, ...]:
        """All that is needed, the exact strings among it."""
        own = (self.exact,) if self.exact is not None and "" not in self.exact else ()
        return (*self.needs, *own)


_UNKNOWN = Holds(None)
_EMPTY = Holds(_NOTHING)


def sequence(items: Iterable[tuple[Any, Any]], caseless: bool) -> Holds:
    """Of parsed items in a row."""
    needs: list[Strings] = []
    run, whole = _NOTHING, True
    for op, argument in items:
        part = _element(op, argument, caseless)
        needs.extend(part.needs)
        joined = _joined(run, part.exact)
        if joined is not None:
            run = joined
            continue
        whole = False
        if "" not in run:
            needs.append(run)
        run = part.exact if part.exact is not None else _NOTHING
    if whole:
        return Holds(run, tuple(needs))
    if "" not in run:
        needs.append(run)
    return Holds(None, tuple(needs))


def _joined(left: Strings, right: Strings | None) -> Strings | None:
    if right is None or len(left) * len(right) > LARGEST:
        return None
    joined = frozenset(_together(first, second) for first in left for second in right)
    return joined if max(map(len, joined)) <= LONGEST else None


def _together(first: str, second: str) -> str:
    return fold((first + second).lower()) if first and second else first or second


def _element(op: Any, argument: Any, caseless: bool) -> Holds:
    if op is ops.LITERAL:
        return Holds(cases(chr(argument), caseless))
    if op is ops.IN:
        return Holds(characters(argument, caseless))
    if op is ops.SUBPATTERN:
        _, on, off, body = argument
        return sequence(body, (caseless or bool(on & re.IGNORECASE)) and not off & re.IGNORECASE)
    if op is ops.ATOMIC_GROUP:
        return sequence(argument, caseless)
    if op in (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT):
        least, most, body = argument
        return _repeated(least, most, body, caseless)
    if op is ops.ASSERT:
        return Holds(_NOTHING, sequence(argument[1], caseless).sets)
    if op in (ops.ASSERT_NOT, ops.AT):
        return _EMPTY
    if op is ops.BRANCH:
        return _branches([sequence(branch, caseless) for branch in argument[1]])
    return _UNKNOWN


def _repeated(least: int, most: int, items: Iterable[tuple[Any, Any]], caseless: bool) -> Holds:
    body = sequence(items, caseless)
    if most == 1 and body.exact is not None and (least == 1 or not body.needs):
        return Holds(body.exact if least else body.exact | _NOTHING, body.needs)
    return Holds(None, body.sets) if least else _UNKNOWN


def _branches(branches: Sequence[Holds]) -> Holds:
    """A match takes one of them: all strings together, or the most telling set of each."""
    if all(branch.exact is not None and not branch.needs for branch in branches):
        exact = _united(branch.exact for branch in branches if branch.exact is not None)
        if len(exact) <= LARGEST:
            return Holds(exact)
    telling = [min(branch.sets, key=commonness, default=None) for branch in branches]
    if any(item is None for item in telling):
        return _UNKNOWN
    return Holds(None, (_united(item for item in telling if item is not None),))


def _united(sets: Iterable[Strings]) -> Strings:
    return frozenset().union(*sets)


def shortened(strings: Strings) -> Strings:
    """Without strings that hold another one of the set; their case counts only in single characters."""
    folded = {item: fold(item.lower()) for item in strings}
    singles = {char for item, char in folded.items() if len(item) == 1}
    if not singles and len(strings) < 2:
        return strings
    kept: list[str] = []
    for item in sorted(strings, key=lambda item: (len(item), item)):
        inside = len(item) > 1 and any(short in folded[item] for short in kept if _safe(short))
        if not inside:
            kept.append(item)
    return frozenset(kept)


def _safe(short: str) -> bool:
    """Whether a longer folded string with `short` in it says that the text holds `short`, as it is compared."""
    return len(short) > 1 or not (short.lower() != short or short.upper() != short)


def commonness(strings: Strings) -> float:
    """A rough chance that some place of ordinary text holds one of the strings; only its order matters."""
    return sum(_chance(item) for item in strings)


def _chance(item: str) -> float:
    chance = 1.0
    for char in item:
        chance *= 0.004 if char > "\u2e80" else 0.04 if char.isalnum() else 0.15 if char in " \n" else 0.02
    return chance


def characters(items: Iterable[tuple[Any, Any]], caseless: bool) -> Strings | None:
    """The members of a character class, None when they are too many or not listed."""
    chars: set[str] = set()
    for op, argument in items:
        if op is ops.LITERAL:
            found = cases(chr(argument), caseless)
        elif op is ops.RANGE:
            low, high = argument
            if high - low > LARGEST:
                return None
            every = [cases(chr(code), caseless) for code in range(low, high + 1)]
            found = None if None in every else _united(item for item in every if item is not None)
        elif op is ops.CATEGORY and argument is ops.CATEGORY_DIGIT:
            # The view knows one kind of decimal digits (core.text.normalize).
            found = DIGITS
        else:
            return None
        if found is None:
            return None
        chars |= found
    return frozenset(chars) if len(chars) <= LARGEST else None


def cases(char: str, caseless: bool) -> Strings | None:
    """The characters that a literal matches; None for a letter whose cases are not known here."""
    if not caseless or not (char.isupper() or char.islower()):
        return frozenset(char)
    if not char.isascii():
        return None
    return frozenset(_CASELESS.get(char.lower(), char.lower() + char.upper()))
