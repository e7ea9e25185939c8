"""ADDRESS in Chinese: one span from the province (or the road) down to the room."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate, TextView
from core.extract.explicit.chinese_words import ChineseWords
from core.extract.pattern_needs import Gate
from core.resources import read_toml
from core.text.patterns import any_of

_HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_NUMERAL = "一二三四五六七八九十百零〇甲乙丙丁东西南北"
_NUMBER = rf"(?:\d{{1,5}}(?:[-之]\d{{1,5}}){{0,3}}|[{_NUMERAL}]{{1,5}}|[A-Za-z]\d{{0,4}}(?:-\d{{1,4}}){{0,2}})"
_UNIT = (
    r"(?:号院|号楼|号门|号(?!线|文|令|码|机|房间)|弄|巷|栋|幢|座|单元|楼层|层|楼|室|房间|房|户|床|组|队|社|门|铺|#楼|#)"
)
_PIECE = re.compile(rf"{_NUMBER}[ ]?{_UNIT}")
_FIRST_UNIT = re.compile(rf"(?:{_NUMBER})[ ]?(?:号院|号楼|号|弄|巷|栋|幢|座|组|队|社|#)")
_NEXT = re.compile(
    rf"[ ,-]{{0,1}}(?:(?:[{_HAN}]{{1,10}}?(?:小区|花园|家园|公寓|苑|大厦|广场|中心|大楼|院|楼|园|城|府|座|区|期))?[ ]?)"
    rf"(?:{_NUMBER}[ ]?{_UNIT}|[一二三四五六七八九零〇幺]{{3,4}}(?![{_HAN}])|"
    rf"\d{{3,4}}(?!\d|(?![一的是在住就被没漏])[{_HAN}]|[年元块米克人次个%.]))"
)
_LEFT = re.compile(rf"[{_HAN}0-9A-Za-z·()]{{1,40}}\Z")
_HEAD_BREAK = re.compile(r"\d{5,}|[()]")
MAX_LEFT = 40
LONGEST_LEAD = 4
"""Code points of a word before the first division of an address."""
_DIVISION = re.compile(rf"[{_HAN}]{{2,4}}?(?:省|市|自治区|区|县)")


class ChineseAddresses:
    """ADDRESS. A numbered piece (16号, 3栋) after a road or a community, extended both ways."""

    id = "address_zh"
    layer = Layer.PATTERN

    def __init__(self, root: Path, gate: Gate | None = None) -> None:
        self._gate = gate or Gate()
        data = read_toml(root / "lexicons" / "address_zh.toml")
        self._road = _ending(data["roads"])
        self._community = _ending(data["communities"])
        self._region = re.compile(rf"[{_HAN}]{{2,8}}?{any_of(data['regions'])}")
        self._heads: tuple[str, ...] = tuple(sorted(data["heads"], key=len, reverse=True))
        formal = [head for head in data["heads"] if head[-1] in "省市区"]
        self._formal = re.compile(any_of(formal))
        self._words = ChineseWords()
        self._before = re.compile(any_of(data["before"]))

    def find(self, view: TextView) -> Iterator[Candidate]:
        """Candidates with the address without spaces as value, as it is written."""
        plain, done = view.in_one_script(), 0
        text = plain.text
        for match in self._gate.matches(_PIECE, plain):
            if match.start() < done:
                continue
            start = self._start(text, match.start(), done)
            end, pieces = self._end(text, match.end())
            name = text[start : match.start()]
            if not self._is_address(name, match.group(), pieces):
                continue
            done = end
            surface = view.text[start:end]
            score = 0.92 if self._road.search(name) or pieces > 1 else 0.75
            yield Candidate(
                start, end, "ADDRESS", re.sub(r"\s", "", surface), score, Layer.PATTERN, "address_zh", score
            )

    def _is_address(self, name: str, piece: str, pieces: int) -> bool:
        if not name:
            return False
        named = self._road.search(name) is not None
        community = self._community.search(name) is not None
        first = _FIRST_UNIT.fullmatch(piece) is not None
        if piece.endswith("号") and not first:
            return False
        if (named and first) or (community and first):
            return len(name) >= 2
        region = self._region.match(name) is not None or name.startswith(self._heads)
        return pieces > 1 and (named or community or region)

    def _start(self, text: str, position: int, floor: int) -> int:
        """Where the name before the first number begins: after the last word that introduces an address."""
        left = _LEFT.search(text, max(floor, position - MAX_LEFT), position)
        if left is None:
            return position
        start = left.start()
        for broken in _HEAD_BREAK.finditer(text, start, position):
            start = broken.end()
        run = text[start:position]
        formal = self._formal.search(run)
        if formal is not None:
            return start + formal.start()
        words = self._words.segment(run)
        borders, cut = words.borders, 0
        for word in self._before.finditer(run):
            # 和 in 和平路 is no "and": an introducing word has to be a word of its own.
            if word.end() < len(run) - 1 and word.end() in borders and word.start() in borders:
                cut = word.end()
        first = min((begin for begin, _ in words.places if begin >= cut), default=cut)
        # 改成[西安市]: what stands before the first place is no part of it, unless it names a place itself.
        led = first - cut <= LONGEST_LEAD and not self._road.search(run, 0, first) and first in borders
        return start + (first if led and run[first : first + 8] and self._is_region(run, first) else cut)

    def _is_region(self, run: str, start: int) -> bool:
        """Whether a division with its 省, 市, 区 or 县 begins at `start`."""
        return _DIVISION.match(run, start) is not None

    def _end(self, text: str, end: int) -> tuple[int, int]:
        pieces = 1
        while following := _NEXT.match(text, end):
            end = following.end()
            pieces += 1
        return end, pieces


def _ending(words: list[str]) -> re.Pattern[str]:
    return re.compile(rf"{any_of(words)}[ ]?\Z")
