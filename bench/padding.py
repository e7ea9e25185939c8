"""Generated prompts brought to a wanted number of attributes and a wanted length, for measurements by size."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from bench.corpora import GoldSpan, Row
from core.domain.errors import ResourceError
from core.resources import read_toml

FILLER = "bench/filler.toml"
_SENTENCE = re.compile(r"[^.!?。！？\n]*(?:[.!?]+(?=\s|$)\s*|[。！？]\s*|\n|$)")


class Padding:
    """Cuts and fills. Immutable."""

    def __init__(self, root: Path, count: Callable[[str], int]) -> None:
        """`count`: tokens of a text. Raises ResourceError."""
        data = read_toml(root / FILLER)
        try:
            self._sentences = {code: tuple(map(str, entry["sentences"])) for code, entry in data.items()}
        except (KeyError, TypeError) as error:
            raise ResourceError("resource.malformed", details={"file": FILLER}) from error
        self._count = count

    def sized(self, row: Row, attributes: int, tokens: int) -> Row | None:
        """The first sentences of `row` with `attributes` marked values at most, and harmless ones behind them up to
        about `tokens`; None where that leaves fewer than `attributes` - 1 values."""
        end = 0
        for match in _SENTENCE.finditer(row.text):
            held = {(span.type, row.text[span.start : span.end]) for span in row.spans if span.end <= match.end()}
            cuts = any(span.start < match.end() < span.end for span in row.spans)
            if len(held) > attributes:
                break
            end = end if cuts else match.end()
        spans: tuple[GoldSpan, ...] = tuple(span for span in row.spans if span.end <= end)
        if len({(span.type, row.text[span.start : span.end]) for span in spans}) < attributes - 1:
            return None
        text = row.text[:end].rstrip()
        gap = " " if row.language == "en" else ""
        for sentence in self._sentences[row.language]:
            if self._count(text) >= tokens:
                break
            text += gap + sentence
        return Row(f"{row.id}-sized", text, row.language, spans, row.domain)
