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
