"""Values in other signs for the same letters and digits: keycaps, numerals of other systems, framed letters, Braille,
letters on their head. Which sign is which number Unicode says, so that no kind of numeral has to be known here."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from core.extract.disguise_words import HAN, Words, english, names
from core.extract.disguised.stretch import (
    LEAST_DIGITS,
    LEAST_SPOKEN,
    LEAST_SURE,
    Disguise,
    is_strange,
)
from core.text.numerals import is_counted

_FRAME = "[\u20dd-\u20e0\u20e2-\u20e4]"
"""Marks that enclose the sign before them; a keycap is one."""
_FRAMED_LETTER = re.compile(r"(?:SQUARED|CIRCLED|LETTER) ([A-Z])\Z")
_FLAG = re.compile("[\U0001f1e6-\U0001f1ff]{2}")
_BETWEEN = "[ \u200b\\-.·/]{0,2}"


@lru_cache(maxsize=4096)
def _said(sign: str) -> str:
    """The digit or letter that a sign outside of plain letters stands for; empty for all others."""
    number = unicodedata.numeric(sign, -1.0)
    if sign not in HAN and number in range(10) and unicodedata.category(sign) in ("Nl", "No"):
        return str(int(number))
    if unicodedata.category(sign) == "So":
        letter = _FRAMED_LETTER.search(unicodedata.name(sign, ""))
        return letter[1] if letter is not None else ""
    return ""


def drawn(text: str, words: Words) -> Iterator[Disguise]:
    """Rows of signs that stand for digits and letters, plain ones among them; stems of the Chinese calendar where
    there are as many as in a number."""
    if text.isascii():
        return
    table = {sign: _said(sign) for sign in set(text) if not sign.isascii() and _said(sign)}
    strange = "".join(map(re.escape, table))
    sign = rf"(?:[0-9A-Za-z]\ufe0f?{_FRAME}" + (rf"|[{strange}]\ufe0f?)" if strange else ")")
    numerals = {**table, **{char: words.digits[char] for char in words.han if char not in table}}
    for match in re.finditer(rf"{sign}(?:{_BETWEEN}(?:{sign}|(?<!\w)\d(?!\w)|[{words.han}]))+", text):
        if _FLAG.search(match.group()):
            continue
        plain = re.sub(f"\ufe0f|{_FRAME}", "", match.group())
        count = len(re.findall(sign, match.group())) - match.group().count("〇")
        yield from _read(match, "".join(numerals.get(char, char) for char in plain), count)
    for match in re.finditer(rf"[{words.stems}]{{{LEAST_DIGITS},}}", text):
        yield from _read(
            match, "".join(str((words.stems.index(char) + 1) % 10) for char in match.group()), LEAST_DIGITS
        )


def _read(match: re.Match[str], written: str, signs: int) -> Iterator[Disguise]:
    said = re.sub("[^0-9A-Za-z]", "", written)
    if signs < LEAST_SPOKEN or (said.isdigit() and is_counted(said)):
        return
    if said.isdigit():
        groups = re.sub("[^0-9]+", "-", written).strip("-")
        single = all(len(group) == 1 for group in groups.split("-"))
        yield Disguise(*match.span(), said if single else groups, said, len(said) >= LEAST_DIGITS)
    else:
        word = said.title() if said.isalpha() else said
        yield Disguise(
            *match.span(), word, deliberate=len(said) >= LEAST_SURE and (is_strange(word) or not said.isalpha())
        )


_CELLS = re.compile("[\u2801-\u28ff][\u2800-\u28ff ]{2,}[\u2801-\u28ff]")


def braille(text: str, words: Words) -> Iterator[Disguise]:
    """Rows of Braille cells that are all letters or numbers; the wheel that a terminal turns is none."""
    for match in _CELLS.finditer(text):
        letters: list[str] = []
        number = capital = False
        for cell in match.group():
            letter = " " if cell in " \u2800" else words.braille.get(cell, "")
            if letter in "#^" and letter:
                number, capital = letter == "#", letter == "^"
                continue
            if not letter:
                break
            number = number and letter in "abcdefghij"
            letters.append(
                str(("abcdefghij".index(letter) + 1) % 10) if number else letter.upper() if capital else letter
            )
            capital = False
        else:
            said = "".join(letters)
            yield Disguise(*match.span(), said.title() if said.islower() else said, deliberate=True)


def upside_down(text: str, words: Words) -> Iterator[Disguise]:
    """Words on their head, read from the end, where at least one of them is an ordinary word or a name."""
    if text.isascii() or not any(sign in words.upside_down for sign in set(text) if not sign.isascii()):
        return
    word = f"[{re.escape(''.join(words.upside_down))}]+"
    for match in re.finditer(rf"(?<!\w){word}(?:[ ]{word})*(?!\w)", text):
        if sum(not sign.isascii() for sign in match.group()) < LEAST_SPOKEN - 1:
            continue
        said = "".join(words.upside_down.get(sign, sign) for sign in reversed(match.group()))
        parts = [part.lower() for part in re.findall(r"[^\W\d_]+", said)]
        if any(len(part) >= LEAST_SPOKEN and (part in english() or part in names()) for part in parts):
            yield Disguise(*match.span(), said.title() if said.islower() else said, deliberate=is_strange(said.title()))
