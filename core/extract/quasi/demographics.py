"""SEX, MARITAL_STATUS, ETHNICITY, RELIGION, NATIONALITY, POLITICAL, SEXUAL_ORIENTATION, EDUCATION."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.quasi import forms, rows
from core.extract.quasi.lexicon import Hit
from core.extract.quasi.scan import Scan, candidate
from core.extract.quasi.scores import CERTAIN_TYPE, LIKELY_TYPE, RECORD_FIELD, TIED
from core.extract.quasi.word_lists import any_of, table, words

_SEX_VALUES = table("sex")
_SEX_OF = table("en_sex_roles")

_TIE_EN = re.compile(
    r"\b(?:i am|i'm|i’m|i was|we are|(?:he|she|they|who|applicant|client|patient|husband|wife|father|"
    r"mother|partner|son|daughter|friend|claimant|defendant)(?:'s|’s)? (?:is|was|are|were)|"
    r"as an?|being|identif\w+ as|became|raised|converted to|practi[sc]ing|devout|recently|newly|currently|"
    r"still|now|got|getting|"
    r"year-old|years old,?|\d{2},|a single|an?)\s(?:[\w'-]+[ ,]+){0,3}$"
)
_TIE_ZH = re.compile(
    r"(?:我|他|她|本人|患者|当事人|是|为|信奉?|信仰|加入|岁|男|女|原告|被告|丈夫|妻子|老公|老婆|父母|全家|"
    r"目前|已|刚|现在|至今|仍)[^。；;]{0,8}$|[,，、;；(（:：]\s*$"
)
_MATTER_AFTER = re.compile(
    r"(?:的话|协议|官司|诉讼|案|起诉|证|手续|冷静期|财产|后(?![,，]?我)|时|纠纷|律师|吗|呢|[?？]|分割|抚养|登记|先孕|妻|夫(?!妇)|妈妈|生子|女|男|员工|问题|程序|材料|需要|要|会|该|怎么|是否|能)"
)
_MATTER_BEFORE = re.compile(rf"{any_of('zh', 'status_matter_before')}$")
_STATED = re.compile(r"(?:刚刚?|最近|已经?|去年|今年|前年|后来|我是|我|早就|年前|月前|现在|目前|状态[:：]?)$")
_EVENTS = frozenset(words("zh", "status_events"))
_FIELDS = re.compile(
    r"(?:marital status|ethnicity|ethnic (?:group|origin)|race|religion|faith|nationality|citizenship|"
    r"political (?:affiliation|party|status)|party|sexual orientation|orientation|education|"
    r"degree|highest (?:degree|qualification)|qualifications?|婚姻状况|婚姻|婚否|民族|族别|国籍|宗教信仰|"
    r"宗教|信仰|政治面貌|学历|文化程度|教育程度|受教育程度|学位|性取向)[\"'’]?\s*(?:[:：=|\t]|is\b|为|"
    r"是)\s*[\"']?$"
)
_NATIONAL = re.compile(
    r" (?:nationals?|citizens?|origin|descent|nationality|passport holder|background|immigrant|refugee)\b"
)
GROUPS = ("MARITAL_STATUS", "ETHNICITY", "RELIGION", "NATIONALITY", "POLITICAL", "SEXUAL_ORIENTATION", "EDUCATION")
_NEED_TIE = frozenset({"MARITAL_STATUS", "POLITICAL", "EDUCATION"})
"""Words of these groups are often about something else; untied ones are left alone."""
_FOOD = re.compile(
    r"[- ]?(?:food|cuisine|restaurant|recipe|dish|language|speaking|grammar|words?|literature|wine|cheese|"
    r"dressing|fries|toast|history|law\b|revolution|music|film|movie|novel|class|lesson|course|菜|餐|语|"
    r"文)"
)


def sex_value(word: str) -> str:
    """`male`, `female`, or "" for a word (lower case) that says neither."""
    return _SEX_VALUES.get(word) or _SEX_OF.get(word, "")


def detect(scan: Scan) -> Iterator[Candidate]:
    """All demographic words that describe a person."""
    yield from rows.found(scan, "sex")
    for group in GROUPS:
        for hit in scan.group(group):
            found = _demographic(scan, group, hit)
            if found is not None:
                yield found


def _demographic(scan: Scan, group: str, hit: Hit) -> Candidate | None:
    before = scan.before(hit.start, 40)
    if group in ("NATIONALITY", "ETHNICITY", "RELIGION") and (tail := _NATIONAL.match(scan.lower, hit.end)):
        hit = Hit(hit.start, tail.end(), hit.term)
    chinese = not hit.term.surface.isascii()
    if _FIELDS.search(before):
        return _found(group, hit, RECORD_FIELD, forms.RECORD)
    after = scan.lower[hit.end : hit.end + 12]
    if group in ("NATIONALITY", "RELIGION", "ETHNICITY") and _FOOD.match(after):
        return None
    if hit.term.surface == "single" and _EVERY.search(before):
        return None
    if group == "NATIONALITY" and not chinese and _is_language(scan, hit):
        return None
    if group == "MARITAL_STATUS" and chinese and _is_matter(scan, hit, before):
        return None
    tied = (_TIE_ZH if chinese else _TIE_EN).search(before)
    if not tied and group in _NEED_TIE:
        return _found(
            group,
            hit,
            LIKELY_TYPE if group != "MARITAL_STATUS" or len(hit.term.surface) > 6 or chinese else 0.5,
            _form(hit),
        )
    return _found(group, hit, TIED if tied and group != "NATIONALITY" else CERTAIN_TYPE, _form(hit))


def _is_matter(scan: Scan, hit: Hit, before: str) -> bool:
    """离婚的话, 判决离婚, 想离婚: what is asked about or done, not what somebody is. 未婚[先孕] is another word."""
    if hit.term.surface not in _EVENTS:
        return hit.term.surface == "未婚" and scan.lower.startswith(("先孕", "妻", "夫", "妈妈", "生子"), hit.end)
    if _MATTER_BEFORE.search(before):
        return True
    return _MATTER_AFTER.match(scan.lower, hit.end) is not None and not _STATED.search(before)


_EVERY = re.compile(r"\b(?:every|any|each|no|not a|one|per|the) $")
_LANGUAGE_BEFORE = re.compile(
    r"\b(?:into|speak(?:s|ing)?|spoken?|fluent in|learn(?:s|ing|ed|t)?|translat\w+ (?:\S+ ){0,8}(?:to|into|from)|"
    r"(?:written|writing|said|called|say|word|phrase|text|email|e-mail|letter|message|draft|write|answer|reply|respond|"
    r"sentence|language|explain|summar\w+)"
    r" (?:\S+ ){0,5}?in|"
    r"study(?:ing)?|studied|teach(?:es|ing)?|taught|understands?|native|is|are)\s$"
)
_LANGUAGE_AFTER = re.compile(
    r"\s*(?:[?.,:;!)\n\"'“‘(]|$|and\b|or\b|hard\b|easy\b|difficult\b|language|grammar|please\b|that\b|for\b|so\b|with\b|using\b|to\b|version\b)"
)
_LANGUAGE_IN = re.compile(r"(?<!born )\bin (?:plain |simple |good |proper |fluent |formal |broken )?$")


def _is_language(scan: Scan, hit: Hit) -> bool:
    """ "... into Japanese", "in English?": a language that anybody may ask for."""
    before = scan.before(hit.start, 60)
    if not _LANGUAGE_AFTER.match(scan.lower, hit.end):
        return False
    verb = _LANGUAGE_BEFORE.search(before)
    if verb is not None and verb.group().strip() in ("is", "are"):
        return scan.lower.startswith((" hard", " easy", " difficult"), hit.end)
    return verb is not None or _LANGUAGE_IN.search(before) is not None


def _form(hit: Hit) -> str:
    return forms.ZH if not hit.term.surface.isascii() else forms.ADJECTIVE


def _found(group: str, hit: Hit, score: float, form: str) -> Candidate:
    return candidate(
        (hit.start, hit.end), group, hit.term.canonical, score, f"people.{group.lower()}", form, Layer.LEXICON
    )
