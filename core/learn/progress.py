"""How the jobs of learning talk to whoever watches them: visible, and stoppable at any time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class LearningStep(StrEnum):
    """Steps of a distillation and of a trial, in order."""

    READ = "read"
    DISTIL = "distil"
    CHECK = "check"
    SCORE = "score"
    TRY = "try"


@dataclass(frozen=True, slots=True)
class LearningEvent:
    """`done` of `total` units of a step (total 0 = not known)."""

    step: LearningStep
    done: int = 0
    total: int = 0


LearningProgress = Callable[[LearningEvent], None]


def ignore_learning_progress(event: LearningEvent) -> None:
    """The sink for callers that do not watch."""
