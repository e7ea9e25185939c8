"""How many tokens a prompt is: asked of the server where it counts, else bounded from both sides (models.md 2)."""

from __future__ import annotations

import hashlib
import math
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence

LATIN_CHARS_PER_TOKEN = 2.5
CJK_TOKENS_PER_CHAR = 1.0
MARGIN = 1.25
TOKENS_PER_TURN = 8
"""Marks of the chat template around one message."""
FEWEST_LATIN = 7.0
FEWEST_CJK = 0.5
"""Characters per token that no tokenizer exceeds on running Latin text; tokens per character that none goes below on
Chinese: fewer counted tokens than that means that a part of the prompt was not read."""
TOLERANCE = 0.9
REMEMBERED = 256

_CJK = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
_RUN = re.compile(r"([\W_])\1{2,}")
"""Rules of a table, dotted lines: vocabularies hold whole stretches of them as one token."""
Counter = Callable[[str], Awaitable[int | None]]


def count_cjk(text: str) -> int:
    """Characters of `text` that tokenizers take one by one."""
    return len(_CJK.findall(text))


def at_most(text: str) -> int:
    """Tokens that `text` surely does not exceed, for deciding whether it fits."""
    cjk = count_cjk(text)
    return math.ceil((cjk * CJK_TOKENS_PER_CHAR + (len(text) - cjk) / LATIN_CHARS_PER_TOKEN) * MARGIN)


def at_least(text: str) -> int:
    """Tokens that `text` surely has, for deciding whether all of it was read."""
    dense = _RUN.sub(r"\1", re.sub(r"\s+", " ", text))
    cjk = count_cjk(dense)
    return math.floor(cjk * FEWEST_CJK + (len(dense) - cjk) / FEWEST_LATIN)


class TokenBudget:
    """Counts segments of prompts; remembers counts by digest, never texts. `count`: the server's own tokenizer, None
    where it has none or did not answer."""

    def __init__(self, count: Counter | None) -> None:
        self._count = count
        self._known: OrderedDict[bytes, int] = OrderedDict()

    async def bounds(self, segments: Sequence[str]) -> tuple[int, int]:
        """(least, most) tokens of a prompt made of `segments`, template marks included in the most."""
        least = most = 0
        for segment in segments:
            exact = await self._exact(segment)
            least += at_least(segment) if exact is None else exact
            most += TOKENS_PER_TURN + (at_most(segment) if exact is None else exact)
        return least, most

    async def _exact(self, segment: str) -> int | None:
        if self._count is None:
            return None
        digest = hashlib.sha256(segment.encode("utf-8", "surrogatepass")).digest()
        if digest in self._known:
            self._known.move_to_end(digest)
            return self._known[digest]
        found = await self._count(segment)
        if found is not None:
            self._known[digest] = found
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return found


def was_truncated(prompt_tokens: int, least: int) -> bool:
    """Whether a server that counted `prompt_tokens` has left something out."""
    return prompt_tokens < TOLERANCE * least
