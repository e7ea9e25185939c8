from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.dehydrate.generalization import Generalization
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
from core.domain.language import Language
from core.domain.protocol import STRICT
from core.domain.taxonomy import Kind
from core.verify.caps import PLACES, CapKind, cap_kind, posterior_cap, reference_prior
from core.verify.estimates import Draws, MemberScores, estimates, non_monotone
from core.verify.gate import GateResult, assess
from tests.dehydration import LIBRARY

SAMPLED = frozenset({"reader"})


def evidence(
    *items: AttributeLeakage,
    utility: float = 0.9,
    certified: bool = False,
    k: float | None = None,
) -> Evidence:
    estimate = LeakageEstimate(AttackerLevel.A3, ("prior",), items)
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
    assert judge(evidence(leak("a", 0.1))).passed
    assert reasons(judge(evidence(leak("a", 0.21)))) == {"posterior_above_cap"}


def test_the_worst_attribute_may_not_hide_in_the_mean() -> None:
    many = [leak(str(number), 0.0) for number in range(19)]
    assert reasons(judge(evidence(leak("a", 0.25), *many))) == {"posterior_above_cap"}
    assert judge(evidence(leak("a", 0.2), *many)).passed


def test_guessing_is_not_leaking() -> None:
    assert judge(evidence(leak("sex", 0.52, 0.5))).passed
    assert reasons(judge(evidence(leak("sex", 0.6, 0.5), leak("b", 0.0)))) == {"posterior_above_cap"}
    assert posterior_cap(0.001, STRICT) == 0.2
    assert posterior_cap(0.5, STRICT) == pytest.approx(0.5526, abs=1e-4)
    assert posterior_cap(0.5, STRICT, CapKind.SPECIAL) == pytest.approx(0.5256, abs=1e-4)
    assert posterior_cap(0.001, STRICT, CapKind.EXPLICIT) == STRICT.tau_l
    assert posterior_cap(0.99, STRICT) == 1.0


def test_a_search_fails_on_the_first_hit() -> None:
    clean = [leak(str(number), 0.0) for number in range(50)]
    result = judge(evidence(leak("a", 0.01, attacker="reader"), *clean))
    assert not result.leakage_ok
    assert result.contributions["a"] > 0


@given(
    st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1), st.sampled_from(["prior", "reader"])), min_size=1, max_size=6),
    st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1), st.sampled_from(["prior", "reader"])), max_size=6),
)
def test_more_attributes_never_turn_a_refusal_into_a_pass(
    some: list[tuple[float, float, str]], more: list[tuple[float, float, str]]
) -> None:
    """No dilution: a telephone number that is well hidden does not excuse an age that is not."""
    first = [leak(f"a{place}", *item) for place, item in enumerate(some)]
    second = [leak(f"b{place}", *item) for place, item in enumerate(more)]
    if not judge(evidence(*first)).leakage_ok:
        assert not judge(evidence(*first, *second)).leakage_ok
        assert not judge(evidence(*second, *first)).leakage_ok


def test_no_member_is_excused_by_another() -> None:
    """The word of a weak member counts, also where another one with a larger advantage stays inside its cap."""
    over, inside = leak("a", 0.56, 0.5, "linkage"), leak("a", 0.2, 0.0)
    estimate = LeakageEstimate(AttackerLevel.A3, ("prior", "linkage"), (inside,), (over, inside))
    found = replace(evidence(), leakage={AttackerLevel.A3: estimate})
    assert reasons(judge(found)) == {"posterior_above_cap"}


def test_a_class_is_judged_by_its_most_probable_value() -> None:
    """Wherever in the class the true value lies: rare members of a class with one frequent value tell as much."""
    rare = Generalization(1, "n", "n", posterior=0.05, prior=0.005, share=0.1, peak=0.6)
    common = replace(rare, posterior=0.6, prior=0.06)
    assert rare.most == common.most == 0.6
    assert reference_prior(rare) == reference_prior(common) == pytest.approx(0.06)


def test_the_region_of_a_town_stands_until_its_largest_town_is_more_likely_than_not() -> None:
    assert posterior_cap(0.001, STRICT, CapKind.PLACE) == 0.5
    assert posterior_cap(0.6, STRICT, CapKind.PLACE) == posterior_cap(0.6, STRICT)
    assert cap_kind(Kind.QUASI, PLACES, special=False) is CapKind.PLACE
    assert cap_kind(Kind.QUASI, PLACES, special=True) is CapKind.SPECIAL
    assert cap_kind(Kind.EXPLICIT, PLACES, special=False) is CapKind.EXPLICIT
    assert cap_kind(Kind.QUASI, "", special=False) is CapKind.ORDINARY


@pytest.mark.parametrize(
    ("town", "kept"),
    [("Galway", True), ("Dublin", True), ("Buffalo", True), ("Leeds", True), ("Willemstad", False), ("Nassau", False)],
)
def test_no_region_depends_on_which_of_its_towns_is_meant(town: str, kept: bool) -> None:
    """Curaçao and the Bahamas are little more than one town; Ireland is not, also where the town is its largest."""
    region = LIBRARY.for_type("LOCATION").ladder(town, Language.EN)[1]
    assert (region.most <= posterior_cap(reference_prior(region), STRICT, CapKind.PLACE)) is kept


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
    assert found[AttackerLevel.A3].advantage == found[AttackerLevel.A1].advantage == pytest.approx(0.09)
    shown = [found[level].advantage for level in sorted(found, key=lambda level: level.rank)]
    assert shown == sorted(shown)
    assert {item.attacker for item in found[AttackerLevel.A3].scores} == {"linkage"}
    assert found[AttackerLevel.A3].members == ("reader", "prior", "linkage")


def test_exact_members_alone_have_no_interval() -> None:
    estimate = estimates(members()[1:], ["a", "b"], STRICT)[AttackerLevel.A1]
    assert all(item.n == 0 and item.upper is None for item in estimate.words)


def test_knowing_more_and_learning_less_is_flagged() -> None:
    assert non_monotone(members(), 0.02)
    assert not non_monotone(members(), 0.5)
