"""Patterns that a person writes, matched by RE2 in linear time: no pattern and no text can make them slow.

A subset of regular expressions: characters, `.`, classes, `\\d \\w \\s` and their opposites, groups, `|`, repeats, all
with Python's meaning. What no automaton can do (backreferences, lookaround) is refused, and so are anchors, since a
match is a whole value anyway. A match has at most LONGEST_MATCH characters, and each search sees at most WINDOW of
them, so that many searches in one text stay linear too.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import groupby

import re2

from core.domain.errors import InputError

LONGEST_PATTERN = 400
LONGEST_MATCH = 128
WINDOW = 8 * LONGEST_MATCH
"""Characters of one search. Matches begin in it where LONGEST_MATCH more can be seen."""
MOST_MEMORY = 8 << 20
"""Bytes for the automaton of one pattern; one that needs more is refused."""
MOST_DEPTH = 20
REFUSED = "pattern.refused"
BRACKET = "pattern.bracket"
_SPACES = r"\t-\r\x{1c}- \x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}"
"""What `str.isspace` holds of; RE2's own classes know ASCII alone."""
_MEMBERS = {"d": r"\p{Nd}", "w": r"\p{L}\p{N}_", "s": _SPACES}
_OPPOSITES: dict[str, Callable[[str], bool]] = {
    "D": str.isdecimal,
    "W": lambda char: char.isalnum() or char == "_",
    "S": str.isspace,
}
_WITH_MEANING = frozenset("\\[]^-")
"""What has to be escaped inside a class."""
_ESCAPES = {"n": r"\n", "t": r"\t"}
_TOKEN = re.compile(
    r"\\(?P<escaped>.)|\[(?P<negated>\^?)(?P<members>\]?(?:\\.|[^\]\\])*)\]|(?P<group>\((?:\?:)?)(?!\?)|(?P<close>\))"
    r"|(?P<repeat>[*+?]|\{(?P<least>[0-9]{1,3})(?:,(?P<most>[0-9]{0,3}))?\})"
    r"|(?P<or>\|)|(?P<any>\.)|(?P<char>[^\\\[\](){}*+?^$])",
    re.DOTALL,
)
_MEMBER = re.compile(r"\\(?P<escaped>.)|(?P<char>.)", re.DOTALL)
_FAULTS = {"[": BRACKET, "]": BRACKET, "}": BRACKET, "{": "pattern.repeat"}
_SURROGATE = re.compile("[\ud800-\udfff]")


class LinearPattern:
    """One pattern, ready to match. Immutable; safe from any thread."""

    def __init__(self, pattern: str) -> None:
        """Raises InputError: `pattern.refused` (not in the subset), `pattern.bracket`, `pattern.repeat`,
        `pattern.long`, `pattern.deep`, `pattern.large`, `pattern.empty` (it would match nothing at all). Places in
        their details are code points from 0."""
        options = re2.Options()
        options.longest_match, options.never_capture, options.log_errors = True, True, False
        options.max_mem = MOST_MEMORY
        try:
            self._regexp = re2.compile(_translated(pattern), options)
        except re2.error as error:
            # Brackets and counts are checked before: what is left is a wrong range, or repeats of repeats.
            said, _, part = error.args[0].decode("utf-8").partition(": ")
            large = any(word in said for word in ("repetition size", "too large"))
            place = max(0, pattern.find(part))
            raise InputError("pattern.large" if large else REFUSED, details={"place": place}) from None
        if self._regexp.fullmatch("") is not None:
            raise InputError("pattern.empty")

    def finditer(self, text: str) -> Iterator[tuple[int, int]]:
        """Spans that match, leftmost and longest, one behind the other."""
        text = _encodable(text)
        start, size = 0, len(text)
        while start < size:
            end = min(size, start + WINDOW)
            # A match that begins behind `sure` might be longer than the window shows, or another begin before it.
            sure = end if end == size else end - LONGEST_MATCH
            onward = sure
            for found in self._regexp.finditer(text[start:end]):
                first, last = (start + place for place in found.span())
                if first >= sure:
                    break
                if last - first > LONGEST_MATCH:
                    bounded = self._regexp.match(text[first : first + LONGEST_MATCH])
                    onward = first + (bounded.end() if bounded is not None else 1)
                    if bounded is not None:
                        yield first, onward
                    break
                yield first, last
                onward = max(sure, last)
            start = onward


