"""Sentences of ordinary prompts, whose wording once showed where a value had stood."""

from __future__ import annotations

import pytest

from core.domain.language import Language
from core.domain.request import Decisions
from core.domain.tokens import TokenVault
from tests.dehydration import DEHYDRATOR, LIBRARY, initial, read_marked

REMOVED = 99


def told(marked: str, level: int | None = None) -> str:
    case = read_marked(marked)
    levels = initial(case)
    if level is not None:
        levels = {item.id: min(level, DEHYDRATOR.top(item)) for item in case.sensitive.attributes}
    return DEHYDRATOR.dehydrate(case.text, case.sensitive, levels, TokenVault(), case.language).text


@pytest.mark.parametrize(
    ("marked", "level", "expected"),
    [
        (
            "I am {HIV positive|DISEASE|noun|hiv} and take pills.",
            2,
            "I am affected by an infectious disease and take pills.",
        ),
        (
            "She thinks he's {dyslexic|DISEASE|adjective|dyslexia}.",
            1,
            "She thinks he has a developmental or learning condition.",
        ),
        (
            "She is 79, {diabetic|DISEASE|adjective|diabetes} and tired.",
            1,
            "She is 79, with a blood sugar condition and tired.",
        ),
        (
            "I was caught {shoplifting|CHARGE|noun|shoplifting} at work.",
            2,
            "I was caught committing a property offence at work.",
        ),
        (
            "{Mr Bianchi|PERSON}'s {pacemaker|SURGERY|noun|pacemaker} works.",
            1,
            "[PERSON_1]'s medical device works.",
        ),
        (
            "He was caught {drink driving|CHARGE|noun|drink driving} here.",
            1,
            "He was caught committing a traffic offence here.",
        ),
        ("{昨天|DATE|zh|昨天}晚上吃药。", 2, "之前某天晚上吃药。"),
        ("I own {38%|RATE|percent|38%} of it.", 2, "I own a double-digit rate of it."),
        ("Can I refinance our {mortgage|FINANCIAL_PRODUCT|noun|mortgage}?", 2, "Can I refinance our credit product?"),
        (
            "Should I pay off my {4.9%|RATE|percent|4.9%} {mortgage|FINANCIAL_PRODUCT|noun|mortgage}?",
            1,
            "Should I pay off my home loan at a low single-digit rate?",
        ),
        ("I live in {Kalispell|LOCATION|name|kalispell}.", REMOVED, "I live somewhere."),
        ("In {Lisbon|LOCATION|name|lisbon} I work.", REMOVED, "Somewhere I work."),
        (
            "I move from {Kenya|LOCATION|name|kenya} to {Qatar|LOCATION|name|qatar}.",
            REMOVED,
            "I move from somewhere to somewhere else.",
        ),
        ("My {Polish|NATIONALITY|adjective|polish} passport expired.", REMOVED, "My passport expired."),
        ("A {Bulgarian|NATIONALITY|adjective|bulgarian} national came.", REMOVED, "A person came."),
        ("I earn a lot as a {nurse|OCCUPATION|noun|nurse} at sea.", REMOVED, "I earn a lot at sea."),
        ("Act as a {recruiter|OCCUPATION|noun|recruiter} now.", REMOVED, "Act as a person now."),
        ("My {lawyer|OCCUPATION|noun|lawyer} is late.", REMOVED, "My contact is late."),
        (
            "As the only {firefighter|OCCUPATION|noun|firefighter} here.",
            2,
            "As the only person in public service here.",
        ),
        ("My son {Oliver|PERSON} ({age 11|AGE|aged|11}) came.", REMOVED, "My son [PERSON_1] came."),
        ("I'm a {gay|SEXUAL_ORIENTATION|adjective|gay} teacher.", 1, "I'm a teacher."),
        ("He works at The {Copper Pot|ORGANIZATION|name|copper pot} now.", 1, "He works at an organisation now."),
        (
            "I take {1 g|DOSE|unit|1 g} {BID|DOSE|frequency|bid} daily.",
            1,
            "I take roughly 0.5 to 2 g daily.",
        ),
        ("他{退休|OCCUPATION|zh|退休}前是农民。", 1, "他离开工作岗位前是农民。"),
        ("{律师|OCCUPATION|zh|律师}费太贵。", 1, "法律服务费太贵。"),
        ("{法定代表人|OCCUPATION|zh|法定代表人}：某甲", 1, "相关人员：某甲"),
        ("{离婚|MARITAL_STATUS|zh|离婚}的话孩子归谁？", 2, "婚姻变动的话孩子归谁？"),
        ("我和前妻2019年{离婚|MARITAL_STATUS|zh|离婚}，", 2, "我和前妻2019年经历婚姻变化，"),
        ("发现他{出轨|LIFE_EVENT|zh|出轨}同事。", 1, "发现他经历了一些变化，涉及同事。"),
        ("在商场{盗窃|CHARGE|zh|盗窃罪}手机一部。", 1, "在商场实施侵占财物类行为，涉及手机一部。"),
        ("朋友{酒驾|CHARGE|zh|危险驾驶罪}被抓。", 1, "朋友有交通类违法行为被抓。"),
        ("She has {a peanut allergy|ALLERGY|noun|peanut allergy}.", 1, "She has an allergy to nuts or seeds."),
        (
            "I'm a {gay man|SEXUAL_ORIENTATION|adjective|gay man} living here.",
            1,
            "I'm a person of a particular orientation living here.",
        ),
        ("He is a {Black male|ETHNICITY|adjective|black man}, tall.", 1, "He is a person, tall."),
        ("a {71 y/o|AGE|years-old|71} {male|SEX|record|male}, well", 2, "a seventy-something person, well"),
        ("服用氯吡格雷{75mg|DOSE|zh|75 mg} qd。", 2, "服用氯吡格雷若干毫克 qd。"),
        ("孩子有{花生过敏史|ALLERGY|zh|花生过敏史}。", 1, "孩子有坚果类过敏史。"),
        ("会{被开除|LIFE_EVENT|zh|被开除}吗？", 1, "会失去工作吗？"),
        ("我{怀孕5个月|LIFE_EVENT|zh|怀孕5个月}了。", 1, "我正处于孕产阶段。"),
        ("我{2019年|DATE|partial|2019}{本科|EDUCATION|zh|本科}毕业于一所大学。", REMOVED, "我某个时候毕业于一所大学。"),
        (
            "{4岁|AGE|zh-sui|4}女儿发烧，{8个月|AGE|zh-month|8m}宝宝也是。",
            1,
            "还没到上学年纪的女儿发烧，不满周岁的宝宝也是。",
        ),
        ("{14岁|AGE|zh-sui|14}{男孩|SEX|zh|male}咳嗽。", 2, "十几岁的孩子咳嗽。"),
        (
            "烧到{39.2度|LAB_RESULT|zh|39.2度}，昨天体温{38.5度|LAB_RESULT|zh|38.5度}。",
            1,
            "烧到高热范围，昨天体温在中等发热范围。",
        ),
        ("{39.2度|LAB_RESULT|zh|39.2度}的高烧", 1, "高热范围的高烧"),
        ("She has a fever of {103.1 °F|LAB_RESULT|en|103.1 °F}.", 1, "She has a fever in the high-fever range."),
        ("He ran a {38.4 °C|LAB_RESULT|en|38.4 °C} fever.", 1, "He ran a moderate fever."),
        ("It went up to {39.4 °C|LAB_RESULT|en|39.4 °C}.", 1, "It went up to the high-fever range."),
        ("每次{2.5毫升|DOSE|zh|2.5 ml}。", 2, "每次若干毫升。"),
        ("合同到{2026年3月底|DATE|zh|2026-03:底}。", REMOVED, "合同到某个日期。"),
        ("{昨天|DATE|zh|昨天}在看病。", 2, "之前在看病。"),
        ("我{信佛|RELIGION|zh|佛教徒}，吃素。", 1, "我有一种世界性宗教信仰，吃素。"),
        ("我{装了支架|SURGERY|zh|装了支架}，没事。", 1, "我做了心脏血管介入手术，没事。"),
        ("银行（{平安银行|BANK|zh|平安银行}）赔了。", REMOVED, "银行赔了。"),
        ("我是{独生子|FAMILY|zh|独生子}，在外地。", 2, "我是家里的一员，在外地。"),
        (
            "I filed for personal {bankruptcy|CASE_TYPE|noun|bankruptcy} here.",
            1,
            "I filed for a personal insolvency matter here.",
        ),
        ("I got a {restraining order|CASE_TYPE|noun|restraining order} now.", 1, "I got a court order now."),
        ("I'm {the plaintiff|LITIGATION_ROLE|noun|plaintiff} in a suit.", 1, "I'm a party in a suit."),
        (
            "a vegetarian with a {lactose intolerance|ALLERGY|noun|lactose}.",
            1,
            "a vegetarian with an intolerance of a food.",
        ),
        (
            "My {bipolar|DISEASE|adjective|bipolar disorder} sister called.",
            1,
            "My sister with a mood-related condition called.",
        ),
        ("is on {apixaban|DRUG|noun|apixaban} {5 mg|DOSE|unit|5 mg}.", REMOVED, "is on a remedy at an unstated dose."),
        ("{metformin|DRUG|noun|metformin} or {insulin|DRUG|noun|insulin} now", 1, "a blood sugar medicine now"),
        (
            "He takes {metformin|DRUG|noun|metformin}. Should he try {insulin|DRUG|noun|insulin}?",
            1,
            "He takes a blood sugar medicine. Should he try another blood sugar medicine?",
        ),
        ("an {insulin|DRUG|noun|insulin} pump", 1, "a pump for a blood sugar medicine"),
        ("we lay off {12 people|QUANTITY|count|12 people} soon.", 1, "we lay off one or two dozen people soon."),
        (
            "ill from {April 2 to April 9|DATE|range|--04-02/--04-09} at home.",
            1,
            "ill in April at home.",
        ),
        (
            "ill from {April 2|DATE|partial|--04-02} to {April 9|DATE|partial|--04-09} at home.",
            1,
            "ill in April at home.",
        ),
        ("away from {March to June|DATE|range|--03/--06} at sea.", 1, "away between March and June at sea."),
        ("our {Denver|LOCATION|name|denver} office closed.", 1, "our office in a city in Colorado closed."),
        ("She is {being bullied|LIFE_EVENT|clause} by a classmate.", 1, "She is being mistreated by a classmate."),
        (
            "my {sick leave|LIFE_EVENT|noun|sick leave} ends; on {sick leave|LIFE_EVENT|noun|sick leave} now",
            1,
            "my time off work ends; away from work now",
        ),
        ("He {just lost his job|LIFE_EVENT|clause} at sea.", 1, "He lost a job at sea."),
        ("He has {credit card debt|FINANCIAL_PRODUCT|noun|credit card debt}.", 1, "He has an outstanding debt."),
        ("pay off {student loans|FINANCIAL_PRODUCT|noun|student loans}?", 1, "pay off consumer loans?"),
        ("I converted to {Islam|RELIGION|adjective|muslim}.", 2, "I converted to a religious faith."),
        ("最近{腰疼|DISEASE|zh|腰痛}得厉害。", 1, "最近颈肩腰背不适得厉害。"),
        ("吃{阿司匹林|DRUG|zh|阿司匹林} {100毫克|DOSE|zh|100 mg}。", REMOVED, "吃某种药。"),
        ("{甲状腺结节|DISEASE|zh|甲状腺结节}TI-RADS 4a类。", 1, "内分泌腺体疾病。"),
        ("{发烧|DISEASE|zh|发烧}{38.5度|LAB_RESULT|zh|38.5度}。", 1, "体温在中等发热范围。"),
        ("我{乳糖不耐受|ALLERGY|zh|乳糖}。", 1, "我对食物类不耐受。"),
        ("目前{待业|OCCUPATION|zh|待业}。", 1, "目前未就业。"),
        ("想学{电工|OCCUPATION|zh|电工}证。", 1, "想学技术工人资格证。"),
        ("要在诊所{拔智齿|SURGERY|zh|拔智齿}。", 1, "要在诊所做口腔手术。"),
        (
            "我是{原告|LITIGATION_ROLE|zh|原告}，{被告|LITIGATION_ROLE|zh|被告}没来。",
            1,
            "我是案件一方当事人，案件另一方当事人没来。",
        ),
        ("被同学{霸凌|LIFE_EVENT|zh|霸凌}。", 1, "被同学伤害。"),
    ],
)
def test_wording(marked: str, level: int, expected: str) -> None:
    assert told(marked, level) == expected


