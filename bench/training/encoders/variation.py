"""Variations of marked texts: other names, places and codes in the same sentences, other case, fewer pauses.

What a variation changes lies in the stretches, or keeps their length; the stretches always move along. One value gets
one replacement throughout a text, so that a variation stays coherent.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.training.encoders.examples import Example, Stretch
from core.extract.explicit.lexicons import read_lines
from core.extract.spans.coarse import COLUMNS
from core.text.characters import in_simplified, simplified

_NAME, _PLACE, _ORGANISATION, _DATE = (
    COLUMNS.index(column) for column in ("I-name", "L-place", "L-organisation", "L-date")
)
_CODES = frozenset(COLUMNS.index(column) for column in ("I-number", "I-contact", "I-address"))
_WHOLES = (_PLACE, _ORGANISATION)
_LATIN_EXCHANGED, _LATIN_WHOLE, _LATIN_LOWER, _LATIN_UPPER = 0.6, 0.4, 0.15, 0.03
_HAN_EXCHANGED, _HAN_WHOLE, _HAN_DICTATED, _HAN_TRADITIONAL = 0.6, 0.35, 0.1, 0.08
_SEEN_SURNAME, _SEEN_GIVEN = 0.6, 0.5
"""Shares of the surnames and given names that come from the prompts; the others come from the lists."""
_LEAST_LETTERS = 3
_LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"
_CALLED = "老小阿大"
_HAN_NAME = 4
_WORD = re.compile(r"[^\W\d_]+")
_LATIN_CODE = re.compile(r"[^\W_]+")
_HAN_CODE = re.compile(r"[A-Za-z\d]*\d[A-Za-z\d]*")
_DAY = re.compile(r"(?<!\d)(1[0-2]|0?[1-9])(月|[-/.])(3[01]|[12]\d|0?[1-9])(?!\d)")
_IDEOGRAPH = re.compile(r"[\u3400-\u9fff]")
_PAUSES = frozenset("，。；、！,;")


@dataclass(frozen=True, slots=True)
class ChineseNames:
    """Surnames, and characters of given names, in Simplified characters."""

    surnames: tuple[str, ...]
    given: frozenset[str]

    @classmethod
    def load(cls, root: Path) -> ChineseNames:
        """From the lists of the resource folder. Raises ResourceError."""
        surnames = (line.split("\t")[0] for line in read_lines(root, "surnames_zh.txt"))
        return cls(tuple(surnames), frozenset("".join(read_lines(root, "given_chars_zh.txt"))))

    def folded(self, text: str) -> str:
        """The text in Simplified characters, as long as it was."""
        return in_simplified(text)


@dataclass(frozen=True, slots=True)
class LatinPool:
    """Words of people's names, and whole places and organisations by column, each as often as it occurs."""

    words: tuple[str, ...]
    wholes: Mapping[int, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class HanPool:
    """Parts of names that occur, each as often as it does, what lists add, and wholes by column."""

    surnames: tuple[str, ...]
    given: tuple[str, ...]
    more_surnames: tuple[str, ...]
    signs: tuple[str, ...]
    wholes: Mapping[int, tuple[str, ...]]


def latin_pool(examples: Iterable[Example]) -> LatinPool:
    """The names, places and organisations of the examples."""
    words: list[str] = []
    wholes: dict[int, list[str]] = {column: [] for column in _WHOLES}
    for example in examples:
        for stretch, value in zip(example.stretches, example.values(), strict=True):
            if stretch.column == _NAME:
                words += [word for word in _WORD.findall(value) if len(word) >= _LEAST_LETTERS and not word.isupper()]
            elif stretch.column in wholes:
                wholes[stretch.column].append(value)
    return LatinPool(tuple(words), {column: tuple(values) for column, values in wholes.items()})


def han_pool(examples: Iterable[Example], names: ChineseNames) -> HanPool:
    """The names, places and organisations of the examples, and the names of the lists."""
    surnames: list[str] = []
    given: list[str] = []
    wholes: dict[int, list[str]] = {column: [] for column in _WHOLES}
    for example in examples:
        for stretch, value in zip(example.stretches, example.values(), strict=True):
            if stretch.column == _NAME and value[0] not in _CALLED and (parts := parted(value, names)):
                surnames.append(parts[0])
                given += [parts[1]] if parts[1] else []
            elif stretch.column in wholes:
                wholes[stretch.column].append(value)
    return HanPool(
        tuple(surnames),
        tuple(given),
        names.surnames,
        tuple(sorted(names.given)),
        {column: tuple(values) for column, values in wholes.items()},
    )


def parted(value: str, names: ChineseNames) -> tuple[str, str] | None:
    """Surname and given name (which may be empty) of a Chinese name of up to four characters; None for all else."""
    plain = names.folded(value)
    if not all("\u4e00" <= sign <= "\u9fff" for sign in plain) or len(plain) > _HAN_NAME:
        return None
    cut = 2 if plain[:2] in names.surnames and len(plain) > 2 else 1
    if plain[:cut] in names.surnames and len(plain) - cut <= 2:
        return value[:cut], value[cut:]
    return None


def with_values(example: Example, values: Sequence[str]) -> Example:
    """The example with other values (none of them empty) in its stretches."""
    out: list[str] = []
    stretches: list[Stretch] = []
    at = length = 0
    for stretch, value in zip(example.stretches, values, strict=True):
        between = example.text[at : stretch.start]
        start = length + len(between)
        length = start + len(value)
        out += (between, value)
        stretches.append(Stretch(start, length, stretch.column))
        at = stretch.end
    return Example("".join([*out, example.text[at:]]), tuple(stretches), example.private)


def respelt(value: str, like: str) -> str:
    """A value in the letter case of another: all small, all capitals, a capital first, or as it is."""
    if like.islower():
        return value.lower()
    if like.isupper() and len(like) > 1:
        return value.upper()
    return value[:1].upper() + value[1:] if like[:1].isupper() else value


def _scrambled(code: str, draw: random.Random) -> str:
    """A code of the same form: other digits, other capitals."""
    return "".join(
        draw.choice("0123456789") if sign.isdigit() else draw.choice(_LETTERS) if "A" <= sign <= "Z" else sign
        for sign in code
    )


class _LatinExchange:
    """Replacements of one text."""

    def __init__(self, pool: LatinPool, draw: random.Random) -> None:
        self._pool, self._draw = pool, draw
        self._known: dict[str, str] = {}
        self._wholes: dict[str, str] = {}
        self._codes: dict[str, str] = {}

    def value(self, value: str, column: int) -> str:
        if column == _NAME:
            return _WORD.sub(self._name, value)
        if column in _WHOLES and self._pool.wholes[column]:
            return self._whole(value, self._pool.wholes[column])
        if column in _CODES:
            return _LATIN_CODE.sub(self._code, value)
        return value

    def _name(self, match: re.Match[str]) -> str:
        part = match[0]
        if len(part) < _LEAST_LETTERS or not self._pool.words:
            return part
        return respelt(self._known.setdefault(part.lower(), self._draw.choice(self._pool.words)), part)

    def _whole(self, value: str, choices: Sequence[str]) -> str:
        key = value.lower()
        if key not in self._wholes:
            self._wholes[key] = self._draw.choice(choices) if self._draw.random() < _LATIN_WHOLE else value
        return respelt(self._wholes[key], value)

    def _code(self, match: re.Match[str]) -> str:
        part = match[0]
        if not any(sign.isdigit() for sign in part):
            return part
        if part not in self._codes:
            self._codes[part] = _scrambled(part, self._draw)
        return self._codes[part]


class _HanExchange:
    """Replacements of one text."""

    def __init__(self, pool: HanPool, names: ChineseNames, draw: random.Random) -> None:
        self._pool, self._chinese, self._draw = pool, names, draw
        self._surnames: dict[str, str] = {}
        self._given: dict[str, str] = {}
        self._wholes: dict[str, str] = {}
        self._codes: dict[str, str] = {}

    def value(self, value: str, column: int) -> str:
        if column == _NAME:
            return self._name(value)
        if column in _WHOLES and self._pool.wholes[column]:
            if value not in self._wholes:
                other = self._draw.choice(self._pool.wholes[column])
                self._wholes[value] = other if self._draw.random() < _HAN_WHOLE else value
            return self._wholes[value]
        if column in _CODES:
            return _HAN_CODE.sub(self._code, value)
        if column == _DATE:
            return _DAY.sub(self._day, value)
        return value

    def _surname(self, old: str) -> str:
        seen = self._draw.random() < _SEEN_SURNAME and self._pool.surnames
        return self._surnames.setdefault(old, self._draw.choice(seen or self._pool.more_surnames or (old,)))

    def _first(self, old: str) -> str:
        if self._draw.random() < _SEEN_GIVEN and self._pool.given:
            new = self._draw.choice(self._pool.given)
        else:
            count = self._draw.choice((1, 2, 2))
            new = "".join(self._draw.choice(self._pool.signs or (old,)) for _ in range(count))
        return self._given.setdefault(old, new)

    def _name(self, value: str) -> str:
        if value in self._given:
            return self._given[value]
        if len(value) == 2 and value[0] in _CALLED and self._chinese.folded(value[1]) in self._chinese.surnames:
            return value[0] + self._surname(value[1])[:1]
        parts = parted(value, self._chinese)
        if parts is None:
            return value
        surname, given = parts
        return self._surname(surname) + (self._first(given) if given else "")

    def _code(self, match: re.Match[str]) -> str:
        return self._codes.setdefault(match[0], _scrambled(match[0], self._draw))

    def _day(self, match: re.Match[str]) -> str:
        new = f"{self._draw.randint(1, 12)}{match[2]}{self._draw.randint(1, 28)}"
        return self._codes.setdefault(match[0], new)


def _exchanged(example: Example, exchange: _LatinExchange | _HanExchange) -> Example:
    pairs = zip(example.values(), example.stretches, strict=True)
    return with_values(example, [exchange.value(value, stretch.column) for value, stretch in pairs])


def recased(example: Example, draw: random.Random) -> Example:
    """Now and then the whole text in small letters or capitals; never where that would move an offset."""
    chance = draw.random()
    if chance >= _LATIN_LOWER + _LATIN_UPPER:
        return example
    change = str.lower if chance < _LATIN_LOWER else str.upper
    if any(len(change(sign)) != 1 for sign in example.text):
        return example
    return Example(change(example.text), example.stretches, example.private)


def dictated(example: Example, draw: random.Random) -> Example:
    """The text as if dictated: pauses outside the stretches are dropped, or all become spaces."""
    instead = draw.choice(("", " "))
    inside = {at for stretch in example.stretches for at in range(stretch.start, stretch.end)}
    moved = [0]
    out: list[str] = []
    for at, sign in enumerate(example.text):
        kept = sign if sign not in _PAUSES or at in inside else instead
        out.append(kept)
        moved.append(moved[-1] + len(kept))
    stretches = tuple(Stretch(moved[item.start], moved[item.end], item.column) for item in example.stretches)
    return Example("".join(out), stretches, example.private)


def latin_varied(example: Example, pool: LatinPool, draw: random.Random) -> Example:
    """A variation of an English example for one round of training."""
    if draw.random() < _LATIN_EXCHANGED:
        example = _exchanged(example, _LatinExchange(pool, draw))
    return recased(example, draw)


def traditional(example: Example) -> Example:
    """The text in Traditional characters, each by itself: the first form that has it as its Simplified one."""
    forms: dict[str, str] = {}
    for form, plain in simplified().items():
        forms.setdefault(plain, form)
    return Example("".join(forms.get(sign, sign) for sign in example.text), example.stretches, example.private)


def han_varied(example: Example, pool: HanPool, names: ChineseNames, draw: random.Random) -> Example:
    """A variation of a Chinese example for one round of training."""
    if draw.random() < _HAN_EXCHANGED:
        example = _exchanged(example, _HanExchange(pool, names, draw))
    if draw.random() < _HAN_TRADITIONAL:
        example = traditional(example)
    return dictated(example, draw) if draw.random() < _HAN_DICTATED else example


def variation_of(examples: Sequence[Example], root: Path) -> Callable[[Example, random.Random], Example]:
    """What varies an example by its script, with names and places of all `examples` of that script. `root`: resource
    folder, for the lists of Chinese names. Raises ResourceError."""
    names = ChineseNames.load(root)
    han = [example for example in examples if _IDEOGRAPH.search(example.text)]
    latin = [example for example in examples if not _IDEOGRAPH.search(example.text)]
    of_han, of_latin = han_pool(han, names), latin_pool(latin)

    def vary(example: Example, draw: random.Random) -> Example:
        if _IDEOGRAPH.search(example.text):
            return han_varied(example, of_han, names, draw)
        return latin_varied(example, of_latin, draw)

    return vary
