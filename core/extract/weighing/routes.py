"""Places on a way are several: Cork–Montréal, Gothenburg - Frankfurt, 名古屋飞上海."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from core.extract.spans.reader import SpanFinding
from core.text.scripts import is_ideograph

GROUP = "place"
LEAST = 2
"""Letters of the shortest place on either side."""
_LATIN_WAY = re.compile(r"\s*[–—→⇄↔]\s*|\s+-{1,2}>?\s+|\s*->\s*")
_HAN_WAY = re.compile(r"(?<=[\u3400-\u9fff])\s*(?:飞往|飛往|飞|飛|至|[–—→⇄↔-])\s*(?=[\u3400-\u9fff])")


def legs(finding: SpanFinding, text: str) -> Iterator[SpanFinding]:
    """The finding, parted between the places of a way; as it is where a side is too short to be one."""
    surface = text[finding.start : finding.end]
    way = _HAN_WAY if any(map(is_ideograph, surface)) else _LATIN_WAY
    ends = [(match.start(), match.end()) for match in way.finditer(text, finding.start, finding.end)]
    parts = list(
        zip([finding.start, *(end for _, end in ends)], [*(start for start, _ in ends), finding.end], strict=True)
    )
    if finding.group != GROUP or any(_letters(text[start:end]) < LEAST for start, end in parts):
        yield finding
        return
    for start, end in parts:
        yield replace(finding, start=start, end=end)


def _letters(side: str) -> int:
    return sum(map(str.isalpha, side))
