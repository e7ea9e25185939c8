"""A small pool for engine work: results and progress come back to the main thread through the bridge."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from app.runtime.io_runtime import Bridge, Channel
from core.domain.errors import Cancelled
from core.domain.events import CancelToken, Progress, StageEvent

T = TypeVar("T")

WORKERS = 2


@dataclass(frozen=True, slots=True)
class Finished:
    """`value` is what the job returned, or `error` what it raised."""

    value: Any = None
    error: Exception | None = None


@dataclass(slots=True)
class _Job:
    run: Callable[[CancelToken, Progress], Any]
    cancel: CancelToken
    channel: Channel[StageEvent | Finished] = field(repr=False)

    def execute(self) -> None:
        """Every way a job can end becomes one `Finished`: a worker thread never dies of a job."""
        try:
            self.cancel.check()
            finished = Finished(value=self.run(self.cancel, self.channel.post))
        except Exception as error:  # noqa: BLE001 - the border of the thread: the error is delivered, not lost
            finished = Finished(error=error)
        self.channel.post(finished)


class CpuPool:
    """Daemon threads, so that a job which does not heed its token cannot hold the process at exit."""

    def __init__(self, bridge: Bridge, workers: int = WORKERS) -> None:
        self._bridge = bridge
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._live: set[CancelToken] = set()
        self._lock = threading.Lock()
        self._threads = [
            threading.Thread(target=self._serve, name=f"cpu-{index}", daemon=True) for index in range(workers)
        ]
        for thread in self._threads:
            thread.start()

    def submit(
        self,
        job: Callable[[CancelToken, Progress], T],
        done: Callable[[T], None],
        failed: Callable[[Exception], None],
        progress: Callable[[StageEvent], None] | None = None,
    ) -> CancelToken:
        """Queue `job`; exactly one of `done`, `failed` follows in the main thread.

        A cancelled job ends in `failed(Cancelled)`, also one that finished before it noticed.
        """
        cancel = CancelToken()

        def listen(events: tuple[StageEvent | Finished, ...]) -> None:
            for event in events:
                if isinstance(event, StageEvent):
                    if progress is not None and not cancel.cancelled:
                        progress(event)
                elif event.error is not None:
                    failed(event.error)
                elif cancel.cancelled:
                    failed(Cancelled())
                else:
                    done(event.value)

        channel: Channel[StageEvent | Finished] = self._bridge.channel(listen)
        with self._lock:
            self._live.add(cancel)
        self._jobs.put(_Job(job, cancel, channel))
        return cancel

    def _serve(self) -> None:
        while (job := self._jobs.get()) is not None:
            job.execute()
            with self._lock:
                self._live.discard(job.cancel)
            # The last job's texts must not live on in this frame while the thread waits.
            del job

    def cancel(self) -> None:
        """Ask every job to end, queued or running; waits for none."""
        with self._lock:
            for token in self._live:
                token.cancel()

    def drain(self, last: Callable[[], None]) -> None:
        """Cancel what is queued, do `last` after what runs, and report nothing of it; `stop` waits for it."""
        self.cancel()
        channel: Channel[StageEvent | Finished] = self._bridge.channel(lambda _events: None)
        self._jobs.put(_Job(lambda _cancel, _progress: last(), CancelToken(), channel))

    def stop(self, timeout: float = 2.0) -> bool:
        """Cancel everything, wait at most `timeout` seconds. True when all threads have ended."""
        self.cancel()
        for _ in self._threads:
            self._jobs.put(None)
        limit = time.monotonic() + timeout
        for thread in self._threads:
            thread.join(max(0.0, limit - time.monotonic()))
        return not any(thread.is_alive() for thread in self._threads)
