"""An organisation is told as its kind and region where its name says them, and as neither where it does not."""

from __future__ import annotations

import pytest

from core.dehydrate.institutions import InstitutionHierarchy
from core.domain.language import Language
from tests.dehydration import LIBRARY


def told(type_id: str, value: str) -> str:
    """The class that is told unasked; empty where there is none."""
    hierarchy = LIBRARY.for_type(type_id)
    assert isinstance(hierarchy, InstitutionHierarchy)
    language = Language.EN if value.isascii() else Language.ZH
    return hierarchy.ladder(value, language)[1].label if hierarchy.says(value) else ""


@pytest.mark.parametrize(
    ("type_id", "value", "label"),
    [
        ("ORGANIZATION", "maricopa county court", "court in Arizona"),
        ("COURT", "maricopa county superior court", "court in Arizona"),
        ("ORGANIZATION", "paarl mags court", "court in South Africa"),
        ("COURT", "ikeja registry", "public authority in Nigeria"),
        ("HOSPITAL", "spokane wa hospital", "hospital in Washington"),
        ("HOSPITAL", "civil hospital jalandhar", "hospital in India"),
        ("ORGANIZATION", "halvorsen seafoods (uk) ltd", "company in the United Kingdom"),
        ("ORGANIZATION", "penhallow road surgery", "clinic"),
        ("LANDMARK", "humewood police station", "police"),
        ("COURT", "合肥市公安局", "安徽省的公安机关"),
        ("COURT", "乌鲁木齐市米东区人民法院", "新疆维吾尔自治区的法院"),
        ("COURT", "柳南区法院", "广西壮族自治区的法院"),
        ("ORGANIZATION", "郑州市金水区仲裁委", "河南省的仲裁机构"),
        ("COURT", "呼和浩特税务局", "内蒙古自治区的税务机关"),
        ("HOSPITAL", "屯門醫院", "香港特别行政区的医院"),
        ("HOSPITAL", "槟城中央医院", "槟州的医院"),
        ("SCHOOL", "合肥四中", "安徽省的中学"),
        ("BANK", "中国工商银行合肥分行", "安徽省的银行"),
        ("ORGANIZATION", "昆山迈拓精密机械有限公司", "江苏省的公司"),
        ("ORGANIZATION", "恒岳阀门(新疆)有限公司", "新疆维吾尔自治区的公司"),
    ],
)
def test_a_name_says_kind_and_region(type_id: str, value: str, label: str) -> None:
    assert told(type_id, value) == label


@pytest.mark.parametrize(
    ("type_id", "value", "label"),
    [
        ("SCHOOL", "lincoln elementary", "primary school"),  # named for a president
        ("HOSPITAL", "jackson memorial hospital", ""),
        ("HOSPITAL", "wellington hospital", ""),
        ("COURT", "superior court of alder county", "court"),
        ("HOSPITAL", "中山医院", ""),  # named for Sun Yat-sen
        ("HOSPITAL", "新华医院", ""),
        ("HOSPITAL", "北京大学深圳医院", ""),
        ("SCHOOL", "南京路小学", "小学"),
        ("SCHOOL", "上海南京路小学", "小学"),
        ("BANK", "北京银行", ""),
        ("ORGANIZATION", "平安保险有限公司", "公司"),
    ],
)
def test_a_place_that_may_be_something_else_says_no_region(type_id: str, value: str, label: str) -> None:
    assert told(type_id, value) == label


@pytest.mark.parametrize(
    "value",
    ["court jester", "jacaranda court", "brightwater veterinary surgery", "bank street bakery", "emory", "德瑞康"],
)
def test_a_name_that_does_not_say_what_it_is_says_nothing(value: str) -> None:
    assert told("ORGANIZATION", value) == ""


@pytest.mark.parametrize("value", ["maricopa county court", "合肥市公安局", "槟城中央医院"])
def test_a_class_holds_many_and_each_wider_one_holds_more(value: str) -> None:
    ladder = LIBRARY.for_type("ORGANIZATION").ladder(value, Language.EN)
    posteriors = [step.most for step in ladder[1:]]
    assert posteriors[0] <= 1 / 20
    assert posteriors == sorted(posteriors, reverse=True)


def test_a_region_with_few_of_a_kind_is_told_wider() -> None:
    assert told("COURT", "拉萨监狱") == "中国的监管场所"
