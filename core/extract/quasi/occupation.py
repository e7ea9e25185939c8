"""OCCUPATION: a lexicon of titles, their modifiers, and cues that make any noun phrase a job."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.quasi import forms, rows
from core.extract.quasi.scan import Scan, candidate, folded
from core.extract.quasi.scores import LIKELY_TYPE, RECORD_FIELD, TIED
from core.extract.quasi.word_lists import any_of, words

_STOP = (
    r"at|in|for|with|and|or|but|who|which|that|on|from|of|to|by|since|until|when|where|because|near|based|"
    r"is|was|has|had|because|while|so|then|earning|making|working|"
    r"living|aged|about|around|now|after|before|i|he|she|we|they|my|his|her|as|under|currently|due|full|part"
)
_PHRASE = (
    rf"((?!(?:{_STOP}|result|whole|member|matter|child|teenager|student's|consequence|part|team|"
    rf"freelance basis)\b)[a-z][\w'/&-]*(?: (?!(?:{_STOP})\b)[a-z][\w'/&-]*){{0,4}})"
)
_WORKS_AS = re.compile(
    rf"(?<![a-z0-9_])(?:work(?:s|ed|ing)?(?: \w+ly| full[- ]time| part[- ]time| there| here|"
    rf" remotely)? as|employed(?: \w+ly)? as|job(?: is| was)?(?: as| of| being)|career as|position (?:as|"
    rf"of)|role as|(?<!the )(?<!a )role of|"
    rf"(?:work|serv|act)(?:s|ed|es|ing)?(?: (?:for|at|with|in) [a-z0-9 &.'-]{{2,40}})? as|hired as|trained as|"
    rf"qualified as|appointed(?: as)?|promoted to|retired as|post of|profession (?:of|as)|"
    rf"by (?:profession|trade|occupation),?(?: is| was)?|living as) (?:an? |the |his |her |my )?{_PHRASE}"
)
_RECORD = re.compile(
    r"(?:(?<![a-z0-9_])(?:occupation|profession|job(?: title)?|employment|position|title)|职业|职务|"
    r"工作岗位|岗位|工种)[\"'’]?\s*[:：=|\t]\s*[\"']?((?:(?!\. )[^\n,，;；。|\"']){2,40})"
)
_TIE_EN = re.compile(
    r"(?:\b(?:i am|i'm|i’m|i was|i've been|(?:he|she|who|father|mother|husband|wife|partner|son|daughter|"
    r"brother|sister|applicant|claimant|client|patient)(?:'s|’s)? (?:is|was)|as|being|former|retired|"
    r"trainee|qualified|self-employed|freelance|year-old|years old,?|became|become|only|unemployed|"
    r"full-time|part-time|professional)\s+(?:an? |the |our )?(?:[\w'-]+ ){0,4}|, an? (?:[\w'-]+ ){0,3})$"
)
_TIE_ZH = re.compile(
    r"(?:我|他|她|本人|是|为|任|做|当|系|岁|的|原|公司|医院|学校|工厂|厂|局|院|退休|自由|职业|丈夫|妻子|"
    r"老公|老婆|父亲|母亲|爸爸|妈妈|爸|妈|儿子|女儿|男友|女友)[^。；;，,]{0,6}$|[,，、]\s*$"
)
_IN_A_LIST = re.compile(r"(?:\b(?:today|present|now|\d{4}|role|job)[:,]|,| (?:is|was|as) an?)\s+$")
_LIST_GOES_ON = re.compile(r",\s|\s+(?:at|for|with|from|in)\s")
_TITLE_LINE = re.compile(r"[>\s*•-]*((?:[A-Za-z][\w/'’-]*,? ){0,5})")
_NOT_JOB_AFTER = re.compile(r"[’']s (?:office|advice|opinion)|\s(?:recommend|appointment|visit|office hours)")
_MODIFIER = re.compile(
    r"(?<![A-Za-z])((?:(?:senior|junior|chief|deputy|assistant|associate|head|lead|principal|vice|general|regional|"
    r"managing|executive|private|primary|secondary|high|school|"
    r"middle|elementary|registered|licensed|certified|chartered|civil|mechanical|electrical|software|"
    r"hardware|data|network|systems?|web|mobile|dental|medical|nurse|"
    r"legal|marketing|sales|finance|financial|accounts?|bank|research|project|product|program|operations|"
    r"human resources|hr|it|security|customer|service|support|"
    r"insurance|real estate|estate|truck|lorry|bus|taxi|train|crane|delivery|factory|construction|hotel|"
    r"restaurant|kitchen|pastry|police|prison|fire|flight|airline|"
    r"university|college|kindergarten|maths?|english|history|science|chemistry|physics|biology|music|art|"
    r"pe|language|ballet|opera|jazz|classical|fashion|graphic|"
    r"interior|landscape|veterinary|pediatric|paediatric|surgical|clinical|community|social|mental health|"
    r"youth|child|care|elderly|night|shift|team|store|shop|"
    r"branch|warehouse|logistics|production|quality|maintenance|aircraft|car|auto|ship|dock|mine|coal|oil|"
    r"gas|solar|farm|dairy|sheep|organic|wedding|sports?|news|"
    r"investigative|tax|patent|criminal|divorce|immigration|public|state|county|city|municipal|federal|"
    r"government|army|navy|air force|military|retired|former|"
    r"freelance|self-employed|part-time|full-time|international|technical|machine learning|devops|cloud|"
    r"security|game|ux|ui|qa|test|labou?r relations|dining room) )+)$"
)


def detect(scan: Scan) -> Iterator[Candidate]:
    """Occupations of people."""
    for match in scan.all(_RECORD):
        body = match.group(1).rstrip(" .\"'")
        if body and not body.isdigit():
            span = (match.start(1), match.start(1) + len(body))
            yield candidate(span, "OCCUPATION", folded(body), RECORD_FIELD, "job.record", forms.RECORD, Layer.CONTEXT)
    for match in scan.en(_WORKS_AS):
        phrase = (match.group(1) or "").rstrip(" .'-/&")
        if _PLAYED.search(scan.before(match.start(1), 60)):
            continue
        span = (match.start(1), match.start(1) + len(phrase))
        yield candidate(span, "OCCUPATION", folded(phrase), TIED, "job.works_as", forms.NOUN, Layer.CONTEXT)
    yield from rows.found(scan, "job_zh")
    yield from _titles(scan)


_SPEAKS_OF_ONE = re.compile(
    r"(?:给?(?:我|他|她)?(?:开了?|说|建议|要求|认为|告诉|让|叫|嘱咐|诊断|检查|会|能|可以|应该|需要|从|把|将|对|给|向|审查|负责|表示|提醒|处理))"
)
"""After 医生, 民警: whoever that is, it is not what somebody lives by."""
_NOT_WHO = re.compile(rf"{any_of('zh', 'no_who_after')}|所(?!以)|证(?!明)")
_TO_WHOM = re.compile(r"(?:给|帮|替|教|向|跟|请|找|问|约|对|咨询|联系|投诉|举报|考|当上|面试|应聘|直属|我们)$")
_NO_TRADE = re.compile(r"(?:姓|您好|你好|好[,，!！]|要点|文书|规则|理由|观点|思路|结果|日(?![常]))")
_LEFT_WORK = re.compile(r"(?:前|后|金|年龄|手续|工资|生活|返聘|证|政策|待遇|养老|年限|审批|条件)")
"""律师费, 医生姓陈, 退休前: nobody's trade or state."""
_IS_ONE = re.compile(r"(?:是|为|任|做|当|系|名|位|岁)$")
_ASKED_FOR = re.compile(
    r"\b(?:would|should|will|can|do|does|could|might|may|which|what|good|your|see|consult|hire|ask|call|need|find|the)"
    r" (?:an? |your |the )?$"
)


