"""LAB_RESULT, BLOOD_TYPE and PHYSIQUE: what is measured of a body, and how it looks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.quasi import forms
from core.extract.quasi.scan import Scan, candidate, folded
from core.extract.quasi.scores import CERTAIN_TYPE, LIKELY_TYPE, RECORD_FIELD, SELF_STANDING
from core.extract.quasi.word_lists import any_of
from core.text.numerals import ZH_NUMERAL

_LAB_EN = re.compile(
    rf"(?<![a-z0-9_])({any_of('en', 'lab_names')}(?: level| count| score| reading)?)s?(?:\s*[:=]\s*| is | was | of |"
    rf" at | were | around | about | came back (?:at )?| measured | rose to | dropped to | down to |"
    rf" up to | runs? (?:at |around )?|,? | \(|-)"
    r"((?:about |around |at |a )?[<>~≈]?\s?\d{1,6}(?:[.,]\d{1,3})?(?:\s?/\s?\d{1,3})?(?:\s?(?:%|mmhg|"
    r"mg/dl|mmol/l|g/dl|g/l|bpm|ng/ml|ng/dl|pg/ml|iu/l|u/l|miu/l|µmol/l|umol/l|mcg/dl|µg/l|ml/min|°c|°f|"
    r"degrees|celsius|fahrenheit|k/ul|x ?10\^?9/l|copies|mm/h|cells|c|f)\b|%|°[cf]?)?)(?![a-z0-9_]|-[a-z]|[.,]\d)"
)
_BP = re.compile(r"(?<![a-z0-9_./-])(\d{2,3}/\d{2,3} ?(?:mm ?hg|毫米汞柱))(?![a-z0-9_])")
_LAB_ZH = re.compile(
    rf"(?<![a-z0-9])({any_of('zh', 'lab_names')}(?:值|水平)?)(?:大概|大约|约|是|为|在|有|达到?了?|高达|测得|一直|升到|"
    rf"降到|控制在|到了|到|偏高|偏低|最高|已经|才|只有|升高至|升至|降至|了|都|左右|平时|最近|:|：|=|\s|,|"
    rf"，)*(\d{{1,6}}(?:\.\d{{1,3}})?(?:\s?[/-]\s?\d{{1,3}}(?:\.\d+)?)?\s?(?:mmol/l|mmhg|mg/dl|%|％|"
    rf"μmol/l|umol/l|g/l|u/l|iu/l|ng/ml|次/分|次每分|次|℃|°c|度|毫米汞柱|毫摩尔|单位|x10\^?9/l|10\^9/l|"
    rf"ml/min)?)(?![\d年月日岁])"
)
_BLOOD = re.compile(
    r"(?:blood (?:type|group)(?: is|:)?\s*(?:is )?|血型\s*(?:是|为|[:：])?\s*)((?:rh ?(?:阴性|阳性|"
    r"[+-])?\s*)?(?:ab|a|b|o)(?:型)?(?:\s?(?:positive|negative|rh[+-]|\+|-|阳性|"
    r"阴性))?(?:\s?型)?)(?![a-z])|(?<![a-z])((?:ab|a|b|o)(?: positive| negative|[+-]| rh[+-]))(?= blood)|"
    r"(?<![a-z])((?:rh阴性)?(?:ab|a|b|o)型血)"
)
_HEIGHT = re.compile(
    r"(?<![a-z0-9_.])((?:1[2-9]\d|2[0-2]\d) ?(?:cm|centimet(?:re|er)s?)|[12]\.\d{1,2} ?m(?:et(?:re|"
    r"er)s?)?|[4-7] ?(?:ft|feet|foot|['’′]) ?(?:\d{1,2}(?: ?(?:in|inches|inch|[\"”″]|['’]{2}))?)?|"
    r"[4-7]-foot(?:-\d{1,2})?)(?![a-z0-9_²]|\d)(?= tall|$|[,.;) ])"
)
_BODY_CUE = re.compile(
    r"(?:tall|height|weigh(?:s|ed|ing|t)?|lbs?|kg|bmi|body|身高|体重|公斤|i am|i'm|he is|she is|stands?)", re.IGNORECASE
)
_WEIGHT = re.compile(
    r"(?:weigh(?:s|ed|ing|t)?(?: is| was| of|:| about| around| approximately| currently| now| in at)*|"
    r"i am|i'm|he is|she is|gained|lost|bmi(?: is| of|:| =)?) ?(\d{2,3}(?:\.\d)? ?(?:kg|kgs|kilos?|"
    r"kilograms?|lbs?|pounds|stone)(?: \d{1,2} ?(?:lbs?|pounds))?)(?![a-z0-9_])|(?<![a-z0-9_])bmi(?: is|"
    r" of| was|:| =|是|为|：)? ?(\d{2}(?:\.\d)?)"
)
_ZH_BODY = re.compile(
    rf"(?:身高|净身高|体重|个子|胸围|腰围|鞋码|bmi)\s*(?:大概|大约|约|是|为|有|只有|才|将近|不到|:|"
    rf"：)*\s*((?:\d{{1,3}}(?:\.\d{{1,2}})?|{ZH_NUMERAL}米{ZH_NUMERAL}{{1,3}}|"
    rf"{ZH_NUMERAL}{{2,5}})\s?(?:米\d{{0,2}}|m|cm|公分|厘米|公斤|千克|kg|斤|码)?)(?![\d年])|"
    rf"(?<![\d.])(1\.[4-9]\d?米|1米[4-9]\d|1[4-9]\d(?:cm|公分|厘米)|\d{{2,3}}(?:公斤|"
    rf"kg))(?=[,，。、;；\s)）的]|$)|(?<![\d.])(\d{{2,3}}斤)(?=[,，。、;；)）]|$)"
)
_LOOKS = re.compile(
    r"(?<![a-z0-9_])((?:brown|blue|green|hazel|grey|gray|dark) eyes|(?:blonde?|red|brown|black|grey|gray|"
    r"curly|long|short) hair|(?:a )?(?:scar|tattoo|birthmark) (?:on|above|under|across) (?:his|her|my|"
    r"the) (?:left |right )?\w+)(?![a-z0-9_])|((?:左|右)?(?:脸|手|臂|手臂|额头|眼角|嘴角|肩|腿|胸)(?:上|"
    r"部|处)?(?:有)?(?:一?[处个道条块])?(?:纹身|伤疤|疤痕|胎记|黑痣))"
)


def detect(scan: Scan) -> Iterator[Candidate]:
    """Laboratory values, pressures, blood types, heights, weights and looks."""
    for pattern in (_LAB_EN, _LAB_ZH):
        for match in scan.num(pattern):
            value = folded(match.group(2))
            yield candidate(match.span(2), "LAB_RESULT", value, SELF_STANDING, "health.lab", forms.VALUE, Layer.CONTEXT)
    for match in scan.num(_BP):
        yield candidate(
            match.span(1), "LAB_RESULT", folded(match.group(1)), CERTAIN_TYPE, "health.pressure", forms.VALUE
        )
    yield from _blood(scan)
    yield from _physique(scan)


def _blood(scan: Scan) -> Iterator[Candidate]:
    for match in scan.all(_BLOOD):
        group = match.lastindex or 1
        said = match.group(group)
        letters = re.search(r"ab|a(?!n)|b|o", said.replace("positive", "+").replace("negative", "-"))
        negative, positive = re.search(r"negative|-|阴", said), re.search(r"positive|\+|阳", said)
        sign = "-" if negative else "+" if positive else ""
        if letters:
            value = letters.group().upper() + sign
            yield candidate(match.span(group), "BLOOD_TYPE", value, RECORD_FIELD, "health.blood", forms.RECORD)


def _physique(scan: Scan) -> Iterator[Candidate]:
    lower = scan.lower
    for match in scan.num(_HEIGHT):
        if _BODY_CUE.search(lower, max(0, match.start() - 25), min(len(lower), match.end() + 25)):
            yield candidate(
                match.span(1), "PHYSIQUE", folded(match.group(1)), SELF_STANDING, "body.height", forms.MEASURE
            )
    for pattern in (_WEIGHT, _ZH_BODY, _LOOKS):
        for match in scan.all(pattern):
            group = next(index for index in range(1, 4) if match.group(index))
            score = SELF_STANDING if pattern is not _LOOKS else LIKELY_TYPE
            yield candidate(
                match.span(group), "PHYSIQUE", folded(match.group(group)), score, "body.measure", forms.MEASURE
            )
