"""Chinese frames around a value that no list holds: by whom somebody was dismissed, short names of schools, classes,
names of shops and insurers, riders of a platform, body heat, gradings of findings."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.quasi import forms
from core.extract.quasi.scan import Scan, candidate, folded
from core.extract.quasi.scores import RECORD_FIELD, SELF_STANDING, TIED
from core.extract.quasi.word_lists import any_of

_HAN = r"[\u4e00-\u9fff]"
_ENDS = r"(?=[,，。、;；:：!！?？()（）\s\"'“”‘’」』】|/的]|$)"
_DISMISSED = re.compile(
    rf"(被{any_of('zh', 'who_employs')}{any_of('zh', 'how_dismissed')}{{0,2}}{any_of('zh', 'dismissed')})"
)
_NO_FUNCTION = rf"(?:(?![在于去到从是的了我他她你和跟与把被让给想就还也都不没有说之年]){_HAN})"
_SCHOOL = re.compile(
    rf"({_NO_FUNCTION}{{2,9}}?(?:附小|附中|附幼|实小|第?[一二三四五六七八九十]{{1,2}}[小中幼]|(?:交|科|师|工|农|医|财|民|理工)大(?=读|上学|念|毕业|就读|任教|教书|在读|附)))"
    r"(?=上|读|念|就读|[一二三四五六七八九]年级|初[一二三中]|高[一二三中]|的|当老师|教书|教|[,，。、;；!！?？)）\s]|$)"
)
_CLASS = re.compile(r"(?:高|初)[一二三]\s?[(（]?\d{1,2}[)）]?班|[一二三四五六七八九]年级\s?[(（]?\d{1,2}[)）]?班")
_CALLED = re.compile(
    rf"(?:{any_of('zh', 'businesses')}(?:的?(?:名字?|名称|全称))?(?:叫做|叫作|名叫|叫)|"
    rf"(?:店名|公司名|厂名|店铺名|品牌名|商号|字号)"
    rf"(?:字)?(?:叫做|叫|是|为|[:：]))\s?(?![我你他她它咱谁啥什哪怎这那人员大停号])"
    rf"[\"“「『《]?([\u4e00-\u9fffA-Za-z0-9·&]{{2,18}}?){_ENDS}"
)
_PARTNER = re.compile(
    rf"{any_of('zh', 'known_bodies')}(?:是|叫|为|[:：])\s?"
    rf"(?!什么|谁|哪|否|不是|没|指|由|怎|我|你|他|她|这|那|必须|应)({_HAN}{{2,10}}?){_ENDS}"
)
_RIDER = re.compile(
    rf"(?:是|做|当|跑|干|开|任)(?:一?[名个位])?"
    rf"((?:{any_of('zh', 'platforms')})(?:的)?(?:{any_of('zh', 'rides')})?{any_of('zh', 'riders')})"
)
_HEAT = re.compile(
    r"(?<![\d./-])((?:3[4-9]|4[0-2])\.\d{1,2}(?:\s?(?:摄氏)?度|\s?℃|\s?°c)?)(?![\d.%/-]|\s?[元块万kmc斤厘米公])"
)
_HOT = re.compile("体温|发烧|发热|高烧|低烧|退烧|烧到|量了|腋温|耳温|额温")
HEAT_REACH = 40
"""Code points around a number in which a body's heat is spoken of."""
_GRADED = re.compile(
    r"(?<![a-z])((?:ti|bi|li|pi|lung|o|c-?ti|acr ti)-?rads\s?(?:分级|分类|category)?"
    r"[:：]?\s?(?:[0-6][abcx]?)\s?[类级]?)(?![a-z0-9])"
)


def detect(scan: Scan) -> Iterator[Candidate]:
    """Candidates of a segment; of the Latin part only gradings of findings."""
    for match in scan.num(_GRADED):
        value = folded(match.group(1))
        yield candidate(match.span(1), "LAB_RESULT", value, TIED, "health.graded", forms.VALUE, Layer.CONTEXT)
    if not scan.has_han:
        return
    for match in scan.zh(_DISMISSED):
        yield candidate(match.span(1), "LIFE_EVENT", match.group(1), TIED, "life.dismissed", forms.ZH)
    for match in scan.zh(_SCHOOL):
        yield candidate(match.span(1), "SCHOOL", match.group(1), SELF_STANDING, "name.short_school", forms.ZH)
    yield from _classes(scan)
    for match in scan.zh(_CALLED):
        span, name = match.span(1), match.group(1)
        yield candidate(span, "ORGANIZATION", name, RECORD_FIELD, "name.called", forms.ZH, Layer.CONTEXT)
    for match in scan.zh(_PARTNER):
        span, name = match.span(1), match.group(1)
        yield candidate(span, "ORGANIZATION", name, SELF_STANDING, "name.partner", forms.ZH, Layer.CONTEXT)
    for match in scan.zh(_RIDER):
        yield candidate(match.span(1), "OCCUPATION", match.group(1), TIED, "job.rider", forms.ZH, Layer.CONTEXT)
    for match in scan.num(_HEAT):
        near = scan.lower[max(0, match.start() - HEAT_REACH) : match.end() + HEAT_REACH]
        if _HOT.search(near):
            value = folded(match.group(1))
            yield candidate(match.span(1), "LAB_RESULT", value, TIED, "health.heat", forms.VALUE, Layer.CONTEXT)


def _classes(scan: Scan) -> Iterator[Candidate]:
    """[高三2班]: the class belongs to the grade, whose value it keeps."""
    for match in scan.zh(_CLASS):
        known = (hit.term.canonical for hit in scan.group("EDUCATION") if hit.start == match.start())
        value = next(known, match.group())
        yield candidate(match.span(), "EDUCATION", value, RECORD_FIELD, "study.class", forms.ZH)
