"""CASE_TYPE, CHARGE, LITIGATION_ROLE, FINANCIAL_PRODUCT, TRIP_NUMBER, POSTCODE."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.quasi import forms, rows
from core.extract.quasi.lexicon import Hit
from core.extract.quasi.scan import Scan, candidate
from core.extract.quasi.scores import CERTAIN_TYPE, LIKELY_TYPE, SELF_STANDING
from core.extract.quasi.word_lists import any_of

_ROLE_PERSON = re.compile(
    r"^(?:[:：]\s*|,? )?(?:[\u4e00-\u9fff]{2,4}(?=[,，、（(]|某)|[A-Z][\w'’-]+ [A-Z]|(?:mr|ms|mrs)\b)"
)
_ROLE_BEFORE = re.compile(
    r"(?:我是|本人(?:系|是|为)|作为|系|(?:i am|i'm|as|my|our|represent) (?:the )?|"
    r"client,? (?:is )?(?:the )?|[\u4e00-\u9fff]{2,4}[（(])\s*(?:本案|该案|一审|二审|the )?$"
)
_ZH_CASE = re.compile(
    r"((?:[\u4e00-\u9fff]{2,12}?)(?:纠纷|争议)(?:案件?|一案)?|(?:[\u4e00-\u9fff]{2,8})(?:诈骗|盗窃|抢劫|"
    r"伤害|杀人|受贿|行贿|贪污|强奸|寻衅滋事|危险驾驶|离婚|继承|工伤|交通事故|行政复议)(?:案件?|一案))"
)
_ZH_CHARGE = re.compile(
    r"((?:(?:故意|过失|非法|危险|合同|信用卡|电信|集资|职务|拒不|妨害|组织|聚众|掩饰|帮助|开设|交通|以|"
    r"生产|假冒|走私|挪用|侵犯|虚开)[\u4e00-\u9fff]{1,18}|(?:诈骗|盗窃|抢劫|抢夺|敲诈勒索|寻衅滋事|贪污|"
    r"受贿|行贿|强奸|绑架|放火|投毒|猥亵|赌博|诽谤|侮辱|遗弃|虐待|重婚|侵占|洗钱|窝藏|包庇|伪证|滥用职权|"
    r"玩忽职守|容留他人吸毒))罪|(?<=涉嫌)(?:犯有?)?[\u4e00-\u9fff]{2,10}罪(?!犯|行|名))"
)
_ZH_LEAD = re.compile(
    r"^.*?(?:请|说明|描述|写明|列出|句话|概括|归纳|分析|总结|梳理|本案的?|该案的?|关于|涉嫌|因为|因|犯有?|构成|以|的|关于|一起|与|和|被控|起诉|为|系|有关|属于|是|咨询|了|有|打|在|"
    r"对|和|跟|公司|单位|被告|原告|离职后|产生|发生|引发|处理|遇到|案由[:：]?)"
)
_FLIGHT = re.compile(
    r"(?<![A-Za-z0-9])((?!EU ?\d{3}\b)(?:[A-Z]{2}|[A-Z]\d|\d[A-Z]) ?-?\d{2,4}[A-Z]?)(?![A-Za-z0-9]|[.,]\d)"
)
CUE_REACH = 80
"""Code points before a flight number in which flying may be spoken of."""
_FLIGHT_CUE = re.compile(
    r"(?:flight|fly|flew|airline|airways|航班|飞机|飞往|飞|乘|坐|搭|机票|起飞|降落|改签|登机|误机|晚点|延误|train|高铁|动车)"
)
_CARRIER = re.compile(r"[A-Z]{2}\d{3,4}")
_TRIP_CUE = re.compile(
    r"\b(?:outbound|inbound|return|depart\w*|leave|back|nights?|itinerary|arriv\w+|boarding|terminal|airport|trip|travel\w*|"
    r"e-?ticket|hotel|layover|luggage|baggage|start:|re:|from [a-z]+ to)(?![\w])"
)
"""Beside such a word two capitals and three or four digits are a flight."""
_SERIES = re.compile(r"\bnos\.? ?(\d[\d/.-]*\d?(?:(?:, and |, | and | & )\d[\d/.-]*\d?){1,60})(?![\w%])")
_SERIES_NUMBER = re.compile(r"\d(?:[\d/.-]*\d)?")


_SUFFERED = re.compile(rf"{any_of('zh', 'crime_not_charged')}$")
"""遭遇[电信诈骗], 防[诈骗]: a crime that is spoken of, and nobody is charged with it."""


def detect(scan: Scan) -> Iterator[Candidate]:
    """Law, finance, travel and post."""
    for group, score in (("FINANCIAL_PRODUCT", LIKELY_TYPE), ("CASE_TYPE", LIKELY_TYPE), ("CHARGE", LIKELY_TYPE)):
        for hit in scan.group(group):
            if group == "CHARGE" and _SUFFERED.search(scan.before(hit.start, 12)):
                continue
            form = forms.ZH if not hit.term.surface.isascii() else forms.NOUN
            yield candidate(
                (hit.start, hit.end), group, hit.term.canonical, score, f"matter.{group.lower()}", form, Layer.LEXICON
            )
    for hit in scan.group("LITIGATION_ROLE"):
        attached = _ROLE_BEFORE.search(scan.before(hit.start)) or _ROLE_PERSON.match(scan.text[hit.end : hit.end + 12])
        if attached and not _is_speaker(scan, hit):
            form = forms.ZH if not hit.term.surface.isascii() else forms.NOUN
            yield candidate(
                (hit.start, hit.end),
                "LITIGATION_ROLE",
                hit.term.canonical,
                LIKELY_TYPE,
                "matter.role",
                form,
                Layer.LEXICON,
            )
    for pattern, type_id in ((_ZH_CASE, "CASE_TYPE"), (_ZH_CHARGE, "CHARGE")):
        for match in scan.zh(pattern):
            start, body = match.start(1), match.group(1)
            while (lead := _ZH_LEAD.match(body)) and lead.end() < len(body) - 2:
                start, body = start + lead.end(), body[lead.end() :]
            nameless = body.startswith(("争议", "纠纷")) or _ZH_LEAD.fullmatch(body[:-2])
            if nameless or scan.lower.startswith(("焦点", "解决"), match.end(1)):
                continue
            if len(body) > 3 or (len(body) > 2 and type_id == "CHARGE"):
                yield candidate(
                    (start, match.end(1)), type_id, body, LIKELY_TYPE, f"matter.{type_id.lower()}", forms.ZH
                )
    if scan.has_digit:
        yield from _series(scan)
        yield from _trips(scan)
        yield from rows.found(scan, "postcode")


def _is_speaker(scan: Scan, hit: Hit) -> bool:
    """`LocatedExperience:` before an answer: the line before it asks something, or the same words open another line."""
    opens = scan.lower.rfind("\n", 0, hit.start) + 1
    if scan.lower[opens : hit.start].strip() or not scan.lower.startswith(":", hit.end):
        return False
    label = scan.lower[hit.start : hit.end + 1]
    return scan.lower[:opens].rstrip().endswith("?") or scan.lower.count(f"\n{label}") > 1


def _series(scan: Scan) -> Iterator[Candidate]:
    """Every number of a list that follows "nos." (applications, files, plots of land)."""
    for match in scan.en(_SERIES):
        for number in _SERIES_NUMBER.finditer(scan.lower, match.start(1), match.end(1)):
            surface = number.group()
            if len(surface) > 1:
                yield candidate(number.span(), "CASE_NUMBER", surface, CERTAIN_TYPE, "matter.series", forms.CODE)


def _trips(scan: Scan) -> Iterator[Candidate]:
    for match in scan.cased(_FLIGHT):
        near = scan.lower[max(0, match.start() - CUE_REACH) : match.end() + 25]
        carrier = _CARRIER.fullmatch(match.group(1)) is not None
        if _FLIGHT_CUE.search(near) or (carrier and _TRIP_CUE.search(near)):
            value = match.group(1).replace(" ", "").replace("-", "")
            yield candidate(
                match.span(1), "TRIP_NUMBER", value, SELF_STANDING, "trip.flight", forms.CODE, Layer.CONTEXT
            )
    yield from rows.found(scan, "train")
