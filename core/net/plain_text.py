"""Makes a hostile answer plain text, piece by piece (SEC-16)."""

from __future__ import annotations

import re

REPLACEMENT = "\ufffd"

# C0 and C1 controls but tab and line ends, DEL, and the controls that reorder what a reader sees.
_UNSHOWABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_HIGH = re.compile("[\ud800-\udbff]$")
_PAIR = re.compile("([\ud800-\udbff])([\udc00-\udfff])")


def _join(pair: re.Match[str]) -> str:
    return pair.group().encode("utf-16", "surrogatepass").decode("utf-16")


class PlainText:
    """Joins surrogate pairs that were escaped in two pieces, shows every control character as U+FFFD.

    `feed` returns what is final; at most one code unit is held back until the next piece or `finish`.
    """

    def __init__(self) -> None:
        self._held = ""

    def feed(self, piece: str) -> str:
        text, self._held = self._held + piece, ""
        if _HIGH.search(text):
            text, self._held = text[:-1], text[-1]
        return _UNSHOWABLE.sub(REPLACEMENT, _PAIR.sub(_join, text))

    def finish(self) -> str:
        held, self._held = self._held, ""
        return REPLACEMENT if held else ""


def plain(text: str) -> str:
    """The whole of a text in one step."""
    cleaner = PlainText()
    return cleaner.feed(text) + cleaner.finish()
