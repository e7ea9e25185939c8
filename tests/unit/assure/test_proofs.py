"""No statement has a counterexample among random mechanisms; the uniform form of Fano's bound has."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest

from core.assure.proofs import STATEMENTS, prove, violated_by_uniform_fano


@pytest.mark.parametrize("statement", STATEMENTS)
@pytest.mark.parametrize("seed", [0, 7])
def test_a_statement_holds(statement: str, seed: int) -> None:
    row = prove(statement, 300, seed)
    assert row.counterexamples == 0
    assert row.boundary_right == row.boundary
    assert row.nonuniform > 100
    assert row.holds
    assert json.loads(json.dumps(asdict(row))) == asdict(row)


def test_a_false_bound_is_caught() -> None:
    found = violated_by_uniform_fano(300, 0)
    assert found > 50
    assert type(found) is int
