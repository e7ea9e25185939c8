"""Numbers in a text: digits with separators, Chinese numerals, English number words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from core.text.patterns import any_of

_UNITS = {
    word: index
    for index, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen".split()
    )
}
_TENS = {
    word: 10 * index
    for index, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), start=2)
}
_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9}
_SCALE_SUFFIX = {
    "k": 10**3,
    "m": 10**6,
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "百": 100,
    "千": 10**3,
    "万": 10**4,
    "亿": 10**8,
    "百万": 10**6,
    "千万": 10**7,
}
_HAN = {char: index for index, char in enumerate("零一二三四五六七八九")} | {
    "〇": 0,
    "两": 2,
    "幺": 1,
    "壹": 1,
    "贰": 2,
    "叁": 3,
    "肆": 4,
    "伍": 5,
    "陆": 6,
    "柒": 7,
    "捌": 8,
    "玖": 9,
    "廿": 20,
}
_HAN_SCALE = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
_HAN_BLOCK = {"万": 10**4, "亿": 10**8}
KEPT_SPELLINGS = 4096
"""Spellings remembered while one text is read: hostile texts repeat a few, or never repeat any."""
_UNREAD: Decimal = Decimal("NaN")
_SEPARATORS = (".", ",")
_VAGUE = ("多", "余", "几")
_WORD = any_of([*_UNITS, *_TENS, *_SCALES])
_NUMBER = re.compile(
    r"(?P<digits>\d{1,3}(?:\.\d{3})+,\d{1,2}(?![\d.,]\d|\d)|\d{1,3}(?:['’]\d{3})+(?:[.,]\d+)?(?!\d)"
    r"|\d{1,3}(?:[, ]\d{3})+(?:\.\d+)?(?![\d,])|\d+(?:\.\d+)?)"
    r"(?:(?P<near>\s?(?:thousand|million|billion)\b|[kKmM](?![a-zA-Z])|[百千]?万|亿|[百千](?!克|米|瓦|卡))?)"
    r"|(?P<words>\b(?:(?:an? )?" + _WORD + r"\b)(?:(?:[ -]|[ -]?and )" + _WORD + r"\b)*)"
    r"|(?P<han>[零〇一二两三四五六七八九十百千万亿幺壹贰叁肆伍陆柒捌玖拾佰仟廿]+(?:点[零〇一二三四五六七八九]+)?)"
    r"(?P<vague>[多余几来])?",
    re.IGNORECASE | re.ASCII,
)


_CONTINENTAL = re.compile(r"\d{1,3}(?:\.\d{3})+,\d{1,2}")
"""83.450,17: a point between thousands, a comma before the cents."""
_EITHER = re.compile(
    r"(?<![\d.,])(?:(?P<thousands>\d{1,3}(?:\.\d{3})+)|(?P<cents>(?:\d{1,3}(?: \d{3})+|\d+),\d{1,2}))(?![\d]|[.,]\d)",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Number:
    """`[start, end)` in the given text. A vague number (六十多, "sixty-odd") is no exact value and not listed."""

    start: int
    end: int
    value: Decimal


def read_numbers(text: str) -> Iterator[Number]:
    """All standalone exact numbers in text order. Linear; `text` is a normalised view."""
    known: dict[str, Decimal | None] = {}
    for match in _NUMBER.finditer(text):
        start, end = match.span()
        written = match.group()
        value = known.get(written, _UNREAD)
        if value is _UNREAD:
            value = _value(match)
            if len(known) < KEPT_SPELLINGS:
                known[written] = value
        if value is None or (written[0].isdigit() and _inside_longer(text, start, end)):
            continue
        yield Number(start, end, value)


def read_continental(text: str) -> Iterator[Number]:
    """Numbers that could also be meant as written on the Continent: 83.450 as thousands, 450,17 with cents. For who
    compares with a known value; `text` is a normalised view."""
    for match in _EITHER.finditer(text):
        digits = (match["thousands"] or "").replace(".", "") or match["cents"].replace(" ", "").replace(",", ".")
        yield Number(*match.span(), Decimal(digits))


def _value(match: re.Match[str]) -> Decimal | None:
    """What a match says; None for a vague number or one that cannot be read."""
    if match.group("vague"):
        return None
    if match.group("digits"):
        return _digits(match.group("digits"), match.group("near") or "")
    if match.group("words"):
        return _words(match.group("words").lower())
    return read_han(match.group("han"))


def _inside_longer(text: str, start: int, end: int) -> bool:
    """Whether digits continue a longer number, or are made vague by what follows (60多)."""
    before = text[start - 1] if start else " "
    if before != " " and (before.isdigit() or (before in _SEPARATORS and text[start - 2 : start - 1].isdigit())):
        return True
    return text[end : end + 1] in _VAGUE


def _digits(digits: str, near: str) -> Decimal | None:
    if _CONTINENTAL.fullmatch(digits):
        digits = digits.replace(".", "").replace(",", ".")
    try:
        return Decimal(re.sub("[, '’]", "", digits)) * _SCALE_SUFFIX.get(near.strip().lower(), 1)
    except InvalidOperation:
        return None


def _words(words: str) -> Decimal | None:
    total = current = 0
    seen = False
    for word in re.split(r"[ -]+", words):
        if word in ("and", "a", "an"):
            continue
        if word in _UNITS:
            current, seen = current + _UNITS[word], True
        elif word in _TENS:
            current, seen = current + _TENS[word], True
        elif word == "hundred":
            current, seen = max(current, 1) * 100, True
        else:
            total, current, seen = total + max(current, 1) * _SCALES[word], 0, True
    return Decimal(total + current) if seen else None


def read_han(numeral: str) -> Decimal | None:
    """The value of a Chinese numeral, positional (二〇二六) or with places (三千四百七十八); None if it is neither."""
    whole, _, fraction = numeral.partition("点")
    if not any(char in _HAN_SCALE or char in _HAN_BLOCK for char in whole):
        digits = "".join(str(_HAN[char]) for char in whole if char in _HAN)
        value: Decimal | None = Decimal(digits) if digits else None
    else:
        value = _placed(whole)
    if value is not None and fraction:
        value += Decimal("0." + "".join(str(_HAN[char]) for char in fraction))
    return value


def _placed(numeral: str) -> Decimal | None:
    total = block = 0
    digit: int | None = None
    scale = 1
    for char in numeral:
        if char in _HAN_SCALE:
            scale = _HAN_SCALE[char]
            block, digit = block + (digit or 1) * scale, None
        elif char in _HAN_BLOCK:
            total = (
                (total + block + (digit or 0)) * _HAN_BLOCK[char]
                if char == "亿"
                else total + (block + (digit or 0)) * _HAN_BLOCK[char]
            )
            block, digit, scale = 0, None, _HAN_BLOCK[char]
        else:
            if digit not in (None, 0):
                return None
            digit = _HAN[char]
            if digit == 0:
                scale = 1
    if digit:
        block += digit * (scale // 10 if scale > 10 else 1)
    return Decimal(total + block)


_ONES_EN = list(_UNITS)
_TENS_EN = ["", "", *_TENS]


def english_words(number: int) -> str:
    """A whole number below one million in words: "sixty-seven", "three thousand four hundred and seventy-eight"."""
    if number < 20:
        return _ONES_EN[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _TENS_EN[tens] + (f"-{_ONES_EN[ones]}" if ones else "")
    if number < 1000:
        hundreds, rest = divmod(number, 100)
        return f"{_ONES_EN[hundreds]} hundred" + (f" and {english_words(rest)}" if rest else "")
    thousands, rest = divmod(number, 1000)
    joint = " and " if rest < 100 else " "
    return f"{english_words(thousands)} thousand" + (f"{joint}{english_words(rest)}" if rest else "")


def han_words(number: int) -> str:
    """A whole number below one hundred million as a Chinese numeral: 六十七, 三千四百七十八, 十二万."""
    if number >= 10**4:
        high, low = divmod(number, 10**4)
        return han_words(high) + "万" + ((("零" if low < 1000 else "") + han_words(low)) if low else "")
    digits = "零一二三四五六七八九"
    text, pending = "", False
    for scale, char in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit, number = divmod(number, scale)
        if digit:
            text += ("零" if pending and text else "") + digits[digit] + char
            pending = False
        else:
            pending = bool(text)
    if not text:
        return "零"
    return text[1:] if text.startswith("一十") else text