def _encodable(text: str) -> str:
    """`text` with what UTF-8 cannot hold replaced, in equal length."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def _translated(pattern: str) -> str:
    """A pattern of the subset as RE2 reads it, with Python's meaning. Raises InputError."""
    if not 0 < len(pattern) <= LONGEST_PATTERN:
        raise InputError("pattern.long", details={"limit": LONGEST_PATTERN})
    pattern = _encodable(pattern)
    out: list[str] = []
    place = depth = 0
    repeatable = False
    while place < len(pattern):
        token = _TOKEN.match(pattern, place)
        if token is None:
            fault = REFUSED if pattern[place] == "{" and not repeatable else _FAULTS.get(pattern[place], REFUSED)
            raise InputError(fault, details={"place": place})
        if token["group"]:
            depth += 1
        elif token["close"]:
            depth -= 1
        if depth < 0:
            raise InputError(BRACKET, details={"place": place})
        if depth >= MOST_DEPTH:
            raise InputError("pattern.deep", details={"place": place})
        if token["repeat"] and not repeatable:
            raise InputError(REFUSED, details={"place": place})
        out.append(_written(token))
        repeatable = not (token["group"] or token["or"] or token["repeat"])
        place = token.end()
    if depth:
        raise InputError(BRACKET, details={"place": place})
    return "".join(out)


def _written(token: re.Match[str]) -> str:
    """One token for RE2. Raises InputError."""
    if token["escaped"]:
        name = token["escaped"]
        opposite = name in _OPPOSITES
        return f"[{'^' * opposite}{_member(token['escaped'].lower() if opposite else name, token.start())}]"
    if token["members"] is not None:
        at = token.start("members")
        members = "".join(
            _member(part["escaped"], at + part.start()) if part["escaped"] else _literal(part["char"])
            for part in _MEMBER.finditer(token["members"])
        )
        return f"[{token['negated']}{members}]"
    if token["least"]:
        least, most = int(token["least"]), int(token["most"] or token["least"])
        if not least <= most <= LONGEST_MATCH:
            raise InputError("pattern.repeat", details={"place": token.start()})
    return "(?:" if token["group"] else token.group()


def _member(escaped: str, place: int) -> str:
    """An escaped character, or the characters that it names, inside a class. Raises InputError."""
    if escaped in _MEMBERS:
        return _MEMBERS[escaped]
    if escaped in _OPPOSITES:
        return _opposite(escaped)
    if escaped in _ESCAPES:
        return _ESCAPES[escaped]
    if escaped.isalnum():
        raise InputError(REFUSED, details={"place": place})
    return f"\\{escaped}" if escaped in _WITH_MEANING else escaped


def _literal(char: str) -> str:
    """A bare character inside a class, where a hyphen keeps its meaning."""
    return f"\\{char}" if char in _WITH_MEANING and char != "-" else char


@cache
def _opposite(name: str) -> str:
    """All characters that the opposite of a named class holds: RE2 cannot subtract classes inside a class."""
    holds = _OPPOSITES[name]
    outside = (code for code in range(sys.maxunicode + 1) if not holds(chr(code)))
    # Neighbours differ from their rank by the same number.
    runs = [[code for _, code in run] for _, run in groupby(enumerate(outside), lambda item: item[1] - item[0])]
    return "".join(f"\\x{{{run[0]:x}}}-\\x{{{run[-1]:x}}}" for run in runs)
