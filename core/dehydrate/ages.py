"""Ages and dates of birth: bands of 5, 10 and 20 years and life stages, the same for both."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.dehydrate.english import last_word
from core.dehydrate.phrase import Phrase
from core.dehydrate.rung import BaseHierarchy, Fitting, Rung, Setting, TypeWords
from core.domain.language import Language

OLDEST = 130
SHARE_WIDTH = 5
YEAR_BANDS = 5
"""Years in the narrowest band for whoever is told in years; a narrower one is for infants."""
_PER_YEAR = {"m": 12, "w": 52, "d": 365}
_AGE = re.compile(r"^(~?)(\d{1,3})([smwd]?)$")
_ATTRIBUTE_FORMS = frozenset({"year-old"})
_BEFORE_AGE = re.compile(
    r"\b(at the age of |at the |at age |aged |at |the age of "
    r"|in (?:my|your|his|her|our|their) (?:early |late |mid[ -])?)$"
)
_IS = {"turn": "am", "turns": "is", "turned": "was", "turning": "being"}
_REACHED = re.compile(r"\b(turn|turns|turned|turning) $")
_SOMETHING = "-something"
_NOUN_AFTER = re.compile(
    r",? (?!(?:is|was|has|had|will|can|could|would|should|does|did|and|or|with|from|in|who|at|on|to|for|says|got)\b)"
    r"[A-Za-z]"
)
_CHILDLIKE = frozenset({"young", "preschool", "primary-school-age"})
_STANDING = ("是", "值", "处于", "在", "到", "了", "：", ":", "，", "、", "（", "(", "龄")
_KIN = ("女儿", "儿子", "孩", "宝宝", "男", "女", "小朋友", "老人", "妈", "爸", "母亲", "父亲")
_FIELD_FORMS = frozenset({"record"})


@dataclass(frozen=True, slots=True)
class AgeBand:
    """Whole years `low` to `high`, both inside; `words` as in resources/hierarchies/age.toml."""

    width: int
    low: int
    high: int
    words: Mapping[Language, Mapping[str, str]]

    @property
    def node(self) -> str:
        return f"{self.low}-{self.high}"


class AgeBands:
    """All bands, with population shares per language. Built once, immutable."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._bands = tuple(
            AgeBand(
                entry["width"],
                entry["low"],
                entry["high"],
                {
                    code: {**entry[code], "noun": entry[code]["state"], "label": entry[code]["field"]}
                    for code in Language
                },
            )
            for entry in data["bands"]
        )
        self._widths = tuple(dict.fromkeys(band.width for band in self._bands))
        shares = [data["shares"][code] for code in Language]
        total = sum(map(sum, shares))
        self._shares = tuple(sum(column) / total for column in zip(*shares, strict=True))

    def of(self, age: int, at_least: int = 0) -> tuple[AgeBand, ...]:
        """Bands that hold `age`, narrow to wide, from width `at_least`."""
        age = min(max(age, 0), OLDEST)
        return tuple(
            band
            for width in self._widths
            if width >= at_least
            for band in self._bands
            if band.width == width and band.low <= age <= band.high
        )

    def mass(self, low: int, high: int) -> float:
        """Share of the population between two ages, both inside; even within five years."""
        return sum(self.of_year(age) for age in range(low, min(high, OLDEST) + 1))

    def of_year(self, age: int) -> float:
        """Share of the population at one age in whole years."""
        index = min(age // SHARE_WIDTH, len(self._shares) - 1)
        width = SHARE_WIDTH if index < len(self._shares) - 1 else OLDEST + 1 - SHARE_WIDTH * index
        return float(self._shares[index]) / width


class AgeHierarchy(BaseHierarchy):
    """Age in whole years, of an infant in months, weeks or days; a cohort as a decade of birth."""

    def __init__(self, identifier: str, words: TypeWords, fitting: Fitting, bands: AgeBands, year: int) -> None:
        super().__init__(identifier, words, fitting)
        self._bands = bands
        self._year = year

    def _age(self, value: str) -> tuple[int, int, int]:
        """Age in whole years, the narrowest band that holds what the value says, and how many such values a year has:
        an infant's months are told one by one, and so are what its weeks and days come to."""
        match = _AGE.match(value)
        if match is None:
            return 0, OLDEST, 1
        number, unit = int(match.group(2)), match.group(3)
        if unit == "s":
            born = 1900 + number if number > self._year % 100 else 2000 + number
            return max(0, self._year - born - 5), 20, 1
        if unit:
            return number // _PER_YEAR[unit], 0, _PER_YEAR["m"]
        return number, 10 if match.group(1) else YEAR_BANDS, 1

    def prior(self, value: str) -> float:
        age, wide, parts = self._age(value)
        if wide > YEAR_BANDS:
            return 1.0 / self._words.type.domain_size
        return self._bands.of_year(min(age, OLDEST)) / parts

    def rungs(self, value: str) -> tuple[Rung, ...]:
        age, wide, _ = self._age(value)
        if wide == OLDEST:
            return ()
        prior = self.prior(value)
        found = []
        for band in self._bands.of(age, wide):
            share = self._bands.mass(band.low, band.high)
            found.append(Rung(band.node, min(1.0, prior / share), share, band.words))
        return tuple(found)

    def word(self, rung: Rung, setting: Setting) -> Phrase:
        return self._form(rung.words[setting.language], setting)

    def word_removed(self, setting: Setting) -> Phrase:
        form = setting.mention.form
        if form not in _ATTRIBUTE_FORMS | _FIELD_FORMS:
            dropped = self.drop_item(setting)
            if dropped is not None:
                return dropped
        return self._form(self._words.removed[setting.language], setting)

    def _form(self, words: Mapping[str, str], setting: Setting) -> Phrase:
        form, before, after = setting.mention.form, setting.before, setting.after
        if form in _FIELD_FORMS:
            return Phrase(words.get("field") or words["noun"])
        if setting.language is Language.ZH:
            return self._chinese(words["noun"], form, before, after)
        english = self._fitting.english
        if form in _ATTRIBUTE_FORMS or last_word(before)[0] in ("a", "an"):
            stem = words["attribute"]
            if not _NOUN_AFTER.match(after):
                stem = _person_of(stem, after)
            noun = f"{'an' if stem[0] in 'aeio' else 'a'} {stem}"
            return english.noun(noun, setting.mention.text, before, after, keep_the=True)
        owner = english.possessive(before)
        unclear = "{poss}" in words["noun"] and not owner
        loose = words.get("attribute", "").endswith(_SOMETHING)
        state = words["attribute"] if unclear and loose else words["noun"].replace("{poss}", owner or "their")
        word, width = before_age(before)
        reached = _REACHED.search(before)
        if reached is not None:
            return Phrase(f"{_IS[reached.group(1)]} {state}", len(reached.group()))
        if not width and setting.mention.text.lower().startswith("age") and before.endswith("the "):
            return Phrase(state.removeprefix("in "), len("the "))
        return Phrase(state, width if word else 0)

    def _chinese(self, text: str, form: str, before: str, after: str) -> Phrase:
        if after.startswith(_KIN):
            return Phrase(f"{text.removesuffix('的年纪')}的")
        if after.startswith("的") or (before.strip() and not before.endswith(_STANDING)):
            # "刚上小学的年纪" is a noun; after a subject, or before one, its first part says the same as a predicate.
            text = text.removesuffix("的年纪")
        if before.endswith("满"):
            return Phrase(text, len("年满") if before.endswith("年满") else len("满"), int(after.startswith("岁")))
        if before.endswith("是") and not after.startswith("的"):
            text += "的人"
        if after.startswith("岁"):
            return Phrase(text, 0, 1)
        if before.endswith("年") and text.startswith("年"):
            return Phrase(text.removeprefix("年").removeprefix("纪"))
        return Phrase(text)


def _person_of(stem: str, after: str) -> str:
    """An age before a noun, made a noun: "my [13-year-old] is" -> "my [teenager] is"."""
    if after.startswith("-") or stem.endswith((_SOMETHING, "adult", "infant")):
        return stem
    if stem.endswith("teenage"):
        return f"{stem}r"
    return f"{stem} {'child' if stem in _CHILDLIKE else 'person'}"


def before_age(before: str) -> tuple[str, int]:
    """A preposition of the old wording ("at 67", "aged ") that the new one brings itself."""
    match = _BEFORE_AGE.search(before)
    return (match.group(1), len(match.group(1))) if match else ("", 0)


class BirthHierarchy(BaseHierarchy):
    """Date or year of birth, banded by the age it gives in the reference year.

    So a birth year and the age that belongs to it tell the same band: born 1958 or 1959 and age 67 in 2026.
    """

    def __init__(self, identifier: str, words: TypeWords, fitting: Fitting, bands: AgeBands, year: int) -> None:
        super().__init__(identifier, words, fitting)
        self._bands = bands
        self._year = year

    def rungs(self, value: str) -> tuple[Rung, ...]:
        match = re.match(r"^(\d{3})(\d|X)", value)
        if match is None:
            return ()
        decade = match.group(2) == "X"
        born = int(match.group(1) + ("5" if decade else match.group(2)))
        age = self._year - born
        if not 0 <= age <= OLDEST:
            return ()
        within = {4: 1.0, 7: 12.0}.get(len(value), 365.25)
        prior = self.prior(value)
        found = []
        for band in self._bands.of(age, 20 if decade else YEAR_BANDS):
            share = self._bands.mass(band.low, band.high)
            posterior = self._bands.of_year(age) / share / within
            words = self._words_of(band)
            found.append(Rung(band.node, max(prior, min(1.0, posterior)), share, words))
        return tuple(found)

    def _words_of(self, band: AgeBand) -> Mapping[Language, Mapping[str, str]]:
        # Whoever is as old as the band says was born in one of two years; the worded bounds lie outside both.
        after, until = self._year - band.high - 2, self._year - band.low + 1
        if band.high >= OLDEST:
            return {
                Language.EN: {"noun": f"before {until}", "field": f"before {until}"},
                Language.ZH: {"noun": f"{until}年以前", "field": f"{until}年以前"},
            }
        if band.low == 0:
            return {
                Language.EN: {"noun": f"after {after}", "field": f"after {after}"},
                Language.ZH: {"noun": f"{after}年以后", "field": f"{after}年以后"},
            }
        return {
            Language.EN: {"noun": f"after {after} and before {until}", "field": f"between {after} and {until}"},
            Language.ZH: {"noun": f"{after}年之后、{until}年之前", "field": f"{after}年之后、{until}年之前"},
        }

    def word(self, rung: Rung, setting: Setting) -> Phrase:
        words = rung.words[setting.language]
        if setting.language is Language.ZH:
            return Phrase(words["noun"])
        _, width = self._fitting.english.preposition(setting.before)
        return Phrase(words["noun"], width)

    def word_removed(self, setting: Setting) -> Phrase:
        if setting.language is Language.EN:
            preposition, width = self._fitting.english.preposition(setting.before)
            words = self._words.removed[Language.EN]
            field = setting.mention.form == "record" and not preposition
            return Phrase(words["field"] if field else words["noun"], width)
        return super().word_removed(setting)
