"""Findings of the span reader that are too little to be the value that they are said to be, and numbers that count."""

from __future__ import annotations

import re

from core.extract.spans.borders import CODE_GROUPS
from core.extract.spans.reader import SpanFinding
from core.extract.told_of import PERSON
from core.extract.weighing.settings import Settings
from core.extract.weighing.words import REACH, SHORT_NUMBER

ACRONYM = (3, 4)
"""Capitals that are an acronym and nobody's initials."""
_MEASURE = re.compile(r"[-+]?\d{1,3}(?:[,' ]?\d{3})*[.,]\d{1,2}|0[.,]\d+|[\d.,]+ ?%")
"""A number with a decimal part: an amount or a rate, which names nobody."""
_SUM = re.compile(
    r"(?:R|RM|Rs\.?|K|N|[A-Z]{0,2}\$|[A-Z]{3}) ?\d{1,3}(?:[,.]?\d{3})*(?:[.,]\d{1,2})?[kKmM]?|\d{1,3}(?:[.,]\d)?[kK]"
)
"""A sum of money with a short sign of its currency, or in thousands."""
_RATIO = re.compile(r"\d{1,2}[-/~:]\d{1,2}")
"""Two small numbers: a range, a ratio, a day and a month."""
_THOUSANDS = re.compile(r" \d{3}(?!\d)")
_BEHIND_LABEL = re.compile(r"\w[ ]?[:：=][ \t]*\Z")


def is_splinter(surface: str, type_id: str, finding: SpanFinding, text: str, settings: Settings) -> bool:
    """Whether a finding is too little to be the value that it is said to be: a sign, one ideograph that is no surname,
    an acronym that is nobody's initials, a bare short number that nothing calls a code."""
    letters = [char for char in surface if char.isalnum()]
    if not letters:
        return True
    if len(letters) == 1 and not surface.isascii():
        return type_id != PERSON or not settings.is_surname(letters[0])
    doubtful = finding.probability < settings.certain
    labelled = _BEHIND_LABEL.search(text, max(0, finding.start - REACH), finding.start) is not None
    if len(surface) == 1 and surface.isascii():
        return not finding.sure and not labelled
    if surface.isascii() and surface.isupper() and surface.isalpha() and ACRONYM[0] <= len(surface) <= ACRONYM[1]:
        return doubtful and not labelled
    if finding.group not in CODE_GROUPS:
        return False
    if _SUM.fullmatch(surface) and (surface[-1].isalpha() or _THOUSANDS.match(text, finding.end) or doubtful):
        return True
    short = (surface.isdecimal() and len(surface) <= SHORT_NUMBER) or _RATIO.fullmatch(surface) is not None
    if not short or not doubtful:
        return False
    return not settings.counted.beside(text, finding.start, finding.end)


def is_measure(surface: str, end: int, text: str) -> bool:
    """Whether a code that ends at `end` is an amount or a rate, or the key before an equals sign."""
    return _MEASURE.fullmatch(surface) is not None or text.startswith("=", end)
