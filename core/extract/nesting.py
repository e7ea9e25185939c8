"""Candidates that are only a part of a longer value, settled before scores are compared.

"Hollins" is no person in "Hollins County Hospital", and the last digits of a telephone number in front of a street
are no part of the address.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate

WHOLE_NAMES: Final = frozenset(
    {
        "quasi.name.headed",
        "quasi.name.suffix",
        "quasi.name.firm",
        "quasi.name.short_hospital",
        "quasi.name.district",
    }
)
"""Rules that read a whole name up to the word that says what it names."""
WHOLE_TERMS: Final = frozenset({"quasi.health.stem"})
"""Rules that read a whole word of a profession's language."""
HEALTH_TERMS: Final = ("quasi.health.disease", "quasi.health.surgery", "quasi.health.drug", "quasi.health.department")
"""Words of a list that may look like a surname and a given name (宫腔镜)."""
INNER_WORDS: Final = frozenset({"EDUCATION", "OCCUPATION"})
"""Types of which a name may hold a word by chance: 浙[大二]附院, 县[中医]院."""
PARTS: Final = frozenset({"PERSON", "LOCATION", "ADDRESS"})
"""Types of which such a name may hold a piece."""
FRONT: Final = frozenset({"PHONE", "EMAIL", "ID_CARD", "BANK_CARD", "QQ", "WECHAT", "POSTCODE"})
"""Types that a line often gives right before an address."""
MEASURED: Final = frozenset({"AMOUNT", "INCOME", "QUANTITY", "DOSE", "DATE", "DURATION"})
"""Types whose values begin with a number."""
GUESSED: Final = frozenset({"PERSON", "POSTCODE", "LOCATION", "ADDRESS"})
"""Types that the model guesses from a word or number that a measure holds whole."""
KNOWN_THINGS: Final = frozenset(
    {"BANK", "ORGANIZATION", "DRUG", "DISEASE", "SURGERY", "RELIGION", "ALLERGY", "HOSPITAL"}
)
"""Types of listed names that the model takes for a person: Barclays, Biktarvy."""
CODES: Final = frozenset(
    {"TRIP_NUMBER", "ORDER_NUMBER", "BOOKING_REFERENCE", "CASE_NUMBER", "DEVICE_ID", "MEDICAL_RECORD", "LICENSE_PLATE"}
)
"""Types that the model takes for a house: LH5878."""
HOUSES: Final = frozenset({"ADDRESS", "POSTCODE"})
NEARBY: Final = 4
"""Whole names before a candidate that are looked at; they overlap one another only a little."""

_LINK = re.compile(r"\b(?:and|in|on|at|for|to|from|by|with)\b|[、和与及]")
_SEPARATOR = re.compile(r"[\s,;，；、]*")


def untangle(candidates: Sequence[Candidate], text: str) -> tuple[Candidate, ...]:
    """Without pieces of whole names; addresses begin after a number that is a value of its own."""
    names = sorted(
        (item for item in candidates if item.recognizer in WHOLE_NAMES or item.recognizer in WHOLE_TERMS),
        key=lambda item: (item.start, item.end),
    )
    starts = [item.start for item in names]
    fronts = {item.start: item.end for item in candidates if item.type_id in FRONT and item.layer is not Layer.NER}
    terms = frozenset((item.start, item.end) for item in candidates if item.recognizer.startswith(HEALTH_TERMS))
    cases = [item for item in candidates if item.type_id in ("CASE_TYPE", "FAMILY")]
    things = frozenset((item.start, item.end) for item in candidates if _is_listed_thing(item))
    codes = frozenset((item.start, item.end) for item in candidates if item.type_id in CODES)
    measured = sorted((item.start, item.end) for item in candidates if item.type_id in MEASURED)
    standing = (
        item
        for item in candidates
        if not _is_no_name(item, measured, text)
        and not (item.type_id == "PERSON" and item.layer is Layer.NER and (item.start, item.end) in things)
        and not _is_piece(item, names, starts, cases, text)
        and not (item.recognizer == "names_zh.full" and (item.start, item.end) in terms)
        and not (item.type_id in HOUSES and item.layer is Layer.NER and (item.start, item.end) in codes)
    )
    shortened = (_without_count(_after_front(item, fronts, text), measured, text) for item in standing)
    return tuple(item for item in shortened if item.start < item.end)


