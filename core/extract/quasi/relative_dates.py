"""Dates relative to an unnamed today, and Chinese dates of every kind."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.extract.candidate import Candidate
from core.extract.quasi import forms
from core.extract.quasi.calendar_words import ZH_WEEKDAYS, iso, zh_int
from core.extract.quasi.dates import dated
from core.extract.quasi.scan import Scan, candidate
from core.extract.quasi.scores import CERTAIN_TYPE, LIKELY_TYPE
from core.extract.quasi.word_lists import table
from core.text.numerals import EN_NUMBER_WORD, ZH_NUMERAL, parse_number

_QUANTITY = rf"(?:\d{{1,3}}|{EN_NUMBER_WORD}|a|an|a couple of|a few|several)"
_AGO = re.compile(
    rf"(?<![a-z0-9_.])((?:about |around |almost |nearly |roughly |over |"
    rf"more than )?(?:just )?({_QUANTITY})(?: and a half)? "
    r"(day|night|week|month|year|decade|hour|minute)s?(?: and a half)? (?:ago|earlier|back|prior))\b"
)
_AHEAD = re.compile(
    rf"(?<![a-z0-9_])in (({_QUANTITY}) (?:more )?(day|week|month|year)s?)(?:’|')?(?: time)?(?=[,.;!?]| i |"
    rf" we | my | he | she |$| from now)"
)
_LAST = re.compile(
    r"(?<![a-z0-9_])((last|this|next|earlier this|later this) (spring|summer|autumn|fall|winter|year|"
    r"month|week|weekend|christmas|easter|"
    r"thanksgiving|semester|term))\b"
)
_LAST_WORD = {"year": "Y", "month": "M", "week": "W", "weekend": "WE"}
_UNITS = {
    "day": "D",
    "night": "D",
    "week": "W",
    "month": "M",
    "year": "Y",
    "decade": "0Y",
    "hour": "TH",
    "minute": "TM",
}

_N = rf"(?:\d{{1,4}}|{ZH_NUMERAL}{{1,4}})"
_Y = r"(?:(?:1[5-9]|20)\d\d|[一二][〇零○一二三四五六七八九九]{3}|\d\d|[四五六七八九零〇○][〇零○一二三四五六七八九])"
_ASCENDING = frozenset("五六 六七 七八 八九 四五".split())
"""六七年 may also be six or seven years."""
_LUNAR_DAY = r"(?:初[一二三四五六七八九十]|廿[一二三四五六七八九]?|三十|二?十[一二三四五六七八九]?)"
_ZH_FULL = re.compile(
    rf"(?<!\d)({_Y}) ?年 ?(?:(?:农历|阴历)?({_N}|正|腊|冬|闰{_N}) ?月份?"
    rf"(?:((?:(?<=正月)|(?<=腊月)|(?<=冬月)){_LUNAR_DAY}|初[一二三四五六七八九十])|(?:的)?({_N}) ?(?:日|号)(?!楼|"
    rf"线|院|店|房|门|公馆|航站)|(上旬|中旬|下旬|初|底|中|末))?)?(?:度(?![假]))?(?![初级代薪])"
)
_ZH_MONTH_DAY = re.compile(
    rf"(今年|去年|前年|明年|后年|大前年|本年|当年|同年|"
    rf"次年)?(?:的)?(?<![\d第])({_N}) ?月份? ?(?:({_N}) ?(?:日|号)(?!楼|线|院|店|房|门)|(上旬|中旬|下旬|"
    rf"初|底|末))"
)
_ZH_YEAR_MONTH = re.compile(
    rf"(今年|去年|前年|明年|后年|本年|同年|次年|当年)(?:的)?({_N}|正|腊)月份?(?!{_N}日)|(今年|去年|前年|"
    rf"明年|后年|大前年|同年|次年)(?:的)?(春天|夏天|秋天|冬天|暑假|寒假|年初|年底|年中|春节|上半年|下半年|"
    rf"初|底)?"
)
_ZH_MONTH_ALONE = re.compile(
    r"(?<![\d第个上下本每])((?:1[0-2]|[1-9]|十[一二]?|"
    r"[二三四五六七八九]))月份?(?=[,，。、;；底初中末里的到至去起在前后以我被想准从和结入开])"
)
_ZH_THIS = re.compile(
    rf"((上上?|下下?|本|这|当)个?月)(?:的)?(?:({_N})(?:日|号)|(初|底|中旬|上旬|下旬|末))?|"
    rf"(?<![十\d])((上上?|下下?|本|这)个?(?:周|星期|礼拜))([一二三四五六日天末1-7])?(?![末]?年|期)"
)
_ZH_WEEKDAY = re.compile(r"(?<![上下本这每])(?:周|星期|礼拜)([一二三四五六日天末])(?![周边围转密岁])")
_ZH_AGO = re.compile(
    rf"((?:大约|大概|约|差不多|将近)?({_N}|几|数|半|两三|三四)(个半?月|个?星期|个?礼拜|个?多?小时|分钟|"
    rf"年半?|周|天|日|个多月|年多|多年)(之?前|以前|之?后|以后))(?![面来的]?[期卫续])"
)
_ZH_DAY = re.compile(r"(?<![\d月])((?:[12]?\d|3[01]))[号日](?=[,，。、的到至去早上下中晚凌傍]|$)(?!楼|线|院)")
_ZH_ERA = re.compile(
    r"(?:(19|20|上世纪|上个世纪|二十世纪)?([二三四五六七八九\d]0?十?)年代(?:初|末|中期|后期|初期|末期)?)"
)
_ZH_LUNAR = re.compile(
    rf"(?:农历|阴历)(?:正|腊|冬|闰?{_N})月(?:{_LUNAR_DAY}|{_N})(?:日|号)?|(?:正|腊|冬)月{_LUNAR_DAY}"
    rf"|(?<![个\d])[一二三四五六七八九十]{{1,2}}月(?:初[一二三四五六七八九十]|廿[一二三四五六七八九])"
)
_ZH_SLASH = re.compile(
    r"(?<![\d/.])(1[0-2]|0?[1-9])/(3[01]|[12]\d|0?[1-9]) ?"
    r"(?=前|之前|以前|开始|截止|到期|那天|早上|上午|下午|晚上|号|日)"
)
_ZH_WHICH = table("zh_years")
_ZH_UNIT = (("月", "M"), ("星期", "W"), ("礼拜", "W"), ("周", "W"), ("小时", "H"), ("分", "m"), ("年", "Y"))
_ZH_LAST = table("zh_which")


def detect_english(scan: Scan) -> Iterator[Candidate]:
    """Relative English dates."""
    for match in scan.en(_AGO):
        value = _offset("-", match.group(2), match.group(3))
        yield candidate(match.span(1), "DATE", value, CERTAIN_TYPE, "date.relative", forms.RELATIVE)
    for match in scan.en(_AHEAD):
        value = _offset("+", match.group(2), match.group(3))
        yield candidate(match.span(1), "DATE", value, LIKELY_TYPE, "date.relative", forms.RELATIVE)
    for match in scan.en(_LAST):
        which = "this" if "this" in match.group(2) else match.group(2)
        word = match.group(3)
        value = f"{which}:{_LAST_WORD.get(word, word)}"
        if which != "last" and word in ("week", "weekend", "month"):
            continue
        score = CERTAIN_TYPE if which == "last" and word not in ("week", "weekend") else LIKELY_TYPE
        yield candidate(match.span(1), "DATE", value, score, "date.relative", forms.RELATIVE)


def _offset(sign: str, quantity: str, unit: str) -> str:
    number = {"a": 1, "an": 1, "a couple of": 2, "a few": 3, "several": 3}.get(quantity)
    amount = number if number is not None else int(parse_number(quantity) or 0)
    code = _UNITS[unit]
    return f"PT{sign}{amount}{code[1]}" if code[0] == "T" else f"P{sign}{amount}{code}"


def detect_chinese(scan: Scan) -> Iterator[Candidate]:
    """Chinese dates, absolute, partial and relative."""
    lower = scan.lower
    if not any(char in lower for char in "年月日号周天星礼时前后/"):
        return
    for match in scan.zh(_ZH_FULL):
        if len(match.group(1)) == 2 and not match.group(2) and not _is_year(scan, match):
            continue
        yield from _full(scan, match)
    for match in scan.zh(_ZH_MONTH_DAY):
        value = _month_day(match.group(2), match.group(3))
        if value:
            prefix = f"{_ZH_WHICH[match.group(1)]}:" if match.group(1) else ""
            form = forms.RELATIVE if prefix else forms.PARTIAL
            yield dated(scan, match.span(), prefix + value + _part(match.group(4)), form, CERTAIN_TYPE)
    for match in scan.zh(_ZH_YEAR_MONTH):
        which = match.group(1) or match.group(3)
        month = _month_day(match.group(2), None) if match.group(2) else (match.group(4) or "")
        if which in ("今年", "当年", "同年") and not month:
            continue
        value = f"{_ZH_WHICH[which]}:{month}" if month else _ZH_WHICH[which]
        yield dated(scan, match.span(), value, forms.RELATIVE, CERTAIN_TYPE if month else LIKELY_TYPE)
    for match in scan.zh(_ZH_MONTH_ALONE):
        value = _month_day(match.group(1), None)
        if value:
            yield dated(scan, match.span(), value, forms.PARTIAL, LIKELY_TYPE)
    for match in scan.zh(_ZH_SLASH):
        value = iso(None, int(match.group(1)), int(match.group(2)))
        yield dated(scan, (match.start(), match.end(2)), value, forms.NUMERIC, CERTAIN_TYPE)
    for match in scan.zh(_ZH_ERA):
        yield candidate(match.span(), "DATE", match.group(), CERTAIN_TYPE, "date.era", forms.PARTIAL)
    for match in scan.zh(_ZH_LUNAR):
        yield dated(scan, match.span(), match.group(), forms.PARTIAL, CERTAIN_TYPE)
    for match in scan.zh(_ZH_DAY):
        yield dated(scan, match.span(), iso(None, None, int(match.group(1))), forms.PARTIAL, LIKELY_TYPE)
    yield from _relative_chinese(scan)


def _part(part: str | None) -> str:
    return f":{part}" if part else ""


def _full(scan: Scan, match: re.Match[str]) -> Iterator[Candidate]:
    short = match.group(1)
    year = zh_int(short) if short.isdigit() or len(short) != 2 else _spelled_year(short)
    if year is None:
        return
    if len(short) == 2:
        year += 2000 if year <= 40 else 1900
    lunar = match.group(3) is not None or (match.group(2) or " ")[0] in "正腊冬闰"
    month = zh_int(match.group(2)) if match.group(2) and not lunar else None
    day = zh_int(match.group(4)) if match.group(4) and not lunar else None
    value = iso(year, month, day) + _part(match.group(5))
    if value:
        form = forms.ZH if day and month else forms.PARTIAL
        yield dated(scan, match.span(), value, form, CERTAIN_TYPE)


def _spelled_year(short: str) -> int:
    """83 for 八三, digit by digit."""
    return int("".join(str("零一二三四五六七八九".find("零" if char in "〇○" else char)) for char in short))


_OF_A_YEAR = re.compile(
    r"(?:出生|生人?(?=[,，。的])|结(?:的)?婚|毕业|参加工作|入伍|退伍|来的?|搬|买的|建的|嫁|离(?:的)?婚|认识|考上|下岗|进厂|入职|退休|去世|走的)"
)


def _is_year(scan: Scan, match: re.Match[str]) -> bool:
    """九八年: two numerals that are no length of time."""
    short = match.group(1)
    if short.isdigit():
        return False
    return short not in _ASCENDING or _OF_A_YEAR.match(scan.lower, match.end()) is not None


def _month_day(month: str, day: str | None) -> str:
    number = {"正": 1, "腊": 12}.get(month) or zh_int(month)
    return iso(None, number, zh_int(day) if day else None) if number else ""


def _relative_chinese(scan: Scan) -> Iterator[Candidate]:
    for match in scan.zh(_ZH_THIS):
        if match.group(1):
            day = f":---{zh_int(match.group(3)):02d}" if match.group(3) else _part(match.group(4))
            value = f"{_ZH_LAST[match.group(2)]}:M{day}"
        else:
            day = f":W{ZH_WEEKDAYS[match.group(7)]}" if match.group(7) else ""
            value = f"{_ZH_LAST[match.group(6)]}:W{day}"
        score = CERTAIN_TYPE if day else LIKELY_TYPE
        yield candidate(match.span(), "DATE", value, score, "date.relative", forms.RELATIVE)
    for match in scan.zh(_ZH_WEEKDAY):
        value = f"W{ZH_WEEKDAYS[match.group(1)]}"
        yield candidate(match.span(), "DATE", value, LIKELY_TYPE, "date.weekday", forms.RELATIVE)
    for match in scan.zh(_ZH_AGO):
        sign = "-" if "前" in match.group(4) else "+"
        unit = match.group(3)
        code = next((code for part, code in _ZH_UNIT if part in unit), "D")
        quantity = {"几": 3, "数": 3, "半": 0.5, "两三": 2, "三四": 3}.get(match.group(2)) or zh_int(match.group(2))
        if quantity is None or quantity > 999:
            continue
        value = f"P{sign}{quantity}.5{code}" if "半" in unit else f"P{sign}{quantity}{code}"
        score = CERTAIN_TYPE if sign == "-" else LIKELY_TYPE
        yield candidate(match.span(1), "DATE", value, score, "date.relative", forms.RELATIVE)
