"""Chinese prompts as people write them, by class of what they showed: what is found whole, what is left alone."""

from __future__ import annotations

import pytest
from shared_engine import rule_cascade

from core.domain.language import Language
from core.domain.request import Request
from core.extract.cascade import CascadeExtractor

KEY = b"k" * 32

FOUND = [
    # A name right after who names himself, a relation or a part played.
    ("PERSON", "我叫李卫东，在建设银行办过储蓄卡", "李卫东"),
    ("PERSON", "我叫周建国，在交通银行有房贷", "周建国"),
    ("PERSON", "房东赵阿姨要涨房租", "赵阿姨"),
    ("PERSON", "我是小区业主罗大勇，想投诉物业", "罗大勇"),
    ("PERSON", "被害人刘某某与刘小宝系父子关系", "刘某某"),
    ("HANDLE", "私信我，哪儿都是 edomxlk65，或者发短信", "edomxlk65"),
    # Companies as one span.
    ("ORGANIZATION", "我在杭州云栖数据科技有限公司做产品", "杭州云栖数据科技有限公司"),
    ("ORGANIZATION", "甲方为深圳市蓝海智造科技（集团）有限公司", "深圳市蓝海智造科技（集团）有限公司"),
    ("ORGANIZATION", "我上一家公司是成都星河互动网络科技", "成都星河互动网络科技"),
    ("ORGANIZATION", "我在苏州恒达精密机械上班三年了", "苏州恒达精密机械"),
    # Hospitals by short names and in brackets.
    ("HOSPITAL", "我爸上周住院（浙二医院），医生建议手术", "浙二医院"),
    ("HOSPITAL", "我妈在浙二医院看过", "浙二医院"),
    ("HOSPITAL", "在上海瑞金医院（北院）做的检查", "上海瑞金医院（北院）"),
    ("HOSPITAL", "我在省中医挂了号，我妈住协和", "协和"),
    ("HOSPITAL", "我妈在华西住院", "华西"),
    # Institutions after 在 and the like.
    ("BANK", "我叫李卫东，在建设银行的储蓄卡被盗刷", "建设银行"),
    ("BANK", "我在建设银行上班", "建设银行"),
    ("BANK", "我在招商银行南京分行工作", "招商银行南京分行"),
    # Several people's ages.
    ("AGE", "爸妈都70多了，我想带他们去", "70多"),
    ("AGE", "我爸妈都六十多了", "六十多"),
    ("AGE", "公公婆婆快80了，没人照顾", "80"),
    ("AGE", "我俩都三十好几了还没孩子", "三十好几"),
    ("AGE", "我今年28了还没对象", "28"),
    # Sums without a unit.
    ("AMOUNT", "房租从6500涨到8000", "6500"),
    ("AMOUNT", "房租从6500涨到8000", "8000"),
    ("AMOUNT", "我修车花了一万三，保险公司只赔8000，怎么办", "8000"),
    ("AMOUNT", "我租的房子月租4200，押一付三", "4200"),
    ("AMOUNT", "这套房我报价320万，最后卖了298万", "298万"),
    ("AMOUNT", "他欠我35000一直不还", "35000"),
    ("AMOUNT", "我信用卡欠了12万还不上", "12万"),
    # Lunar dates, years in two numerals.
    ("BIRTH_DATE", "Q: 您的出生日期？ A: 八三年腊月初八。", "八三年腊月初八"),
    ("BIRTH_DATE", "我是八三年腊月初八出生的", "八三年腊月初八"),
    ("DATE", "我俩九八年结的婚", "九八年"),
    ("DATE", "他是农历三月十五走的", "农历三月十五"),
    ("DATE", "我爷爷腊月二十三过生日", "腊月二十三"),
    # Where somebody comes from.
    ("LOCATION", "我是广西来的，工号A1032", "广西"),
    # A state of somebody's own.
    ("LIFE_EVENT", "我刚离婚，一个人带孩子", "刚离婚"),
    ("MARITAL_STATUS", "本人男，离异带一娃，在合肥上班", "离异"),
    ("MARITAL_STATUS", "我未婚，今年30岁", "未婚"),
    ("MARITAL_STATUS", "婚姻状况：离异", "离异"),
    ("OCCUPATION", "我是律师，最近失眠", "律师"),
    ("OCCUPATION", "我在一家三甲医院当医生", "医生"),
    # A place without its 区 after its city, roads and branches as they are said.
    ("LOCATION", "我在沈阳铁西租房住，今年45", "沈阳铁西"),
    ("LOCATION", "我是宁夏的，今年45岁", "宁夏"),
    ("ADDRESS", "收货地址改成西安市雁塔区科技六路14号楼3单元2602", "西安市雁塔区科技六路14号楼3单元2602"),
    (
        "BANK",
        "申请执行人中国邮政储蓄银行股份有限公司临沂市兰山区支行申请执行",
        "中国邮政储蓄银行股份有限公司临沂市兰山区支行",
    ),
    ("SCHOOL", "我女儿612分，报郑州大学还是南方医科大学？", "南方医科大学"),
    ("HOSPITAL", "我奶奶91了，市一院说要手术", "市一院"),
    ("HOSPITAL", "想挂浙大二院骨科，我今年36岁", "浙大二院"),
    ("HOSPITAL", "家属汤卫东（丈夫）要求转华山医院", "华山医院"),
    ("HOSPITAL", "心理老师建议去安定医院，我儿子13岁", "安定医院"),
    ("AGE", "外婆今年八十有三，独居", "八十有三"),
    ("AMOUNT", "我欠了网贷二十来万，在长沙", "二十来万"),
    ("AMOUNT", "我今年31岁，能批50万经营贷吗", "50万"),
    ("PERSON", "患者李*明，男，47岁", "李*明"),
    ("OCCUPATION", "我在长沙跑外卖，今年30岁", "跑外卖"),
    ("DISEASE", "经鉴定为九级伤残，我今年30岁", "九级伤残"),
    ("DISEASE", "骑车摔倒致左侧锁骨骨折，我今年30岁", "左侧锁骨骨折"),
    ("MEDICAL_RECORD", "住院号20230817 45，患者宋玉兰", "20230817 45"),
    # Medical language.
    ("SURGERY", "我爸有冠心病装了两个支架", "装了两个支架"),
    ("DISEASE", "检查结果显示甲状腺结节4a类", "甲状腺结节"),
    ("DISEASE", "超声提示左侧乳腺结节", "左侧乳腺结节"),
    (
        "BANK_CARD",
        "身份证号四四零一零六一九九零零一零一一二三四，银行卡六二二二零二一二三四五六七八九零",
        "六二二二零二一二三四五六七八九零",
    ),
    ("BANK_CARD", "本人的银行卡六二二二零二一二三四五六七八九零，请核对", "六二二二零二一二三四五六七八九零"),
    ("INSURANCE_NUMBER", "她医保卡号 510703195303124567", "510703195303124567"),
]

