"""Patterns that a person writes, matched in linear time: no pattern and no text can make them slow.

A subset of regular expressions: characters, `.`, classes, `\\d \\w \\s` and their opposites, groups, `|`, repeats.
What cannot be matched by an automaton (backreferences, lookaround) is refused, and so are anchors, since a match is a
whole value anyway. A text is read once by an automaton that is built as it goes; a match has at most LONGEST_MATCH
characters, so each place costs at most so many steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from core.domain.errors import InputError

LONGEST_PATTERN = 400
LONGEST_MATCH = 128
MOST_STATES = 400
"""States after repeats are written out."""
MOST_DEPTH = 20
MOST_KEPT = 4_000
"""States of the automaton and characters known to it, before it starts afresh."""
REFUSED = "pattern.refused"
_ESCAPES = {"n": "\n", "t": "\t"}
_SPECIAL = frozenset("\\.[](){}|?*+^$")
Test = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class _Chars:
    """One character out of many."""

    single: frozenset[str]
    ranges: tuple[tuple[str, str], ...]
    tests: tuple[Test, ...]
    negated: bool

    def holds(self, char: str) -> bool:
        inside = (
            char in self.single
            or any(low <= char <= high for low, high in self.ranges)
            or any(test(char) for test in self.tests)
        )
        return inside is not self.negated


@dataclass(frozen=True, slots=True)
class _Sequence:
    parts: tuple[_Node, ...]


@dataclass(frozen=True, slots=True)
class _Choice:
    branches: tuple[_Node, ...]


@dataclass(frozen=True, slots=True)
class _Repeat:
    part: _Node
    least: int
    most: int | None


_Node = _Chars | _Sequence | _Choice | _Repeat


def _word(char: str) -> bool:
    return char.isalnum() or char == "_"


_CLASSES: dict[str, tuple[Test, bool]] = {
    "d": (str.isdecimal, False),
    "D": (str.isdecimal, True),
    "w": (_word, False),
    "W": (_word, True),
    "s": (str.isspace, False),
    "S": (str.isspace, True),
}


def _opposite(test: Test) -> Test:
    return lambda char: not test(char)


class _Reader:
    """Reads one pattern. Every error is InputError `pattern.*` with the place, in code points from 0."""

    def __init__(self, pattern: str) -> None:
        self._text = pattern
        self._at = 0
        self._depth = 0

    def read(self) -> _Node:
        if not 0 < len(self._text) <= LONGEST_PATTERN:
            raise InputError("pattern.long", details={"limit": LONGEST_PATTERN})
        node = self._choice()
        if self._at < len(self._text):
            raise self._error("pattern.bracket")
        return node

    def _error(self, code: str = "pattern.refused") -> InputError:
        return InputError(code, details={"place": self._at})

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _choice(self) -> _Node:
        self._depth += 1
        if self._depth > MOST_DEPTH:
            raise self._error("pattern.deep")
        branches = [self._sequence()]
        while self._peek() == "|":
            self._at += 1
            branches.append(self._sequence())
        self._depth -= 1
        return branches[0] if len(branches) == 1 else _Choice(tuple(branches))

    def _sequence(self) -> _Node:
        parts: list[_Node] = []
        while self._peek() not in ("", "|", ")"):
            parts.append(self._repeated(self._atom()))
        return parts[0] if len(parts) == 1 else _Sequence(tuple(parts))

    def _repeated(self, part: _Node) -> _Node:
        counts = {"?": (0, 1), "*": (0, None), "+": (1, None)}
        sign = self._peek()
        if sign in counts:
            self._at += 1
            least, most = counts[sign]
        elif sign == "{":
            least, most = self._counted()
        else:
            return part
        if self._peek() in ("?", "+", "*", "{"):
            raise self._error()
        return _Repeat(part, least, most)

    def _counted(self) -> tuple[int, int | None]:
        end = self._text.find("}", self._at)
        low, comma, high = self._text[self._at + 1 : max(end, 0)].partition(",")
        texts = [text for text in (low, high) if text]
        if end < 0 or not low or not all(text.isascii() and text.isdigit() and len(text) < 4 for text in texts):
            raise self._error("pattern.repeat")
        least = int(low)
        most = int(high) if high else (None if comma else least)
        if least > LONGEST_MATCH or (most is not None and not least <= most <= LONGEST_MATCH):
            raise self._error("pattern.repeat")
        self._at = end + 1
        return least, most

    def _atom(self) -> _Node:
        char = self._peek()
        if char == "(":
            return self._group()
        if char == "[":
            return self._class()
        if char == "\\":
            return self._escaped()
        if char == ".":
            self._at += 1
            return _Chars(frozenset("\n"), (), (), True)
        if char in _SPECIAL:
            raise self._error("pattern.bracket" if char in ")]}" else REFUSED)
        self._at += 1
        return _Chars(frozenset(char), (), (), False)

    def _group(self) -> _Node:
        self._at += 1
        if self._text.startswith("?:", self._at):
            self._at += 2
        elif self._peek() == "?":
            raise self._error()
        node = self._choice()
        if self._peek() != ")":
            raise self._error("pattern.bracket")
        self._at += 1
        return node

    def _escaped(self) -> _Chars:
        char = self._text[self._at + 1 : self._at + 2]
        if char in _CLASSES:
            self._at += 2
            test, negated = _CLASSES[char]
            return _Chars(frozenset(), (), (test,), negated)
        return _Chars(frozenset(self._literal()), (), (), False)

    def _literal(self) -> str:
        """One character, possibly escaped."""
        char = self._peek()
        if char != "\\":
            self._at += 1
            return char
        escaped = self._text[self._at + 1 : self._at + 2]
        if not escaped or (escaped.isalnum() and escaped not in _ESCAPES):
            raise self._error()
        self._at += 2
        return _ESCAPES.get(escaped, escaped)

    def _class(self) -> _Chars:
        self._at += 1
        negated = self._peek() == "^"
        self._at += negated
        single: set[str] = set()
        ranges: list[tuple[str, str]] = []
        tests: list[Test] = []
        first = True
        while first or self._peek() != "]":
            first = False
            if not self._peek():
                raise self._error("pattern.bracket")
            named = self._text[self._at + 1 : self._at + 2] if self._peek() == "\\" else ""
            if named in _CLASSES:
                self._at += 2
                test, opposite = _CLASSES[named]
                tests.append(_opposite(test) if opposite else test)
                continue
            low = self._literal()
            if self._peek() == "-" and self._text[self._at + 1 : self._at + 2] not in ("]", ""):
                self._at += 1
                high = self._literal()
                if high < low:
                    raise self._error()
                ranges.append((low, high))
            else:
                single.add(low)
        self._at += 1
        return _Chars(frozenset(single), tuple(ranges), tuple(tests), negated)


class _Builder:
    """States of a Thompson automaton: `chars[i]` is what state i reads, `free[i]` where it goes without reading."""

    def __init__(self) -> None:
        self.chars: list[_Chars | None] = []
        self.onward: list[int] = []
        self.free: list[list[int]] = []

    def state(self, chars: _Chars | None = None) -> int:
        if len(self.chars) >= MOST_STATES:
            raise InputError("pattern.large")
        self.chars.append(chars)
        self.onward.append(-1)
        self.free.append([])
        return len(self.chars) - 1

    def build(self, node: _Node) -> tuple[int, int]:
        """Entry and exit of a part."""
        if isinstance(node, _Chars):
            entry, out = self.state(node), self.state()
            self.onward[entry] = out
            return entry, out
        if isinstance(node, _Sequence):
            entry = out = self.state()
            for part in node.parts:
                first, last = self.build(part)
                self.free[out].append(first)
                out = last
            return entry, out
        if isinstance(node, _Choice):
            entry, out = self.state(), self.state()
            for branch in node.branches:
                first, last = self.build(branch)
                self.free[entry].append(first)
                self.free[last].append(out)
            return entry, out
        return self._repeat(node)

    def _repeat(self, node: _Repeat) -> tuple[int, int]:
        entry = out = self.state()
        for _ in range(node.least):
            first, last = self.build(node.part)
            self.free[out].append(first)
            out = last
        if node.most is None:
            first, last = self.build(node.part)
            self.free[out].append(first)
            self.free[last].append(out)
            return entry, out
        end = self.state()
        self.free[out].append(end)
        for _ in range(node.most - node.least):
            first, last = self.build(node.part)
            self.free[out].append(first)
            self.free[last].append(end)
            out = last
        return entry, end


@dataclass(slots=True)
class _State:
    """A state of the automaton as it is built: `members` of the one above, `next` by character."""

    members: frozenset[int]
    accepts: bool
    next: dict[str, _State | None] = field(default_factory=dict)


class LinearPattern:
    """One pattern, ready to match. Safe from any thread: what it remembers is only a memory of what it can work out."""

    def __init__(self, pattern: str) -> None:
        """Raises InputError: `pattern.refused` (not in the subset), `pattern.bracket`, `pattern.repeat`,
        `pattern.long`, `pattern.deep`, `pattern.large`, `pattern.empty` (it would match nothing at all)."""
        builder = _Builder()
        entry, self._end = builder.build(_Reader(pattern).read())
        self._chars, self._onward, self._free = builder.chars, builder.onward, builder.free
        self._first = self._closed([entry])
        if self._first.accepts:
            raise InputError("pattern.empty")
        self._known: dict[frozenset[int], _State] = {self._first.members: self._first}
        self._steps = 0

    @property
    def known(self) -> int:
        """States that the texts so far have made it build; each is built once, whatever the texts hold."""
        return len(self._known)

    def finditer(self, text: str) -> Iterator[tuple[int, int]]:
        """Spans that match, leftmost and longest, one behind the other."""
        start, size = 0, len(text)
        while start < size:
            end = self._longest(text, start, min(size, start + LONGEST_MATCH))
            if end > start:
                yield start, end
                start = end
            else:
                start += 1

    def _longest(self, text: str, start: int, limit: int) -> int:
        state: _State | None = self._first
        reached = start
        for place in range(start, limit):
            if state is None:
                break
            char = text[place]
            following = state.next
            state = following[char] if char in following else self._step(state, char)
            if state is not None and state.accepts:
                reached = place + 1
        return reached

    def _step(self, state: _State, char: str) -> _State | None:
        self._steps += 1
        if self._steps > MOST_KEPT:
            self._forget()
        onward = [
            self._onward[member]
            for member in state.members
            if (chars := self._chars[member]) is not None and chars.holds(char)
        ]
        found = self._closed(onward) if onward else None
        if found is not None:
            found = self._known.setdefault(found.members, found)
        state.next[char] = found
        return found

    def _forget(self) -> None:
        self._steps = 0
        self._first = _State(self._first.members, self._first.accepts)
        self._known = {self._first.members: self._first}

    def _closed(self, states: Iterable[int]) -> _State:
        seen = set(states)
        open_ = list(seen)
        while open_:
            for following in self._free[open_.pop()]:
                if following not in seen:
                    seen.add(following)
                    open_.append(following)
        return _State(frozenset(seen), self._end in seen)
