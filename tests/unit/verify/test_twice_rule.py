"""Two certifications: the rule is fixed before the first, and both together stay inside the error (LLM.md 7.4)."""

from functools import partial

import pytest

from core.domain.protocol import STRICT, TWICE, Protocol, TwoStageRule
from core.verify.gate import rule_passes
from core.verify.statistics import operating_characteristics, two_stage

TRUE_LEAKAGE, MOST_FALSE_RELEASES = 0.05, 0.025


def passes(rule: TwoStageRule, p: float) -> float:
    return operating_characteristics(partial(two_stage, rule), p, rule.second).pass_probability


def ever(rule: TwoStageRule, p: float) -> float:
    """A text that never changes is certified a second time after a first failure."""
    once = passes(rule, p)
    return 1 - (1 - once) ** 2


def test_two_tries_at_the_rule_of_two_release_falsely_at_most_as_often_as_one() -> None:
    assert ever(TWICE, TRUE_LEAKAGE) <= MOST_FALSE_RELEASES
    assert ever(TWICE, TRUE_LEAKAGE) == pytest.approx(0.0248, abs=0.0002)
    assert ever(TWICE, 0.01) == pytest.approx(0.872, abs=0.002)


def test_two_tries_at_the_rule_of_one_would_not() -> None:
    assert ever(STRICT.two_stage, TRUE_LEAKAGE) > MOST_FALSE_RELEASES


def test_a_protocol_for_two_keeps_every_other_threshold_and_never_asks_less() -> None:
    twice = STRICT.twice()
    assert (twice.certifications, twice.two_stage) == (2, TWICE)
    assert (twice.tau_l, twice.tau_u, twice.k_star) == (STRICT.tau_l, STRICT.tau_u, STRICT.k_star)
    strict = Protocol(two_stage=TwoStageRule(200, 300)).twice()
    assert strict.two_stage == TwoStageRule(200, 300)
    assert STRICT.certifications == 1


@pytest.mark.parametrize(("hits", "n", "passed"), [(0, 107, True), (0, 106, False), (1, 127, True), (2, 127, False)])
def test_the_gate_judges_by_the_rule_of_two(hits: int, n: int, passed: bool) -> None:
    assert rule_passes(hits, n, STRICT.twice()) is passed
