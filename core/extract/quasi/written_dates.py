"""DATE and BIRTH_DATE in English words: the seventeenth of April two thousand and nine."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.extract.candidate import Candidate
from core.extract.quasi import forms
from core.extract.quasi.calendar_words import MONTH, ORDINALS, iso
from core.extract.quasi.dates import dated
from core.extract.quasi.scan import Scan
from core.extract.quasi.scores import CERTAIN_TYPE
from core.text.months import MONTHS
from core.text.numerals import EN_NUMBER_WORD, parse_english
from core.text.patterns import any_of

_ORDINAL = rf"(?:(twenty|thirty)[ -])?({any_of(ORDINALS)})"
_YEAR = (
    rf"(two thousand(?: and)?(?:[ -]{EN_NUMBER_WORD})?|(?:nineteen|twenty)(?: hundred(?: and)?)?"
    rf"[ -](?:(?:oh|o|nought)[ -])?{EN_NUMBER_WORD})"
)
_DAY_FIRST = re.compile(
    rf"(?<![a-z0-9_-]){_ORDINAL} (?:day )?of ({MONTH})(?:,? (?:of )?{_YEAR}|,? (\d{{4}}))?(?![a-z0-9_])"
)
_MONTH_FIRST = re.compile(rf"(?<![a-z0-9_-])({MONTH}) (?:the )?{_ORDINAL},? (?:{_YEAR}|(\d{{4}}))(?![a-z0-9_])")
_TENS = {"twenty": 20, "thirty": 30}
LATEST = 2099
EARLIEST = 1800


def detect(scan: Scan) -> Iterator[Candidate]:
    """Days whose number is a word; the year, where there is one, in words or figures."""
    for match in scan.en(_DAY_FIRST):
        tens, ordinal, month, words, figures = match.groups()
        yield from _dated(scan, match, tens, ordinal, month, words, figures)
    for match in scan.en(_MONTH_FIRST):
        month, tens, ordinal, words, figures = match.groups()
        yield from _dated(scan, match, tens, ordinal, month, words, figures)


def _dated(
    scan: Scan, match: re.Match[str], tens: str | None, ordinal: str, month: str, words: str | None, figures: str | None
) -> Iterator[Candidate]:
    year = int(figures) if figures else _year(words) if words else None
    value = iso(year, MONTHS[month], _TENS.get(tens or "", 0) + ORDINALS[ordinal])
    if value and (year is None or EARLIEST <= year <= LATEST):
        yield dated(scan, match.span(), value, forms.EN_DMY if year else forms.PARTIAL, CERTAIN_TYPE)


def _year(words: str) -> int:
    """Two thousand and nine, twenty twenty-four, nineteen oh five; 0 where it is none."""
    plain = re.sub(r"\b(?:oh|o|nought)\b", "", words.replace("-", " "))
    century = re.match(r"(nineteen|twenty)(?: hundred(?: and)?)? ", plain)
    if century is None:
        return parse_english(plain) or 0
    return (1900 if century[1] == "nineteen" else 2000) + (parse_english(plain[century.end() :]) or 0)