_QUOTES = {"“": "”", '"': '"', "「": "」", "『": "』", "‘": "’", "《": "》"}
_AN_ACT = re.compile(
    r"(?:成|为|一下|下面|以下|如下|下列|这|该|文件|软件|公司|器|稿|费|服务|给|出来|的?是否|过来|得|界|学|史)"
)
"""翻译成英文, 导演了一部片子: the word names what is done, not who somebody is."""
_ASKED_TO = re.compile(
    r"(?:请|帮我|帮忙|帮|把|麻烦|并|再|逐句|在线|机器|谷歌|百度|需要|可以|能|能否|怎么|得|用|先|要|想)$"
)


def _is_mere_word(scan: Scan, start: int, end: int) -> bool:
    """Quoted as a word, or an act that somebody is asked for."""
    opening = scan.text[max(0, start - 1) : start]
    if _QUOTES.get(opening) == scan.text[end : end + 1] and opening:
        return True
    line = scan.lower.rfind("\n", 0, start) + 1
    if scan.lower[line:start].strip() == "" and scan.lower[end : end + 1] in (":", "："):
        return True  # who speaks in a dialogue
    if scan.lower[start:end] not in _ACTS:
        return False
    return _AN_ACT.match(scan.lower, end) is not None or _ASKED_TO.search(scan.before(start, 6)) is not None


