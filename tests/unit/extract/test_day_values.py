"""Surfaces that are known to be dates: each has the value of its day, however it is written."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.extract.quasi.day_values import Order, day_value, is_pair, names_day, order_of
from tests.dehydration import LIBRARY


@pytest.mark.parametrize(
    ("surface", "value"),
    [
        ("11/23", "--11-23"),
        ("23/11", "--11-23"),
        ("the third of june", "--06-03"),
        ("june third", "--06-03"),
        ("thirty first of March", "--03-31"),
        ("14 Dec", "--12-14"),
        ("may 9", "--05-09"),
        ("Thurs 16 January", "--01-16"),
        ("Mon 17", "---17"),
        ("the 30th", "---30"),
        ("twenty first of the month", "---21"),
        ("September", "--09"),
        ("26.08", "--08-26"),
        ("12–15 December", "--12-12/--12-15"),
        ("7 - 9 May 2024", "2024-05-07/2024-05-09"),
        ("九月二十九號", "--09-29"),
        ("10月14", "--10-14"),
        ("廿三號", "---23"),
        ("3/18(二)", "--03-18"),
        ("6月14-15日", "--06-14/--06-15"),
        ("3月5日至8日", "--03-05/--03-08"),
        ("民國108年6月11日", "2019-06-11"),
        ("112年8月", "2023-08"),
    ],
)
def test_a_surface_has_the_value_of_its_day(surface: str, value: str) -> None:
    assert day_value(surface) == value


@pytest.mark.parametrize(
    ("text", "surface", "value"),
    [
        ("from 19/3 to 2/4", "2/4", "--04-02"),
        ("from 3/19 to 4/2", "4/2", "--04-02"),
        ("on 2/4 and 3/5", "2/4", ""),
        ("我2/4去的", "2/4", "--02-04"),
        ("她64.03.12生", "64.03.12", "1964-03-12"),
        ("06-11 18:40 轉帳", "06-11 18:40", "--06-11T18:40"),
    ],
)
def test_the_text_says_which_number_is_the_month(text: str, surface: str, value: str) -> None:
    assert day_value(surface, order_of(text)) == value


@pytest.mark.parametrize(
    "surface", ["", "第", "--", "31/02/1987", "14 Dec at the latest", "Candlemas", "立冬", "9" * 60]
)
def test_what_cannot_be_read_whole_is_not_read(surface: str) -> None:
    assert day_value(surface) == ""


def test_a_day_at_a_time_says_its_month_and_never_itself() -> None:
    hierarchy = LIBRARY.for_type("DATE")
    value = day_value("2025-06-11 18:40")
    assert value == "2025-06-11T18:40"
    assert not hierarchy.wide(value)
    assert next(step.node for step in hierarchy.inner_levels(value)) == "2025-06"  # type: ignore[attr-defined]


DATE_LIKE = st.text(
    alphabet=st.sampled_from("0123456789 /.-–:,()年月日号號廿十二一三至到民国國thofjundecmay"), max_size=24
)


@settings(max_examples=800)
@given(surface=st.one_of(st.text(max_size=60), DATE_LIKE), order=st.sampled_from(Order))
def test_any_surface_is_safe(surface: str, order: Order) -> None:
    value = day_value(surface, order)
    assert isinstance(is_pair(surface), bool)
    assert isinstance(order_of(surface), Order)
    hierarchy = LIBRARY.for_type("DATE")
    for language in ("en", "zh"):
        for step in hierarchy.ladder(value, language):  # type: ignore[arg-type]
            assert 0.0 <= step.posterior <= 1.0
    if value and names_day(value):
        assert not hierarchy.wide(value)
