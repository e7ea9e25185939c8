"""What the cloud already wrote beside a token is not written twice: "Mr [PERSON_1]" for "Mr Whitmore"."""

from __future__ import annotations

import re

from core.restore.labels import DoublingRules
from core.restore.pieces import MORE, More
from core.restore.spelling import ideographic

LONGEST_OVERLAP = 64
"""Characters beside a token that are compared with its original."""
_WORD_END = re.compile(r"(?<=\S) (?=\S)")


def repeated_front(original: str, before: str, rules: DoublingRules) -> int:
    """Number of characters at the front of `original` that already end `before`.

    Whole Latin words in the same case, titles with or without their full stop, or one currency sign.
    """
    if not original:
        return 0
    if original[0] in rules.symbols and before.endswith(original[0]) and len(original) > 1:
        return 1
    stripped = before.rstrip(" \u00a0")
    if stripped == before or ideographic(original[0]):
        return 0
    ends = [match.start() for match in _WORD_END.finditer(original, 0, LONGEST_OVERLAP)]
    for end in reversed(ends):
        if _ends_with_words(stripped, original[:end], rules):
            return end + 1
    return 0


def _ends_with_words(text: str, words: str, rules: DoublingRules) -> bool:
    bare = words.rstrip(".")
    if bare.casefold() in rules.titles:
        text, words = text.rstrip(".").casefold(), bare.casefold()
    edge = len(text) - len(words)
    return text.endswith(words) and words[0].isalnum() and (edge == 0 or not text[edge - 1].isalnum())


def repeated_end(original: str, after: str, final: bool, rules: DoublingRules) -> int | More:
    """Number of characters at the end of `original` that `after` begins with; MORE when `after` is too short.

    Whole Latin words in the same case, or one of the known endings (titles and units of Chinese).
    """
    candidates = [ending for ending in rules.endings if original.endswith(ending) and len(ending) < len(original)]
    tail = max(0, len(original) - LONGEST_OVERLAP)
    candidates += [
        original[match.start() :]
        for match in _WORD_END.finditer(original, tail)
        if original[match.end()].isalnum() and not ideographic(original[match.end()])
    ]
    for ending in sorted(candidates, key=len, reverse=True):
        if not final and len(after) <= len(ending) and ending.startswith(after):
            return MORE
        if after.startswith(ending) and _stands_alone(ending, after[len(ending) :]):
            return len(ending)
    return 0


def _stands_alone(ending: str, rest: str) -> bool:
    return not ending.startswith(" ") or not rest or not rest[0].isalnum()
