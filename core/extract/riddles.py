"""Texts that ask their reader to put a value together in a way that no layer undoes: a state of its own, never a pass.

An acrostic, every third letter, a cipher, a sum, a riddle, or words to this program instead of to the reader: nothing
that is hidden so is found by searching, so a person has to look.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from core.extract.disguise_words import disguise_words, english, names
from core.text.numerals import EN_NUMBER_WORD, ZH_NUMERAL

LEAST_LINES = 3
"""Lines or clauses from which on letters may be picked out of them."""
LEAST_NAME = 5
"""Letters of a name that first letters of lines spell by no chance."""
READ_AT_MOST = 20_000
_SENTENCE = re.compile(r"[^.!?。！？；;\n]+")
_CLAUSE = re.compile(r"[^,，、.!?。！？；;\n]+")
_LINE = re.compile(r"[^\n]+")
_NUMBER = rf"(?:\d|{ZH_NUMERAL}|{EN_NUMBER_WORD}\b)"
_SUM = re.compile(rf"{_NUMBER}\s*(?:\b(?:plus|minus|times|divided by)\b|加上?|减去?|乘以?|除以)\s*{_NUMBER}")


def may_hide(text: str) -> bool:
    """Whether the text says that it hides something, or first letters of its lines do. Linear in its length."""
    head = text[:READ_AT_MOST].lower()
    sentences = [match.group() for match in _SENTENCE.finditer(head)]
    for place, sentence in enumerate(sentences):
        near = " ".join(sentences[max(0, place - 1) : place + 2])
        if _names_one(sentence, "filters") and _names_one(near, "orders"):
            return True
        if _names_one(sentence, "secrets") and _SUM.search(sentence):
            return True
        if not _names_one(near, "values"):
            continue
        if (
            _names_one(sentence, "ciphers")
            or _names_one(sentence, "nth")
            or (_names_one(sentence, "puzzles") and _names_one(sentence, "values"))
        ):
            return True
        if _names_one(sentence, "places") and _is_material(head):
            return True
    return any(_spells_name(block) for block in _blocks(text[:READ_AT_MOST]))


@lru_cache(maxsize=8)
def _pattern(kind: str) -> re.Pattern[str]:
    words = sorted(map(re.escape, disguise_words().asks[kind]), key=len, reverse=True)
    return re.compile("|".join(rf"(?<![a-z0-9]){word}(?![a-z0-9])" if word.isascii() else word for word in words))


def _names_one(text: str, kind: str) -> bool:
    return _pattern(kind).search(text) is not None


def _is_material(text: str) -> bool:
    """Whether there is something to pick letters from beside the question."""
    return len(_LINE.findall(text)) > LEAST_LINES or len(_CLAUSE.findall(text)) > 2 * LEAST_LINES


def _blocks(text: str) -> Iterator[Sequence[str]]:
    for block in re.split(r"\n\s*\n", text):
        lines = [line.strip() for line in block.split("\n")]
        if LEAST_NAME <= len(lines) <= 40:
            yield lines


def _spells_name(lines: Sequence[str]) -> bool:
    """Whether the first letters of all lines are a name and no word."""
    first = [re.sub(r"^[\W\d_]+", "", line)[:1].lower() for line in lines]
    if not all(letter.isascii() and letter.isalpha() for letter in first):
        return False
    word = "".join(first)
    return word in names() and word not in english()
