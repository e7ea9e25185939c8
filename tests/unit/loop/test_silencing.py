"""The exchange of a level that was lost for nothing against silence about what gave the value away."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from core.domain.artifact import Artifact
from core.domain.protocol import STRICT
from core.domain.request import Request
from core.domain.verdict import StepKind
from core.loop.refinement import EXCHANGED, Refinement
from core.loop.state import Point, Run
from tests.unit.loop.test_lexicographic import AGE, DRUG, PLACE, TEXT, Scripted

TOP = 4


def leak(levels: Mapping[str, int]) -> dict[str, float]:
    """The drug gives the age away, whatever is told of the age itself."""
    return {AGE: 0.9 if levels[DRUG] < TOP else 0.0}


def useful(levels: Mapping[str, int]) -> dict[str, float]:
    """A value that is told nothing of is worth little; both silent are worth too little."""
    return {AGE: 1.0 if levels[AGE] < TOP else 0.4, DRUG: 1.0 if levels[DRUG] < TOP else 0.5}


def explored(budget: int, floor: Mapping[str, int], pinned: frozenset[str] = frozenset()) -> tuple[Point, Run]:
    evaluator = Scripted(leak, useful)

    def point(levels: Mapping[str, int]) -> Point:
        artifact = Artifact("", (), levels)
        evidence = evaluator.evidence(artifact, certified=False)
        return Point(levels, artifact, evidence, evaluator.assess(Request(TEXT), evidence, STRICT))

    def moved(here: Point, steps: Mapping[str, int]) -> Point:
        return point({key: level + steps.get(key, 0) for key, level in here.levels.items()})

    run = Run(budget)
    run.support[DRUG] = 0.5
    tops = dict.fromkeys((AGE, PLACE, DRUG), TOP)
    refinement = Refinement(moved, run, tops, floor, pinned, frozenset({AGE, DRUG}))
    return refinement.exchange(point({AGE: TOP, PLACE: 1, DRUG: 1})), run


def test_what_gives_a_value_away_goes_and_what_it_gave_away_comes_back_as_one_move() -> None:
    end, run = explored(budget=10, floor={})
    assert end.gate.passed
    assert end.levels == {AGE: 1, PLACE: 1, DRUG: TOP}
    taken = [(step.kind, step.attribute_id, step.level_before, step.level_after) for step in run.steps if step.accepted]
    assert sorted(taken) == sorted([(StepKind.COMPENSATE, AGE, TOP, 1), (StepKind.STRENGTHEN, DRUG, 1, TOP)])
    assert {step.round for step in run.steps if step.accepted} == {2}
    assert {step.reason for step in run.steps} == {EXCHANGED}


@pytest.mark.parametrize("budget", [0, 1])
def test_it_is_bounded_by_the_budget(budget: int) -> None:
    end, run = explored(budget, floor={})
    assert run.round == budget
    assert end.levels == {AGE: TOP, PLACE: 1, DRUG: 1}


def test_what_the_conversation_may_not_tell_any_more_stays_silent() -> None:
    end, _ = explored(budget=10, floor={AGE: 3})
    assert end.levels[AGE] == 3


def test_a_persons_level_is_not_loosened() -> None:
    end, run = explored(budget=10, floor={}, pinned=frozenset({AGE}))
    assert end.levels[AGE] == TOP
    assert not any(step.attribute_id == AGE for step in run.steps)
