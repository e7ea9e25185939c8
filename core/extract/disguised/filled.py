"""Numbers and words with something between any two signs: a syllable that says nothing; Roman numerals in a row."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from core.extract.disguise_words import Words, disguise_words, english
from core.extract.disguised.stretch import LEAST_DIGITS, LEAST_SPOKEN, LEAST_SURE, Disguise
from core.text.numerals import is_counted
from core.text.patterns import any_of

_GAP = r"[\s,，、.…~\-–—]{0,3}"
_ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
_ROMANS = re.compile(r"(?<!\w)(?:I{1,3}|IV|VI{0,3}|IX)(?:[ .\-/·,]{1,2}(?:I{1,3}|IV|VI{0,3}|IX|0|O|N)){6,}(?!\w)")
"""None is written O or N (nulla)."""


@lru_cache(maxsize=1)
def _rows() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Rows of digits, and of letters, with one and the same syllable between any two, or with syllables that are
    known to say nothing."""
    words = disguise_words()
    spoken = "|".join(word for word, said in words.digits.items() if len(said) == 1 and word.isascii())
    digit = rf"(?:\d|[{words.han}]|(?:{spoken})(?![A-Za-z]))"
    known = any_of(words.fillers)
    syllable = rf"[A-Za-z]{{1,5}}|[{words.fillers_han}]{{1,2}}"

    def row(sign: str) -> re.Pattern[str]:
        first = rf"{_GAP}(?P<filler>{known}|{syllable}){_GAP}"
        other = rf"{_GAP}(?:(?P=filler)|{known}){_GAP}"
        return re.compile(
            rf"(?<![A-Za-z0-9]){sign}{first}{sign}(?:{other}{sign}){{{LEAST_SPOKEN},}}(?!\d)", re.IGNORECASE
        )

    return row(digit), row(r"(?<![A-Za-z])[A-Za-z](?![A-Za-z])")


def filled(text: str, words: Words) -> Iterator[Disguise]:
    """What is said without its fillers. A word that joins or counts (and, to, 年) is no filler."""
    digits, letters = _rows()
    for match in digits.finditer(text):
        filler = match["filler"].lower()
        if filler in words.digits or filler in words.no_fillers:
            continue
        rest = _without(match.group(), filler, words)
        said = "".join(
            words.digits.get(part.lower(), part) for part in re.findall(rf"\d|[{words.han}]|[A-Za-z]+", rest)
        )
        if said.isdigit():
            yield Disguise(*match.span(), said, said, len(said) >= LEAST_DIGITS and not is_counted(said))
    for match in letters.finditer(text):
        if match["filler"].lower() not in words.fillers:
            continue
        said = "".join(re.findall(r"(?<![A-Za-z])[A-Za-z](?![A-Za-z])", match.group())).title()
        if said.lower() not in english():
            yield Disguise(*match.span(), said, deliberate=len(said) >= LEAST_SURE)


def _without(row: str, filler: str, words: Words) -> str:
    each = "|".join(map(re.escape, (filler, *words.fillers)))
    return re.sub(rf"(?i)(?<![A-Za-z])(?:{each})(?![A-Za-z])", " ", row)


def roman(text: str, _words: Words) -> Iterator[Disguise]:
    """A number with each of its digits in Roman numerals. Chords of a song are written so too: a layer has to know
    the number."""
    for match in _ROMANS.finditer(text):
        parts = re.findall("[IVX]+|[0ON]", match.group())
        said = "".join(str(_ROMAN.index(part)) if part in _ROMAN else "0" for part in parts)
        yield Disguise(*match.span(), said, said)
