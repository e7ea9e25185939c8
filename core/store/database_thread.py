"""One thread that owns the database connection; everybody else hands it work (DESIGN section 3)."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from core.domain.errors import BugError, StoreError

T = TypeVar("T")

_Job = tuple["Future[Any]", Callable[[], Any]]


class StoreThread:
    """Runs work one at a time, in order of arrival. Made running; `stop` ends it after what is queued."""

    def __init__(self, name: str = "store") -> None:
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._stopped = False
        # A daemon, so that a caller who forgot to close cannot hold the process; the file survives that.
        self._thread = threading.Thread(target=self._serve, name=name, daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[], T]) -> Future[T]:
        """Queue `work`; its result or exception is the future's. Raises StoreError `store.locked` once stopped."""
        future: Future[T] = Future()
        with self._lock:
            if self._stopped:
                raise StoreError("store.locked")
            self._jobs.put((future, work))
        return future

    def run(self, work: Callable[[], T]) -> T:
        """Queue `work` and wait for it. From any thread but this one, which would wait for itself for ever."""
        if threading.current_thread() is self._thread:
            raise BugError("store.nested")
        return self.submit(work).result()

    def stop(self, last: Callable[[], None] | None = None) -> None:
        """Finish what is queued, then do `last`, and nothing after it; end, and wait for the end. The first call
        counts, later ones only wait. Raises what `last` raises."""
        ending: Future[None] | None = None
        with self._lock:
            if not self._stopped:
                self._stopped = True
                if last is not None:
                    ending = Future()
                    self._jobs.put((ending, last))
                self._jobs.put(None)
        self._thread.join()
        if ending is not None:
            ending.result()

    def _serve(self) -> None:
        while (job := self._jobs.get()) is not None:
            future, work = job
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(work())
            except BaseException as error:  # noqa: BLE001 - the border of the thread: delivered to whoever waits
                future.set_exception(error)
            # The last job's values must not live on in this frame while the thread waits.
            del job, future, work
