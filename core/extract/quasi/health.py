"""DISEASE, SURGERY, DRUG, DOSE, ALLERGY, LAB_RESULT, BLOOD_TYPE, PHYSIQUE, DEPARTMENT."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.quasi import body_measures, forms, illnesses, rows, treatments
from core.extract.quasi.scan import Scan, candidate
from core.extract.quasi.scores import CERTAIN_TYPE, LIKELY_TYPE

_LISTED = (
    ("DISEASE", LIKELY_TYPE),
    ("SURGERY", LIKELY_TYPE),
    ("DRUG", CERTAIN_TYPE),
    ("DEPARTMENT", LIKELY_TYPE),
)
_DENYING = re.compile("否认|排除|未见|没有|未患|未发现|无")
_DENIED = re.compile(
    r"(?:否认|排除|未见|没有|未患|未发现|并无|无)(?!痛|力|法|明显诱因|缘|故|奈|效)[^,，。;；\n]{0,40}$"
)
_DENIES_ALL = re.compile(r"(?:否认|排除|未见|未发现|未患|并无)")
_HISTORY = re.compile(r"[^,，。;；\n]{0,24}?(?:史|等|病(?=[,，。]))")


def detect(scan: Scan) -> Iterator[Candidate]:
    """Everything about health but what is denied."""
    negating = scan.has_han and _DENYING.search(scan.lower) is not None
    for item in _all(scan):
        if not (negating and _denied(scan, item)) and not _passing(scan, item):
            yield item


def _passing(scan: Scan, item: Candidate) -> bool:
    """A cough, 发烧: what everybody has at times is nobody's illness."""
    span = (item.start, item.end)
    return item.type_id == "DISEASE" and any((hit.start, hit.end) == span for hit in scan.group("body.symptom"))


def _all(scan: Scan) -> Iterator[Candidate]:
    for group, score in _LISTED:
        for hit in scan.group(group):
            form = forms.ZH if not hit.term.surface.isascii() else forms.NOUN
            yield candidate(
                (hit.start, hit.end), group, hit.term.canonical, score, f"health.{group.lower()}", form, Layer.LEXICON
            )
    for detector in (illnesses, treatments, body_measures):
        yield from detector.detect(scan)
    yield from rows.found(scan, "allergy")


def _denied(scan: Scan, item: Candidate) -> bool:
    """否认[肝炎]、[结核]病史: an illness that somebody does not have."""
    if item.type_id not in ("DISEASE", "ALLERGY", "SURGERY"):
        return False
    # The lead may be a part of what was found: 无[青霉素过敏史].
    before = _DENIED.search(scan.before(item.start, 44))
    if before is None:
        return False
    return (
        _DENIES_ALL.match(before.group()) is not None
        or _HISTORY.match(scan.lower, item.end) is not None
        or (scan.lower[item.end - 1] == "史")
    )
