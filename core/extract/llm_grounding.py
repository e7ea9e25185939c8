"""Where a value that a model named stands in the text: exactly, or under the normaliser; else it does not exist."""

from __future__ import annotations

from collections.abc import Iterator

from core.extract.dictionary import same_length_lower
from core.extract.quasi.lexicon import is_latin, whole_word
from core.text.normalize import NormalizedText, normalize

LONGEST_VALUE = 80
"""Code points; what is longer is no value but a passage."""
LEAST_KEY = 4
"""Letters and digits that a value needs to be looked for without regard to what stands between them."""
LEAST_IDEOGRAPHS = 2
"""The same for ideographs with nothing but white space between them."""
LONG_NUMBER = 7
"""Digits from which a number is not a part of a date, an amount or a word."""
LEAST_INSIDE = 5
"""Letters and digits of a value that may be found inside a word or number."""
LEAST_GLUED = 5
"""Code points of a value whose edge may be one between a letter and a digit (2025-09-15Marchetti)."""
_AROUND = " \t\"'`“”‘’「」『』《》〈〉<>()（）[]【】{}*"
_ENDINGS = ".,;:!?，。；：！？、"
_SEPARATORS = ".,-/"


class Grounding:
    """Finds values in one text. Spans are of the normalised view."""

    def __init__(self, normalized: NormalizedText) -> None:
        self._text = normalized.text
        self._lower = same_length_lower(normalized.text)
        self._squeezed: tuple[str, tuple[int, ...]] | None = None

    def find(self, value: str) -> tuple[tuple[int, int], ...]:
        """Every occurrence `[start, end)` in text order; empty for a value that the text does not hold.

        Written exactly so; else with other capitals; else with other signs and spaces between its letters and digits;
        else, for a value that is long enough, as a part of a word or number ("coopers"): better hidden in part than
        not at all.
        """
        for wanted in _readings(value):
            for text, needle in ((self._text, wanted), (self._lower, same_length_lower(wanted))):
                found = tuple(_occurrences(text, needle))
                if found:
                    return found
        return tuple(self._loose(value)) or tuple(self._inside(value))

    def _inside(self, value: str) -> Iterator[tuple[int, int]]:
        for wanted in _readings(value):
            if sum(map(str.isalnum, wanted)) < LEAST_INSIDE:
                continue
            position = self._text.find(wanted)
            while position >= 0:
                yield position, position + len(wanted)
                position = self._text.find(wanted, position + len(wanted))
            return

    def _loose(self, value: str) -> Iterator[tuple[int, int]]:
        key = "".join(char for char in same_length_lower(normalize(value).text) if char.isalnum())
        short = len(key) < LEAST_KEY
        if len(key) < LEAST_IDEOGRAPHS or (short and key.isascii()):
            return
        squeezed, places = self._squeeze()
        position = squeezed.find(key)
        while position >= 0:
            start, end = places[position], places[position + len(key) - 1] + 1
            spaced = all(char.isalnum() or char.isspace() for char in self._lower[start:end])
            if _whole(self._lower, start, end) and (spaced or not short):
                yield start, end
            position = squeezed.find(key, position + len(key))

    def _squeeze(self) -> tuple[str, tuple[int, ...]]:
        if self._squeezed is None:
            places = tuple(index for index, char in enumerate(self._lower) if char.isalnum())
            self._squeezed = "".join(self._lower[index] for index in places), places
        return self._squeezed


def _readings(value: str) -> Iterator[str]:
    """The value as given; without what models put around or behind it."""
    plain = normalize(value.replace("\\", "") if "\\" in value and not value.isascii() else value).text.strip()
    bare = plain.strip(_AROUND)
    for reading in dict.fromkeys((plain, bare, bare.rstrip(_ENDINGS).strip(_AROUND))):
        if any(map(str.isalnum, reading)):
            yield reading


def _occurrences(text: str, needle: str) -> Iterator[tuple[int, int]]:
    position = text.find(needle)
    while position >= 0:
        end = position + len(needle)
        if _whole(text, position, end):
            yield position, end
            position = text.find(needle, end)
        else:
            position = text.find(needle, position + 1)


def _whole(text: str, start: int, end: int) -> bool:
    """Not inside a longer Latin word or number; ideographs need no edge, and a long number only one to other digits."""
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    if sum(map(str.isdigit, text[start:end])) >= LONG_NUMBER:
        inside = text[start].isdigit() and before[-1:].isdigit()
        return not inside and not (text[end - 1].isdigit() and after[:1].isdigit())
    surface = text[start:end]
    if any(map(str.isalpha, surface)):
        glued = len(surface) >= LEAST_GLUED
        return not _continues(before[-1:], surface[0], glued) and not _continues(surface[-1], after[:1], glued)
    left = len(before) > 1 and before[1] in _SEPARATORS and before[0].isdigit()
    right = len(after) > 1 and after[0] in _SEPARATORS and after[1].isdigit()
    return whole_word(text, start, end) and not left and not right


def _continues(one: str, other: str, glued: bool) -> bool:
    """Whether two neighbouring characters belong to one Latin word. `glued`: a digit and a letter do not."""
    if not one or not other or not is_latin(one) or not is_latin(other):
        return False
    return not glued or one.isdigit() == other.isdigit()
