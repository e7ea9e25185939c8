"""SURGERY, DRUG and DEPARTMENT by the shape of the word; DOSE."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.extract.candidate import Candidate
from core.extract.quasi import forms, rows
from core.extract.quasi.illnesses import after_lead, cut, is_term
from core.extract.quasi.scan import Scan, candidate, folded
from core.extract.quasi.scores import LIKELY_TYPE
from core.text.numerals import EN_NUMBER_WORD, ZH_NUMERAL, parse_number

_UNITS = (
    r"(?:mg|mcg|µg|μg|ug|g|ml|iu|units?|milligrams?|micrograms?|millilit(?:re|er)s?|grams?|tablets?|"
    r"pills?|capsules?|puffs?|drops?|meq|mmol|毫克|微克|克|毫升|片|粒|单位|国际单位|滴|支|袋|丸|颗|喷)"
)
_DOSE = re.compile(
    rf"(?<![a-z0-9_.-])(?<!\d,)((?:\d{{1,5}}(?:[.,]\d{{1,3}})?|{EN_NUMBER_WORD}|half a|{ZH_NUMERAL}{{1,3}}|"
    rf"半)(?:-\d{{1,4}})? ?-?{_UNITS}(?:/(?:kg|day|d|ml|h|次|日|天))?)(?![a-z0-9_面子刻服])"
)
_FREQUENCY = re.compile(
    rf"(?<![a-z0-9_])((?:once|twice|(?:{EN_NUMBER_WORD}|\d) times)(?: a| per| every|) ?(?:day|daily|week|"
    rf"weekly|month)|(?:bid|tid|qid|prn|qd|b\.i\.d\.|t\.i\.d\.))(?![a-z0-9_])|((?:每天|每日|一天|一日|"
    rf"每周|每晚)(?:\d|{ZH_NUMERAL})次)"
)
_STEM = re.compile(
    r"(?<![a-z0-9_])([a-z]{3,}(?:pril|sartan|statin|olol|dipine|mab|tinib|prazole|cillin|mycin|floxacin|"
    r"cycline|azepam|azolam|oxetine|triptan|gliptin|gliflozin|glutide|parin|xaban|gatran|thiazide|"
    r"semide|setron|conazole|vir|vudine|barbital|codone|morphone|profen|coxib|caine|dronate|lukast|terol|"
    r"tropium|sone|solone|triptyline|zodone|peridone|apine|idone|afil|osin|platin|rubicin|taxel|fenac|"
    r"formin|glitazone))(?![a-z0-9_])"
)
_STEM_NOT = frozenset(
    "cocaine april elixir reservoir devoir savoir soprano abattoir noir boudoir memoir person mason "
    "comparison bison lesson avril prison".split()
)
_ZH_STEM = re.compile(
    r"([\u4e00-\u9fff]{1,4}(?:他汀|沙坦|普利|洛尔|地平|西林|霉素|沙星|拉唑|替尼|单抗|格列净|列汀|"
    r"格列[\u4e00-\u9fff]{1,2}|双胍|西泮|唑仑|西汀|噻嗪|肝素|地尔|替丁|康唑|洛韦|匹林|洛芬|昔布|可松|尼松|"
    r"松龙|曲坦|鲁肽|昔芬|甲状腺素|沙班|群酯|拉嗪|必利|胰岛素)(?:钠|钙|钾|片|胶囊|缓释片|分散片|肠溶片|注射液)?)"
)
_ZH_STEM_LEAD = re.compile(
    r"^.*?(?:服用|服|吃|用|口服|注射|打|给予|予|使用|加用|换成|改用|停用|停|开了|是|和|的|了|及|对|与|或|有|为|种|些)"
)
_ZH_SURGERY = re.compile(
    r"([\u4e00-\u9fff]{1,8}(?:腔镜|关节镜|内镜|胃镜|肠镜|支气管镜|宫腔镜|激光|微创|介入)手术|"
    r"[\u4e00-\u9fffA-Za-z]{1,8}?(?:切除|置换|移植|搭桥|支架(?:植入)?|成形|修补|缝合|造瘘|结扎|消融|介入|"
    r"剖宫产|剖腹产|吻合|根治|矫正|引流|开颅|微创|取石|摘除|置入|植入|穿刺|复位|内固定|清创|活检)(?:手术|"
    r"术))|((?:剖腹产|剖宫产|阑尾|心脏|膝盖|膝关节|髋关节|甲状腺|胆囊|白内障|近视|激光|痔疮|疝气|腰椎|"
    r"颈椎|子宫|乳腺|肺部|胃部|肝脏|肾|眼睛|心脏搭桥|心脏支架|支架|搭桥|椎间盘|骨折|肿瘤|鼻中隔|扁桃体|"
    r"包皮|变性|整形|隆胸|双眼皮|种植牙|拔牙|人流|开胸|脑部|前列腺|智齿)(?:做过|做了|动过|的)?手术)|"
    r"(支架植入术?|心脏搭桥|器官移植|骨髓移植|肾移植|肝移植|试管婴儿|冠脉造影|放疗|化疗|透析|血液透析|"
    r"人工流产|剖宫产|剖腹产)"
)
_ZH_SURGERY_LEAD = re.compile(r"^.*?(?:做了|做过|做|接受了|接受|行|进行了|进行|实施|完成|经|过|了|的|在|于|因|后)")
_EN_SURGERY = re.compile(
    r"(?<![a-z0-9_])((?:[a-z-]+ )?(?:[a-z]{3,}(?:ectomy|otomy|ostomy|oplasty|plasty|oscopy|scopy)|"
    r"(?:open[- ]heart|bypass|heart|knee|hip|back|spinal|brain|cataract|bariatric|cosmetic|eye|dental|"
    r"gallbladder|hernia|cancer|thyroid|shoulder|acl|lasik|emergency|plastic|laser|sinus|"
    r"hand|foot|wrist|ankle|abdominal|weight[- ]loss|reconstructive|gender[- ]affirming|oral|keyhole|"
    r"laparoscopic|vascular|cardiac|prostate|bowel|jaw) (?:surgery|operation|replacement(?: surgery)?|"
    r"procedure|transplant(?:ation)?|graft|fusion)|"
    r"(?:stent|pacemaker|heart|kidney|liver|lung|bone marrow|hair|corneal) (?:procedure|implant(?:ation)?|"
    r"placement|insertion|transplant(?:ation)?)|(?:c-section|caesarean(?: section)?|cesarean(?: section)?|"
    r"chemotherapy|radiotherapy|radiation therapy|dialysis|ivf|stenting|angioplasty|bypass surgery|cabg|"
    r"biopsy|root canal|tubal ligation|amputation|electroconvulsive therapy)))(?![a-z0-9_])"
)
_UNIT_NAMES = (
    ("毫克|milligrams?", "mg"),
    ("微克|micrograms?|mcg|ug|µg|μg", "µg"),
    ("毫升|millilit(?:re|er)s?", "ml"),
    ("国际单位|iu", "iu"),
    ("单位|units?", "unit"),
    ("克|grams?", "g"),
    ("片|tablets?|pills?|粒|capsules?|颗|丸", "tablet"),
    ("滴|drops?", "drop"),
    ("puffs?|喷", "puff"),
)
_DOSE_UNITS = tuple((re.compile(rf"(?<![a-z])(?:{names})(?![a-z])"), unit) for names, unit in _UNIT_NAMES)
_DOSE_NUMBER = re.compile(rf"^(?:\d+(?:[.,]\d+)?|{EN_NUMBER_WORD}|{ZH_NUMERAL}+)")


def detect(scan: Scan) -> Iterator[Candidate]:
    """Operations, medicines and wards that no list names, and how much of a medicine is taken."""
    yield from _english(scan)
    yield from _chinese(scan)
    yield from _doses(scan)


def _english(scan: Scan) -> Iterator[Candidate]:
    for match in scan.en(_EN_SURGERY):
        start, body = after_lead(match.group(1), match.start(1))
        if body:
            yield candidate(
                (start, match.end(1)), "SURGERY", folded(body), LIKELY_TYPE, "health.surgery_shape", forms.NOUN
            )
    yield from rows.found(scan, "ward")
    for match in scan.en(_STEM):
        if match.group(1) not in _STEM_NOT:
            yield candidate(match.span(1), "DRUG", match.group(1), LIKELY_TYPE, "health.stem", forms.NOUN)


def _chinese(scan: Scan) -> Iterator[Candidate]:
    yield from rows.found(scan, "fitted")
    for pattern, lead, type_id, rule in (
        (_ZH_SURGERY, _ZH_SURGERY_LEAD, "SURGERY", "health.surgery_shape"),
        (_ZH_STEM, _ZH_STEM_LEAD, "DRUG", "health.stem"),
    ):
        for match in scan.zh(pattern):
            start, body = cut(match.group(), match.start(), lead)
            if is_term(body):
                yield candidate((start, match.end()), type_id, body, LIKELY_TYPE - 0.01, rule, forms.ZH)


def _doses(scan: Scan) -> Iterator[Candidate]:
    for match in scan.all(_DOSE):
        yield candidate(match.span(1), "DOSE", _dose(match.group(1)), LIKELY_TYPE, "health.dose", forms.UNIT)
    for match in scan.all(_FREQUENCY):
        yield candidate(match.span(), "DOSE", folded(match.group()), 0.5, "health.frequency", forms.UNIT)


def _dose(surface: str) -> str:
    """`100 mg` for 100毫克, "100mg", "one hundred milligrams"."""
    body = folded(surface)
    match = _DOSE_NUMBER.match(body)
    number = parse_number(match.group()) if match else None
    if match is None or number is None:
        return body
    unit = body[match.end() :].strip(" -")
    for pattern, name in _DOSE_UNITS:
        unit = pattern.sub(name, unit)
    return f"{number.normalize():f} {unit}"
