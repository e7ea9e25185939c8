"""Numbers spelled out digit by digit: "one three eight ...", 幺三八零零..., 一38零零."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate, TextView
from core.extract.pattern_needs import Gate
from core.resources import read_toml
from core.text.numerals import is_counted

MIN_DIGITS = 7
_MOBILE = re.compile(r"(?:86)?1[3-9]\d{9}")
_RESIDENT_ID = re.compile(r"[1-9]\d{16}[\dX]")
_REPEATS = {"double": 2, "triple": 3}
_TYPE_WORDS = (
    ("ID_CARD", re.compile(r"身份证|id card|identity")),
    ("BANK_CARD", re.compile(r"卡号|银行卡|card")),
    ("QQ", re.compile(r"qq|扣扣")),
    ("PHONE", re.compile(r"电话|手机|联系|号码|phone|number|call|mobile|dial|text|微信|打|cell|reach")),
)
_CARD_NAMED = re.compile(r"[,，;；。\n][^,，;；。\n]*(?:卡号|银行卡|储蓄卡|信用卡|bank card)[^,，;；。\n]*$")
"""A clause of its own says card: an identity number before it does not matter."""
CONTEXT = 30


class SpelledDigits:
    """PHONE, ID_CARD, BANK_CARD or QQ written in number words."""

    id = "spelled_digits"
    layer = Layer.PATTERN

    def __init__(self, root: Path, gate: Gate | None = None) -> None:
        self._gate = gate or Gate()
        data = read_toml(root / "recognizers" / "contacts.toml")["spelled"]
        self._english: dict[str, str] = data["english"]
        self._chinese: dict[str, str] = data["chinese"]
        words = "|".join([*self._english, *_REPEATS])
        signs = "".join(self._chinese)
        self._english_run = re.compile(
            rf"(?<![a-z])(?:{words})(?:[ ,.\-]{{1,3}}(?:{words}|\d)(?![a-z])){{{MIN_DIGITS - 2},24}}", re.IGNORECASE
        )
        self._chinese_run = re.compile(rf"(?<!\d)[{signs}\d](?:[ \-,、.]?[{signs}\d]){{{MIN_DIGITS - 1},24}}(?!\d)")
        self._sign = re.compile(f"[{signs}]")

    def find(self, view: TextView) -> Iterator[Candidate]:
        """Candidates whose value is the decoded number."""
        for match in self._gate.matches_lower(self._english_run, view):
            yield from self._candidate(self._decode_english(match.group()), match, view)
        for match in self._gate.matches(self._chinese_run, view):
            if self._sign.search(match.group()):
                yield from self._candidate(self._decode_chinese(match.group()), match, view)

    def _decode_english(self, surface: str) -> str:
        digits, repeat = [], 1
        for word in re.findall(r"[a-z]+|\d", surface):
            if word in _REPEATS:
                repeat = _REPEATS[word]
                continue
            digits.append(self._english.get(word, word) * repeat)
            repeat = 1
        return "".join(digits)

    def _decode_chinese(self, surface: str) -> str:
        return "".join(self._chinese.get(char, char) for char in surface if char.isdigit() or char in self._chinese)

    def _candidate(self, digits: str, match: re.Match[str], view: TextView) -> Iterator[Candidate]:
        if len(digits) < MIN_DIGITS or is_counted(digits):
            return
        before = view.lower[max(0, match.start() - CONTEXT) : match.start()]
        shape = _shape(digits)
        type_id, word = _type_of(digits, before, shape)
        if not type_id:
            return
        yield Candidate(
            start=match.start(),
            end=match.end(),
            type_id=type_id,
            value=digits,
            score=0.9 if word else 0.75,
            layer=Layer.PATTERN,
            recognizer=self.id,
            base_score=0.85 if shape else 0.75,
            context=(word,) if word else (),
            form="spelled",
        )


def _shape(digits: str) -> str:
    """Type that the digits alone tell, "" for none."""
    return "PHONE" if _MOBILE.fullmatch(digits) else "ID_CARD" if _RESIDENT_ID.fullmatch(digits) else ""


def _type_of(digits: str, before: str, shape: str) -> tuple[str, str]:
    """Type by shape first, then by the words before; "" when neither speaks for an identifier."""
    before = re.split(r"[,，;；。\n]", before)[-1] if _CARD_NAMED.search(before) else before
    for type_id, words in _TYPE_WORDS:
        found = words.search(before)
        if found:
            return shape or type_id, found.group()
    return shape, ""
