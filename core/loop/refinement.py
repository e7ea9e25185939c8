"""What follows the two phases of Algorithm 2' where they are stuck: a bounded look ahead over single and paired steps.

It keeps the gate invariant (no step is accepted that breaks utility), spends rounds of the same budget, and records
every step. A last loosening after a pass is left out on purpose: it brought .0035 of utility on 55 passes, and cost
crowd (k).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from core.domain.verdict import StepKind
from core.loop.state import LOOSEST, PROGRESS, Point, Run, contribution, go_back, lost_agreement
from core.verify.gate import POSTERIOR

EXCHANGES = 8
"""Moves tried where the search is stuck."""
EXCHANGED = "exchange"

Moved = Callable[[Point, Mapping[str, int]], Point]


@dataclass(frozen=True, slots=True)
class Refinement:
    """`moved` evaluates a point with levels changed by the given steps; `top` and `floor` bound every level,
    `pinned` levels were set by a person, `relevant` attributes are those that the task needs."""

    moved: Moved
    run: Run
    top: Mapping[str, int]
    floor: Mapping[str, int]
    pinned: AbstractSet[str]
    relevant: AbstractSet[str]

    def exchange(self, point: Point) -> Point:
        """Look ahead where the largest contributions led nowhere: one more level of any attribute, else one more
        level paid for with another attribute's, as long as the shortfall falls.

        For a point that meets the utility gate but not the leakage gate. Where a value that is told nothing of still
        leaks, the rest of the text gives it away: then only what gives it away moves, at once to where it is silent.
        A look ahead that does not reach a pass is given up: a reviewer gets the D that was told more, not one that
        lost levels for nothing.
        """
        start, tried = point, 0
        while not point.gate.passed and point.gate.utility_ok:
            better = None
            for steps in self._silencing(point) if self._betrayed(point) else self._moves(point):
                if not self.run.open or tried >= EXCHANGES:
                    return go_back(self.run, point, start)
                tried += 1
                candidate = self._try(point, steps)
                if candidate is not None:
                    better = candidate
                    break
            if better is None:
                return go_back(self.run, point, start)
            point = better
        return point

    def _try(self, point: Point, steps: Mapping[str, int]) -> Point | None:
        """Try the given steps in one round. Returns the new point if utility passes and the gate objects to less, else
        None."""
        self.run.round += 1
        candidate = self.moved(point, steps)
        accepted = candidate.gate.utility_ok and candidate.gate.shortfall < point.gate.shortfall - PROGRESS
        for chosen, by in steps.items():
            kind = StepKind.STRENGTHEN if by > 0 else StepKind.COMPENSATE
            levels = point.levels[chosen], candidate.levels[chosen]
            self.run.record(kind, chosen, *levels, accepted, candidate, EXCHANGED)
        return candidate if accepted else None

    def _betrayed(self, point: Point) -> tuple[str, ...]:
        """Attributes of which D tells nothing and which an attacker still learns: the rest of the text gives them
        away."""
        found = (
            violation.attribute_id
            for violation in point.gate.violations
            if violation.reason == POSTERIOR
            and point.levels.get(violation.attribute_id, 0) >= self.top.get(violation.attribute_id, 1)
        )
        return tuple(dict.fromkeys(found))

    def _moves(self, point: Point) -> Iterator[dict[str, int]]:
        """Single steps up, largest contribution first; then each with what may come down for it, smallest first."""
        ups = [
            key
            for key, level in point.levels.items()
            if key not in self.pinned and level < self.top.get(key, level) and contribution(point, key) > 0
        ]
        downs = [key for key in lost_agreement(point) if key in self.relevant and self._may_loosen(point, key)]
        ups.sort(key=lambda key: (-contribution(point, key), key))
        downs.sort(key=lambda key: (contribution(point, key), key))
        yield from ({key: +1} for key in ups if key not in self.run.skipped)
        yield from ({down: -1, up: +1} for up in ups for down in downs if up != down)

    def _silencing(self, point: Point) -> Iterator[dict[str, int]]:
        """Steps to the top for what was seen to give another value away, the strongest support first; then the same
        with what it gave away told again: silence paid for with a level that was lost for nothing."""
        movable = [
            key
            for key, fall in self.run.support.items()
            if fall > 0 and key not in self.pinned and point.levels.get(key, 0) < self.top.get(key, 0)
        ]
        movable.sort(key=lambda key: (key in self.relevant, -self.run.support[key], key))
        silent = [{key: self.top[key] - point.levels[key]} for key in movable]
        yield from silent
        again = {
            key: max(LOOSEST, self.floor.get(key, LOOSEST)) - point.levels[key]
            for key in self._betrayed(point)
            if key in self.relevant and self._may_loosen(point, key)
        }
        for steps in silent:
            told = {key: by for key, by in again.items() if key not in steps}
            if told:
                yield {**told, **steps}

    def _may_loosen(self, point: Point, attribute_id: str) -> bool:
        lowest = max(LOOSEST, self.floor.get(attribute_id, LOOSEST))
        return attribute_id not in self.pinned and point.levels[attribute_id] > lowest