_ACTS = frozenset(words("zh", "acts"))


def _line_start(text: str, start: int, end: int) -> int:
    """One more than the start of a line that is nothing but this title (signature, letterhead); 0 otherwise."""
    line = text.rfind("\n", 0, start) + 1
    if (line == 0 and end == len(text)) or (end < len(text) and text[end] != "\n"):
        return 0
    match = _TITLE_LINE.fullmatch(text, line, start)
    return match.start(1) + 1 if match else 0


_PLAYED = re.compile(
    r"(?:^|\b(?:please|to|you(?:r task is to|r job is to|[’']?ll| will| should| must)?|and|can you|could you))[\s\"'“]*"
    r"(?:act|behave|respond|answer|reply|speak|serve|role-?play|pretend to be|imagine (?:that )?(?:you are|you[’']re)|"
    r"you are(?: now)?|you[’']re(?: now)?)(?: (?:as|like))?(?: if you (?:are|were))? (?:an? |the |"
    r"my )?(?:[\w-]+ ){0,3}$"
)
"""What the model is asked to be."""
_MY = re.compile(r"\b(?:my|our|your|his|her|their) (?:new |old |own |local |former )?$")


def _titles(scan: Scan) -> Iterator[Candidate]:
    served = {hit.end for hit in scan.group("OCCUPATION.service")}
    for group in ("OCCUPATION", "OCCUPATION.common"):
        for hit in scan.group(group):
            if _NOT_JOB_AFTER.match(scan.lower, hit.end):
                continue
            chinese = not hit.term.surface.isascii()
            before = scan.before(hit.start, 60)
            start = hit.start
            modifier = None if chinese else _MODIFIER.search(before)
            if modifier:
                start -= len(modifier.group(1))
                before = before[: -len(modifier.group(1))]
            if not chinese and (_PLAYED.search(before) or (hit.end in served and _MY.search(before))):
                continue
            tied = (_TIE_ZH if chinese else _TIE_EN).search(before)
            common = group.endswith("common")
            if chinese and _is_mere_word(scan, hit.start, hit.end):
                continue
            if chinese and _SPEAKS_OF_ONE.match(scan.lower, hit.end) and not _IS_ONE.search(before):
                continue
            if chinese and (_NO_TRADE.match(scan.lower, hit.end) or _TO_WHOM.search(before)):
                continue
            if (
                chinese
                and (_NOT_WHO if common else _LEFT_WORK).match(scan.lower, hit.end)
                and (common or hit.term.surface == "退休")
            ):
                continue
            if not chinese and not tied and not modifier and _ASKED_FOR.search(before):
                continue
            if common and not tied and _IN_A_LIST.search(before) and _LIST_GOES_ON.match(scan.lower, hit.end):
                tied = _IN_A_LIST.search(before)
            line = 0 if chinese else _line_start(scan.text, start, hit.end)
            if line:
                start, tied = line - 1, None
            elif group.endswith("common") and not tied and not modifier:
                continue
            score = TIED - 0.1 if tied and group == "OCCUPATION" else LIKELY_TYPE
            surface = scan.lower[start : hit.end]
            value = surface if modifier or line or start != hit.start else hit.term.canonical
            form = forms.ZH if chinese else forms.NOUN
            yield candidate((start, hit.end), "OCCUPATION", folded(value), score, "job.title", form, Layer.LEXICON)
