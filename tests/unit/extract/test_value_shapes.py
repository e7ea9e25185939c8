"""Values that no list holds are found by their shape, whole, and words that only look like them are left alone."""

from __future__ import annotations

import pytest
from shared_engine import rule_cascade

from core.domain.request import Request
from core.extract.cascade import CascadeExtractor

KEY = b"k" * 32


@pytest.fixture(scope="module")
def extractor() -> CascadeExtractor:
    return rule_cascade()


def mentions(extractor: CascadeExtractor, text: str) -> set[tuple[str, str]]:
    return {(item.type_id, item.text) for item in extractor.extract(Request(text), KEY).mentions}


FOUND = [
    ("AGE", "I am 58, single, with a cat.", "58"),
    ("AGE", "Profile of Tamsin Oakes, forty-one, Irish", "forty-one"),
    ("AGE", "My wife and I (71 and 68) retired.", "68"),
    ("AGE", "我47岁，已婚。", "47岁"),
    ("AGE", "年龄：二十八岁", "二十八岁"),
    ("LOCATION", "我打算飞往河内，从南昌出发。", "河内"),
    ("LOCATION", "我们全家去雷克雅未克过冬。", "雷克雅未克"),
    ("TRIP_NUMBER", "我没赶上去清迈的CZ3039。", "CZ3039"),
    ("TRIP_NUMBER", "我从长沙去昆明，坐D2571次。", "D2571"),
    ("HOSPITAL", "I was treated at Bramley County Hospital.", "Bramley County Hospital"),
    ("HOSPITAL", "He was in St. Columba's Hospital.", "St. Columba's Hospital"),
    ("HOSPITAL", "我在江海大学附属医院骨科住过院。", "江海大学附属医院"),
    ("HOSPITAL", "我3月16日城东中医院看过。", "城东中医院"),
    ("COURT", "My case is before the Superior Court of Alder County.", "Superior Court of Alder County"),
    ("COURT", "I was heard by the County Court at Millbrook.", "County Court at Millbrook"),
    ("COURT", "My hearing at Alder County Court for August 22, 2024.", "Alder County Court"),
    ("BANK", "I bank with First Copper Bank in Leeds.", "First Copper Bank"),
    ("ORGANIZATION", "My boss Gregor Haas at Lumen & Thorpe GmbH left.", "Lumen & Thorpe GmbH"),
    ("ORGANIZATION", "I work for Saffron Textiles Co., Ltd. as a buyer.", "Saffron Textiles Co., Ltd"),
    ("LAW_FIRM", "I am represented by Holloway, Marsh & Tate LLP.", "Holloway, Marsh & Tate LLP"),
    ("LAW_FIRM", "我的代理人来自正大律师事务所。", "正大律师事务所"),
    ("LAW_FIRM", "我的代理人来自海川（临安）律师事务所。", "海川（临安）律师事务所"),
    ("CASE_TYPE", "我的案由为离婚纠纷。", "离婚纠纷"),
    ("CHARGE", "我弟弟涉嫌逃税罪。", "逃税罪"),
    ("FAMILY", "我家有三个孙子。", "三个孙子"),
    ("FAMILY", "I live with my twin sister.", "twin sister"),
    ("LIFE_EVENT", "I am newly widowed.", "newly widowed"),
    ("LIFE_EVENT", "I am just back from maternity leave.", "just back from maternity leave"),
    ("LIFE_EVENT", "我爸爸丧偶不久。", "丧偶不久"),
    ("LIFE_EVENT", "我刚休完产假。", "刚休完产假"),
    ("DISEASE", "我有慢性肾病。", "慢性肾病"),
    ("DISEASE", "我得了甲状腺功能减退症。", "甲状腺功能减退症"),
    ("DRUG", "我用药：雷米普利 25毫克", "雷米普利"),
    ("SURGERY", "我做过膝关节镜手术。", "膝关节镜手术"),
    ("OCCUPATION", "我姐姐职业为图书管理员。", "图书管理员"),
    ("INCOME", "我月薪50930.50块。", "50930.50块"),
    ("INCOME", "我年收入12万元。", "12万元"),
    ("AMOUNT", "I owe 1,500 Austrian schillings.", "1,500 Austrian schillings"),
    ("PHONE", "Contact: (202) 555-0134, 109 Station Street, Seattle 77427", "(202) 555-0134"),
    ("ADDRESS", "Contact: (202) 555-0134, 109 Station Street, Seattle 77427", "109 Station Street, Seattle 77427"),
    ("CASE_NUMBER", "According to the file KX-2024-551207 I was stopped.", "KX-2024-551207"),
    ("CASE_NUMBER", "My applications nos. 260, 268 and 119/5 failed.", "119/5"),
    ("MEDICAL_RECORD", "The hospital file is MRN4410982.", "MRN4410982"),
    ("MEDICAL_RECORD", "The patient's file is H-4410982.", "H-4410982"),
    ("HANDLE", "Config: user=qmeadow7 password=Zt8!kkWq2", "qmeadow7"),
    ("HANDLE", "export DB_USER=qmeadow7", "qmeadow7"),
    ("CARD_TAIL", "Agent: the last four digits?\nCustomer: 8841. Thanks.", "8841"),
    ("CARD_TAIL", "客服：请报卡号后四位。\n客户：3307，谢谢。", "3307"),
    ("PERSON", "My name is Autumn Fields.", "Autumn Fields"),
    ("PERSON", "客户：姓名：高兴", "高兴"),
    ("HOSPITAL", "我妈妈6月16日在Cedar Vale Clinic看病。", "Cedar Vale Clinic"),
    ("LAW_FIRM", "我收到Harlow Law Group给的邮件。", "Harlow Law Group"),
    ("SEX", "name|sex|age\nTamsin Oakes|female|64|Leeds", "female"),
    ("AGE", "name|sex|age\nTamsin Oakes|female|64|Leeds", "64"),
    ("DRUG", "我一直吃他莫昔芬，每天一次。", "他莫昔芬"),
    ("DOSE", "我一直吃二甲双胍，75毫克。", "75毫克"),
    ("TRIP_NUMBER", "我订的票：去程：6月4日，MU7741", "MU7741"),
    ("INSURANCE_NUMBER", "Insurance: PKT664907040", "PKT664907040"),
    ("CASE_NUMBER", "我的案件编号KX-2024-551207。", "KX-2024-551207"),
]


