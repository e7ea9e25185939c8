"""Values that stand by the frame around them, and what stands in such a frame without being one."""

from __future__ import annotations

import pytest
from shared_engine import rule_cascade

from core.domain.language import Language
from core.domain.request import Request
from core.extract.cascade import CascadeExtractor
from core.extract.language import detect

KEY = b"k" * 32


@pytest.fixture(scope="module")
def extractor() -> CascadeExtractor:
    return rule_cascade()


def mentions(extractor: CascadeExtractor, text: str) -> set[tuple[str, str]]:
    return {(item.type_id, item.text) for item in extractor.extract(Request(text), KEY).mentions}


FOUND = [
    ("ORGANIZATION", "I was formerly at KPQ and miss it.", "KPQ"),
    ("ORGANIZATION", "I have an interview at Brindlow next week.", "Brindlow"),
    ("LANDMARK", "我在深圳南山区科技园上班。", "深圳南山区科技园"),
    ("LIFE_EVENT", "She was bullied by two classmates.", "was bullied by two classmates"),
    ("LIFE_EVENT", "My cousin lives here without papers.", "without papers"),
    ("LAB_RESULT", "My son has a fever of 102.6F.", "102.6F"),
    ("LAB_RESULT", "我血压130/85，61岁。", "130/85"),
    ("AGE", "我血压130/85，61岁。", "61岁"),
    ("DISEASE", "我是一名银屑病患者。", "银屑病"),
    ("DRUG", "我给孩子吃了泰诺林。", "泰诺林"),
    ("DATE", "I was away from May 2 to May 9.", "May 2"),
    ("DATE", "I was away from May 2 to May 9.", "May 9"),
    ("LOCATION", "我和爱人周末去上虞玩。", "上虞"),
    ("HANDLE", "mysql -u linqiao -p fails for me", "linqiao"),
    ("HANDLE", "postgres://linqiao:x@db.example.com/app", "linqiao"),
    ("COURT", "我前夫在南昌中院工作。", "南昌中院"),
    ("LOCATION", "我是湖南邵东人，35岁。", "湖南邵东"),
    ("ADDRESS", "送到我家朝阳区望京花园3号楼1502就坏了。", "朝阳区望京花园3号楼1502"),
    ("DEPARTMENT", "我在风湿科看过。", "风湿科"),
    ("ETHNICITY", "我爸妈是回民。", "回民"),
    ("LICENSE_PLATE", "I sold my car, reg LB17 XKP, in May.", "LB17 XKP"),
    ("LIFE_EVENT", "I got sacked in May.", "got sacked"),
    ("PERSON", "我是欧阳树人，男，45岁。", "欧阳树人"),
    ("QUANTITY", "In March 2007 my case had seventy-one hearings.", "seventy-one hearings"),
    ("DISEASE", "I have chronic fatigue syndrome.", "chronic fatigue syndrome"),
    ("DISEASE", "My daughter has whooping cough.", "whooping cough"),
]
NOT_FOUND = [
    ("ORGANIZATION", "I had an interview at Easter."),
    ("ORGANIZATION", "This is the only way in life I know."),
    ("ORGANIZATION", "我的保险公司是什么意思？"),
    ("ORGANIZATION", "我想问公司叫我加班合法吗？"),
    ("LAW_FIRM", "I work for Apex Logistics LLC as a driver."),
    ("LOCATION", "My sister is POA for my mum."),
    ("SCHOOL", "我每天工作三小时，百分之三中的一部分。"),
    ("LIFE_EVENT", "我被公司表扬了。"),
    ("COURT", "我想请您介绍集中院系的问题。"),
    ("SCHOOL", "我需要提交大的文件。"),
    ("PERSON", "我怀孕四个月了，能申请调白班吗？"),
    ("LIFE_EVENT", "I have papers for my dog."),
    ("OCCUPATION", "My husband works in silence."),
    ("LAB_RESULT", "我买了37.5元的菜，孩子发育正常。"),
    ("LAB_RESULT", "I ran 10.5 km on Sunday with my son."),
    ("AGE", "我血压130/85，想知道是否正常。"),
    ("PHONE", "My version (555-01632) is old."),
    ("PERSON", "我是一名银屑病患者。"),
    ("PERSON", "我是招商银行的客户。"),
    ("PERSON", "我给孩子吃了泰诺林和美林。"),
    ("PERSON", "我是湖南邵东人，35岁。"),
    ("PERSON", "我是一名抑郁症患者，35岁。"),
    ("PERSON", "我是招商银行的客户，45岁。"),
    ("PERSON", "我是滴滴司机，女，30岁。"),
    ("PERSON", "我是独生女，28岁。"),
    ("DATE", "I live on the 24th floor."),
    ("INCOME", "I'm on 24 hour call."),
    ("LOCATION", "我去开发一个软件。"),
    ("CHARGE", "我怕遭遇电信诈骗。"),
    ("HANDLE", "mysql -u root -p fails for me"),
    ("DISEASE", "I have a cough, a sore throat and nausea."),
    ("DISEASE", "我发烧、头痛、咳嗽三天了。"),
]


@pytest.mark.parametrize(("type_id", "text", "span"), FOUND)
def test_the_frame_says_what_it_is(extractor: CascadeExtractor, type_id: str, text: str, span: str) -> None:
    assert (type_id, span) in mentions(extractor, text)


@pytest.mark.parametrize(("type_id", "text"), NOT_FOUND)
def test_a_frame_with_something_else_in_it_says_nothing(extractor: CascadeExtractor, type_id: str, text: str) -> None:
    assert type_id not in {kind for kind, _ in mentions(extractor, text)}


def test_commands_do_not_make_a_chinese_question_english() -> None:
    shell = "$ sudo systemctl restart nginx\n$ mysql -u someone -p --host=db.example.com production\n"
    assert detect(f"服务器起不来，怎么办？\n{shell}{shell}") is Language.ZH
    assert detect("Please translate 你好 for my friends from abroad") is Language.EN
