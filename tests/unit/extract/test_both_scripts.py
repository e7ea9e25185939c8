"""What rules find in Traditional script is what they find in the same sentence in Simplified script, place by place."""

from __future__ import annotations

from functools import lru_cache

import pytest

from core.domain.language import Language
from core.extract.candidate import TextView
from core.extract.cascade import view_of
from core.extract.explicit.addresses_zh import ChineseAddresses
from core.extract.explicit.names_zh import ChineseNames
from core.extract.explicit.tables import TableRecognizer
from core.extract.parts import parts_of
from core.extract.person_names import belongs
from core.extract.quasi import QuasiRecognizer
from core.resources import load_taxonomy, resource_root
from core.text.characters import in_simplified
from core.text.normalize import normalize

SENTENCES = (
    ("我三十四歲，離婚，月薪五萬八千元。", {"AGE", "MARITAL_STATUS", "INCOME"}),
    ("太太懷孕三個月，吃甲狀腺素，對盤尼西林過敏。", {"LIFE_EVENT", "DRUG", "ALLERGY"}),
    ("她是會計師，上個月被裁員，有憂鬱症。", {"OCCUPATION"}),
    (
        "護照號碼 301122334，員工編號 88231，車牌 BKT-5521，取件碼 559012。",
        {"PASSPORT", "EMPLOYEE_ID", "VERIFICATION_CODE"},
    ),
    ("媽媽87歲，上週二在醫院診斷出肺癌。", {"AGE", "DISEASE"}),
)
RULES = (ChineseNames(resource_root()), ChineseAddresses(resource_root()))


@lru_cache(maxsize=1)
def recognizer() -> QuasiRecognizer:
    root = resource_root()
    return QuasiRecognizer(load_taxonomy(root), root)


@lru_cache(maxsize=1)
def table() -> TableRecognizer:
    root = resource_root()
    return TableRecognizer(load_taxonomy(root), root)


def found(text: str) -> set[tuple[int, int, str, str]]:
    normal = normalize(text)
    view = TextView(normal, normal.text, normal.text.lower(), Language.ZH)
    return {
        (item.start, item.end, item.type_id, item.value)
        for rules in (recognizer(), table())
        for item in rules.find(view)
    }


@pytest.mark.parametrize(("text", "types"), SENTENCES)
def test_traditional_script_is_read_like_simplified(text: str, types: set[str]) -> None:
    plain = in_simplified(text)
    assert plain != text
    assert found(text) == found(plain)
    assert types <= {type_id for _, _, type_id, _ in found(text)}


def test_an_income_in_words_is_read_to_its_last_numeral() -> None:
    for text in ("月薪五万八千元，够吗？", "月薪五萬八千元，夠嗎？"):
        assert {value for _, _, type_id, value in found(text) if type_id == "INCOME"} == {"CNY 58000.00"}


@pytest.mark.parametrize(
    ("type_id", "surface", "part"),
    [
        ("PERSON", "歐陽雪莉", "雪莉"),
        ("PERSON", "陳美玲經理", "美玲"),
        ("HOSPITAL", "臺北長庚醫院", "长庚"),
        ("ORGANIZATION", "廣東省粵華實業有限公司", "粤华实业"),
        ("ADDRESS", "臺北市信義區忠孝東路五段3號", "忠孝东路"),
    ],
)
def test_the_parts_of_a_value_are_the_same_in_both_scripts(type_id: str, surface: str, part: str) -> None:
    parts = {found.key for found in parts_of(type_id, surface)}
    assert part in parts
    assert parts == {found.key for found in parts_of(type_id, in_simplified(surface))}


@pytest.mark.parametrize(("short", "full"), [("歐陽先生", "歐陽雪莉"), ("陳經理", "陳美玲"), ("陳經理", "陈美玲")])
def test_a_form_of_address_belongs_to_its_name_in_both_scripts(short: str, full: str) -> None:
    assert belongs(short, full)
    assert belongs(in_simplified(short), in_simplified(full))
    assert not belongs(short, "李建国")


@pytest.mark.parametrize(
    ("text", "surface"),
    [
        ("我叫陳美玲，住在臺北。", "陳美玲"),
        ("簽字的是歐陽雪莉。", "歐陽雪莉"),
        ("他說鄭醫生不在。", "鄭醫生"),
        ("請寄到廣東省廣州市天河區體育東路12號3樓。", "廣東省廣州市天河區體育東路12號3樓"),
    ],
)
def test_a_name_or_an_address_is_the_same_in_both_scripts_as_it_is_written(text: str, surface: str) -> None:
    def seen(text: str) -> set[tuple[int, int, str]]:
        view = view_of(normalize(text))
        found = {(item.start, item.end, item.type_id, item.value) for rules in RULES for item in rules.find(view)}
        assert all(value == text[start:end] for start, end, _, value in found)
        return {found[:3] for found in found}

    assert surface in {text[start:end] for start, end, _ in seen(text)}
    assert seen(text) == seen(in_simplified(text))
