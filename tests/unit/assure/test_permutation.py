"""Sign-flip permutation tests: exact where all patterns can be counted, never 0 where they are drawn."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.assure.permutation import EXACT_UP_TO, compare_paired


def test_no_difference_is_no_evidence() -> None:
    found = compare_paired([1.0, 2.0, 3.0], [1.0, 2.0, 3.0], 0.95, 1)
    assert (found.mean, found.p_two_sided, found.p_greater, found.p_less, found.exact) == (0.0, 1.0, 1.0, 1.0, True)


def test_nothing_to_compare() -> None:
    found = compare_paired([], [], 0.95, 1)
    assert (found.n, found.p_two_sided) == (0, 1.0)


def test_samples_of_different_length_are_no_pairs() -> None:
    with pytest.raises(ValueError, match="argument"):
        compare_paired([1.0], [1.0, 2.0], 0.95, 1)


def test_six_gains_out_of_six() -> None:
    found = compare_paired([0.0] * 6, [1.0] * 6, 0.95, 1)
    assert found.p_greater == pytest.approx(1 / 64)
    assert found.p_two_sided == pytest.approx(2 / 64)
    assert found.p_less == 1.0
    assert (found.lower, found.upper) == (1.0, 1.0)


@given(st.lists(st.integers(-5, 5).map(float), min_size=1, max_size=8))
def test_few_pairs_are_counted_by_hand_alike(differences: list[float]) -> None:
    found = compare_paired([0.0] * len(differences), differences, 0.95, 7)
    total = sum(differences)
    sums = [
        sum(sign * value for sign, value in zip(signs, differences, strict=True))
        for signs in product((-1, 1), repeat=len(differences))
    ]
    assert found.exact
    assert found.p_greater == pytest.approx(sum(item >= total for item in sums) / len(sums))
    assert found.p_two_sided == pytest.approx(sum(abs(item) >= abs(total) for item in sums) / len(sums))


def test_many_pairs_are_drawn_and_the_observed_one_counts() -> None:
    size = EXACT_UP_TO + 30
    found = compare_paired([0.0] * size, [1.0] * size, 0.95, 7, resamples=999)
    assert not found.exact
    assert found.p_greater == pytest.approx(1 / 1000)


def test_the_same_seed_gives_the_same_numbers() -> None:
    before, after = [float(n % 5) for n in range(40)], [float(n % 7) for n in range(40)]
    assert compare_paired(before, after, 0.95, 3) == compare_paired(before, after, 0.95, 3)


def test_under_no_effect_p_is_about_uniform() -> None:
    """Signs drawn by a fixed rule that favours neither side: few of many comparisons come out below .05."""
    low = 0
    for start in range(40):
        bits = [((start * 7919 + place * 104729) % 97) % 2 for place in range(30)]
        after = [1.0 if bit else -1.0 for bit in bits]
        low += compare_paired([0.0] * 30, after, 0.95, start, resamples=500).p_two_sided < 0.05
    assert low <= 6


def test_the_interval_holds_the_mean() -> None:
    found = compare_paired([0.0] * 50, [float(n % 3) for n in range(50)], 0.95, 5)
    assert found.lower < found.mean < found.upper
