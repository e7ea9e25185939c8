"""TIME of day and DURATION."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.extract.candidate import Candidate
from core.extract.quasi import forms
from core.extract.quasi.calendar_words import zh_int
from core.extract.quasi.scan import Scan, candidate
from core.extract.quasi.scores import LIKELY_TYPE
from core.text.numerals import EN_NUMBER_WORD, ZH_NUMERAL, parse_number

_CLOCK = re.compile(
    r"(?<![\d:.-])([01]?\d|2[0-4])(?:[:.]([0-5]\d))(?::[0-5]\d)?(?: ?(a\.?m\.?|p\.?m\.?|hrs|"
    r"hours))?(?![\d:%]|\.\d|[-/]\d)"
)
_HOUR = re.compile(r"(?<![a-z0-9_:.,$£€-])(1[0-2]|0?[1-9]) ?(a\.?m\.?|p\.?m\.?|o['’]clock)(?![a-z0-9_])")
_NAMED_HOUR = re.compile(r"(?<![a-z0-9_])(?:12 )?(?:noon|midnight)(?![a-z0-9_])")
_EN_TIME_CUE = re.compile(
    r"(?:\b(?:at|by|from|until|till|around|about|before|after|between|and|to|time:?|,)\s*|[t ]|^|\d-)$"
)
_N = rf"(?:\d{{1,2}}|{ZH_NUMERAL}{{1,3}})"
_ZH_TIME = re.compile(
    rf"((?:凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|深夜|半夜|夜间|午夜|当晚|今晚|明早|"
    rf"晚)?)({_N})(?:点钟?|时)(?:(半|一刻|三刻|整)|"
    rf"过?({_N})分?)?许?(?![间期代候刻常而不装尚光数差效速薪长段事工建要意原理问注说好优缺])"
)
_ZH_LATE = re.compile("下午|傍晚|晚|夜")

_QUANTITY = rf"(?:\d{{1,3}}(?:\.\d{{1,2}})?|{EN_NUMBER_WORD}|a|an|one|half a|a couple of|several|few)"
_UNIT = r"(year|yr|month|mth|week|wk|day|night|hour|hr|minute|min|decade)"
_DURATION = re.compile(
    rf"(?<![a-z0-9_.,$£€-])((?:(?:about|almost|nearly|over|around|approximately|roughly|more than|"
    rf"less than|some|at least) )?(\d{{1,4}}(?:\.\d{{1,2}})?|{EN_NUMBER_WORD}|half a)"
    rf"(?: and a half| full| consecutive| whole| calendar| working| business| long| straight|"
    rf"-odd)?[ -]{_UNIT}(s)?(?:[’'](?=\W))?"
    rf"(?:(?:,| and|, and) (?:\d{{1,2}}|{EN_NUMBER_WORD}) (?:year|month|week|day|hour|"
    rf"minute)s?){{0,2}})(?![ -](?:old\b|of age|ago|earlier|back\b|prior))(?![a-z0-9_])"
)
_ARTICLE = re.compile(
    rf"(?<![a-z0-9_])(?:for|after|within|in|over|lasted|nearly|almost|spent|took|served|about|"
    rf"than) ((?:about |almost |nearly |over )?(?:a|an|a couple of|several|a few|half a)(?: full|"
    rf" whole)? {_UNIT}s?)"
    r"(?! (?:old|of age|ago|earlier))(?![a-z0-9_])"
)
_SHORT_UNITS = {"night": "day", "yr": "year", "mth": "month", "wk": "week", "hr": "hour", "min": "minute"}
_RATE_BEFORE = re.compile(r"(?:\ba|\bper|\beach|\bevery|/)\s?$")
_ZH_NUM = rf"(?:\d{{1,4}}(?:\.\d)?|{ZH_NUMERAL}{{1,4}}|半|数|几|两三|好几|多)"
_ZH_DURATION = re.compile(
    rf"(?<![\d.第每])((?:长达|近|约|将近|超过|不到|整整|已有|大约)?({_ZH_NUM})(?:来|余|多)?(年半|"
    rf"年(?:零{_ZH_NUM}个?月|{_ZH_NUM}个月)?|个半?月|个多月|天|周|日|个?星期|个?礼拜|个?多?小时|个?钟头|"
    rf"个半小时|分钟|晚|夜)(?:多|有余|左右)?)"
    rf"(?!前|之前|以前|大|底|初|代|级|度|制|后期|末|份|间隔|{ZH_NUMERAL}{{1,2}}月|\d|[月初]|气|子|宫|程|"
    rf"长假|薪|岁|内|赛|假|气|空|线|报|常|记)"
)
_ZH_UNIT = (
    ("月", "M"),
    ("星期", "W"),
    ("礼拜", "W"),
    ("周", "W"),
    ("小时", "TH"),
    ("钟头", "TH"),
    ("分", "Tm"),
    ("年", "Y"),
)


def detect_times(scan: Scan) -> Iterator[Candidate]:
    """Times of day."""
    lower = scan.lower
    for match in scan.num(_CLOCK):
        marker = (match.group(3) or "").replace(".", "")
        dotted = lower[match.end(1)] == "."
        if dotted and not marker:
            continue
        if (
            not marker
            and not _EN_TIME_CUE.search(scan.before(match.start(), 12))
            and scan.lower[match.start() - 1].isascii()
        ):
            continue
        stop = match.end() - (match.group().endswith("m.") and not match.group().endswith(".m."))
        yield candidate(
            (match.start(), stop),
            "TIME",
            _clock(int(match.group(1)), int(match.group(2)), marker),
            LIKELY_TYPE,
            "time.clock",
            forms.CLOCK,
        )
    for match in scan.en(_HOUR):
        marker = match.group(2).replace(".", "")
        value = _clock(int(match.group(1)), 0, marker if marker in ("am", "pm") else "")
        stop = match.end() - (match.group().endswith("m.") and not match.group().endswith(".m."))
        yield candidate((match.start(), stop), "TIME", value, LIKELY_TYPE, "time.hour", forms.CLOCK)
    for match in scan.en(_NAMED_HOUR):
        yield candidate(
            match.span(), "TIME", "12:00" if "noon" in match.group() else "00:00", LIKELY_TYPE, "time.hour", forms.WORD
        )
    if "点" in lower or "时" in lower:
        for match in scan.zh(_ZH_TIME):
            yield from _chinese_time(match)


def _clock(hour: int, minute: int, marker: str) -> str:
    if marker == "pm" and hour < 12:
        hour += 12
    if marker == "am" and hour == 12:
        hour = 0
    return f"{hour % 24:02d}:{minute:02d}"


def _chinese_time(match: re.Match[str]) -> Iterator[Candidate]:
    hour = zh_int(match.group(2))
    if hour is None or hour > 24:
        return
    exact = match.group(1) or match.group(3) or match.group(4)
    if not exact and "时" in match.group():
        return
    minute = {"半": 30, "一刻": 15, "三刻": 45}.get(match.group(3) or "", 0) or (zh_int(match.group(4) or "") or 0)
    if minute > 59:
        return
    late = bool(_ZH_LATE.search(match.group(1)))
    value = _clock(hour, minute, "pm" if late and hour < 12 else "")
    score = LIKELY_TYPE if exact else 0.5
    yield candidate(match.span(), "TIME", value, score, "time.zh", forms.ZH)


_ZH_PER = re.compile(r"(?:能|可以?|大概|大约|约|到手|税前|税后)*(?:挣|赚|到手|收入|多少|要花|花费?|交|缴|几次)")
"""After 一年 and the like: a rate, not a length of time."""


def detect_durations(scan: Scan) -> Iterator[Candidate]:
    """Lengths of time."""
    for match in scan.en(_DURATION):
        amount = "0.5" if match.group(2) == "half a" else str(parse_number(match.group(2)) or "")
        adjective = match.group(4) is None and amount != "1"
        form = forms.ADJECTIVE if adjective or "-" in match.group(1) else forms.PLAIN
        value = _iso(amount + (".5" if " and a half" in match.group(1) else ""), match.group(3))
        yield candidate(match.span(1), "DURATION", value, LIKELY_TYPE, "duration.en", form)
    for match in scan.en(_ARTICLE):
        amount = (
            "2"
            if "couple" in match.group(1)
            else "3"
            if "several" in match.group(1) or "few" in match.group(1)
            else "1"
        )
        if match.group(2) in ("minute", "hour", "day", "night") and amount == "1":
            continue
        yield candidate(match.span(1), "DURATION", _iso(amount, match.group(2)), 0.5, "duration.en", forms.PLAIN)
    for match in scan.zh(_ZH_DURATION):
        yield from _chinese_duration(scan, match)


def _iso(amount: str, unit: str) -> str:
    unit = _SHORT_UNITS.get(unit, unit)
    if unit == "decade":
        return f"P{amount}0Y"
    return f"PT{amount}{unit[0].upper()}" if unit in ("hour", "minute") else f"P{amount}{unit[0].upper()}"


def _chinese_duration(scan: Scan, match: re.Match[str]) -> Iterator[Candidate]:
    unit = match.group(3)
    if _ZH_PER.match(scan.lower, match.end(1)) or (match.group(1) in ("一晚", "一夜", "一天")):
        return
    code = next((code for sub, code in _ZH_UNIT if sub in unit and not (sub == "月" and unit[0] == "年")), "D")
    number = {"半": "0.5", "数": "3", "几": "3", "两三": "2", "好几": "5", "多": "3"}.get(match.group(2))
    if number is None:
        parsed = zh_int(match.group(2)) if "." not in match.group(2) else None
        number = match.group(2) if parsed is None else str(parsed)
    if unit[0] == "年" and number.isdigit() and int(number) > 120:
        return
    if unit == "日" and not match.group(1).startswith(("长达", "近", "整")) and number != "3":
        return
    half = ".5" if "半" in unit and "." not in number else ""
    body = f"{number}{half}{code[-1].upper()}"
    value = f"PT{body}" if code[0] == "T" else f"P{body}"
    extra = re.search(rf"年零?({_ZH_NUM})个?月", match.group(1))
    if extra:
        value = f"P{number}Y{zh_int(extra.group(1)) or 0}M"
    yield candidate(match.span(1), "DURATION", value, LIKELY_TYPE, "duration.zh", forms.ZH)
