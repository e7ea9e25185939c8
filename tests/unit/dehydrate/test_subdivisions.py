"""First-level regions are told as they are; a county says its country, or nothing where a town abroad may be meant."""

from __future__ import annotations

import pytest

from core.dehydrate.library import HierarchyLibrary
from core.domain.language import Language
from core.resources import load_taxonomy, resource_root

PLACES = HierarchyLibrary(load_taxonomy(resource_root()), resource_root()).for_type("LOCATION")


@pytest.mark.parametrize("name", ["Goa", "Saskatchewan", "Bavaria", "Bayern", "Selangor", "雪兰莪", "果阿", "安大略省"])
def test_a_first_level_region_is_wide(name: str) -> None:
    assert PLACES.wide(name)


@pytest.mark.parametrize(
    ("name", "country"),
    [("County Sligo", "IE"), ("Co. Clare", "IE"), ("Kerry", "IE"), ("Kent", "GB-ENG"), ("Enugu", "NG"), ("长野", "JP")],
)
def test_a_county_says_what_it_lies_in(name: str, country: str) -> None:
    assert not PLACES.wide(name)
    assert PLACES.ladder(name, Language.EN)[1].node == country


@pytest.mark.parametrize("name", ["Victoria", "Lagos", "Dublin"])
def test_a_town_of_the_name_goes_before_the_region(name: str) -> None:
    assert not PLACES.wide(name)


@pytest.mark.parametrize(
    ("short", "full"), [("广西", "广西壮族自治区"), ("新疆", "新疆维吾尔自治区"), ("寧夏", "宁夏回族自治区")]
)
def test_a_province_is_known_without_the_people_that_it_is_named_for(short: str, full: str) -> None:
    assert PLACES.wide(short)
    assert PLACES.ladder(short, Language.ZH)[1:] == PLACES.ladder(full, Language.ZH)[1:]


@pytest.mark.parametrize(
    ("short", "province"),
    [
        ("大理", "CN-53"),
        ("西双版纳", "CN-53"),
        ("恩施", "CN-42"),
        ("延边", "CN-22"),
        ("伊犁", "CN-65"),
        ("鄂伦春", "CN-15"),
    ],
)
def test_a_prefecture_is_known_without_the_people_that_it_is_named_for(short: str, province: str) -> None:
    assert PLACES.ladder(short, Language.ZH)[1].node == province
