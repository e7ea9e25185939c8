"""One contract for every hierarchy of the taxonomy."""

from __future__ import annotations

import pytest

from core.dehydrate.literal import tells
from core.domain.language import Language
from core.domain.taxonomy import Kind
from tests.dehydration import LIBRARY, TAXONOMY, language_of, mention

SAMPLES: dict[str, list[tuple[str, str, str]]] = {
    "AGE": [
        ("67", "predicate", "67"),
        ("67岁", "zh-sui", "67"),
        ("60-year-old", "year-old", "60"),
        ("3个月大", "zh-month", "3m"),
        ("90后", "zh-cohort", "90s"),
        ("七旬", "zh-about", "~70"),
        ("0", "record", "0"),
        ("120", "record", "120"),
    ],
    "BIRTH_DATE": [("3 May 1959", "en-dmy", "1959-05-03"), ("1958年", "partial", "1958"), ("1958", "partial", "1958")],
    "SEX": [("woman", "noun", "female"), ("男", "record", "male"), ("男性", "noun", "male")],
    "MARITAL_STATUS": [("divorced", "adjective", "divorced"), ("离异", "zh", "divorced")],
    "ETHNICITY": [("回族", "zh", "回族"), ("Hispanic", "adjective", "hispanic"), ("Klingon", "noun", "klingon")],
    "RELIGION": [("Catholic", "adjective", "catholic"), ("佛教", "zh", "佛教"), ("Zarbism", "noun", "zarbism")],
    "NATIONALITY": [("Portugal", "noun", "portugal"), ("法国", "zh", "法国"), ("Atlantean", "adjective", "atlantean")],
    "SEXUAL_ORIENTATION": [("gay", "adjective", "gay"), ("同性恋", "zh", "同性恋")],
    "POLITICAL": [("Labour voter", "noun", "labour voter"), ("党员", "zh", "党员")],
    "FAMILY": [
        ("two children", "noun", "two children"),
        ("独生女", "zh", "独生女"),
        ("single mother of three", "noun", "single mother of three"),
    ],
    "EDUCATION": [("bachelor's degree", "noun", "bachelor"), ("硕士", "zh", "硕士"), ("MBA", "noun", "mba")],
    "OCCUPATION": [
        ("dental assistant", "noun", "dental assistant"),
        ("会计", "zh", "会计"),
        ("zoologist", "noun", "zoologist"),
    ],
    "LIFE_EVENT": [("recently divorced", "clause", "recently divorced"), ("刚刚失去工作", "zh", "刚刚失去工作")],
    "PHYSIQUE": [("175 cm", "measure", "175 cm"), ("身高一米八", "word", "身高一米八")],
    "ORGANIZATION": [
        ("Castlegate Dental Group", "name", "castlegate dental group"),
        ("宁波市恒川机械有限公司", "name", "宁波市恒川机械有限公司"),
        ("Zyx", "name", "zyx"),
        ("一家软件公司", "generic", "一家软件公司"),
        ("the company", "name", "company"),
    ],
    "SCHOOL": [("Northfield University", "name", "northfield university"), ("育才中学", "name", "育才中学")],
    "HOSPITAL": [
        ("Northfield University Hospital", "name", "northfield university hospital"),
        ("仁康医院", "name", "仁康医院"),
        ("医院", "generic", "医院"),
    ],
    "BANK": [("Harbour & Lane Bank", "name", "harbour & lane bank"), ("工商银行城东支行", "name", "工商银行城东支行")],
    "COURT": [("Crown Court", "name", "crown court"), ("海东区人民法院", "name", "海东区人民法院")],
    "LAW_FIRM": [("Reed & Lane LLP", "name", "reed & lane llp"), ("恒川律师事务所", "name", "恒川律师事务所")],
    "LOCATION": [
        ("Leeds", "name", "leeds"),
        ("江宁区", "name", "江宁区"),
        ("苏州", "name", "苏州"),
        ("北京", "name", "北京"),
        ("Ohio", "name", "ohio"),
        ("Portugal", "name", "portugal"),
        ("Nowhereville", "name", "nowhereville"),
        ("某某镇", "name", "某某镇"),
        ("China", "name", "china"),
    ],
    "LANDMARK": [
        ("Hotel Miradouro Azul", "name", "hotel miradouro azul"),
        ("云栖客栈", "name", "云栖客栈"),
        ("钟楼", "name", "钟楼"),
    ],
    "POSTCODE": [("SW1A 1AA", "code", "SW1A1AA"), ("210000", "code", "210000")],
    "DATE": [
        ("14 March 2026", "en-dmy", "2026-03-14"),
        ("2026年3月14日", "zh", "2026-03-14"),
        ("March 2026", "partial", "2026-03"),
        ("2026", "partial", "2026"),
        ("12 July", "partial", "--07-12"),
        ("10月", "partial", "--10"),
        ("the 14th", "partial", "---14"),
        ("Tuesday", "relative", "W2"),
        ("the nineties", "word", "199X"),
        ("summer 2003", "partial", "2003-summer"),
        ("三个月前", "relative", "P-3M"),
        ("in two weeks", "relative", "P+2W"),
        ("last March", "relative", "last:--03"),
        ("上周二", "relative", "last:W2"),
        ("明年", "relative", "next:Y"),
        ("春节", "relative", "@spring-festival"),
        ("whenever", "", "?"),
    ],
    "TIME": [("9:30", "clock", "09:30"), ("下午3点", "zh", "15:00"), ("midnight", "word", "00:00")],
    "DURATION": [
        ("eleven days", "plain", "P11D"),
        ("十二年", "zh", "P12Y"),
        ("three-month", "adjective", "P3M"),
        ("2 hours", "plain", "PT2H"),
        ("18 months", "plain", "P1.5Y"),
        ("a week", "plain", "P1W"),
        ("十年", "zh", "P10Y"),
    ],
    "TRIP_NUMBER": [("TP1327", "code", "TP1327"), ("G2204", "code", "G2204"), ("XX99", "code", "XX99")],
    "DISEASE": [
        ("asthma", "noun", "asthma"),
        ("冠心病", "zh", "冠心病"),
        ("diabetic", "adjective", "diabetes"),
        ("怪病", "zh", "怪病"),
        ("heart condition", "noun", "heart condition"),
    ],
    "SURGERY": [("stent procedure", "noun", "stent procedure"), ("支架手术", "zh", "支架手术"), ("手术", "zh", "手术")],
    "DRUG": [("aspirin", "noun", "aspirin"), ("阿司匹林", "zh", "阿司匹林"), ("Zarbopril", "noun", "zarbopril")],
    "DOSE": [
        ("100 mg", "unit", "100 mg"),
        ("两片", "zh", "2 tablet"),
        ("0.5 g", "unit", "0.5 g"),
        ("75 mg", "unit", "75 mg"),
        ("350毫克", "zh", "350 mg"),
        ("a bit", "", "a bit"),
    ],
    "ALLERGY": [("penicillin", "noun", "penicillin"), ("花生", "zh", "花生")],
    "LAB_RESULT": [("HbA1c 7.2%", "named", "hba1c 7.2%"), ("血糖8.1", "named", "血糖8.1")],
    "DEPARTMENT": [("cardiology", "noun", "cardiology"), ("心内科", "zh", "心内科")],
    "BLOOD_TYPE": [("AB+", "noun", "AB+"), ("O型", "zh", "O")],
    "INCOME": [
        ("£3,100", "symbol", "GBP 3100.00"),
        ("18500元", "zh", "CNY 18500.00"),
        ("52,000", "bare", "XXX 52000.00"),
    ],
    "AMOUNT": [
        ("£3,478.00", "symbol", "GBP 3478.00"),
        ("12万元", "zh", "CNY 120000.00"),
        ("one thousand pounds", "word", "GBP 1000.00"),
        ("1000元", "zh", "CNY 1000.00"),
        ("2000元", "zh", "CNY 2000.00"),
        ("$5", "symbol", "USD 5.00"),
        ("0.50", "bare", "XXX 0.50"),
        ("€900 billion", "symbol", "EUR 900000000000.00"),
    ],
    "RATE": [
        ("7.2%", "percent", "7.2%"),
        ("百分之五", "word", "5%"),
        ("10%", "percent", "10%"),
        ("-1%", "percent", "-1%"),
        ("120%", "percent", "120%"),
    ],
    "FINANCIAL_PRODUCT": [("mortgage", "noun", "mortgage"), ("消费贷款", "zh", "消费贷款")],
    "CASE_TYPE": [("divorce", "noun", "divorce"), ("劳动争议", "zh", "劳动争议")],
    "CHARGE": [("theft", "noun", "theft"), ("盗窃罪", "zh", "盗窃罪")],
    "QUANTITY": [("seven other suspects", "plain", "7 other suspects"), ("180 acres", "measure", "180 acres")],
    "LITIGATION_ROLE": [("defendant", "noun", "defendant"), ("原告", "zh", "原告")],
}
CASES = [(type_id, *sample) for type_id, samples in SAMPLES.items() for sample in samples]
QUASI = sorted(kind.id for kind in TAXONOMY if kind.kind is Kind.QUASI)
CONTEXTS = [
    ("", ""),
    ("I was told that it is ", " and so on."),
    ("We saw the ", "."),
    ("，", "，"),
    ("他说", "，然后"),
    ("A ", " person"),
]