@pytest.mark.parametrize(("type_id", "text", "surface"), FOUND)
def test_found_whole(type_id: str, text: str, surface: str, extractor: CascadeExtractor) -> None:
    assert (type_id, surface) in mentions(extractor, text)


NOT_FOUND = [
    ("PERSON", "请把这封信改得更礼貌，我是老师。"),
    ("PERSON", "我女儿上高二。"),
    ("OCCUPATION", "我头痛，医生开了药。"),
    ("OCCUPATION", "I am 33. Which gaps would a recruiter ask about?"),
    ("DURATION", "我35岁，一年能挣多少？"),
    ("DURATION", "I am 33 and paid for a night."),
    ("FINANCIAL_PRODUCT", "I lost my credit card."),
    ("COURT", "My case went to the First Section of the Court."),
    ("HANDLE", "user=root password=Zt8!kkWq2"),
    ("LOCATION", "我读过达尔文的书。"),
    ("PERSON", "Why did Napoleon lose the battle?"),
    ("DISEASE", "高血压患者平时饮食要注意什么？"),
]


@pytest.mark.parametrize(("type_id", "text"), NOT_FOUND)
def test_left_alone(type_id: str, text: str, extractor: CascadeExtractor) -> None:
    assert type_id not in {found for found, _ in mentions(extractor, text)}


HARMLESS = [
    "How do I bake sourdough bread without a Dutch oven?",
    "Who wrote One Hundred Years of Solitude?",
    "Explain the difference between a credit card and a debit card.",
    "What does the Supreme Court of the United States do?",
    "Compare the leadership styles of Abraham Lincoln and Winston Churchill.",
    "红烧肉怎么做才不腻？",
    "李白和杜甫的诗风有什么不同？",
    "法院受理一般民事案件需要多长时间？",
    "律师在庭审中起什么作用？",
    "去京都旅游哪个季节最好？",
]


@pytest.mark.parametrize("text", HARMLESS)
def test_a_general_question_holds_nothing_of_anybody(text: str, extractor: CascadeExtractor) -> None:
    assert mentions(extractor, text) == set()
