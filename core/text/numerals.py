"""Numbers as people write them in English and Chinese: parse to a value, spell a value in every usual way."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from itertools import pairwise

from core.text.patterns import any_of

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_EN_VALUES = {word: number for number, word in enumerate(_ONES)} | {
    word: 10 * (number + 2) for number, word in enumerate(_TENS)
}
_EN_SCALES = {"hundred": 100, "thousand": 1000, "million": 1_000_000, "billion": 1_000_000_000}
_EN_LOOSE = {"a": 1, "an": 1, "dozen": 12, "couple": 2}

_ZH_DIGITS = dict(zip("零一二三四五六七八九", range(10), strict=True)) | {
    "〇": 0, "○": 0, "两": 2, "兩": 2, "壹": 1, "贰": 2, "叁": 3, "肆": 4, "伍": 5, "陆": 6, "柒": 7, "捌": 8, "玖": 9,
}  # fmt: skip
_ZH_UNITS = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
_ZH_SCALES = {"万": 10_000, "萬": 10_000, "亿": 100_000_000, "億": 100_000_000}

ZH_NUMERAL = "[零〇○一二三四五六七八九十百千万萬亿億两兩壹贰叁肆伍陆柒捌玖拾佰仟]"
"""Character class of Chinese numerals, for use inside patterns."""

_ONE_TO_NINE = "|".join(_ONES[1:10])
_SMALL = any_of(_ONES[1:])
EN_NUMBER_WORD = rf"(?:(?:{'|'.join(_TENS)})(?:[ -](?:{_ONE_TO_NINE}))?|{_SMALL})"
"""One to ninety-nine in English words (lower case), for use inside patterns."""

EN_NUMBER_PHRASE = (
    rf"(?:(?:{EN_NUMBER_WORD}|a|an)(?:[ -](?:hundred|thousand|million|billion))+(?:(?: and)?[ -]{EN_NUMBER_WORD}"
    rf"(?:[ -](?:hundred|thousand))*){{0,3}}|{EN_NUMBER_WORD})"
)
"""Number words including hundreds and thousands (lower case)."""


def is_counted(digits: str) -> bool:
    """Whether digits count up or down by one, or stay the same: one to ten said aloud is no number of anybody's."""
    steps = {(int(right) - int(left)) % 10 for left, right in pairwise(digits)}
    return steps <= {1} or steps <= {9} or steps <= {0}


def parse_english(text: str) -> int | None:
    """Value of English number words such as "three thousand four hundred and seventy-eight"; None if not a number."""
    words = [word for word in re.split(r"[\s-]+", text.lower().strip()) if word and word != "and"]
    if not words:
        return None
    total = current = 0
    for word in words:
        if word in _EN_VALUES:
            current += _EN_VALUES[word]
        elif word in _EN_LOOSE:
            current = max(current, 1) * _EN_LOOSE[word]
        elif word == "hundred":
            current = max(current, 1) * 100
        elif word in _EN_SCALES:
            total += max(current, 1) * _EN_SCALES[word]
            current = 0
        else:
            return None
    return total + current


def parse_chinese(text: str) -> Decimal | None:
    """Value of a Chinese or mixed numeral (三千四百七十八, 二〇二六, 12万, 三万五), None if it is no number."""
    text = text.replace(",", "").replace(" ", "")
    if not text:
        return None
    if text.isascii():
        return _decimal(text)
    if all(char in _ZH_DIGITS for char in text):
        return Decimal("".join(str(_ZH_DIGITS[char]) for char in text))
    total, section, pending = Decimal(0), Decimal(0), Decimal(0)
    last_unit = 1
    arabic = ""
    for char in text:
        if char.isascii() and (char.isdigit() or char == "."):
            arabic += char
            continue
        if arabic:
            number = _decimal(arabic)
            if number is None:
                return None
            pending, arabic = number, ""
        if char in _ZH_DIGITS:
            pending = Decimal(_ZH_DIGITS[char])
            last_unit = 1 if _ZH_DIGITS[char] == 0 else last_unit
        elif char in _ZH_UNITS:
            last_unit = _ZH_UNITS[char]
            section += (pending or Decimal(1)) * last_unit
            pending = Decimal(0)
        elif char in _ZH_SCALES:
            last_unit = _ZH_SCALES[char]
            if last_unit == 100_000_000:
                total = (total + section + pending) * last_unit
            else:
                total += (section + pending or Decimal(1)) * last_unit
            section = pending = Decimal(0)
        else:
            return None
    if arabic:
        number = _decimal(arabic)
        if number is None:
            return None
        pending = number
    elif pending and last_unit >= 100:
        pending *= last_unit // 10  # colloquial ellipsis: 三万五 is 35,000
    return total + section + pending


def _decimal(text: str) -> Decimal | None:
    try:
        return Decimal(text)
    except InvalidOperation:
        return None


def parse_number(text: str) -> Decimal | None:
    """Value of digits (with separators), English words or Chinese numerals."""
    text = text.strip().lower()
    compact = text.replace(",", "").replace(" ", "").replace("'", "")
    if compact and compact.replace(".", "", 1).isdigit() and compact.isascii():
        return _decimal(compact)
    if text.isascii():
        value = parse_english(text)
        return None if value is None else Decimal(value)
    return parse_chinese(text)


def spell_english(number: int) -> str:
    """English words for 0 <= number < 10^9: "sixty-seven", "three thousand four hundred and seventy-eight"."""
    if number < 20:
        return _ONES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _TENS[tens - 2] + (f"-{_ONES[ones]}" if ones else "")
    for scale, name in ((1_000_000, "million"), (1000, "thousand"), (100, "hundred")):
        if number >= scale:
            head, rest = divmod(number, scale)
            joint = " and " if rest and rest < 100 else " "
            return f"{spell_english(head)} {name}" + (f"{joint}{spell_english(rest)}" if rest else "")
    raise ValueError("number out of range")


_ZH_PLAIN = "零一二三四五六七八九"


def spell_chinese(number: int) -> str:
    """Chinese numerals for 0 <= number < 10^12: 六十七, 三千四百七十八, 十二万."""
    if number >= 100_000_000:
        head, rest = divmod(number, 100_000_000)
        return spell_chinese(head) + "亿" + (_zh_rest(rest, 10_000_000) if rest else "")
    if number >= 10_000:
        head, rest = divmod(number, 10_000)
        return spell_chinese(head) + "万" + (_zh_rest(rest, 1000) if rest else "")
    if 10 <= number < 20:
        return "十" + (_ZH_PLAIN[number - 10] if number > 10 else "")
    out, gap = "", False
    for unit, sign in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit, number = divmod(number, unit)
        if digit:
            out += ("零" if gap and out else "") + _ZH_PLAIN[digit] + sign
            gap = False
        else:
            gap = True
    return out or "零"


def _zh_rest(rest: int, full: int) -> str:
    spelled = spell_chinese(rest)
    if 10 <= rest < 20:
        spelled = "一" + spelled
    return ("零" if rest < full else "") + spelled


def chinese_digits(digits: str) -> str:
    """Digit by digit: "2026" -> 二〇二六."""
    return "".join("〇" if char == "0" else _ZH_PLAIN[int(char)] for char in digits)
