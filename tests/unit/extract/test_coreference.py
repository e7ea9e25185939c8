"""Mentions of one value are one attribute, whatever the surface."""

from __future__ import annotations

import hashlib
import hmac

import pytest
from shared_engine import rule_cascade
from tests_extract_values import KEY, mention

from core.domain.request import Request
from core.domain.sensitive import Layer, SensitiveAttribute
from core.extract.cascade import CascadeExtractor
from core.extract.coreference import attribute_id, group
from core.resources import load_taxonomy, resource_root
from core.text.normalize import normalize

ROOT = resource_root()
TAXONOMY = load_taxonomy(ROOT)


@pytest.fixture(scope="module")
def extractor() -> CascadeExtractor:
    return rule_cascade()


def grouped(text: str, *values: tuple[str, str, str]) -> tuple[SensitiveAttribute, ...]:
    """Group one mention each of `(type, value, surface)` at its first place in `text`."""
    mentions = [mention(type_id, value, text.index(surface), surface) for type_id, value, surface in values]
    return group(mentions, normalize(text), KEY, TAXONOMY)


def test_id_is_keyed_hash_of_type_and_value() -> None:
    expected = hmac.new(KEY, b"AGE\x0067", hashlib.sha256).hexdigest()[:16]
    assert attribute_id(KEY, "AGE", "67") == expected
    assert attribute_id(b"other key", "AGE", "67") != expected


@pytest.mark.parametrize(
    ("text", "value", "surface", "others"),
    [
        ("周明远来了。周先生说，老周也在，明远走了。", "周明远", "周明远", {"周先生", "老周", "明远"}),
        ("欧阳娜娜到了，欧阳老师请坐。", "欧阳娜娜", "欧阳娜娜", {"欧阳老师"}),
        (
            "Daniel Whitmore paid. Daniel left, Whitmore stayed.",
            "Daniel Whitmore",
            "Daniel Whitmore",
            {"Daniel", "Whitmore"},
        ),
    ],
)
def test_name_forms(text: str, value: str, surface: str, others: set[str]) -> None:
    (found,) = grouped(text, ("PERSON", value, surface))
    assert {item.text for item in found.mentions} == others | {surface}


def test_title_form_joins_the_only_full_name() -> None:
    text = "Daniel Whitmore called. Mr Whitmore waited."
    (found,) = grouped(text, ("PERSON", "Daniel Whitmore", "Daniel Whitmore"), ("PERSON", "Mr Whitmore", "Mr Whitmore"))
    assert found.value == "Daniel Whitmore"
    assert len(found.mentions) == 2


def test_ambiguous_surname_stays_alone() -> None:
    text = "Ann Lee and Bob Lee came. Dr Lee spoke."
    found = grouped(
        text, ("PERSON", "Ann Lee", "Ann Lee"), ("PERSON", "Bob Lee", "Bob Lee"), ("PERSON", "Dr Lee", "Dr Lee")
    )
    assert len(found) == 3


def test_two_people_of_one_family_name_are_two() -> None:
    text = "被害人刘某某与刘小宝系父子，刘某报警。"
    found = group(
        [
            mention("PERSON", "刘某某", text.index("刘某某"), "刘某某"),
            mention("PERSON", "刘小宝", text.index("刘小宝"), "刘小宝"),
            mention("PERSON", "刘某", text.rindex("刘某"), "刘某"),
        ],
        normalize(text),
        KEY,
        TAXONOMY,
    )
    assert [{item.text for item in person.mentions} for person in found] == [{"刘某某"}, {"刘小宝"}, {"刘某"}]


def test_lower_case_word_is_no_name() -> None:
    (found,) = grouped("Will Baker will see the baker.", ("PERSON", "Will Baker", "Will Baker"))
    assert [item.text for item in found.mentions] == ["Will Baker"]


@pytest.mark.parametrize(
    "other",
    [
        "3,478元",
        "3478.00元",
        "三千四百七十八元",
        "3478块",
        "人民币3478元",
        "three thousand four hundred and seventy-eight yuan",
    ],
)
def test_amount_forms(extractor: CascadeExtractor, other: str) -> None:
    found = extractor.extract(Request(f"我叫周明远，被扣了3478元。后来又说是{other}。"), KEY)
    amounts = [item for item in found.attributes if item.type_id == "AMOUNT"]
    assert [item.value for item in amounts] == ["CNY 3478.00"]
    assert len(amounts[0].mentions) == 2


@pytest.mark.parametrize("other", ["六十七岁", "67岁", "aged 67", "67 years old", "sixty-seven years old"])
def test_age_forms(extractor: CascadeExtractor, other: str) -> None:
    found = extractor.extract(Request(f"我今年67岁，病历上写着：{other}。"), KEY)
    (age,) = [item for item in found.attributes if item.type_id == "AGE"]
    assert (age.value, len(age.mentions)) == ("67", 2)


