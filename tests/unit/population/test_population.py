from __future__ import annotations

import numpy as np
import pytest

from core.domain.errors import BugError, ResourceError
from core.domain.language import Language
from core.population.margins import Axes, build_margin, fit
from core.population.population import SyntheticPopulation
from core.resources import read_csv, resource_root

ROOT = resource_root()
POPULATION = SyntheticPopulation.load(ROOT)


def ages(low: int, high: int) -> frozenset[str]:
    return frozenset(str(age) for age in range(low, high + 1))


@pytest.mark.parametrize("language", list(Language))
def test_size_and_no_conditions(language: Language) -> None:
    table = POPULATION.table(language)
    assert table.size == POPULATION.size == 100_000
    assert POPULATION.k({}, language) == table.size
    assert all(len(codes) == table.size for codes in table.codes.values())


@pytest.mark.parametrize(
    ("language", "region", "share"),
    [(Language.ZH, "江苏", 84748016 / 1409778724), (Language.EN, "Ohio", 11799448 / 331449281)],
)
def test_margins_are_met(language: Language, region: str, share: float) -> None:
    table = POPULATION.table(language)
    assert table.shares("region")[region] == pytest.approx(share, rel=0.1)
    assert table.shares("sex")["female"] == pytest.approx(0.49, abs=0.02)
    sixties = POPULATION.k({"age": ages(60, 69)}, language) / table.size
    assert 0.09 < sixties < 0.13


@pytest.mark.parametrize("language", list(Language))
def test_children_have_no_job_and_no_spouse(language: Language) -> None:
    table = POPULATION.table(language)
    children = table.mask({"age": ages(0, 14)})
    assert table.shares("occupation", children)["none"] == 1.0
    assert table.shares("marital", children)["single"] == 1.0


def test_conditions_narrow_and_are_counted_exactly() -> None:
    table = POPULATION.table(Language.ZH)
    wide = {"age": ages(60, 69), "sex": frozenset({"female"})}
    narrow = {**wide, "region": frozenset({"江苏"})}
    assert 0 < table.k(narrow) < table.k(wide) < table.size
    assert table.k(narrow) == np.count_nonzero(table.mask(narrow))
    assert table.k({"region": frozenset()}) == 0
    assert table.shares("sex", table.mask({"region": frozenset()})) == {}


def test_the_draw_is_deterministic() -> None:
    again = SyntheticPopulation.load(ROOT).table(Language.EN)
    first = POPULATION.table(Language.EN)
    assert all(np.array_equal(first.codes[column], again.codes[column]) for column in first.codes)


def test_unknown_columns_and_broken_files_are_errors() -> None:
    with pytest.raises(BugError):
        POPULATION.k({"shoe_size": frozenset({"42"})})
    with pytest.raises(ResourceError):
        SyntheticPopulation.load(ROOT / "no-such-folder")
    with pytest.raises(ResourceError):
        read_csv(ROOT / "no-such-file.csv")


def test_fit_meets_a_margin_with_a_rest_row() -> None:
    axes = Axes(("sex", "job"), {"sex": ("male", "female"), "job": ("none", "cook", "smith")})
    rows = [
        {"sex": "male", "job": "none", "persons": "40"},
        {"sex": "male", "job": "*", "persons": "60"},
        {"sex": "female", "job": "none", "persons": "50"},
        {"sex": "female", "job": "*", "persons": "50"},
    ]
    everywhere = np.ones(axes.shape, dtype=np.bool_)
    work = build_margin(axes, rows, ("sex", "job"), ("sex",), everywhere)
    sexes = build_margin(
        axes, [{"sex": "male", "persons": "30"}, {"sex": "female", "persons": "70"}], ("sex",), (), everywhere
    )
    joint = fit(np.ones(axes.shape), axes, [sexes, work], 10)
    assert joint.sum() == pytest.approx(1.0)
    assert joint.sum(axis=1) == pytest.approx([0.3, 0.7])
    assert joint[0] == pytest.approx([0.12, 0.09, 0.09])
    assert joint[1] == pytest.approx([0.35, 0.175, 0.175])
