"""AGE in every form people write it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.quasi import forms
from core.extract.quasi.scan import Scan, candidate
from core.extract.quasi.scores import CERTAIN_TYPE, RECORD_FIELD, SELF_STANDING, TIED
from core.text.numerals import EN_NUMBER_WORD, ZH_NUMERAL, parse_chinese, parse_number

OLDEST = 125
YOUNGEST_BARE = 3
"""Below this a bare number beside a name is rather a count."""

_EN_NUM = rf"(?:\d{{1,3}}|{EN_NUMBER_WORD})"
_ZH_NUM = rf"(?:\d{{1,3}}|{ZH_NUMERAL}{{1,5}})"
_UNIT = r"(?:years?|yrs?|months?|weeks?|days?)"

_HYPHENATED = re.compile(rf"(?<![\w.-])({_EN_NUM})[ -]?(year|yr|month|week|day)s?[ -](?:olds?|aged)\b")
_OLD = re.compile(
    rf"(?<![\w.-])({_EN_NUM})(?:(?: and a half|½)? ?({_UNIT})[ -](?:old\b|of age\b)| ?(y/?o|yrs?/o)\b|"
    rf" ?(yo|y\.o\.)(?=\W))"
)
_LISTED = re.compile(
    rf"(?<![\w.-])({_EN_NUM})(?=(?:, (?:and )?| and | & | or ){_EN_NUM}(?:(?:, (?:and )?| and | & ){_EN_NUM})?[ -]"
    rf"(?:years?|yrs?|months?|weeks?)[ -]old)"
)
_AGED = re.compile(
    rf"(?<!\w)((?:ages?d?|at (?:the )?age of|(?:at )?the age of|at age|age of)(?: of)? (?=[\dt-]|\w)({_EN_NUM}))"
    rf"(?![\w%]|[.,]\d)(?: (years?|months?|weeks?|days?)\b)?"
)
_AGED_LIST = re.compile(rf"(?<!\w)(?:aged|ages) {_EN_NUM}((?:, | and | & |, and ){_EN_NUM})+(?![\w%])")
_PREDICATE = re.compile(
    rf"(?<!\w)(?:i am|i'm|i’m|im|(?:he|she) is|(?:he|she)'s|(?:he|she)’s|(?:he|she)s|(?:he|she|i) was|i've turned|"
    rf"turn(?:ed|s|ing)?(?: just)?|"
    rf"(?:my|his|her) \w{{2,15}}(?: \w{{2,15}})?,? (?:is|who is|was)|who(?: i|')s|who’s|(?:i|he|she) just turned|"
    rf"(?:is|are|am|was) (?:now|only|just|currently|already|almost|nearly|about)|"
    rf"i will be|(?:he|she)'ll be|(?:he|she) will be)(?: (?:now|only|just|currently|already|almost|nearly|"
    rf"about|around))?"
    rf" ({_EN_NUM})(?=\s*(?:[,.;:!?)\n]|$| and | now\b| but | with | who | years? young| next | this |"
    rf" in (?:may|june|july|\w+ber\b)|"
    rf" female| male| single| married| man\b| woman\b|/|, ))(?![.,:]\d)(?!/\d)"
)
_BIRTHDAY = re.compile(r"(?:his|her|my|their|our \w+'s) (\d{1,3}(?:st|nd|rd|th))(?= birthday)")
_APPOSITION = re.compile(
    rf"(?<!\w)[A-Z][\w'’.-]{{1,24}}(?: [A-Z][\w'’.-]{{1,24}}){{0,3}}(?:,| \() ?(\d{{1,2}}|"
    rf"{EN_NUMBER_WORD})(?=\)|, (?:a|an|the|who|is|was|of|from|has|had|lives|works|said|male|female|"
    rf"m|f|\d['’]\d|\d{{2,3}} ?(?:cm|kg|lbs?)|"
    rf"married|single)\b|,? (?:has|is|was|lives|from|of)\b)"
)
_KIN_APPOSITION = re.compile(
    rf"\b(?:husband|wife|son|daughter|mother|father|mum|mom|dad|brother|sister|child|children|kids?|"
    rf"twins?|grandson|granddaughter|grandmother|"
    rf"grandfather|partner|girlfriend|boyfriend|uncle|aunt|nephew|niece|baby|boys?|girls?|patient|man|"
    rf"woman|male|female)"
    rf"(?: [A-Z][\w'’-]+){{0,3}}(?:,| \(|, aged| is) ?({_EN_NUM})(?=[),;.]| and \d|\s*$)(?![.,]\d)"
)
_DECADE = re.compile(
    r"(?<!\w)(?:in )?(?:his|her|my|their|our) (?P<v>(?:(?:early|late|mid)[ -])?"
    r"(?:(?:mid-)?(?:[2-9]0[’']?s|twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties|teens)))(?!\w)"
)
_DECADES = {
    word: str(10 * number)
    for number, word in enumerate(
        ("teens", "twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties"), start=1
    )
}
_CELL = re.compile(rf"(?:female|male|[男女])[ ]?[;|\t,][ ]?({_EN_NUM})[ ]?(?=[;|\t,])")
"""The cell after the sex in a row of a table."""
_SHORT = re.compile(r"(?<![\w.'’])(?:[mfMF]\s?/?\s?(\d{2})|(\d{2})\s?/?\s?[mfMF])(?![\w/])(?=[\s,)\]])")
_RECORD = re.compile(
    rf"(?:(?<!\w)age(?: at \w+| \(years\)| \(yrs?\)|/sex|/gender)?|年龄|年纪|岁数)\s*(?:[:：=|]|is\b|为|是|\t)\s*"
    rf"({_EN_NUM}|{_ZH_NUM})(?![\d.%]|周?岁|{ZH_NUMERAL})"
)
_LISTED_AFTER_NAME = re.compile(
    rf"(?<!\w)[A-Z][\w'’-]{{1,24}}(?: [A-Z]\.)?(?: [A-Z][\w'’-]{{1,24}}){{1,3}}, ({_EN_NUM})"
    rf"(?=, [A-Za-z]|[ \t]*(?:\n|$))(?!, (?:and|or|pages?|pp)\b)"
)
_IN_BRACKETS = re.compile(
    rf"\b(?:i|me|he|she|him|her|(?:my|his|her|our) [a-z]{{2,14}}(?: [a-z]{{2,14}})?) \(({_EN_NUM})"
    rf"(?:(?:,| and|,? ?/) ?({_EN_NUM}))?\)"
)
_AM_LISTED = re.compile(rf"\b(?:i am|i'm|i’m|(?:he|she) is|(?:he|she)'s) ({_EN_NUM})(?=, [a-z])")
_CSV = re.compile(r"[\"'](?:age|年龄)[\"']\s*:\s*[\"']?(\d{1,3})(?!\d)")

_ZH_SUI = re.compile(rf"(?<![\d.])({_ZH_NUM})(?:多|余|来)?(?:周|虚|足)?岁(?:半|多|零{_ZH_NUM}个月)?(?!月)")
_ZH_SUI_LIST = re.compile(rf"(?<![\d/.])({_ZH_NUM})(?=[、和与,，]{_ZH_NUM}(?:[、和与,，]{_ZH_NUM})?(?:周)?岁)")
_ZH_MONTH = re.compile(rf"(?<![\d.])({_ZH_NUM})(?:个多?月|天|周|个星期)大")
_ZH_BARE = re.compile(
    rf"(?:今年|现年|年仅|虚岁|周岁|芳龄|年龄|年方|已经|快|刚满|刚过|年满|享年|终年|时年|年纪)(?:已|都|才|"
    rf"刚|快|满|刚满|也)?({_ZH_NUM})"
    rf"(?=[,，。;；、了的!！?？）)\s]|$)(?![年月日号元块%万个])"
)
_ZH_DECADE = {"花甲": 60, "古稀": 70, "耄耋": 80, "不惑": 40, "而立": 30, "知命": 50, "期颐": 100, "弱冠": 20}
_ZH_ABOUT = re.compile(
    rf"年(?:近|过|逾|届|满|已|约)(?:{ZH_NUMERAL}|\d0)?(?:{'|'.join(_ZH_DECADE)}|[二三四五六七八九]旬|"
    rf"{ZH_NUMERAL}{{1,3}}|\d{{2}})(?![年月日万元个])"
)
_ZH_COHORT = re.compile(r"(?<!\d)((?:[5-9]0|0[05]|[5-9]5|[七八九]零|零零)后)(?![面来的天排视])")
_STRETCH = re.compile(
    rf"(?<![a-z0-9/.]|{ZH_NUMERAL})(?P<number>\d{{1,3}}|{EN_NUMBER_WORD}|{ZH_NUMERAL}{{1,5}}+)"
    r"(?:[ -]?(?P<unit>(?:years?|yrs?|y)(?:[ /-]?o(?:ld)?)?|mo(?:nths?|s)?(?:[ -]old)?"
    r"|[周週虚虛足]?[岁歲]|[个個]月大?))?"
    r"(?![a-z0-9%/.]|[多几幾来來]|\.\d)"
)
"""An age as bare as people write it; only what surely tells one is read so."""
_PEOPLE_AFTER = re.compile(
    r"\s*(?:people|persons|women|men|children|patients|per cent|percent|%|of the|times|points|pages|minutes)"
)
_GENERIC_ZH = re.compile(r"(?:以上|以下|以内|之间|左右的?(?:人|老人|儿童)|及以上|未满)")
_GENERIC_EN = re.compile(
    r"(?:over|under|below|above|at least|than|until|minimum|maximum|between|before|after|up to|from)\s+(?:the )?$"
)


_SOMEBODY = re.compile(
    r"[ ,]+(?:\w+ ){0,2}(?:man|woman|male|female|patient|boy|girl|son|daughter|client|applicant|gentleman)"
)
_FOR_ANY = re.compile(
    r"(?:\b(?:to|for|like|as if to|should|would|in|teach|suits?|any|every|average|typical)|"
    r"(?:like )?(?:i'm|i’m|i am)) an? $"
)


def value_of(number: str, unit: str = "") -> str:
    """Canonical age: years `67`, months `3m`, weeks `6w`, days `5d`; empty when it is no age."""
    parsed = parse_number(number)
    if parsed is None:
        parsed = parse_chinese(number)
    if parsed is None or parsed != int(parsed) or not 0 <= parsed <= (OLDEST if not unit else 400):
        return ""
    suffix = {"m": "m", "w": "w", "d": "d"}.get(unit[:1], "")
    return f"{int(parsed)}{suffix}"


@dataclass(frozen=True, slots=True)
class ReadAge:
    """An age and where it stands in a stretch, in code points of the stretch."""

    start: int
    end: int
    value: str
    form: str


def read_age(stretch: str) -> ReadAge | None:
    """The age in words of which another layer knows that they tell one; None where no number says how old."""
    for match in _STRETCH.finditer(stretch.lower()):
        unit = match["unit"] or ""
        months = unit.startswith(("mo", "个月", "個月"))
        value = value_of(match["number"], "m" if months else "")
        if value:
            form = forms.PREDICATE if not unit else forms.YEARS_OLD if unit.isascii() else forms.ZH_SUI
            return ReadAge(match.start(), match.end(), value, forms.ZH_MONTH if months and "月" in unit else form)
    return None


def detect(scan: Scan) -> Iterator[Candidate]:
    """Every age of a person in the segment."""
    lower = scan.lower
    if scan.has_latin:
        yield from _english(scan)
    if scan.has_han and ("岁" in lower or "年" in lower or "后" in lower or "大" in lower):
        yield from _chinese(scan)
    for pattern in (_RECORD, _CSV, _CELL):
        for match in scan.all(pattern):
            value = value_of(match.group(1))
            if value:
                yield candidate(match.span(1), "AGE", value, RECORD_FIELD, "age.record", forms.RECORD, Layer.CONTEXT)


def _english(scan: Scan) -> Iterator[Candidate]:
    lower = scan.lower
    for match in scan.en(_HYPHENATED):
        value = value_of(match.group(1), "" if match.group(2)[0] == "y" else match.group(2))
        if value and not _object_age(lower, match.end()):
            # "Explain it to a ten-year-old" speaks of nobody.
            of_nobody = _FOR_ANY.search(scan.before(match.start(), 24)) and not _SOMEBODY.match(lower, match.end())
            score = CERTAIN_TYPE if of_nobody else TIED
            yield candidate(match.span(), "AGE", value, score, "age.year_old", forms.YEAR_OLD)
    for match in scan.en(_OLD):
        unit = match.group(2) or ""
        value = value_of(match.group(1), "" if unit[:1] in ("", "y") else unit)
        if value:
            yield candidate(match.span(), "AGE", value, TIED, "age.years_old", forms.YEARS_OLD)
    for match in scan.en(_LISTED):
        value = value_of(match.group(1))
        if value:
            yield candidate(match.span(1), "AGE", value, TIED, "age.listed", forms.PREDICATE)
    for match in scan.en(_AGED):
        unit = match.group(3) or ""
        value = value_of(match.group(2), "" if unit[:1] == "y" else unit)
        if value:
            generic = match.group(1).startswith("age of") or _GENERIC_EN.search(scan.before(match.start(), 20))
            end = match.end() if unit else match.end(1)
            score = CERTAIN_TYPE if generic else SELF_STANDING
            yield candidate((match.start(1), end), "AGE", value, score, "age.aged", forms.AGED)
    for match in scan.en(_AGED_LIST):
        for number in re.finditer(rf"(?<!\w){_EN_NUM}(?!\w)", lower[match.start(1) : match.end()]):
            start = match.start(1) + number.start()
            yield candidate(
                (start, start + len(number.group())), "AGE", value_of(number.group()), TIED, "age.aged", forms.PREDICATE
            )
    yield from _english_bare(scan)


def _english_bare(scan: Scan) -> Iterator[Candidate]:
    lower = scan.lower
    for match in scan.all(_PREDICATE):
        value = value_of(match.group(1))
        if value and not _PEOPLE_AFTER.match(lower, match.end()):
            yield candidate(match.span(1), "AGE", value, TIED, "age.predicate", forms.PREDICATE, Layer.CONTEXT)
    for match in scan.en(_DECADE):
        word = re.split(r"[ -]", match["v"])[-1].removesuffix("s").rstrip("’'")
        decade = word if word.isdigit() else _DECADES[re.split(r"[ -]", match["v"])[-1]]
        yield candidate(match.span("v"), "AGE", f"~{decade}", TIED, "age.decade", forms.WORD, Layer.CONTEXT)
    for match in scan.en(_BIRTHDAY):
        value = value_of(match.group(1)[:-2])
        if value:
            yield candidate(match.span(1), "AGE", value, TIED, "age.birthday", forms.WORD, Layer.CONTEXT)
    for pattern in (_APPOSITION, _KIN_APPOSITION):
        for match in scan.cased(pattern):
            value = value_of(match.group(1))
            if value and value != "0":
                yield candidate(
                    match.span(1), "AGE", value, SELF_STANDING, "age.apposition", forms.PREDICATE, Layer.CONTEXT
                )
    for pattern, where in ((_LISTED_AFTER_NAME, scan.text), (_IN_BRACKETS, lower), (_AM_LISTED, lower)):
        for match in pattern.finditer(where):
            for group in range(1, (match.lastindex or 1) + 1):
                value = value_of(match.group(group))
                if value and int(value) >= YOUNGEST_BARE:
                    score = CERTAIN_TYPE if pattern is _LISTED_AFTER_NAME else TIED
                    yield candidate(
                        match.span(group), "AGE", value, score, "age.listed", forms.PREDICATE, Layer.CONTEXT
                    )
    for match in scan.all(_SHORT):
        group = 1 if match.group(1) else 2
        yield candidate(match.span(group), "AGE", value_of(match.group(group)), CERTAIN_TYPE, "age.short", forms.RECORD)


def _object_age(lower: str, end: int) -> bool:
    """A three-year-old car is not a person."""
    after = lower[end : end + 24].lstrip()
    return after.startswith(
        ("car", "house", "building", "company", "laptop", "computer", "phone", "vehicle", "tree", "software",
         "codebase", "debt", "tradition", "bike", "fridge", "boiler", "flat", "apartment", "whisk", "wine")
    )  # fmt: skip


def _chinese(scan: Scan) -> Iterator[Candidate]:
    lower = scan.lower
    for match in scan.zh(_ZH_SUI):
        value = value_of(match.group(1))
        if value:
            generic = _GENERIC_ZH.match(lower, match.end()) or lower[max(0, match.start() - 2) : match.start()] in (
                "未满",
                "不满",
            )
            yield candidate(match.span(), "AGE", value, CERTAIN_TYPE if generic else TIED, "age.sui", forms.ZH_SUI)
    for match in scan.zh(_ZH_SUI_LIST):
        value = value_of(match.group(1))
        if value:
            yield candidate(match.span(1), "AGE", value, TIED, "age.sui_list", forms.ZH_BARE)
    for match in scan.zh(_ZH_MONTH):
        unit = {"月": "m", "天": "d", "周": "w", "星": "w", "个": "m"}[match.group()[len(match.group(1))]]
        value = value_of(match.group(1), "w" if "星期" in match.group() else unit)
        if value:
            yield candidate(match.span(), "AGE", value, TIED, "age.months", forms.ZH_MONTH)
    for match in scan.zh(_ZH_BARE):
        value = value_of(match.group(1))
        if value and Decimal(value) >= 1:
            yield candidate(match.span(1), "AGE", value, TIED, "age.bare", forms.ZH_BARE, Layer.CONTEXT)
    for match in scan.zh(_ZH_ABOUT):
        body = match.group()[2:]
        decade = _ZH_DECADE.get(body[-2:]) or parse_number(body.replace("旬", "十"))
        if decade and 10 <= decade <= OLDEST:
            span = (match.start() + 2, match.end())
            yield candidate(span, "AGE", f"~{int(decade)}", TIED, "age.about", forms.ZH_ABOUT)
    for match in scan.zh(_ZH_COHORT):
        digits = match.group(1)[:2]
        year = digits if digits.isdigit() else "".join(str("零一二三四五六七八九".index(char)) for char in digits)
        yield candidate(match.span(1), "AGE", f"{year}s", SELF_STANDING, "age.cohort", forms.ZH_COHORT)
