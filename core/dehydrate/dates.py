"""Dates: day -> month -> third of the year -> year -> removed; relative dates by how far away they are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from core.dehydrate.english import last_word
from core.dehydrate.phrase import Phrase
from core.dehydrate.rung import BaseHierarchy, Fitting, Rung, Setting, TypeWords
from core.domain.language import Language

_AS_ADJECTIVE = re.compile(r"\b(?:an?|my|his|her|our|their|the|your)(?: [a-z]+)? $", re.IGNORECASE)
_NOUN_AFTER = re.compile(r" [A-Za-z]{3,}")
_MOMENT_OF = re.compile(r"\bthe (night|morning|afternoon|evening|day|weekend) of $")
DAYS_PER_YEAR = 365.25
_FULL = re.compile(r"^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$")
_PART_OF_MONTH = re.compile(r"^(\d{4}-\d\d):")
_ZH_NOUN_BEFORE = ("到", "至", "自", "从", "于", "截止", "日期：", "日期:")
"""Before these words for a date the sentence asks for a noun."""
_ZH_PART_OF_DAY = ("晚上", "早上", "上午", "下午", "中午", "夜里", "凌晨", "傍晚")
_DAY = re.compile(r"(?:\d{4}|-)-\d\d-\d\d")
"""A canonical value that names one day."""
_YEARLESS = re.compile(r"^--(\d\d)(?:-(\d\d))?$")
_YEARLESS_SPAN = re.compile(r"^--(\d\d)(?:-\d\d)?/--(\d\d)(?:-\d\d)?$")
_SPAN_OPENED = re.compile(r"(?:\b(?:from|between) |[从自])$", re.IGNORECASE)
"""The word before a stretch of time that its new wording brings itself."""
_OFFSET = re.compile(r"^P([+-])([\d.]+)([YMWD])")
_HOURS = {"Y": 8766.0, "M": 730.5, "W": 168.0, "D": 24.0}
_NEAR = {"W": 168.0, "M": 730.5, "Y": 8766.0, "S": 2000.0, "-": 5000.0}


class DateHierarchy(BaseHierarchy):
    """Canonical values as documented with the extractor's forms; unknown ones go straight to removal."""

    def __init__(self, identifier: str, words: TypeWords, fitting: Fitting, calendar: Mapping[str, Any]) -> None:
        super().__init__(identifier, words, fitting)
        self._calendar = calendar

    def prior(self, value: str) -> float:
        return self._own_days(value) / self._horizon

    def wide(self, value: str) -> bool:
        return _DAY.search(value) is None

    @property
    def _horizon(self) -> float:
        return float(self._calendar["horizon_days"])

    def _own_days(self, value: str) -> float:
        match = _FULL.match(value)
        if match is None:
            return 1.0
        return 1.0 if match.group(3) else 30.44 if match.group(2) else DAYS_PER_YEAR

    def rungs(self, value: str) -> tuple[Rung, ...]:
        value = self._plain(value)
        match = _FULL.match(value)
        if match:
            return self._absolute(match.group(1), match.group(2), match.group(3), value)
        match = _YEARLESS.match(value)
        if match:
            return self._yearless(int(match.group(1)), match.group(2), value)
        return self._other(value)

    def _plain(self, value: str) -> str:
        """A day named by its distance (昨天) as that distance, a part of a month (2026-03:底) as the month."""
        month = _PART_OF_MONTH.match(value)
        if month is not None:
            return month.group(1)
        named = self._calendar["named"]
        return next(
            (str(named[name]) for name in sorted(named, key=len, reverse=True) if value.startswith(name)), value
        )

    def _rung(
        self, value: str, node: str, days: float, english: tuple[str, str], chinese: str, since: str = ""
    ) -> Rung:
        posterior = min(1.0, self._own_days(value) / days)
        words = {
            Language.EN: {"noun": english[1], "adverb": english[0], "label": english[1], "since": since},
            Language.ZH: {"noun": chinese},
        }
        return Rung(node, posterior, min(1.0, days / self._horizon), words)

    def _absolute(self, year: str, month: str | None, day: str | None, value: str) -> tuple[Rung, ...]:
        calendar, found = self._calendar, []
        if month and day:
            name = calendar["months_en"][int(month) - 1]
            text = f"{name} {year}"
            found.append(self._rung(value, f"{year}-{month}", 30.44, (f"in {text}", text), f"{year}年{int(month)}月"))
        if month:
            third = (int(month) - 1) // 4
            prefix = calendar["thirds_en"][third]
            text = f"{prefix}{year}" if prefix.endswith("-") else f"{prefix} {year}"
            zh = f"{year}年{calendar['thirds_zh'][third]}".replace("年年", "年")
            found.append(self._rung(value, f"{year}-T{third + 1}", 121.75, (f"in {text}", text), zh))
            found.append(self._rung(value, year, DAYS_PER_YEAR, (f"in {year}", year), f"{year}年"))
        else:
            decade, late = f"{year[:3]}0", int(int(year[3]) >= 5)
            part = {code: calendar["part_decade"][code][late].format(decade=decade) for code in Language}
            whole = {code: calendar["decade"][code].format(decade=decade) for code in Language}
            bare = part[Language.EN].removeprefix("in ")
            found.append(
                self._rung(
                    value, f"{year[:3]}X-{late + 1}", 5 * DAYS_PER_YEAR, (part[Language.EN], bare), part[Language.ZH]
                )
            )
            bare = whole[Language.EN].removeprefix("in ")
            found.append(
                self._rung(value, f"{year[:3]}X", 10 * DAYS_PER_YEAR, (whole[Language.EN], bare), whole[Language.ZH])
            )
        return tuple(found)

    def _yearless(self, month: int, day: str | None, value: str, *, of_month: bool = False) -> tuple[Rung, ...]:
        calendar, found = self._calendar, []
        if day or of_month:
            name = calendar["months_en"][month - 1]
            found.append(self._rung(value, f"--{month:02}", 30.44, (f"in {name}", name), f"{month}月"))
        third = (month - 1) // 4
        text = calendar["thirds_bare_en"][third]
        zh = calendar["thirds_bare_zh"][third]
        found.append(self._rung(value, f"--T{third + 1}", 121.75, (text, text), zh))
        some = calendar["some_date"]
        found.append(self._listed(value, "--", DAYS_PER_YEAR, some))
        return tuple(found)

    def _listed(self, value: str, node: str, days: float, entry: Mapping[str, str]) -> Rung:
        bare = entry.get("noun") or entry["en"].removeprefix("at ").removeprefix("on ")
        return self._rung(value, node, days, (entry["en"], bare), entry["zh"], entry.get("since", ""))

    def _stretch(self, value: str) -> tuple[Rung, ...]:
        """From one date to another: the years of both ends, then their decades."""
        if value.startswith("--"):
            return self._season(value)
        ends = value.split("/")
        first, last = ends[0][:4], ends[-1][:4]
        if not (first.isdigit() and last.isdigit() and first <= last):
            return ()
        found = []
        days = DAYS_PER_YEAR * (int(last) - int(first) + 1)
        if len(ends[0]) > len(first) or len(ends[-1]) > len(last):
            english = (f"between {first} and {last}", f"{first} to {last}")
            chinese = f"{first}年至{last}年"
            if first == last:
                english, chinese = (f"in {first}", first), f"{first}年"
            found.append(self._rung(value, f"{first}/{last}", days, english, chinese))
        early, late = f"{first[:3]}0", f"{last[:3]}0"
        english = (f"between the {early}s and the {late}s", f"the {early}s to the {late}s")
        chinese = f"{early}年代至{late}年代"
        if early == late:
            english, chinese = (f"in the {early}s", f"the {early}s"), f"{early}年代"
        found.append(self._rung(value, f"{early}s/{late}s", days + 20 * DAYS_PER_YEAR, english, chinese))
        return tuple(found)

    def _season(self, value: str) -> tuple[Rung, ...]:
        """From one date to another of no stated year: the months of both ends, the third of the year, some time."""
        match = _YEARLESS_SPAN.match(value)
        if match is None:
            return ()
        calendar, months = self._calendar, (int(match.group(1)), int(match.group(2)))
        if months[0] == months[1]:
            return self._yearless(months[0], "", value, of_month=True)
        first, last = (calendar["months_en"][month - 1] for month in months)
        english = f"between {first} and {last}", f"{first} to {last}"
        chinese = f"{months[0]}月至{months[1]}月"
        node = f"--{months[0]:02}/--{months[1]:02}"
        span = self._rung(value, node, 2 * 30.44, english, chinese)
        if (months[0] - 1) // 4 == (months[1] - 1) // 4:
            return (span, *self._yearless(months[0], None, value))
        return (span, self._listed(value, "--", DAYS_PER_YEAR, calendar["some_date"]))

    def _other(self, value: str) -> tuple[Rung, ...]:
        calendar = self._calendar
        if "/" in value:
            return self._stretch(value)
        if value.startswith("---"):
            third = min(2, (int(re.sub(r"\D", "", value) or 1) - 1) // 10)
            entry = {str(code): calendar["day_of_month"][code][third] for code in Language}
            return (
                self._listed(value, f"---T{third + 1}", 10.0, entry),
                self._listed(value, "---", 30.0, calendar["any_day_of_month"]),
            )
        if re.fullmatch(r"W[1-7]", value):
            kind = "weekday" if int(value[1]) <= 5 else "weekend"
            size = 5.0 if kind == "weekday" else 2.0
            return (
                self._listed(value, kind, size, calendar[kind]),
                self._listed(value, "week", 7.0, calendar["any_day"]),
            )
        if value.startswith("@"):
            return (
                self._listed(value, "festival", 12.0, calendar["festival"]),
                self._listed(value, "festive", 24.0, calendar["festival_season"]),
            )
        match = re.match(r"^(\d{3})X$", value)
        if match:
            return (self._listed(value, "past-decades", 20.0, calendar["long_ago"]),)
        match = re.match(r"^(\d{4})-(summer|spring|autumn|winter|Q\d)", value)
        if match:
            year = match.group(1)
            return (self._rung(value, year, 4.0, (f"in {year}", year), f"{year}年"),)
        return self._relative(value)

    def _relative(self, value: str) -> tuple[Rung, ...]:
        relative = self._calendar["relative"]
        match = _OFFSET.match(value)
        if match:
            hours, past = float(match.group(2)) * _HOURS[match.group(3)], match.group(1) == "-"
        else:
            head, _, tail = value.partition(":")
            if head not in ("last", "this", "next"):
                return ()
            hours, past = _NEAR.get(tail[:1], 2000.0), head == "last"
            if head == "this":
                return (self._listed(value, "now", 30.0, relative["wide_present"]),)
        bands = relative["past" if past else "future"]
        band = next(entry for entry in bands if hours < entry["to"])
        wide = relative["wide_past" if past else "wide_future"]
        return (self._listed(value, band["node"], 12.0, band), self._listed(value, wide["node"], 60.0, wide))

    def word(self, rung: Rung, setting: Setting) -> Phrase:
        return self._place(rung.words[setting.language], setting)

    def word_removed(self, setting: Setting) -> Phrase:
        if setting.mention.form != "record":
            dropped = self.drop_item(setting)
            if dropped is not None:
                return dropped
        words = self._words.removed[setting.language]
        worded = {
            "adverb": words["noun"],
            "noun": words["noun"] if setting.language is Language.ZH else words.get("noun_only", words["noun"]),
            "noun_only": words.get("noun_only", words["noun"]),
            "since": words.get("since", ""),
        }
        return self._place(worded, setting)

    def _place(self, words: Mapping[str, str], setting: Setting) -> Phrase:
        if "/" in setting.mention.value:
            opened = _SPAN_OPENED.search(setting.before)
            if opened is not None:
                text = words["noun"] if setting.language is Language.ZH else words["adverb"]
                return Phrase(text, len(opened.group()))
            if setting.language is Language.EN and not self._fitting.english.wants_noun(setting.before):
                _, width = self._fitting.english.preposition(setting.before)
                return Phrase(english_start(words["adverb"], setting), width)
        if setting.language is Language.ZH:
            text = words["noun"]
            if setting.before.endswith(_ZH_NOUN_BEFORE):
                text = words.get("noun_only", text)
            if setting.after.startswith(_ZH_PART_OF_DAY) and text in ("之前", "今后"):
                text += "某天"
            if text.startswith("近") and setting.before.endswith(("从", "自")) and setting.after.startswith("起"):
                return Phrase(text, 1, 1)
            if text.endswith(("年代", "年代前期", "年代后期")) and setting.after.startswith(("春", "夏", "秋", "冬")):
                return Phrase(f"{text}的")
            if text.endswith("前后") and setting.after.startswith(("前", "后")):
                text = text if setting.after.startswith("前后") else text.removesuffix("前后")
            return Phrase(text, 0, len("前后") if setting.after.startswith("前后") and text.endswith("前后") else 0)
        english = self._fitting.english
        part = english.part_of_time(setting.before)
        phrase = self._adverb(words, setting, setting.before[: len(setting.before) - part])
        return Phrase(phrase.text, phrase.take_before + part, phrase.take_after)

    def _adverb(self, words: Mapping[str, str], setting: Setting, before: str) -> Phrase:
        """English: with the preposition that the new wording asks for, or none."""
        english, relative = self._fitting.english, setting.mention.form == "relative"
        preposition, width = english.preposition(before)
        if preposition:
            adverb = words["adverb"]
            capital = before[len(before) - width].isupper()
            return Phrase(adverb[0].upper() + adverb[1:] if capital else adverb, width)
        word, width = last_word(before)
        if word == "since" and words.get("since"):
            capital = before[len(before) - width].isupper()
            return Phrase(words["since"][0].upper() + words["since"][1:] if capital else words["since"], width)
        if _AS_ADJECTIVE.search(before) and _NOUN_AFTER.match(setting.after) and setting.mention.text.isdecimal():
            return Phrase("", 0, 1)
        moment = _MOMENT_OF.search(before)
        if moment is not None:
            return Phrase(f"a {moment.group(1)} {words['adverb']}", len(moment.group()))
        wants_noun = english.wants_noun(before)
        if not before.strip() or (relative and not wants_noun):
            return Phrase(english_start(words["adverb"], setting))
        text = words["noun"]
        if word == "the":
            text = re.sub(r"^(?:the|an?) ", "", text)
        return Phrase(text)


def english_start(text: str, setting: Setting) -> str:
    """Capitalise an adverb that opens a sentence as the mention did."""
    opens = not setting.before.strip() or setting.before.rstrip()[-1:] in ".!?"
    return text[0].upper() + text[1:] if opens and setting.mention.text[:1].isupper() else text
