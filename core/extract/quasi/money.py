"""AMOUNT, INCOME and RATE."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.quasi import forms
from core.extract.quasi.currencies import Currencies
from core.extract.quasi.scan import Scan, candidate
from core.extract.quasi.scores import CERTAIN_TYPE, LIKELY_TYPE, SELF_STANDING, TIED
from core.extract.quasi.word_lists import any_of
from core.text.numerals import EN_NUMBER_PHRASE, ZH_NUMERAL, parse_number

_GRAND = re.compile(r"(?<![a-z0-9_.,-])(\d{1,3}(?:\.\d)?)( ?k| grand)(?![a-z0-9_-])")
_ZH_WAN = re.compile(
    rf"(?<![\d.,第])((?:\d[\d,]{{0,14}}(?:\.\d{{1,6}})?|(?<!{ZH_NUMERAL}){ZH_NUMERAL}{{1,5}})(?:多|余|来|"
    rf"几)?(?:万|亿)(?:[零〇]?{ZH_NUMERAL}(?:千(?:{ZH_NUMERAL}百?)?|百{ZH_NUMERAL}?)?|\d千?)?(?!\d))(?:多|余|"
    rf"左右)?(?![人元块次名公里字名个条年辆吨只册步倍平能事一里户家台美欧英日港亩件平粉分点张篇])"
)
_ZH_MONEY_CUE = re.compile(
    r"(?:借|还|欠|贷款?|存款?|花了?|赔偿?|付|转账?|亏了?|损失|工资|月薪|年薪|收入|薪资|价|首付|预算|本金|"
    r"金额|房贷|车贷|债|负债|挣|赚|存了|补偿|彩礼|押金|投资|投入|余额|额度|资产|积蓄|奖金|利润|营业额|"
    r"流水|罚款|卖|要价|标价|报价|成交|到账|拿了|收了?|退了?|骗了?|拿出|给了|花掉|打了|转了|彩礼钱|出了|掏了|月入|年入|到手|税前|税后|保额|保费|医药费|费用|总价|市值|共计|合计|买了|理财|"
    r"基金)[^，。,\d]{0,6}$"
)
_ZH_BARE = re.compile(
    r"(月薪|年薪|工资|月收入|年收入|底薪|月入|收入|薪资|薪水|退休金|养老金|基本工资|到手工资|到手|净赚|能赚|赚|挣)(?:大概|"
    r"大约|约|是|为|有|只有|每月|差不多|税前|税后|才|在|也就)*[:：]?\s?(\d(?:[\d,.]*\d)?+(?:[kw千万])?|"
    r"\d(?:\.\d)?[kw千万]|[一二三四五六七八九十百千万两]{2,12}+(?:多|来)?+)(?![\d年月日号个%元块万千kw]|[.,]\d)"
)
_ZH_MONEY_AFTER = re.compile(
    r"的?(?:经营贷|消费贷|贷款|房贷|车贷|信用贷|网贷|保额|额度|现金|存款|存单|彩礼|年薪|补偿|赔偿|首付|嫁妆|欠款|外债|债务?|理财|基金|股票|闲钱)"
)
_ZH_PRICE = re.compile(
    rf"(?:{any_of('zh', 'price_before')}|{any_of('zh', 'only_so_much')}{any_of('zh', 'pays')}了?)"
    r"(?:大概|大约|约|是|为|每月|一个月|差不多|我|他|她|才|只|要|到|了|[:：])*\s?(\d{3,6}(?:\.\d{1,2})?|\d{1,3}(?:,\d{3})+)"
    r"(?=[,，。;；、!！?？)）\s的就多还左吧呢吗啊够]|一直|至今|$)"
)
_ZH_FROM_TO = re.compile(
    r"(?:从|由)(\d{3,6})(?:元|块)?(?:[一直又都被]|直接|突然|陆续|悄悄)*[涨降加减调提升砍跌压][价薪]?(?:高|低)?(?:到|至|成|为)了?(\d{3,6})"
    r"(?![\d年人名分位次步斤公千米字])"
)
_ZH_RISEN = re.compile(
    r"[涨降加减调提砍跌压][价薪]?(?:高|低)?(?:到|至|成|为)了?(\d{3,6})(?![\d年人名分位次步斤公千米字])"
)
_ZH_COSTS = re.compile(r"租|价|薪|工资|费|款|钱|奖金|收入|月供|补贴|底薪|提成")
_EN_BARE = re.compile(
    r"(?<![a-z0-9_])(?:salary|income|wages?|earnings|pay|pension)(?: of| is| was|:| =)*(?: about| around|"
    r" roughly| approximately)? (\d{1,3}(?:,\d{3})+|\d{4,6}|\d{2,3}k)(?![a-z0-9_%])"
)
_EN_PERIOD = re.compile(
    r"(?<![a-z0-9_.,$£€])(\d{1,3}(?:,\d{3})+|\d{4,6})(?= (?:a|per|each|every) (?:year|month|week|annum)(?![a-z]))"
)
_EN_PAID = re.compile(
    r"\b(?:earn(?:s|ed|ing)?|salary|income|wages?|pays?|paid|paying|mak(?:e|es|ing)|made|pension|rent|take[- ]home)\b"
)
_EN_PRINCIPAL = re.compile(
    r"(?<![a-z0-9_])(?:mortgage|loan|overdraft|settlement|deposit|inheritance|debts?|budget|severance)"
    r"(?: of| was| is|:)(?: about| around| roughly| approximately)? (\d{1,3}(?:,\d{3})+|\d{4,7})(?![a-z0-9_%])"
)
_EN_MILLIONS = re.compile(
    r"(?<![a-z0-9_.,$£€])(\d{1,3}(?:\.\d{1,2})?) ?(million|billion)(?![a-z0-9_])"
    r"(?! (?!this |was |has |less |plus )[a-z]{3,}s\b)(?! people\b)"
)
_EN_WORTH = re.compile(
    r"\b(?:sell(?:ing)?|sold|buy(?:ing)?|bought|paid|pay|worth|inherit(?:ed|ing)?|saved|lost|owes?|owed|borrowed|raised|"
    r"mortgage|valued|price|offer)\b"
)
_INCOME_BEFORE = re.compile(
    r"(?:\bearn(?:s|ed|ing)?\b|salar(?:y|ies)|income|\bwages?\b|\bmak(?:e|es|ing) (?:about |around |"
    r"roughly )?$|made (?:about |around )?$|paid me|take[- ]home|pension|"
    r"stipend|remuneration|gross(?:es|ed)|compensation of)"
    r"[^.;。；，]{0,28}$|(?:工资|月薪|年薪|薪资|薪水|收入|月入|年入|挣|底薪|"
    r"退休金|养老金|薪酬|到手)(?:[^.;。；，,]|,(?=\d)){0,28}$"
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
_PERCENT_FROM = re.compile(
    r"(?<![\w.,/-])(\d{1,3}(?:\.\d{1,2})?)(?= ?(?:to|-|–) ?\d{1,3}(?:\.\d{1,2})? ?(?:%|per ?cent))"
)
"""The lower end of a range: [50] to 79%."""
_PERCENT_WORD = re.compile(rf"(?<![a-z0-9_])({EN_NUMBER_PHRASE}) (?:per ?cent|percent)(?![a-z0-9_])")
_ZH_RATE = re.compile(
    rf"(?:百分之|千分之)({ZH_NUMERAL}{{1,5}}(?:点{ZH_NUMERAL}{{1,3}})?|\d+(?:\.\d+)?)|(?:月息|年息|年化|"
    rf"利息)({ZH_NUMERAL}|\d(?:\.\d)?)(?:分|厘)"
)


def _emit(scan: Scan, span: tuple[int, int], value: str, form: str, score: float = CERTAIN_TYPE) -> Iterator[Candidate]:
    if not value or len(value) > 30:
        return
    before = scan.before(span[0], 40)
    income = _INCOME_BEFORE.search(before) or (_INCOME_AFTER.match(scan.lower, span[1]) and not _RENT.search(before))
    if income:
        yield candidate(span, "INCOME", value, max(score, SELF_STANDING), "money.income", form, Layer.CONTEXT)
    else:
        yield candidate(span, "AMOUNT", value, score, f"money.{form}", form)


@dataclass(frozen=True, slots=True)
class MoneyDetector:
    """AMOUNT and INCOME in the words of `currencies`."""

    currencies: Currencies

    def detect(self, scan: Scan) -> Iterator[Candidate]:
        """Sums of money; an income where the words around say so."""
        money = self.currencies
        if scan.has_digit:
            for match in scan.num(money.sign_first):
                yield from _emit(
                    scan,
                    match.span(),
                    money.value(money.symbols[match.group(1)], match.group(2), match.group(3)),
                    forms.SYMBOL,
                )
            for match in scan.num(money.sign_last):
                yield from _emit(
                    scan,
                    match.span(),
                    money.value(money.symbols[match.group(3)], match.group(1), match.group(2)),
                    forms.SYMBOL,
                )
            for match in scan.en(money.code_first):
                if match.group(1) in money.capitals and not scan.text[match.start(1)].isupper():
                    continue
                yield from _emit(
                    scan, match.span(), money.value(match.group(1).upper(), match.group(2), match.group(3)), forms.CODE
                )
            for match in scan.en(_GRAND):
                if _INCOME_BEFORE.search(scan.before(match.start())) or match.group(2) == " grand":
                    yield from _emit(
                        scan,
                        match.span(),
                        money.value(forms.NO_CURRENCY, match.group(1), match.group(2)),
                        forms.BARE,
                        LIKELY_TYPE,
                    )
            for match in scan.en(_EN_BARE):
                number = match.group(1)
                value = money.value(forms.NO_CURRENCY, number.rstrip("k"), "k" if number[-1] == "k" else None)
                yield candidate(match.span(1), "INCOME", value, TIED, "money.bare", forms.BARE, Layer.CONTEXT)
        yield from self._without_currency(scan)
        for match in scan.en(money.code_last):
            if match.group(3) not in money.capitals or scan.text[match.start(3)].isupper():
                yield from _emit(
                    scan, match.span(), money.value(match.group(3).upper(), match.group(1), match.group(2)), forms.CODE
                )
        for match in scan.en(money.foreign):
            yield from _emit(
                scan, match.span(), money.value(forms.NO_CURRENCY, match.group(1), match.group(2)), forms.WORD
            )
        for match in scan.en(money.word):
            number = (
                match.group(1).replace("several ", "3 ") if match.group(1).startswith("several") else match.group(1)
            )
            value = money.value(money.names[match.group(3)], number.replace("3 ", "a "), match.group(2))
            yield from _emit(scan, match.span(), value, forms.WORD)
        yield from self._chinese(scan)

    def _without_currency(self, scan: Scan) -> Iterator[Candidate]:
        """A mortgage of [285,000]; a house that is sold for [1.25 million]; earns [83,450] a year."""
        for match in scan.num(_EN_PERIOD):
            if _EN_PAID.search(scan.before(match.start(), 80)):
                value = self.currencies.value(forms.NO_CURRENCY, match.group(1), None)
                yield from _emit(scan, match.span(1), value, forms.BARE, LIKELY_TYPE)
        for match in scan.num(_EN_PRINCIPAL):
            value = self.currencies.value(forms.NO_CURRENCY, match.group(1), None)
            yield candidate(match.span(1), "AMOUNT", value, LIKELY_TYPE, "money.principal", forms.BARE, Layer.CONTEXT)
        for match in scan.num(_EN_MILLIONS):
            if _EN_WORTH.search(scan.before(match.start(), 60)):
                value = self.currencies.value(forms.NO_CURRENCY, match.group(1), match.group(2))
                yield candidate(match.span(), "AMOUNT", value, LIKELY_TYPE, "money.worth", forms.BARE, Layer.CONTEXT)

    def _chinese(self, scan: Scan) -> Iterator[Candidate]:
        money = self.currencies
        for match in scan.zh(money.chinese_sum):
            number, scale = _zh_split(match.group(1))
            unit = match.group(2).replace("整", "").replace("正", "").replace("块多钱", "块").replace("块多", "块")
            value = money.value(money.chinese.get(unit, "CNY"), number, scale)
            yield from _emit(scan, match.span(), value, forms.ZH)
        for match in scan.zh(_ZH_WAN):
            if _ZH_MONEY_CUE.search(scan.before(match.start(), 14)) or _ZH_MONEY_AFTER.match(scan.lower, match.end()):
                number, scale = _zh_split(match.group(1))
                yield from _emit(scan, match.span(), money.value("CNY", number, scale), forms.BARE, LIKELY_TYPE)
        for span, figure in self._priced(scan):
            value = money.value("CNY", figure.replace(",", ""), "")
            score = SELF_STANDING if "我" in scan.before(span[0]) else LIKELY_TYPE
            yield candidate(span, "AMOUNT", value, score, "money.priced", forms.BARE, Layer.CONTEXT)
        for match in scan.zh(_ZH_BARE):
            number, scale = _zh_split(match.group(2))
            value = money.value("CNY", number, scale)
            if value:
                yield candidate(match.span(2), "INCOME", value, TIED, "money.bare", forms.BARE, Layer.CONTEXT)

    def _priced(self, scan: Scan) -> Iterator[tuple[tuple[int, int], str]]:
        """Numbers without a unit that a price stands before: 只赔[8000], 房租从[6500]涨到[8000]."""
        for match in scan.zh(_ZH_PRICE):
            yield match.span(1), match.group(1)
        for pattern in (_ZH_FROM_TO, _ZH_RISEN):
            for match in scan.zh(pattern):
                if _ZH_COSTS.search(scan.before(match.start(), 16)):
                    for group in range(1, (match.lastindex or 0) + 1):
                        yield match.span(group), match.group(group)


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
        for match in scan.num(_PERCENT_FROM):
            value = f"{match.group(1)}%"
            yield candidate(match.span(1), "RATE", value, LIKELY_TYPE, "rate.from", forms.PERCENT)
        for match in scan.en(_PERCENT_WORD):
            value = f"{parse_number(match.group(1))}%"
            yield candidate(match.span(), "RATE", value, LIKELY_TYPE, "rate.word", forms.WORD)
    for match in scan.zh(_ZH_RATE):
        yield candidate(match.span(), "RATE", match.group(), LIKELY_TYPE, "rate.zh", forms.ZH)
