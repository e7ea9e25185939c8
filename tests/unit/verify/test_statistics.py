from __future__ import annotations

import itertools

import pytest

from core.domain.protocol import STRICT, TwoStageRule
from core.verify.statistics import (
    PairedRun,
    StopRule,
    TwoStageRun,
    binomial_cdf,
    bootstrap_mean,
    clean_draws,
    clopper_pearson,
    mixture_upper,
    operating_characteristics,
    rule_for,
    two_stage,
    wilson,
)

RULE = TwoStageRule(78, 126)


def design_d(n: int, hits: int) -> StopRule:
    return two_stage(RULE, n, hits)


@pytest.mark.parametrize(
    ("rate", "passing", "probes"),
    [
        (0.0, 1.0, 78.0),
        (0.005, 0.885, 87.8),
        (0.01, 0.679, 86.5),
        (0.02, 0.332, 73.1),
        (0.05, 0.0247, 39.1),
        (0.1, 0.0003, 20.0),
        (0.3, 0.0, 6.7),
    ],
)
def test_design_d_has_its_published_characteristics(rate: float, passing: float, probes: float) -> None:
    found = operating_characteristics(design_d, rate, RULE.second)
    assert found.pass_probability == pytest.approx(passing, abs=5e-4 if passing > 0.1 else 5e-5)
    assert found.expected_probes == pytest.approx(probes, abs=0.06)


def test_the_papers_fixed_design_has_its_published_characteristics() -> None:
    def fixed(n: int, hits: int) -> StopRule:
        if n < 75:
            return StopRule.CONTINUE
        return StopRule.PASS if wilson(hits, n, 0.95).upper <= 0.05 else StopRule.FAIL

    assert operating_characteristics(fixed, 0.05, 75).pass_probability == pytest.approx(0.0213, abs=5e-5)
    assert operating_characteristics(fixed, 0.01, 75).pass_probability == pytest.approx(0.471, abs=5e-4)


def test_looking_after_every_probe_would_break_the_confidence() -> None:
    def naive(n: int, hits: int) -> StopRule:
        return StopRule.PASS if wilson(hits, n, 0.95).upper <= 0.05 else StopRule.CONTINUE

    assert operating_characteristics(naive, 0.05, 230).pass_probability == pytest.approx(0.0673, abs=5e-4)


@pytest.mark.parametrize(("hits", "n_wilson", "n_exact"), [(0, 73, 72), (1, 110, 110), (2, 142, 142), (3, 173, 173)])
def test_least_number_of_probes_for_a_pass(hits: int, n_wilson: int, n_exact: int) -> None:
    for bound, least in ((wilson, n_wilson), (clopper_pearson, n_exact)):
        assert bound(hits, least, 0.95).upper <= 0.05
        assert bound(hits, least - 1, 0.95).upper > 0.05


def test_clopper_pearson_covers_by_definition() -> None:
    for hits, n in itertools.product((0, 1, 7, 29, 30), (30,)):
        interval = clopper_pearson(hits, n, 0.95)
        assert interval.lower <= hits / n <= interval.upper
        if hits:
            assert 1 - binomial_cdf(hits - 1, n, interval.lower) == pytest.approx(0.025, abs=1e-9)
        if hits < n:
            assert binomial_cdf(hits, n, interval.upper) == pytest.approx(0.025, abs=1e-9)


def test_intervals_without_data_say_nothing() -> None:
    for bound in (wilson, clopper_pearson):
        assert (bound(0, 0, 0.95).lower, bound(0, 0, 0.95).upper) == (0.0, 1.0)


def test_binomial_cdf_agrees_with_direct_enumeration() -> None:
    p = 0.3
    exact = sum(
        p ** sum(bits) * (1 - p) ** (6 - sum(bits)) for bits in itertools.product((0, 1), repeat=6) if sum(bits) <= 4
    )
    assert binomial_cdf(4, 6, p) == pytest.approx(exact)
    assert binomial_cdf(-1, 6, p) == 0.0
    assert binomial_cdf(6, 6, p) == 1.0


def test_two_stage_run_stops_as_the_rule_says() -> None:
    clean = TwoStageRun(RULE)
    while clean.observe(False) is StopRule.CONTINUE:
        pass
    assert (clean.n, clean.state) == (78, StopRule.PASS)
    one = TwoStageRun(RULE)
    one.observe(True)
    while one.observe(False) is StopRule.CONTINUE:
        pass
    assert (one.n, one.state) == (126, StopRule.PASS)
    two = TwoStageRun(RULE)
    two.observe(True)
    assert two.observe(True) is StopRule.FAIL


@pytest.mark.parametrize("attempt", [1, 2, 5, 10])
def test_the_rule_and_the_threshold_agree(attempt: int) -> None:
    error = STRICT.error(attempt)
    rule = rule_for(error, STRICT.tau_l)
    for hits, n in ((0, rule.first), (1, rule.second)):
        assert clopper_pearson(hits, n, 1 - 2 * error).upper <= STRICT.tau_l


def test_the_rule_of_one_attempt_is_the_published_one() -> None:
    assert rule_for(0.025, 0.05) == RULE
    for outside in ((0.0, 0.05), (0.025, 1.0)):
        with pytest.raises(ValueError, match="outside"):
            rule_for(*outside)


def test_mixture_bound_holds_at_every_look() -> None:
    assert mixture_upper(0, 84, 0.95) <= 0.05 < mixture_upper(0, 83, 0.95)
    assert mixture_upper(0, 0, 0.95) == 1.0
    assert mixture_upper(5, 5, 0.95) == 1.0
    assert mixture_upper(3, 100, 0.95) > clopper_pearson(3, 100, 0.95).upper


def test_bootstrap_is_deterministic_and_brackets_the_mean() -> None:
    values = [1.0, 0.25, 1.0, 0.25, 1.0]
    first, second = (bootstrap_mean(values, 0.95, 3, 400) for _ in range(2))
    assert first == second
    assert first.lower < sum(values) / 5 < first.upper
    assert bootstrap_mean([0.5], 0.95, 3, 400).lower == 0.5
    assert bootstrap_mean([], 0.95, 3, 400).upper == 1.0


@pytest.mark.parametrize("error", [0.025, 0.0125, 0.001])
@pytest.mark.parametrize("rate", [0.05, 0.1])
def test_as_few_clean_draws_as_bring_the_bound_to_the_rate(error: float, rate: float) -> None:
    fewest = clean_draws(error, rate)
    assert clopper_pearson(0, fewest, 1 - 2 * error).upper <= rate
    assert clopper_pearson(0, fewest - 1, 1 - 2 * error).upper > rate


def test_a_bet_says_how_many_more_pairs_it_may_need() -> None:
    run = PairedRun(0.1, 0.0125, 0, 720)
    wanted = run.needed
    for pair in range(wanted):
        assert run.needed == wanted - pair
        run.observe(with_document=False, without=False)
    assert run.state is StopRule.PASS
    assert run.needed == 0
    assert PairedRun(0.1, 0.0125, 0, 10).needed == 10
