"""Shapes of values: what a rule may say of a value without saying the value.

A shape is a sequence of runs and signs. A run is a class with a count: `A{2}` two capital letters, `a{3,8}` three to
eight small ones, `9{6}` digits, `汉{2}` Han characters, `o{4}` letters of other scripts; without a count it is one
character. A sign is any other visible character or a space, with `\\` before `{`, `}`, `,` and `\\`. So `MR-004217` has
the shape `A{2}-9{6}`. Neighbouring runs differ in class, so no place can be read in two ways: matching is linear.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

from core.domain.errors import InputError
from core.text.normalize import normalize

MOST_PARTS = 16
"""Runs and signs of one shape. Longer values are prose, and a rule about prose is no shape."""
LONGEST_RUN = 64
LONGEST_NOTATION = 160
_HAN = "\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0002f7ff"
_UPPER = "A-Z\u00c0-\u00d6\u00d8-\u00de"
_LOWER = "a-z\u00df-\u00f6\u00f8-\u00ff"
_RUN = re.compile(r"([Aa9汉o])(?:\{(\d{1,3})(?:,(\d{1,3}))?\})?")
_RESERVED = "{},\\"


class RunClass(StrEnum):
    """What a run consists of; the value is its letter in the notation."""

    UPPER = "A"
    LOWER = "a"
    DIGIT = "9"
    HAN = "汉"
    OTHER = "o"


_CLASSES = {
    RunClass.UPPER: f"[{_UPPER}]",
    RunClass.LOWER: f"[{_LOWER}]",
    RunClass.DIGIT: "[0-9]",
    RunClass.HAN: f"[{_HAN}]",
    RunClass.OTHER: f"[^\\W\\d_{_UPPER}{_LOWER}{_HAN}]",
}
_PATTERNS = {kind: re.compile(text) for kind, text in _CLASSES.items()}


@dataclass(frozen=True, slots=True)
class Run:
    """Between `least` and `most` characters of one class, both in [1, LONGEST_RUN]."""

    kind: RunClass
    least: int
    most: int

    def __str__(self) -> str:
        if self.most == 1:
            return str(self.kind)
        count = str(self.least) if self.least == self.most else f"{self.least},{self.most}"
        return f"{self.kind}{{{count}}}"


@dataclass(frozen=True, slots=True)
class Sign:
    """One character that is neither letter nor digit."""

    char: str

    def __str__(self) -> str:
        return f"\\{self.char}" if self.char in _RESERVED else self.char


Part = Run | Sign


@dataclass(frozen=True, slots=True)
class Shape:
    """Parts in order; `str` is the canonical notation."""

    parts: tuple[Part, ...]

    def __str__(self) -> str:
        return "".join(map(str, self.parts))

    @property
    def longest(self) -> int:
        """Most characters that a value of this shape has."""
        return sum(part.most if isinstance(part, Run) else 1 for part in self.parts)

    @property
    def shortest(self) -> int:
        return sum(part.least if isinstance(part, Run) else 1 for part in self.parts)

    def matches(self, text: str) -> bool:
        """Whether all of `text` (in the normalised view) has this shape."""
        return compiled(self).fullmatch(text) is not None


def abstract(value: str) -> str | None:
    """The shape of a value in canonical notation. None for what has none: empty, too long, or with characters that
    nobody sees. The notation of a value never contains a letter or digit of it."""
    parts: list[Part] = []
    if any(unicodedata.category(char) == "Cc" and not char.isspace() for char in value):
        return None
    for char in normalize(value).text.strip():
        kind = _class_of(char)
        if kind is None:
            if not _is_sign(char):
                return None
            parts.append(Sign(char))
        elif parts and isinstance(last := parts[-1], Run) and last.kind is kind:
            parts[-1] = Run(kind, last.least + 1, last.most + 1)
        else:
            parts.append(Run(kind, 1, 1))
        if len(parts) > MOST_PARTS or (isinstance(last := parts[-1], Run) and last.most > LONGEST_RUN):
            return None
    return str(Shape(tuple(parts))) if any(isinstance(part, Run) for part in parts) else None


@lru_cache(maxsize=4096)
def parse(notation: str) -> Shape:
    """Read a notation. Raises InputError `shape.malformed`; never quotes it."""
    if not 0 < len(notation) <= LONGEST_NOTATION:
        raise InputError("shape.malformed")
    parts: list[Part] = []
    place = 0
    while place < len(notation):
        run = _RUN.match(notation, place)
        if run is not None:
            parts.append(_run(run))
            place = run.end()
            continue
        escaped = notation[place] == "\\"
        char = notation[place + escaped : place + escaped + 1]
        if not char or (char in _RESERVED) is not escaped or not _is_sign(char):
            raise InputError("shape.malformed")
        parts.append(Sign(char))
        place += 1 + escaped
    _check(parts)
    return Shape(tuple(parts))


def _run(match: re.Match[str]) -> Run:
    least = int(match[2]) if match[2] else 1
    most = int(match[3]) if match[3] else least
    if not 1 <= least <= most <= LONGEST_RUN:
        raise InputError("shape.malformed")
    return Run(RunClass(match[1]), least, most)


def _check(parts: list[Part]) -> None:
    if len(parts) > MOST_PARTS or not any(isinstance(part, Run) for part in parts):
        raise InputError("shape.malformed")
    for one, other in pairwise(parts):
        if isinstance(one, Run) and isinstance(other, Run) and one.kind is other.kind:
            raise InputError("shape.malformed")


def joined(one: str, other: str) -> str | None:
    """The narrowest shape that covers both, when they have the same parts but for counts; None otherwise."""
    first, second = parse(one).parts, parse(other).parts
    if len(first) != len(second):
        return None
    parts: list[Part] = []
    for left, right in zip(first, second, strict=True):
        if isinstance(left, Run) and isinstance(right, Run) and left.kind is right.kind:
            parts.append(Run(left.kind, min(left.least, right.least), max(left.most, right.most)))
        elif isinstance(left, Sign) and left == right:
            parts.append(left)
        else:
            return None
    return str(Shape(tuple(parts)))


def covers(wide: str, narrow: str) -> bool:
    """Whether every value of shape `narrow` has shape `wide`."""
    both = joined(wide, narrow)
    return both is not None and both == str(parse(wide))


@lru_cache(maxsize=4096)
def compiled(shape: Shape) -> re.Pattern[str]:
    """A pattern for the normalised view, not anchored. Runs are possessive, so a place is tried once."""
    return re.compile("".join(_source(part) for part in shape.parts))


def _source(part: Part) -> str:
    if isinstance(part, Sign):
        return re.escape(part.char)
    return f"{_CLASSES[part.kind]}{{{part.least},{part.most}}}+"


def cut_out(text: str, start: int, end: int) -> bool:
    """Whether `[start, end)` ends inside a run of Latin letters or digits: then it is only a piece of a value. Han
    characters stand beside each other without a gap, so there it says nothing."""
    return _joins(text, start) or _joins(text, end)


def _joins(text: str, place: int) -> bool:
    if not 0 < place < len(text):
        return False
    return _wordlike(text[place - 1]) and _wordlike(text[place])


def _wordlike(char: str) -> bool:
    return _class_of(char) not in (None, RunClass.HAN)


def _class_of(char: str) -> RunClass | None:
    return next((kind for kind, pattern in _PATTERNS.items() if pattern.match(char)), None)


def _is_sign(char: str) -> bool:
    """Visible and no letter, digit or mark that joins its neighbour; or a plain space."""
    if char == " ":
        return True
    return not char.isalnum() and unicodedata.category(char)[0] in "PS" and normalize(char).text == char
