"""Shift: nothing between two halves of one set, much between two kinds of text; predictions against guesses."""

from __future__ import annotations

import pytest

from bench.calibration import Guess, reliability
from core.assure.shift import coverage, measure, residual

WORDS = ("lamp", "river", "stone", "paper", "apple", "window", "garden", "ladder", "copper", "violin", "saddle")


def texts(start: int, count: int, extra: str = "") -> list[str]:
    return [" ".join([*(WORDS[(number * 7 + k * k) % len(WORDS)] for k in range(6)), extra])
            for number in range(start, start + count)]  # fmt: skip


def test_two_halves_of_one_set_look_alike() -> None:
    found = measure(texts(0, 60), texts(60, 60), [{"AGE"}], [{"AGE"}], 1, resamples=100)
    assert found.auc < 0.7
    assert found.p > 0.05
    assert found.exact == 1.0


def test_another_kind_of_text_is_seen() -> None:
    found = measure(texts(0, 40), texts(40, 40, "糖尿病 invoice"), [{"AGE"}], [{"AGE", "DRUG"}], 1, resamples=100)
    assert found.auc > 0.95
    assert found.p < 0.05
    assert found.reading == "severe"
    assert not found.inside
    assert found.divergence == pytest.approx(2 * (found.auc - 0.5))


def test_coverage_and_residual() -> None:
    assert coverage([{"A", "B"}], [{"A"}, {"A", "B"}, {"C"}]) == (pytest.approx(1 / 3), pytest.approx(2 / 3))
    assert residual(0.1, 0.4, 0.2) == pytest.approx(0.2)
    assert residual(0.1, 0.1, 0.2) == 0.0


def test_guesses_beyond_the_prediction_are_named() -> None:
    rows = reliability([Guess("x", "raw", "AGE", 0.1, right=number < 5) for number in range(10)])
    whole = next(row for row in rows if row["kind"] == "*")
    assert whole["found"] == 0.5
    assert whole["beyond"] == pytest.approx(0.4)
    assert whole["lower"] < 0.5 < whole["upper"]
