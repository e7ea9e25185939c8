"""Clock times, durations, rates, doses and money: numeric bands with worded bounds outside the band."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from core.dehydrate.english import article as indefinite
from core.dehydrate.english import last_word
from core.dehydrate.phrase import Phrase
from core.dehydrate.rung import BaseHierarchy, Fitting, Rung, Setting, TypeWords
from core.domain.language import Language
from core.extract.quasi.forms import NO_CURRENCY

_CLOCK = re.compile(r"^(\d{1,2}):(\d\d)")
_DURATION = re.compile(r"^P(T?)([\d.]+)([YMWDHS])")
_HOURS = {"Y": 8766.0, "M": 730.5, "W": 168.0, "D": 24.0, "TH": 1.0, "TM": 1 / 60, "TS": 1 / 3600}
_FIRST_NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?")
MINUTES_PER_DAY = 1440
ROUNDING = 1e-9
"""Slack of binary fractions at a cut point."""
_SUBSTANCE = re.compile(
    r" (?!daily|once|twice|two|three|four|five|six|per|every|each|and|in|for|at|a|an|the|to|or|by|on|with|then|as|when"
    r"|day)[a-z]",
    re.IGNORECASE,
)
_FREQUENCY = re.compile(
    r"\b(?:once|twice|thrice|times|every|daily|nightly|weekly|each)\b|[每一]?[天日周]|次|早晚", re.IGNORECASE
)
_CURRENCY_AFTER = re.compile(r" (?:dollars|pounds|euros|yuan|yen|rupees|francs|usd|eur|gbp|rmb|quid|bucks)\b", re.I)
_COUNTED = re.compile(r"[\u4e00-\u9fff]")
_PRICED = re.compile(r"\b(an?) $", re.IGNORECASE)
_CLOSING = (
    "that|which|who|i|we|he|she|they|in|on|at|from|and|or|for|with|to|by|as|when|because|is|was|has|had|will|would|of"
)
_BOUGHT = re.compile(
    rf" ((?!(?:{_CLOSING})\b)[a-z]+(?: (?!(?:{_CLOSING})\b)[a-z]+)?)(?=[.,;:!?)]|$| (?:{_CLOSING})\b)", re.IGNORECASE
)
_VERB_AFTER = re.compile(r" (is|was|has)\b")
_PLURAL_VERB = {"is": "are", "was": "were", "has": "have"}
_GOVERNS = frozenset({"of", "for", "over", "about", "with", "by", "in", "at", "from", "to", "under", "than", "worth"})
_DOSE_VERBS = frozenset(
    {"take", "takes", "took", "taking", "of", "on", "with", "at", "to", "from", "is", "was", "the", "a"}
)


def banded(entry: Mapping[str, Any], posterior: float, share: float, node: str = "") -> Rung:
    """A rung from a table entry with `en`, `zh` and optionally `attribute`."""
    english = {"noun": entry["en"]}
    english.update({slot: entry[slot] for slot in ("attribute", "noun_only") if slot in entry})
    words = {Language.EN: english, Language.ZH: {"noun": entry["zh"]}}
    return Rung(node or entry["node"], min(1.0, posterior), min(1.0, share), words)


def first_number(value: str) -> float | None:
    """The first number in a canonical value, None when there is none."""
    match = _FIRST_NUMBER.search(value)
    return float(match.group().replace(",", "")) if match else None


class QuantityHierarchy(BaseHierarchy):
    """A number told in words: "about" and 左右 next to it go."""

    def fit(self, words: Mapping[str, str], setting: Setting, *, keep_the: bool | None = None) -> Phrase:
        if setting.language is Language.ZH:
            opening, closing = self._fitting.chinese.around(setting.before, setting.after)
            before = setting.before[: len(setting.before) - opening]
            phrase = self._fitting.chinese.noun(words["noun"], before, setting.after)
            return Phrase(phrase.text, opening, closing)
        width = self._fitting.english.approximator(setting.before)
        width += self._fitting.english.comparator(words["noun"], setting.before[: len(setting.before) - width])
        before = setting.before[: len(setting.before) - width]
        phrase = self._fitting.english.noun(
            words["noun"], setting.mention.text, before, setting.after, keep_the=keep_the is not False, counted=True
        )
        return Phrase(phrase.text, phrase.take_before + width)


class ClockHierarchy(BaseHierarchy):
    """Time of day: part of the day, half of the day, removed."""

    def __init__(self, identifier: str, words: TypeWords, fitting: Fitting, table: Mapping[str, Any]) -> None:
        super().__init__(identifier, words, fitting)
        self._table = table

    def rungs(self, value: str) -> tuple[Rung, ...]:
        match = _CLOCK.match(value)
        if match is None:
            return ()
        minute = (int(match.group(1)) * 60 + int(match.group(2))) % MINUTES_PER_DAY
        part = next(entry for entry in self._table["parts"] if entry["from"] <= minute < entry["to"])
        wide = self._table["within"][part["within"]]
        width = part["to"] - part["from"]
        wide_width = sum(wide["to"]) - sum(wide["from"])
        return (
            banded(part, self._guess(width), width / MINUTES_PER_DAY),
            banded(wide, self._guess(wide_width), wide_width / MINUTES_PER_DAY, part["within"]),
        )

    def _guess(self, minutes: int) -> float:
        """People name quarters of an hour: one of four per hour."""
        return 1.0 / max(1.0, minutes / 15)

    def word(self, rung: Rung, setting: Setting) -> Phrase:
        return self._adverb(rung.words[setting.language], setting)

    def word_removed(self, setting: Setting) -> Phrase:
        return self.drop_item(setting) or self._adverb(self._words.removed[setting.language], setting)

    def _adverb(self, words: Mapping[str, str], setting: Setting) -> Phrase:
        text = words["noun"]
        if setting.language is Language.ZH:
            cue = next(
                (
                    word
                    for word in ("上午", "下午", "晚上", "早上", "中午", "凌晨", "傍晚")
                    if setting.before.endswith(word)
                ),
                "",
            )
            return Phrase(text, len(cue))
        english = self._fitting.english
        _, width = english.preposition(setting.before)
        if not width and english.wants_noun(setting.before):
            return Phrase(words.get("noun_only", text))
        return Phrase(text, width)


class DurationHierarchy(QuantityHierarchy):
    """Length of time: worded band, scale, removed."""

    def __init__(self, identifier: str, words: TypeWords, fitting: Fitting, table: Mapping[str, Any]) -> None:
        super().__init__(identifier, words, fitting)
        self._bands: Sequence[Mapping[str, Any]] = table["bands"]
        self._scales: Mapping[str, Mapping[str, Any]] = table["scales"]
        self._total = sum(entry["size"] for entry in self._bands)

    def rungs(self, value: str) -> tuple[Rung, ...]:
        match = _DURATION.match(value)
        if match is None:
            return ()
        unit = match.group(1) + match.group(3)
        hours = float(match.group(2)) * _HOURS.get(unit, _HOURS["D"])
        band = next(entry for entry in self._bands if hours < entry["to"])
        scale = self._scales[band["scale"]]
        return (
            banded(band, 1.0 / band["size"], band["size"] / self._total),
            banded(scale, 1.0 / scale["size"], scale["size"] / self._total, band["scale"]),
        )

    def fit(self, words: Mapping[str, str], setting: Setting, *, keep_the: bool | None = None) -> Phrase:
        if setting.language is Language.EN and setting.mention.form == "adjective":
            stem = words.get("attribute", words["noun"])
            noun = f"a {stem}" if stem[0] not in "aeio" else f"an {stem}"
            return self._fitting.english.noun(noun, setting.mention.text, setting.before, setting.after, keep_the=True)
        return super().fit(words, setting, keep_the=keep_the)

    def word_removed(self, setting: Setting) -> Phrase:
        return self.fit(self._words.removed[setting.language], setting)


class RateHierarchy(QuantityHierarchy):
    """Percentages: band, number of digits, removed."""

    def __init__(self, identifier: str, words: TypeWords, fitting: Fitting, table: Mapping[str, Any]) -> None:
        super().__init__(identifier, words, fitting)
        self._table = table

    def rungs(self, value: str) -> tuple[Rung, ...]:
        rate = first_number(value)
        if rate is None:
            return ()
        found = []
        for name in ("bands", "wide"):
            entries = self._table[name]
            band = next(entry for entry in entries if rate < entry["to"])
            total = sum(entry["size"] for entry in entries)
            found.append(banded(band, 1.0 / band["size"], band["size"] / total))
        return tuple(found)


class DoseHierarchy(QuantityHierarchy):
    """Doses: a third of an order of magnitude, the unit alone, removed."""

    def __init__(self, identifier: str, words: TypeWords, fitting: Fitting, table: Mapping[str, Any]) -> None:
        super().__init__(identifier, words, fitting)
        self._table = table
        self._unit_of = {spelling: unit for unit, spellings in table["spellings"].items() for spelling in spellings}

    def _unit(self, value: str) -> Mapping[str, str]:
        for part in re.findall(r"[^\W\d_]+", value.lower()):
            unit = self._unit_of.get(part)
            if unit:
                return dict(self._table["units"][unit], key=unit)
        return {}

    def rungs(self, value: str) -> tuple[Rung, ...]:
        amount, unit, table = first_number(value), self._unit(value), self._table
        if not unit and _FREQUENCY.search(value):
            return (banded(table["frequency"], 1.0 / table["frequency"]["size"], table["frequency"]["share"]),)
        if amount is None or amount <= 0 or not unit:
            return ()
        magnitude = 10.0 ** math.floor(math.log10(amount / table["cuts"][0]) + ROUNDING)
        cuts = [cut * magnitude for cut in table["cuts"]]
        index = max(place for place, cut in enumerate(cuts[:-1]) if amount >= cut * (1 - ROUNDING))
        low, high = plain(table["low"][index] * magnitude), plain(table["high"][index] * magnitude)
        key = unit["key"]
        band = {
            "en": table["en"].format(low=low, high=high, unit=unit["en"]),
            "zh": table["zh"].format(low=low, high=high, unit=unit["zh"]),
        }
        wide = {
            "en": table["wide_en"].format(unit=unit["wide"]),
            "zh": table["wide_zh"].format(unit=unit["zh"]),
        }
        total = self._words.type.domain_size
        return (
            banded(
                band, 1.0 / table["size"], table["size"] / total, f"{plain(cuts[index])}-{plain(cuts[index + 1])} {key}"
            ),
            banded(wide, 1.0 / table["wide_size"], table["wide_size"] / total, key),
        )

    def word_removed(self, setting: Setting) -> Phrase:
        if setting.language is Language.ZH and not self._unit(setting.mention.value) and _COUNTED.match(setting.after):
            return Phrase("若干")
        return super().word_removed(setting)

    def fit(self, words: Mapping[str, str], setting: Setting, *, keep_the: bool | None = None) -> Phrase:
        if _FREQUENCY.search(setting.mention.text) and not self._unit(setting.mention.value):
            width = self._fitting.english.approximator(setting.before) if setting.language is Language.EN else 0
            return Phrase(str(self._table["frequency"][setting.language]), width)
        phrase = super().fit(words, setting, keep_the=keep_the)
        if (
            setting.language is Language.EN
            and phrase.text.startswith(("a ", "an ", "roughly "))
            and not _SUBSTANCE.match(setting.after)
        ):
            word, _ = last_word(setting.before)
            if word and word not in _DOSE_VERBS:
                return Phrase(f"at {phrase.text}", phrase.take_before)
        return phrase


def plain(number: float) -> str:
    """A bound without exponent or superfluous digits: 70, 0.7, 1400."""
    return f"{number:.6f}".rstrip("0").rstrip(".")


class MoneyHierarchy(QuantityHierarchy):
    """Amounts: 1-2-5 bands, orders of magnitude, removed. Chinese and English word the same bands."""

    STEPS = (1.0, 2.0, 5.0)

    def __init__(self, identifier: str, words: TypeWords, fitting: Fitting, table: Mapping[str, Any]) -> None:
        super().__init__(identifier, words, fitting)
        self._table = table
        self._granularity: Sequence[float] = table["granularity"]

    def _frequency(self, amount: float) -> tuple[int, float]:
        """Significant digits of an amount, capped, and how often amounts have as many."""
        digits = len(f"{amount:.2f}".rstrip("0").rstrip(".").replace(".", "").rstrip("0").lstrip("0")) or 1
        capped = min(digits, len(self._granularity))
        return digits, self._granularity[capped - 1]

    def prior(self, value: str) -> float:
        amount = first_number(value)
        if not amount:
            return super().prior(value)
        digits, share = self._frequency(amount)
        return float(share / (9.0 * 10 ** (digits - 1) * self._table["magnitudes"]))

    def rungs(self, value: str) -> tuple[Rung, ...]:
        amount = first_number(value)
        if amount is None:
            return ()
        currency = next((code for code in self._table["units"] if value.startswith(code)), NO_CURRENCY)
        digits, share = self._frequency(amount)
        magnitude = math.floor(math.log10(amount)) if amount >= 1 else -1
        step = (
            max(index for index, low in enumerate(self.STEPS) if amount >= low * 10.0**magnitude) if amount >= 1 else 0
        )
        low = self.STEPS[step]
        high = [*self.STEPS[1:], 10.0][step]
        width = (high - low) * 10 ** (digits - 1)
        scale = 9.0 * 10 ** (digits - 1)
        per = 1.0 / self._table["magnitudes"]
        return (
            Rung(
                f"{low:g}e{magnitude}-{high:g}e{magnitude} {currency}",
                min(1.0, share / max(1.0, width)),
                per * (high - low) / 9,
                self._wordings("bands", magnitude, step, currency),
            ),
            Rung(
                f"1e{magnitude}-1e{magnitude + 1} {currency}",
                min(1.0, share / scale),
                per,
                self._wordings("wide", magnitude, None, currency),
            ),
        )

    def fit(self, words: Mapping[str, str], setting: Setting, *, keep_the: bool | None = None) -> Phrase:
        if setting.language is Language.EN:
            moved = self._fitting.english.sum_before_noun(words["noun"], setting.before, setting.after)
            if moved is not None:
                return moved
            priced = self._priced(words["noun"], setting)
            if priced is not None:
                return priced
            if words["noun"].endswith("s") and _CURRENCY_AFTER.match(setting.after):
                return super().fit({**words, "noun": f"{words['noun']} of"}, setting, keep_the=keep_the)
        return super().fit(words, setting, keep_the=keep_the)

    def word_removed(self, setting: Setting) -> Phrase:
        if setting.language is Language.ZH and setting.after.startswith("的"):
            return Phrase(str(self._table["of_sum"]))
        return super().word_removed(setting)

    @staticmethod
    def _priced(noun: str, setting: Setting) -> Phrase | None:
        """A price before what it buys goes behind it ("a €2,190 laptop"); several of a currency take a plural verb."""
        bought, verb = _BOUGHT.match(setting.after), _VERB_AFTER.match(setting.after)
        before = _PRICED.search(setting.before)
        if before is not None and bought is not None:
            article = indefinite(bought.group(1))
            return Phrase(f"{article} {bought.group(1)} for {noun}", len(before.group()), bought.end())
        if verb is not None and noun.endswith("s") and last_word(setting.before)[0] not in _GOVERNS:
            return Phrase(f"{noun} {_PLURAL_VERB[verb.group(1)]}", 0, verb.end())
        return None

    def _wordings(
        self, name: str, magnitude: int, step: int | None, currency: str
    ) -> Mapping[Language, Mapping[str, str]]:
        words = {}
        for code in Language:
            table, unit = self._table[code], self._table["units"][currency][code]
            rows = table[name]
            if magnitude < 0:
                text = table["below"]
            elif magnitude >= len(rows):
                text = table["beyond"]
            else:
                text = rows[magnitude] if step is None else rows[magnitude][step]
            filled = text.format(unit=unit).replace(" of  ", " ").strip()
            words[code] = {"noun": filled.removesuffix(" of")}
        return words
