"""The few numbers between the models and what is done: how they are mixed, what their word is worth, the gate.

All are fitted on prompts that neither chain nor networks learned from.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bench.span_material import Material
from core.domain.disclosure import DisclosureRole
from core.extract.spans.calibration import Calibrator, fitted
from core.extract.spans.coarse import HIDDEN, column_of_kind, role_of
from core.extract.spans.decoding import runs
from core.extract.spans.gate import Gate, signs
from core.extract.spans.mixing import ALONE, FLOOR, Mixing, Weights
from core.extract.spans.network import VOICES
from core.extract.spans.reader import ROLES, Opinions, role_chances, voice_at

GRID = tuple(round(0.1 * step, 1) for step in range(11))
STRETCHED = 0.5
"""Score from which a rule's finding is a stretch whose chances are calibrated."""
RIDGE = 0.3
"""Penalty on the gate's weights (of signs with unit spread)."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One prompt with what the models say of it."""

    material: Material
    opinions: Opinions


def columns_of(sample: Sample) -> npt.NDArray[np.int64]:
    """The true column of every token."""
    true = np.zeros(len(sample.opinions.tokens), dtype=np.int64)
    for span in sample.material.gold:
        for index in sample.opinions.tokens.covered(span.start, span.end):
            true[index] = column_of_kind(span.role, span.kind)
    return true


def mixing_of(samples: Sequence[Sample], thresholds: Mapping[str, float]) -> dict[str, Weights]:
    """Per voice the weights under which the true columns are least surprising, of a coarse grid."""
    result = {}
    for number, voice in enumerate((*VOICES, ALONE)):
        best = (float("inf"), Weights(1.0, 0.0, thresholds[voice]))
        logs = [_logs(sample, number if voice != ALONE else None) for sample in samples]
        logs = [item for item in logs if len(item[2])]
        for chain in GRID:
            for network in GRID if voice != ALONE else (0.0,):
                if chain + network == 0 or not logs:
                    continue
                loss = 0.0
                for one, two, true in logs:
                    said = chain * one + network * two
                    top = said.max(axis=1)
                    whole = top + np.log(np.exp(said - top[:, None]).sum(axis=1))
                    loss += float((whole - said[np.arange(len(true)), true]).sum())
                if loss < best[0]:
                    best = (loss, Weights(chain, network, thresholds[voice]))
        result[voice] = best[1]
    return result


def _logs(
    sample: Sample, voice: int | None
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    opinions = sample.opinions
    rows = np.arange(len(opinions.tokens)) if voice is None else np.flatnonzero(opinions.heard.voices == voice)
    chain, network = (
        np.log(np.maximum(part[rows], FLOOR)).astype(np.float64) for part in (opinions.columns, opinions.heard.chances)
    )
    return chain, network, columns_of(sample)[rows]


def role_at(material: Material, start: int, end: int) -> DisclosureRole | None:
    """The role of most code points of the stretch by the marks, None where half of it or more has none."""
    shares: dict[DisclosureRole, int] = {}
    for span in material.gold:
        shared = min(end, span.end) - max(start, span.start)
        if shared > 0:
            shares[span.role] = shares.get(span.role, 0) + shared
    best = max(shares, key=lambda role: shares[role], default=None)
    return best if best is not None and 2 * shares[best] > end - start else None


def calibration_of(samples: Iterable[Sample], mixing: Mixing) -> dict[str, dict[DisclosureRole, Calibrator]]:
    """Per voice and role, from what is said of runs and of the rules' findings to how often it is so."""
    observed: dict[str, dict[DisclosureRole, list[tuple[float, bool]]]] = {
        voice: {role: [] for role in ROLES} for voice in (*VOICES, ALONE)
    }
    for sample in samples:
        opinions, material = sample.opinions, sample.material
        tokens = opinions.tokens
        chances, begins = mixing.mixed(opinions.columns, opinions.begins, opinions.heard)
        roles = role_chances(chances)
        stretches = {
            (run.first, run.last)
            for run in runs(chances, begins, mixing.thresholds(opinions.heard.voices), tokens.words)
            if role_of(run.column) is not None
        }
        for item in material.candidates:
            covered = tokens.covered(item.start, item.end)
            if item.score >= STRETCHED and len(covered):
                stretches.add((covered.start, covered.stop))
        for first, last in sorted(stretches):
            true = role_at(material, tokens.starts[first], tokens.ends[last - 1])
            said = roles[first:last].mean(axis=0)
            for number, role in enumerate(ROLES):
                observed[voice_at(opinions.heard.voices, first)][role].append((float(said[number]), true is role))
    return {
        voice: {role: fitted(pairs) for role, pairs in of_role.items()}
        for voice, of_role in observed.items()
        if any(of_role.values())
    }


def is_private(material: Material) -> bool:
    """Whether anything in the prompt identifies or locates somebody."""
    return any(HIDDEN[column_of_kind(span.role, span.kind)] for span in material.gold)


def gate_of(samples: Sequence[Sample], mixing: Mixing, least: float) -> Gate:
    """The logistic by Newton's steps, its signs scaled to unit spread for the penalty."""
    rows = np.array([gate_signs(sample, mixing) for sample in samples])
    true = np.array([is_private(sample.material) for sample in samples], dtype=float)
    middle, spread = rows.mean(axis=0), np.maximum(rows.std(axis=0), 1e-6)
    scaled = np.hstack([np.ones((len(rows), 1)), (rows - middle) / spread])
    weights = np.zeros(scaled.shape[1])
    penalty = np.diag([0.0, *[RIDGE * 10] * rows.shape[1]])
    for _ in range(40):
        said = 1 / (1 + np.exp(-np.clip(scaled @ weights, -30, 30)))
        slope = scaled.T @ (said - true) + penalty @ weights
        bend = scaled.T @ (scaled * (said * (1 - said))[:, None]) + penalty + 1e-6 * np.eye(len(weights))
        weights = weights - np.linalg.solve(bend, slope)
    own = weights[1:] / spread
    bias = float(weights[0] - own @ middle)
    return Gate(round(bias, 4), tuple(round(float(value), 4) for value in own), least)


def gate_signs(sample: Sample, mixing: Mixing) -> tuple[float, ...]:
    """The signs of one prompt's reading."""
    opinions = sample.opinions
    chances, _ = mixing.mixed(opinions.columns, opinions.begins, opinions.heard)
    return signs(sample.material.view.text, opinions.tokens, chances)
