"""The asyncio thread and the bridge by which other threads speak to the window (DESIGN section 3)."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

E = TypeVar("E")
T = TypeVar("T")

FRAME_MS = 33
"""Events reach the window at most about thirty times a second."""


@dataclass(frozen=True, slots=True, eq=False)
class Channel(Generic[E]):
    """Where a thread posts events for one listener; the listener runs in the main thread with a batch."""

    bridge: Bridge
    listener: Callable[[tuple[E, ...]], None]

    def post(self, event: E) -> None:
        """From any thread. Order within a channel is kept; events posted after `Bridge.close` are dropped."""
        self.bridge.enqueue(self, event)


class Bridge(QObject):
    """Lives in the main thread. Many posts become one delivery per frame and channel.

    The only thing that crosses a thread border in Qt is the empty wake-up signal: values travel in a
    queue of our own, because queued Qt signals convert what they carry.
    """

    woken = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._queue: deque[tuple[Channel[Any], Any]] = deque()
        self._lock = threading.Lock()
        self._awake = False
        self._closed = False
        self._last = 0.0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.flush)
        self.woken.connect(self._wake)

    def channel(self, listener: Callable[[tuple[E, ...]], None]) -> Channel[E]:
        """A new channel; `listener` gets tuples of events, oldest first, never empty."""
        return Channel(self, listener)

    def enqueue(self, channel: Channel[Any], event: Any) -> None:
        """From any thread."""
        with self._lock:
            if self._closed:
                return
            self._queue.append((channel, event))
            if self._awake:
                return
            self._awake = True
            # Inside the lock: `close` must not let the object die between the check and the signal.
            self.woken.emit(None)

    def _wake(self, _nothing: object) -> None:
        # The signal of another thread may arrive after `close`: nothing would stop the timer then.
        if self._closed:
            return
        wait = FRAME_MS - int((time.monotonic() - self._last) * 1000)
        self._timer.start(max(0, wait))

    def flush(self) -> None:
        """Deliver everything queued, grouped by channel in order of first arrival."""
        with self._lock:
            queued = list(self._queue)
            self._queue.clear()
            self._awake = False
        self._last = time.monotonic()
        groups: dict[int, tuple[Channel[Any], list[Any]]] = {}
        for channel, event in queued:
            groups.setdefault(id(channel), (channel, []))[1].append(event)
        pending = list(groups.values())
        while pending:
            channel, events = pending.pop(0)
            try:
                channel.listener(tuple(events))
            except BaseException:
                self._requeue(pending)
                raise

    def _requeue(self, groups: list[tuple[Channel[Any], list[Any]]]) -> None:
        for channel, events in groups:
            for event in events:
                self.enqueue(channel, event)

    def close(self) -> None:
        """Drop what is queued and everything posted later."""
        with self._lock:
            self._closed = True
            self._queue.clear()
        self._timer.stop()


class IoRuntime:
    """One asyncio loop in one thread, for everything that waits for a socket. Build in the main thread."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="io", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
        finally:
            self._loop.close()

    def submit(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Run a coroutine; cancelling the future cancels it there, which closes its sockets at once."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def stop(self, timeout: float = 2.0) -> bool:
        """Cancel every task, wait at most `timeout` seconds for each step. True when the thread has ended."""
        if not self._thread.is_alive():
            return True

        async def cancel_all() -> None:
            tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._loop.shutdown_asyncgens()

        done = self.submit(cancel_all())
        try:
            done.result(timeout)
        except TimeoutError:
            done.cancel()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout)
        return not self._thread.is_alive()
