"""Utility read off D by what the answer needs."""

from __future__ import annotations

import pytest

from core.dehydrate.generalization import Generalization
from core.domain.artifact import Artifact
from core.domain.disclosure import Task
from core.domain.evidence import Metric
from core.domain.protocol import MINIMISE
from core.verify.needs import TOO_FEW, Standing, measure, needs
from tests.dehydration import read_marked

TEXT = "{47|AGE*||47} {aspirin|DRUG*} {75 mg|DOSE*} {gout|DISEASE*} {Leeds|LOCATION}"
MARKED = read_marked(TEXT)
IDS = [item.id for item in MARKED.sensitive.attributes]
TOPS = dict.fromkeys(IDS, 2)
LADDERS = {key: (Generalization(0, "", "", 1.0, 0.1, 0.1),) * 3 for key in IDS}


def artifact(*levels: int, edited: bool = False) -> Artifact:
    return Artifact("D", (), dict(zip(IDS, levels, strict=True)), edited=edited)


def test_each_need_is_told_coarse_or_lost() -> None:
    found = needs(MARKED.sensitive, artifact(0, 1, 2, 0, 2), TOPS, Task.REASON)
    assert [item.standing for item in found] == [Standing.TOLD, Standing.COARSE, Standing.LOST, Standing.TOLD]


def test_a_reworked_text_gets_back_what_is_hidden() -> None:
    found = needs(MARKED.sensitive, artifact(2, 2, 2, 2, 2), TOPS, Task.REWORK)
    assert {item.standing for item in found} == {Standing.RESTORABLE}
    assert len(found) == len(IDS)


def test_an_edit_that_drops_a_replacement_loses_the_need() -> None:
    found = needs(MARKED.sensitive, artifact(0, 1, 2, 0, 2, edited=True), TOPS, Task.REASON)
    assert [item.standing for item in found][1:3] == [Standing.LOST, Standing.LOST]


@pytest.mark.parametrize(
    ("levels", "mean"), [((0, 0, 0, 0, 2), 1.0), ((2, 2, 2, 2, 2), 0.25), ((0, 0, 1, 2, 2), 0.71875)]
)
def test_utility_is_the_mean_standing(levels: tuple[int, ...], mean: float) -> None:
    found = measure(MARKED.sensitive, artifact(*levels), LADDERS, Task.REASON, MINIMISE)
    assert (found.metric, found.computed, found.mean) == (Metric.NEEDS, True, mean)


def test_too_few_needs_are_not_measured() -> None:
    marked = read_marked("{aspirin|DRUG*} and nothing else")
    (only,) = marked.sensitive.attributes
    found = measure(
        marked.sensitive, Artifact("D", (), {only.id: 0}), {only.id: LADDERS[IDS[0]]}, Task.REASON, MINIMISE
    )
    assert not found.computed
    assert found.notes == (TOO_FEW,)
