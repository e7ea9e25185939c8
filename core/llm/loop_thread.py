"""An asyncio loop in a thread of its own, so that blocking callers can speak to a server and be stopped."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from core.domain.errors import BugError, Cancelled
from core.domain.events import CancelToken

T = TypeVar("T")

POLL_SECONDS = 0.05
"""How often a waiting caller looks at its cancel token: a fraction of the 500 ms in which a slot must be free."""
JOIN_SECONDS = 10.0


class LoopThread:
    """Usable from any thread but its own. `close` ends it; a closed one raises BugError."""

    def __init__(self, name: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._serve, name=name, daemon=True)
        self._guard = threading.Lock()
        self._closed = False
        self._thread.start()

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()

    def run(self, work: Callable[[], Coroutine[Any, Any, T]], cancel: CancelToken | None = None) -> T:
        """The result of `work()`. Raises Cancelled once `cancel` is set and the work has let go of everything."""
        if cancel is not None:
            cancel.check()
        over = threading.Event()
        tasks: list[asyncio.Task[T]] = []

        def start() -> None:
            tasks.append(self._loop.create_task(work()))
            tasks[0].add_done_callback(lambda task: over.set())

        with self._guard:
            if self._closed:
                raise BugError("bug.model_closed")
            self._loop.call_soon_threadsafe(start)
        try:
            while not over.wait(POLL_SECONDS):
                if cancel is not None:
                    cancel.check()
        except BaseException:
            self._loop.call_soon_threadsafe(lambda: tasks[0].cancel())
            over.wait(JOIN_SECONDS)
            raise
        if tasks[0].cancelled():
            raise Cancelled()
        return tasks[0].result()

    @property
    def closed(self) -> bool:
        return self._closed

    def close(self) -> None:
        """Stops what runs and joins the thread. Idempotent."""
        with self._guard:
            if self._closed:
                return
            self._closed = True
        asyncio.run_coroutine_threadsafe(_cancel_all(), self._loop).result(JOIN_SECONDS)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(JOIN_SECONDS)
        self._loop.close()


async def _cancel_all() -> None:
    others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await asyncio.get_running_loop().shutdown_asyncgens()