def test_a_speaker_label_does_not_make_a_chinese_answer_english() -> None:
    text = told("Q: 您对什么过敏？ A: {青霉素|ALLERGY*|zh|青霉素}。Q: 还有吗？")
    assert text == "Q: 您对什么过敏？ A: 抗生素类。Q: 还有吗？"


@pytest.mark.parametrize(
    ("type_id", "value", "classes"),
    [
        ("DRUG", "labetalol", ["a beta blocker", "a blood pressure medicine"]),
        ("OCCUPATION", "firefighter", ["an emergency services worker", "someone in public service"]),
        ("OCCUPATION", "retired colonel", ["someone with a military background", "someone in public service"]),
        ("OCCUPATION", "nurse", ["a health-care worker", "a professional", "someone in a skilled job"]),
        ("DRUG", "tacrolimus", ["an immunosuppressant", "a medicine acting on the immune system"]),
        ("DRUG", "epinephrine", ["an allergy medicine"]),
        ("SURGERY", "kidney transplant", ["a transplant operation", "a major operation"]),
        ("SURGERY", "gastric bypass", ["an abdominal operation"]),
        ("DISEASE", "lupus", ["a blood or immune condition"]),
        ("DISEASE", "attention deficit hyperactivity disorder", ["a developmental or learning condition"]),
        ("OCCUPATION", "rheumatologist", ["a health-care worker"]),
        ("OCCUPATION", "retired welder", ["a retired person"]),
        ("LOCATION", "kenya", ["East Africa", "Africa"]),
        ("NATIONALITY", "swedish", ["from northern Europe", "from Europe"]),
    ],
)
def test_classes(type_id: str, value: str, classes: list[str]) -> None:
    rungs = LIBRARY.for_type(type_id).ladder(value, Language.EN)[1:-1]
    assert [rung.label for rung in rungs][: len(classes)] == classes


@pytest.mark.parametrize(
    "marked",
    [
        "I moved to {Kenya|LOCATION|name|kenya}.",
        "I moved to {Nowhereville|LOCATION|name|nowhereville}.",
        "I am a {receptionist|OCCUPATION|noun|receptionist}.",
        "我对{花生|ALLERGY|zh|花生}过敏。",
    ],
)
def test_a_short_ladder_keeps_its_class_in_the_first_proposal(marked: str) -> None:
    case = read_marked(marked)
    levels = DEHYDRATOR.initial_levels(case.sensitive, Decisions())
    assert all(levels[item.id] < DEHYDRATOR.top(item) for item in case.sensitive.attributes)
