"""Words that name nobody in particular, and words that make a bare number somebody's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.text.patterns import any_of

LETTERS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
"""One word."""
REACH = 24
"""Code points before a value in which the word is looked for that says what it is."""
SHORT_NUMBER = 6
"""Digits up to which a number is nobody's by itself."""
_WHOLE_TITLE = 2
"""Ideographs from which on a word of kin or a title at the edge of a name is certainly none of it."""


@dataclass(frozen=True, slots=True)
class Nobody:
    """How people are called without a name."""

    words: frozenset[str]
    chinese: re.Pattern[str]

    @classmethod
    def parsed(cls, data: Mapping[str, Any]) -> Nobody:
        """From the table of the settings. Raises KeyError."""
        kin = any_of(data["kin"])
        chinese = re.compile(f"[{data['heads']}]{{0,2}}{kin}[{data['tails']}]{{0,2}}")
        return cls(frozenset(data["words"]), chinese)

    def calls(self, surface: str) -> bool:
        """Whether the surface is made of such words alone; with digits it is a code or a date (A30558172, PC-4471)."""
        words = LETTERS.findall(surface) if not any(map(str.isdigit, surface)) else []
        return bool(words) and all(word.casefold() in self.words or self.chinese.fullmatch(word) for word in words)

    def without(self, text: str, start: int, end: int) -> tuple[int, int]:
        """`[start, end)` without such words at its edges, also where one only begins or ends inside (廖医|生,
        師|傅Imran); as it is where nothing else is in it."""
        first, last = start, end
        words = [(match.start(), match.end()) for match in LETTERS.finditer(text, start, end)]
        while words and text[slice(*words[0])].casefold() in self.words:
            words.pop(0)
            first = words[0][0] if words else end
        while words and text[slice(*words[-1])].casefold() in self.words:
            words.pop()
            last = words[-1][1] if words else start
        if first >= last:
            return start, end
        head = self.chinese.match(text, first, last)
        if head is not None and head.end() - first >= _WHOLE_TITLE and head.end() < last:
            first = head.end()
        elif first + 1 < last and self.chinese.fullmatch(text, first - 1, first + 1):
            first += 1
        for at in range(first + 1, last):
            tail = self.chinese.match(text, at)
            if tail is not None and tail.end() >= last and tail.end() - at >= _WHOLE_TITLE:
                return first, at
        return first, last


@dataclass(frozen=True, slots=True)
class Kinds:
    """How places and organisations are named by their kind alone: the surgery, 某镇中学."""

    types: frozenset[str]
    words: frozenset[str]
    chinese: re.Pattern[str]

    @classmethod
    def parsed(cls, data: Mapping[str, Any]) -> Kinds:
        """From the table of the settings. Raises KeyError."""
        before, heads = any_of(data["before"]), any_of(data["heads"])
        return cls(frozenset(data["types"]), frozenset(data["words"]), re.compile(f"{before}{{0,3}}{heads}"))

    def only(self, surface: str) -> bool:
        """Whether the surface names a kind and nothing else."""
        words = LETTERS.findall(surface)
        return bool(words) and (
            all(word.casefold() in self.words for word in words) or self.chinese.fullmatch(surface) is not None
        )


@dataclass(frozen=True, slots=True)
class Counted:
    """Words beside a bare number that make it the number of somebody's place: a bed, a room."""

    before: re.Pattern[str]
    after: re.Pattern[str]

    @classmethod
    def parsed(cls, data: Mapping[str, Any]) -> Counted:
        """From the table of the settings. Raises KeyError."""
        words, signs = (any_of(data[name]) for name in ("words", "signs"))
        before, after = any_of(data["before"]), any_of(data["after"])
        joint = rf"\s*{signs}?[\s:：]*"
        return cls(
            re.compile(rf"(?:(?<![^\W_]){words}|{before}){joint}\Z", re.IGNORECASE),
            re.compile(rf"\s?{after}"),
        )

    def beside(self, text: str, start: int, end: int) -> bool:
        """Whether such a word stands right before or after `[start, end)`."""
        head = text[max(0, start - REACH) : start]
        return self.before.search(head) is not None or self.after.match(text, end) is not None
