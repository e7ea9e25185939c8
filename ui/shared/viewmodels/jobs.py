"""One slot for background work: a newer job cancels the older one, whose late report is dropped."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from core.domain.events import CancelToken, Progress, StageEvent
from ui.shared.viewmodels.ports import WorkPort

T = TypeVar("T")


class LatestJob:
    """Main thread only."""

    def __init__(self, work: WorkPort) -> None:
        self._work = work
        self._generation = 0
        self._token: CancelToken | None = None

    @property
    def running(self) -> bool:
        return self._token is not None

    def start(
        self,
        job: Callable[[CancelToken, Progress], T],
        done: Callable[[T], None],
        failed: Callable[[Exception], None],
        progress: Callable[[StageEvent], None] | None = None,
    ) -> None:
        """Cancel what runs and start `job`; its callbacks come only while it is the latest."""
        self.stop()
        generation = self._generation

        def ended(value: T) -> None:
            if generation == self._generation:
                self._token = None
                done(value)

        def broke(error: Exception) -> None:
            if generation == self._generation:
                self._token = None
                failed(error)

        def moved(event: StageEvent) -> None:
            if generation == self._generation and progress is not None:
                progress(event)

        self._token = self._work.submit(job, ended, broke, moved)

    def stop(self) -> None:
        """Cancel what runs; it reports nothing any more."""
        self._generation += 1
        if self._token is not None:
            self._token.cancel()
            self._token = None
