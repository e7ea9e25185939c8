"""Text that nobody writes: a large input without repetition on which no pattern may run away (SEC-17)."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

Make = Callable[[random.Random, int], str]

_RANGES = (
    (0x61, 0x7A),
    (0x41, 0x5A),
    (0x30, 0x39),
    (0x30, 0x39),
    (0x20, 0x2F),
    (0x4E00, 0x9FA5),
    (0x4E00, 0x9FA5),
    (0xC0, 0x24F),
    (0x410, 0x44F),
    (0x621, 0x64A),
    (0x3041, 0x3096),
    (0x1F300, 0x1F5FF),
)
"""Latin, digits, signs, ideographs, accents, Cyrillic, Arabic, kana, emoji."""
_SEPARATORS = " -/,.:()\n"
_BRACKETS = "()[]{}<>\"'()【】「」《》"
_LONGEST_RUN = 22
_LONGEST_PIECE = 12
_LONGEST_WORD = 9


def _mixed(source: random.Random, size: int) -> str:
    return "".join(chr(source.randint(*source.choice(_RANGES))) for _ in range(size))


def _digits(source: random.Random, size: int) -> str:
    parts: list[str] = []
    length = 0
    while length < size:
        run = "".join(str(source.randrange(10)) for _ in range(source.randint(1, _LONGEST_RUN)))
        parts.append(run + source.choice(_SEPARATORS))
        length += len(parts[-1])
    return "".join(parts)[:size]


def _brackets(source: random.Random, size: int) -> str:
    letters = "ab1 李"
    return "".join(source.choice(_BRACKETS if source.random() < 0.5 else letters) for _ in range(size))


def _names(source: random.Random, size: int) -> str:
    parts: list[str] = []
    length = 0
    while length < size:
        word = "".join(chr(source.randint(0x61, 0x7A)) for _ in range(source.randint(1, _LONGEST_WORD)))
        parts.append(word.capitalize() + source.choice((" ", " ", ", ", ". ", "-", "'s ")))
        length += len(parts[-1])
    return "".join(parts)[:size]


def _ideographs(source: random.Random, size: int) -> str:
    return "".join(
        chr(source.randint(0x4E00, 0x9FA5)) if source.random() < 0.9 else source.choice("，。、 \n")
        for _ in range(size)
    )


KINDS: dict[str, Make] = {
    "mixed": _mixed,
    "digits": _digits,
    "brackets": _brackets,
    "names": _names,
    "ideographs": _ideographs,
}
"""Name of a kind -> its maker; `shuffled` needs texts and is made by `hostile` alone."""
SHUFFLED = "shuffled"


def hostile(kind: str, size: int, seed: int, texts: Sequence[str] = ()) -> str:
    """`size` bytes of UTF-8 at most, the same for the same seed. `texts` are cut up for the kind `shuffled`."""
    source = random.Random(f"{kind}:{seed}")  # noqa: S311 - a measurement, not a secret
    made = _shuffled(source, size, texts) if kind == SHUFFLED else KINDS[kind](source, size)
    return made.encode()[:size].decode(errors="ignore")


def _shuffled(source: random.Random, size: int, texts: Sequence[str]) -> str:
    """Pieces of real prompts in any order: every cue that a recogniser waits for, in no context."""
    parts: list[str] = []
    length = 0
    while length < size:
        text = source.choice(texts)
        start = source.randrange(max(1, len(text) - 2))
        parts.append(text[start : start + source.randint(2, _LONGEST_PIECE)])
        length += len(parts[-1])
    return "".join(parts)[:size]
