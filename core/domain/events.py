"""Typed progress events and cancellation; how slow work talks to whoever watches it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from core.domain.errors import Cancelled


class Stage(StrEnum):
    """Stages of the one path, in order (DESIGN section 2)."""

    EXTRACT = "extract"
    DEHYDRATE = "dehydrate"
    VERIFY = "verify"
    CERTIFY = "certify"
    REVIEW = "review"
    SEND = "send"
    RESTORE = "restore"


class StageState(StrEnum):
    """Where a stage of a run stands."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class StageEvent:
    """`done` of `total` units (total 0 = indeterminate). `message` is a message key without user text.

    `bound`: upper bound on leakage that holds at every look, while a certification runs. `tokens`: what a local model
    read and wrote in this stage so far, `tokens_per_second`: how fast it writes; 0 without a model.
    """

    stage: Stage
    state: StageState
    done: int = 0
    total: int = 0
    message: str = ""
    seconds: float = 0.0
    bound: float | None = None
    tokens: int = 0
    tokens_per_second: float = 0.0


Progress = Callable[[StageEvent], None]


def ignore_progress(event: StageEvent) -> None:
    """The progress sink for callers that do not watch."""


class CancelToken:
    """Set from any thread; long work calls `check` between units of at most a few milliseconds."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def cancel(self) -> None:
        self._event.set()

    @property
    def cancelled(self) -> bool:
        return self._event.is_set()

    def check(self) -> None:
        """Raises Cancelled once `cancel` was called."""
        if self._event.is_set():
            raise Cancelled()