def test_partial_date_joins_the_full_one(extractor: CascadeExtractor) -> None:
    found = extractor.extract(Request("I was dismissed on 3 February 2026. My letter of 3 February says so."), KEY)
    (date,) = [item for item in found.attributes if item.type_id == "DATE"]
    assert (date.value, len(date.mentions)) == ("2026-02-03", 2)


def test_birth_year_joins_birth_date(extractor: CascadeExtractor) -> None:
    found = extractor.extract(Request("I was born on 5 May 1958. He also says I was born in 1958."), KEY)
    (born,) = [item for item in found.attributes if item.type_id == "BIRTH_DATE"]
    assert (born.value, len(born.mentions)) == ("1958-05-05", 2)


def test_further_occurrence_is_a_coreference_mention() -> None:
    (found,) = grouped("I work at Initrode. initrode? No: Initrode.", ("ORGANIZATION", "initrode", "Initrode"))
    assert [item.layer for item in found.mentions] == [Layer.PATTERN, Layer.COREFERENCE, Layer.COREFERENCE]


def test_an_ordinary_word_in_lower_case_is_no_further_occurrence() -> None:
    (found,) = grouped("I work at Harbour. The harbour is full.", ("ORGANIZATION", "harbour", "Harbour"))
    assert [item.layer for item in found.mentions] == [Layer.PATTERN]


@pytest.mark.parametrize(
    ("text", "value", "surface"),
    [
        ("Account 48213 is not 148213 nor 48213.5", "48213", "48213"),
        ("三千元，不是十三千元", "三千元", "三千元"),
    ],
)
def test_longer_number_is_another_value(text: str, value: str, surface: str) -> None:
    (found,) = grouped(text, ("ORDER_NUMBER", value, surface))
    assert len(found.mentions) == 1


def test_same_value_of_amount_and_income_is_one() -> None:
    text = "I earn £3,100. The £3,100 came late."
    first = mention("INCOME", "GBP 3100.00", 7, "£3,100")
    second = mention("AMOUNT", "GBP 3100.00", text.rindex("£3,100"), "£3,100")
    (found,) = group([first, second], normalize(text), KEY, TAXONOMY)
    assert (found.type_id, len(found.mentions)) == ("INCOME", 2)


def test_abbreviation_in_brackets_joins_its_name(extractor: CascadeExtractor) -> None:
    text = "The applicant worked for the Northern Dance Ensemble (NDE). In 1979 she left the NDE."
    found = extractor.extract(Request(text), KEY)
    names = [item for item in found.attributes if item.type_id == "ORGANIZATION"]
    assert [len(item.mentions) for item in names] == [3]


@pytest.mark.parametrize("surface", ["mpk_test_9fE2rVb71", "20250117-06"])
def test_a_code_of_unknown_kind_is_the_same_code_where_its_kind_is_known(surface: str) -> None:
    text = f"key {surface}，密钥 {surface}"
    second = text.rindex(surface)
    mentions = [mention("REFERENCE", surface.casefold(), 4, surface), mention("ACCESS_TOKEN", surface, second, surface)]
    found = group(mentions, normalize(text), KEY, TAXONOMY)
    assert [(item.type_id, len(item.mentions)) for item in found] == [("ACCESS_TOKEN", 2)]


@pytest.mark.parametrize(
    ("text", "first", "second", "one"),
    [
        ("Desmond Farrugia (likes Dessie) is in", "Desmond Farrugia", "Dessie", True),
        ("nephew Jaspreet (Jaz), 23", "Jaspreet", "Jaz", True),
        ('Maria Lourdes ("Lulu") came', "Maria Lourdes", "Lulu", True),
        ("老田（田宝贵）来了", "老田", "田宝贵", True),
        ("毓琳（小名 豆豆）", "毓琳", "豆豆", True),
        ("邱薇 Vivian Qiu 发来", "邱薇", "Vivian Qiu", True),
        ("HUANGFU YUQING（皇甫雨晴）", "HUANGFU YUQING", "皇甫雨晴", True),
        ("Sorcha (Finn's mum) came", "Sorcha", "Finn", False),
        ("Emeka Ihejirika (Kyle Brandvold) signed", "Emeka Ihejirika", "Kyle Brandvold", False),
        ("韦娜（欧阳明）都去", "韦娜", "欧阳明", False),
        ("老邢 Kiki 去", "老邢", "Kiki", False),
    ],
)
def test_names_in_brackets_or_two_scripts_are_one_person_s(text: str, first: str, second: str, *, one: bool) -> None:
    found = grouped(text, ("PERSON", first, first), ("PERSON", second, second))
    assert len(found) == (1 if one else 2)
