"""Types that are nothing but a list of terms: groups `term.<TYPE>` of the term lists (see the README there)."""

from __future__ import annotations

from collections.abc import Iterator

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.quasi import forms
from core.extract.quasi.scan import Scan, candidate
from core.extract.quasi.scores import LIKELY_TYPE

PREFIX = "term."


def detect(scan: Scan) -> Iterator[Candidate]:
    """Every hit of such a group; whether it is somebody's is settled with the whole document."""
    for group, hits in scan.hits.items():
        if not group.startswith(PREFIX):
            continue
        type_id = group.removeprefix(PREFIX)
        for hit in hits:
            form = forms.NOUN if hit.term.surface.isascii() else forms.ZH
            span = (hit.start, hit.end)
            yield candidate(span, type_id, hit.term.canonical, LIKELY_TYPE, "term.list", form, Layer.LEXICON)
