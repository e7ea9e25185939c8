from __future__ import annotations

import pytest

from core.domain.evidence import (
    AttackerLevel,
    AttributeLeakage,
    CombinationCount,
    Evidence,
    LeakageEstimate,
    Metric,
    RestorationScore,
    UtilityEstimate,
)
from core.domain.protocol import STRICT
from core.verify.estimates import Draws, MemberScores, estimates, non_monotone, posterior_cap
from core.verify.gate import GateResult, assess

SAMPLED = frozenset({"reader"})


def evidence(
    *items: AttributeLeakage,
    utility: float = 0.9,
    hits: int = 0,
    n: int = 0,
    certified: bool = False,
    k: float | None = None,
) -> Evidence:
    mean = sum(item.advantage for item in items) / len(items) if items else 0.0
    estimate = LeakageEstimate(AttackerLevel.A3, mean, mean, mean, hits, n, n, ("prior",), items)
    combinations = () if k is None else (CombinationCount(("a", "b"), k, ("age",), "test"),)
    return Evidence(
        {AttackerLevel.A3: estimate},
        {},
        UtilityEstimate(Metric.STRUCTURED_PROXY, utility, utility, utility),
        RestorationScore(1.0),
        combinations,
        None,
        certified,
    )


def judge(found: Evidence, *kept: str) -> GateResult:
    return assess(found, frozenset(kept), SAMPLED, STRICT)


def leak(attribute_id: str, posterior: float, prior: float = 0.0, attacker: str = "prior") -> AttributeLeakage:
    return AttributeLeakage(attribute_id, posterior, prior, attacker)


def reasons(result: GateResult) -> set[str]:
    return {violation.reason for violation in result.violations}


def test_a_band_is_charged_for_what_it_tells() -> None:
    assert judge(evidence(leak("a", 0.1), leak("b", 0.0), leak("c", 0.0))).passed
    assert reasons(judge(evidence(leak("a", 0.1)))) == {"advantage_above_tau"}


def test_the_worst_attribute_may_not_hide_in_the_mean() -> None:
    many = [leak(str(number), 0.0) for number in range(19)]
    assert reasons(judge(evidence(leak("a", 0.25), *many))) == {"posterior_above_cap"}
    assert judge(evidence(leak("a", 0.2), *many)).passed


def test_guessing_is_not_leaking() -> None:
    assert judge(evidence(leak("sex", 0.52, 0.5))).passed
    assert reasons(judge(evidence(leak("sex", 0.6, 0.5), leak("b", 0.0)))) == {"posterior_above_cap"}
    assert posterior_cap(0.001, STRICT) == 0.2
    assert posterior_cap(0.5, STRICT) == 0.55


def test_a_search_fails_on_the_first_hit() -> None:
    clean = [leak(str(number), 0.0) for number in range(50)]
    result = judge(evidence(leak("a", 0.01, attacker="reader"), *clean))
    assert not result.leakage_ok
    assert result.contributions["a"] > 0


@pytest.mark.parametrize(
    ("hits", "n", "passes"),
    [(0, 78, True), (1, 126, True), (0, 77, False), (1, 125, False), (2, 300, False), (0, 0, False)],
)
def test_certification_needs_the_two_stage_rule(hits: int, n: int, passes: bool) -> None:
    item = AttributeLeakage("a", hits / n if n else 0.0, 0.0, "reader", hits, n)
    result = judge(evidence(item, *(leak(str(i), 0.0) for i in range(9)), hits=hits, n=n, certified=True))
    assert result.leakage_ok is passes
    if hits == 2:
        assert reasons(result) == {"certification_hits"}


def test_k_below_star_names_what_can_still_change() -> None:
    result = judge(evidence(leak("a", 0.0), leak("b", 0.0), k=2.0))
    assert {violation.attribute_id for violation in result.violations} == {"a", "b"}
    assert reasons(result) == {"k_below_star"}
    assert {v.attribute_id for v in judge(evidence(leak("a", 0.0), leak("b", 0.0), k=2.0), "a").violations} == {"b"}
    assert judge(evidence(leak("a", 1.0), leak("b", 1.0), k=2.0), "a", "b").passed
    assert judge(evidence(leak("a", 0.0), k=5.0)).passed


def test_what_a_person_kept_is_left_out_of_the_gate() -> None:
    assert not judge(evidence(leak("a", 1.0))).passed
    assert judge(evidence(leak("a", 1.0)), "a").passed


def test_utility_is_a_gate_of_its_own() -> None:
    result = judge(evidence(utility=0.5))
    assert result.leakage_ok
    assert not result.passed
    assert reasons(result) == {"utility_below_tau"}


def test_an_empty_set_passes_with_nothing_sampled() -> None:
    assert judge(evidence(certified=True)).passed


def members() -> list[MemberScores]:
    return [
        MemberScores(
            "reader",
            AttackerLevel.A0,
            {"a": 0.0, "b": 0.0},
            {"a": 0.0, "b": 0.0},
            {"a": Draws(1, 40), "b": Draws(0, 38)},
        ),
        MemberScores("prior", AttackerLevel.A1, {"a": 0.1, "b": 0.5}, {"a": 0.01, "b": 0.5}),
        MemberScores("linkage", AttackerLevel.A3, {"a": 0.05, "b": 0.0}, {"a": 0.01, "b": 0.0}),
    ]


def test_levels_nest_and_take_the_strongest_member() -> None:
    found = estimates(members(), ["a", "b"], STRICT)
    assert set(found) == {AttackerLevel.A0, AttackerLevel.A1, AttackerLevel.A3}
    assert found[AttackerLevel.A0].attributes[0].posterior == pytest.approx(1 / 40)
    assert found[AttackerLevel.A1].attributes[0].attacker == "prior"
    assert found[AttackerLevel.A3].mean == found[AttackerLevel.A1].mean == pytest.approx(0.045)
    assert (found[AttackerLevel.A3].hits, found[AttackerLevel.A3].n) == (1, 78)
    means = [found[level].mean for level in sorted(found, key=lambda level: level.rank)]
    assert means == sorted(means)
    for estimate in found.values():
        assert estimate.lower <= estimate.mean <= estimate.upper


def test_exact_members_alone_have_no_interval() -> None:
    estimate = estimates(members()[1:], ["a", "b"], STRICT)[AttackerLevel.A1]
    assert estimate.n == 0
    assert estimate.lower == estimate.mean == estimate.upper


def test_an_exact_violation_is_not_hidden_by_a_sampled_one() -> None:
    both = [
        MemberScores("reader", AttackerLevel.A0, {"a": 0.0}, {"a": 0.0}, {"a": Draws(1, 3)}),
        MemberScores("prior", AttackerLevel.A1, {"a": 0.3}, {"a": 0.0}),
    ]
    assert estimates(both, ["a"], STRICT)[AttackerLevel.A1].attributes[0].attacker == "prior"


def test_knowing_more_and_learning_less_is_flagged() -> None:
    assert non_monotone(members(), 0.02)
    assert not non_monotone(members(), 0.5)
