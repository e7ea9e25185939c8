"""Numbers that the end of a line parts, in text with hard line ends: 020 7946⏎0382 during office hours."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.extract.disguise_words import Words
from core.extract.disguised.stretch import Disguise

LEAST_LINE = 12
"""Code points of the shortest line that was broken because it was full."""
FULL = 0.5
"""Share of the longest line near it that a full line has."""
LEAST_WHOLE = 9
"""Digits of the shortest number over two lines; two years have fewer."""
NEAR = 2
"""Lines on either side that tell how long lines are."""
_HEAD = re.compile(r"(?<![A-Za-z0-9.,:/-])(?<![0-9] )\+?[0-9]{2,}(?:[ -][0-9]{2,}){0,5}-?[ ]?\Z")
_TAIL = re.compile(r"[ ]?[0-9]{3,}(?: [0-9]{2,}){0,5}(?![A-Za-z0-9]|[.,:;/|\t-]|[ ]?[.、|]|[ ][0-9])(?=.)")


def wrapped(text: str, _words: Words) -> Iterator[Disguise]:
    """Numbers over two lines, neither of which they have for themselves; a layer has to know the whole."""
    lines = text.split("\n")
    at = 0
    for place, line in enumerate(lines[:-1]):
        at += len(line) + 1
        lengths = [len(other) for other in lines[max(0, place - NEAR) : place + NEAR + 1]]
        if len(line) < max(LEAST_LINE, FULL * max(lengths)):
            continue
        head, tail = _HEAD.search(line), _TAIL.match(lines[place + 1])
        if head is None or tail is None or not head.start():
            continue
        if sum(map(str.isdigit, head[0] + tail[0])) < LEAST_WHOLE:
            continue
        first, second = head[0].strip(), tail[0].strip()
        yield Disguise(at - 1 - len(head[0]), at + tail.end(), f"{first} {second}", f"{first}{second}")