LEFT_ALONE = [
    ("PERSON", "经审理查明，被告人在商场盗窃"),
    ("PERSON", "昨晚10点在仙林大道被追尾"),
    ("PERSON", "我是广西来的，没签合同"),
    ("PERSON", "公司决定砍掉“蓝鲸”项目，预算480万"),
    ("COURT", "请帮我分析法院判决的要点"),
    ("COURT", "怎么起诉法院才会受理？"),
    ("COURT", "我该去申请法院强制执行吗"),
    ("HOSPITAL", "我爸该不该换医院？"),
    ("HOSPITAL", "推荐医院和科室"),
    ("SCHOOL", "我女儿择校，选择学校要看什么"),
    ("MARITAL_STATUS", "我俩在西安有两套房。离婚的话孩子和房子怎么分？"),
    ("MARITAL_STATUS", "判决离婚后，孩子由谁抚养？我女儿5岁"),
    ("MARITAL_STATUS", "我想离婚，老公不同意"),
    ("MARITAL_STATUS", "我想起诉离婚，需要准备什么材料？我在深圳"),
    ("OCCUPATION", "律师费 $1,500，我觉得太贵"),
    ("OCCUPATION", "医生给我开了阿普唑仑，我有乙肝"),
    ("OCCUPATION", "客服让我提供身份证42010619880214351X"),
    ("OCCUPATION", "医生姓陈，建议我穿刺"),
    ("OCCUPATION", "请找律师写个函，我手机13812345678"),
    ("OCCUPATION", "老师说我儿子上课不专心，他8岁"),
    ("OCCUPATION", "律师函怎么写？我手机13812345678"),
    ("OCCUPATION", "医生说要复查，我手机13812345678"),
    ("OCCUPATION", "怎么跟领导开口请假？我爸肝癌"),
    ("OCCUPATION", "班主任您好，孩子今天请假，我叫王芳"),
    ("OCCUPATION", "请帮我给学生写评语：张一诺，女"),
    ("OCCUPATION", "我妈72岁，退休前在学校上班"),
    ("OCCUPATION", "父母让我回去考公务员，我今年23岁"),
    ("SCHOOL", "大的上小学，小的才三岁"),
    ("INCOME", "我叫王芳，工资15号发"),
    ("DISEASE", "患者否认肝炎、结核病史，电话13812345678"),
    ("DISEASE", "既往无高血压、糖尿病病史，患者张伟"),
    ("ALLERGY", "否认药物过敏史，患者张伟，男"),
    ("ALLERGY", "无青霉素过敏史，患者张伟，男"),
    ("OCCUPATION", "我要出国，需要翻译哪些材料？我叫王芳"),
    ("AMOUNT", "我女儿考了612分，排名18000"),
    ("AMOUNT", "从2019年做到2023年，我叫王芳"),
    ("AGE", "我买了70多本书，我叫王芳"),
]


@pytest.fixture(scope="module")
def extractor() -> CascadeExtractor:
    return rule_cascade()


@pytest.mark.parametrize(("type_id", "text", "surface"), FOUND)
def test_found_whole(extractor: CascadeExtractor, type_id: str, text: str, surface: str) -> None:
    found = [(mention.type_id, mention.text) for mention in extractor.extract(Request(text), KEY).mentions]
    assert (type_id, surface) in found, found


@pytest.mark.parametrize(("type_id", "text"), LEFT_ALONE)
def test_left_alone(extractor: CascadeExtractor, type_id: str, text: str) -> None:
    found = [m.text for m in extractor.extract(Request(text), KEY).mentions if m.type_id == type_id]
    assert found == []


def test_latin_labels_do_not_make_a_chinese_text_english(extractor: CascadeExtractor) -> None:
    text = "Q: 您多大？ A: 我今年52岁。Q: 有过敏史吗？ A: 青霉素过敏。"
    mentions = extractor.extract(Request(text), KEY).mentions
    assert extractor.language(text) is Language.ZH
    assert {mention.language for mention in mentions} == {Language.ZH}
