"""DISEASE by the shape of the word or by the part of the body that is hurt; words that lead up to one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.extract.candidate import Candidate
from core.extract.quasi import forms
from core.extract.quasi.scan import Scan, candidate, folded
from core.extract.quasi.scores import LIKELY_TYPE

_SIDE = (
    r"(?:(?:acute|chronic|severe|mild|moderate|early-onset|late-onset|stage (?:[1-4]|i{1,3}v?|iv)|"
    r"end-stage|advanced|metastatic|recurrent|congenital|bilateral|left|right|type (?:1|2|i|ii)|"
    r"juvenile|gestational|postpartum|seasonal|refractory|paranoid|major|clinical|treatment-resistant|"
    r"non-small cell|small cell|triple-negative|generali[sz]ed|systemic|primary|secondary|"
    r"idiopathic|allergic|viral|bacterial|fungal|obstructive|ischa?emic|diabetic|rheumatoid|psoriatic|"
    r"alcoholic|severe) )*"
)
_EN_DISEASE = re.compile(
    rf"(?<![a-z0-9_])({_SIDE}(?:[a-z]+ )?(?:[a-z]{{3,}}(?:itis|oma|omas|osis|aemia|emia|pathy|algia|rrhea|malacia|"
    rf"plasia|calculia|lexia|praxia|phasia|phagia|graphia|kinesia|pnoea|pnea|iasis|ectasia|oedema|edema|thorax|cytosis|rrhythmia|"
    rf"rythmia|thyroidism|gonadism|dystonia|esthesia|aesthesia|"
    rf"rrhoea|plegia|megaly|penia|trophy|uria|phobia|paresis)|[a-z]+(?:'s|’s) (?:disease|syndrome)|"
    r"fractures? of (?:the |his |her |my )?(?:[a-z0-9]+ ){0,3}[a-z]+|(?:[a-z-]+ ){1,2}(?:disease|disorder|"
    r"syndrome|cancer|carcinoma|fracture|infection|deficiency|insufficiency|infarction|failure|palsy|"
    r"dystrophy|sclerosis|tumou?r|ulcer|stenosis|embolism|aneurysm|hernia|attack|haemorrhage|"
    r"hemorrhage)))(?![a-z0-9_])"
)
_LEAD = re.compile(
    r"^(?:(?:the|a|an|my|his|her|our|their|your|of|with|and|or|has|have|had|having|suffered|suffers|"
    r"suffering|from|for|this|that|is|was|to|in|any|some|diagnosed|developed|about|between|by|such|as|no|"
    r"due|after|"
    r"treat|treating|cause|causes|against|what|which|how|each|every|risk|other|caused|prevent|known|"
    r"possible|suspected|on|at|been|serious|common|rare|called|i|he|she|got|gets|include|including|"
    r"history|cure|like|without|re|could|would|can|will|may|might|should|do|does|did|if|when|while|because|since|more|most|very|"
    r"really|just|only|also|not|still|already|even|him|me|them|us|it|fears?|thinks?|says?|told|gave|means?|suspects?|"
    r"(?!(?:diabetes|herpes|rabies|acquired|advanced|inherited|impaired|eating|bleeding|recurring|wasting|infected|mixed|"
    r"blinding|disabling|relapsing|restricting|ankylosing|sclerosing|necroti[sz]ing|obsessive) )"
    r"[a-z]{3,}(?:ing|ed|ges|ses|tes|res|ves|ces|des|kes|mes|nts|cts|ly)) )+"
)
_NOT_DISEASE = frozenset(
    "diploma aroma coma diagnosis prognosis hypnosis metamorphosis osmosis empathy sympathy apathy "
    "telepathy antipathy photosynthesis symbiosis oklahoma "
    "paloma sonoma tacoma roma soma genoma academia bohemia premia trophy atrophy homeopathy strophy "
    "catastrophy analysis this that eating disorder customer systemic failure".split()
)
_BARE_HEADS = frozenset(
    "disease disorder syndrome infection failure attack fracture tumour tumor cancer ulcer deficiency".split()
)
_ZH_DISEASE = re.compile(
    r"((?:急性|慢性|早期|晚期|中期|[ⅠⅡⅢⅣ1-4一二三四]期|重度|中度|轻度|原发性|继发性|先天性|遗传性|复发性|"
    r"转移性|妊娠期?|双侧|左侧?|右侧?|腰椎?|颈椎?|[12一二]型|良性|恶性|老年性?|幼年|产后|病毒性|过敏性|"
    r"细菌性|糖尿病性?|高血压性?)*"
    r"[\u4e00-\u9fff]{1,6}(?:综合征|综合症|癌|肿瘤|白血病|炎|结石|囊肿|息肉|肌瘤|结核|梗死|梗塞|出血|骨折|"
    r"硬化|衰竭|功能不全|增生|突出症|突出|溃疡|糜烂|狭窄|栓塞|脱垂|感染|中毒症?|贫血|障碍|焦虑症|抑郁症|"
    r"忧郁症|恐惧症|强迫症|自闭症|肥大|积水|血症|癫痫|痴呆|结节|畸形|瘫痪|偏瘫|早搏|房颤|心律失常|反流|"
    r"疱疹|湿疹|皮炎|哮喘|减退症?|亢进症?|缺乏症|过多症|低下症|缺陷症?|不良症|闭锁|痉挛|水肿|静脉曲张)|"
    r"(?:急性|慢性|先天性?|遗传性?|老年性?|职业性?|自身免疫性?|退行性|代谢性|进行性)[\u4e00-\u9fff]{1,6}病(?!人|房|历|床|情|变))"
)
_ZH_LEAD = re.compile(
    r"^(?:.*?(?:患有|患了|患上|患|得了|得过|确诊为|确诊|诊断为|诊断出|诊断|查出|发现|检查出|检出|因为|"
    r"由于|否认|排除|未见|除外|示|史|因|有|为|是|并发|合并|伴有|伴|显示|提示|考虑|可见|符合|可能是|及|和|与|或|的|了|出现|导致|引起|引发|治疗|怀疑|疑似|会|治|对|被|"
    r"说|叫|什么|从|怕|于|我|他|她|在|做|一[名位个例]))"
)
_ZH_GENERIC_TAIL = re.compile(
    r"^(?:发|消|抗|上|不|大|小|感染|出血|障碍|增生|衰竭|突出|狭窄|有障碍|炎|癌|无障碍|出)?(?:炎|癌|感染|"
    r"障碍|出血|结石|增生|突出|狭窄|溃疡)$"
)
_NOT_ZH = frozenset(
    "赤炎炎 火炎 语言障碍物 无障碍 道路狭窄 表现突出 成绩突出 重点突出 贡献突出 大出血本 重力感染 突出 障碍".split()
)
_HURT = re.compile(
    r"(?<![a-z])(?:(?:torn|tore|broken|broke|fractured|fracturing|ruptured|dislocated|sprained|strained|herniated|slipped|"
    r"bruised|twisted|shattered|crushed|perforated|punctured|injured|amputated|lacerated|swollen|pinched|detached|bulging|"
    r"collapsed)(?: (?:his|her|my|the|their|a|an))? )(?:(?:left|right|upper|lower|both|two|three) )*$"
)
_HURT_AFTER = re.compile(
    r" (?:tears?|ruptures?|fractures?|sprains?|strains?|dislocations?|injur(?:y|ies)|lacerations?|contusions?|damage|"
    r"infection|tumou?r|cancer|abscess|cyst|lesion|disease|failure|prolapse)(?![a-z])"
)
_SIDE_BEFORE = re.compile(r"(?<![a-z])(?:left|right|upper|lower|bilateral|partial|complete|full-thickness) $")
_ACT_BEFORE = re.compile(
    r".*(?:告知|告诉|倒致|致使|致|造成|查见|确认|证实|患有|罹患|报告|检出|摔成|摔|隐瞒|声称|自述|复查|筛查|预防|担心|害怕|治好|控制|影响|患了|得了|诱发|如实|又|昨天|今天|再次|反复|突然|偶尔|经常)"
)


def detect(scan: Scan) -> Iterator[Candidate]:
    """Illnesses and injuries that no list names."""
    for match in scan.en(_EN_DISEASE):
        start, body = after_lead(match.group(1), match.start(1))
        words = body.split()
        if (
            not words
            or body in _NOT_DISEASE
            or words[-1] in _NOT_DISEASE
            or (len(words) == 1 and words[0] in _BARE_HEADS)
        ):
            continue
        yield candidate((start, match.end(1)), "DISEASE", folded(body), LIKELY_TYPE - 0.01, "health.shape", forms.NOUN)
    yield from _injuries(scan)
    for match in scan.zh(_ZH_DISEASE):
        start, body = _after_act(*cut(match.group(), match.start(), _ZH_LEAD))
        if is_term(body):
            yield candidate((start, match.end()), "DISEASE", body, LIKELY_TYPE - 0.01, "health.shape", forms.ZH)


def cut(text: str, start: int, lead: re.Pattern[str]) -> tuple[int, str]:
    """Where a term starts without what leads up to it, and its text."""
    while (match := lead.match(text)) and match.end() < len(text):
        start, text = start + match.end(), text[match.end() :]
    return start, text


def after_lead(text: str, start: int) -> tuple[int, str]:
    """The same for the English words before an illness or an operation."""
    return cut(text, start, _LEAD)


def is_term(body: str) -> bool:
    """Whether what is left of Chinese words that look like a term of medicine still says something."""
    return len(body) >= 2 and body not in _NOT_ZH and not _ZH_GENERIC_TAIL.match(body)


def _injuries(scan: Scan) -> Iterator[Candidate]:
    """A [fractured left rib], a [medial meniscus tear]: harm to a part of the body."""
    for hit in scan.group("body.part"):
        before = scan.before(hit.start, 40)
        hurt = _HURT.search(before)
        tail = _HURT_AFTER.match(scan.lower, hit.end)
        if hurt is None and tail is None:
            continue
        side = None if hurt else _SIDE_BEFORE.search(before)
        lead = hurt or side
        span = (hit.start - len(lead.group()) if lead else hit.start, tail.end() if tail else hit.end)
        surface = folded(scan.lower[span[0] : span[1]])
        yield candidate(span, "DISEASE", surface, LIKELY_TYPE, "health.injury", forms.NOUN)


def _after_act(start: int, body: str) -> tuple[int, str]:
    """After the verb that leads up to an illness: 告知[甲状腺结节], 摔倒致[左侧锁骨骨折]."""
    act = _ACT_BEFORE.match(body)
    if act is None or len(body) - act.end() < 2:
        return start, body
    return start + act.end(), body[act.end() :]
