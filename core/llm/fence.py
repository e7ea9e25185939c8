"""A person's text on its way into a local model: fenced as data, with whatever could steer the model made inert.

models.md 4: the text stands between nonces, its own occurrences of them are removed, chat-template control tokens and
invisible characters are neutralised on a copy. The nonce is drawn once per run, not per call: all questions about one
document then share their prefix byte for byte, and the server reads it once.
"""

from __future__ import annotations

import re
import secrets

NONCE_BYTES = 4
_CONTROL = re.compile(
    r"<\|[^|<>\n]{0,40}\|>|</?s>|\[/?INST\]|<</?SYS>>|<(?:start|end)_of_turn>|</?(?:think|tool_call|doc)\b[^>\n]{0,40}>",
    re.IGNORECASE,
)
_INVISIBLE = re.compile(r"[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\U000e0000-\U000e007f]")


def new_nonce() -> str:
    """A fresh nonce for one run."""
    return "k" + secrets.token_hex(NONCE_BYTES)


def neutralised(text: str) -> str:
    """`text` with control tokens opened up and invisible characters removed; for models only, never for offsets."""
    return _CONTROL.sub(lambda match: f"‹{match.group()[1:-1]}›", _INVISIBLE.sub("", text))


def fenced(text: str, nonce: str) -> str:
    """`text` as a document block; "" stays "" (the null document)."""
    if not text:
        return ""
    return f"<doc {nonce}>\n{neutralised(text).replace(nonce, '')}\n</doc {nonce}>"
