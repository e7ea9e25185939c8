"""Places on a way are several, and so are the parties of a case: Cork–Montréal, 名古屋飞上海, Bose v Bose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from core.extract.spans.reader import SpanFinding
from core.text.scripts import is_ideograph

PLACE, NAME = "place", "name"
LEAST = 2
"""Letters of the shortest place or name on either side."""
_LATIN_WAY = re.compile(r"\s*[–—→⇄↔]\s*|\s+-{1,2}>?\s+|\s*->\s*")
_HAN_WAY = re.compile(r"(?<=[\u3400-\u9fff])\s*(?:飞往|飛往|飞|飛|至|[–—→⇄↔-])\s*(?=[\u3400-\u9fff])")
_PARTIES = re.compile(r"\s+(?:v|vs|versus)\.?\s+", re.IGNORECASE)


def legs(finding: SpanFinding, text: str) -> Iterator[SpanFinding]:
    """The finding, parted between the places of a way or the parties of a case; as it is where a side is too short."""
    surface = text[finding.start : finding.end]
    way = _HAN_WAY if any(map(is_ideograph, surface)) else _LATIN_WAY
    way = _PARTIES if finding.group == NAME else way
    ends = [(match.start(), match.end()) for match in way.finditer(text, finding.start, finding.end)]
    parts = list(
        zip([finding.start, *(end for _, end in ends)], [*(start for start, _ in ends), finding.end], strict=True)
    )
    if finding.group not in (PLACE, NAME) or any(_letters(text[start:end]) < LEAST for start, end in parts):
        yield finding
        return
    for start, end in parts:
        yield replace(finding, start=start, end=end)


def _letters(side: str) -> int:
    return sum(map(str.isalpha, side))
