"""Which script a passage is written in, and so in which language a word put there must be."""

from __future__ import annotations

import re

from core.domain.language import Language

CONTEXT = 40
"""Code points of neighbouring text that decide about a passage, on each side."""
_SPEAKER = re.compile(r"(?<![A-Za-z])[A-Za-z] ?[:：]")
"""A letter that stands for a speaker ("Q:", "A:") says nothing about the language."""
_CODE_AFTER = re.compile(
    r"^ ?[A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*)? ?[0-9][0-9A-Za-z]*(?=[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef])"
)
"""A code behind a Chinese word (甲状腺结节[TI-RADS 3]类) says nothing about the language either."""


def is_ideograph(char: str) -> bool:
    """Whether a character is written without spaces around it: Han ideographs and CJK punctuation."""
    return (
        "\u3000" <= char <= "\u303f"
        or "\u3400" <= char <= "\u9fff"
        or "\uff00" <= char <= "\uffef"
        or char >= "\U00020000"
    )


def surrounding_language(surface: str, spoken: Language, before: str, after: str) -> Language:
    """The language of the passage in which `surface` stands: that of the nearest letters on both sides.

    A Latin name in a Chinese sentence stands in a Chinese passage; without neighbours `spoken`, the language of the
    surface itself, decides, and where they disagree so does the surface, but for a number with its unit.
    """
    if surface and is_ideograph(surface[-1]):
        after = _CODE_AFTER.sub("", after)
    left = next((char for char in reversed(_SPEAKER.sub(" ", before)) if char.isalpha()), "")
    right = next((char for char in _SPEAKER.sub(" ", after) if char.isalpha()), "")
    sides = {Language.ZH if is_ideograph(char) else Language.EN for char in (left, right) if char}
    if len(sides) == 1:
        return sides.pop()
    letters = [char for char in surface if char.isalpha()]
    if not sides or not letters:
        return spoken
    if surface[0].isdigit():
        # A quantity belongs to what it follows: "阿司匹林[75mg] qd", "aspirin [75mg] 每日".
        return Language.ZH if is_ideograph(left) else Language.EN
    return Language.ZH if any(map(is_ideograph, letters)) else Language.EN
