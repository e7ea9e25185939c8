"""Fitting a generalised phrase into a Chinese sentence: measure words, list items, borders with Latin text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.dehydrate.phrase import Phrase
from core.dehydrate.statuses import ChineseStatus

_MEASURE = re.compile(r"^(?:一[家所位名种座处项份笔张趟个起组款]|某[家所位名种座处项份笔张趟个起类条]?)(?=[^处时地])")
_COUNTED_BEFORE = re.compile(r"(?:[一二两三四五六七八九十几\d]+|[这那某每该哪另])[家所位名种座处项份笔张趟个起次间]$")
_DEMONSTRATIVE = re.compile(r"[该某本贵原这那]$")
_ITEM_BEFORE = re.compile(r"(?:^|[，、；;,（(])\s*$")
_ITEM_AFTER = re.compile(r"^\s*[，、；;,）)。]")


@dataclass(frozen=True, slots=True)
class ChineseFitting:
    """Pure; offsets are code points. `item_cues`: words that open a list item and go with it (今年, 现年)."""

    item_cues: tuple[str, ...]
    approximators: tuple[str, ...]
    closers: tuple[str, ...]
    status: ChineseStatus

    def around(self, before: str, after: str) -> tuple[int, int]:
        """Widths of words such as 大约 before and 左右 after a number."""
        opening = next((word for word in self.approximators if before.endswith(word)), "")
        closing = next((word for word in self.closers if after.startswith(word)), "")
        return len(opening), len(closing)

    def noun(self, phrase: str, before: str, after: str, surface: str = "") -> Phrase:
        """A noun phrase without a second measure word after one that is there already, unless the replaced words
        (`surface`) brought one themselves."""
        bare = _MEASURE.sub("", phrase)
        if before.endswith("的") and _MEASURE.match(surface):
            return Phrase(phrase)
        if bare and after.startswith("一案"):
            return Phrase(bare)
        if bare and (before.endswith("的") or _COUNTED_BEFORE.search(before) or _DEMONSTRATIVE.search(before)):
            return Phrase(bare)
        return Phrase(phrase)

    def drop_item(self, before: str, after: str) -> Phrase | None:
        """Remove an item between two separators, with the separator before it and a cue that opens it."""
        if before.endswith(("（", "(")) and after.startswith(("）", ")")):
            return Phrase("", 1, 1)
        closing = _ITEM_AFTER.match(after)
        if closing is None:
            return None
        cue = next((word for word in self.item_cues if before.endswith(word)), "")
        rest = before[: len(before) - len(cue)]
        opening = _ITEM_BEFORE.search(rest)
        if opening is None or not opening.group() or opening.group()[0] in "（(":
            return None
        return Phrase("", len(opening.group()) + len(cue), 0)
