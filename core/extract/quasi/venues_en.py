"""Hospitals in their own language, and saints that a school, a hospital or a church is named after."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.extract.candidate import Candidate
from core.extract.quasi import forms, rows
from core.extract.quasi.scan import Scan, candidate, folded
from core.extract.quasi.scores import CERTAIN_TYPE

_CAP = r"[A-Z][\w’']*(?:[-.][A-Z][\w’']*)*"
_SAINTS = re.compile(rf"\b(?:at|from|to|attends?|attended|left|joined) (St\.? {_CAP})(?! (?:[A-Z]|Street|Road|Island))")
_SCHOOL_NEAR = re.compile(
    r"\b(?:students?|pupils?|school|teacher|class|gcses?|a-levels?|a\*|sixth form|head(?:teacher|master)|term|"
    r"exams?|pick up|"
    r"year \d{1,2}|grades?|university|classmates?)(?![\w])"
)
_CLINICAL = re.compile(
    r"\b(?:diagnos\w+|symptoms?|patient|pt|y/?o|hx|pmhx?|meds?|medication|mg|doctor|hospital|disease|illness|flare(?:-up)?|"
    r"relapse|remission|chronic|therapy|treatment|disab\w+|wheelchair|prescri\w+|neurologist|psychiatrist|therapist|gp|"
    r"i have|i’ve got|i've got|i’ve had|i've had|has had|have had|living with|suffer\w*)\b"
)
NEAR = 160
"""Code points around a name that tell what is spoken of."""


def detect(scan: Scan) -> Iterator[Candidate]:
    """Candidates of the Latin part of a segment."""
    yield from rows.found(scan, "venue")
    for match in scan.cased(_SAINTS):
        name = re.sub(r"[’']$", "", match.group(1))
        span = (match.start(1), match.start(1) + len(name))
        near = scan.lower[max(0, span[0] - NEAR) : span[1] + NEAR]
        kind = "SCHOOL" if _SCHOOL_NEAR.search(near) else "HOSPITAL" if _CLINICAL.search(near) else "LANDMARK"
        if kind == "SCHOOL" or name.endswith(("'s", "’s")):
            yield candidate(span, kind, folded(name), CERTAIN_TYPE, "name.short_hospital", forms.NAME)
