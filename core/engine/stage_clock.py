"""How long the stages of a run took."""

from __future__ import annotations

import time

from core.domain.events import Progress, StageEvent, StageState


class StageClock:
    """Wall-clock seconds per stage, taken from the events that pass through."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._started: dict[str, float] = {}
        self.seconds: dict[str, float] = {}

    def __call__(self, event: StageEvent) -> None:
        now = time.perf_counter()
        if event.state is StageState.RUNNING:
            self._started.setdefault(event.stage, now)
        elif event.stage in self._started:
            self.seconds[event.stage] = now - self._started.pop(event.stage)
        self._progress(event)
