"""What a rendering is: a text, and how much of its neighbourhood it takes with it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from core.dehydrate.generalization import GeneralizationHierarchy
from core.domain.language import Language
from core.domain.sensitive import Mention

_SPEAKER = re.compile(r"(?<![A-Za-z])[A-Za-z] ?[:：]")
"""A letter that stands for a speaker ("Q:", "A:") says nothing about the language."""
_CODE_AFTER = re.compile(
    r"^ ?[A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*)? ?[0-9][0-9A-Za-z]*(?=[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef])"
)
"""A code behind a Chinese word (甲状腺结节[TI-RADS 3]类) says nothing about the language either."""
CONTEXT = 40
"""Code points of neighbouring text that a rendering may look at on each side."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """`text` replaces the mention and the `take_before`/`take_after` code points next to it.

    Function words such as a preposition or an article belong to the old wording and would not fit the new one.
    """

    text: str
    take_before: int = 0
    take_after: int = 0


class PhrasingHierarchy(GeneralizationHierarchy, Protocol):
    """A hierarchy that can also exchange the function words next to a mention."""

    def phrase(self, value: str, level: int, mention: Mention, before: str, after: str) -> Phrase:
        """As `render`, for a caller that can extend the replaced span."""
        ...


def is_ideograph(char: str) -> bool:
    """Whether a character is written without spaces around it: Han ideographs and CJK punctuation."""
    return (
        "\u3000" <= char <= "\u303f"
        or "\u3400" <= char <= "\u9fff"
        or "\uff00" <= char <= "\uffef"
        or char >= "\U00020000"
    )


def surrounding_language(mention: Mention, before: str, after: str) -> Language:
    """The language that a replacement must be written in: that of the nearest letters on both sides.

    A Latin name in a Chinese sentence is replaced by Chinese words; without neighbours the mention decides, and where
    they disagree so it does, but for a number with its unit.
    """
    if mention.text and is_ideograph(mention.text[-1]):
        after = _CODE_AFTER.sub("", after)
    left = next((char for char in reversed(_SPEAKER.sub(" ", before)) if char.isalpha()), "")
    right = next((char for char in _SPEAKER.sub(" ", after) if char.isalpha()), "")
    sides = {Language.ZH if is_ideograph(char) else Language.EN for char in (left, right) if char}
    if len(sides) == 1:
        return sides.pop()
    letters = [char for char in mention.text if char.isalpha()]
    if not sides or not letters:
        return mention.language
    if mention.text[0].isdigit():
        # A quantity belongs to what it follows: "阿司匹林[75mg] qd", "aspirin [75mg] 每日".
        return Language.ZH if is_ideograph(left) else Language.EN
    return Language.ZH if any(map(is_ideograph, letters)) else Language.EN
