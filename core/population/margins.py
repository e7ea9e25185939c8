"""Published margins and the iterative proportional fit that joins them (paper 6.1, DESIGN 5.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.domain.errors import ResourceError

Weights = npt.NDArray[np.float64]
REST = "*"
"""Row label: every category that has no row of its own."""


@dataclass(frozen=True, slots=True)
class Axes:
    """Columns of the joint table in order, with their categories."""

    columns: tuple[str, ...]
    categories: Mapping[str, tuple[str, ...]]

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(len(self.categories[column]) for column in self.columns)

    def axis(self, column: str) -> int:
        return self.columns.index(column)

    def code(self, column: str, category: str) -> int:
        """Raises ResourceError for a category that the column does not have."""
        try:
            return self.categories[column].index(category)
        except ValueError as error:
            raise ResourceError("resource.malformed", details={"entry": column}) from error


@dataclass(frozen=True, slots=True)
class Margin:
    """`target` holds one number per cell of `columns`; NaN marks cells that the margin says nothing about.

    `groups` maps categories of the last column to the row that serves them together (a REST row).
    Fitted to shares within `given`; only cells allowed by `scope` are touched.
    """

    columns: tuple[str, ...]
    given: tuple[str, ...]
    target: Weights
    groups: npt.NDArray[np.int64]
    scope: npt.NDArray[np.bool_]


def build_margin(
    axes: Axes,
    rows: Sequence[Mapping[str, str]],
    columns: tuple[str, ...],
    given: tuple[str, ...],
    scope: npt.NDArray[np.bool_],
) -> Margin:
    """A margin over one or two columns from its rows (`persons` holds the figure)."""
    last = columns[-1]
    names = [row[last] for row in rows]
    own = [category for category in axes.categories[last] if category in names]
    grouped = REST in names
    labels = [*own, REST] if grouped else own
    rest = len(labels) - 1 if grouped else -1
    groups = np.array([labels.index(c) if c in own else rest for c in axes.categories[last]], dtype=np.int64)
    leading = axes.categories[columns[0]] if len(columns) == 2 else ("",)
    target = np.full((len(leading), len(labels)), np.nan)
    for position, category in enumerate(leading):
        chosen = [row for row in rows if len(columns) == 1 or row[columns[0]] == category]
        chosen = chosen or [row for row in rows if row[columns[0]] == REST]
        for row in chosen:
            target[position, labels.index(row[last])] = float(row["persons"])
    return Margin(columns, given, target, groups, scope)


def _fit_one(joint: Weights, axes: Axes, margin: Margin) -> None:
    """Scale the cells in scope so that the margin's shares hold."""
    keep = [axes.axis(column) for column in margin.columns]
    dropped = tuple(index for index in range(joint.ndim) if index not in keep)
    present = np.where(margin.scope, joint, 0.0).sum(axis=dropped)
    table = present.reshape(-1, present.shape[-1])
    served = margin.groups >= 0
    grouped = np.zeros(margin.target.shape)
    for category in np.flatnonzero(served):
        grouped[:, margin.groups[category]] += table[:, category]
    wanted = np.nan_to_num(margin.target)
    if margin.given:
        mass = grouped.sum(axis=1, keepdims=True)
        wanted = wanted / np.maximum(wanted.sum(axis=1, keepdims=True), 1e-300) * mass
    else:
        wanted = wanted / wanted.sum() * grouped.sum()
    ratio = np.divide(wanted, grouped, out=np.ones_like(wanted), where=grouped > 0)
    factor = np.ones(table.shape)
    factor[:, served] = ratio[:, margin.groups[served]]
    shape = [1] * joint.ndim
    for column, size in zip(margin.columns, present.shape, strict=True):
        shape[axes.axis(column)] = size
    spread = factor.reshape(present.shape).reshape(shape)
    np.multiply(joint, spread, out=joint, where=margin.scope)


def fit(seed: Weights, axes: Axes, margins: Sequence[Margin], sweeps: int) -> Weights:
    """Joint table, sum 1, that meets the margins as closely as `sweeps` passes allow.

    `seed` holds 0 where a combination cannot occur and 1 elsewhere (the maximum-entropy start).
    Margin columns must be given in the order of `axes`.
    """
    joint = seed.copy()
    for _ in range(sweeps):
        for margin in margins:
            _fit_one(joint, axes, margin)
    total: float = joint.sum()
    return joint / total
