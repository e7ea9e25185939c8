"""Positive, negative and adversarial tables per quasi-identifier type, both languages."""

from __future__ import annotations

import pytest

from core.extract.candidate import Candidate, Recognizer, TextView
from core.extract.language import detect
from core.extract.quasi import build
from core.resources import load_taxonomy, resource_root
from core.text.normalize import normalize


@pytest.fixture(scope="module")
def recognizer() -> Recognizer:
    root = resource_root()
    (found,) = build(load_taxonomy(root), root)
    return found


def candidates(recognizer: Recognizer, text: str) -> list[Candidate]:
    view = normalize(text)
    return list(recognizer.find(TextView(view, view.text, view.text.lower(), detect(text))))


POSITIVE = [
    # type, text, surface, value
    ("AGE", "I am 67, and well.", "67", "67"),
    ("AGE", "My mother is 67 years old.", "67 years old", "67"),
    ("AGE", "a 67-year-old man", "67-year-old", "67"),
    ("AGE", "He died aged 67.", "aged 67", "67"),
    ("AGE", "She is sixty-seven years old.", "sixty-seven years old", "67"),
    ("AGE", "I have two children, 6 and 9 years old.", "6", "6"),
    ("AGE", "Age: 41, Sex: F", "41", "41"),
    ("AGE", "我今年67岁", "67岁", "67"),
    ("AGE", "父亲六十七岁", "六十七岁", "67"),
    ("AGE", "我今年67，退休了", "67", "67"),
    ("AGE", "孩子才3个月大", "3个月大", "3m"),
    ("AGE", "老人年近七旬", "七旬", "~70"),
    ("AGE", "年龄：45", "45", "45"),
    ("AGE", "我是90后", "90后", "90s"),
    ("BIRTH_DATE", "I was born on 5 May 1958.", "5 May 1958", "1958-05-05"),
    ("BIRTH_DATE", "She was born in 1958 in Leeds.", "1958", "1958"),
    ("BIRTH_DATE", "他生于1958年5月5日", "1958年5月5日", "1958-05-05"),
    ("BIRTH_DATE", "李某，1990年3月出生", "1990年3月", "1990-03"),
    ("DATE", "On 14 March 2026 it rained.", "14 March 2026", "2026-03-14"),
    ("DATE", "on March 14, 2026", "March 14, 2026", "2026-03-14"),
    ("DATE", "dated 2026-03-14.", "2026-03-14", "2026-03-14"),
    ("DATE", "on 14/03/2026 we met", "14/03/2026", "2026-03-14"),
    ("DATE", "until 19 July.", "19 July", "--07-19"),
    ("DATE", "hearings on 1 and 31 October 2001", "1 and 31 October 2001", "2001-10-01/2001-10-31"),
    ("DATE", "three months ago I fell", "three months ago", "P-3M"),
    ("DATE", "I moved last March", "last March", "last:--03"),
    ("DATE", "于2026年3月14日入院", "2026年3月14日", "2026-03-14"),
    ("DATE", "二〇二六年三月十四日", "二〇二六年三月十四日", "2026-03-14"),
    ("DATE", "三个月前做的", "三个月前", "P-3M"),
    ("DATE", "上周二出院", "上周二", "last:W:W2"),
    ("DATE", "去年3月离职", "去年3月", "last:Y:--03"),
    ("TIME", "at 9:30 pm", "9:30 pm", "21:30"),
    ("TIME", "下午3点半到", "下午3点半", "15:30"),
    ("DURATION", "eleven days after", "eleven days", "P11D"),
    ("DURATION", "for 5 years", "5 years", "P5Y"),
    ("DURATION", "工龄为十二年。", "十二年", "P12Y"),
    ("DURATION", "玩五天", "五天", "P5D"),
    ("SEX", "a 41-year-old woman", "woman", "female"),
    ("SEX", "Sex: M", "M", "male"),
    ("SEX", "沈国栋，男，45岁", "男", "male"),
    ("SEX", "性别女", "女", "female"),
    ("MARITAL_STATUS", "I am recently divorced", "divorced", "divorced"),
    ("MARITAL_STATUS", "婚姻状况：离异", "离异", "离异"),
    ("ETHNICITY", "男，回族，干部", "回族", "回族"),
    ("ETHNICITY", "an African American patient", "African American", "african american"),
    ("RELIGION", "I am a devout Muslim", "Muslim", "muslim"),
    ("RELIGION", "我奶奶信佛", "信佛", "佛教徒"),
    ("NATIONALITY", "a Swedish national", "Swedish national", "swedish"),
    ("POLITICAL", "政治面貌：中共党员", "中共党员", "中共党员"),
    ("SEXUAL_ORIENTATION", "I am gay", "gay", "gay"),
    ("EDUCATION", "学历：硕士", "硕士", "硕士"),
    ("EDUCATION", "she has a PhD in physics", "PhD", "phd"),
    ("FAMILY", "I am a single mother of three", "single mother of three", "single mother of three"),
    ("FAMILY", "我们有两个孩子", "两个孩子", "两个孩子"),
    ("FAMILY", "我是独生子女", "独生子女", "独生子女"),
    ("OCCUPATION", "I work as a marine biologist in Leeds", "marine biologist", "marine biologist"),
    ("OCCUPATION", "a 41-year-old dental assistant", "dental assistant", "dental assistant"),
    ("OCCUPATION", "在公司做会计，", "会计", "会计"),
    ("OCCUPATION", "原为宁波某厂车间主任", "车间主任", "车间主任"),
    ("ORGANIZATION", "her employer, Castlegate Dental Group", "Castlegate Dental Group", "castlegate dental group"),
    ("ORGANIZATION", "在宁波市恒川机械有限公司上班", "宁波市恒川机械有限公司", "宁波市恒川机械有限公司"),
    ("ORGANIZATION", "苏州一家软件公司做会计", "一家软件公司", "一家软件公司"),
    ("BANK", "customer of Harbour & Lane Bank", "Harbour & Lane Bank", "harbour & lane bank"),
    (
        "HOSPITAL",
        "in Northfield University Hospital",
        "Northfield University Hospital",
        "northfield university hospital",
    ),
    ("HOSPITAL", "在江宁区仁康医院做了", "江宁区仁康医院", "江宁区仁康医院"),
    ("COURT", "the Poznań Court of Appeal held", "Poznań Court of Appeal", "poznań court of appeal"),
    ("COURT", "由宁波市海东区人民法院审理", "宁波市海东区人民法院", "宁波市海东区人民法院"),
    ("LAW_FIRM", "北京明理律师事务所", "北京明理律师事务所", "北京明理律师事务所"),
    ("SCHOOL", "She studied at Ashdown College", "Ashdown College", "ashdown college"),
    ("DEPARTMENT", "仁康医院心内科", "心内科", "心内科"),
    ("LOCATION", "I live in Leeds", "Leeds", "leeds"),
    ("LOCATION", "我住在苏州", "苏州", "苏州市"),
    ("LOCATION", "从成都出发去西安玩", "西安", "西安市"),
    ("LANDMARK", "stay at the Hotel Miradouro Azul", "Hotel Miradouro Azul", "hotel miradouro azul"),
    ("LANDMARK", "住在云栖客栈", "云栖客栈", "云栖客栈"),
    ("POSTCODE", "my zip code is 35350", "35350", "35350"),
    ("POSTCODE", "邮编215000", "215000", "215000"),
    ("TRIP_NUMBER", "fly with flight TP1327", "TP1327", "TP1327"),
    ("TRIP_NUMBER", "坐G2204次高铁", "G2204", "G2204"),
    ("DISEASE", "I have type 2 diabetes", "type 2 diabetes", "type 2 diabetes"),
    ("DISEASE", "diagnosed with cholangitis", "cholangitis", "cholangitis"),
    ("DISEASE", "我患有高血压", "高血压", "高血压"),
    ("DISEASE", "确诊为急性胰腺炎", "急性胰腺炎", "急性胰腺炎"),
    ("SURGERY", "had a stent procedure", "stent procedure", "stent procedure"),
    ("SURGERY", "做了支架手术", "支架手术", "支架手术"),
    ("DRUG", "take aspirin daily", "aspirin", "aspirin"),
    ("DRUG", "prescribed fosinopril", "fosinopril", "fosinopril"),
    ("DRUG", "服用匹伐他汀", "匹伐他汀", "匹伐他汀"),
    ("DOSE", "take 100 mg aspirin", "100 mg", "100 mg"),
    ("DOSE", "阿司匹林100毫克", "100毫克", "100 mg"),
    ("ALLERGY", "I am allergic to penicillin.", "penicillin", "penicillin"),
    ("ALLERGY", "对青霉素过敏", "青霉素", "青霉素"),
    ("LAB_RESULT", "my HbA1c is 7.2%", "7.2%", "7.2%"),
    ("LAB_RESULT", "血压150/95", "150/95", "150/95"),
    ("BLOOD_TYPE", "血型：AB型", "AB型", "AB"),
    ("PHYSIQUE", "身高175cm", "175cm", "175cm"),
    ("INCOME", "I earn about £3,100 a month", "about £3,100", "GBP 3100.00"),
    ("INCOME", "月薪9800元", "9800元", "CNY 9800.00"),
    ("AMOUNT", "paid £3,478.00 by card", "£3,478.00", "GBP 3478.00"),
    ("AMOUNT", "lent him three thousand pounds", "three thousand pounds", "GBP 3000.00"),
    ("AMOUNT", "扣了3478元", "3478元", "CNY 3478.00"),
    ("AMOUNT", "一笔12万元的贷款", "12万元", "CNY 120000.00"),
    ("AMOUNT", "借给他三千块", "三千块", "CNY 3000.00"),
    ("RATE", "年利率7.2%", "7.2%", "7.2%"),
    ("FINANCIAL_PRODUCT", "消费贷款还没还完", "消费贷款", "消费贷款"),
    ("CASE_TYPE", "arguments for unfair dismissal", "unfair dismissal", "unfair dismissal"),
    ("CASE_TYPE", "一起民间借贷纠纷", "民间借贷纠纷", "民间借贷纠纷"),
    ("CHARGE", "涉嫌寻衅滋事罪", "寻衅滋事罪", "寻衅滋事罪"),
    ("LITIGATION_ROLE", "原告：张三，男", "原告", "原告"),
    ("LIFE_EVENT", "我刚离婚", "刚离婚", "刚离婚"),
]