def test_samples_cover_every_quasi_type() -> None:
    assert sorted(SAMPLES) == QUASI


@pytest.mark.parametrize("kind", list(TAXONOMY), ids=lambda kind: kind.id)
def test_every_type_has_a_ladder_even_for_nonsense(kind: object) -> None:
    for value in ("", "?", "零", "x" * 500, "９９", "💊"):
        ladder = LIBRARY.for_type(kind.id).ladder(value, Language.EN)  # type: ignore[attr-defined]
        assert len(ladder) >= 2
        assert ladder[-1].node == ""


@pytest.mark.parametrize(("type_id", "surface", "form", "value"), CASES)
def test_ladder(type_id: str, surface: str, form: str, value: str) -> None:
    hierarchy = LIBRARY.for_type(type_id)
    english, chinese = hierarchy.ladder(value, Language.EN), hierarchy.ladder(value, Language.ZH)
    assert [rung.node for rung in english] == [rung.node for rung in chinese]
    assert [rung.level for rung in english] == list(range(len(english)))
    posteriors = [rung.posterior for rung in english]
    shares = [rung.share for rung in english[1:]]
    assert posteriors[0] == 1.0
    assert posteriors == sorted(posteriors, reverse=True)
    assert shares == sorted(shares)
    assert posteriors[-1] == english[-1].prior
    assert all(0.0 < rung.prior <= rung.posterior <= 1.0 for rung in english)
    assert all(0.0 < rung.share <= 1.0 for rung in english)
    assert all(rung.label for rung in (*english, *chinese))
    assert english[-1].node == ""


