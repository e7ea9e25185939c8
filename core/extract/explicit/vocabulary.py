"""One pass of an automaton over a segment finds every context word and label of all rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import ahocorasick


def is_word_char(char: str) -> bool:
    """Letters and digits that glue to a Latin word; ideographs do not."""
    return char.isascii() and char.isalnum()


def whole_word(text: str, start: int, end: int) -> bool:
    """False where `[start, end)` cuts through a run of Latin letters or digits."""
    if start > 0 and is_word_char(text[start]) and text[start - 1].isascii() and text[start - 1].isalpha():
        return False
    return not (end < len(text) and is_word_char(text[end - 1]) and text[end].isascii() and text[end].isalpha())


class Vocabulary:
    """Words -> ids of the rows that wait for them."""

    def __init__(self, words: Mapping[str, Iterable[int]]) -> None:
        """`words` in lower case of the normalised view."""
        self._automaton = ahocorasick.Automaton()
        for word, rows in words.items():
            self._automaton.add_word(word, (len(word), tuple(rows)))
        self._filled = len(self._automaton) > 0
        if self._filled:
            self._automaton.make_automaton()

    def positions(self, lower: str) -> dict[int, list[tuple[int, int]]]:
        """Row id -> spans of its words in the lower-cased view, in text order."""
        found: dict[int, list[tuple[int, int]]] = {}
        if not self._filled:
            return found
        for last, (length, rows) in self._automaton.iter(lower):
            start, end = last + 1 - length, last + 1
            if whole_word(lower, start, end):
                for row in rows:
                    found.setdefault(row, []).append((start, end))
        return found
