"""Figures of docs/design/gate.md are those that the code computes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.domain.protocol import STRICT, TwoStageRule
from core.verify.statistics import (
    Characteristics,
    StopRule,
    clopper_pearson,
    operating_characteristics,
    rule_for,
    two_stage,
    wilson,
)

PAGE = (Path(__file__).parents[3] / "docs" / "design" / "gate.md").read_text("utf-8")
HEADING = re.search(r"^\| true leakage \| (.*) \|$", PAGE, re.MULTILINE)
ROWS = re.findall(r"^\| (\.\d+) \| (.*) \|$", PAGE, re.MULTILINE)


def columns() -> list[tuple[int, ...]]:
    """Draws of the stages of every column's rule: one stage or two."""
    assert HEADING is not None
    return [tuple(int(number) for number in re.findall(r"\d+", cell)) for cell in HEADING[1].split(" | ")]


def behaviour(stages: tuple[int, ...], leakage: float) -> Characteristics:
    """A rule of one stage ends with the first hit, one of two stages with the second."""

    def one_stage(n: int, hits: int) -> StopRule:
        return StopRule.FAIL if hits else StopRule.PASS if n == stages[0] else StopRule.CONTINUE

    if len(stages) == 1:
        return operating_characteristics(one_stage, leakage, stages[0])
    rule = TwoStageRule(*stages)
    return operating_characteristics(lambda n, hits: two_stage(rule, n, hits), leakage, rule.second)


def test_columns_are_the_rules_of_the_first_and_the_tenth_attempt() -> None:
    computed = [rule_for(STRICT.error(attempt), STRICT.tau_l) for attempt in (1, 10)]
    assert [TwoStageRule(*stages) for stages in columns()[2:]] == computed


@pytest.mark.parametrize(("leakage", "cells"), ROWS)
def test_a_row_says_how_often_each_rule_passes_and_what_it_takes(leakage: str, cells: str) -> None:
    for stages, cell in zip(columns(), cells.split(" | "), strict=True):
        computed = behaviour(stages, float(leakage))
        passes, draws = cell.split(", ")
        assert float(passes) == round(computed.pass_probability, 3)
        assert int(draws) == round(computed.expected_probes)


def test_sentences_around_the_table_hold() -> None:
    once = behaviour((75,), 0.05).pass_probability
    assert [round(1 - (1 - once) ** looks, 3) for looks in (1, 4, 20)] == [0.021, 0.083, 0.35]
    assert [round(0.95**independent, 2) for independent in (3, 5, 12)] == [0.86, 0.77, 0.54]
    assert wilson(0, 73, 0.95).upper <= 0.05 < wilson(0, 72, 0.95).upper
    assert clopper_pearson(0, 72, 0.95).upper <= 0.05 < clopper_pearson(0, 71, 0.95).upper
    assert round(clopper_pearson(58, 60, 0.95).lower, 3) == 0.885
