"""What the form of an identifier says it is: a way to write, to look up, to call, or a bare number."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from core.extract.candidate import Candidate
from core.extract.disguise_words import disguise_words
from core.extract.quasi import forms
from core.extract.weighing.words import LETTERS, SHORT_NUMBER

REFERENCE = "REFERENCE"
MEASURES = frozenset({"AMOUNT", "INCOME", "RATE", "QUANTITY", "DOSE"})
"""Types of numbers that count something."""
LINK = "URL"
_EMAIL = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")
_PHONE = re.compile(r"(?!\d{4}[-/.]\d{1,2}[-/.]\d{1,2}$)(?=(?:\D*\d){7})[+(]?\d[\d ()./-]{4,}\d")
_URL = re.compile(r"(?:[a-z][a-z0-9+.-]*://|www\.)\S.*|[\w.-]+\.[a-z]{2,}(?:/\S*|:\d+)|(?:[\w-]+\.){2,}[a-z]{2,}")
"""A link may carry an address for mail in it, and spaces once it is decoded; it is a link none the less. The name of a
machine is one too."""
_SLASHED = re.compile(r"(\d{1,4})/(\d{1,2})/(?:19|20)\d\d")
_LONGEST_MONTH = 31
"""Days of the longest month."""
_BLOTS = "*xX•"
"""Signs in the place of digits."""
_LONGEST_DIGIT = 6
"""Letters of the longest English word that is said for a digit or repeats one: double, triple."""


def is_counted(item: Candidate) -> bool:
    """Whether a rule read a number as a sum or a measure by the sign or unit beside it, not by the words around."""
    return item.type_id in MEASURES and item.form != forms.BARE


def by_form(surface: str, group: str) -> str:
    """Type of an identifier that its form names, empty where it names none.

    Only what the reader took for a way to reach somebody is a telephone number: account and file numbers are as long.
    A way to reach somebody is never a name that they chose, whatever its form.
    """
    for pattern, type_id in ((_URL, LINK), (_EMAIL, "EMAIL"), (_PHONE, "PHONE")):
        if pattern.fullmatch(surface):
            return type_id if type_id != "PHONE" or group == "contact" else REFERENCE
    if group == "contact":
        return "PHONE" if _is_dialled(surface) else REFERENCE
    return REFERENCE if not any(char.isalpha() for char in surface) else ""


def is_no_date(surface: str) -> bool:
    """Whether numbers with slashes that look like a date are none: a number of a file (77/05/2024)."""
    numbers = _SLASHED.fullmatch(surface)
    return numbers is not None and max(map(int, numbers.group(1, 2))) > _LONGEST_MONTH


def spoken_within(text: str, start: int, end: int) -> tuple[int, int]:
    """`[start, end)` of a dictated code without words before and behind it that say no sign of it; as it is where there
    is a digit, or no word that says one."""
    if not text[start:end].isascii() or any(map(str.isdigit, text[start:end])):
        return start, end
    saying, longest, first, last = _saying(), (start, start), -1, start
    for match in LETTERS.finditer(text, start, end):
        if len(match.group()) == 1 or match.group().casefold() in saying:
            first = match.start() if first < 0 else first
            last = match.end()
            longest = max(longest, (first, last), key=lambda part: part[1] - part[0])
        else:
            first = -1
    dictated = len(LETTERS.findall(text, *longest)) > 2
    return longest if dictated else (start, end)


@lru_cache(maxsize=1)
def _saying() -> frozenset[str]:
    """Words that say a letter, a digit, how often, or a sign of an address."""
    words = disguise_words()
    return frozenset(words.spoken) | frozenset(words.signs) | words.fillers


def _is_dialled(surface: str) -> bool:
    """Whether a number has as many digits as a telephone number, blotted out or spoken ones among them."""
    words = LETTERS.findall(surface)
    if surface.isascii() and len(words) > SHORT_NUMBER:
        return all(len(word) <= _LONGEST_DIGIT for word in words)
    signs = [char for char in surface if char.isalnum() or char in _BLOTS]
    spoken = disguise_words().han + _BLOTS
    digits = [char for char in signs if unicodedata.numeric(char, None) is not None or char in spoken]
    return len(digits) > SHORT_NUMBER and len(signs) - len(digits) <= SHORT_NUMBER // 2
