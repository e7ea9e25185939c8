"""Work off the main thread in the order it was asked for: an undo never overtakes the step it takes back."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

from core.domain.events import CancelToken, Progress
from ui.shared.viewmodels.ports import WorkPort

T = TypeVar("T")


class SerialWork:
    """Main thread only; the jobs run elsewhere, one at a time."""

    def __init__(self, work: WorkPort, failed: Callable[[Exception], None]) -> None:
        self._work = work
        self._failed = failed
        self._waiting: deque[tuple[Callable[[], Any], Callable[[Any], None]]] = deque()
        self._running = False
        self._round = 0

    @property
    def busy(self) -> bool:
        return self._running

    def add(self, job: Callable[[], T], done: Callable[[T], None] = lambda _value: None) -> None:
        """Queue `job`. A job that fails is reported and drops those behind it: they were meant for what it left."""
        self._waiting.append((job, done))
        if not self._running:
            self._next()

    def clear(self) -> None:
        """Forget what waits; what runs ends, and reports nothing."""
        self._waiting.clear()
        self._round += 1
        self._running = False

    def _next(self) -> None:
        if not self._waiting:
            self._running = False
            return
        self._running = True
        job, done = self._waiting.popleft()
        asked = self._round

        def run(_cancel: CancelToken, _progress: Progress) -> Any:
            return job()

        def ended(value: Any) -> None:
            if asked == self._round:
                done(value)
                self._next()

        def broke(error: Exception) -> None:
            if asked == self._round:
                self._waiting.clear()
                self._running = False
                self._failed(error)

        self._work.submit(run, ended, broke)