def _without_count(item: Candidate, measured: Sequence[tuple[int, int]], text: str) -> Candidate:
    """Hotel Mundial [4 nights]: what the number counts is no part of an address; without a number it is none."""
    if item.type_id != "ADDRESS":
        return item
    cut = min((start for start, end in _near(item, measured) if item.start < start < item.end < end), default=0)
    if not cut:
        return item
    rest = text[item.start : cut].rstrip(" ,")
    end = item.start + len(rest) if any(map(str.isdigit, rest)) else item.start
    return replace(item, end=end, value=" ".join(rest.split()))


def _is_listed_thing(item: Candidate) -> bool:
    return item.type_id in KNOWN_THINGS and item.layer is Layer.LEXICON


def _is_no_name(item: Candidate, measured: Sequence[tuple[int, int]], text: str) -> bool:
    """The model takes a part of a sum for a person or a code: 1,500 [Austrian schillings], [4209] USD."""
    if item.type_id not in GUESSED or item.layer is not Layer.NER:
        return False
    if item.type_id == "POSTCODE" and text[item.start] in "£$€¥":
        return True
    if item.type_id == "PERSON" and any(char.isdigit() or char in "_@/=" for char in text[item.start : item.end]):
        return True
    near = _near(item, measured)
    return any(start <= item.start and item.end <= end and end - start > item.end - item.start for start, end in near)


def _near(item: Candidate, measured: Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
    at = bisect_right(measured, (item.start, item.end))
    return measured[max(0, at - NEARBY) : at + NEARBY]


def _is_piece(
    item: Candidate, names: Sequence[Candidate], starts: Sequence[int], cases: Sequence[Candidate], text: str
) -> bool:
    if item.type_id in INNER_WORDS:
        at = bisect_right(starts, item.start)
        return any(
            name.start <= item.start and item.end <= name.end and name.end - name.start > item.end - item.start
            for name in names[max(0, at - NEARBY) : at]
        )
    if item.type_id == "MARITAL_STATUS":
        return any(case.start <= item.start and item.end < case.end for case in cases)
    if item.type_id not in PARTS or item.recognizer in WHOLE_NAMES:
        return False
    if item.type_id == "LOCATION" and item.layer is not Layer.NER:
        return False
    surface = text[item.start : item.end]
    at = bisect_right(starts, item.start)
    guessed = item.type_id in ("ADDRESS", "PERSON") and not any(map(str.isdigit, surface)) and item.layer is Layer.NER
    if guessed and any(_same(name, item) for name in names[max(0, at - NEARBY) : at]):
        return True  # The model takes a whole name for a street or a person: [Ospedale San Raffaele].
    if item.type_id == "PERSON" and " " in surface and item.layer is Layer.NER:
        # The model takes the front of a name for a person: [Maple Grove] Primary School.
        return any(name.start == item.start and name.end > item.end for name in names[max(0, at - NEARBY) : at])
    if any(char.isdigit() for char in surface) or (item.type_id == "PERSON" and " " in surface):
        return False
    return any(_holds(name, item, text) for name in names[max(0, at - NEARBY) : at])


def _same(name: Candidate, item: Candidate) -> bool:
    return (name.start, name.end) == (item.start, item.end)


def _holds(name: Candidate, item: Candidate, text: str) -> bool:
    if not name.start <= item.start < item.end <= name.end or (item.start, item.end) == (name.start, name.end):
        return False
    if name.recognizer in WHOLE_TERMS:
        return item.type_id == "PERSON"
    # "Maria and Harvard University": what a linking word parts from the head is a name of its own.
    return _LINK.search(text, item.end, name.end) is None


def _after_front(item: Candidate, fronts: dict[int, int], text: str) -> Candidate:
    if item.type_id != "ADDRESS":
        return item
    end = max(
        (stop for start, stop in _covering(fronts, item) if start < item.end and stop < item.end), default=item.start
    )
    if end <= item.start:
        return item
    separator = _SEPARATOR.match(text, end)
    start = separator.end() if separator else end
    return replace(item, start=start, value=" ".join(text[start : item.end].split())) if start < item.end else item


def _covering(fronts: dict[int, int], item: Candidate) -> Iterable[tuple[int, int]]:
    """Front values that hold the first character of the address."""
    return [(start, stop) for start, stop in fronts.items() if start <= item.start < stop]
