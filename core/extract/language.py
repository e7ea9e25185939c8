"""Which of the two languages a text is written in."""

from __future__ import annotations

import re

from core.domain.language import Language

_IDEOGRAPH = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0002fa1f]")
_LATIN_WORD = re.compile(r"[A-Za-z\u00c0-\u024f]{2,}")


def detect(text: str) -> Language:
    """Chinese when ideographs outnumber Latin words (a word of Chinese has about two ideographs)."""
    ideographs = len(_IDEOGRAPH.findall(text))
    if ideographs == 0:
        return Language.EN
    return Language.ZH if ideographs >= len(_LATIN_WORD.findall(text)) else Language.EN
