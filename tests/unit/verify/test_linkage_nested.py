"""A node around another one that is told of the same person says nothing more."""

from __future__ import annotations

import pytest

from core.verify.attackers.linkage import Condition, Person


def told(node: str, factor: float, *wider: str, label: str = "location*") -> Condition:
    return Condition(node, "", frozenset(), factor, label, node, frozenset(wider))


@pytest.mark.parametrize("turned", [False, True])
def test_nested_places_narrow_once(turned: bool) -> None:
    conditions = [told("region:western-europe", 0.02, "continent:europe"), told("continent:europe", 0.1)]
    person = Person()
    for condition in reversed(conditions) if turned else conditions:
        person.add(condition)
    assert person.factor == pytest.approx(0.02)
    assert len(person.attribute_ids) == 2


def test_places_beside_each_other_and_other_kinds_both_narrow() -> None:
    person = Person()
    person.add(told("region:western-europe", 0.02, "continent:europe"))
    person.add(told("region:east-asia", 0.2, "continent:asia"))
    person.add(told("continent:europe", 0.5, label="nationality*"))
    assert person.factor == pytest.approx(0.02 * 0.2 * 0.5)


@pytest.mark.parametrize("turned", [False, True])
def test_a_value_told_twice_counts_as_exactly_as_it_is_told(turned: bool) -> None:
    told_twice = [
        told("farmer", 1.0, "manual", label="occupation"),
        told("farmer", 0.03, "manual", label="occupation*"),
    ]
    person = Person()
    for condition in reversed(told_twice) if turned else told_twice:
        person.add(condition)
    assert person.factor == pytest.approx(0.03)
    assert person.dimensions == ("occupation*",)


def test_a_class_that_has_fewer_people_than_a_value_in_it_leaves_no_more_with_it() -> None:
    person = Person()
    person.add(told("farmer", 0.3, "manual", label="occupation*"))
    person.add(told("manual", 0.1, label="occupation*"))
    assert person.factor == pytest.approx(0.1)


def test_nodes_that_are_called_alike_on_different_scales_both_narrow() -> None:
    person = Person()
    person.add(told("jewish", 0.02, label="religion*"))
    person.add(told("jewish", 0.02, label="ethnicity*"))
    assert person.factor == pytest.approx(0.0004)
    assert person.dimensions == ("religion*", "ethnicity*")
