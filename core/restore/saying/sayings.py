"""What the values of a conversation are called in the other language. A value that is not certain stays as written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from core.domain.errors import ResourceError
from core.domain.language import Language
from core.domain.tokens import TokenEntry
from core.extract.quasi.day_values import DATED
from core.resources import read_toml
from core.restore.saying.around import Tongues
from core.restore.saying.dates import DateWords, month_first
from core.restore.saying.names import NameReader, library_reader
from core.restore.saying.places import PlaceNames

FILE = "said.toml"
LONGEST = 60
"""Code points of the longest value that is said in the other language."""
PERSON, PLACE, TIME = "PERSON", "LOCATION", "TIME"
_HAN = re.compile(r"[\u3400-\u9fff\U00020000-\U0002fa1f]")
_LATIN = re.compile(r"[A-Za-z]")


@dataclass(frozen=True, slots=True)
class Sayings:
    """Shipped data. `amounts`: Chinese unit of money -> English one; `amount_types`: types that hold money; `words`:
    Chinese words for days and years -> English ones."""

    tongues: Tongues
    dates: DateWords
    places: PlaceNames
    names: NameReader
    amounts: Mapping[str, str]
    amount_types: frozenset[str]
    words: Mapping[str, str]

    @classmethod
    def load(cls, root: Path) -> Sayings:
        """From the resource root, read once. Raises ResourceError."""
        return _loaded(root)

    def of(self, entry: TokenEntry, month_leads: bool, form: str = "") -> tuple[Language, str] | None:
        """The language that the value of `entry` is not written in, and what it is called there; None where that is not
        certain. `month_leads`: English dates name the month first. `form`: of the value that the token stands for."""
        surface = entry.original.strip()
        to = other_language(surface)
        if to is None or len(surface) > LONGEST or surface != entry.original:
            return None
        said = self._said(entry.type_id, surface, to, month_leads, form)
        return (to, said) if said else None

    @staticmethod
    def month_leads(entries: tuple[TokenEntry, ...], prompt: str) -> bool:
        """Whether English dates of this conversation name the month before the day."""
        return month_first((*(entry.original for entry in entries if entry.type_id in DATED), prompt))

    def _said(self, type_id: str, surface: str, to: Language, month_leads: bool, form: str) -> str:
        if type_id in DATED:
            return self._word(surface, to) or self.dates.date(surface, to, month_leads)
        if type_id == TIME:
            return self._word(surface, to) or self.dates.clock(surface, to)
        if type_id == PLACE:
            return self.places.said(surface, to)
        if type_id == PERSON:
            return self.names.said(surface, library_reader(), form) if to is Language.EN else ""
        if type_id in self.amount_types:
            return self._amount(surface, to)
        return ""

    def _word(self, surface: str, to: Language) -> str:
        if to is Language.EN:
            return self.words.get(surface, "")
        return next((zh for zh, en in self.words.items() if en.lower() == surface.lower()), "")

    def _amount(self, surface: str, to: Language) -> str:
        """Digits as written, the unit in the other language."""
        for zh, en in self.amounts.items():
            unit = en if to is Language.ZH else zh
            digits = surface.removesuffix(unit).rstrip(" ")
            if digits != surface and re.fullmatch(r"\d[\d,]*(?:\.\d+)?", digits):
                return f"{digits}{zh}" if to is Language.ZH else f"{digits} {en}"
        return ""


def other_language(surface: str) -> Language | None:
    """The language that `surface` is not written in; None for digits, and for letters of both."""
    han, latin = _HAN.search(surface) is not None, _LATIN.search(surface) is not None
    if han == latin:
        return None
    return Language.EN if han else Language.ZH


@lru_cache(maxsize=2)
def _loaded(root: Path) -> Sayings:
    data = read_toml(root / "restore" / FILE)
    try:
        calendar, money = data["calendar"], data["money"]
        return Sayings(
            Tongues(frozenset(data["around"]["foreign"])),
            DateWords(
                tuple(calendar["months"]),
                tuple(calendar["weekdays_en"]),
                tuple(calendar["weekdays_zh"]),
                tuple(calendar["parts_of_day"].items()),
                frozenset(calendar["late"]),
            ),
            PlaceNames.load(root),
            NameReader.load(root, data["names"]),
            dict(money["units"]),
            frozenset(money["types"]),
            dict(data["words"]),
        )
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise ResourceError("resource.malformed", details={"file": FILE}) from error
