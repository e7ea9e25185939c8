"""A hostile answer made harmless to look at: what could steer a terminal or a line of text becomes visible (SEC-16)."""

from __future__ import annotations

import re

MAX_ANSWER_CHARS = 2_000_000
"""Longest answer that is shown; beyond it the text is cut and says so."""
REPLACEMENT = "\ufffd"
CUT_MARK = "\n\u2026"

_LINE_ENDS = re.compile("\r\n?")
# Controls except tab and line feed; formats except the two joiners that scripts and emoji need; line and paragraph
# separators; lone surrogates; private use and noncharacters.
_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u0600-\u0605\u061c\u06dd\u070f\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\ud800-\uf8ff\ufdd0-\ufdef\ufeff\ufff9-\ufffb\ufffe\uffff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f\U000f0000-\U0010ffff]"
)


def neutralise(text: str, limit: int = MAX_ANSWER_CHARS) -> str:
    """At most `limit` code points of `text` (and a mark where it was cut), unsafe ones as U+FFFD, line ends as LF.

    Works on any piece of an answer: apart from CRLF cut in two, character by character.
    """
    cut = text[:limit]
    shown = _UNSAFE.sub(REPLACEMENT, _LINE_ENDS.sub("\n", cut))
    return shown + CUT_MARK if len(text) > limit else shown