@pytest.mark.parametrize(("type_id", "text", "surface", "value"), POSITIVE)
def test_found(recognizer: Recognizer, type_id: str, text: str, surface: str, value: str | None) -> None:
    found = [
        (normalize(text).text[item.start : item.end], item.value)
        for item in candidates(recognizer, text)
        if item.type_id == type_id
    ]
    if value is None:
        assert surface in [span for span, _ in found]
    else:
        assert (surface, value) in found


NEGATIVE = [
    ("AGE", "The room is 67 metres long."),
    ("AGE", "We sold a 12-year-old car."),
    ("AGE", "I am 100% sure"),
    ("AGE", "请见第67页"),
    ("AGE", "今年67%的人"),
    ("SEX", "he said that she left"),
    ("SEX", "我男朋友来了"),
    ("NATIONALITY", "I like Italian food"),
    ("NATIONALITY", "please polish the table"),
    ("LOCATION", "roast turkey with chestnuts"),
    ("LOCATION", "北京烤鸭怎么做"),
    ("AMOUNT", "十元素周期表"),
    ("DURATION", "1998年前后"),
    ("TIME", "共3点建议"),
    ("DATE", "you may 3 times try"),
    ("DRUG", "an April morning in a noir film"),
    ("DISEASE", "He has a diploma."),
    ("OCCUPATION", "Should I see a doctor?"),
    ("LITIGATION_ROLE", "what is a plaintiff?"),
    ("BLOOD_TYPE", "choose option A or B"),
    ("COURT", "the Supreme Court ruled"),
    ("HOSPITAL", "附近的医院"),
    ("LANDMARK", "有哪些酒店推荐"),
    ("POSTCODE", "I bought 35350 shares"),
    ("TRIP_NUMBER", "the model is AB123"),
]


