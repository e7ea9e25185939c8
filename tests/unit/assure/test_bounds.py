from __future__ import annotations

import math

import numpy as np
import pytest

from core.assure.bounds import (
    AttributeRate,
    binary_entropy,
    fano_bits,
    fano_error_entropy,
    load_recall,
    recall_ceiling,
    witness_epsilon,
)
from core.domain.language import Language
from core.resources import resource_root


def rate(hit: float, size: int = 100, prior: float | None = None) -> AttributeRate:
    return AttributeRate(hit, size, 1 / size if prior is None else prior)


def test_the_papers_operating_point_is_nearly_vacuous() -> None:
    assert fano_bits([rate(0.05, 100)]) == pytest.approx(0.06, abs=0.01)
    assert fano_bits([rate(0.05, 10_000)]) == pytest.approx(0.34, abs=0.04)


def test_a_sure_hit_leaks_all_bits_and_blind_guessing_none() -> None:
    assert fano_bits([rate(1.0, 64)]) == pytest.approx(6.0)
    assert fano_bits([rate(0.0, 64)]) == pytest.approx(0.0, abs=1e-9)
    assert fano_bits([]) is None


def test_the_papers_witness_figures() -> None:
    assert witness_epsilon([rate(0.9)]) == pytest.approx(2.197, abs=1e-3)
    assert witness_epsilon([rate(0.5)]) == 0.0
    assert witness_epsilon([rate(0.05)]) == 0.0
    assert witness_epsilon([rate(1.0)]) == math.inf
    assert witness_epsilon([]) is None


def test_recall_ceiling_is_the_proposition() -> None:
    assert recall_ceiling(0.05, 0.951, 1.43) == pytest.approx(1.43 * 0.05 + 0.049)
    assert recall_ceiling(0.9, 0.5, 1.43) == 1.0
    assert set(load_recall(resource_root())) == set(Language)


def test_bounds_hold_on_random_mechanisms() -> None:
    """On a channel that is known exactly, both bounds stay below the truth that they bound."""
    rng = np.random.default_rng(7)
    for _ in range(200):
        size, outputs = int(rng.integers(2, 8)), int(rng.integers(2, 8))
        channel = rng.dirichlet(np.full(outputs, 0.4), size=size)
        joint = channel / size
        marginal = joint.sum(axis=0)
        hit = float(joint.max(axis=0).sum())
        information = float((joint * np.log2(np.maximum(joint, 1e-300) * size / np.maximum(marginal, 1e-300))).sum())
        bits = fano_bits([AttributeRate(hit, size, 1 / size)])
        assert bits is not None
        assert bits <= information + 1e-9
        ratio = np.log(np.maximum(channel, 1e-300))
        true_epsilon = float((ratio.max(axis=0) - ratio.min(axis=0)).max())
        epsilon = witness_epsilon([AttributeRate(hit, size, 1 / size)])
        assert epsilon is not None
        assert epsilon <= true_epsilon + 1e-9


def test_entropy_terms() -> None:
    assert binary_entropy(0.5) == 1.0
    assert binary_entropy(0.0) == binary_entropy(1.0) == 0.0
    assert fano_error_entropy(0.75, 4) == pytest.approx(2.0)
