"""The memorisation check: no rule may say a value or quote a material (paper Definition 4, Algorithm 3).

It stands between every proposed rule and the library. It stops literal, normalised and encoded leakage and quotations;
it does not claim that a rule generalises: the independent score of `core.learn.genscore` is measured for that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

import ahocorasick
from rapidfuzz.fuzz import partial_ratio

from core.domain.learning import Rule
from core.domain.protocol import Protocol
from core.learn import value_readings as read
from core.learn.items import identified
from core.text.normalize import comparison_key
from core.text.shapes import Shape, Sign, parse

SHORT = 4
"""Latin letters or digits below which a value must stand alone: "67" in "1967" is another number."""
LEAST_NAME_PART = 3
GIVEN_NAME = 2
"""Characters of a Chinese given name, at the end of the whole."""
NEAR_VALUE_LENGTH, NEAR_VALUE = 8, 90.0
"""Letters and digits from which a value with one of them changed still counts as said; likeness in per cent."""
NEAR_QUOTE = 85.0
"""Likeness in per cent of a passage longer than l to the material, from which it is a quotation with changes."""
SHINGLE = 4
SHARED_SHINGLES = 0.4
"""Share of a passage's four-letter pieces that the material must hold before the likeness is measured at all: two
changed letters in seventeen leave half of them."""
_LATIN = re.compile(r"[0-9a-z]+")
_WORD = re.compile(r"[^\W\d_]+")
_HAN = re.compile(r"[\u3400-\u9fff]{8}|(?:[\u3400-\u9fff]+[^\w\s]){2}")
"""Chinese running text, rather than a word."""


class RejectionReason(StrEnum):
    """Why a rule does not enter the library; the value is a message key."""

    VALUE = "learn.rejected.value"
    NORMALISED = "learn.rejected.normalised"
    ENCODED = "learn.rejected.encoded"
    NEAR_VALUE = "learn.rejected.near_value"
    QUOTE = "learn.rejected.quote"
    NEAR_QUOTE = "learn.rejected.near_quote"
    DISGUISED = "learn.rejected.disguised"
    GENSCORE = "learn.rejected.genscore"
    FALSE_ALARMS = "learn.rejected.false_alarms"
    NO_SCORER = "learn.rejected.no_scorer"
    SAME_MODEL = "learn.rejected.same_model"
    TOO_FEW = "learn.rejected.too_few"
    MALFORMED = "learn.rejected.malformed"


@dataclass(frozen=True, slots=True)
class Source:
    """A material behind a rule, read locally for the check. `values`: every spelling of every value of its S.
    `names`: those of persons, of which every word counts. Never stored."""

    text: str
    values: tuple[str, ...]
    names: tuple[str, ...] = ()


def said_by(rule: Rule) -> str:
    """Everything in a rule that could carry words of a material. Runs of a shape are classes, its signs are not. The id
    is left out: it is checked to be the digest of the rest."""
    signs = "".join(part.char for part in _shape(rule).parts if isinstance(part, Sign))
    return "\n".join((*rule.cues, rule.text, rule.prompt, signs))


def _shape(rule: Rule) -> Shape:
    """Raises InputError `shape.malformed`."""
    return parse(rule.shape) if rule.shape else Shape(())


class MemorizationCheck:
    """Built once over all materials of a distillation; then each rule costs its own length."""

    def __init__(self, sources: Iterable[Source], protocol: Protocol, common: frozenset[str] = frozenset()) -> None:
        """`common`: ordinary words. By themselves they say no name, though one may consist of them ("Mark Stone"), nor
        the first letters of one."""
        self._length = protocol.quote_length
        self._common = common
        self._literal: set[str] = set()
        self._alone: set[str] = set()
        self._long: list[str] = []
        self._automaton = ahocorasick.Automaton()
        self._windows: set[str] = set()
        self._sources: list[tuple[str, frozenset[str]]] = []
        for source in sources:
            self._take(source)
        if len(self._automaton):
            self._automaton.make_automaton()

    def _take(self, source: Source) -> None:
        for value in source.values:
            self._take_value(value)
        for name in source.names:
            for part in _WORD.findall(read.folded(name)):
                if part in self._common:
                    continue
                if len(part) >= LEAST_NAME_PART or (not part.isascii() and len(part) > 1):
                    self._take_value(part)
                if len(part) > GIVEN_NAME and not part.isascii():
                    self._take_value(part[-GIVEN_NAME:])
        plain = read.folded(source.text)
        size = self._length + 1
        self._windows.update(plain[place : place + size] for place in range(len(plain) - size + 1))
        key = comparison_key(source.text)
        self._sources.append((key, _shingles(key)))

    def _take_value(self, value: str) -> None:
        plain = read.folded(value)
        if not plain:
            return
        self._literal.add(plain)
        for form in (plain, read.with_digits(plain)):
            self._need(comparison_key(form), RejectionReason.NORMALISED)
        if len(key := comparison_key(plain)) >= NEAR_VALUE_LENGTH:
            self._long.append(key)
        for form in read.disguises(value):
            self._need(form, RejectionReason.ENCODED)
        letters = read.initials(value)
        if letters and letters not in self._common:
            self._need(letters, RejectionReason.ENCODED)

    def _need(self, key: str, reason: RejectionReason) -> None:
        if not key:
            return
        if len(key) < SHORT and _LATIN.fullmatch(key):
            self._alone.add(key)
        elif not self._automaton.exists(key) or reason is RejectionReason.NORMALISED:
            self._automaton.add_word(key, reason)

    def fault(self, rule: Rule) -> RejectionReason | None:
        """Why the rule may not enter the library; None when nothing was found. Raises InputError `shape.malformed`."""
        if rule != identified(rule):
            return RejectionReason.MALFORMED
        return self.fault_in(said_by(rule))

    def fault_in(self, text: str) -> RejectionReason | None:
        """The same for bare words."""
        if read.mixes_scripts(text):
            return RejectionReason.DISGUISED
        for number, reading in enumerate(read.readings(text)):
            plain = number == 0
            found = self._value_in(reading)
            if found is not None:
                said = any(value in reading for value in self._literal if len(value) >= SHORT)
                if plain and said:
                    return RejectionReason.VALUE
                return found if plain else RejectionReason.ENCODED
            quoted = self._quoted(reading)
            if quoted is not None:
                return quoted if plain else RejectionReason.ENCODED
        return self._nearly(text)

    def _value_in(self, reading: str) -> RejectionReason | None:
        digits = read.with_digits(reading)
        for form in dict.fromkeys((reading, digits)):
            words = set(_LATIN.findall(form))
            if words & self._alone:
                return RejectionReason.NORMALISED
        if not len(self._automaton):
            return None
        for key in dict.fromkeys((comparison_key(reading), comparison_key(digits))):
            for _, reason in self._automaton.iter(key):
                return RejectionReason(reason)
        return None

    def _quoted(self, reading: str) -> RejectionReason | None:
        size = self._length + 1
        for place in range(len(reading) - size + 1):
            if reading[place : place + size] in self._windows:
                return RejectionReason.QUOTE
        key = comparison_key(reading)
        if len(reading) >= size and _HAN.search(reading):
            # Without its signs a Chinese passage is a quarter shorter, and every character is a word.
            size -= size // SHINGLE
        for place in range(0, len(key) - size + 1, max(1, size // SHINGLE)):
            if self._resembles(key[place : place + size]):
                return RejectionReason.NEAR_QUOTE
        if len(key) >= size and self._resembles(key[-size:]):
            return RejectionReason.NEAR_QUOTE
        return None

    def _resembles(self, window: str) -> bool:
        pieces = _shingles(window)
        return any(
            len(pieces & held) >= SHARED_SHINGLES * len(pieces)
            and len(key) >= len(window)
            and partial_ratio(window, key) >= NEAR_QUOTE
            for key, held in self._sources
        )

    def _nearly(self, text: str) -> RejectionReason | None:
        """A long value with a letter or digit changed."""
        key = comparison_key(read.with_digits(read.folded(text)))
        for value in self._long:
            if len(key) >= len(value) and partial_ratio(value, key) >= NEAR_VALUE:
                return RejectionReason.NEAR_VALUE
        return None


def _shingles(key: str) -> frozenset[str]:
    return frozenset(key[place : place + SHINGLE] for place in range(len(key) - SHINGLE + 1))
