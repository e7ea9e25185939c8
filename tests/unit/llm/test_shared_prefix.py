"""Which prompt a slot reads next."""

from __future__ import annotations

import pytest

from core.llm.shared_prefix import nearest, shared_start, spread


@pytest.mark.parametrize(
    ("first", "second", "length"), [("", "abc", 0), ("abc", "abd", 2), ("abc", "abc", 3), ("一二三", "一二四五", 2)]
)
def test_the_common_start_is_measured_in_code_points(first: str, second: str, length: int) -> None:
    assert shared_start(first, second) == shared_start(second, first) == length


def test_the_longest_common_start_comes_next_and_the_first_among_equals() -> None:
    assert nearest(["xyz", "abx", "abcd", "abcx"], "abc1") == 2
    assert nearest(["one", "two"], "") == 0


@pytest.mark.parametrize(("count", "slots"), [(0, 4), (1, 4), (5, 2), (8, 4), (9, 4), (40, 4), (3, 1)])
def test_a_spread_order_holds_everything_once_and_begins_far_apart(count: int, slots: int) -> None:
    order = spread(list(range(count)), slots)
    assert sorted(order) == list(range(count))
    begun = order[:slots]
    if count >= 2 * slots > 2:
        assert min(abs(first - second) for first in begun for second in begun if first != second) >= count // slots
