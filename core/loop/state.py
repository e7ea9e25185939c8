"""Where a run of Algorithm 2' stands: one D with its evidence, and what was tried."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.domain.artifact import Artifact
from core.domain.evidence import Evidence
from core.domain.verdict import LoopStep, StepKind
from core.verify.gate import GateResult

LOOSEST = 1
"""Loosening never returns to the literal value (level 0)."""
PROGRESS = 1e-9


@dataclass(frozen=True, slots=True)
class Point:
    """One step's text D: the level of every attribute in it, what was measured on it, and what the gate says."""

    levels: Mapping[str, int]
    artifact: Artifact
    evidence: Evidence
    gate: GateResult

    @property
    def utility(self) -> float:
        return self.evidence.utility.mean

    @property
    def leakage(self) -> float:
        """The worst attribute's advantage at the strongest level."""
        strongest = max(self.evidence.leakage.values(), key=lambda item: item.level.rank, default=None)
        return strongest.advantage if strongest is not None else 0.0


def contribution(point: Point, attribute_id: str) -> float:
    """How much one attribute contributes to what the gate objects to (LeakContrib of Algorithm 2'); 0 for none."""
    return point.gate.contributions.get(attribute_id, 0.0)


@dataclass(slots=True)
class Run:
    """Where a run of Algorithm 2' stands.

    `round` is t, which may not exceed `budget`. `idle`: rounds since the last progress. `skipped`: attributes given up
    for good. `strengthened`: attributes that were told less. `futile`: attributes that a step did not help. `support`:
    attribute id -> how much it gives away of another one. `tried_loosen`: attributes for which a loosening was tried.
    `stopped`: why the search ended, as a message key. `steps`: the record that a view replays.
    """

    budget: int
    round: int = 0
    idle: int = 0
    skipped: set[str] = field(default_factory=set)
    strengthened: set[str] = field(default_factory=set)
    futile: set[str] = field(default_factory=set)
    support: dict[str, float] = field(default_factory=dict)
    tried_loosen: set[str] = field(default_factory=set)
    stopped: str = ""
    steps: list[LoopStep] = field(default_factory=list)

    @property
    def open(self) -> bool:
        return self.round < self.budget

    def record(
        self, kind: StepKind, attribute_id: str, before: int, after: int, accepted: bool, point: Point, reason: str = ""
    ) -> None:
        text, leakage, utility = point.artifact.text, point.leakage, point.utility
        self.steps.append(
            LoopStep(self.round, kind, attribute_id, before, after, accepted, leakage, utility, reason, text)
        )


def go_back(run: Run, here: Point, there: Point) -> Point:
    """Return to an earlier point: one step of the record for each level that is taken back. Returns `there`."""
    for attribute_id, level in here.levels.items():
        if there.levels[attribute_id] != level:
            run.record(StepKind.RETURN, attribute_id, level, there.levels[attribute_id], True, there, run.stopped)
    return there


def lost_agreement(point: Point) -> dict[str, float]:
    """Attribute id -> how much agreement its questions have lost; only ids that have lost some."""
    lost: dict[str, float] = {}
    for item in point.evidence.utility.items:
        lost[item.attribute_id] = lost.get(item.attribute_id, 0.0) + 1 - item.agreement
    return {key: value for key, value in lost.items() if key and value > 0}


def lost_elsewhere(point: Point) -> bool:
    """Whether questions that belong to no attribute have lost agreement."""
    return any(not item.attribute_id and item.agreement < 1 for item in point.evidence.utility.items)
