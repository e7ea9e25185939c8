"""One contract for every hierarchy of the taxonomy."""

from __future__ import annotations

import pytest

from core.dehydrate.forms import Form, Forms
from core.dehydrate.numeric_literals import tells
from core.domain.language import Language
from core.domain.sensitive import SensitiveSet
from core.domain.taxonomy import Kind
from core.domain.tokens import LONGEST_CLASS, TOKEN_PATTERN, TokenVault, classed
from tests.dehydration import DEHYDRATOR, LIBRARY, ROOT, TAXONOMY, attribute, language_of, mention

FORMS = Forms.load(ROOT / "hierarchies")

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
    "SINGLING_OUT": [
        ("the only dentist in the village", "noun", "the only dentist in the village"),
        ("全村唯一", "zh", "全村唯一"),
    ],
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
    assert [step.node for step in english] == [step.node for step in chinese]
    assert [step.level for step in english] == list(range(len(english)))
    posteriors = [step.posterior for step in english]
    shares = [step.share for step in english[1:]]
    assert posteriors[0] == 1.0
    assert posteriors == sorted(posteriors, reverse=True)
    assert shares == sorted(shares)
    assert posteriors[-1] == english[-1].prior
    assert all(0.0 < step.prior <= step.posterior <= 1.0 for step in english)
    assert all(0.0 < step.share <= 1.0 for step in english)
    assert all(step.label for step in (*english, *chinese))
    assert english[-1].node == ""


CLASSLESS = ("SEX", "SINGLING_OUT", "SEXUAL_ORIENTATION", "POLITICAL", "POSTCODE")
"""Types of which nothing between the value and its token would help anybody."""
UNREAD = frozenset(
    {
        "?",
        "a bit",
        "klingon",
        "atlantean",
        "recently divorced",
        "刚刚失去工作",
        "身高一米八",
        "zyx",
        "nowhereville",
        "怪病",
    }
    | {"手术", "199X"}
)
"""Samples that no table knows: they have no class."""


@pytest.mark.parametrize(
    ("type_id", "value"), [case[::3] for case in CASES if case[3] not in UNREAD and case[0] not in CLASSLESS]
)
def test_what_can_be_read_has_a_class(type_id: str, value: str) -> None:
    assert len(LIBRARY.for_type(type_id).ladder(value, Language.EN)) >= 3


@pytest.mark.parametrize(("type_id", "surface", "form", "value"), CASES)
@pytest.mark.parametrize("language", Language)
def test_no_level_leaves_the_value_in_the_text(
    type_id: str, surface: str, form: str, value: str, language: Language
) -> None:
    text = f"It says {surface} here." if language is Language.EN else f"这里写着{surface}等等。"
    start = text.index(surface)
    item = attribute([mention(surface, type_id, form, value, start, language)])
    sensitive = SensitiveSet((item,))
    for level in range(1, DEHYDRATOR.top(item) + 1):
        artifact = DEHYDRATOR.dehydrate(text, sensitive, {item.id: level}, TokenVault(), language)
        told = artifact.replacements[0]
        assert DEHYDRATOR.violations(artifact, sensitive) == ()
        assert artifact.scrubbed == 0
        assert not told.node or not tells(told.rendered, value, item.mentions[0])
        assert text[: told.source_start] + told.rendered + text[told.source_end :] == artifact.text
        assert (told.source_start, told.source_end) == (start, start + len(surface))
        assert bool(told.token) or FORMS.of(type_id) is Form.SAME
        if told.token and told.node:
            assert TOKEN_PATTERN.fullmatch(told.rendered)
        elif told.token:
            assert told.rendered == told.token


def values_of(type_id: str) -> list[str]:
    spell = {
        "AGE": [str(age) for age in range(121)] + [f"{months}m" for months in range(36)],
        "BIRTH_DATE": [str(year) for year in range(1900, 2027)],
        "AMOUNT": [
            f"GBP {amount}.00" for amount in (*range(1, 400, 3), *range(1000, 12000, 250), *range(0, 10**8, 10**6))
        ],
        "DURATION": [f"P{n}{unit}" for n in range(1, 61) for unit in "DWMY"] + [f"PT{n}H" for n in range(1, 48)],
        "RATE": [f"{n / 2}%" for n in range(-4, 260)],
        "DOSE": [
            f"{n} {unit}" for n in (*(n / 4 for n in range(1, 40)), *range(10, 1000, 5)) for unit in ("mg", "tablet")
        ],
        "QUANTITY": [f"{n} people" for n in range(1, 2000, 7)],
        "PHYSIQUE": [f"{n} {unit}" for n in range(40, 220) for unit in ("cm", "kg")],
        "LAB_RESULT": [f"{n / 10} mmol/l" for n in range(1, 300)] + [f"{n}/80" for n in range(80, 200)],
        "TIME": [f"{minute // 60:02}:{minute % 60:02}" for minute in range(0, 1440, 5)],
        "DATE": [
            f"{year}-{month:02}-{day:02}" for year in (2019, 2024) for month in range(1, 13) for day in (1, 15, 28)
        ]
        + [str(year) for year in range(1980, 2027)]
        + [f"P-{n}{unit}" for n in range(1, 60) for unit in "DWMY"],
    }
    return spell.get(type_id, []) + [value for _, _, value in SAMPLES[type_id]]


