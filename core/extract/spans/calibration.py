"""Monotone maps from what a model says to how often it is right."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Calibrator:
    """A monotone line through `points` (said, true), both in [0, 1], ascending; flat outside them."""

    points: tuple[tuple[float, float], ...]

    def __call__(self, said: float) -> float:
        """The calibrated probability."""
        index = bisect_right(self.points, (said, 2.0))
        if index == 0:
            return self.points[0][1]
        if index == len(self.points):
            return self.points[-1][1]
        (x0, y0), (x1, y1) = self.points[index - 1], self.points[index]
        return y0 + (y1 - y0) * (said - x0) / (x1 - x0) if x1 > x0 else y1


IDENTITY = Calibrator(((0.0, 0.0), (1.0, 1.0)))
PRIOR_WEIGHT = 2.0
"""Imagined observations in each pool: a pool of three hits is no certainty."""


def fitted(observed: Iterable[tuple[float, bool]], least: int = 20) -> Calibrator:
    """Isotonic regression (pooled adjacent violators) of right or wrong on what was said.

    Pools of fewer than `least` observations are joined to their neighbours; the line runs through the pools' centres.
    With fewer than `least` observations nothing is fitted.
    """
    ordered = sorted(observed)
    if len(ordered) < least:
        return IDENTITY
    base = sum(right for _, right in ordered) / len(ordered)
    pools: list[list[float]] = []
    for number in range(0, len(ordered), least):
        part = ordered[number : number + least]
        if len(part) < least and pools:
            pools[-1][0] += sum(said for said, _ in part)
            pools[-1][1] += sum(right for _, right in part)
            pools[-1][2] += len(part)
        else:
            pools.append([sum(said for said, _ in part), float(sum(right for _, right in part)), float(len(part))])
        while len(pools) > 1 and pools[-2][1] / pools[-2][2] >= pools[-1][1] / pools[-1][2]:
            said, right, count = pools.pop()
            pools[-1][0] += said
            pools[-1][1] += right
            pools[-1][2] += count
    points = [(said / count, (right + PRIOR_WEIGHT * base) / (count + PRIOR_WEIGHT)) for said, right, count in pools]
    points = [(round(x, 4), round(y, 4)) for x, y in points]
    return Calibrator(_monotone([(0.0, min(points[0][1], 0.02)), *points, (1.0, max(points[-1][1], 0.5))]))


def _monotone(points: Sequence[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    result: list[tuple[float, float]] = []
    for x, y in points:
        if result and x <= result[-1][0]:
            continue
        result.append((x, max(y, result[-1][1]) if result else y))
    return tuple(result)
