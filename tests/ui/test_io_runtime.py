"""The asyncio thread, the bridge and the pool: order, batches, cancellation, a clean end (SEC-25)."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import pytest

pytest.importorskip("PySide6.QtCore", reason="the window is not installed here")

from pytestqt.qtbot import QtBot
from unhurried import LIMIT_SECONDS

from app.runtime.io_runtime import Bridge, IoRuntime
from app.runtime.work import CpuPool
from core.domain.errors import Cancelled
from core.domain.events import CancelToken, Progress, Stage, StageEvent, StageState


@pytest.fixture
def bridge(qapp: object) -> Iterator[Bridge]:
    made = Bridge()
    yield made
    made.close()


@pytest.fixture
def pool(bridge: Bridge) -> Iterator[CpuPool]:
    made = CpuPool(bridge)
    yield made
    assert made.stop()


def test_posts_of_a_thread_arrive_in_order_and_in_batches(bridge: Bridge, qtbot: QtBot) -> None:
    batches: list[tuple[int, ...]] = []
    homes: set[str] = set()

    def listen(events: tuple[int, ...]) -> None:
        batches.append(events)
        homes.add(threading.current_thread().name)

    channel = bridge.channel(listen)
    thread = threading.Thread(target=lambda: [channel.post(number) for number in range(5000)])
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: sum(map(len, batches)) == 5000)
    assert [number for batch in batches for number in batch] == list(range(5000))
    assert len(batches) < 100
    assert homes == {threading.main_thread().name}


def test_an_error_in_one_listener_does_not_lose_the_events_of_another(bridge: Bridge, qtbot: QtBot) -> None:
    got: list[int] = []

    def fail(_events: tuple[int, ...]) -> None:
        raise ValueError("listener")

    broken, sound = bridge.channel(fail), bridge.channel(got.extend)
    broken.post(1)
    sound.post(2)
    with pytest.raises(ValueError, match="listener"):
        bridge.flush()
    qtbot.waitUntil(lambda: got == [2])


def test_after_closing_nothing_is_delivered(bridge: Bridge, qtbot: QtBot) -> None:
    got: list[int] = []
    channel = bridge.channel(got.extend)
    channel.post(1)
    bridge.close()
    channel.post(2)
    bridge.flush()
    assert got == []


def test_a_job_reports_progress_then_its_result(pool: CpuPool, qtbot: QtBot) -> None:
    heard: list[object] = []

    def job(_cancel: CancelToken, progress: Progress) -> int:
        progress(StageEvent(Stage.EXTRACT, StageState.RUNNING))
        return 7

    pool.submit(job, heard.append, heard.append, heard.append)
    qtbot.waitUntil(lambda: len(heard) == 2)
    assert heard == [StageEvent(Stage.EXTRACT, StageState.RUNNING), 7]


def test_an_error_of_a_job_is_delivered_and_the_thread_lives_on(pool: CpuPool, qtbot: QtBot) -> None:
    heard: list[object] = []

    def broken(_cancel: CancelToken, _progress: Progress) -> int:
        raise ValueError("job")

    for _ in range(4):
        pool.submit(broken, heard.append, heard.append)
    pool.submit(lambda _cancel, _progress: 1, heard.append, heard.append)
    qtbot.waitUntil(lambda: len(heard) == 5)
    assert sorted(type(item).__name__ for item in heard) == ["ValueError"] * 4 + ["int"]


def test_a_cancelled_job_ends_in_cancelled_even_if_it_did_not_notice(pool: CpuPool, qtbot: QtBot) -> None:
    heard: list[object] = []
    gate = threading.Event()

    def deaf(_cancel: CancelToken, _progress: Progress) -> int:
        gate.wait(LIMIT_SECONDS)
        return 1

    token = pool.submit(deaf, heard.append, heard.append)
    token.cancel()
    gate.set()
    qtbot.waitUntil(lambda: len(heard) == 1)
    assert isinstance(heard[0], Cancelled)


def test_stopping_cancels_what_runs(bridge: Bridge) -> None:
    pool = CpuPool(bridge)
    begun = threading.Event()

    def patient(cancel: CancelToken, _progress: Progress) -> None:
        begun.set()
        while not cancel.cancelled:
            begun.wait(0)

    pool.submit(patient, lambda _: None, lambda _: None)
    assert begun.wait(LIMIT_SECONDS)
    assert pool.stop()


def test_the_runtime_cancels_tasks_that_wait_and_ends() -> None:
    runtime = IoRuntime()
    begun, cancelled = threading.Event(), threading.Event()

    async def wait() -> None:
        begun.set()
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            cancelled.set()
            raise

    future = runtime.submit(wait())
    assert begun.wait(LIMIT_SECONDS)
    assert runtime.stop()
    assert cancelled.is_set()
    assert future.done()
    assert runtime.stop()