@pytest.mark.parametrize(("type_id", "text"), NEGATIVE)
def test_not_found(recognizer: Recognizer, type_id: str, text: str) -> None:
    assert [item for item in candidates(recognizer, text) if item.type_id == type_id] == []


ADVERSARIAL = [
    ("AMOUNT", "扣了３４７８元", "CNY 3478.00"),
    ("AGE", "今年６７岁", "67"),
    ("DATE", "2026\u00a0年3月14日", "2026-03-14"),
    ("DATE", "14\u00a0March\u00a02026", "2026-03-14"),
    ("AMOUNT", "共￥3,478.00", "CNY 3478.00"),
    ("AGE", "age：67", "67"),
    ("DOSE", "每天服用阿司匹林100mg", "100 mg"),
    ("RATE", "利率是７．２％", "7.2%"),
]


@pytest.mark.parametrize(("type_id", "text", "value"), ADVERSARIAL)
def test_found_in_disguise(recognizer: Recognizer, type_id: str, text: str, value: str) -> None:
    assert value in [item.value for item in candidates(recognizer, text) if item.type_id == type_id]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("I am 67.", "predicate"),
        ("67 years old", "years-old"),
        ("a 67-year-old man", "year-old"),
        ("died aged 67.", "aged"),
        ("我67岁", "zh-sui"),
        ("我今年67，", "zh-bare"),
        ("年龄:67", "record"),
    ],
)
def test_age_form(recognizer: Recognizer, text: str, form: str) -> None:
    assert form in {item.form for item in candidates(recognizer, text) if item.type_id == "AGE"}


@pytest.mark.parametrize(
    "unit", ["a", "A", "1", " ", "一", "病", "$1,", "1 January ", "the ", "of A ", "公司", "年", "(", "hundred "]
)
def test_hostile_repetition_ends(recognizer: Recognizer, unit: str) -> None:
    text = (unit * 4000)[:4000]
    for item in candidates(recognizer, text):
        assert 0 <= item.start < item.end <= len(text)
