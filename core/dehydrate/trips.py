"""Flight and train numbers: the kind of carrier, flight or train, removed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from core.dehydrate.english import last_word
from core.dehydrate.phrase import Phrase
from core.dehydrate.rung import BaseHierarchy, Fitting, Rung, Setting, TypeWords
from core.domain.language import Language

_CODE = re.compile(r"^([A-Za-z0-9]{1,3}?)\s?-?(\d{1,4})[A-Za-z]?$")


class TripHierarchy(BaseHierarchy):
    """Two letters before the number are a carrier, one letter is a train class of the Chinese railways."""

    definite_kept = False

    def __init__(self, identifier: str, words: TypeWords, fitting: Fitting, table: Mapping[str, Any]) -> None:
        super().__init__(identifier, words, fitting)
        self._table = table
        self._carriers = {code: (name, entry) for name, entry in table["carriers"].items() for code in entry["codes"]}

    def rungs(self, value: str) -> tuple[Rung, ...]:
        match = _CODE.match(value.strip())
        prefix = match.group(1).upper() if match else ""
        table = self._table
        size, total = float(table["size"]), float(table["all_size"])
        if prefix in table["trains"]:
            narrow = self._rung(f"train:{prefix}", table["trains"][prefix], size, total)
            return (narrow, self._rung("train", table["train"], 4 * size, total))
        if prefix in self._carriers:
            name, entry = self._carriers[prefix]
            count = size * len(entry["codes"])
            return (
                self._rung(f"flight:{name}", entry, count, total * 5),
                self._rung("flight", table["flight"], total, total),
            )
        entry = table["flight"] if len(prefix) == 2 else table["service"]
        return (self._rung(entry["node"], entry, total, total),)

    def _rung(self, node: str, entry: Mapping[str, str], size: float, total: float) -> Rung:
        words = {code: {"noun": entry[code]} for code in Language}
        return Rung(node, 1.0 / size, min(1.0, size / total), words)

    def fit(self, words: Mapping[str, str], setting: Setting, *, keep_the: bool | None = None) -> Phrase:
        if setting.language is Language.ZH:
            taken = next((word for word in self._table["absorb_after_zh"] if setting.after.startswith(word)), "")
            phrase = self._fitting.chinese.noun(words["noun"], setting.before, setting.after)
            return Phrase(phrase.text, phrase.take_before, len(taken))
        before, width = setting.before, 0
        word, wide = last_word(before)
        while word in self._table["absorb_before"]:
            before, width = before[: len(before) - wide], width + wide
            word, wide = last_word(before)
        phrase = self._fitting.english.noun(words["noun"], setting.mention.text, before, setting.after, keep_the=False)
        return Phrase(phrase.text, phrase.take_before + width)
