"""ADDRESS in Latin script: number, street, unit, town, code and country as one span, over several lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate, TextView
from core.extract.explicit.name_tokens import LETTER
from core.resources import read_toml

_NUMBER = r"(?:\d{1,6}[A-Za-z]?(?:[-/]\d{1,5}[A-Za-z]?)?)"
_EDGE = rf"(?<![{LETTER}0-9./-])"
_END = rf"(?![{LETTER}0-9])"
_NAME = rf"(?:[{LETTER}0-9][{LETTER}0-9'’.-]{{0,24}})"
_CAPITAL = rf"(?:[A-Z\u00c0-\u00de\u0100-\u024f][{LETTER}'’.-]{{0,24}})"
_CODE = (
    r"(?:\d{4,6}(?:-\d{3,4})?|\d{3}[ ]\d{2,3}|[A-Z]{1,2}\d[A-Z\d]?[ ]?\d[A-Z]{2}|[A-Z]\d[A-Z][ ]?\d[A-Z]\d"
    r"|[A-Z]{1,2}-\d{3,5}|\d{4}[ ]?[A-Z]{2}|\d{2}-\d{3})"
)
_CONTEXT_REACH = 40
_WORD_START = re.compile(r"(?<![a-z'’])[a-z]")
MAX_ROUNDS = 7
EXTENDED = 0.65
"""Score of a unit (Suite 201) that has a numbered street before it."""
_NUMBER_FIRST = re.compile(r"\d{1,6}[A-Za-z]? |[^\W\d_][^\n]{1,60}\d")


class LatinAddresses:
    """ADDRESS, anchored at a street or a unit and extended to both sides."""

    id = "address_latin"
    layer = Layer.PATTERN

    def __init__(self, root: Path) -> None:
        data = read_toml(root / "lexicons" / "address_latin.toml")
        self._stop = frozenset(data["stop"])
        after, strong = _any(data["types_after"]), _any(data["strong_types"])
        glued, before = _any(data["glued"]), _any(data["types_before"])
        units, countries = _any(data["units"]), _any(data["countries"])
        flags = re.IGNORECASE
        unit = (
            rf"(?:(?:{units})\.?[ ]?(?:no\.?[ ]?)?#?[ ]?(?:\d{{1,6}}[A-Za-z]?|[A-Z]\d{{0,4}}){_END}"
            rf"|#[ ]?\d{{1,5}}[A-Za-z]?{_END})"
        )
        direction = r"(?:[NSEW]{1,2}\.?[ ]|north[ ]|south[ ]|east[ ]|west[ ])?"
        quarter = rf"(?:[ ](?:n|s|e|w|ne|nw|se|sw|north|south|east|west){_END}\.?)?"
        small = r"(?:(?:de|du|des|la|le|les|della|dei|di|da|do|dos|das|los|las|del|el|al|der|den|van|von|e|y)[ ]|d['’]|l['’])"
        months = _any([word.capitalize() for word in data["months"]])
        house = rf"(?!(?:1[5-9]|20)\d\d{_END}){_NUMBER}"
        capitals = rf"{_CAPITAL}(?:[ -]{_CAPITAL}){{0,3}}"
        first_upper = _any([word[:1].upper() + word[1:] for word in data["types_before"]] + ["ul.", "al.", "os.", "c/"])
        named = rf"(?!(?:{months}|The|Of|And){_END})(?:{_CAPITAL}|\d{{1,3}}(?:st|nd|rd|th){_END})"
        after_number = rf"(?:,?[ ]{house}{_END})?"
        self._anchors: tuple[tuple[re.Pattern[str], float], ...] = (
            (
                re.compile(
                    rf"{_EDGE}{_NUMBER},?[ ]{direction}(?:{named}[ ](?:{small}){{0,2}}){{1,4}}?(?i:{strong}){_END}\.?{quarter}{after_number}"
                ),
                0.82,
            ),
            (
                re.compile(
                    rf"{_EDGE}{_NUMBER},?[ ]{direction}(?:{named}[ ]){{1,3}}?(?i:{after}){_END}\.?{after_number}"
                ),
                0.7,
            ),
            (
                re.compile(
                    rf"{_EDGE}(?:{_NUMBER}[ ])?(?:{_CAPITAL}[ ]){{0,2}}?[A-Z\u00c0-\u024f][{LETTER}]{{2,24}}"
                    rf"(?:{glued})\.?,?[ ]{house}{_END}"
                ),
                0.72,
            ),
            (
                re.compile(
                    rf"{_EDGE}(?:{_NUMBER},?[ ])?(?:{first_upper})[ ](?:{small}){{0,3}}(?:{capitals}[ ]?(?:{small}){{0,2}}){{1,2}}"
                    rf"(?:,[ ]?|[ ]?)(?:n[°ºr.]{{0,2}}[ ]?)?{house}{_END}"
                ),
                0.7,
            ),
            (
                re.compile(rf"{_EDGE}{_NUMBER},?[ ](?:bis[ ]|ter[ ])?(?i:{before})[ ](?:{small}){{0,3}}{capitals}"),
                0.66,
            ),
            (
                re.compile(rf"{_EDGE}{_CAPITAL}(?:[ ]{_CAPITAL}){{0,3}}[ ](?i:{strong}){_END}\.?,?[ ]{house}{_END}"),
                0.66,
            ),
            (
                re.compile(
                    rf"{_EDGE}(?:PSC \d{{1,5}},? Box \d{{1,5}}|Unit \d{{1,5}},? Box \d{{1,5}}|US(?:NS|S|NV|CGC) {_CAPITAL})"
                    r"[ ,\n]{1,4}(?:APO|FPO|DPO),? A[AEP] \d{5}"
                ),
                0.9,
            ),
            (
                re.compile(
                    rf"(?i:(?:the )?corner of) (?:[^\s,.?!]{{1,24}} ){{1,6}}?(?:and|&) {_CAPITAL}(?: {_CAPITAL}){{0,2}}"
                ),
                0.75,
            ),
            (re.compile(rf"{_EDGE}(?i:{countries})[ ]\d{{4,6}}{_END}"), 0.6),
            (re.compile(rf"{_EDGE}(?:{_any(data['sure_units'])})\.?[ ]?#?[ ]?\d{{1,6}}[A-Za-z]?{_END}", flags), 0.6),
            (re.compile(rf"{_EDGE}(?:{units})\.?[ ]?(?:no\.?[ ]?)?#?[ ]?\d{{1,6}}[A-Za-z]?{_END}", flags), 0.45),
        )
        self._unit = re.compile(rf"[ ,.>\n]{{1,5}}{unit}", flags)
        self._left = re.compile(
            rf"{_EDGE}(?:{_NUMBER}[ ,]{{1,2}}){{0,2}}(?:{_CAPITAL}[ ]){{0,4}}(?:{_NUMBER}[ ]?)?(?:[,\n][ ]{{0,3}}|[ ]{{1,2}})?\Z"
        )
        self._left_number = re.compile(rf"{_EDGE}{_NUMBER}[ ,]{{1,2}}\Z")
        self._right = re.compile(
            rf"(?:[ ,.]{{0,2}}\n[ ,>]{{0,4}}|,[ ]?|[ ]{{1,2}})"
            rf"(?:{_CODE}{_END}|(?i:{countries}){_END}|{_CAPITAL}(?:[ -]{_CAPITAL}){{0,3}}(?:[ ]{_CODE}{_END})?)"
        )
        self._context = re.compile(rf"(?<![A-Za-z])(?:{_any(data['context'])})(?: is| to|:|)[\s:]{{0,3}}$", flags)
        self._after_context = re.compile(
            rf"{_NUMBER}[ ](?:{_CAPITAL}[ ,]{{1,2}}){{1,5}}?{house}{_END}|{_NUMBER}[ ]{_CAPITAL}(?:[ ]{_CAPITAL}){{0,3}}|{_CAPITAL}(?:[ ]{_CAPITAL}){{0,2}}[ ]{house}{_END}"
        )
        self._cue = re.compile(rf"(?<![A-Za-z])(?:{_any(data['context'])})(?![A-Za-z])", flags)

    def find(self, view: TextView) -> Iterator[Candidate]:
        """Candidates with the address on one line as value."""
        text = view.text
        if not any(char.isdigit() for char in text):
            return
        if not any(char.isupper() for char in text):
            # Without a single capital the text is read as if every word had one.
            text = _WORD_START.sub(lambda match: match.group().upper(), text)
        taken: list[tuple[int, int]] = []
        for pattern, anchor_score in self._anchors:
            for match in pattern.finditer(text):
                if any(start <= match.start() < end for start, end in taken):
                    continue
                if pattern is self._anchors[2][0] and match.group().split()[0].lower() in self._stop:
                    continue
                base = anchor_score
                start, end = self._extend(text, match.start(), match.end())
                if _NUMBER_FIRST.match(text, start) and start < match.start():
                    base = max(base, EXTENDED)
                taken.append((start, end))
                yield self._candidate(view.text, start, end, base)
        for cue in self._cue.finditer(text):
            at = cue.end()
            while at < len(text) and text[at] in " :\n" and at < cue.end() + 4:
                at += 1
            found = self._after_context.match(text, at)
            if found is not None and not any(start <= found.start() < end for start, end in taken):
                start, end = self._extend(text, found.start(), found.end())
                taken.append((start, end))
                yield self._candidate(view.text, start, end, 0.6)

    def _candidate(self, text: str, start: int, end: int, base: float) -> Candidate:
        near = self._context.search(text[max(0, start - _CONTEXT_REACH) : start])
        score = min(
            0.95, base + (0.2 if near else 0.0) + (0.1 if "," in text[start:end] or "\n" in text[start:end] else 0.0)
        )
        value = " ".join(text[start:end].split())
        return Candidate(start, end, "ADDRESS", value, round(score, 3), Layer.PATTERN, "address_latin", base)

    def _extend(self, text: str, start: int, end: int) -> tuple[int, int]:
        left = self._left.search(text, max(0, start - 60), start)
        if left is not None and any(char.isdigit() for char in left.group()):
            start = left.start()
        elif number := self._left_number.search(text, max(0, start - 10), start):
            start = number.start()
        for _ in range(MAX_ROUNDS):
            if unit := self._unit.match(text, end):
                end = unit.end()
                continue
            right = self._right.match(text, end)
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


def _any(words: list[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))
