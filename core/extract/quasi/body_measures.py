"""LAB_RESULT, BLOOD_TYPE and PHYSIQUE: what is measured of a body, and how it looks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.extract.candidate import Candidate
from core.extract.quasi import forms, rows
from core.extract.quasi.scan import Scan, candidate
from core.extract.quasi.scores import RECORD_FIELD

_BLOOD = re.compile(
    r"(?:blood (?:type|group)(?: is|:)?\s*(?:is )?|血型\s*(?:是|为|[:：])?\s*)((?:rh ?(?:阴性|阳性|"
    r"[+-])?\s*)?(?:ab|a|b|o)(?:型)?(?:\s?(?:positive|negative|rh[+-]|\+|-|阳性|"
    r"阴性))?(?:\s?型)?)(?![a-z])|(?<![a-z])((?:ab|a|b|o)(?: positive| negative|[+-]| rh[+-]))(?= blood)|"
    r"(?<![a-z])((?:rh阴性)?(?:ab|a|b|o)型血)"
)


def detect(scan: Scan) -> Iterator[Candidate]:
    """Laboratory values, pressures, blood types, heights, weights and looks."""
    yield from rows.found(scan, "laboratory")
    yield from _blood(scan)
    yield from rows.found(scan, "physique")


def _blood(scan: Scan) -> Iterator[Candidate]:
    for match in scan.all(_BLOOD):
        group = match.lastindex or 1
        said = match.group(group)
        letters = re.search(r"ab|a(?!n)|b|o", said.replace("positive", "+").replace("negative", "-"))
        negative, positive = re.search(r"negative|-|阴", said), re.search(r"positive|\+|阳", said)
        sign = "-" if negative else "+" if positive else ""
        if letters:
            value = letters.group().upper() + sign
            yield candidate(match.span(group), "BLOOD_TYPE", value, RECORD_FIELD, "health.blood", forms.RECORD)