READABLE = [case for case in CASES if case[3] not in ("?", "a bit")]


@pytest.mark.parametrize(("type_id", "surface", "form", "value"), READABLE)
def test_quasi_types_have_three_levels(type_id: str, surface: str, form: str, value: str) -> None:
    assert len(LIBRARY.for_type(type_id).ladder(value, Language.EN)) >= 3


@pytest.mark.parametrize(("type_id", "surface", "form", "value"), CASES)
def test_a_rendering_never_tells_the_value(type_id: str, surface: str, form: str, value: str) -> None:
    hierarchy = LIBRARY.for_type(type_id)
    for language in Language:
        at = mention(surface, type_id, form, value, language=language)
        for level in range(1, len(hierarchy.ladder(value, language))):
            for before, after in CONTEXTS:
                text = hierarchy.render(value, level, at, before, after)
                assert text.strip(), (level, before)
                assert not tells(text, value, at)
                assert surface.casefold() not in text.casefold().split()
                assert "{" not in text


@pytest.mark.parametrize(("type_id", "surface", "form", "value"), CASES)
def test_the_same_value_has_the_same_node_at_every_mention(type_id: str, surface: str, form: str, value: str) -> None:
    again = LIBRARY.for_type(type_id).ladder(value, language_of(surface))
    assert again == LIBRARY.for_type(type_id).ladder(value, language_of(surface))
