"""ADDRESS in Latin script: number, street, unit, town, code and country as one span, over several lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate, TextView
from core.extract.explicit.address_patterns import compile_patterns
from core.extract.explicit.name_tokens import LETTER
from core.extract.pattern_needs import Gate
from core.resources import read_toml

_CONTEXT_REACH = 40
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz")
FEW_CAPITALS = 6
"""Different capitals of a text that may have none but at the beginnings of its sentences."""
_OPENINGS = re.compile(r"(?<![\w'’])I(?![\w])|^[A-Z]|(?<=[.!?] )[A-Z]")
"""Capitals that even a writer without capitals makes."""
_WORD_START = re.compile(r"(?<![a-z'’])[a-z]")
MAX_ROUNDS = 7
EXTENDED = 0.65
"""Score of a unit (Suite 201) that has a numbered street before it."""
_NUMBER_FIRST = re.compile(r"\d{1,6}[A-Za-z]? |[^\W\d_][^\n]{1,60}\d")


class LatinAddresses:
    """ADDRESS, anchored at a street or a unit and extended to both sides."""

    id = "address_latin"
    layer = Layer.PATTERN

    def __init__(self, root: Path, gate: Gate | None = None) -> None:
        data = read_toml(root / "lexicons" / "address_latin.toml")
        self._stop = frozenset(data["stop"])
        self._patterns = compile_patterns(data)
        self._gate = gate or Gate()

    def find(self, view: TextView) -> Iterator[Candidate]:
        """Candidates with the address on one line as value."""
        text = view.text
        holdings = self._gate.holdings(text, view.lower)
        if not holdings.digits or _LETTERS.isdisjoint(holdings.chars):
            return
        capitals = sum(map(str.isupper, holdings.chars))
        if capitals <= FEW_CAPITALS and not any(map(str.isupper, _OPENINGS.sub("", text))):
            # Without a capital but those that open sentences the text is read as if every word had one.
            text = _WORD_START.sub(lambda match: match.group().upper(), text)
            holdings = self._gate.holdings(text, view.lower)
        taken: list[tuple[int, int]] = []
        for pattern, anchor_score in self._patterns.anchors:
            if not self._gate.may_match(pattern, holdings):
                continue
            for match in pattern.finditer(text):
                if any(start <= match.start() < end for start, end in taken):
                    continue
                base = anchor_score
                start, end = self._extend(text, match.start(), match.end())
                if _NUMBER_FIRST.match(text, start) and start < match.start():
                    base = max(base, EXTENDED)
                taken.append((start, end))
                yield self._candidate(view.text, start, end, base)
        for cue in self._patterns.cue.finditer(text):
            at = cue.end()
            while at < len(text) and text[at] in " :\n" and at < cue.end() + 4:
                at += 1
            found = self._patterns.after_context.match(text, at)
            if found is not None and not any(start <= found.start() < end for start, end in taken):
                start, end = self._extend(text, found.start(), found.end())
                taken.append((start, end))
                yield self._candidate(view.text, start, end, 0.6)

    def _candidate(self, text: str, start: int, end: int, base: float) -> Candidate:
        near = self._patterns.context.search(text[max(0, start - _CONTEXT_REACH) : start])
        score = min(
            0.95, base + (0.2 if near else 0.0) + (0.1 if "," in text[start:end] or "\n" in text[start:end] else 0.0)
        )
        value = " ".join(text[start:end].split())
        return Candidate(start, end, "ADDRESS", value, round(score, 3), Layer.PATTERN, "address_latin", base)

    def _extend(self, text: str, start: int, end: int) -> tuple[int, int]:
        left = self._patterns.left.search(text, max(0, start - 60), start)
        if left is not None and any(char.isdigit() for char in left.group()):
            start = left.start()
        elif number := self._patterns.left_number.search(text, max(0, start - 10), start):
            start = number.start()
        for _ in range(MAX_ROUNDS):
            if unit := self._patterns.unit.match(text, end):
                end = unit.end()
                continue
            right = self._patterns.right.match(text, end)
            if right is None:
                break
            words = re.findall(rf"[{LETTER}'-]+", right.group())
            if words and words[0].lower() in self._stop:
                break
            stop = right.end()
            for word in re.finditer(rf"[{LETTER}'-]+", right.group()):
                if word.group().lower() in self._stop:
                    stop = right.start() + len(right.group()[: word.start()].rstrip(" ,\n"))
                    break
            if text[end : right.start() + 1].startswith("\n") and not _address_line(text, right.start()):
                break
            if stop <= end:
                break
            end = stop
        return start, end


def _address_line(text: str, start: int) -> bool:
    """True when the line after the break is short and has no sentence in it."""
    begin = start
    while begin < len(text) and text[begin] in " ,\n":
        begin += 1
    line_end = text.find("\n", begin)
    line = re.split(r"[.?!](?:\s|$)|: ", text[begin : line_end if line_end >= 0 else len(text)], maxsplit=1)[0]
    words = line.split()
    return len(line) <= 48 and sum(word[0].islower() for word in words) <= 1
