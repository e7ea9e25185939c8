"""Forms of Chinese prose beside the plain ones: what is found, and ordinary text that looks like it."""

from __future__ import annotations

import pytest
from shared_engine import rule_cascade

from core.domain.request import Request
from core.extract.cascade import CascadeExtractor

KEY = b"k" * 32

FOUND = [
    ("PERSON", "姓名：巴特尔苏和", "巴特尔苏和"),
    ("PERSON", "[09:12] Lucy: 会议改到三点\n[09:13] 小吴: 好的", "Lucy"),
    ("PERSON", "承办人费志远，联系电话见函", "费志远"),
    ("PERSON", "原告：完颜立群，男，1980年生", "完颜立群"),
    ("ADDRESS", "住院地址：望江小区6栋2单元1201室", "望江小区6栋2单元1201室"),
    ("PHONE", "张敏,女,29,13912345678,财务", "13912345678"),
    ("PHONE", "我的手机是一三八 零零一三 八零零零", "一三八 零零一三 八零零零"),
    ("MEDICAL_RECORD", "患者住院号：0071 2298，今日出院", "0071 2298"),
    ("VERIFICATION_CODE", "您的取件码：12-3-4567，请尽快领取", "12-3-4567"),
    ("AMOUNT", "被告应偿还原告人民币玖拾贰万叁仟元整", "人民币玖拾贰万叁仟元整"),
    ("AMOUNT", "对方要彩礼十八万八", "十八万八"),
    ("AMOUNT", "我们一家三口想去海边，预算9000，怎么玩", "9000"),
    ("DISEASE", "我爱人查出妊娠期糖尿病，要不要听医生的？", "妊娠期糖尿病"),
    ("LOCATION", "我在东莞松山湖一家工厂上班", "东莞松山湖"),
    ("AGE", "我老公41，我38，想要二胎", "41"),
    ("AGE", "他都奔六的人了，还在我们厂打工", "奔六"),
    ("AGE", "我家宝宝七个月了，一直拉肚子", "七个月"),
    ("BIRTH_DATE", "我爸属兔，身体一直不好", "属兔"),
    ("BIRTH_DATE", "我妈是五八年生人，退休好多年了", "五八年生人"),
    ("DATE", "我前天在你们店买的鞋开胶了", "前天"),
    ("DATE", "我去年国庆结的婚", "去年国庆"),
    ("TIME", "被害人林某某于凌晨3时许报案", "凌晨3时许"),
    ("OCCUPATION", "我在县城开了家烧烤店，去年亏了钱", "烧烤店"),
    ("OCCUPATION", "我老公做外贸的，常年不在家", "外贸"),
    ("HOSPITAL", "我妈在县中医院住院", "县中医院"),
    ("HOSPITAL", "我在浙大二附院看的病", "浙大二附院"),
    ("LAB_RESULT", "我妈血钾5.9mmol/L，要紧吗", "5.9mmol/L"),
    ("BLOOD_TYPE", "我是B型Rh阴性，怀孕了怎么办", "B型Rh阴性"),
    ("FAMILY", "我们家五口人挤在六十平米里", "五口人"),
    ("LIFE_EVENT", "我丧偶两年了，孩子还小", "丧偶两年"),
    ("SURGERY", "我妈上个月做了宫腔镜", "宫腔镜"),
    ("DRUG", "我妈一直吃单硝酸异山梨酯", "单硝酸异山梨酯"),
    ("TRIP_NUMBER", "行程：6月3日出发\n* D2206，8点20", "D2206"),
]

LEFT_ALONE = [
    ("PERSON", "“开心”和“愉快”有什么区别？"),
    ("PERSON", "汉武帝和唐太宗谁的功绩更大？"),
    ("PERSON", "贝索斯是怎么创办公司的？"),
    ("PERSON", "大悦城附近有什么好吃的？"),
    ("PERSON", "小米和华为的手机哪个好？"),
    ("PERSON", "护士：有过敏吗？\n护士：可以，电话是多少？"),
    ("PERSON", "首先：列出提纲\n其次：写出正文"),
    ("PERSON", "收件人：客服中心"),
    ("PERSON", "房租押一付三，合理吗？"),
    ("PERSON", "毕业论文的费用怎么报销？纪念品呢？"),
    ("OCCUPATION", "请把下面这段话翻译成英文"),
    ("OCCUPATION", "“导演”这个词用英语怎么说？"),
    ("ORGANIZATION", "CSV和JSON哪种格式更适合存表格？"),
    ("ORGANIZATION", "帮公司想一个年会口号"),
    ("HOSPITAL", "发烧到39度要不要送医院？"),
    ("SCHOOL", "孩子怕学校，怎么开导？"),
    ("CASE_TYPE", "请概括本案争议焦点"),
    ("AMOUNT", "一万个为什么这本书适合几岁看？"),
    ("AGE", "我40,330元的工资没发"),
    ("BIRTH_DATE", "属鼠的人今年运势如何？属于封建迷信吗？"),
    ("DATE", "五一路怎么走？"),
    ("LOCATION", "县和镇有什么区别？"),
    ("TRIP_NUMBER", "G1000型号的打印机怎么换墨？"),
    ("BLOOD_TYPE", "A型和B型钢的区别是什么？"),
    ("LAB_RESULT", "1mol/L的溶液怎么配？"),
    ("BANK", "我把两张银行卡借给了别人"),
    ("PERSON", "我们离婚了，有个3岁儿子"),
]


@pytest.fixture(scope="module")
def extractor() -> CascadeExtractor:
    return rule_cascade()


@pytest.mark.parametrize(("type_id", "text", "span"), FOUND)
def test_is_found(extractor: CascadeExtractor, type_id: str, text: str, span: str) -> None:
    found = [mention.text for mention in extractor.extract(Request(text), KEY).mentions if mention.type_id == type_id]
    assert span in found


@pytest.mark.parametrize(("type_id", "text"), LEFT_ALONE)
def test_is_left_alone(extractor: CascadeExtractor, type_id: str, text: str) -> None:
    found = [mention.text for mention in extractor.extract(Request(text), KEY).mentions if mention.type_id == type_id]
    assert found == []
