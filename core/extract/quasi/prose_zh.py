"""Quasi-identifiers that Chinese prose gives in passing: days and seasons, ages without 岁, birth by zodiac, trades."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.quasi import age, forms, rows
from core.extract.quasi.lexicon import Hit
from core.extract.quasi.scan import Scan, candidate
from core.extract.quasi.scores import CERTAIN_TYPE, LIKELY_TYPE, SELF_STANDING, TIED
from core.extract.quasi.word_lists import any_of
from core.text.numerals import ZH_NUMERAL

_N = rf"(?:\d{{1,2}}|{ZH_NUMERAL}{{1,3}})"
_PERSON = any_of("zh", "persons")
_BARE_AGE = re.compile(
    rf"{_PERSON}(?:今年|现在|都|才|已经|已|快|刚|刚满|虚岁|周岁)?(\d{{2}})(?![,.]\d)(?=[,，。、;；!！)）]|了[,，。]|$)"
)
_ABOUT_AGE = re.compile(r"(?:(奔[三四五六七八九])(?=的|了|[,，。])|([二三四五六七八九]十)(?:出头|好几|来岁|开外))")
_SEVERAL = any_of("zh", "persons_several")
_AGES_OF = re.compile(
    rf"(?:{_PERSON}|{_SEVERAL})(?:今年|现在|马上|眼看|也|都|才|已经|已|快|刚|刚满|年纪|将近|差不多)*"
    rf"((?:[2-9]\d|[二三四五六七八九]十)(?:来|几|多|好几|出头)?岁?)(?![,.]\d)(?=[,，。、;；!！)）]|了(?!解|个|件)|还|的人|$)"
)
_AND_AGE = re.compile(r"(?:今年|现年|已|年|都|也|她|他|我)([二三四五六七八九]十有[一二三四五六七八九])(?![分点个])")
_TENS = dict(zip("三四五六七八九", (30, 40, 50, 60, 70, 80, 90), strict=True))
_INFANT = re.compile(
    r"(?:患儿|宝宝|孩子|婴儿|小孩|娃|儿子|女儿|男婴|女婴)[^。；;\n]{0,10}?[,，:： ]?"
    r"((?:\d{1,2}|[一二三四五六七八九十两]{1,2})个半?月(?:零\d{1,2}天)?(?:大|龄)?)(?=[,，。、;；\s了对]|$)"
)
_BORN = re.compile(
    r"(?<![\d.])((?:19|20)?\d{2}|[二三四五六七八九零〇○一]{2}|一九[零〇一二三四五六七八九]{2})年(?:生人|出生的?|生的|生(?=[,，。.、;；)）\s]|$))"
)
_ZODIAC = re.compile(
    r"属(?=[鼠牛虎兔龙蛇马羊猴鸡狗猪])([鼠牛虎兔龙蛇马羊猴鸡狗猪])(?=的(?!人|今|运|性|男|女)|[,，。、;；!！\s)）]|$)"
)
_SEASON_YEAR = re.compile(r"(?:(?:19|20)\d\d年|去年|前年|今年|明年|后年|大前年|当年|同年|[上下]个?)$")
_SEASON_TAIL = re.compile(r"(?:假期|长假|小长假|放假|期间|前夕|前后|当天|前|后|晚上)?")
_TRADE = re.compile(r"(?:开了?|经营了?|开办了?|盘下了?|接手了?|自己开了?)(?:一?[家间个所]|着)?(?:小|小型|夫妻)?$")
_DOES = re.compile(r"(?:做|干|搞|从事)$")
_DOES_TAIL = re.compile(r"(?:生意|行业|工作|的|这行|方面)?(?=[,，。、;；\s的]|$|生意|行业|工作|这行)")
_HEAD_JOB = re.compile(
    rf"(?:(?<=[\s|\t,，、:：])|^)([\u4e00-\u9fff]{{0,6}}{any_of('zh', 'posts')})(?=[ \t]*(?:$|\n|\||[,，、;；)）]))",
    re.MULTILINE,
)


_TRIP = re.compile(
    r"(?:(?:^|\n)[ \t]*[*•·-][ \t]*|[日月\d]的|(?<=[,，、])[ ]?)([A-Z]{2}\d{3,4}|[GDCZTK]\d{1,4})(?=[,，。;；\s]|$)"
)
_TRAVELS = re.compile("返回|返程|出发|航班|车次|高铁|动车|火车|行程|飞往|飞到|机票|车票|登机|转机|回程")


def detect(scan: Scan) -> Iterator[Candidate]:
    """All of them; nothing in a text without ideographs."""
    if not scan.has_han:
        return
    yield from _days(scan)
    yield from _ages(scan)
    yield from _trades(scan)
    yield from rows.found(scan, "prose_zh")
    if _TRAVELS.search(scan.lower):
        for match in scan.cased(_TRIP):
            yield candidate(match.span(1), "TRIP_NUMBER", match.group(1), LIKELY_TYPE, "trip.listed", forms.CODE)


def _days(scan: Scan) -> Iterator[Candidate]:
    for hit in scan.group("prose.day"):
        yield candidate((hit.start, hit.end), "DATE", hit.term.canonical, LIKELY_TYPE, "prose.day", forms.RELATIVE)
    for hit in scan.group("prose.season"):
        if _inside_word(scan, hit):
            continue
        year = _SEASON_YEAR.search(scan.lower, max(0, hit.start - 6), hit.start)
        start = year.start() if year else hit.start
        tail = _SEASON_TAIL.match(scan.lower, hit.end)
        end = tail.end() if tail else hit.end
        score = CERTAIN_TYPE if year else LIKELY_TYPE
        yield candidate((start, end), "DATE", scan.lower[start:end], score, "prose.season", forms.RELATIVE)


def _inside_word(scan: Scan, hit: Hit) -> bool:
    """五一路, 国庆村; 每年年底 and 中秋月饼 speak of no date of anybody."""
    after, before = scan.lower[hit.end : hit.end + 2], scan.lower[max(0, hit.start - 2) : hit.start]
    return after[:1] in "路街村镇乡区桥山湖杯款版饼歌诗词联戏" or before.endswith(("每", "每年", "历年", "今年是"))


def _ages(scan: Scan) -> Iterator[Candidate]:
    for match in scan.zh(_BARE_AGE):
        value = age.value_of(match.group(1))
        if value:
            yield candidate(match.span(1), "AGE", value, TIED - 0.1, "age.after_person", forms.ZH_BARE, Layer.CONTEXT)
    for match in scan.zh(_AGES_OF):
        word = match.group(1)
        years = 10 * ("零一二三四五六七八九".index(word[0])) if not word[0].isdigit() else int(word[:2])
        exact = word[-1] in "十0123456789"
        value = str(years) if exact else f"~{years}"
        form = forms.ZH_BARE if exact else forms.ZH_ABOUT
        yield candidate(match.span(1), "AGE", value, TIED, "age.of_several", form, Layer.CONTEXT)
    for match in scan.zh(_AND_AGE):
        years = 10 * "零一二三四五六七八九".index(match.group(1)[0]) + "零一二三四五六七八九".index(match.group(1)[-1])
        yield candidate(match.span(1), "AGE", str(years), TIED, "age.spelled", forms.ZH_BARE)
    for match in scan.zh(_ABOUT_AGE):
        group = 1 if match.group(1) else 2
        years = _TENS[match.group(1)[1]] if group == 1 else 10 * ("零一二三四五六七八九".index(match.group(2)[0]))
        yield candidate(match.span(), "AGE", f"~{years}", TIED, "age.about", forms.ZH_ABOUT)
    for match in scan.zh(_INFANT):
        number = re.match(rf"\d+|{ZH_NUMERAL}+", match.group(1))
        value = age.value_of(number.group(), "month") if number else ""
        if value:
            yield candidate(match.span(1), "AGE", value, TIED, "age.months", forms.ZH_MONTH)
    for match in scan.zh(_BORN):
        year = "".join(
            str("零一二三四五六七八九".find("零" if char in "〇○" else char)) if not char.isdigit() else char
            for char in match.group(1)
        )
        value = year if len(year) == 4 else f"19{year}" if int(year) > 25 else f"20{year}"
        yield candidate(match.span(), "BIRTH_DATE", value, TIED, "birth.year", forms.PARTIAL)
    for match in scan.zh(_ZODIAC):
        yield candidate(match.span(), "BIRTH_DATE", match.group(), SELF_STANDING, "birth.zodiac", forms.PARTIAL)


def _trades(scan: Scan) -> Iterator[Candidate]:
    for hit in scan.group("prose.business"):
        if _TRADE.search(scan.lower, max(0, hit.start - 8), hit.start):
            yield _term(hit, "OCCUPATION", TIED - 0.1, "prose.business")
    for hit in scan.group("prose.trade"):
        if _DOES.search(scan.lower, max(0, hit.start - 2), hit.start) and _DOES_TAIL.match(scan.lower, hit.end):
            yield _term(hit, "OCCUPATION", SELF_STANDING, "prose.trade")
    for match in scan.zh(_HEAD_JOB):
        if len(match.group(1)) > 2:
            yield candidate(match.span(1), "OCCUPATION", match.group(1), LIKELY_TYPE, "job.listed", forms.ZH)


def _term(hit: Hit, type_id: str, score: float, rule: str) -> Candidate:
    return candidate((hit.start, hit.end), type_id, hit.term.canonical, score, rule, forms.ZH, Layer.LEXICON)
