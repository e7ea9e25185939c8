"""AMOUNT, INCOME and RATE."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.quasi import forms
from core.extract.quasi.scan import Scan, candidate
from core.extract.quasi.scores import CERTAIN_TYPE, LIKELY_TYPE, SELF_STANDING, TIED
from core.text.numerals import EN_NUMBER_PHRASE, ZH_NUMERAL, parse_number

_SYMBOLS = {
    "£": "GBP",
    "€": "EUR",
    "¥": "CNY",
    "￥": "CNY",
    "₹": "INR",
    "₽": "RUB",
    "₩": "KRW",
    "₺": "TRY",
    "₴": "UAH",
    "₪": "ILS",
    "us$": "USD",
    "a$": "AUD",
    "c$": "CAD",
    "hk$": "HKD",
    "s$": "SGD",
    "nt$": "TWD",
    "nz$": "NZD",
    "r$": "BRL",
    "$": "USD",
}
_CODES = (
    (
        "USD EUR GBP CNY RMB JPY CHF CAD AUD NZD HKD SGD TWD SEK NOK DKK PLN CZK HUF RON BGN TRY TRL RUB UAH "
        "INR KRW BRL ZAR MXN ILS THB "
        "DEM FRF ITL ESP ATS NLG BEF FIM PTE IEP GRD CYP MTL SIT SKK EEK LVL LTL HRK BTC ETH"
    )
    .lower()
    .split()
)
_NAMES = {
    "pound": "GBP",
    "pounds sterling": "GBP",
    "quid": "GBP",
    "pound sterling": "GBP",
    "british pound": "GBP",
    "euro": "EUR",
    "dollar": "USD",
    "us dollar": "USD",
    "american dollar": "USD",
    "buck": "USD",
    "yuan": "CNY",
    "renminbi": "CNY",
    "united states dollar": "USD",
    "canadian dollar": "CAD",
    "australian dollar": "AUD",
    "hong kong dollar": "HKD",
    "yen": "JPY",
    "rupee": "INR",
    "franc": "CHF",
    "swiss franc": "CHF",
    "french franc": "FRF",
    "mark": "DEM",
    "german mark": "DEM",
    "deutschmark": "DEM",
    "lira": "TRY",
    "turkish liras": "TRY",
    "liras": "TRY",
    "deutsch mark": "DEM",
    "deutsche mark": "DEM",
    "euros": "EUR",
    "turkish lira": "TRY",
    "new turkish lira": "TRY",
    "krona": "SEK",
    "swedish krona": "SEK",
    "swedish kronor": "SEK",
    "kronor": "SEK",
    "krone": "NOK",
    "kroner": "NOK",
    "norwegian krone": "NOK",
    "danish krone": "DKK",
    "rouble": "RUB",
    "ruble": "RUB",
    "russian rouble": "RUB",
    "zloty": "PLN",
    "zloties": "PLN",
    "zlotys": "PLN",
    "polish zloty": "PLN",
    "peso": "MXN",
    "real": "BRL",
    "reais": "BRL",
    "rand": "ZAR",
    "won": "KRW",
    "forint": "HUF",
    "leu": "RON",
    "lei": "RON",
    "lev": "BGN",
    "koruna": "CZK",
    "crown": "CZK",
    "hryvnia": "UAH",
    "shekel": "ILS",
    "baht": "THB",
    "dirham": "AED",
    "drachma": "GRD",
    "drachmas": "GRD",
    "peseta": "ESP",
    "schilling": "ATS",
    "austrian schilling": "ATS",
    "guilder": "NLG",
    "escudo": "PTE",
    "penny": "GBP",
    "pence": "GBP",
    "cent": "USD",
}
_ZH_NAMES = {
    "元": "CNY",
    "块": "CNY",
    "块钱": "CNY",
    "圆": "CNY",
    "元人民币": "CNY",
    "人民币": "CNY",
    "角": "CNY",
    "美元": "USD",
    "美金": "USD",
    "欧元": "EUR",
    "英镑": "GBP",
    "日元": "JPY",
    "港币": "HKD",
    "港元": "HKD",
    "澳元": "AUD",
    "加元": "CAD",
    "加币": "CAD",
    "新台币": "TWD",
    "台币": "TWD",
    "韩元": "KRW",
    "卢布": "RUB",
    "泰铢": "THB",
    "瑞士法郎": "CHF",
    "新币": "SGD",
    "澳币": "AUD",
    "卢比": "INR",
}
_SCALES = {
    "k": 1000,
    "m": 10**6,
    "bn": 10**9,
    "b": 10**9,
    "mn": 10**6,
    "mln": 10**6,
    "million": 10**6,
    "billion": 10**9,
    "thousand": 1000,
    "hundred": 100,
    "grand": 1000,
    "w": 10**4,
    "万": 10**4,
    "亿": 10**8,
    "千": 1000,
    "百": 100,
    "百万": 10**6,
    "千万": 10**7,
}

_ABOUT = r"(?:(?:approximately|approx\.|about|around|roughly|nearly|almost|some|over) )?"
_FIG = r"\d{1,3}(?:[,'’ ]\d{3})+(?:\.\d{1,2})?|\d{1,12}(?:[.,]\d{1,2})?(?!\d)"
_SCALE = r"(?: ?(?:million|billion|thousand|hundred|bn|mln|mn|k|m|b)(?![a-z0-9_/])|[万亿千百]{1,2})"
_SYMBOL = re.compile(
    rf"(?<![a-z0-9_]){_ABOUT}(?<![a-z0-9_])((?:us|hk|nt|nz|[acsr])?\$|"
    rf"[£€¥￥₹₽₩₺₴₪]) ?({_FIG})({_SCALE})?(?: ?(?:元|usd|cad|aud|eur|gbp|rmb|cny)(?![a-z0-9_]))?(?!\w*@)"
)
_TRAILING = re.compile(rf"(?<![a-z0-9_.,-])({_FIG})({_SCALE})? ?([$£€¥￥₹₽₺])(?![a-z0-9_\d])")
_CODE = "|".join(_CODES)
_CODE_FIRST = re.compile(rf"(?<![a-z0-9_]){_ABOUT}({_CODE})(?:\$| )?\s?({_FIG})({_SCALE})?(?![a-z0-9_]|[.,]\d)")
_CODE_LAST = re.compile(rf"(?<![a-z0-9_.,-]){_ABOUT}({_FIG}|{EN_NUMBER_PHRASE})({_SCALE})? ?({_CODE})(?![a-z0-9_])")
_NAME = "|".join(sorted(_NAMES, key=len, reverse=True))
_WORD = re.compile(
    rf"(?<![a-z0-9_.,-]){_ABOUT}({_FIG}|{EN_NUMBER_PHRASE}|a hundred|a thousand|a million|"
    rf"several (?:hundred|thousand|"
    rf"million))({_SCALE})? (?:of )?({_NAME})s?(?![a-z0-9_])(?: \((?:{_CODE})\))?"
)
_FOREIGN = re.compile(
    rf"(?<![a-z0-9_.,-]){_ABOUT}({_FIG}|{EN_NUMBER_PHRASE})({_SCALE})? "
    rf"(?:[a-z]{{4,12}}(?:an|ian|ish|ese|ch|ic|tic|ss)|gdr|old|new) "
    rf"(?:schillings?|marks|kronor|kron(?:er|a|e|or)|lir[ae]s?|lei|forints?|crowns|zlot(?:ys?|ies)|drachmas?|francs?|"
    rf"pounds?|roubles?|rubles?|levs?|dinars?|pesos?|reais|guilders|pesetas|escudos|rupees?|hryvnias?|dirhams?|"
    rf"shekels?|won|yen|dollars?)(?![a-z0-9_])(?: \((?:{_CODE})\))?"
)
_GRAND = re.compile(r"(?<![a-z0-9_.,-])(\d{1,3}(?:\.\d)?)( ?k| grand)(?![a-z0-9_-])")
_ZH_UNIT = "|".join(sorted(_ZH_NAMES, key=len, reverse=True))
_ZH_MONEY = re.compile(
    rf"(?:人民币|rmb|￥|¥)?\s?((?<![\d,.])(?:\d[\d,]{{0,14}}(?:\.\d{{1,6}})?|"
    rf"(?<!{ZH_NUMERAL}){ZH_NUMERAL}{{1,15}})(?:[多余几来])?\s?[万亿千百wk]{{0,2}}(?:[多余几])?)\s?({_ZH_UNIT}"
    rf"|块多|多块钱|元整)(?:({ZH_NUMERAL}|\d)(?![\d年月日号]))?(?![件素旦老宵首凶])"
)
_ZH_WAN = re.compile(
    rf"(?<![\d.,第])((?:\d[\d,]{{0,14}}(?:\.\d{{1,6}})?|(?<!{ZH_NUMERAL}){ZH_NUMERAL}{{1,5}})(?:多|余|"
    rf"几)?(?:万|亿)(?:[零〇]?{ZH_NUMERAL}[千百]?|\d千?)?(?!\d))(?:多|余|"
    rf"左右)?(?![人元块次名公里字名个条年辆吨只册步倍平能事一里户家台美欧英日港亩件平粉分点张篇])"
)
_ZH_MONEY_CUE = re.compile(
    r"(?:借|还|欠|贷款?|存款?|花了?|赔偿?|付|转账?|亏了?|损失|工资|月薪|年薪|收入|薪资|价|首付|预算|本金|"
    r"金额|房贷|车贷|债|负债|挣|赚|存了|补偿|彩礼|押金|投资|投入|余额|额度|资产|积蓄|奖金|利润|营业额|"
    r"流水|罚款|月入|年入|到手|税前|税后|保额|保费|医药费|费用|总价|市值|共计|合计|买了|理财|"
    r"基金)[^，。,\d]{0,6}$"
)
_ZH_BARE = re.compile(
    r"(月薪|年薪|工资|月收入|年收入|底薪|月入|收入|薪资|薪水|退休金|养老金|基本工资|到手工资|到手|净赚|能赚|赚|挣)(?:大概|"
    r"大约|约|是|为|有|只有|每月|差不多|税前|税后|才|在|也就)*[:：]?\s?(\d(?:[\d,.]*\d)?+(?:[kw千万])?|"
    r"\d(?:\.\d)?[kw千万]|[一二三四五六七八九十百千万两]{2,6}(?:多|来)?)(?![\d年月日个%元块万千kw]|[.,]\d)"
)
_EN_BARE = re.compile(
    r"(?<![a-z0-9_])(?:salary|income|wages?|earnings|pay|pension)(?: of| is| was|:| =)*(?: about| around|"
    r" roughly| approximately)? (\d{1,3}(?:,\d{3})+|\d{4,6}|\d{2,3}k)(?![a-z0-9_%])"
)
_INCOME_BEFORE = re.compile(
    r"(?:\bearn(?:s|ed|ing)?\b|salar(?:y|ies)|income|\bwages?\b|\bmak(?:e|es|ing) (?:about |around |"
    r"roughly )?$|made (?:about |around )?$|paid me|take[- ]home|pension|"
    r"stipend|remuneration|gross(?:es|ed)|compensation of|工资|月薪|年薪|薪资|薪水|收入|月入|年入|挣|底薪|"
    r"退休金|养老金|薪酬|到手)[^.;。；，]{0,28}$"
)
_INCOME_AFTER = re.compile(
    r"\s?(?:a|per|each|every|/)\s?(?:year|month|week|annum|hour|yr|mo)\b(?: (?:salary|income|job|"
    r"pension))?|\s?(?:p\.?a\.?\b|pcm|annually|monthly|gross|net salary|salary|in wages)|的?(?:月薪|年薪|"
    r"工资|收入|薪水|退休金)"
)
_RENT = re.compile(
    r"(?:rent|fee|subscription|premium|mortgage|cost|costs|pay|paying|payment|instal|bill|repay|房租|租金|"
    r"月供|还款|房贷)[^.;。；]{0,24}$"
)

_PERCENT = re.compile(
    r"(?<![a-z0-9_.,])(\d{1,3}(?:[.,]\d{1,4})?)(?:\s?%|\s?(?:per ?cent|percent|percentage points?|"
    r"pct)(?![a-z0-9_])|个百分点|‰)"
)
_PERCENT_WORD = re.compile(rf"(?<![a-z0-9_])({EN_NUMBER_PHRASE}) (?:per ?cent|percent)(?![a-z0-9_])")
_ZH_RATE = re.compile(
    rf"(?:百分之|千分之)({ZH_NUMERAL}{{1,5}}(?:点{ZH_NUMERAL}{{1,3}})?|\d+(?:\.\d+)?)|(?:月息|年息|年化|"
    rf"利息)({ZH_NUMERAL}|\d(?:\.\d)?)(?:分|厘)"
)


def value_of(currency: str, number: str, scale: str | None) -> str:
    figure = number.strip()
    if re.fullmatch(r"\d+,\d{1,2}", figure):
        figure = figure.replace(",", ".")
    figure = re.sub(r"(?<=\d)[,'’ ](?=\d{3})", "", figure)
    parsed = parse_number(figure)
    if parsed is None:
        return ""
    amount = parsed * _SCALES.get((scale or "").strip(), 1)
    return f"{'CNY' if currency == 'RMB' else currency} {amount.quantize(Decimal('0.01')):f}"


def _emit(scan: Scan, span: tuple[int, int], value: str, form: str, score: float = CERTAIN_TYPE) -> Iterator[Candidate]:
    if not value or len(value) > 30:
        return
    before = scan.before(span[0], 40)
    income = _INCOME_BEFORE.search(before) or (_INCOME_AFTER.match(scan.lower, span[1]) and not _RENT.search(before))
    if income:
        yield candidate(span, "INCOME", value, max(score, SELF_STANDING), "money.income", form, Layer.CONTEXT)
    else:
        yield candidate(span, "AMOUNT", value, score, f"money.{form}", form)


def detect(scan: Scan) -> Iterator[Candidate]:
    """Sums of money; an income where the words around say so."""
    if scan.has_digit:
        for match in scan.num(_SYMBOL):
            yield from _emit(
                scan, match.span(), value_of(_SYMBOLS[match.group(1)], match.group(2), match.group(3)), forms.SYMBOL
            )
        for match in scan.num(_TRAILING):
            yield from _emit(
                scan, match.span(), value_of(_SYMBOLS[match.group(3)], match.group(1), match.group(2)), forms.SYMBOL
            )
        for match in scan.en(_CODE_FIRST):
            if match.group(1) in ("try", "eth") and not scan.text[match.start(1)].isupper():
                continue
            yield from _emit(
                scan, match.span(), value_of(match.group(1).upper(), match.group(2), match.group(3)), forms.CODE
            )
        for match in scan.en(_GRAND):
            if _INCOME_BEFORE.search(scan.before(match.start())) or match.group(2) == " grand":
                yield from _emit(
                    scan, match.span(), value_of("XXX", match.group(1), match.group(2)), forms.BARE, LIKELY_TYPE
                )
        for match in scan.en(_EN_BARE):
            number = match.group(1)
            value = value_of("XXX", number.rstrip("k"), "k" if number[-1] == "k" else None)
            yield candidate(match.span(1), "INCOME", value, TIED, "money.bare", forms.BARE, Layer.CONTEXT)
    for match in scan.en(_CODE_LAST):
        if match.group(3) not in ("try", "eth", "sit", "mtl") or scan.text[match.start(3)].isupper():
            yield from _emit(
                scan, match.span(), value_of(match.group(3).upper(), match.group(1), match.group(2)), forms.CODE
            )
    for match in scan.en(_FOREIGN):
        yield from _emit(scan, match.span(), value_of("XXX", match.group(1), match.group(2)), forms.WORD)
    for match in scan.en(_WORD):
        number = match.group(1).replace("several ", "3 ") if match.group(1).startswith("several") else match.group(1)
        value = value_of(_NAMES[match.group(3)], number.replace("3 ", "a "), match.group(2))
        yield from _emit(scan, match.span(), value, forms.WORD)
    yield from _chinese(scan)


def _chinese(scan: Scan) -> Iterator[Candidate]:
    for match in scan.zh(_ZH_MONEY):
        number, scale = _zh_split(match.group(1))
        unit = match.group(2).replace("整", "").replace("正", "").replace("块多钱", "块").replace("块多", "块")
        value = value_of(_ZH_NAMES.get(unit, "CNY"), number, scale)
        yield from _emit(scan, match.span(), value, forms.ZH)
    for match in scan.zh(_ZH_WAN):
        if _ZH_MONEY_CUE.search(scan.before(match.start(), 14)):
            number, scale = _zh_split(match.group(1))
            yield from _emit(scan, match.span(), value_of("CNY", number, scale), forms.BARE, LIKELY_TYPE)
    for match in scan.zh(_ZH_BARE):
        number, scale = _zh_split(match.group(2))
        value = value_of("CNY", number, scale)
        if value:
            yield candidate(match.span(2), "INCOME", value, TIED, "money.bare", forms.BARE, Layer.CONTEXT)


def _zh_split(text: str) -> tuple[str, str]:
    text = re.sub(r"[多余几来\s]", "", text)
    match = re.fullmatch(r"([\d,.]+)([万亿千百wk]{0,2})", text)
    return (match.group(1).replace(",", ""), match.group(2)) if match else (text, "")


def detect_rates(scan: Scan) -> Iterator[Candidate]:
    """Percentages and interest rates."""
    lower = scan.lower
    if "%" in lower or "cent" in lower or "pct" in lower or "百分" in lower or "‰" in lower:
        for match in scan.all(_PERCENT):
            value = match.group(1).replace(",", ".") + "%"
            yield candidate(match.span(), "RATE", value, LIKELY_TYPE, "rate.percent", forms.PERCENT)
        for match in scan.en(_PERCENT_WORD):
            value = f"{parse_number(match.group(1))}%"
            yield candidate(match.span(), "RATE", value, LIKELY_TYPE, "rate.word", forms.WORD)
    for match in scan.zh(_ZH_RATE):
        yield candidate(match.span(), "RATE", match.group(), LIKELY_TYPE, "rate.zh", forms.ZH)
