"""Which of several waiting prompts a slot of a server should read next: the one that goes on as its last one began.

A server keeps what a slot has read and reads only what is new. The order in which independent prompts are asked changes
nothing about their answers, only how much is read twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from core.llm.model import ChatPrompt

PART_MARK = "\n"
"""Stands between the parts of a prompt, so that two parts are never one word."""


def prompt_text(prompt: ChatPrompt) -> str:
    """A prompt as a server reads it: what two of them share from the start, a slot need not read again."""
    earlier = [part for item in prompt.earlier for part in (item.stage, item.answer)]
    return PART_MARK.join(part for part in (prompt.system, prompt.document, *earlier, prompt.stage) if part)


def shared_start(first: str, second: str) -> int:
    """Length of the common prefix, in code points."""
    low, high = 0, min(len(first), len(second))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if first.startswith(second[low:middle], low) else (low, middle - 1)
    return low


def nearest(waiting: Sequence[str], last: str) -> int:
    """Place in `waiting` (not empty) of the text that shares the longest start with `last`; the first among equals."""
    return max(range(len(waiting)), key=lambda place: (shared_start(waiting[place], last), -place))


def spread(order: Sequence[int], slots: int) -> list[int]:
    """`order` rearranged so that its first `slots` items stand far apart in it: every slot begins with another group of
    prompts that begin alike."""
    parts = max(1, slots)
    cuts = [len(order) * part // parts for part in range(parts + 1)]
    stretches = [order[start:end] for start, end in pairwise(cuts)]
    return [part[place] for place in range(max(map(len, stretches))) for part in stretches if place < len(part)]