@pytest.mark.parametrize("type_id", QUASI)
def test_a_label_is_chosen_by_the_class_alone(type_id: str) -> None:
    named: dict[tuple[str, Language], str] = {}
    hierarchy = LIBRARY.for_type(type_id)
    for value in values_of(type_id):
        for language in Language:
            for step in hierarchy.ladder(value, language)[1:-1]:
                assert named.setdefault((step.node, language), step.label) == step.label
                assert not set(step.label) & set("[]{}<>|,;:\"'`\\\n\t，；：")
                assert 0 < len(step.label) <= LONGEST_CLASS


NUMERIC = ["AGE", "BIRTH_DATE", "AMOUNT", "DURATION", "RATE", "DOSE", "TIME", "DATE"]


@pytest.mark.parametrize("type_id", NUMERIC)
def test_an_interval_is_never_read_as_a_value_in_it(type_id: str) -> None:
    hierarchy = LIBRARY.for_type(type_id)
    for value in values_of(type_id):
        for language in Language:
            at = mention(value, type_id, "", value, language=language)
            for step in hierarchy.ladder(value, language)[1:-1]:
                assert not tells(step.label, value, at), (value, step.label)
                told = classed("[AGE_1]", step.label, language)
                assert not tells(f"今年{told}岁" if language is Language.ZH else f"aged {told} years", value, at)


@pytest.mark.parametrize("type_id", ["AGE", "BIRTH_DATE", "AMOUNT", "DURATION", "RATE", "DOSE", "TIME", "PHYSIQUE"])
def test_all_values_of_a_class_are_told_alike(type_id: str) -> None:
    """A replay of the method over the class gives the same D: nothing says where in it the value lies."""
    hierarchy = LIBRARY.for_type(type_id)
    kinds: dict[tuple[str, int], set[tuple[str, ...]]] = {}
    for value in values_of(type_id):
        if value.endswith(("s", "X")) or value.startswith("~"):
            continue
        nodes = tuple(step.node for step in hierarchy.ladder(value, Language.EN)[1:-1])
        for level, node in enumerate(nodes):
            kinds.setdefault((node, level), set()).add(nodes[level:])
    assert all(len(wider) == 1 for wider in kinds.values())
    levels: dict[str, set[int]] = {}
    for node, level in kinds:
        levels.setdefault(node, set()).add(level)
    repeated = {node for node, found in levels.items() if len(found) > 1}
    assert repeated <= {"0-19", "100-130", "100+", "negative"}, repeated


@pytest.mark.parametrize(
    ("value", "surface", "expected"),
    [
        ("2024-03-15", "15 March 2024", ["March 2024", "Q1 2024", "2024"]),
        ("2024-03-15", "15 Mar 2024", ["Mar 2024", "Q1 2024", "2024"]),
        ("2024-03-15", "2024-03-15", ["2024-03", "2024-Q1", "2024"]),
        ("2024-03-15", "2024/3/15", ["2024/03", "2024/Q1", "2024"]),
        ("2024-03-15", "15.03.2024", ["03.2024", "Q1 2024", "2024"]),
        ("2024-03-15", "3/15/24", ["03/2024", "Q1 2024", "2024"]),
        ("2024-03-15", "20240315", ["202403", "Q1 2024", "2024"]),
        ("2024-03-15", "2024年3月15日", ["2024年3月", "2024年第一季度", "2024年"]),
        ("2024-03-15", "二〇二四年三月十五日", ["2024年3月", "2024年第一季度", "2024年"]),
        ("--07-12", "12 July", ["July", "Q3"]),
        ("--07-12", "7月12日", ["7月", "第三季度"]),
        ("2019-03/2021-05", "March 2019 to May 2021", ["2019-2021", "2009-2030"]),
        ("2024", "2024", ["2019-2025", "2019-2030"]),
        ("W2", "Tuesday", [""]),
        ("P-3D", "three days ago", ["", ""]),
    ],
)
def test_a_coarser_date_keeps_its_spelling(value: str, surface: str, expected: list[str]) -> None:
    hierarchy, language = LIBRARY.for_type("DATE"), language_of(surface)
    generalizations = hierarchy.ladder(value, language)[1:-1]
    assert [hierarchy.alike(step.node, step.label, surface, language) for step in generalizations] == expected


@pytest.mark.parametrize(("type_id", "surface", "form", "value"), CASES)
def test_the_same_value_has_the_same_node_at_every_mention(type_id: str, surface: str, form: str, value: str) -> None:
    again = LIBRARY.for_type(type_id).ladder(value, language_of(surface))
    assert again == LIBRARY.for_type(type_id).ladder(value, language_of(surface))
