"""A place is known with what stands behind or before it; what it lies in is said only where it surely holds."""

from __future__ import annotations

import pytest

from core.domain.language import Language
from tests.dehydration import LIBRARY

PLACES = LIBRARY.for_type("LOCATION")


def told(value: str) -> str:
    """The first class of a place; empty where there is none."""
    return PLACES.ladder(value, Language.EN)[1].node


@pytest.mark.parametrize(
    ("value", "node"),
    [
        ("spokane wa", "US-WA"),
        ("prescott az", "US-AZ"),
        ("prescott, az, usa", "US-AZ"),
        ("eugene, oregon", "US-OR"),
        ("savannah, georgia", "US-GA"),
        ("london ontario", "CA/Ontario"),
        ("victoria bc", "CA/British Columbia"),
        ("leeds uk", "GB-ENG"),
        ("st. louis", "US-MO"),
        ("no such hamlet, az", "US-AZ"),
        ("porto, portugal", "PT"),
        ("cloughjordan, co tipperary", "IE"),
        ("佛山顺德大良", "CN-44"),
        ("苏州市吴中区", "CN-32"),
        ("北京市朝阳区", "CN-11"),
        ("隆安县乔建镇", "CN-45"),
        ("绵阳涪城区跃进路", "CN-51"),
        ("桃園平鎮", "CN-71"),
        ("南宁东站", "CN-45"),
        ("泰国普吉", "TH"),
    ],
)
def test_what_stands_beside_a_town_says_where_it_is(value: str, node: str) -> None:
    assert told(value) == node
    assert not PLACES.wide(value)


@pytest.mark.parametrize(
    ("value", "node"),
    [
        ("maricopa county", "US-AZ"),
        ("yakima county", "US-WA"),
        ("wibaux county montana", "US-MT"),
        ("orange county", "US"),
        ("east midlands", "GB-ENG"),
        ("lomé", "TG"),
        ("lome", "TG"),
        ("hoedspruit", "ZA"),
        ("溫哥華", "CA/British Columbia"),
        ("蔡甸", "CN-42"),
        ("安顺", "CN-52"),
        ("屯門", "CN-81"),
    ],
)
def test_counties_parts_of_countries_and_small_towns_are_known(value: str, node: str) -> None:
    assert told(value) == node


@pytest.mark.parametrize(
    "value",
    [
        "hamilton",  # Ontario, Waikato, Scotland
        "westport",
        "cambridge",
        "foo wa",  # Washington or Western Australia
        "foo or",
        "ladywood birmingham",
        "南京东路",
        "长沙湾",
        "中山公园",
        "nowhereville",
    ],
)
def test_what_may_lie_elsewhere_says_nothing_of_where(value: str) -> None:
    assert told(value) in ("", "road")


def test_a_name_of_districts_in_several_provinces_says_what_they_share() -> None:
    assert told("大埔") == told("朝阳") == "CN"


@pytest.mark.parametrize(("value", "node"), [("perth", "AU"), ("winnipeg", "CA"), ("washington dc", "US")])
def test_a_region_most_of_whose_people_live_in_one_town_is_not_told_of_towns(value: str, node: str) -> None:
    assert told(value) == node


@pytest.mark.parametrize("value", ["east texas", "southern italy", "west virginia", "northern ireland"])
def test_a_direction_before_a_region_leaves_it_wide(value: str) -> None:
    assert PLACES.wide(value)
