"""Chinese places step by step: from a known division down to the township, the village or the road, as one span."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.quasi import forms
from core.extract.quasi.scan import Scan, candidate
from core.extract.quasi.scores import CERTAIN_TYPE, LIKELY_TYPE, SELF_STANDING

_PLAIN = r"[\u4e00-\u9fff]"
_NOT_INSIDE = (
    "的了在是和与我你他她它到去从被把将有这那不要会能为因于及等就都也请问看找吃玩买做说想给让向对以并或但且着过还哪几"
)
_STEP = re.compile(
    rf"(?!周边|附近|旁边)(?:(?![{_NOT_INSIDE}]){_PLAIN}){{1,7}}?(?:自治州|自治县|自治旗|地区|街道|开发区|新区|高新区|苏木|省|市|区|县|旗|镇|乡)"
    r"(?!长|委|局|政府|法院|医院|中心|人民|公安|检察|派出|人(?!民)|里|场|民|值|面|内|外)"
)
_LOCAL = re.compile(
    rf"(?!周边|附近|旁边)(?:(?![{_NOT_INSIDE}]){_PLAIN}){{1,8}}?(?:社区|村|屯|寨|大道|大街|胡同|路|街|巷|弄)(?!由|线|程|上|费|边|口味|灯|演|舞|头|民|委|长|医)"
    rf"(?:{_PLAIN}{{1,3}}[村组屯])?(?:[0-9一二三四五六七八九十]{{1,3}}组)?"
    rf"(?:(?:与|和|交)(?:(?![{_NOT_INSIDE}]){_PLAIN}){{1,8}}?(?:大道|大街|路|街|巷)(?:的?(?:交叉口|交汇处|路口|口))?|路口|交叉口)?"
)
_HOME = re.compile(
    r"(?:住所地?|住址|户籍(?:地|所在地)?|户口(?:所在地)?|地址|现住|家住|住在?|居住(?:地|于|在)|籍贯|老家|家在|出生于|出生地|送到|寄到|送至|寄至)"
    r"(?:是|为|在|于|[:：])?\s?$"
)
_ON_ROAD = re.compile(
    rf"(?:(?<=[在到去沿着往从经过住至与和位于走上,，:：])|(?<=[上下东西南北][班站]))((?:(?![{_NOT_INSIDE}走条半一两几这那马公铁网电出思活销近远弯小岔回后前水套财问哪修堵赶赛铺]){_PLAIN}){{2,5}}?"
    rf"(?:大道|大街|中路|东路|西路|南路|北路|东街|西街|南街|北街)|(?:(?![{_NOT_INSIDE}走条半一两几这那马公铁网电出思活销近远弯小岔回后前水套财问哪修堵赶赛铺]){_PLAIN}){{2,5}}?(?:路|街|胡同)"
    rf"(?=[,，。、;；的和与追撞开发附旁路口交上住租买被店边段东西南北附站往等遇出见停把被撞摔丢骑\s]|$|\d{{1,4}}号))(?!灯|程|费|由|线|上的人|上班|人)"
)
_NO_ROAD = re.compile(
    r"网络|道路|高速|公路|铁路|线路|电路|思路|出路|星光|康庄|阳关|套路|门路|退路|来路|生路|活路|带路|上街|逛街|商业街|美食街|步行街|古街|老街"
)
_GLUE = frozenset("市县区省州盟旗")
MOST_STEPS = 5


def detect(scan: Scan) -> Iterator[Candidate]:
    """Places of two steps and more, and a division with the road or village in it."""
    for match in scan.zh(_ON_ROAD):
        if not _NO_ROAD.search(match.group(1)):
            yield candidate(match.span(1), "LOCATION", match.group(1), LIKELY_TYPE, "name.road", forms.ZH)
    done = 0
    for hit in scan.group("LOCATION"):
        if hit.start < done or hit.term.surface.isascii():
            continue
        end, steps = hit.end, 0
        while end < len(scan.lower) and scan.lower[end] in _GLUE and scan.lower[end - 1] not in _GLUE:
            end += 1
        while steps < MOST_STEPS and (step := _STEP.match(scan.lower, end)):
            end, steps = step.end(), steps + 1
        local = _LOCAL.match(scan.lower, end)
        if local is not None:
            end = local.end()
        if not steps and local is None:
            continue
        done = end
        home = _HOME.search(scan.before(hit.start, 10)) is not None
        type_id = "ADDRESS" if home and local is not None else "LOCATION"
        score = SELF_STANDING + 0.05 if home else CERTAIN_TYPE
        surface = scan.lower[hit.start : end]
        yield candidate((hit.start, end), type_id, surface, score, "name.place_chain", forms.ZH, Layer.LEXICON)
