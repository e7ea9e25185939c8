"""The form of a place in a text: list, dialogue, record, table, long text, prose (paper section 4.2, attribution)."""

from __future__ import annotations

import re

from core.domain.learning import ContextStructure

NEIGHBOURS = 3
"""Lines on either side of the place that tell its form."""
LONG_TEXT = 2_000
"""Code points from which a text without any other form counts as long: some two pages."""
LEAST_CELLS = 3
"""Cells that make a line a row of a table; two would take every `a | b` for one."""
ALIKE = 2
"""Lines of one form that make the form."""

LONGEST_LINE = 400
"""Code points of one line that are looked at."""

_BULLET = re.compile(r"\s*(?:[-*•·–]|\(?\d{1,3}[.)、）]|[一二三四五六七八九十]{1,3}[、.])\s*\S")
_LABELLED = re.compile(r"\s*(?P<label>[^:：|\t]{1,24}?)\s*[:：](?!//)\s*(?P<said>\S.*)")
_CELLS = re.compile(r"\s*(?:\||｜|\t)\s*")
_SENTENCE_END = re.compile(r"[.!?。！？…][\"'”’」）)]*\s*$")


def structure_of(text: str, start: int = 0, end: int = 0) -> ContextStructure:
    """The form around `[start, end)` in code points; of the whole text where both are 0.

    Lines beside each other tell it: cells make a table, bullets a list, labels a record, or a dialogue where speakers
    come again or sentences follow the labels.
    """
    lines = [line[:LONGEST_LINE] for line in _lines_around(text, start, end)]
    if sum(len([cell for cell in _CELLS.split(line) if cell]) >= LEAST_CELLS for line in lines) >= ALIKE:
        return ContextStructure.TABLE
    if sum(_BULLET.match(line) is not None for line in lines) >= ALIKE:
        return ContextStructure.LIST
    labelled = [found for line in lines if (found := _LABELLED.match(line))]
    if len(labelled) >= ALIKE:
        return ContextStructure.DIALOGUE if _spoken(labelled) else ContextStructure.RECORD
    return ContextStructure.LONG_TEXT if len(text) >= LONG_TEXT else ContextStructure.PROSE


def _lines_around(text: str, start: int, end: int) -> list[str]:
    """The lines of the place with `NEIGHBOURS` that are not empty on either side; all lines of a whole text."""
    if not (start or end):
        return [line for line in text.splitlines() if line.strip()]
    before = [line for line in text[:start].split("\n")[:-1] if line.strip()]
    line_start = text.rfind("\n", 0, start) + 1
    line_end = text.find("\n", end)
    own = text[line_start : line_end if line_end >= 0 else len(text)].split("\n")
    after = [line for line in text[line_end:].split("\n") if line.strip()] if line_end >= 0 else []
    return [*before[-NEIGHBOURS:], *own, *after[:NEIGHBOURS]]


def _spoken(labelled: list[re.Match[str]]) -> bool:
    labels = [found["label"].strip().casefold() for found in labelled]
    sentences = sum(_SENTENCE_END.search(found["said"]) is not None for found in labelled)
    return len(set(labels)) < len(labels) or 2 * sentences >= len(labelled)
