"""Addresses and accounts with words for their signs: zhan 点 haoran 艾特 yunqi 点 example, ann underscore seven."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from core.extract.disguise_words import Words, disguise_words
from core.extract.disguised.stretch import Disguise
from core.text.patterns import any_of


@lru_cache(maxsize=1)
def _row() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Words and digits with at least one sign in words between them, and one such sign."""
    words = disguise_words()
    signs = any_of(words.signs)
    sign = rf"(?:[ ]{signs}[ ]|(?<=[A-Za-z0-9{words.han}]){signs}(?=[A-Za-z0-9{words.han}])|[.@_-])"
    said = rf"(?:[A-Za-z0-9]{{1,30}}(?:[ ]?[{words.han}]{{1,12}})?|[{words.han}]{{1,12}})"
    return re.compile(rf"(?<![A-Za-z0-9@._-]){said}(?:{sign}{said}){{1,8}}(?![A-Za-z0-9@_])", re.I), re.compile(
        sign, re.I
    )


def addressed(text: str, words: Words) -> Iterator[Disguise]:
    """Addresses with all of their signs in words or some; what joins with an underline in words is an account."""
    low = text.lower()
    if not any(sign in low for sign in words.signs):
        return
    row, sign = _row()
    for match in row.finditer(text):
        between = [found.strip().lower() for found in sign.findall(match.group())]
        spoken = [found for found in between if found in words.signs]
        said = sign.sub(lambda found: words.signs.get(found.group().strip().lower(), found.group()), match.group())
        _box, at, host = said.partition("@")
        named = any(found in words.named_signs for found in spoken)
        if not spoken or (at and ("." not in host or "@" in host)) or not (at or named):
            continue
        if at and not named and not any(words.signs[found] == "." for found in spoken):
            continue
        plain = "".join(words.digits.get(char, char) if char in words.han else char for char in said if char != " ")
        yield Disguise(*match.span(), plain, deliberate=named)
