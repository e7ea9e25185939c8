"""Numbers that anybody may call: service numbers of a country's plan, and what is named a hotline."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.extract.disguise_words import disguise_words
from core.text.patterns import any_of

REACH = 12
"""Code points before a number in which it is said that it is called."""


@dataclass(frozen=True, slots=True)
class PublicLines:
    """`short`: service numbers, which count where `called` stands before them; `named`: words right before a number of
    any form that make it everybody's."""

    short: re.Pattern[str]
    called: re.Pattern[str]
    named: re.Pattern[str]

    @classmethod
    def parsed(cls, data: Mapping[str, Any]) -> PublicLines:
        """From the table of the settings. Raises KeyError, re.error."""
        called, named = (any_of(data[name]) for name in ("called", "named"))
        return cls(
            re.compile("|".join(data["short"])),
            re.compile(called, re.IGNORECASE),
            re.compile(rf"{named}(?: (?:on|at|is|number|no\.?))*[\s:：是为為(（]*\Z", re.IGNORECASE),
        )

    def holds(self, text: str, start: int, end: int) -> bool:
        """Whether `[start, end)` is such a number."""
        digits = _digits(text[start:end])
        if not digits:
            return False
        before = text[max(0, start - REACH) : start]
        if self.named.search(before) is not None:
            return True
        return self.short.fullmatch(digits) is not None and self.called.search(before) is not None


def _digits(surface: str) -> str:
    """The number in figures, whichever way its digits are written; empty where anything else stands in it."""
    usual, found = disguise_words().plain_han, []
    for char in filter(str.isalnum, surface):
        value = unicodedata.numeric(usual.get(char, char), -1.0)
        if not 0 <= value <= 9:
            return ""
        found.append(str(int(value)))
    return "".join(found)
